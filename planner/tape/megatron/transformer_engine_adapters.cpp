// SPDX-License-Identifier: GPL-3.0-or-later
// Frozen linear layers and the adapters beside them (NVIDIA-NeMo/Megatron-Bridge, peft/lora_layers.py,
// LoRALinear, and peft/utils.py, ParallelLinearAdapter): a norm gives its rows, gathered, to the adapter; a
// frozen layer keeps no input and makes no gradient of its weight.
#include "planner/tape/megatron/transformer_engine.h"

#include <utility>

namespace shardscope::planner::tape {

/// One of an adapter's two products, whose weight learns whatever its input does.
Tensor TransformerEngine::thinLinear(const Tensor& x, std::int64_t out)
{
    const Layout weight{out, x.size(-1)};
    if (!m_learning) {
        m_learning = std::make_unique<Parameter>();
        m_learning->value.element = x.element;
        m_tape.makeSink(*m_learning);
    }
    Node* node = m_tape.record(
        "adapter", {&x, &m_learning->value}, [=, this](Tape& at, const Node& made, Gradients& incoming) {
            const Element element = incoming[0].element;
            const Tensor seen = weightGradient(made.module, weight, element);
            return Gradients{made.needs(0) ? at.empty(made.edges[0].layout.rowMajor(), element) : Tensor{},
                             {}};
        });
    m_tape.needBlasWorkspace();
    m_tape.save(node, x);
    return m_tape.made(node, withLast(x.layout, out), x.element);
}

Tensor TransformerEngine::withAdapter(const Tensor& result, Tensor x)
{
    constexpr double kDropout = 0.05; // whatever it is, a mask and a copy
    x = dropout(m_tape, x, m_settings.adapters.drops ? kDropout : 0);
    x = thinLinear(x, m_settings.adapters.rank);
    x = scaled(m_tape, x);
    x = thinLinear(x, result.size(-1));
    if (x.size(0) != result.size(0)) { // rows of this rank
        Node* node = m_tape.record("scatter rows", {&x}, rowMajorGradients);
        x = m_tape.made(node, result.layout.rowMajor(), x.element);
    }
    return add(m_tape, result, x);
}

Tensor TransformerEngine::frozenNormLinear(const Tensor& x, std::int64_t out, bool layerNorm, bool adapted)
{
    const Layout rows = gathered(x);
    Node* node =
        m_tape.record("norm and linear", {&x}, [=, this](Tape& at, const Node& made, Gradients& incoming) {
            const Layout& own = made.edges[0].layout;
            // The adapter's gradient is added in place.
            const Element element = incoming[incoming[0].defined() ? 0 : 1].element;
            Tensor normedGradient = at.empty(rows, element);
            if (scattered())
                normedGradient = at.empty(own, element);
            return Gradients{at.empty(own, element)};
        });
    if (node != nullptr)
        node->outputs = 2;
    needWorkspace();
    m_tape.save(node, x);
    for (int statistic = 0; statistic < (layerNorm ? 2 : 1); ++statistic)
        m_tape.save(node, m_tape.empty(withLast(x.layout, 1), Element::Float32));
    Tensor normed = m_tape.empty(x.layout.rowMajor(), x.element);
    if (scattered())
        normed = m_tape.empty(rows, x.element);
    Tensor product = m_tape.made(node, withLast(rows, out), x.element);
    if (!adapted)
        return product;
    normed.node = node;
    normed.slot = 1;
    return withAdapter(product, std::move(normed));
}

Tensor TransformerEngine::frozenRowLinear(const Tensor& x, std::int64_t out, bool adapted)
{
    const Layout wide = withLast(x.layout, out);
    Node* node = m_tape.record("linear", {&x}, [=, this](Tape& at, const Node& made, Gradients& incoming) {
        const Element element = incoming[0].element;
        const Tensor all = scattered() ? at.empty(wide, element) : Tensor{};
        return Gradients{at.empty(made.edges[0].layout.rowMajor(), element)};
    });
    needWorkspace();
    Tensor product = m_tape.empty(wide, x.element);
    if (scattered())
        product = m_tape.empty(wide.narrowed(0, wide.size(0) / m_settings.ranks).rowMajor(), x.element);
    product.node = node;
    return adapted ? withAdapter(product, x) : product;
}

/// megatron/core/tensor_parallel/layers.py, LinearWithFrozenWeight: rows are gathered for the product alone.
Tensor TransformerEngine::frozenOutputLinear(const Tensor& x, std::int64_t out)
{
    const Layout rows = gathered(x);
    Node* node =
        m_tape.record("output layer", {&x}, [=, this](Tape& at, const Node& made, Gradients& incoming) {
            at.needBlasWorkspace();
            Tensor inputGradient = at.empty(rows, incoming[0].element);
            if (scattered())
                inputGradient = at.empty(made.edges[0].layout, incoming[0].element);
            return Gradients{inputGradient};
        });
    m_tape.needBlasWorkspace();
    const Tensor all = scattered() ? m_tape.empty(rows, x.element) : Tensor{};
    return m_tape.made(node, withLast(rows, out), x.element);
}

} // namespace shardscope::planner::tape
