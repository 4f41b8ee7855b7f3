// SPDX-License-Identifier: GPL-3.0-or-later
// T5 as transformers runs it (models/t5/modeling_t5.py): two stacks over one table, norms without mean,
// scores always written out because a learned bias of relative positions is added to them.
#include "planner/tape/models/model.h"

#include <utility>

namespace shardscope::planner::tape {
namespace {

struct Attention {
    LinearModule q, k, v, output;
    NormModule norm;
};

struct Block {
    Attention self;
    Attention cross; ///< the decoder's
    LinearModule in, gate, out;
    NormModule norm;
};

struct Stack {
    std::vector<Block> blocks;
    Parameter* bias = nullptr; ///< [buckets, heads], of the first block
    NormModule finalNorm;
    std::int64_t firstLayer = 0;
};

/// x += y, in x's own memory.
Tensor addedInPlace(Walk& walk, const Tensor& x, const Tensor& y)
{
    Tensor result = x;
    result.node = walk.record("add", {&x, &y}, passToBoth);
    result.slot = 0;
    return result;
}

class T5 final : public Model {
public:
    T5(Walk& at, const core::Transformer& of, const RunSettings& how)
        : Model(at, of, how)
        , m_form(of)
    {
        if (m_form.activation == core::Activation::Geglu)
            m_form.activationName = "gelu_new"; // configuration_t5.py: what gated-gelu means
        m_words = parameter("shared.weight", {of.vocabulary, of.hidden});
        m_encoder = makeStack("encoder", 0, of.layers - of.decoderLayers, false);
        m_decoder = makeStack("decoder", of.layers - of.decoderLayers, of.decoderLayers, true);
        m_head = headModule(*m_words, of.tiedEmbeddings, false);
    }

    [[nodiscard]] Tensor loss(const Tensor& ids, const Tensor& labels) override
    {
        const Tensor memory = through(m_encoder, ids, {});
        const Tensor shifted = walk().empty(labels.layout, Element::Int64); // the decoder's input ids
        Tensor hidden = through(m_decoder, shifted, memory);
        if (shape().tiedEmbeddings)
            hidden = scaled(walk(), hidden);
        const Tensor logits = m_head(walk(), hidden);
        const ModuleScope scope(walk(), "loss");
        const std::int64_t tokens = settings().batch * settings().decoderSequence;
        return crossEntropy(walk(), reshaped(walk(), logits, {tokens, shape().vocabulary}), labels);
    }

private:
    Attention makeAttention(const std::string& name)
    {
        const core::Transformer& of = shape();
        Attention made;
        made.q = linearModule(name + ".q", of.hidden, of.queryWidth(), false);
        made.k = linearModule(name + ".k", of.hidden, of.queryWidth(), false);
        made.v = linearModule(name + ".v", of.hidden, of.queryWidth(), false);
        made.output = linearModule(name + ".o", of.queryWidth(), of.hidden, false);
        return made;
    }

    Stack makeStack(const std::string& name, std::int64_t firstLayer, std::int64_t layers, bool decoder)
    {
        const core::Transformer& of = shape();
        Stack stack;
        stack.firstLayer = firstLayer;
        for (std::int64_t number = 0; number < layers; ++number) {
            beginLayer();
            const std::string prefix = name + ".block." + std::to_string(number) + ".layer.";
            Block block;
            block.self = makeAttention(prefix + "0.SelfAttention");
            if (number == 0)
                stack.bias = parameter(prefix + "0.SelfAttention.relative_attention_bias.weight",
                                       {of.relativeBuckets, of.heads});
            block.self.norm = rmsNormModule(prefix + "0.layer_norm", of.hidden);
            if (decoder) {
                block.cross = makeAttention(prefix + "1.EncDecAttention");
                block.cross.norm = rmsNormModule(prefix + "1.layer_norm", of.hidden);
            }
            const std::string dense = prefix + (decoder ? "2" : "1");
            if (core::isGated(of.activation)) {
                block.gate = linearModule(dense + ".DenseReluDense.wi_0", of.hidden, of.feedForward, false);
                block.in = linearModule(dense + ".DenseReluDense.wi_1", of.hidden, of.feedForward, false);
            } else {
                block.in = linearModule(dense + ".DenseReluDense.wi", of.hidden, of.feedForward, false);
            }
            block.out = linearModule(dense + ".DenseReluDense.wo", of.feedForward, of.hidden, false);
            block.norm = rmsNormModule(dense + ".layer_norm", of.hidden);
            endLayer();
            stack.blocks.push_back(block);
        }
        stack.finalNorm = rmsNormModule(name + ".final_layer_norm", of.hidden);
        return stack;
    }

