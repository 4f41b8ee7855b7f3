// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's parts in a row; attention with its own heads, the dense feed-forward, and the attention core that
// all kinds share.
#include "planner/tape/megatron/megatron_layers.h"

#include "planner/formula/program_code.h"

#include <numeric>
#include <utility>

namespace shardscope::planner::tape {

Tensor MegatronLayers::through(std::int64_t layer, const Tensor& input)
{
    const core::LayerParts parts = m_shape.partsOf(layer);
    const Tensor between =
        parts.mixer == core::Mixer::None ? input : joined(mixed(parts.mixer, input), input);
    return parts.tokens == core::TokenPart::None ? between : joined(denseOrExperts(layer, between), between);
}

/// Gemma norms what attention and feed-forward give, too (NVIDIA-NeMo/Megatron-Bridge,
/// models/gemma/gemma3_provider.py, TERowParallelLinearLayerNorm).
Tensor MegatronLayers::joined(Tensor part, const Tensor& residual)
{
    if (m_shape.sandwichNorms)
        part = m_engine.norm(std::exchange(part, {}), layerNorm());
    return m_engine.dropoutAdd(part, residual, dropoutRate());
}

/// Normalizes every head, or all together; the kernel takes rows without gaps.
Tensor MegatronLayers::headNorm(const Tensor& x)
{
    const Tensor rows = contiguous(m_tape, x);
    if (!m_shape.queryKeyNormWhole)
        return m_engine.norm(rows, layerNorm());
    const Tensor wide = reshaped(m_tape, rows, {x.size(0), x.size(1), x.size(2) * x.size(3)});
    return reshaped(m_tape, m_engine.norm(wide, layerNorm()), {x.size(0), x.size(1), x.size(2), x.size(3)});
}

Tensor MegatronLayers::denseOrExperts(std::int64_t layer, const Tensor& input)
{
    const bool sparse = m_shape.hasExperts(layer);
    const Region run = [this, sparse](const std::vector<Tensor>& inputs) {
        return sparse ? experts(inputs.front()) : feedForward(inputs.front());
    };
    const Tensor given = sparse ? ownNorm(input) : input;
    return repeats(sparse ? core::Recompute::Moe : core::Recompute::Mlp) ? m_tape.checkpoint(run, {given})
                                                                         : run({given});
}

Tensor MegatronLayers::ownNorm(const Tensor& input)
{
    const Regions run = [this](const std::vector<Tensor>& inputs) {
        return std::vector<Tensor>{m_engine.norm(inputs.front(), layerNorm())};
    };
    return (repeats(core::Recompute::Layernorm) ? m_tape.checkpointWithoutOutput(run, {input}) : run({input}))
        .front();
}

Tensor MegatronLayers::feedForward(const Tensor& input)
{
    const std::int64_t wide = gated() ? 2 : 1;
    Tensor hidden =
        m_engine.normLinear(input, wide * m_shape.feedForward / m_plan.axes.tensor, layerNorm(), true);
    if (gated() && writesActivationsOut(m_shape, m_plan)) {
        const std::vector<Tensor> parts = split(m_tape, std::exchange(hidden, {}), 2, 2);
        const bool sigmoid = m_shape.activation == core::Activation::Swiglu;
        hidden = multiply(m_tape, sigmoid ? silu(m_tape, parts[0]) : gelu(m_tape, parts[0]), parts[1]);
    } else {
        hidden = m_engine.activation(hidden, wide);
    }
    return m_engine.rowLinear(hidden, m_shape.hidden, true);
}

Tensor MegatronLayers::groupedQueryAttention(const Tensor& input)
{
    const std::int64_t t = m_plan.axes.tensor;
    const std::int64_t groups = m_shape.kvHeads / t;
    const std::int64_t heads = m_shape.heads / t;
    const std::int64_t width = m_shape.headDim;
    const std::int64_t ofQueries = heads / groups * width;
    std::vector<std::int64_t> widths{ofQueries, width, width};
    if (m_shape.attentionGate)
        widths.insert(widths.begin() + 1, ofQueries);
    const std::int64_t perGroup = std::accumulate(widths.begin(), widths.end(), std::int64_t{0});
    Tensor fused = m_engine.normLinear(input, groups * perGroup, layerNorm());
    fused = reshaped(m_tape, fused, {fused.size(0), fused.size(1), groups, perGroup});
    std::vector<Tensor> parts = split(m_tape, fused, 3, widths);
    const auto inHeads = [&](const Tensor& x) {
        return reshaped(m_tape, x, {fused.size(0), fused.size(1), heads, width});
    };
    Tensor q = inHeads(parts[0]);
    const Tensor gate = m_shape.attentionGate ? contiguous(m_tape, inHeads(parts[1])) : Tensor{};
    Tensor k = parts[parts.size() - 2];
    // Values become dense too: the kernel takes three tensors of one layout.
    const Tensor v = contiguous(m_tape, parts.back());
    parts.clear();
    fused.reset();
    if (m_shape.queryKeyNorm) {
        q = headNorm(std::exchange(q, {}));
        k = headNorm(std::exchange(k, {}));
    }
    if (!m_shape.learnedPositions) {
        q = m_engine.rotated(q);
        k = m_engine.rotated(k);
    } else {
        q = contiguous(m_tape, q);
        k = contiguous(m_tape, k);
    }
    Tensor context = core({q, k, v});
    if (gate.defined()) // core/transformer/attention.py, _apply_output_gate
        context = gatedBy(context, reshaped(m_tape, gate, {gate.size(0), gate.size(1), heads * width}));
    return m_engine.rowLinear(context, m_shape.hidden);
}

Tensor MegatronLayers::core(const std::vector<Tensor>& operands)
{
    const Region region = [this](const std::vector<Tensor>& inputs) { return attentionCore(inputs); };
    return repeats(core::Recompute::CoreAttention) ? m_tape.checkpoint(region, operands) : region(operands);
}

Tensor MegatronLayers::attentionCore(const std::vector<Tensor>& operands)
{
    const auto batchFirst = [this](const Tensor& x) {
        return transposed(m_tape, transposed(m_tape, x, 0, 1), 1, 2);
    };
    const bool shared = m_plan.axes.context > 1;
    const bool swaps = shared && m_plan.contextExchange == core::ContextExchange::AllToAll;
    const auto operand = [&](std::size_t which) {
        return batchFirst(swaps ? exchanged(operands[which], true) : operands[which]);
    };
    const Tensor q = operand(0);
    const Tensor k = operand(1);
    const Tensor v = operand(2);
    Tensor context;
    if (m_plan.attention != core::Attention::Eager) {
        const std::vector<Tensor> travelling =
            shared && !swaps ? roundTheRing(q, k, v) : std::vector<Tensor>{};
        context = scaledDotProductAttention(m_tape, q, k, v, dropoutRate(), q.size(1) != k.size(1));
    } else {
        Tensor scores = batchedProduct(m_tape, q, transposed(m_tape, repeated(k, q.size(1)), 2, 3));
        scores = softmax(m_tape, scores); // scale, mask and softmax in one kernel
        scores = dropout(m_tape, scores, dropoutRate());
        context = batchedProduct(m_tape, scores, repeated(v, q.size(1)));
    }
    context = contiguous(m_tape, transposed(m_tape, transposed(m_tape, context, 1, 2), 0, 1));
    if (swaps)
        context = exchanged(context, false);
    return reshaped(m_tape, context, {context.size(0), context.size(1), context.size(2) * context.size(3)});
}

/// [rows, batch, heads, width] of this rank's rows to all rows of its heads, or back (transformer_engine,
/// context_parallel.py, flash_attn_a2a_communicate): new tensors, nothing kept. Attention keeps its output
/// before the way back, and the projection after it.
Tensor MegatronLayers::exchanged(const Tensor& x, bool toHeads)
{
    const std::int64_t ranks = m_plan.axes.context;
    const std::int64_t rows = toHeads ? x.size(0) * ranks : x.size(0) / ranks;
    const std::int64_t heads = toHeads ? x.size(2) / ranks : x.size(2) * ranks;
    return moved("context all-to-all", x, {rows, x.size(1), heads, x.size(3)});
}

/// What a ring's forward holds beside its result: the keys and values of every rank, the last rank's part of
/// the output for each of them, and their sum in 32 bits (transformer_engine, context_parallel.py,
/// AttnFuncWithCPAndKVP2P).
std::vector<Tensor> MegatronLayers::roundTheRing(const Tensor& q, const Tensor& k, const Tensor& v)
{
    std::vector<Tensor> held;
    for (std::int64_t rank = 0; rank < m_plan.axes.context; ++rank) {
        held.push_back(m_tape.empty(k.layout.rowMajor(), k.element));
        held.push_back(m_tape.empty(v.layout.rowMajor(), v.element));
        held.push_back(m_tape.empty(q.layout.rowMajor(), q.element));
    }
    held.push_back(m_tape.empty(q.layout.rowMajor(), Element::Float32));
    return held;
}

/// Key heads repeated to the query heads, where attention is written out.
Tensor MegatronLayers::repeated(const Tensor& x, std::int64_t heads)
{
    const std::int64_t repeats = heads / x.size(1);
    if (repeats == 1)
        return x;
    const Tensor five = reshaped(m_tape, x, {x.size(0), x.size(1), 1, x.size(2), x.size(3)});
    const Tensor wide = expanded(m_tape, five, {x.size(0), x.size(1), repeats, x.size(2), x.size(3)});
    return reshaped(m_tape, wide, {x.size(0), heads, x.size(2), x.size(3)});
}

} // namespace shardscope::planner::tape
