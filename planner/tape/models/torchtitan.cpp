// SPDX-License-Identifier: GPL-3.0-or-later
// After torchtitan (models/llama3/model/model.py and infra/parallelize.py, of 2026): norms of one kernel,
// positions turned in fp32 as complex numbers, keys and values copied to the query heads. With a tensor group
// rows are spread over it between the layers' parts, by DTensor's collectives along the second dimension, and
// the loss runs on each rank's part of the vocabulary.
#include "planner/tape/models/torchtitan.h"

#include <utility>

namespace shardscope::planner::tape {
namespace {

struct TitanBlock {
    NormModule attentionNorm, forwardNorm, qNorm, kNorm;
    LinearModule q, k, v, output;
    LinearModule gate, up, down;
};

class Torchtitan final : public Model {
public:
    Torchtitan(Tape& at, const core::Transformer& of, const RunSettings& how, const core::Plan& plan)
        : Model(at, of, how)
        , m_ranks(plan.axes.tensor)
        , m_compiled(plan.kernels == core::Kernels::Fused)
        , m_compiledLoss(plan.fusedCrossEntropy)
    {
        m_words = parameter("tok_embeddings.weight", {cut(of.vocabulary), of.hidden});
        for (std::int64_t number = 0; number < of.layers; ++number)
            makeBlock("layers." + std::to_string(number) + '.');
        m_norm = rmsNormModule("norm", of.hidden);
        if (of.tiedEmbeddings)
            m_head.weight = m_words;
        else
            m_head = linearModule("output", of.hidden, cut(of.vocabulary), false);
        buffer(how.sequence * of.headDim, Element::Float32); // freqs_cis, complex
    }

    [[nodiscard]] std::vector<std::size_t> groupsOfParameters() const override
    {
        std::vector<std::size_t> groups = Model::groupsOfParameters();
        if (!shape().tiedEmbeddings)
            groups.front() = static_cast<std::size_t>(layers()) + 1;
        return groups;
    }

    [[nodiscard]] Tensor loss(const Tensor& ids, const Tensor& labels) override
    {
        const std::int64_t head = layers();
        const Region words = [this](const std::vector<Tensor>& in) {
            const ModuleScope scope(tape(), "embedding");
            return scattered(embedding(tape(), in.front(), m_words->value));
        };
        Tensor hidden = wrapped(shape().tiedEmbeddings ? head : head + 1, ids, words);
        hidden = throughLayers(std::exchange(hidden, {}), [this](std::int64_t number, const Tensor& input) {
            return runBlock(m_blocks[static_cast<std::size_t>(number)], input);
        });
        const Region last = [this](const std::vector<Tensor>& in) {
            const ModuleScope scope(tape(), "head");
            return m_head(tape(), gathered(norm(m_norm, in.front())));
        };
        const Tensor logits = wrapped(head, std::exchange(hidden, {}), last);
        const ModuleScope scope(tape(), "loss");
        const std::int64_t rows = logits.size(0) * logits.size(1);
        const Tensor flat = reshaped(tape(), logits, {rows, logits.size(2)});
        if (m_compiledLoss)
            return compiledLoss(flat);
        const Tensor scores = cast(tape(), flat, Element::Float32);
        return m_ranks > 1 ? lossOfParts(scores) : crossEntropy(tape(), scores, labels);
    }

private:
    [[nodiscard]] std::int64_t cut(std::int64_t size) const { return (size + m_ranks - 1) / m_ranks; }

    void makeBlock(const std::string& name)
    {
        const core::Transformer& of = shape();
        beginLayer();
        TitanBlock& block = m_blocks.emplace_back();
        const std::string attention = name + "attention.";
        block.q = linearModule(attention + "wq", of.hidden, cut(of.queryWidth()), of.attentionBias);
        block.k = linearModule(attention + "wk", of.hidden, cut(of.keyValueWidth()), of.attentionBias);
        block.v = linearModule(attention + "wv", of.hidden, cut(of.keyValueWidth()), of.attentionBias);
        block.output = linearModule(attention + "wo", cut(of.queryWidth()), of.hidden, false);
        if (of.queryKeyNorm) {
            block.qNorm = rmsNormModule(attention + "q_norm", of.headDim);
            block.kNorm = rmsNormModule(attention + "k_norm", of.headDim);
        }
        block.gate = linearModule(name + "feed_forward.w1", of.hidden, cut(of.feedForward), false);
        block.down = linearModule(name + "feed_forward.w2", cut(of.feedForward), of.hidden, false);
        block.up = linearModule(name + "feed_forward.w3", of.hidden, cut(of.feedForward), false);
        block.attentionNorm = rmsNormModule(name + "attention_norm", of.hidden);
        block.forwardNorm = rmsNormModule(name + "ffn_norm", of.hidden);
        endLayer();
    }

