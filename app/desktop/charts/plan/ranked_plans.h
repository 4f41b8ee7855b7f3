// SPDX-License-Identifier: GPL-3.0-or-later
// Plans side by side in the order in which a reader wants them: who is fastest of those that fit, and why.
#pragma once

#include "app/desktop/charts/plan/plans_scene.h"

#include <optional>
#include <vector>

namespace shardscope::app {

/// Whether the plans' steps work on different batches: then they are told apart by the time of a device for a
/// sample.
[[nodiscard]] bool batchesDiffer(const std::vector<ShownPlan>& plans);
/// \p seconds of a step of \p evaluation; of a device and a sample where \p perSample.
[[nodiscard]] double comparedSeconds(const core::Evaluation& evaluation, core::StepPart part, bool perSample);

/// What is left of the fullest device's memory, in bytes; below 0: what is missing. None: it holds nothing.
[[nodiscard]] std::optional<double> memoryLeftOf(const core::Evaluation& evaluation);

struct RankedPlans {
    std::vector<ShownPlan> plans;   ///< what stands side by side
    std::vector<ShownPlan> leftOut; ///< well-known layouts that cannot be followed here
};
/// First those that fit, the fastest on top; then those that do not, by what they need; then those that are
/// still being worked out, then those that cannot be evaluated. A well-known layout that cannot be followed
/// on this machine by this model is left out.
[[nodiscard]] RankedPlans rankedPlans(std::vector<ShownPlan> plans);

/// The first of the ranked \p plans that fits and is timed; none if there is no such plan.
[[nodiscard]] std::optional<std::size_t> winnerOf(const std::vector<ShownPlan>& plans);
/// Which of the ranked \p plans wins, by how much and why, in a sentence; where none fits, which comes
/// nearest. Empty while nothing is known.
[[nodiscard]] QString winnerSentence(const std::vector<ShownPlan>& plans);

} // namespace shardscope::app
