// SPDX-License-Identifier: GPL-3.0-or-later
// One transformer layer of Megatron-Core with fused kernels: mixers of every kind, feed-forward, experts.
// After megatron/core/transformer/{multi_latent_attention.py, moe/}, in our own terms; docs/memory_model.md.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/tape/megatron/transformer_engine.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner::tape {

class MegatronLayers {
public:
    MegatronLayers(Tape& tape, const core::Transformer& shape, const core::Plan& plan,
                   TransformerEngine& engine)
        : m_tape(tape)
        , m_shape(shape)
        , m_plan(plan)
        , m_engine(engine)
    {
    }

    /// Layer number \p layer of the whole model on [rows, batch, hidden].
    [[nodiscard]] Tensor through(std::int64_t layer, const Tensor& input);

    /// nanotron's loss of the head's \p logits, one number for each token.
    [[nodiscard]] Tensor lossInPlace(Tensor logits);

    [[nodiscard]] bool layerNorm() const { return m_shape.norm == core::NormKind::LayerNorm; }
    [[nodiscard]] bool gated() const { return core::isGated(m_shape.activation); }
    /// Megatron-LM's default for attention and hidden dropout (megatron/training/arguments.py).
    [[nodiscard]] double dropoutRate() const { return m_plan.dropout ? 0.1 : 0; }

private:
    [[nodiscard]] Tensor mixed(core::Mixer mixer, const Tensor& input);
    [[nodiscard]] Tensor stateSpace(const Tensor& input);
    [[nodiscard]] Tensor groupNorm(const Tensor& x, std::int64_t groups);
    [[nodiscard]] Tensor deltaRule(const Tensor& input);
    [[nodiscard]] Tensor activatedStrength(const Tensor& x);
    [[nodiscard]] Tensor softplus(const Tensor& x);
    [[nodiscard]] Tensor ruled(const std::vector<Tensor>& operands);
    [[nodiscard]] Tensor gatedBy(const Tensor& x, const Tensor& gate);
    [[nodiscard]] Tensor groupedQueryAttention(const Tensor& input);
    [[nodiscard]] Tensor attentionOnCopies(const Tensor& input);
    [[nodiscard]] Tensor latentAttention(const Tensor& input);
    [[nodiscard]] bool repeats(core::Recompute::Part part) const { return m_plan.recompute.has(part); }
    /// The residual and what a part of the layer makes of it.
    [[nodiscard]] Tensor joined(Tensor part, const Tensor& residual);
    [[nodiscard]] Tensor headNorm(const Tensor& x);
    /// A norm that is a kernel of its own.
    [[nodiscard]] Tensor ownNorm(const Tensor& input);
    [[nodiscard]] std::vector<Tensor> upProjections(const std::vector<Tensor>& inputs);
    [[nodiscard]] Tensor core(const std::vector<Tensor>& operands);
    [[nodiscard]] Tensor attentionCore(const std::vector<Tensor>& operands);
    [[nodiscard]] Tensor exchanged(const Tensor& x, bool toHeads);
    [[nodiscard]] std::vector<Tensor> roundTheRing(const Tensor& q, const Tensor& k, const Tensor& v);
    [[nodiscard]] Tensor repeated(const Tensor& x, std::int64_t heads);
    [[nodiscard]] Tensor feedForward(const Tensor& input);
    [[nodiscard]] Tensor denseOrExperts(std::int64_t layer, const Tensor& input);
    [[nodiscard]] Tensor experts(const Tensor& normed);
    [[nodiscard]] Tensor expertActivation(const Tensor& hidden, const Tensor& weights);
    [[nodiscard]] Tensor sharedExperts(const Tensor& normed);
    [[nodiscard]] Tensor routed(const Tensor& normed, Tensor& probabilities);
    [[nodiscard]] Tensor moved(const char* name, const Tensor& x, const Layout& to);

    Tape& m_tape;
    const core::Transformer& m_shape;
    const core::Plan& m_plan;
    TransformerEngine& m_engine;
};

} // namespace shardscope::planner::tape
