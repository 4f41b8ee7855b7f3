// SPDX-License-Identifier: GPL-3.0-or-later
// What every accelerator of a recommender holds of the dense part: perceptrons, their state, activations.
#pragma once

#include "core/explain/explained.h"
#include "core/model/recommender.h"
#include "core/plan/evaluation.h"

#include <string_view>
#include <vector>

namespace shardscope::planner {

/// One purpose's bytes with the name of its formula.
struct ReplicatedEntry {
    core::Purpose purpose = core::Purpose::Weights;
    std::string_view name;
    core::Explained<core::kByte> bytes;
};

/// Weights, gradients, optimizer state, master weights where the plan has them, and the activations of \p
/// batch samples.
[[nodiscard]] std::vector<ReplicatedEntry> replicatedState(const core::Recommender& model,
                                                           const core::Plan& plan, double batch);

/// A count times a width, as a leaf each.
[[nodiscard]] core::Explained<core::kByte> givenBytes(double count, std::string_view label, core::Bytes width,
                                                      std::string_view widthLabel, std::string_view pointer);

} // namespace shardscope::planner
