// SPDX-License-Identifier: GPL-3.0-or-later
// What the choices of a plan are called, in the reader's language: the one place for both front ends. Files,
// options and tables that are read again have keys ("1f1b"); what a person reads has these ("1F1B").
#pragma once

#include "core/plan/plan.h"
#include "core/report/table.h"

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope::planner {
enum class ScheduleKind : std::uint8_t;
}

namespace shardscope::app {

[[nodiscard]] QString choiceText(planner::ScheduleKind kind); ///< "interleaved 1F1B"
/// The same of a plan's schedule; "phased execution" has no pipeline's order.
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
/// What \p word of a plan's \p key is called ("schedule", "/schedule" or the option, "1f1b": "1F1B"); what
/// has no title stays as it is.
[[nodiscard]] QString choiceTitle(std::string_view key, const std::string& word);
/// \p table, whose column \p column holds words of the plan's key of that name: each with its title.
[[nodiscard]] core::Table withTitles(core::Table table, std::string_view column);
/// An option by the words of formulas: "zero-stage" as labelText() has "zero_stage".
[[nodiscard]] QString optionText(const std::string& option);
/// "ZeRO-1": how far a plan's state is cut over all its replicas.
[[nodiscard]] QString zeroTitle(int stage);

} // namespace shardscope::app
