// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/rows/slice_keys.h"

#include <algorithm>
#include <numeric>

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
    RowList rows;
    if (!of->empty()) {
        for (std::uint32_t row = 0; row < m_rows.slices(); ++row) {
            if ((*of)[row] != IntegerColumn::kMissing)
                rows.push_back(row);
        }
    }
    sort(m_known[static_cast<std::size_t>(key)], std::move(rows));
    return known;
}

/// Profilers count such numbers up: rows are counted and placed where all between the least and the most are
/// not many more than the rows, and a look-up is one step.
void SliceKeys::sort(Key& key, RowList rows)
{
    const auto valueOf = [&](std::uint32_t row) { return (*key.column)[row]; };
    std::int64_t least = 0;
    std::int64_t most = 0;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const std::int64_t value = valueOf(rows[at]);
        least = at == 0 ? value : std::min(least, value);
        most = at == 0 ? value : std::max(most, value);
    }
    const std::uint64_t range = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
    if (rows.empty() || range > 4 * rows.size() + 1024) {
        std::ranges::stable_sort(rows, {}, valueOf);
        key.rows = std::make_shared<const RowList>(std::move(rows));
        return;
    }
    const auto place = [&](std::uint32_t row) { return static_cast<std::size_t>(valueOf(row) - least); };
    key.least = least;
    key.starts.assign(static_cast<std::size_t>(range) + 2, 0);
    for (const std::uint32_t row : rows)
        ++key.starts[place(row) + 1];
    std::partial_sum(key.starts.begin(), key.starts.end(), key.starts.begin());
    std::vector<std::uint32_t> next(key.starts);
    auto sorted = std::make_shared<RowList>(rows.size());
    for (const std::uint32_t row : rows)
        (*sorted)[next[place(row)]++] = row;
    key.rows = std::move(sorted);
}

std::pair<std::uint32_t, std::uint32_t> SliceKeys::placesOf(ArgKey key, std::int64_t value) const
{
    const Key& known = m_known[static_cast<std::size_t>(key)];
    if (!known.starts.empty()) {
        const std::uint64_t at = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(known.least);
        if (at >= known.starts.size() - 1)
            return {0, 0};
        return {known.starts[at], known.starts[at + 1]};
    }
    const RowList& rows = *known.rows;
    const auto begin =
        std::ranges::partition_point(rows, [&](std::uint32_t row) { return (*known.column)[row] < value; });
    const auto end = std::partition_point(begin, rows.end(),
                                          [&](std::uint32_t row) { return (*known.column)[row] == value; });
    return {static_cast<std::uint32_t>(begin - rows.begin()), static_cast<std::uint32_t>(end - rows.begin())};
}

} // namespace shardscope::profiler::sql
