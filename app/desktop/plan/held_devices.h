// SPDX-License-Identifier: GPL-3.0-or-later
// A plan whose number of devices is held: what one degree takes, the replicas give, else the stages.
#pragma once

#include "app/desktop/workbench/plan_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

/// Whether the key is a degree that devices are counted by.
[[nodiscard]] bool isDeviceDegree(const std::string& key);

/// \p next, in which the degree \p key was changed of \p before ("": none), on \p devices: with other
/// replicas, else with other stages and replicas. The samples of a step stay as many where they divide.
/// None if no such degrees come to that many devices.
[[nodiscard]] std::optional<PlanState> onDevices(const PlanState& before, PlanState next,
                                                 const std::string& key, std::int64_t devices);

/// The counts nearest to \p devices that onDevices() takes in its place, the smaller one first; \p next as
/// there.
[[nodiscard]] std::vector<std::int64_t> nearestCounts(const PlanState& next, const std::string& key,
                                                      std::int64_t devices);

} // namespace shardscope::app
