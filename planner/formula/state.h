// SPDX-License-Identifier: GPL-3.0-or-later
// Model state on one rank: weights, gradients, optimizer state and master weights after tensor split,
// pipeline and sharding, each tensor padded to whole shards.
#pragma once

#include "planner/formula/inventory.h"
#include "planner/formula/stages.h"
#include "planner/formula/symbols.h"

#include <array>
#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// Elements of one layer, or of one end of the network, on a rank.
template <class N>
struct StateElements {
    Count<N> used;      ///< what computing needs: split over t
    Count<N> weights;   ///< stored: over rts as well
    Count<N> gradients; ///< stored, over its own degree
    Count<N> optimizer; ///< stored, over rts'
    Count<N> experts; ///< of used: those of experts that are divided over ranks; 0 without expert parallelism
    Count<N> trained; ///< of used: those that learn; fewer where adapters do
    Count<N> trainedExperts; ///< of experts
};

/// State of the whole model, by part; one stage's is put together from it.
template <class N>
struct ModelState {
    std::vector<StateElements<N>> layerKinds; ///< one layer of each kind, as Inventory::layers
    StateElements<N> embedding;
    StateElements<N> head;       ///< where the embedding is on another stage: tied tensors are copies
    StateElements<N> headBeside; ///< where the embedding is on the same stage: tied tensors are the same
};

/// How far experts' state is sharded: over the replicas that hold the same experts, as far as the plan's
/// degrees allow.
[[nodiscard]] core::Sharding expertSharding(const core::Plan& plan);

template <class N>
[[nodiscard]] ModelState<N> modelState(const Inventory& inventory, const core::Plan& plan);

/// Everything in a plan that modelState depends on.
using StateKey = std::array<std::int64_t, 9>;
[[nodiscard]] StateKey stateKey(const core::Plan& plan);

/// All elements of a stage; names them "weight_elements_used" and so on.
template <class N>
[[nodiscard]] StateElements<N> stageState(const ModelState<N>& state, const Inventory& inventory,
                                          const Stage& stage);

/// The same for a bare parameter count: parameters / (t · p), padded.
template <class N>
[[nodiscard]] StateElements<N> bareState(double parameters, const core::Plan& plan);

/// Values an optimizer keeps for each parameter, master weights apart: Adam's two moments, momentum's one,
/// none of SGD.
[[nodiscard]] double optimizerSlots(core::OptimizerKind kind);

/// Bytes of one stage's state.
template <class N>
struct StateBytes {
    ByteCount<N> weights;
    ByteCount<N> gradients;
    ByteCount<N> optimizer;
    ByteCount<N> master;
};

template <class N>
[[nodiscard]] StateBytes<N> stateBytes(const StateElements<N>& elements, const core::Plan& plan);

} // namespace shardscope::planner
