// SPDX-License-Identifier: GPL-3.0-or-later
// What can be asked of a simulation, what of it can be slowed, and what more of it buys.
#pragma once

#include "planner/formula/slowdown.h"
#include "planner/simulate/simulation.h"

#include <functional>
#include <initializer_list>
#include <utility>

namespace shardscope::planner {

/// How a run's title names a model or a machine.
template <class Named>
[[nodiscard]] const std::string& shownTitle(const Named& of)
{
    return of.title.empty() ? of.name : of.title;
}

/// Error: OutOfRange where the steps that are asked for are none or too many.
[[nodiscard]] core::Result<core::Done> checkSteps(const SimulationOptions& options);
/// Error: NotSupported where a recommender's simulation is asked for an order of micro-batches.
[[nodiscard]] core::Result<core::Done> checkNoPipeline(const SimulationOptions& options);

/// Errors: UnknownName with the nearest of \p known; OutOfRange for a factor that is not above 0.
[[nodiscard]] core::Result<core::Done> checkSlowdowns(const std::vector<std::string>& known,
                                                      const std::vector<Slowdown>& slowdowns);

/// Keeps those of \p parts that are more than rounding leaves of \p closedForm.
[[nodiscard]] std::vector<StepDifference>
largerDifferences(std::initializer_list<std::pair<const char*, double>> parts, double closedForm);

/// How much less \p seconds (of the step, with these slowdowns) gets when each of \p resources is 10 %
/// faster; largest first.
[[nodiscard]] core::Result<std::vector<Sensitivity>>
sensitivitiesOf(const std::vector<std::string>& resources, const std::vector<Slowdown>& slowdowns,
                const std::function<core::Result<double>(const std::vector<Slowdown>&)>& seconds);

} // namespace shardscope::planner
