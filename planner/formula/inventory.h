// SPDX-License-Identifier: GPL-3.0-or-later
// A model's parameter tensors counted by where they live: what the memory and communication of a plan are
// made of.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"
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

/// A matrix of a layer that a tensor group cuts: low-rank adapters stand beside these.
struct CutMatrix {
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::int64_t experts = 0; ///< > 0: each of so many has one
    bool ofAttention = false;
    bool columns = false; ///< its outputs are divided: one module with others of the same input
};

/// Layers with the same tensors: consecutive ones, of a hybrid all of one form.
struct LayerKind {
    std::int64_t first = 0;
    std::int64_t count = 0;
    LayerForm form;
    bool extra = false; ///< tensors that one of another kind's layers holds beside its own
    std::vector<TensorGroup> tensors;
    std::vector<CutMatrix> matrices;
    /// The runs of a hybrid's layers, each as (first, count); empty: [first, first + count).
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

/// Parameters of one layer's adapters, those of experts apart. Fused kernels project queries, keys and values
/// as one matrix, and a gate with what it gates, so these share an adapter (NVIDIA-NeMo/Megatron-Bridge,
/// peft/lora.py); otherwise each has its own (Hugging Face PEFT, tuners/lora/layer.py).
struct AdapterSizes {
    double dense = 0;
    double experts = 0;
};
[[nodiscard]] AdapterSizes adapterSizes(const LayerKind& kind, const core::Plan& plan);
/// Zero without adapters, else one number for each choice of them.
[[nodiscard]] std::int64_t adapterKey(const core::Plan& plan);
/// Adapters of all layers: the only parameters that learn.
[[nodiscard]] double adapterParameters(const Inventory& inventory, const core::Plan& plan);

} // namespace shardscope::planner
