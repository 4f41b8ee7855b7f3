// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/intervals.h"

#include <algorithm>

namespace shardscope::core {

namespace {

bool startsEarlier(const Interval& a, const Interval& b) { return a.begin < b.begin; }

/// Calls \p take for every stretch that is in both.
template <class Take>
void forEachCommon(const IntervalSet& a, const IntervalSet& b, Take take)
{
    if (a.empty() || b.empty())
        return;
    const auto overBefore = [](const Interval& interval, std::int64_t time) { return interval.end <= time; };
    auto left = std::lower_bound(a.begin(), a.end(), b.front().begin, overBefore);
    auto right = std::lower_bound(b.begin(), b.end(), a.front().begin, overBefore);
    while (left != a.end() && right != b.end()) {
        const Interval both{std::max(left->begin, right->begin), std::min(left->end, right->end)};
        if (both.begin < both.end)
            take(both);
        if (left->end < right->end)
            ++left;
        else
            ++right;
    }
}

} // namespace

IntervalSet unite(std::vector<Interval> intervals)
{
    if (!std::ranges::is_sorted(intervals, startsEarlier))
        std::ranges::sort(intervals, startsEarlier);
    IntervalSet set;
    for (const Interval& interval : intervals)
        extend(set, interval);
    return set;
}

IntervalSet unite(const IntervalSet& a, const IntervalSet& b)
{
    IntervalSet set;
    set.reserve(a.size() + b.size());
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() || right != b.end()) {
        const bool takeLeft = right == b.end() || (left != a.end() && left->begin <= right->begin);
        extend(set, takeLeft ? *left++ : *right++);
    }
    return set;
}

IntervalSet intersect(const IntervalSet& a, const IntervalSet& b)
{
    IntervalSet set;
    forEachCommon(a, b, [&](const Interval& both) { set.push_back(both); });
    return set;
}

std::int64_t measureCommon(const IntervalSet& a, const IntervalSet& b)
{
    std::int64_t sum = 0;
    forEachCommon(a, b, [&](const Interval& both) { sum += both.end - both.begin; });
    return sum;
}

IntervalSet subtract(const IntervalSet& a, const IntervalSet& b)
{
    IntervalSet set;
    auto hole = b.begin();
    for (Interval rest : a) {
        while (hole != b.end() && hole->end <= rest.begin)
            ++hole;
        for (auto next = hole; next != b.end() && next->begin < rest.end; ++next) {
            extend(set, {rest.begin, next->begin});
            rest.begin = std::max(rest.begin, next->end);
        }
        extend(set, rest);
    }
    return set;
}

std::int64_t measure(std::span<const Interval> set)
{
    std::int64_t sum = 0;
    for (const Interval& interval : set)
        sum += interval.end - interval.begin;
    return sum;
}

} // namespace shardscope::core
