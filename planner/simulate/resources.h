// SPDX-License-Identifier: GPL-3.0-or-later
// What of a simulation can be slowed, and what more of it buys.
#pragma once

#include "planner/simulate/simulate.h"

#include <functional>

namespace shardscope::planner {

/// How much longer \p what takes: the product of its slowdowns.
[[nodiscard]] double factorOf(const std::vector<Slowdown>& slowdowns, const std::string& what);

/// Errors: UnknownName with the nearest of \p known; OutOfRange for a factor that is not above 0.
[[nodiscard]] core::Result<core::Done> checkSlowdowns(const std::vector<std::string>& known,
                                                      const std::vector<Slowdown>& slowdowns);

/// By how much \p seconds (of the step, with these slowdowns) gets less when each of \p resources is 10 %
/// faster; largest first.
[[nodiscard]] core::Result<std::vector<Sensitivity>>
sensitivitiesOf(const std::vector<std::string>& resources, const std::vector<Slowdown>& slowdowns,
                const std::function<core::Result<double>(const std::vector<Slowdown>&)>& seconds);

} // namespace shardscope::planner
