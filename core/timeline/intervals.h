// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of times as sorted, disjoint, non-empty intervals: union, intersection, measure; exact integers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace shardscope::core {

/// Half-open [begin, end), ns.
struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
};
/// Sorted, disjoint, not even touching, none empty.
using IntervalSet = std::vector<Interval>;

/// Adds an interval that starts no earlier than the last of \p set.
inline void extend(IntervalSet& set, const Interval& next)
{
    if (next.end <= next.begin)
        return;
    if (!set.empty() && next.begin <= set.back().end)
        set.back().end = std::max(set.back().end, next.end);
    else
        set.push_back(next);
}

/// The union of \p intervals in any order; empty and backward ones count for nothing.
[[nodiscard]] IntervalSet unite(std::vector<Interval> intervals);
[[nodiscard]] IntervalSet unite(const IntervalSet& a, const IntervalSet& b);
[[nodiscard]] IntervalSet intersect(const IntervalSet& a, const IntervalSet& b);
/// measure(intersect(a, b)), without making the set.
[[nodiscard]] std::int64_t measureCommon(const IntervalSet& a, const IntervalSet& b);
/// What of \p a is not in \p b.
[[nodiscard]] IntervalSet subtract(const IntervalSet& a, const IntervalSet& b);
/// Nanoseconds.
[[nodiscard]] std::int64_t measure(std::span<const Interval> set);

} // namespace shardscope::core
