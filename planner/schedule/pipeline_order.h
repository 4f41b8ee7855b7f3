// SPDX-License-Identifier: GPL-3.0-or-later
// What the order of micro-batches in a pipeline comes to: how many a stage holds, how long it stands idle.
#pragma once

#include "planner/formula/stages.h"
#include "planner/formula/symbols.h"

namespace shardscope::planner {

/// What keeps a schedule without a closed form from having an order for the plan's stages and micro-batches.
[[nodiscard]] std::optional<core::Error> orderProblem(const core::Plan& plan);

/// Micro-batches of which \p stage holds all its layers' activations at once; a fraction where chunks of
/// layers are interleaved. gpipe: all; 1f1b and zero-bubble: p - stage, PopART's stashes 2(p - stage - 1) +
/// 1; interleaved: 2(p - stage - 1) + (v - 1)p + 1 chunks. Others: what the rank holds at most in the
/// schedule's order until weight gradients are done.
template <class N>
[[nodiscard]] Count<N> inFlight(const Symbols<N>& s, const core::Plan& plan, const Stage& stage);

/// Whether the first stage has its last pass last, and each other one as much earlier as a backward takes
/// from it back to the first.
[[nodiscard]] bool drains(const core::Plan& plan);
/// Whether a rank may wait for other stages, or for other parts of its own.
[[nodiscard]] bool waitsForOthers(const core::Plan& plan);
/// Whether all micro-batches are served by what is fetched once.
[[nodiscard]] bool servesAllAtOnce(const core::Plan& plan);

/// One micro-batch through all stages but the slowest, with recompute; and through the slowest one's layers
/// alone.
template <class N>
struct Others {
    Duration<N> forward;
    Duration<N> backward;
    Duration<N> fillForward = {};
    Duration<N> fillBackward = {};
};

/// Idle time of the slowest stage while the pipeline fills and drains: what the first micro-batch and the
/// last take through \p others.
template <class N>
[[nodiscard]] Duration<N> bubbleTime(const Symbols<N>& s, const core::Plan& plan, const Others<N>& others);

} // namespace shardscope::planner
