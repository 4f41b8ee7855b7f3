// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's batches in time: NN workers, loaders, embedding workers, parameter servers and what queues there,
// in each of its four modes.
#pragma once

#include "planner/recommender/persia/persia_plan.h"
#include "planner/simulate/simulation.h"

namespace shardscope::planner {

/// A few NN workers stand for all. A step is a batch of each in the steady state. Errors: those of
/// evaluatePersia; NotSupported for a schedule of pipelines; UnknownName for an unknown slowdown; Cancelled.
[[nodiscard]] core::Result<Simulation>
simulatePersia(const core::ModelSpec& model, const RoleCluster& cluster, const core::HardwareSpec& hardware,
               const core::Plan& plan, const PersiaSettings& settings, const SimulationOptions& options = {},
               const core::Task& task = {});

} // namespace shardscope::planner
