// SPDX-License-Identifier: GPL-3.0-or-later
// A broken promise inside the planner ends the answer that it was met in, with a report that can be sent.
#pragma once

#include "core/base/kept.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <string>
#include <utility>

namespace shardscope::planner {

/// Model, machine and plan: with the version all that it takes to meet the same again.
[[nodiscard]] std::string lookedAt(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                   const core::Plan& plan);

/// core::kept() of what \p work finds out of \p plan.
template <class Work>
[[nodiscard]] auto keptAnswer(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                              const core::Plan& plan, Work&& work)
{
    return core::kept(std::forward<Work>(work), [&] { return lookedAt(model, hardware, plan); });
}

} // namespace shardscope::planner
