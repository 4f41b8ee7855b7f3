// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/rows/slice_keys.h"

#include <algorithm>

namespace shardscope::profiler::sql {

const IntegerColumn* SliceKeys::column(ArgKey key, const core::Task& task)
{
    const IntegerColumn*& known = m_known[static_cast<std::size_t>(key)].column;
    if (known == nullptr) {
        if (const auto read = m_input.columns().integers(key, task); read.ok())
            known = read.value();
    }
    return known;
}

std::int64_t SliceKeys::value(ArgKey key, std::uint32_t row, const core::Task& task)
{
    const IntegerColumn* const of = m_rows.isInstant(row) ? nullptr : column(key, task);
    return of == nullptr ? IntegerColumn::kMissing : (*of)[row];
}

std::shared_ptr<const RowList> SliceKeys::by(ArgKey key, const core::Task& task)
{
    std::shared_ptr<const RowList>& known = m_known[static_cast<std::size_t>(key)].rows;
    if (known)
        return known;
    const IntegerColumn* const of = column(key, task);
    if (of == nullptr)
        return nullptr;
    auto rows = std::make_shared<RowList>();
    if (!of->empty()) {
        for (std::uint32_t row = 0; row < m_rows.slices(); ++row) {
            if ((*of)[row] != IntegerColumn::kMissing)
                rows->push_back(row);
        }
        std::ranges::stable_sort(*rows,
                                 [&](std::uint32_t a, std::uint32_t b) { return (*of)[a] < (*of)[b]; });
    }
    return known = std::move(rows);
}

std::pair<std::uint32_t, std::uint32_t> SliceKeys::placesOf(ArgKey key, std::int64_t value) const
{
    const Key& known = m_known[static_cast<std::size_t>(key)];
    const RowList& rows = *known.rows;
    const auto begin =
        std::ranges::partition_point(rows, [&](std::uint32_t row) { return (*known.column)[row] < value; });
    const auto end = std::partition_point(begin, rows.end(),
                                          [&](std::uint32_t row) { return (*known.column)[row] == value; });
    return {static_cast<std::uint32_t>(begin - rows.begin()), static_cast<std::uint32_t>(end - rows.begin())};
}

} // namespace shardscope::profiler::sql
