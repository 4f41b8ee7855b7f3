// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan whose tensor groups reach beyond a node would come to with groups inside one.
#pragma once

#include "app/session/plan/commands.h"

#include <optional>

namespace shardscope::app {

/// A plan on the same devices with the same global batch: the tensor group as large as the node allows, the
/// rest of it as replicas or as stages, whichever fits and is faster. None if no tensor group leaves its
/// node, if nothing else fits, or if the step cannot be timed.
[[nodiscard]] std::optional<core::Evaluation> insideNode(const core::ModelSpec& model,
                                                         const core::HardwareSpec& hardware,
                                                         const core::Evaluation& evaluation);
/// "With groups inside a node (t 16 · p 1 · r 2): 26.2 TFLOP/s a device, 6.9 times this plan's rate."; empty
/// where there is none.
[[nodiscard]] QString insideNodeText(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                     const core::Evaluation& evaluation);

} // namespace shardscope::app