    /// One stack; \p memory: the encoder's output, for the decoder.
    Tensor through(const Stack& stack, const Tensor& ids, const Tensor& memory)
    {
        Tensor hidden = dropout(walk(), embedding(walk(), ids, m_words->value), hiddenDropout());
        const Tensor bias = positionBias(*stack.bias, ids.size(1), hidden.element);
        const auto layers = static_cast<std::int64_t>(stack.blocks.size());
        hidden = throughLayers(stack.firstLayer, layers, std::move(hidden),
                               [&stack, bias, memory, this](std::int64_t number, const Tensor& input) {
                                   const auto at = static_cast<std::size_t>(number - stack.firstLayer);
                                   return runBlock(stack.blocks[at], input, bias, memory);
                               });
        return dropout(walk(), norm(stack.finalNorm, hidden), hiddenDropout());
    }

    /// The table's rows for every pair of positions, as scores [b, a, s, s] with the mask added.
    Tensor positionBias(const Parameter& table, std::int64_t s, Element element)
    {
        Tensor bias;
        {
            const Tensor buckets = walk().empty({s, s}, Element::Int64);
            const Tensor values = embedding(walk(), buckets, table.value); // [s, s, a]
            bias = transposed(walk(), transposed(walk(), values, 0, 2), 1, 2);
            bias = reshaped(walk(), bias, {1, shape().heads, s, s});
        }
        const Tensor mask = walk().empty({settings().batch, 1, s, s}, element);
        const Tensor whole = walk().empty({settings().batch, shape().heads, s, s}, element);
        Tensor sum = whole;
        sum.node = walk().record("add", {&bias}, passOn);
        return sum;
    }

    /// T5LayerNorm: the input itself times the root of its mean square in fp32; keeps the input beside its
    /// fp32 copy.
    Tensor norm(const NormModule& module, const Tensor& x)
    {
        Tensor variance = power(walk(), cast(walk(), x, Element::Float32));
        variance = meanKept(walk(), variance);
        variance = plusNumber(walk(), variance);
        variance = reciprocalRoot(walk(), variance);
        Tensor hidden = multiply(walk(), x, variance);
        hidden = cast(walk(), hidden, module.weight->value.element);
        return multiply(walk(), module.weight->value, hidden);
    }

    Tensor attend(const Attention& attention, const Tensor& queries, const Tensor& keys, const Tensor& bias)
    {
        const core::Transformer& of = shape();
        const Tensor q = inHeads(walk(), attention.q(walk(), queries), of.heads, of.headDim);
        const Tensor k = inHeads(walk(), attention.k(walk(), keys), of.heads, of.headDim);
        const Tensor v = inHeads(walk(), attention.v(walk(), keys), of.heads, of.headDim);
        Tensor weights = batchedProduct(walk(), q, transposed(walk(), k, 2, 3)); // not scaled
        if (bias.defined())
            weights = addedInPlace(walk(), weights, bias);
        weights = cast(walk(), softmax(walk(), cast(walk(), weights, Element::Float32)), v.element);
        weights = dropout(walk(), weights, attentionDropout());
        return attention.output(walk(), outOfHeads(walk(), batchedProduct(walk(), weights, v)));
    }

    Tensor runBlock(const Block& block, const Tensor& input, const Tensor& bias, const Tensor& memory)
    {
        Tensor hidden = input;
        {
            const Tensor normed = norm(block.self.norm, hidden);
            const Tensor context = attend(block.self, normed, normed, bias);
            hidden = add(walk(), hidden, dropout(walk(), context, hiddenDropout()));
        }
        if (memory.defined()) {
            const Tensor normed = norm(block.cross.norm, hidden);
            const Tensor context = attend(block.cross, normed, memory, {});
            hidden = add(walk(), hidden, dropout(walk(), context, hiddenDropout()));
        }
        const Tensor normed = norm(block.norm, hidden);
        return add(walk(), hidden, dropout(walk(), feedForward(block, normed), hiddenDropout()));
    }

    Tensor feedForward(const Block& block, const Tensor& input)
    {
        Tensor hidden;
        if (block.gate.weight != nullptr) {
            const Tensor gate = activated(walk(), m_form, block.gate(walk(), input));
            hidden = multiply(walk(), gate, block.in(walk(), input));
        } else {
            hidden = activated(walk(), m_form, block.in(walk(), input));
        }
        hidden = dropout(walk(), hidden, hiddenDropout());
        return block.out(walk(), hidden);
    }

    core::Transformer m_form;
    Parameter* m_words = nullptr;
    Stack m_encoder;
    Stack m_decoder;
    LinearModule m_head;
};

} // namespace

ModelMaker* const kT5 = makeModelOf<T5>;

} // namespace shardscope::planner::tape
