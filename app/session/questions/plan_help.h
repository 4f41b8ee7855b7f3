// SPDX-License-Identifier: GPL-3.0-or-later
// Which single changes would help a plan: what makes it fit, or what makes one that fits faster.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace shardscope::app {

struct HelpfulChange {
    std::shared_ptr<const core::Plan> plan;  ///< with the change made; null: no key of a plan makes it
    std::optional<core::PlanOutcome> after;  ///< of that plan; none: it has no plan
    bool runs = true;                        ///< the plan's framework runs it as it is
    std::optional<core::Remedy> remedy = {}; ///< what the verdict calls it; none: a neighbouring plan
};

/// What becomes of a plan when it is taken over: what follows from its free choices is put right.
using SettlePlan = std::function<core::Plan(const core::Plan&)>;

/// Of a plan that does not fit, the remedies of its verdict (\p evaluation is explained); of one that fits,
/// for each key the value with which a step is least long, and where little stays free also what frees most
/// for the least time. Those first that the framework runs, of these those that fit, then those on no more
/// devices, then by the time of a step. Each is evaluated as the plan that it becomes. Error: Cancelled.
[[nodiscard]] core::Result<std::vector<HelpfulChange>>
helpfulChanges(const core::ModelSpec& model, const core::HardwareSpec& hardware,
               const core::Evaluation& evaluation, const SettlePlan& settle, const core::Task& task);

} // namespace shardscope::app