    [[nodiscard]] Tensor runBlock(const TitanBlock& block, const Tensor& input)
    {
        Tensor hidden = gathered(norm(block.attentionNorm, input));
        hidden = scattered(attend(block, std::exchange(hidden, {})));
        const Tensor between = add(tape(), input, std::exchange(hidden, {}));
        hidden = gathered(norm(block.forwardNorm, between));
        hidden = scattered(feedForward(block, std::exchange(hidden, {})));
        return add(tape(), between, hidden);
    }

    [[nodiscard]] Tensor attend(const TitanBlock& block, const Tensor& input)
    {
        const core::Transformer& of = shape();
        const auto heads = [&](const LinearModule& projection, std::int64_t count) {
            const Tensor x = projection(tape(), input);
            return reshaped(tape(), x, {x.size(0), x.size(1), count, of.headDim});
        };
        const std::int64_t mine = cut(of.heads);
        const std::int64_t repeats = mine / cut(of.kvHeads);
        Tensor q = heads(block.q, mine);
        Tensor k = heads(block.k, cut(of.kvHeads));
        Tensor v = heads(block.v, cut(of.kvHeads));
        if (of.queryKeyNorm) {
            q = norm(block.qNorm, std::exchange(q, {}));
            k = norm(block.kNorm, std::exchange(k, {}));
        }
        q = turned(std::exchange(q, {}));
        k = repeated(turned(std::exchange(k, {})), repeats);
        v = repeated(std::exchange(v, {}), repeats);
        const auto inFront = [&](const Tensor& x) { return transposed(tape(), x, 1, 2); };
        const Tensor context =
            scaledDotProductAttention(tape(), inFront(q), inFront(k), inFront(v), 0, false);
        return block.output(tape(), outOfHeads(tape(), context));
    }

    /// Turns complex numbers of 32 bits by positions that need no gradient; back in the operand's format.
    [[nodiscard]] Tensor turned(const Tensor& x)
    {
        const Tensor wide = cast(tape(), x, Element::Float32);
        Node* node = tape().record("rotary positions", {&wide}, rowMajorGradients);
        return cast(tape(), tape().made(node, wide.layout.rowMajor(), wide.element), x.element);
    }

    [[nodiscard]] Tensor repeated(const Tensor& x, std::int64_t repeats)
    {
        if (repeats == 1)
            return x;
        const Tensor five = reshaped(tape(), x, {x.size(0), x.size(1), x.size(2), 1, x.size(3)});
        const Tensor wide = expanded(tape(), five, {x.size(0), x.size(1), x.size(2), repeats, x.size(3)});
        return reshaped(tape(), wide, {x.size(0), x.size(1), x.size(2) * repeats, x.size(3)});
    }

    /// Compiled, a block makes the activation again in backward and keeps both of its product's factors'
    /// inputs (torch/_functorch/partitioners.py: what feeds a matrix product is not made again).
    [[nodiscard]] Tensor feedForward(const TitanBlock& block, const Tensor& input)
    {
        const Tensor gate = block.gate(tape(), input);
        const Tensor up = block.up(tape(), input);
        if (!m_compiled)
            return block.down(tape(), multiply(tape(), silu(tape(), gate), up));
        Node* node = tape().record("gated activation", {&gate, &up}, rowMajorGradients);
        tape().save(node, gate);
        tape().save(node, up);
        return block.down(tape(), tape().made(node, gate.layout.rowMajor(), gate.element));
    }

