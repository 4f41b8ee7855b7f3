// SPDX-License-Identifier: GPL-3.0-or-later
// A plan as Megatron-LM's arguments (megatron/training/arguments.py), for exportPlan alone.
#pragma once

#include "app/session/exchange/interchange.h"

namespace shardscope::app {

/// Errors: NotSupported where Megatron-LM cannot run this plan.
[[nodiscard]] core::Result<std::vector<ExportedFile>> megatronArguments(const PlanResult& result);

} // namespace shardscope::app
