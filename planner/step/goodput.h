// SPDX-License-Identifier: GPL-3.0-or-later
// What interruptions leave of a training's time: checkpoints, work done again, restarts.
#pragma once

#include "core/plan/plan.h"
#include "core/units/quantity.h"

namespace shardscope::planner {

/// A job all of whose devices stop together and go on from the last checkpoint. Seconds.
struct Interruptions {
    double between = 0; ///< mean time between interruptions of the whole job; infinite: there are none
    double stop = 0;    ///< that writing a checkpoint holds the training up
    double restart = 0; ///< from an interruption to the first new step: found, replaced, started, loaded
};

/// Work between checkpoints that loses least, to first order: √(2 · stop · between). J. W. Young, "A first
/// order approximation to the optimum checkpoint interval", CACM 17 (1974), doi:10.1145/361147.361115.
/// 0 where a checkpoint does not hold the training up.
[[nodiscard]] double checkpointInterval(double stop, double between);

/// Share of the time that is progress, with a checkpoint after every \p interval seconds of work.
///
/// Interruptions come as a Poisson process of rate λ = 1/between, during restarts as well, and a stretch of
/// interval + stop seconds is begun anew until it comes through. Its expected time is
/// (e^(λ(interval + stop)) − 1)/λ · e^(λ restart): with T the time that a stretch of L takes, the first
/// interruption at time t < L costs t and a restart, so that
/// E[T] = L e^(−λL) + ∫ λ e^(−λt) (t + R + E[T]) dt, which gives E[T] = (e^(λL) − 1)(1/λ + R); the restart
/// itself takes R = (e^(λ restart) − 1)/λ by the same law, hence 1/λ + R = e^(λ restart)/λ.
[[nodiscard]] double goodput(const Interruptions& interruptions, double interval);

/// What a checkpoint of \p parameters that learn holds: weights, master weights, the optimizer's state. 14
/// bytes each for Adam in mixed precision; BLOOM's had 13.05 (bigscience chronicles).
[[nodiscard]] core::Bytes checkpointBytes(double parameters, const core::Plan& plan);

} // namespace shardscope::planner
