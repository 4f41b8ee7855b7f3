// SPDX-License-Identifier: GPL-3.0-or-later
// A ZionEX step as tasks in time: who waits for whom and which transfers share a link. The plan's step is
// what comes of it, and the simulation draws the same tasks.
#pragma once

#include "planner/formula/what_if.h"
#include "planner/recommender/zionex/zionex_step.h"
#include "planner/simulate/run/lane_run.h"

#include <map>
#include <string>
#include <vector>

namespace shardscope::planner {

/// Seconds of a device's parts by key.
using PartSeconds = std::map<std::string, double>;

/// What may be left out of a step, to name what it costs.
struct StepEffects {
    bool sharedLinks = true;   ///< transfers on one link take longer beside each other
    bool lateGradients = true; ///< the all-reduce of a perceptron waits for its backward
};

struct StepTasks {
    bool pipelined = true;
    bool readersSized = false; ///< readers keep up beside the host, else they share it
    EmbeddingCluster cluster;
    PartSeconds busiest;
    PartSeconds mean;       ///< of a device with the mean of all devices' tables
    double bottomShare = 0; ///< of the perceptrons' parameters
    /// Seconds of a collective without bytes: its hops. They keep nobody else from the link.
    PartSeconds hops;
    std::int64_t counted = 1; ///< iterations, besides those that fill the pipeline and those that follow
};

/// The tasks of \p step, whose parts are the busiest device's; \p mean: those of a device with the mean of
/// all devices' tables.
[[nodiscard]] StepTasks stepTasks(const core::Recommender& model, const PlacementRequest& request,
                                  const ZionexStep& step, const std::vector<RecommenderPart>& mean);

/// The tasks with their times. Errors: those of runTasks.
[[nodiscard]] core::Result<TimedRun> timedStep(const StepTasks& tasks, StepEffects effects = {},
                                               const std::vector<Slowdown>& slowdowns = {}, double jitter = 0,
                                               std::uint64_t seed = 0, const core::Task& task = {});
/// Iterations that follow those that count: without them these would not share the links with the next
/// batch's ids.
inline constexpr std::int64_t kStepsBehind = 4;

} // namespace shardscope::planner
