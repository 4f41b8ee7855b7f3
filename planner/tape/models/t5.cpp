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
Tensor addedInPlace(Tape& tape, const Tensor& x, const Tensor& y)
{
    Tensor result = x;
    result.node = tape.record("add", {&x, &y}, passToBoth);
    result.slot = 0;
    return result;
}

class T5 final : public Model {
public:
    T5(Tape& at, const core::Transformer& of, const RunSettings& how)
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
        const Tensor shifted = tape().empty(labels.layout, Element::Int64); // the decoder's input ids
        Tensor hidden = through(m_decoder, shifted, memory);
        if (shape().tiedEmbeddings)
            hidden = scaled(tape(), hidden);
        const Tensor logits = m_head(tape(), hidden);
        const ModuleScope scope(tape(), "loss");
        const std::int64_t tokens = settings().batch * settings().decoderSequence;
        return crossEntropy(tape(), reshaped(tape(), logits, {tokens, shape().vocabulary}), labels);
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
        Tensor hidden = dropout(tape(), embedding(tape(), ids, m_words->value), hiddenDropout());
        const Tensor bias = positionBias(*stack.bias, ids.size(1), hidden.element);
        const auto layers = static_cast<std::int64_t>(stack.blocks.size());
        hidden = throughLayers(stack.firstLayer, layers, std::move(hidden),
                               [&stack, bias, memory, this](std::int64_t number, const Tensor& input) {
                                   const auto at = static_cast<std::size_t>(number - stack.firstLayer);
                                   return runBlock(stack.blocks[at], input, bias, memory);
                               });
        return dropout(tape(), norm(stack.finalNorm, hidden), hiddenDropout());
    }

    /// The table's rows for every pair of positions, as scores [b, a, s, s] with the mask added.
    Tensor positionBias(const Parameter& table, std::int64_t s, Element element)
    {
        Tensor bias;
        {
            const Tensor buckets = tape().empty({s, s}, Element::Int64);
            const Tensor values = embedding(tape(), buckets, table.value); // [s, s, a]
            bias = transposed(tape(), transposed(tape(), values, 0, 2), 1, 2);
            bias = reshaped(tape(), bias, {1, shape().heads, s, s});
        }
        const Tensor mask = tape().empty({settings().batch, 1, s, s}, element);
        const Tensor whole = tape().empty({settings().batch, shape().heads, s, s}, element);
        Tensor sum = whole;
        sum.node = tape().record("add", {&bias}, passOn);
        return sum;
    }

    /// T5LayerNorm: the input itself times the root of its mean square in fp32; keeps the input beside its
    /// fp32 copy.
    Tensor norm(const NormModule& module, const Tensor& x)
    {
        Tensor variance = power(tape(), cast(tape(), x, Element::Float32));
        variance = meanKept(tape(), variance);
        variance = plusNumber(tape(), variance);
        variance = reciprocalRoot(tape(), variance);
        Tensor hidden = multiply(tape(), x, variance);
        hidden = cast(tape(), hidden, module.weight->value.element);
        return multiply(tape(), module.weight->value, hidden);
    }

    Tensor attend(const Attention& attention, const Tensor& queries, const Tensor& keys, const Tensor& bias)
    {
        const core::Transformer& of = shape();
        const Tensor q = inHeads(tape(), attention.q(tape(), queries), of.heads, of.headDim);
        const Tensor k = inHeads(tape(), attention.k(tape(), keys), of.heads, of.headDim);
        const Tensor v = inHeads(tape(), attention.v(tape(), keys), of.heads, of.headDim);
        Tensor weights = batchedProduct(tape(), q, transposed(tape(), k, 2, 3)); // not scaled
        if (bias.defined())
            weights = addedInPlace(tape(), weights, bias);
        weights = cast(tape(), softmax(tape(), cast(tape(), weights, Element::Float32)), v.element);
        weights = dropout(tape(), weights, attentionDropout());
        return attention.output(tape(), outOfHeads(tape(), batchedProduct(tape(), weights, v)));
    }

    Tensor runBlock(const Block& block, const Tensor& input, const Tensor& bias, const Tensor& memory)
    {
        Tensor hidden = input;
        {
            const Tensor normed = norm(block.self.norm, hidden);
            const Tensor context = attend(block.self, normed, normed, bias);
            hidden = add(tape(), hidden, dropout(tape(), context, hiddenDropout()));
        }
        if (memory.defined()) {
            const Tensor normed = norm(block.cross.norm, hidden);
            const Tensor context = attend(block.cross, normed, memory, {});
            hidden = add(tape(), hidden, dropout(tape(), context, hiddenDropout()));
        }
        const Tensor normed = norm(block.norm, hidden);
        return add(tape(), hidden, dropout(tape(), feedForward(block, normed), hiddenDropout()));
    }

    Tensor feedForward(const Block& block, const Tensor& input)
    {
        Tensor hidden;
        if (block.gate.weight != nullptr) {
            const Tensor gate = activated(tape(), m_form, block.gate(tape(), input));
            hidden = multiply(tape(), gate, block.in(tape(), input));
        } else {
            hidden = activated(tape(), m_form, block.in(tape(), input));
        }
        hidden = dropout(tape(), hidden, hiddenDropout());
        return block.out(tape(), hidden);
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
