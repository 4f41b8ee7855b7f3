// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that go step by step: what is seen at a frame, counted from 0. A frame beyond the last is the last.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/questions/collective_tables.h"
#include "app/session/questions/doubled_devices.h"
#include "app/session/questions/expert_dispatch.h"
#include "app/session/questions/plan_slices.h"
#include "app/session/questions/zero_stages.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace shardscope::app {

/// A collective by its chunks, once \p frame of its steps are done: a row a rank, a column a chunk, what
/// moved last as arrows; below them the steps as long as they take. A spot a row, called "rank.0" and so on.
[[nodiscard]] Scene chunkScene(const planner::CollectiveSteps& collective, std::size_t frame, double width,
                               const Theme& theme);
[[nodiscard]] inline std::size_t framesOf(const planner::CollectiveSteps& collective)
{
    return collective.steps.size() + 1;
}

/// Replicas in a row and the slices that each keeps of what all of them use: kept, gathered, computed with,
/// reduced and scattered back, updated. A spot a replica, called "replica.0" and so on.
[[nodiscard]] Scene sliceScene(const PlanSlices& slices, std::size_t frame, double width, const Theme& theme);
inline constexpr std::size_t kSliceFrames = 5;

/// The state that each stage of ZeRO keeps and what ranks send each other in a step for that, counted. Spots
/// are called "zero.0" to "zero.3".
[[nodiscard]] Scene zeroMessageScene(const std::vector<ZeroStage>& stages, std::int64_t replicas,
                                     double width, const Theme& theme);

/// Tokens of each rank on their way to the experts of all: the busiest receiver, and who waits for it. A spot
/// a rank, called "rank.0" and so on.
[[nodiscard]] Scene dispatchScene(const ExpertDispatch& dispatch, double width, const Theme& theme);

/// State, batch, memory and rate of a device, a column a number of devices, as far as the doublings have
/// come. A spot a column, called "devices.64" and so on.
[[nodiscard]] Scene doublingScene(const std::vector<DoubledDevices>& all, std::size_t frame, double width,
                                  const Theme& theme);

/// What a frame says, over the whole width of \p scene from \p top; returns the y below.
inline double sayFrame(Scene& scene, double top, const QString& words, const Theme& theme)
{
    // Strong letters are wider than those that a paragraph is measured with.
    constexpr double kWider = 0.9;
    const double width = scene.width;
    scene.width = width * kWider;
    const double bottom = scene.paragraph(top, words, theme.text);
    scene.width = width;
    scene.texts.back().weight = Weight::Strong;
    return bottom;
}

} // namespace shardscope::app
