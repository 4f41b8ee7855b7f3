// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/slow/lost_time.h"

#include "core/units/plain_number.h"

#include <algorithm>
#include <cmath>

namespace shardscope::profiler {

void LostTime::addBehind(std::size_t part, const core::Interval& time, double needed)
{
    const double length = static_cast<double>(time.end - time.begin) * std::clamp(needed, 0.0, 1.0);
    add(part, {time.begin + std::llround(length), time.end});
}

void LostTime::add(std::size_t part, const core::Interval& time)
{
    if (time.begin < time.end)
        m_times[part].push_back(time);
}

void LostTime::add(const LostTime& other)
{
    for (const auto& [part, times] : other.m_times)
        m_times[part].insert(m_times[part].end(), times.begin(), times.end());
}

std::map<std::size_t, core::IntervalSet> LostTime::sets() const
{
    std::map<std::size_t, core::IntervalSet> sets;
    for (const auto& [part, times] : m_times)
        sets[part] = core::unite(times);
    return sets;
}

double secondsOf(const CostInput& cost, const std::map<std::size_t, core::IntervalSet>& times)
{
    double sum = 0;
    for (const RankTime& rank : cost.ranks) {
        if (const auto own = times.find(rank.part); own != times.end())
            sum += rank.ofAll(core::measure(within(own->second, rank.steps.window)));
    }
    return meanOver(cost, sum);
}

std::map<std::size_t, core::IntervalSet> exposedOf(const CostInput& cost,
                                                   std::map<std::size_t, core::IntervalSet> times,
                                                   core::IntervalSet RankTime::*part)
{
    for (auto& [number, own] : times) {
        const auto rank = std::ranges::find(cost.ranks, number, &RankTime::part);
        own = rank == cost.ranks.end() ? core::IntervalSet() : core::intersect(own, (*rank).*part);
    }
    return times;
}

std::string rateText(double bytesPerSecond) { return core::fixedText(bytesPerSecond * 1e-9, 1) + " GB/s"; }

} // namespace shardscope::profiler
