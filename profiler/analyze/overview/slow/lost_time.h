// SPDX-License-Identifier: GPL-3.0-or-later
// Where on the devices the time lies that a finding costs.
#pragma once

#include "profiler/analyze/overview/cost_findings.h"

#include <map>
#include <string>
#include <vector>

namespace shardscope::profiler {

class LostTime {
public:
    /// What of \p time, of a device's row, is behind the first \p needed of it (0 to 1).
    void addBehind(std::size_t part, const core::Interval& time, double needed);
    void add(std::size_t part, const core::Interval& time);
    void add(const LostTime& other);
    /// The time as sets, by part, for the finding that takes it over.
    [[nodiscard]] std::map<std::size_t, core::IntervalSet> sets() const;

private:
    std::map<std::size_t, std::vector<core::Interval>> m_times;
};

/// Seconds a step of such times, a mean over the ranks; what lies outside of the steps that count is left
/// out.
[[nodiscard]] double secondsOf(const CostInput& cost, const std::map<std::size_t, core::IntervalSet>& times);

/// Cuts \p times to that part of each rank's step: what other work hides costs nothing.
[[nodiscard]] std::map<std::size_t, core::IntervalSet>
exposedOf(const CostInput& cost, std::map<std::size_t, core::IntervalSet> times,
          core::IntervalSet RankTime::*part);

/// "1.6 GB/s".
[[nodiscard]] std::string rateText(double bytesPerSecond);

} // namespace shardscope::profiler
