// SPDX-License-Identifier: GPL-3.0-or-later
// Zion in time, ZionEX's predecessor: trainers that nobody waits for, perceptrons behind one parameter
// server, tables behind several, everything over TCP.
#pragma once

#include "planner/recommender/zionex/zion_walk.h"
#include "planner/simulate/simulation.h"

namespace shardscope::planner {

/// The plan of a recommender on ZionEX, run as Zion would: a few trainers stand for all, a step is a batch of
/// each in the steady state. The closed form is zionRate's, in which nothing waits for anything but the
/// slowest resource. Slowdowns: "compute", "trainer 0" …, and the resources of zionRate. Errors: those of
/// simulateZionex; NotSupported for a model without tables.
[[nodiscard]] core::Result<Simulation>
simulateZion(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan,
             const SimulationOptions& options = {}, const core::Task& task = {},
             const ZionFigures& figures = zionFigures());

} // namespace shardscope::planner
