// SPDX-License-Identifier: GPL-3.0-or-later
// Options whose value is looked for: --gpus 64, --micro-batch max, --io-tiles best.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/io/value.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// Keys of a plan as options, and their values as they are said.
using PlanOptions = std::vector<std::pair<std::string, std::string>>;

/// Devices in all, in the place of replicas: as Megatron-LM's and torchrun's users say.
inline constexpr const char* kDevicesOption = "gpus";

/// \p options with the devices that the name of the machine asks for ("64xH100"), if neither they nor \p
/// document say how many devices or replicas there are.
[[nodiscard]] PlanOptions withDevicesOfName(PlanOptions options, const core::Value& document,
                                            const std::string& machine);

/// \p options with as many replicas, in the place of "gpus", as leave that many devices in all. Errors:
/// NotDivisible by what a replica takes, and those of parsePlan.
[[nodiscard]] core::Result<PlanOptions> withDevices(PlanOptions options, const core::Value& document,
                                                    const std::string& file);

/// \p options with numbers in the places of words, for the plan of \p document (from \p file) on \p hardware.
/// "max" of micro-batch: the largest that fits, of those that divide where the global batch is given; 1 where
/// none does. "best" of io-tiles: of none and the numbers that PopTorch takes, that with the shortest step of
/// those that fit, else of all; the fewest of equals. Errors: Inconsistent (both at once), and those of
/// parsePlan and evaluate.
[[nodiscard]] core::Result<PlanOptions> withSolvedOptions(PlanOptions options, const core::Value& document,
                                                          const std::string& file,
                                                          const core::ModelSpec& model,
                                                          const core::HardwareSpec& hardware);

/// \p plan on \p times as many replicas, and a \p part th of that: what is cut over all replicas is cut over
/// as many as there are then, and the global batch follows. None where they cannot be divided.
[[nodiscard]] std::optional<core::Plan> withReplicasTimes(core::Plan plan, std::int64_t times,
                                                          std::int64_t part = 1);

/// The same for a plan that is there: its micro-batches and replicas stay, the global batch follows.
/// Stopped between two plans that are tried: Cancelled.
[[nodiscard]] core::Result<std::int64_t> largestMicroBatchOf(const core::Plan& plan,
                                                             const core::ModelSpec& model,
                                                             const core::HardwareSpec& hardware,
                                                             const core::Task& task = {});
[[nodiscard]] core::Result<std::int64_t> bestIoTilesOf(const core::Plan& plan, const core::ModelSpec& model,
                                                       const core::HardwareSpec& hardware,
                                                       const core::Task& task = {});

} // namespace shardscope::app
