// SPDX-License-Identifier: GPL-3.0-or-later
// A plan as settings of Megatron Core, for exportPlan alone: as Megatron-LM's arguments
// (megatron/training/arguments.py), or in the YAML of Megatron-Bridge (training/config.py, ConfigContainer).
#pragma once

#include "app/session/exchange/programs/exchanged.h"
#include "app/session/exchange/programs/plan_settings.h"

#include <cstdint>
#include <vector>

namespace shardscope::app {

/// The program that gets the settings: Bridge's recipes have more of them than Megatron-LM's pretraining.
enum class MegatronProgram : std::uint8_t { Pretraining, Bridge };

/// What decides the numbers of \p result's plan, by Megatron-LM's names. Errors: NotSupported where \p
/// program cannot run this plan.
[[nodiscard]] core::Result<std::vector<Setting>> megatronSettings(const PlanResult& result,
                                                                  MegatronProgram program);

/// Errors: as megatronSettings.
[[nodiscard]] core::Result<std::vector<ExportedFile>> megatronArguments(const PlanResult& result);
/// Overrides of a Megatron-Bridge recipe of the same model. Errors: as megatronSettings.
[[nodiscard]] core::Result<std::vector<ExportedFile>> bridgeOverrides(const PlanResult& result);

} // namespace shardscope::app
