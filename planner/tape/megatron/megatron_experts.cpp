// SPDX-License-Identifier: GPL-3.0-or-later
// Latent attention and experts (arXiv:2412.19437, section 2.1). A rank's experts together get as many
// rows as its tokens chose, the busiest rank's by the plan's imbalance more.
#include "planner/formula/expert_load.h"
#include "planner/tape/megatron/megatron_layers.h"

#include <utility>

namespace shardscope::planner::tape {

/// A copy in another order or on another rank: nothing kept, the gradient travels back into a tensor of its
/// own.
Tensor MegatronLayers::moved(const char* name, const Tensor& x, const Layout& to)
{
    Node* node = m_tape.record(name, {&x}, rowMajorGradients);
    return m_tape.made(node, to, x.element);
}

/// Queries and keys with values each go through a low rank; the positions' part of the key is one for all
/// heads. Rotary positions turn queries in place and write keys and values apart (fused_mla_yarn_rope_apply).
Tensor MegatronLayers::latentAttention(const Tensor& input)
{
    const Tensor normed = ownNorm(input);
    std::vector<Tensor> operands;
    {
        const Tensor queries =
            m_shape.queryRank > 0 ? m_engine.duplicatedLinear(normed, m_shape.queryRank) : normed;
        const std::vector<Tensor> compressed =
            split(m_tape, m_engine.duplicatedLinear(normed, m_shape.keyValueRank + m_shape.ropeHeadDim), 2,
                  {m_shape.keyValueRank, m_shape.ropeHeadDim});
        const Regions up = [this](const std::vector<Tensor>& inputs) { return upProjections(inputs); };
        const std::vector<Tensor> inputs{queries, compressed[0], m_engine.gatheredRows(compressed[1])};
        operands = repeats(core::Recompute::MlaUpProjection) ? m_tape.checkpointWithoutOutput(up, inputs)
                                                             : up(inputs);
    }
    const Tensor context = core(std::exchange(operands, {}));
    return m_engine.rowLinear(context, m_shape.hidden);
}

/// \p inputs are the compressed queries, the compressed keys with values, and the keys' positions.
std::vector<Tensor> MegatronLayers::upProjections(const std::vector<Tensor>& inputs)
{
    const std::int64_t heads = m_shape.heads / m_plan.axes.tensor;
    const std::int64_t contentWidth = m_shape.headDim - m_shape.ropeHeadDim;
    Tensor q = m_shape.queryRank > 0 ? m_engine.normLinear(inputs[0], heads * m_shape.headDim, layerNorm())
                                     : m_engine.columnLinear(inputs[0], heads * m_shape.headDim);
    q = reshaped(m_tape, q, {q.size(0), q.size(1), heads, m_shape.headDim});
    const Tensor both =
        m_engine.normLinear(inputs[1], heads * (contentWidth + m_shape.valueHeadDim), layerNorm());
    Node* node = m_tape.record("rotary keys", {&both, &inputs[2]}, rowMajorGradients);
    if (node != nullptr)
        node->outputs = 2;
    Tensor k = m_tape.empty({q.size(0), q.size(1), heads, m_shape.headDim}, q.element);
    Tensor v = m_tape.empty({q.size(0), q.size(1), heads, m_shape.valueHeadDim}, q.element);
    k.node = v.node = node;
    v.slot = 1;
    return {q, k, v};
}

/// One feed-forward for all tokens, as wide as the shared experts together (moe/shared_experts.py).
Tensor MegatronLayers::sharedExperts(const Tensor& normed)
{
    const std::int64_t wide = gated() ? 2 : 1;
    const std::int64_t width = m_shape.sharedExperts * m_shape.expertFeedForward / m_plan.axes.tensor;
    Tensor hidden = m_engine.columnLinear(normed, wide * width);
    hidden = m_engine.activation(hidden, wide);
    hidden = m_engine.rowLinear(hidden, m_shape.hidden);
    if (!m_shape.sharedExpertGate)
        return hidden;
    const Tensor gate = activatedStrength(m_engine.router(normed, 1)); // moe/shared_experts.py, gate_weight
    return gatedBy(hidden, gate);
}

/// Scores of every expert in fp32, once for the choice and once for the balancing loss (moe/moe_utils.py);
/// the probabilities and the map of the chosen stay with the dispatcher. Returns the map from rows to places.
Tensor MegatronLayers::routed(const Tensor& normed, Tensor& probabilities)
{
    const std::int64_t tokens = normed.size(0) * normed.size(1);
    const Tensor flat = reshaped(m_tape, normed, {tokens, m_shape.hidden});
    const Tensor logits = m_engine.router(flat, m_shape.experts);
    const Tensor balance = softmax(m_tape, cast(m_tape, logits, Element::Float32));
    const Tensor scores =
        cast(m_tape, softmax(m_tape, cast(m_tape, logits, Element::Float32)), logits.element);
    const TopK chosen = topK(m_tape, scores, m_shape.expertsPerToken);
    const Tensor map = m_tape.empty({tokens, m_shape.experts}, Element::Bool);
    // Scattered into a table of all experts, which the balancing loss joins (MoEAuxLossAutoScaler).
    Node* node = m_tape.record("probabilities", {&chosen.values, &balance}, rowMajorGradients);
    probabilities = m_tape.made(node, {tokens, m_shape.experts}, logits.element);
    m_tape.save(node, map);
    m_tape.save(node, probabilities);
    // Transformer Engine's map: two numbers for each expert and a count (triton/permutation.py).
    return m_tape.empty({tokens, 2 * m_shape.experts + 1}, Element::Int32);
}

Tensor MegatronLayers::expertActivation(const Tensor& hidden, const Tensor& weights)
{
    const Regions run = [this](const std::vector<Tensor>& inputs) {
        return std::vector<Tensor>{m_engine.weightedActivation(inputs[0], inputs[1], gated() ? 2 : 1)};
    };
    const bool again = repeats(core::Recompute::MoeActivation) && !repeats(core::Recompute::Moe);
    return (again ? m_tape.checkpointWithoutOutput(run, {hidden, weights}) : run({hidden, weights})).front();
}

/// Rows sorted by expert, sent to the experts' ranks, sorted there again, through two grouped products, and
/// all the way back (moe/token_dispatcher.py, all-to-all; moe/experts.py, TEGroupedMLP). The layer's forward
/// names the rows it sends, those it receives and those it sends back (moe/moe_layer.py: hidden_states,
/// dispatched_input, output), so that they stand until it returns; the experts' own output stands until it is
/// sorted (routed_experts_compute).
Tensor MegatronLayers::experts(const Tensor& normed)
{
    const std::int64_t ranks = m_plan.axes.expert;
    const std::int64_t local = m_shape.experts / ranks;
    const std::int64_t wide = gated() ? 2 : 1;
    Tensor shared;
    if (m_shape.sharedExperts > 0) {
        const Region run = [this](const std::vector<Tensor>& inputs) {
            return sharedExperts(inputs.front());
        };
        shared = repeats(core::Recompute::SharedExperts) && !repeats(core::Recompute::Moe)
                     ? m_tape.checkpoint(run, {normed})
                     : run({normed});
    }
    const std::int64_t tokens = normed.size(0) * normed.size(1);
    const std::int64_t rows = tokens * m_shape.expertsPerToken;
    Tensor probabilities;
    const Tensor rowMap = routed(normed, probabilities);
    const std::int64_t width = m_shape.widthOfExperts();
    Tensor hidden = reshaped(m_tape, normed, {tokens, m_shape.hidden});
    if (m_shape.expertWidth > 0) // moe/moe_layer.py, fc1_latent_proj
        hidden = m_engine.duplicatedLinear(hidden, width);
    Node* node = m_tape.record("permute", {&hidden, &probabilities}, rowMajorGradients);
    m_tape.save(node, rowMap);
    if (node != nullptr)
        node->outputs = 2;
    hidden = m_tape.empty({rows, width}, normed.element);
    Tensor weights = m_tape.empty({rows}, normed.element);
    hidden.node = weights.node = node;
    weights.slot = 1;
    const std::int64_t arrived = busiestRows(rows, m_shape, m_plan);
    const auto send = [&](Tensor& x, std::int64_t count) {
        if (ranks > 1)
            x = moved("all-to-all", x, x.layout.rank() == 1 ? Layout{count} : Layout{count, x.size(1)});
    };
    // Each rank that shares an expert's matrices sent its own rows; every slice needs all of them.
    const std::int64_t t = m_plan.axes.expertSlices();
    const auto gather = [&](Tensor& x) {
        if (t > 1)
            x = moved("gather rows", x,
                      x.layout.rank() == 1 ? Layout{t * arrived} : Layout{t * arrived, x.size(1)});
    };
    const auto sortByExpert = [&](Tensor& x) {
        if (local > 1)
            x = moved("sort by expert", x, x.layout);
    };
    const Tensor sent = hidden;
    send(hidden, arrived);
    send(weights, arrived);
    const Tensor received = hidden;
    gather(hidden);
    gather(weights);
    sortByExpert(hidden);
    sortByExpert(weights);
    hidden = m_engine.groupedLinear(hidden, wide * m_shape.expertFeedForward / t);
    hidden = expertActivation(std::exchange(hidden, {}), weights);
    hidden = m_engine.groupedLinear(hidden, width);
    {
        const Tensor expertOutput = hidden;
        sortByExpert(hidden);
        if (t > 1)
            hidden = moved("scatter rows", hidden, {arrived, width});
    }
    const Tensor sentBack = hidden;
    send(hidden, rows);
    node = m_tape.record("unpermute", {&hidden}, rowMajorGradients);
    m_tape.save(node, rowMap);
    hidden = m_tape.made(node, withLast(normed.layout, width), normed.element);
    if (m_shape.expertWidth > 0)
        hidden = m_engine.duplicatedLinear(std::exchange(hidden, {}), m_shape.hidden); // fc2_latent_proj
    return shared.defined() ? add(m_tape, hidden, shared) : hidden;
}

} // namespace shardscope::planner::tape
