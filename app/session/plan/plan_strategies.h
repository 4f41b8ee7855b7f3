// SPDX-License-Identifier: GPL-3.0-or-later
// The well-known ways to lay a model out, each fitted to a model, a machine and a number of devices, so that
// they can stand side by side.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/plan/plan.h"
#include "planner/planner.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shardscope::app {

/// data_parallel zero_1 zero_2 zero_3 megatron megatron_tensor gpipe mesh_tensorflow phased, in the order
/// they are offered.
[[nodiscard]] std::span<const std::string_view> strategyKeys();
/// "Megatron-LM", "plain data parallelism"; the key itself where it is none of strategyKeys().
[[nodiscard]] QString strategyName(std::string_view key);
/// What it does, one sentence, with the paper it is from.
[[nodiscard]] QString strategyHelp(std::string_view key);

/// Whether it can be followed at all by that model on that machine, as far as that can be told without
/// trying: no layout is for a recommender, a pipeline has layers to divide, phases a larger memory to stream
/// from.
[[nodiscard]] bool strategyApplies(std::string_view key, const core::ModelSpec& model,
                                   const core::HardwareSpec& hardware);

/// What a step works on: the plan's global batch, or as many samples as fit (one micro-batch a replica; with
/// stages eight a stage, so that the bubble is a ninth at most).
enum class StrategyBatch { Given, Largest };
/// The plan's own where it was given one: a plan of one sample a replica was not.
[[nodiscard]] StrategyBatch suggestedBatch(const core::Plan& plan);

/// The plan of a strategy over the devices and samples a step of \p plan, with its optimizer, precision and
/// sequence length. Where a strategy leaves a degree open, the smallest that fits is taken (of a tensor group
/// beside ZeRO the fastest), and the largest legal one where none does; the micro-batch is the largest that
/// fits, with stages the fastest. Errors: why the strategy cannot be followed here (NotDivisible,
/// NotSupported, OutOfRange); UnknownName; Cancelled once \p task is stopped, which is looked at before each
/// candidate.
[[nodiscard]] core::Result<core::Plan> strategyPlan(std::string_view key, const planner::Evaluator& evaluator,
                                                    const core::Plan& plan,
                                                    StrategyBatch batch = StrategyBatch::Given,
                                                    const core::Task& task = {});

/// "16 · 1 · 25": t, p and r.
[[nodiscard]] std::string shapeText(const core::Plan& plan);
/// The size of the plan's tensor group.
[[nodiscard]] std::int64_t tensorGroup(const core::Plan& plan);
/// \p plan on the same devices with tensor groups of \p tensor, which divides theirs, and \p stages times as
/// many stages; what else is freed makes replicas. The global batch stays where those divide it. None where
/// the model cannot be laid out so.
[[nodiscard]] std::optional<core::Plan> withTensorGroups(core::Plan plan, std::int64_t tensor,
                                                         std::int64_t stages, const core::ModelSpec& model);

} // namespace shardscope::app
