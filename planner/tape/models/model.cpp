// SPDX-License-Identifier: GPL-3.0-or-later
// What the families share: parameters, norms, attention written out, the loss.
#include "planner/tape/models/model.h"

#include "core/base/check.h"

#include <algorithm>
#include <utility>

namespace shardscope::planner::tape {

Tensor LinearModule::operator()(Tape& tape, const Tensor& x) const
{
    return adapted(tape, adapter, x,
                   linear(tape, x, weight->value, bias != nullptr ? bias->value : Tensor{}));
}

Tensor adapted(Tape& tape, const Adapter* adapter, const Tensor& x, Tensor result)
{
    if (adapter == nullptr)
        return result;
    Tensor hidden = cast(tape, x, adapter->down->value.element);
    hidden = linear(tape, hidden, adapter->down->value, {});
    hidden = linear(tape, hidden, adapter->up->value, {});
    hidden = scaled(tape, hidden);
    return cast(tape, add(tape, result, hidden), result.element);
}

Tensor NormModule::operator()(Tape& tape, const Tensor& x) const
{
    if (bias != nullptr)
        return layerNorm(tape, x, weight->value, bias->value);
    Tensor hidden = cast(tape, x, Element::Float32);
    Tensor variance = power(tape, hidden);
    variance = meanKept(tape, variance);
    variance = plusNumber(tape, variance);
    variance = reciprocalRoot(tape, variance);
    hidden = multiply(tape, hidden, variance);
    if (scale == RmsScale::Narrow)
        return multiply(tape, weight->value, cast(tape, hidden, x.element));
    if (scale == RmsScale::Wide)
        return cast(tape, multiply(tape, weight->value, hidden), x.element);
    const Tensor factor = plusNumber(tape, cast(tape, weight->value, Element::Float32));
    return cast(tape, multiply(tape, hidden, factor), x.element);
}

Model::Model(Tape& tape, const core::Transformer& shape, const RunSettings& settings)
    : m_tape(tape)
    , m_shape(shape)
    , m_settings(settings)
{
}

Parameter* Model::parameter(std::string name, const Layout& layout, Element element)
{
    Parameter& made = m_parameters.emplace_back();
    made.name = std::move(name);
    made.value.layout = layout;
    made.value.element = element;
    std::int64_t elements = layout.elements();
    const bool sharded = m_settings.shards > 0;
    if (sharded) {
        const std::int64_t rows = std::max<std::int64_t>(layout.size(0), 1);
        elements = elements / rows * ((rows + m_settings.shards - 1) / m_settings.shards * m_settings.shards);
    }
    made.value.storage =
        std::make_shared<Storage>(m_tape.ledger(), elements * widthOf(element),
                                  sharded ? core::Purpose::Buffers : core::Purpose::Weights, 0, sharded);
    m_tape.makeSink(made);
    return &made;
}

void Model::buffer(std::int64_t elements, Element element)
{
    m_buffers.push_back(m_tape.take(elements * widthOf(element), core::Purpose::Weights));
}

LinearModule Model::linearModule(const std::string& name, std::int64_t in, std::int64_t out, bool bias)
{
    LinearModule module;
    module.weight = parameter(name + ".weight", {out, in});
    if (bias)
        module.bias = parameter(name + ".bias", {out});
    module.adapter = adapterBeside(name, in, out);
    return module;
}

const Adapter* Model::adapterBeside(const std::string& name, std::int64_t in, std::int64_t out)
{
    const core::Adapters& wanted = m_settings.adapters;
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    // These are the names of attention's output projection in transformers' models.
    const bool output = has("o_proj") || has("out_proj") || has("c_proj") || has("dense");
    const bool beside =
        has("attn") || has("attention") ? !output || wanted.besideOutput() : wanted.besideFeedForward();
    if (!wanted.any() || !m_inLayer || !beside)
        return nullptr;
    Adapter& made = m_adapters.emplace_back();
    made.name = name;
    made.in = in;
    made.out = out;
    made.layer = m_layers.size() - 1;
    return &made;
}

void Model::addAdapters()
{
    if (!m_settings.adapters.any())
        return;
    for (Parameter& parameter : m_parameters)
        parameter.value.node = nullptr;
    const std::int64_t rank = m_settings.adapters.rank;
    const Element format = m_settings.adapterWeights.value_or(m_settings.weights);
    for (Adapter& adapter : m_adapters) {
        adapter.down = parameter(adapter.name + ".lora_A.weight", {rank, adapter.in}, format);
        adapter.up = parameter(adapter.name + ".lora_B.weight", {adapter.out, rank}, format);
    }
}

NormModule Model::layerNormModule(const std::string& name, std::int64_t size)
{
    NormModule module;
    module.weight = parameter(name + ".weight", {size});
    module.bias = parameter(name + ".bias", {size});
    return module;
}

NormModule Model::rmsNormModule(const std::string& name, std::int64_t size, RmsScale scale)
{
    return {parameter(name + ".weight", {size}), nullptr, scale};
}

void Model::beginLayer()
{
    m_layers.emplace_back(m_parameters.size(), m_parameters.size());
    m_inLayer = true;
}

void Model::endLayer()
{
    m_layers.back().second = m_parameters.size();
    m_inLayer = false;
}

std::vector<std::size_t> Model::groupsOfParameters() const
{
    const auto count = static_cast<std::size_t>(layers());
    std::vector<std::size_t> groups(m_parameters.size(), count);
    for (std::size_t layer = 0; layer < count; ++layer) {
        for (std::size_t place = m_layers[layer].first; place < m_layers[layer].second; ++place)
            groups[place] = layer;
    }
    // Parameters of adapters came last, two each.
    std::size_t place = m_parameters.size() - 2 * m_adapters.size();
    for (const Adapter& adapter : m_adapters) {
        groups[place++] = adapter.layer;
        groups[place++] = adapter.layer;
    }
    return groups;
}

LinearModule Model::headModule(Parameter& embedding, bool tied, bool bias)
{
    LinearModule head = linearModule("lm_head", m_shape.hidden, m_shape.vocabulary, bias);
    if (!tied)
        return head;
    // Only the weight is shared; a bias of the head, created after it, stays.
    SHARDSCOPE_CHECK(head.weight == &m_parameters[m_parameters.size() - (bias ? 2 : 1)]);
    if (bias) {
        Parameter& kept = m_parameters.back();
        Parameter& dropped = m_parameters[m_parameters.size() - 2];
        dropped.name = std::move(kept.name);
        dropped.value = kept.value;
        m_tape.makeSink(dropped);
        head.bias = &dropped;
    }
    m_parameters.pop_back();
    head.weight = &embedding;
    return head;
}

Tensor Model::throughLayers(std::int64_t first, std::int64_t count, Tensor hidden,
                            const std::function<Tensor(std::int64_t, const Tensor&)>& layer)
{
    for (std::int64_t number = first; number < first + count; ++number) {
        const Region run = [this, layer, number](const std::vector<Tensor>& inputs) {
            const ModuleScope scope(m_tape, "layer " + std::to_string(m_settings.firstLayer + number));
            return wrapped(number, inputs.front(), [layer, number](const std::vector<Tensor>& within) {
                return layer(number, within.front());
            });
        };
        hidden = number < m_settings.recomputedLayers ? m_tape.checkpoint(run, {hidden}) : run({hidden});
    }
    return hidden;
}

Tensor Model::eagerMask(Element element)
{
    if (!m_settings.eagerAttention)
        return {};
    const Layout layout{m_settings.batch, 1, m_settings.sequence, m_settings.sequence};
    const Tensor allowed = m_tape.empty(layout, Element::Bool);
    return m_tape.empty(layout, element);
}

Tensor Model::causalLoss(const Tensor& logits, const Tensor& labels)
{
    const ModuleScope scope(m_tape, "loss");
    const std::int64_t tokens = m_settings.batch * m_settings.sequence;
    Tensor upcast = cast(m_tape, logits, Element::Float32);
    const Tensor padded = m_tape.empty({m_settings.batch, m_settings.sequence + 1}, Element::Int64);
    const Tensor shifted = m_tape.empty(labels.layout, Element::Int64);
    upcast = reshaped(m_tape, upcast, {tokens, m_shape.vocabulary});
    return crossEntropy(m_tape, upcast, shifted);
}

Tensor inHeads(Tape& tape, const Tensor& x, std::int64_t heads, std::int64_t width)
{
    return transposed(tape, reshaped(tape, x, {x.size(0), x.size(1), heads, width}), 1, 2);
}

Tensor outOfHeads(Tape& tape, const Tensor& x)
{
    const Tensor rows = contiguous(tape, transposed(tape, x, 1, 2));
    return reshaped(tape, rows, {rows.size(0), rows.size(1), rows.size(2) * rows.size(3)});
}

Tensor activated(Tape& tape, const core::Transformer& shape, const Tensor& x)
{
    if (shape.activation == core::Activation::Relu)
        return relu(tape, x);
    if (shape.activation == core::Activation::Swiglu)
        return silu(tape, x);
    if (shape.activationName != "gelu_new")
        return gelu(tape, x);
    const Tensor half = scaled(tape, x);
    Tensor inner = power(tape, x);
    inner = scaled(tape, inner);
    inner = add(tape, x, inner);
    inner = scaled(tape, inner);
    inner = tanhOf(tape, inner);
    inner = plusNumber(tape, inner);
    return multiply(tape, half, inner);
}

namespace {

/// k or v [b, kv, s, d] for query heads, \p repeats to one of theirs.
Tensor headsRepeated(Tape& tape, const Tensor& x, std::int64_t repeats)
{
    if (repeats == 1)
        return x;
    const Tensor five = reshaped(tape, x, {x.size(0), x.size(1), 1, x.size(2), x.size(3)});
    const Tensor wide = expanded(tape, five, {x.size(0), x.size(1), repeats, x.size(2), x.size(3)});
    return reshaped(tape, wide, {x.size(0), x.size(1) * repeats, x.size(2), x.size(3)});
}

} // namespace

Tensor eagerAttention(Tape& tape, const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask,
                      const EagerAttention& how)
{
    const Tensor keys = headsRepeated(tape, k, how.repeats);
    const Tensor values = headsRepeated(tape, v, how.repeats);
    Tensor weights = batchedProduct(tape, q, transposed(tape, keys, 2, 3));
    weights = scaled(tape, weights);
    if (mask.defined())
        weights = add(tape, weights, mask);
    if (how.softmaxInFloat)
        weights = cast(tape, weights, Element::Float32);
    weights = softmax(tape, weights);
    weights = cast(tape, weights, how.softmaxInFloat ? q.element : v.element);
    weights = dropout(tape, weights, how.dropout);
    return batchedProduct(tape, weights, values);
}

Tensor Model::windowMask()
{
    const bool hides = m_shape.local.layers > 0 && m_shape.local.window < m_settings.sequence;
    if (m_settings.eagerAttention || !hides)
        return {};
    return m_tape.empty({m_settings.batch, 1, m_settings.sequence, m_settings.sequence}, Element::Bool);
}

Tensor Model::attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask, bool inFloat,
                        std::int64_t repeats)
{
    if (m_settings.eagerAttention)
        return outOfHeads(m_tape,
                          eagerAttention(m_tape, q, k, v, mask, {inFloat, repeats, attentionDropout()}));
    // With a mask keys and values are repeated (transformers, integrations/sdpa_attention.py).
    const bool repeated = mask.defined() && repeats > 1;
    return outOfHeads(m_tape,
                      scaledDotProductAttention(m_tape, q, repeated ? headsRepeated(m_tape, k, repeats) : k,
                                                repeated ? headsRepeated(m_tape, v, repeats) : v,
                                                attentionDropout(), !repeated && repeats > 1, mask));
}

Tensor CausalModel::loss(const Tensor& ids, const Tensor& labels)
{
    const Tensor hidden = body(ids);
    const Tensor logits = m_head(tape(), hidden);
    return causalLoss(logits, labels);
}

CausalModel::Rotary CausalModel::rotary(std::int64_t width, Element element)
{
    const Layout layout{1, settings().sequence, width};
    Tensor cosine = tape().empty(layout, Element::Float32);
    Tensor sine = tape().empty(layout, Element::Float32);
    cosine = cast(tape(), cosine, element);
    sine = cast(tape(), sine, element);
    return {cosine, sine};
}

} // namespace shardscope::planner::tape
