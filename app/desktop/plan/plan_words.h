// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's choices in the reader's language.
#pragma once

#include "app/desktop/workbench/plan_state.h"
#include "core/plan/plan.h"

#include <QString>

namespace shardscope::app {

[[nodiscard]] QString choiceText(core::Schedule schedule);
[[nodiscard]] QString choiceText(core::Recompute recompute);
[[nodiscard]] QString choiceText(core::Attention attention);
[[nodiscard]] QString choiceText(core::OptimizerKind optimizer);
[[nodiscard]] QString choiceText(core::Framework framework);
[[nodiscard]] QString choiceText(core::Tier tier);
[[nodiscard]] QString choiceText(core::GatheredInputs inputs);
[[nodiscard]] QString choiceText(core::Kernels kernels);
[[nodiscard]] QString choiceText(core::ContextExchange exchange);
[[nodiscard]] QString choiceText(core::ExpertDispatch dispatch);
[[nodiscard]] QString choiceText(core::ExpertKernels kernels);
[[nodiscard]] QString choiceText(core::CudaGraphs graphs);
[[nodiscard]] QString choiceText(core::AdapterTargets targets);
[[nodiscard]] QString choiceText(core::Dtype dtype);
[[nodiscard]] QString choiceText(ShardingPreset preset);
/// "t 8 × p 8 × r 4, weights over 4, 1F1B, micro-batch 1": the plan in one line, for source lines and titles.
[[nodiscard]] QString planSummary(const core::Plan& plan);

} // namespace shardscope::app
