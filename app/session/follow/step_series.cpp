// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/follow/step_series.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostPoints = 2000; ///< of a rank: as many as a picture has columns

} // namespace

void StepSeries::take(const FollowedStep& step)
{
    ++m_seen;
    std::vector<Point>& points = m_ranks[step.rank];
    std::int64_t& every = m_every[step.rank];
    every = std::max<std::int64_t>(1, every);
    std::int64_t& count = m_counts[step.rank];
    const Point point{step.number, step.seconds};
    // The last point is the last step, until one that stays has come.
    if (count % every == 0 || points.empty())
        points.push_back(point);
    else
        points.back() = point;
    ++count;
    if (points.size() <= kMostPoints)
        return;
    std::vector<Point> kept;
    for (std::size_t at = 0; at < points.size(); at += 2)
        kept.push_back(points[at]);
    if (points.size() % 2 == 0)
        kept.push_back(points.back());
    points = std::move(kept);
    every *= 2;
}

} // namespace shardscope::app
