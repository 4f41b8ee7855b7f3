// SPDX-License-Identifier: GPL-3.0-or-later
// What the derivations behind an evaluation's numbers are called (--explain).
#pragma once

#include "core/plan/evaluation.h"

#include <string>
#include <string_view>

namespace shardscope::app {

/// "memory.device.weights", of the fullest class of ranks; \p what: a purpose, or "peak".
[[nodiscard]] std::string memoryPath(core::Tier tier, std::string_view what);
/// "memory.device.weights@stage 0", of one class.
[[nodiscard]] std::string memoryPath(core::Tier tier, std::string_view what,
                                     const core::RankClass& rankClass);
/// "step.forward", "step.total"
[[nodiscard]] std::string stepPath(core::StepPart part);
/// "communication.tensor.all_reduce", of its time; ".bytes" behind it: of its payload.
[[nodiscard]] std::string communicationPath(const core::CommunicationEntry& entry);

} // namespace shardscope::app
