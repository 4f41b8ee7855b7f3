// SPDX-License-Identifier: GPL-3.0-or-later
// What nanotron runs otherwise than Megatron-LM (huggingface/nanotron, models/llama.py and
// parallel/tensor_parallel/functional.py): attention on copies of keys and values, and its own loss.
#include "planner/tape/megatron/megatron_layers.h"

#include <memory>
#include <utility>

namespace shardscope::planner::tape {

/// Queries, keys and values [b, s, heads, width]: parts of one block where they are as many, else each by
/// itself. Keys and values are put into a block of their own; positions turn queries and keys where they lie.
Tensor MegatronLayers::attentionOnCopies(const Tensor& input)
{
    const std::int64_t t = m_plan.axes.tensor;
    const std::int64_t heads = m_shape.heads / t;
    const std::int64_t groups = m_shape.kvHeads / t;
    const std::int64_t width = m_shape.headDim;
    Tensor fused = m_engine.normLinear(input, (heads + 2 * groups) * width, layerNorm());
    const std::int64_t rows = fused.size(0);
    const std::int64_t batch = fused.size(1);
    std::vector<Tensor> parts;
    if (heads == groups) {
        const Tensor block = moved("to heads", fused, {3, batch, rows, heads, width});
        for (const Tensor& part : split(m_tape, block, 0, 3))
            parts.push_back(reshaped(m_tape, part, {batch, rows, heads, width}));
    } else {
        for (const Tensor& part : split(m_tape, fused, 2, {heads * width, groups * width, groups * width})) {
            const Tensor own = contiguous(m_tape, transposed(m_tape, part, 0, 1));
            parts.push_back(reshaped(m_tape, own, {batch, rows, own.size(2) / width, width}));
        }
    }
    fused.reset();
    const Tensor q = std::exchange(parts[0], {});
    std::vector<Tensor> pair;
    {
        Node* node = m_tape.record("keys with values", {&parts[1], &parts[2]}, rowMajorGradients);
        const Tensor joined = m_tape.empty({2, batch, rows, groups, width}, q.element);
        const Tensor turned = m_tape.made(node, {batch, rows, 2, groups, width}, q.element);
        parts.clear();
        for (const Tensor& part : split(m_tape, turned, 2, 2))
            pair.push_back(reshaped(m_tape, part, {batch, rows, groups, width}));
    }
    const auto inFront = [this](const Tensor& x) { return transposed(m_tape, x, 1, 2); };
    Tensor context =
        scaledDotProductAttention(m_tape, inFront(q), inFront(pair[0]), inFront(pair[1]), 0, heads != groups);
    context = reshaped(m_tape, inFront(std::exchange(context, {})), {batch, rows, heads * width});
    return m_engine.rowLinear(transposed(m_tape, context, 0, 1), m_shape.hidden);
}

/// Takes the maximum off in 32 bits: the exponentials take the difference's place, are kept, and become the
/// gradient there (_ShardedCrossEntropy).
Tensor MegatronLayers::lossInPlace(Tensor logits)
{
    const Tensor scores = cast(m_tape, std::exchange(logits, {}), Element::Float32);
    auto softmax = std::make_shared<Tensor>(m_tape.empty(scores.layout.rowMajor(), Element::Float32));
    Node* node = m_tape.record("cross entropy", {&scores}, [softmax](Tape&, const Node&, Gradients&) {
        return Gradients{std::exchange(*softmax, {})};
    });
    return m_tape.made(node, withLast(scores.layout, 1), Element::Float32);
}

} // namespace shardscope::planner::tape
