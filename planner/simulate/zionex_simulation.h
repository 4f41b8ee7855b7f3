// SPDX-License-Identifier: GPL-3.0-or-later
// ZionEX's iterations in time: what a device computes, the links, the reader, the front-end network, and what
// the next iteration does beside this one.
#pragma once

#include "planner/simulate/simulation.h"

namespace shardscope::planner {

/// The busiest device and one of mean load, which wait for each other in every collective. Where transfers
/// share no link and gradients are there when backward begins, the step is the closed form's. Errors: those
/// of evaluate(); NotSupported for a schedule of pipelines; UnknownName for an unknown slowdown; Cancelled.
[[nodiscard]] core::Result<Simulation>
simulateZionex(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan,
               const SimulationOptions& options, const core::Task& task);

} // namespace shardscope::planner
