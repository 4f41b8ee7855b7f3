// SPDX-License-Identifier: GPL-3.0-or-later
// A model's parameter tensors counted by where they live: what the memory and communication of a plan are
// made of.
#pragma once

#include "core/model/model_spec.h"
#include "planner/formula/layer_form.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::planner {

/// Equal tensors that are split alike.
struct TensorGroup {
    std::string label;   ///< the first one's name, without its layer
    double elements = 0; ///< of one whole tensor
    double rows = 0;     ///< its first dimension, which a vocabulary split divides
    core::TensorSplit split = core::TensorSplit::Replicated;
    std::int64_t number = 1;  ///< how many there are, in each layer
    std::int64_t experts = 0; ///< > 0: elements counts so many experts', which expert parallelism divides
    bool shared = false;      ///< tied: no memory of its own where its original is on the same rank
};

/// Layers with the same tensors: consecutive ones, of a hybrid all of one form.
struct LayerKind {
    std::int64_t first = 0;
    std::int64_t count = 0;
    LayerForm form;
    bool extra = false; ///< tensors that one of another kind's layers holds beside its own
    std::vector<TensorGroup> tensors;
    /// Of a hybrid: its layers, as (first, count) of each run; empty: [first, first + count).
    std::vector<std::pair<std::int64_t, std::int64_t>> runs;

    /// Numbers of the layers as texts read them: "0–31", of many runs "0, 2, 4, …".
    [[nodiscard]] std::string numbers() const;
    /// How many of these layers lie in [begin, end).
    [[nodiscard]] std::int64_t within(std::int64_t begin, std::int64_t end) const;
};

struct Inventory {
    std::vector<TensorGroup> embedding; ///< on the first stage
    std::vector<LayerKind> layers;
    std::vector<TensorGroup> head; ///< final norm and head, on the last stage
    double parameters = 0;         ///< tied tensors once
    std::int64_t firstDecoder = 0; ///< number of the decoder's first layer; 0: there is no encoder before it
};

/// A parameter count alone is one replicated-nowhere tensor in one layer: it divides over tensor and pipeline
/// alike.
[[nodiscard]] Inventory inventoryOf(const core::ModelSpec& model);

} // namespace shardscope::planner
