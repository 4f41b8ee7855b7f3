// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a running job over time, for a picture: a bounded number of points however long the job runs.
#pragma once

#include "app/session/follow/follower.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace shardscope::app {

class StepSeries {
public:
    struct Point {
        std::int64_t number = 0;
        double seconds = 0;
    };

    void take(const FollowedStep& step);
    /// Points by rank, in the order in which the steps came. A long series keeps every so many steps, and the
    /// last one.
    [[nodiscard]] const std::map<std::int32_t, std::vector<Point>>& ranks() const { return m_ranks; }
    [[nodiscard]] std::int64_t seen() const { return m_seen; }

private:
    std::map<std::int32_t, std::vector<Point>> m_ranks;
    std::map<std::int32_t, std::int64_t> m_every; ///< how many steps stand for one point; none: one
    std::map<std::int32_t, std::int64_t> m_counts;
    std::int64_t m_seen = 0;
};

} // namespace shardscope::app
