// SPDX-License-Identifier: GPL-3.0-or-later
// Weight gradients are added to the main gradients inside the product; autograd sees a placeholder of the
// weight's form.
#include "planner/tape/megatron/transformer_engine.h"

#include "planner/tape/models/model.h"

#include <algorithm>
#include <utility>

namespace shardscope::planner::tape {
namespace {

Tensor keptFor(Tape& tape, core::Purpose purpose, const Layout& layout, Element element)
{
    const core::Purpose before = tape.purpose();
    tape.setPurpose(purpose);
    Tensor kept = tape.empty(layout, element);
    tape.setPurpose(before);
    return kept;
}

Layout withRows(const Layout& layout, std::int64_t rows) { return layout.narrowed(0, rows).rowMajor(); }

} // namespace

TransformerEngine::TransformerEngine(Tape& tape, const Settings& settings)
    : m_tape(tape)
    , m_settings(settings)
{
}

Layout TransformerEngine::gathered(const Tensor& x) const
{
    return withRows(x.layout, scattered() ? x.size(0) * m_settings.ranks : x.size(0));
}

Tensor TransformerEngine::narrowCopy(const Layout& layout)
{
    return m_tape.empty(Layout{bytesOf(*m_settings.operand, layout.elements())}, Element::Bool);
}

void TransformerEngine::keepInput(Node* node, const Tensor& x)
{
    // What is made again in backward is cast again, too (save_original_input of module/linear.py).
    if (!m_settings.operand || m_tape.madeAgainLater(x)) {
        m_tape.save(node, x);
        return;
    }
    const Tensor byRows = narrowCopy(x.layout); // for forward's product
    m_tape.save(node, narrowCopy(x.layout));
}

std::array<Tensor, 2> TransformerEngine::castGradient(const Layout& layout)
{
    if (!m_settings.operand)
        return {};
    return {narrowCopy(layout), narrowCopy(layout)};
}

void TransformerEngine::needWorkspace()
{
    if (!m_workspace) // its own cuBLAS workspace, one for each device (module/base.py)
        m_workspace = m_tape.take(m_tape.traits().blasWorkspace, core::Purpose::Workspace);
}

void TransformerEngine::dropGradients()
{
    m_gradients.clear();
    if (m_table)
        m_table->gradient = {};
}

Tensor TransformerEngine::weightGradient(std::uint32_t module, const Layout& weight, Element element)
{
    if (m_settings.plainLinears)
        return m_tape.empty(weight, element);
    if (m_settings.ownGradients) {
        Tensor& first = m_gradients[{module, {weight.size(0), weight.size(1)}}];
        if (first.defined())
            return m_tape.empty(weight, element);
        first = keptFor(m_tape, core::Purpose::Gradients, weight, element);
        return first;
    }
    const auto known =
        std::ranges::find_if(m_placeholders, [&](const Tensor& one) { return one.layout.sameSizes(weight); });
    if (known != m_placeholders.end())
        return *known;
    return m_placeholders.emplace_back(keptFor(m_tape, core::Purpose::Buffers, weight, element));
}

void TransformerEngine::needGatherBuffer(const Layout& rows, Element element)
{
    if (scattered() && !m_gatherBuffer.defined()) // megatron/core/utils.py, GlobalMemoryBuffer
        m_gatherBuffer = keptFor(m_tape, core::Purpose::Buffers, rows, element);
}

Tensor TransformerEngine::writtenOutNorm(const Tensor& x)
{
    std::unique_ptr<Parameter>& weight = m_normWeights[x.size(-1)];
    if (!weight) {
        weight = std::make_unique<Parameter>();
        weight->value = keptFor(m_tape, core::Purpose::Buffers, Layout{x.size(-1)}, x.element);
        m_tape.makeSink(*weight);
    }
    return NormModule{weight.get(), nullptr}(m_tape, x);
}

Tensor TransformerEngine::norm(const Tensor& x, bool layerNorm)
{
    if (m_settings.writtenOutNorms && !layerNorm)
        return writtenOutNorm(x);
    Node* node = m_tape.record("norm", {&x}, ownGradient);
    m_tape.save(node, x);
    const Tensor normed = m_tape.made(node, x.layout.rowMajor(), x.element);
    for (int statistic = 0; statistic < (layerNorm ? 2 : 1); ++statistic)
        m_tape.save(node, m_tape.empty(withLast(x.layout, 1), Element::Float32));
    return normed;
}

Tensor TransformerEngine::normLinear(const Tensor& x, std::int64_t out, bool layerNorm, bool ofFeedForward)
{
    if (frozen())
        return frozenNormLinear(x, out, layerNorm, !ofFeedForward || m_settings.adapters.feedForward);
    if (m_settings.writtenOutNorms && !layerNorm) {
        const Tensor normed = writtenOutNorm(x);
        return m_settings.keepGathered ? duplicatedLinear(gatheredRows(normed), out)
                                       : columnLinear(normed, out);
    }
    const Layout rows = gathered(x);
    const Layout weight{out, x.size(-1)};
    const bool again = scattered() && !m_settings.keepGathered;
    Node* node =
        m_tape.record("norm and linear", {&x}, [=, this](Tape& at, const Node& made, Gradients& incoming) {
            const Element element = incoming[0].element;
            const Layout& own = made.edges[0].layout;
            const Tensor seen = weightGradient(made.module, weight, element);
            Tensor normedGradient;
            {
                const std::array<Tensor, 2> narrow = castGradient(incoming[0].layout);
                const Tensor input = !again || m_settings.plainLinears ? Tensor{}
                                     : m_settings.operand              ? narrowCopy(rows)
                                                                       : at.empty(rows, element);
                const Tensor wide = at.empty(rows, element);
                normedGradient = scattered() ? at.empty(own, element) : wide;
            }
            return Gradients{at.empty(own, element)};
        });
    needWorkspace();
    m_tape.save(node, x);
    for (int statistic = 0; statistic < (layerNorm ? 2 : 1); ++statistic)
        m_tape.save(node, m_tape.empty(withLast(x.layout, 1), Element::Float32));
    // The norm writes what the product reads (with_quantized_norm).
    const auto written = [&](const Layout& layout) {
        return m_settings.operand ? narrowCopy(layout) : m_tape.empty(layout.rowMajor(), x.element);
    };
    const Tensor byRows = m_settings.operand ? narrowCopy(x.layout) : Tensor{};
    Tensor normed = written(x.layout);
    if (scattered() && m_settings.plainLinears && !m_settings.keepGathered) {
        needGatherBuffer(rows, x.element);
    } else if (scattered()) {
        Tensor all = written(rows);
        if (m_settings.keepGathered)
            normed = std::move(all);
    }
    m_tape.save(node, normed);
    return m_tape.made(node, withLast(rows, out), x.element);
}

Tensor TransformerEngine::rowLinear(const Tensor& x, std::int64_t out, bool ofFeedForward)
{
    if (frozen())
        return frozenRowLinear(x, out,
                               ofFeedForward ? m_settings.adapters.feedForward : m_settings.adapters.output);
    const Layout weight{out, x.size(-1)};
    const Layout wide = withLast(x.layout, out);
    Node* node = m_tape.record("linear", {&x}, [=, this](Tape& at, const Node& made, Gradients& incoming) {
        const Element element = incoming[0].element;
        const Tensor seen = weightGradient(made.module, weight, element);
        const std::array<Tensor, 2> narrow = castGradient(wide);
        const Tensor all = scattered() && !m_settings.operand ? at.empty(wide, element) : Tensor{};
        return Gradients{at.empty(made.edges[0].layout.rowMajor(), element)};
    });
    needWorkspace();
    keepInput(node, x);
    Tensor product = m_tape.empty(wide, x.element);
    if (scattered())
        product = m_tape.empty(withRows(wide, wide.size(0) / m_settings.ranks), x.element);
    product.node = node;
    return product;
}

Tensor TransformerEngine::activation(const Tensor& x, std::int64_t narrowing)
{
    Node* node = m_tape.record("activation", {&x}, ownGradient);
    m_tape.save(node, x);
    return m_tape.made(node, withLast(x.layout, x.size(-1) / narrowing), x.element);
}

Tensor TransformerEngine::rotated(const Tensor& x)
{
    Node* node = m_tape.record("rotary positions", {&x}, rowMajorGradients);
    return m_tape.made(node, x.layout.rowMajor(), x.element);
}

Tensor TransformerEngine::dropoutAdd(const Tensor& x, const Tensor& residual, double probability)
{
    if (probability <= 0)
        return add(m_tape, x, residual);
    Node* node =
        m_tape.record("dropout and add", {&x, &residual}, [](Tape& at, const Node&, Gradients& incoming) {
            return Gradients{at.empty(incoming[0].layout, incoming[0].element), incoming[0]};
        });
    const Tensor sum = m_tape.made(node, x.layout.rowMajor(), x.element);
    m_tape.save(node, m_tape.empty(x.layout.rowMajor(), Element::Bool));
    return sum;
}

Tensor TransformerEngine::outputLinear(const Tensor& x, std::int64_t out)
{
    if (frozen())
        return frozenOutputLinear(x, out);
    const Layout rows = gathered(x);
    const Layout weight{out, x.size(-1)};
    Node* node =
        m_tape.record("output layer", {&x}, [=, this](Tape& at, const Node& made, Gradients& incoming) {
            const Element element = incoming[0].element;
            at.needBlasWorkspace();
            needGatherBuffer(rows, element);
            Tensor inputGradient = at.empty(rows, element);
            Tensor wide;
            if (scattered())
                wide = std::exchange(inputGradient, at.empty(made.edges[0].layout, element));
            const Tensor seen = weightGradient(made.module, weight, element);
            return Gradients{inputGradient};
        });
    m_tape.needBlasWorkspace();
    needGatherBuffer(rows, x.element);
    m_tape.save(node, x);
    return m_tape.made(node, withLast(rows, out), x.element);
}

Tensor TransformerEngine::crossEntropy(const Tensor& logits, bool fused)
{
    // Fused or not, the gradient is made in the place of what was saved; unfused, that is the fp32 softmax.
    const Tensor scores = fused ? logits : cast(m_tape, logits, Element::Float32);
    const Tensor gradient = scores.detached();
    auto place = std::make_shared<Tensor>(gradient);
    Node* node = m_tape.record("cross entropy", {&scores}, [place](Tape&, const Node&, Gradients&) {
        return Gradients{std::exchange(*place, {})};
    });
    return m_tape.made(node, withLast(scores.layout, 1), Element::Float32);
}

Tensor TransformerEngine::vocabularyEmbedding(const Tensor& ids, const Layout& table, Element element,
                                              bool tied)
{
    Tensor all;
    {
        // The table's gradient is dense, added to the main gradients or the head's and dropped; or its own.
        Tensor weight;
        weight.layout = table;
        weight.element = element;
        if (m_settings.ownGradients && !tied && !m_table) {
            m_table = std::make_unique<Parameter>();
            m_table->value = weight;
            m_tape.makeSink(*m_table);
        }
        if (frozen())
            all = embedding(m_tape, ids, weight);
        else
            all = embedding(m_tape, ids, m_table ? m_table->value : m_tape.asLeaf(weight));
    }
    if (!scattered())
        return all;
    const Layout own = withRows(all.layout, all.size(0) / m_settings.ranks);
    Node* node = m_tape.record("reduce-scatter", {&all}, ownGradient);
    return m_tape.made(node, own, all.element);
}

} // namespace shardscope::planner::tape
