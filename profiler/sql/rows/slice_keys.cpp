// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/rows/slice_keys.h"

#include <algorithm>

namespace shardscope::profiler::sql {

const IntegerColumn* SliceKeys::column(ArgKey key, const core::Task& task)
{
    const IntegerColumn*& known = key == ArgKey::Stream ? m_stream : m_correlation;
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

std::shared_ptr<const RowList> SliceKeys::byCorrelation(const core::Task& task)
{
    if (m_byCorrelation)
        return m_byCorrelation;
    const IntegerColumn* const of = column(ArgKey::Correlation, task);
    if (of == nullptr)
        return nullptr;
    auto rows = std::make_shared<RowList>();
    if (!of->empty()) {
        for (std::uint32_t row = 0; row < m_rows.slices(); ++row) {
            if ((*of)[row] != IntegerColumn::kMissing)
                rows->push_back(row);
        }
        std::stable_sort(rows->begin(), rows->end(),
                         [&](std::uint32_t a, std::uint32_t b) { return (*of)[a] < (*of)[b]; });
    }
    m_byCorrelation = std::move(rows);
    return m_byCorrelation;
}

std::pair<std::uint32_t, std::uint32_t> SliceKeys::placesOf(std::int64_t correlation) const
{
    const RowList& rows = *m_byCorrelation;
    const auto begin = std::partition_point(
        rows.begin(), rows.end(), [&](std::uint32_t row) { return (*m_correlation)[row] < correlation; });
    const auto end = std::partition_point(
        begin, rows.end(), [&](std::uint32_t row) { return (*m_correlation)[row] == correlation; });
    return {static_cast<std::uint32_t>(begin - rows.begin()), static_cast<std::uint32_t>(end - rows.begin())};
}

} // namespace shardscope::profiler::sql