    /// torch.nn.RMSNorm: one kernel, which keeps its input and a statistic a row (aten, _fused_rms_norm).
    [[nodiscard]] Tensor norm(const NormModule& module, const Tensor& x)
    {
        const Tensor& weight = module.weight->value;
        Node* node =
            tape().record("norm", {&x, &weight}, [](Tape& at, const Node& made, Gradients& incoming) {
                Gradients result{at.empty(made.edges[0].layout, incoming[0].element), {}};
                if (made.needs(1))
                    result[1] = at.empty(made.edges[1].layout, made.edges[1].element);
                return result;
            });
        tape().save(node, x);
        tape().save(node, weight);
        Tensor normed = tape().made(node, x.layout.rowMajor(), x.element);
        tape().save(node, tape().empty(withLast(x.layout, 1), Element::Float32));
        return normed;
    }

    /// What a collective along the second dimension has beside its result: NCCL knows the first alone, so
    /// that more than one sample is copied over (torch/distributed/_functional_collectives.py,
    /// _maybe_view_chunk_cat).
    static Tensor besideRows(Tape& at, const Layout& whole, Element element)
    {
        return whole.size(0) > 1 ? at.empty(whole.rowMajor(), element) : Tensor{};
    }

    [[nodiscard]] Layout rowsOf(const Layout& x, std::int64_t rows) const
    {
        return x.narrowed(1, rows).rowMajor();
    }

    /// Shard(1) to Replicate: all rows; the gradient is reduced and scattered.
    [[nodiscard]] Tensor gathered(const Tensor& x)
    {
        if (m_ranks == 1)
            return x;
        const Layout whole = rowsOf(x.layout, x.size(1) * m_ranks);
        Node* node =
            tape().record("all-gather", {&x}, [whole](Tape& at, const Node& made, Gradients& incoming) {
                const Tensor beside = besideRows(at, whole, incoming[0].element);
                return Gradients{at.empty(made.edges[0].layout.rowMajor(), incoming[0].element)};
            });
        const Tensor beside = besideRows(tape(), whole, x.element);
        return tape().made(node, whole, x.element);
    }

    /// Partial to Shard(1): summed, and this rank's rows; the gradient is gathered.
    [[nodiscard]] Tensor scattered(const Tensor& x)
    {
        if (m_ranks == 1)
            return x;
        const Layout whole = x.layout.rowMajor();
        Node* node =
            tape().record("reduce-scatter", {&x}, [whole](Tape& at, const Node&, Gradients& incoming) {
                const Tensor beside = besideRows(at, whole, incoming[0].element);
                return Gradients{at.empty(whole, incoming[0].element)};
            });
        const Tensor beside = besideRows(tape(), whole, x.element);
        return tape().made(node, rowsOf(x.layout, x.size(1) / m_ranks), x.element);
    }

    /// Log-softmax and its gradient written out (torch/distributed/tensor/parallel/loss.py): kept is the
    /// former; the gradient is a sum of zeros and exponentials, and a product.
    [[nodiscard]] Tensor lossOfParts(const Tensor& scores)
    {
        const Layout layout = scores.layout.rowMajor();
        const auto full = [layout](Tape& at) { return at.empty(layout, Element::Float32); };
        Node* node = tape().record("parallel loss", {&scores}, [full](Tape& at, const Node&, Gradients&) {
            const Tensor zeros = full(at);
            Tensor exponentials = full(at);
            const Tensor sum = full(at);
            exponentials.reset();
            return Gradients{full(at)};
        });
        Tensor shifted = full(tape());
        {
            const Tensor exponentials = full(tape());
        }
        tape().save(node, full(tape()));
        return tape().made(node, {1}, Element::Float32);
    }

    /// Compiled: the logits stay as the head gave them, and the gradient has their format.
    [[nodiscard]] Tensor compiledLoss(const Tensor& logits)
    {
        Node* node = tape().record("compiled loss", {&logits}, rowMajorGradients);
        tape().save(node, logits);
        tape().save(node, tape().empty(withLast(logits.layout, 1), Element::Float32));
        return tape().made(node, {1}, Element::Float32);
    }

    std::int64_t m_ranks;
    bool m_compiled;
    bool m_compiledLoss;
    Parameter* m_words = nullptr;
    std::vector<TitanBlock> m_blocks;
    NormModule m_norm;
    LinearModule m_head;
};

} // namespace

ModelPtr makeTorchtitanModel(Tape& tape, const core::Transformer& shape, const RunSettings& settings,
                             const core::Plan& plan)
{
    return std::make_unique<Torchtitan>(tape, shape, settings, plan);
}

} // namespace shardscope::planner::tape
