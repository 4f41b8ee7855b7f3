// SPDX-License-Identifier: GPL-3.0-or-later
// What a step's time comes to: energy, money, and the whole training that the plan asks for.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/evaluation.h"
#include "planner/formula/symbols.h"
#include "planner/machine/exchange.h"

namespace shardscope::planner {

/// The parts of a step by which one device draws power; for the rest of the step it waits.
template <class N>
struct BusyTime {
    Duration<N> products; ///< matrix products at full rate
    Duration<N> memory;   ///< everything else it computes
};

/// Fills energy and price of a step and the training, from \p step. Every device is taken as busy as those of
/// the slowest stage. With measured draws: each kind of work at its own; with the board's power alone: all
/// the time at its limit.
template <class N>
void addCosts(const core::HardwareSpec& hardware, const Duration<N>& step, const BusyTime<N>& busy,
              core::Evaluation& evaluation);

/// The price alone, of an hour and of a step.
template <class N>
void addPrice(const core::HardwareSpec& hardware, const Duration<N>& step, core::Evaluation& evaluation);

/// Divides forward, backward and recompute of \p evaluation's step on a bulk-synchronous machine: \p times
/// the exchange and synchronisation of \p one, the rest is computed. Figures beside it: superstep_number,
/// superstep_exchanged_bytes, and of the whole step what the mean tile does (tile_computes_share,
/// tile_exchanges_share, tile_waits_share, 1 in all).
void addSupersteps(const core::HardwareSpec& hardware, const Superstep& one, double times,
                   core::Evaluation& evaluation);

/// The training alone, for steps whose energy and price are known.
template <class N>
void addTraining(const Duration<N>& step, core::Evaluation& evaluation);

} // namespace shardscope::planner
