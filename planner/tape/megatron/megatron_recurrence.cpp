// SPDX-License-Identifier: GPL-3.0-or-later
// Mixers of hybrid models that keep a state instead of keys and values: Mamba-2 (NVIDIA Megatron-LM,
// core/ssm/mamba_mixer.py; state-spaces/mamba, ops/triton/ssd_combined.py) and the gated delta rule
// (core/ssm/gated_delta_net.py; fla-org/flash-linear-attention, ops/gated_delta_rule/chunk.py). Each is cut
// over the tensor group by its heads.
#include "planner/framework/framework.h"
#include "planner/tape/megatron/megatron_layers.h"

#include <array>
#include <utility>

namespace shardscope::planner::tape {
namespace {

/// Tensors that a kernel works with and lets go when it is done, each of so many elements.
void workWith(Tape& tape, std::initializer_list<std::pair<std::int64_t, Element>> tensors)
{
    std::vector<Tensor> held;
    held.reserve(tensors.size());
    for (const auto& [elements, element] : tensors)
        held.push_back(tape.empty({elements}, element));
}

} // namespace

Tensor MegatronLayers::mixed(core::Mixer mixer, const Tensor& input)
{
    if (mixer == core::Mixer::StateSpace)
        return stateSpace(input);
    if (mixer == core::Mixer::DeltaRule)
        return deltaRule(input);
    if (factsOf(m_plan).habits.attention == AttentionCode::SplitCopies)
        return attentionOnCopies(input);
    return m_shape.keyValueRank > 0 ? latentAttention(input) : groupedQueryAttention(input);
}

/// One kernel from the projections to the gated output (MambaSplitConv1dScanCombinedFn): keeps the former and
/// the output before its gate, makes convolution and states again. States are 32 bits wide, and in 16 bits
/// once they went from chunk to chunk; backward has them and their gradients both ways.
Tensor MegatronLayers::stateSpace(const Tensor& input)
{
    const core::Recurrence& r = m_shape.recurrence;
    const std::int64_t t = m_plan.axes.tensor;
    const std::int64_t width = r.width() / t;
    Tensor inputs = m_engine.normLinear(input, r.inputs(core::Mixer::StateSpace) / t, layerNorm());
    inputs = contiguous(m_tape, transposed(m_tape, std::exchange(inputs, {}), 0, 1)); // [b, s, …]
    const std::int64_t tokens = inputs.size(0) * inputs.size(1);
    const std::int64_t convolved = tokens * r.convolved() / t;
    const std::int64_t states = tokens * width * r.stateDim / r.chunk;
    const std::int64_t pairs = tokens * r.groups / t * r.chunk; // C with B within a chunk
    const Layout outer{inputs.size(0), inputs.size(1), width};
    Node* node =
        m_tape.record("state space", {&inputs}, [=](Tape& at, const Node& made, Gradients& incoming) {
            const Element element = incoming[0].element;
            Tensor gradient = at.empty(made.edges[0].layout, element);
            const Tensor again = at.empty({convolved}, element);
            const Tensor convolvedGradient = at.empty({convolved}, element);
            const Tensor beforeGate = at.empty(outer, element);
            workWith(at, {{pairs, Element::Float32},
                          {states, Element::Float32},
                          {states, Element::Float32},
                          {states, element},
                          {states, element}});
            return Gradients{gradient};
        });
    m_tape.save(node, inputs);
    Tensor gated;
    {
        const Tensor again = m_tape.empty({convolved}, inputs.element);
        workWith(m_tape, {{states, Element::Float32}, {states, inputs.element}});
        const Tensor passed = m_tape.empty({states}, inputs.element);
        const Tensor products = m_tape.empty({pairs}, Element::Float32);
        gated = m_tape.made(node, outer, inputs.element);
        m_tape.save(node, m_tape.empty(outer, inputs.element)); // before the gate
    }
    inputs.reset();
    gated = contiguous(m_tape, transposed(m_tape, std::exchange(gated, {}), 0, 1));
    return m_engine.rowLinear(groupNorm(gated, r.groups / t), m_shape.hidden);
}

/// RMSNormGated without a gate: a statistic for each group of heads.
Tensor MegatronLayers::groupNorm(const Tensor& x, std::int64_t groups)
{
    Node* node = m_tape.record("norm of groups", {&x}, ownGradient);
    m_tape.save(node, x);
    Tensor normed = m_tape.made(node, x.layout.rowMajor(), x.element);
    m_tape.save(node, m_tape.empty(withLast(x.layout, groups), Element::Float32));
    return normed;
}

/// \p x times what an activation makes of \p gate, compiled to one kernel: keeps both.
Tensor MegatronLayers::gatedBy(const Tensor& x, const Tensor& gate)
{
    Node* node = m_tape.record("gate", {&x, &gate}, rowMajorGradients);
    m_tape.save(node, x);
    m_tape.save(node, gate);
    return m_tape.made(node, x.layout.rowMajor(), x.element);
}

/// Queries and keys of each group, normed to length 1, are copied to the heads of its values where these are
/// more. Of the rule itself queries, keys, values, strengths, summed decays and each chunk's inverse stay.
Tensor MegatronLayers::deltaRule(const Tensor& input)
{
    const core::Recurrence& r = m_shape.recurrence;
    const std::int64_t t = m_plan.axes.tensor;
    const std::int64_t heads = r.heads / t;
    const std::int64_t groups = r.groups / t;
    const std::int64_t keys = groups * r.stateDim;
    Tensor all = m_engine.normLinear(input, r.inputs(core::Mixer::DeltaRule) / t, layerNorm());
    all = transposed(m_tape, std::exchange(all, {}), 0, 1); // [b, s, …]
    const std::int64_t batch = all.size(0);
    const std::int64_t rows = all.size(1);
    std::vector<Tensor> parts =
        split(m_tape, std::exchange(all, {}), 2, {r.convolved() / t, heads * r.headDim, heads, heads});
    const Tensor gate = contiguous(m_tape, reshaped(m_tape, parts[1], {batch, rows, heads, r.headDim}));
    const Tensor strength = activatedStrength(parts[2]);
    const Tensor decay = softplus(parts[3]);
    Tensor convolved;
    {
        const Tensor channels = contiguous(m_tape, transposed(m_tape, parts[0], 1, 2)); // [b, …, s]
        parts.clear();
        Node* node = m_tape.record("convolution", {&channels}, ownGradient);
        m_tape.save(node, channels);
        convolved = transposed(m_tape, m_tape.made(node, channels.layout.rowMajor(), channels.element), 1, 2);
    }
    parts = split(m_tape, std::exchange(convolved, {}), 2, {keys, keys, heads * r.headDim});
    const auto ofHeads = [&](Tensor x) { // of unit length, copied to the values' heads
        x = contiguous(m_tape, x);
        Node* node = m_tape.record("unit length", {&x}, ownGradient);
        x = m_tape.made(node, x.layout.rowMajor(), x.element);
        m_tape.save(node, x);
        m_tape.save(node, m_tape.empty({batch, rows, groups}, Element::Float32));
        return heads == groups ? x : moved("repeat heads", x, {batch, rows, heads * r.stateDim});
    };
    const Tensor q = ofHeads(std::exchange(parts[0], {}));
    const Tensor k = ofHeads(std::exchange(parts[1], {}));
    const Tensor v = contiguous(m_tape, parts[2]);
    parts.clear();
    Tensor output = ruled({q, k, v, decay, strength});
    output = reshaped(m_tape, std::exchange(output, {}), {batch, rows, heads, r.headDim});
    output = gatedBy(m_engine.norm(output, layerNorm()), gate);
    output = reshaped(m_tape, std::exchange(output, {}), {batch, rows, heads * r.headDim});
    return m_engine.rowLinear(contiguous(m_tape, transposed(m_tape, output, 0, 1)), m_shape.hidden);
}

/// A sigmoid, which keeps its result.
Tensor MegatronLayers::activatedStrength(const Tensor& x)
{
    const Tensor dense = contiguous(m_tape, x);
    Node* node = m_tape.record("sigmoid", {&dense}, ownGradient);
    Tensor result = m_tape.made(node, dense.layout.rowMajor(), dense.element);
    m_tape.save(node, result);
    return result;
}

/// Works in 32 bits: it keeps its input, and the product with the rates behind it keeps its result.
Tensor MegatronLayers::softplus(const Tensor& x)
{
    const Tensor wide = cast(m_tape, contiguous(m_tape, x), Element::Float32);
    Node* node = m_tape.record("softplus", {&wide}, ownGradient);
    m_tape.save(node, wide);
    const Tensor result = m_tape.made(node, wide.layout.rowMajor(), wide.element);
    node = m_tape.record("decay", {&result}, ownGradient);
    m_tape.save(node, result);
    return m_tape.made(node, result.layout.rowMajor(), result.element);
}

/// The rule, of queries, keys, values, decays and strengths. Forward and backward make what keys and values
/// become within a chunk and the state before each chunk; backward the states' gradients besides.
Tensor MegatronLayers::ruled(const std::vector<Tensor>& operands)
{
    const core::Recurrence& r = m_shape.recurrence;
    const Layout& values = operands[2].layout;
    const std::int64_t tokens = values.size(0) * values.size(1);
    const std::int64_t heads = r.heads / m_plan.axes.tensor;
    const std::int64_t keyed = tokens * heads * r.stateDim;
    const std::int64_t valued = tokens * heads * r.headDim;
    const std::int64_t states = keyed * r.headDim / r.chunk;
    Node* node =
        m_tape.record("gated delta rule", operands, [=](Tape& at, const Node& made, Gradients& incoming) {
            const Element element = incoming[0].element;
            workWith(at, {{keyed, element},
                          {valued, element},
                          {valued, element},
                          {states, element},
                          {valued, element},
                          {states, element},
                          {keyed, element},
                          {keyed, element},
                          {keyed, element}});
            return rowMajorGradients(at, made, incoming);
        });
    constexpr std::array<std::size_t, 4> kKept{0, 1, 2, 4};
    for (const std::size_t operand : kKept)
        m_tape.save(node, operands[operand]);
    const Tensor sums = m_tape.empty(operands[3].layout.rowMajor(), Element::Float32);
    m_tape.save(node, sums);
    const Tensor inverse = m_tape.empty({tokens, heads, r.chunk}, operands[0].element);
    m_tape.save(node, inverse);
    const Tensor keyPart = m_tape.empty({keyed}, operands[0].element);
    const Tensor valuePart = m_tape.empty({valued}, operands[0].element);
    const Tensor before = m_tape.empty({states}, operands[0].element);
    const Tensor newValues = m_tape.empty({valued}, operands[0].element);
    return m_tape.made(node, values.rowMajor(), operands[2].element);
}

} // namespace shardscope::planner::tape
