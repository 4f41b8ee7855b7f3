// SPDX-License-Identifier: GPL-3.0-or-later
// The planner's words for what happens in time, in the reader's language.
#pragma once

#include "core/report/report.h"
#include "planner/simulate.h"

#include <QString>

#include <string>

namespace shardscope::app {

/// What a simulated run's devices, their rows and counters are: "busiest device", "RoCE ids", "device
/// memory".
[[nodiscard]] QString laneName(const std::string& name);
/// What a slice \p name of such a row does; \p part is the key of its derivation, or empty.
[[nodiscard]] QString laneOperation(const std::string& name, const std::string& part);
/// What a slice of a simulated run is called, which is named as a recorder would: "all-reduce: replicas".
[[nodiscard]] QString sliceName(const std::string& name);
/// Over the derivation \p key of Simulation::derivations, opened from a slice or a pass that is called
/// \p name: traffic is derived for a whole step.
[[nodiscard]] QString derivedTitle(const std::string& key, const QString& name);
/// \p report of a simulated run with the names of its slices and rows in the reader's language.
[[nodiscard]] core::Report withSliceNames(core::Report report);
/// \p name without a recorder's marks around it: "## embedding get 12 ##", "forward (gemm)".
[[nodiscard]] std::string plainSlice(std::string name);
/// What may be slow or fail, as Slowdown and Failure name it.
[[nodiscard]] QString resourceName(const std::string& resource);

} // namespace shardscope::app
