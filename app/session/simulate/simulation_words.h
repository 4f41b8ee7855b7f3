// SPDX-License-Identifier: GPL-3.0-or-later
// The planner's words for what happens in time, in the reader's language.
#pragma once

#include "planner/simulate.h"

#include <QString>

#include <string>

namespace shardscope::app {

[[nodiscard]] QString scheduleKindName(planner::ScheduleKind kind); ///< "interleaved 1F1B"
/// What a simulated run's devices, their rows and counters are: "busiest device", "RoCE ids", "device
/// memory".
[[nodiscard]] QString laneName(const std::string& name);
/// What a slice \p name of such a row does; \p part is the key of its derivation, or empty.
[[nodiscard]] QString laneOperation(const std::string& name, const std::string& part);
/// What may be slow, as Slowdown names it.
[[nodiscard]] QString resourceName(const std::string& resource);

} // namespace shardscope::app
