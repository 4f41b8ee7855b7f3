// SPDX-License-Identifier: GPL-3.0-or-later
// One rank's share of tensor-parallel GPT layers, one PyTorch kernel an operation, layout [s, b, h]:
// column-parallel QKV and first feed-forward matrix, row-parallel output matrices (arXiv:1909.08053
// section 3), with sequence parallelism norms and dropouts on s/t rows (arXiv:2205.05198 section 4.2.2).
// Of a stage in the middle of a pipeline, or with embedding and head as a whole model.
#include "planner/tape/megatron/megatron_layer.h"
#include "planner/framework/framework.h"

#include "planner/tape/megatron/megatron_parameters.h"

#include <memory>
#include <string>
#include <utility>

namespace shardscope::planner::tape {
namespace {

/// Megatron-LM's default for attention and hidden dropout (megatron/training/arguments.py).
constexpr double kDropout = 0.1;

struct Layer {
    NormModule firstNorm;
    LinearModule fused, output;
    NormModule secondNorm;
    LinearModule widening, narrowing;
};

class PlainLayers : public Model {
public:
    PlainLayers(Tape& at, const core::Transformer& of, const RunSettings& how, const core::Plan& plan,
                LayerHalf half = LayerHalf::Whole)
        : Model(at, of, how)
        , m_plan(plan)
        , m_ranks(plan.axes.tensor)
        , m_half(half)
    {
        if (how.eagerAttention || factsOf(plan).habits.layers != LayerCode::Graph)
            m_mask = tape().take(how.sequence * how.sequence, core::Purpose::Buffers);
    }

    [[nodiscard]] Tensor through(const Tensor& input)
    {
        return throughLayers(input, [this](std::int64_t number, const Tensor& hidden) {
            return runLayer(m_layers[static_cast<std::size_t>(number)], hidden);
        });
    }

protected:
    void makeLayers()
    {
        const core::Transformer& of = shape();
        const std::int64_t heads = (of.heads + 2 * of.kvHeads) * of.headDim / m_ranks;
        const bool gated = of.activation == core::Activation::Swiglu;
        for (std::int64_t number = 0; number < of.layers; ++number) {
            beginLayer();
            const std::string prefix = "layers." + std::to_string(number);
            Layer& layer = m_layers.emplace_back();
            if (m_half != LayerHalf::FeedForward) {
                layer.firstNorm = norm(prefix + ".input_layernorm");
                layer.fused =
                    linearModule(prefix + ".self_attention.linear_qkv", of.hidden, heads, of.attentionBias);
                layer.output = linearModule(prefix + ".self_attention.linear_proj",
                                            of.heads * of.headDim / m_ranks, of.hidden, of.outputBias);
            }
            if (m_half != LayerHalf::Attention) {
                layer.secondNorm = norm(prefix + ".pre_mlp_layernorm");
                layer.widening = linearModule(prefix + ".mlp.linear_fc1", of.hidden,
                                              (gated ? 2 : 1) * of.feedForward / m_ranks, of.bias);
                layer.narrowing =
                    linearModule(prefix + ".mlp.linear_fc2", of.feedForward / m_ranks, of.hidden, of.bias);
            }
            endLayer();
        }
    }

    NormModule norm(const std::string& name)
    {
        return shape().norm == core::NormKind::RmsNorm ? rmsNormModule(name, shape().hidden)
                                                       : layerNormModule(name, shape().hidden);
    }

    [[nodiscard]] bool spread() const { return m_plan.axes.sequenceParallel && m_ranks > 1; }
    [[nodiscard]] std::int64_t ranks() const { return m_ranks; }
    [[nodiscard]] double dropoutRate() const { return settings().dropout ? kDropout : 0; }

private:
    /// Gathers the rows that lie spread over the ranks: a new tensor; its gradient is scattered again.
    Tensor gatheredRows(const Tensor& x)
    {
        Node* node = tape().record("all-gather", {&x}, ownGradient);
        return tape().made(node, {settings().sequence, x.size(1), x.size(2)}, x.element);
    }

    /// Each rank's product is added up over the ranks, and the bias after that.
    Tensor rowParallel(const LinearModule& module, const Tensor& x)
    {
        Tensor product = linear(tape(), x, module.weight->value, {});
        if (spread())
            product = sliced(tape(), product, 0, settings().sequence / m_ranks);
        return module.bias != nullptr ? add(tape(), product, module.bias->value) : product;
    }

    /// A linear layer that keeps only the rank's rows of its input and gathers them again in backward.
    Tensor regatheredLinear(const LinearModule& module, const Tensor& x)
    {
        const Tensor& weight = module.weight->value;
        const Layout rows{settings().sequence, x.size(1), x.size(2)};
        Node* node =
            tape().record("linear", {&x, &weight}, [rows](Tape& at, const Node& made, Gradients& incoming) {
                at.needBlasWorkspace();
                Gradients result(2);
                Tensor again = at.empty(rows, incoming[0].element);
                if (at.traits().planned) {
                    result[1] = weightGradient(at, made.edges[1], incoming[0].element);
                    again.reset();
                }
                const Tensor inputGradient = at.empty(rows, incoming[0].element);
                result[0] = at.empty(made.edges[0].layout, incoming[0].element);
                if (!at.traits().planned)
                    result[1] = weightGradient(at, made.edges[1], incoming[0].element);
                return result;
            });
        tape().save(node, x);
        tape().save(node, weight);
        tape().needBlasWorkspace();
        const Tensor gathered = tape().empty(rows, x.element);
        const Tensor product = tape().made(node, {settings().sequence, x.size(1), weight.size(0)}, x.element);
        return module.bias != nullptr ? add(tape(), product, module.bias->value) : product;
    }

    Tensor columnParallel(const LinearModule& module, const Tensor& x)
    {
        if (!spread())
            return module(tape(), x);
        if (m_plan.gatheredInputs == core::GatheredInputs::Regathered)
            return regatheredLinear(module, x);
        const Tensor rows = gatheredRows(x);
        return module(tape(), rows);
    }

    Tensor runLayer(const Layer& layer, const Tensor& input)
    {
        Tensor hidden;
        Tensor residual = input;
        if (m_half != LayerHalf::FeedForward) {
            hidden = layer.firstNorm(tape(), input);
            hidden = attend(layer, hidden);
            hidden = dropout(tape(), hidden, dropoutRate());
            residual = add(tape(), input, hidden);
        }
        if (m_half == LayerHalf::Attention)
            return residual;
        hidden = layer.secondNorm(tape(), residual);
        hidden = feedForward(layer, hidden);
        hidden = dropout(tape(), hidden, dropoutRate());
        return add(tape(), residual, hidden);
    }

    Tensor feedForward(const Layer& layer, const Tensor& input)
    {
        Tensor hidden = columnParallel(layer.widening, input);
        if (shape().activation == core::Activation::Swiglu) {
            const std::vector<Tensor> parts = split(tape(), hidden, 2, 2);
            hidden = multiply(tape(), silu(tape(), parts[0]), parts[1]);
        } else {
            hidden = activated(tape(), shape(), hidden);
        }
        return rowParallel(layer.narrowing, hidden);
    }

    Tensor attend(const Layer& layer, const Tensor& input)
    {
        const core::Transformer& of = shape();
        const std::int64_t heads = of.heads / m_ranks;
        const std::int64_t groups = of.kvHeads / m_ranks;
        const std::int64_t perGroup = heads / groups;
        Tensor q, k, v;
        {
            // A key head lies beside its queries, so that every rank has whole groups.
            Tensor fused = columnParallel(layer.fused, input);
            fused =
                reshaped(tape(), fused, {fused.size(0), fused.size(1), groups, (perGroup + 2) * of.headDim});
            const std::vector<Tensor> parts =
                split(tape(), fused, 3, {perGroup * of.headDim, of.headDim, of.headDim});
            q = reshaped(tape(), parts[0], {fused.size(0), fused.size(1), heads, of.headDim});
            k = parts[1];
            v = parts[2];
        }
        const Region core = [this](const std::vector<Tensor>& operands) { return attentionCore(operands); };
        const std::vector<Tensor> operands{q, k, v};
        const bool again = m_plan.recompute.has(core::Recompute::CoreAttention);
        const Tensor context = again ? tape().checkpoint(core, operands) : core(operands);
        return rowParallel(layer.output, context);
    }

    /// [s, b, heads, d] to [b, heads, s, d].
    Tensor batchFirst(const Tensor& x) { return transposed(tape(), transposed(tape(), x, 0, 1), 1, 2); }
    /// [b, heads, s, d] to [s, b, heads * d].
    Tensor sequenceFirst(const Tensor& x)
    {
        const Tensor order = transposed(tape(), transposed(tape(), x, 1, 2), 0, 1);
        return reshaped(tape(), contiguous(tape(), order),
                        {order.size(0), order.size(1), order.size(2) * order.size(3)});
    }

    Tensor attentionCore(const std::vector<Tensor>& operands)
    {
        const Tensor q = batchFirst(operands[0]);
        const Tensor k = batchFirst(operands[1]);
        const Tensor v = batchFirst(operands[2]);
        if (!settings().eagerAttention)
            return sequenceFirst(scaledDotProductAttention(tape(), q, k, v, 0, q.size(1) != k.size(1)));
        Tensor mask;
        mask.layout = {settings().sequence, settings().sequence};
        mask.element = Element::Bool;
        mask.storage = m_mask;
        const std::int64_t repeats = q.size(1) / k.size(1);
        Tensor scores = batchedProduct(tape(), q, transposed(tape(), repeated(k, repeats), 2, 3));
        scores = scaled(tape(), scores);
        scores = masked(tape(), scores, mask);
        scores = softmax(tape(), scores);
        scores = dropout(tape(), scores, dropoutRate());
        return sequenceFirst(batchedProduct(tape(), scores, repeated(v, repeats)));
    }

    Tensor repeated(const Tensor& x, std::int64_t repeats)
    {
        if (repeats == 1)
            return x;
        const Tensor five = reshaped(tape(), x, {x.size(0), x.size(1), 1, x.size(2), x.size(3)});
        const Tensor wide = expanded(tape(), five, {x.size(0), x.size(1), repeats, x.size(2), x.size(3)});
        return reshaped(tape(), wide, {x.size(0), x.size(1) * repeats, x.size(2), x.size(3)});
    }

    core::Plan m_plan;
    std::int64_t m_ranks;
    LayerHalf m_half;
    std::vector<Layer> m_layers;
    StorageRef m_mask; ///< causal, one byte a pair; null where a compiler finds no use for it
};

/// Layers in the middle of a pipeline: the tensor they hand on stands for the loss.
class MiddleStage final : public PlainLayers {
public:
    MiddleStage(Tape& at, const core::Transformer& of, const RunSettings& how, const core::Plan& plan,
                LayerHalf half = LayerHalf::Whole)
        : PlainLayers(at, of, how, plan, half)
    {
        makeLayers();
    }

    [[nodiscard]] Tensor loss(const Tensor& input, const Tensor&) override { return through(input); }

    [[nodiscard]] Layout inputLayout() const
    {
        return {settings().sequence / (spread() ? ranks() : 1), settings().batch, shape().hidden};
    }
};

/// A whole model as Megatron-LM ran it under DeepSpeed (v1.1.5, as ZeRO's authors did): embedding and head
/// cut over the ranks by their vocabulary (megatron/mpu/layers.py, megatron/model/language_model.py).
class WholeModel final : public PlainLayers {
public:
    WholeModel(Tape& at, const core::Transformer& of, const RunSettings& how, const core::Plan& plan)
        : PlainLayers(at, of, how, plan)
    {
        const std::int64_t vocabulary = paddedVocabulary(of, plan);
        m_words = parameter("word_embeddings.weight", {vocabulary, of.hidden});
        if (of.learnedPositions)
            m_positions = parameter("position_embeddings.weight", {of.maxSequence, of.hidden});
        makeLayers();
        if (of.finalNorm)
            m_finalNorm = norm("final_layernorm");
        m_head = of.tiedEmbeddings ? m_words : parameter("lm_head.weight", {vocabulary, of.hidden});
    }

    [[nodiscard]] Tensor loss(const Tensor& ids, const Tensor&) override
    {
        Tensor hidden = swapped(embedded(ids));
        hidden = swapped(through(hidden));
        if (m_finalNorm.weight != nullptr)
            hidden = m_finalNorm(tape(), hidden);
        const ModuleScope scope(tape(), "loss");
        return crossEntropy(linear(tape(), hidden, m_head->value, {}));
    }

private:
    /// Rows of other ranks' words are set to 0 where they lie, and the sum over the ranks is made there;
    /// back, the gradient is copied for that.
    [[nodiscard]] Tensor embedded(const Tensor& ids)
    {
        const ModuleScope scope(tape(), "embedding");
        Tensor hidden = embedding(tape(), ids, m_words->value);
        if (ranks() > 1)
            hidden.node = tape().record("masked rows", {&hidden}, likeIncoming);
        if (m_positions != nullptr) {
            const Tensor places = tape().empty({settings().batch, settings().sequence}, Element::Int64);
            hidden = add(tape(), hidden, embedding(tape(), places, m_positions->value));
        }
        return dropout(tape(), hidden, dropoutRate());
    }

    /// [b, s, h] to [s, b, h] and back.
    [[nodiscard]] Tensor swapped(const Tensor& x) { return contiguous(tape(), transposed(tape(), x, 0, 1)); }

    /// Works in fp32 on a copy of the logits: its exponentials become the softmax where they lie, are kept,
    /// and become the gradient there (megatron/mpu/cross_entropy.py).
    [[nodiscard]] Tensor crossEntropy(const Tensor& logits)
    {
        const Tensor scores = cast(tape(), logits, Element::Float32);
        const Tensor copy = tape().empty(scores.layout.rowMajor(), Element::Float32);
        auto softmax = std::make_shared<Tensor>(tape().empty(scores.layout.rowMajor(), Element::Float32));
        Node* node = tape().record("cross entropy", {&scores}, [softmax](Tape&, const Node&, Gradients&) {
            return Gradients{std::exchange(*softmax, {})};
        });
        return tape().made(node, {scores.size(0), scores.size(1)}, Element::Float32);
    }

    Parameter* m_words = nullptr;
    Parameter* m_positions = nullptr;
    NormModule m_finalNorm;
    Parameter* m_head = nullptr;
};

} // namespace

ModelPtr makeMegatronModel(Tape& tape, const core::Transformer& shape, const RunSettings& settings,
                           const core::Plan& plan)
{
    return std::make_unique<WholeModel>(tape, shape, settings, plan);
}

ModelPtr makeMegatronLayers(Tape& tape, const core::Transformer& shape, const RunSettings& settings,
                            const core::Plan& plan, LayerHalf half)
{
    return std::make_unique<MiddleStage>(tape, shape, settings, plan, half);
}

core::MemoryTrace traceMegatronStage(Tape& tape, const core::Transformer& shape, const RunSettings& settings,
                                     const core::Plan& plan)
{
    MiddleStage stage(tape, shape, settings, plan);
    Ledger& ledger = tape.ledger();
    core::MemoryTrace result;
    result.wholeModel = false;
    for (Parameter& parameter : stage.parameters()) {
        const std::int64_t bytes = parameter.value.elements() * widthOf(parameter.value.element);
        result.weights += bytes;
        result.gradients += bytes;
        result.weightsAllocated = ledger.held(core::Purpose::Weights);
        tape.setPurpose(core::Purpose::Gradients);
        parameter.gradient = tape.empty(parameter.value.layout, parameter.value.element); // accumulated into
    }
    tape.setPurpose(core::Purpose::Buffers);
    const Tensor input = tape.empty(stage.inputLayout(), settings.weights);
    const Tensor outputGradient = tape.empty(stage.inputLayout(), settings.weights);
    tape.setPurpose(core::Purpose::Activations);
    result.weightsAndOptimizerAllocated = result.weightsAllocated;
    constexpr int kSteps = 3;
    for (int step = 0; step < kSteps; ++step) {
        ledger.beginStep();
        if (step == kSteps - 1)
            ledger.beginRecording();
        ledger.beginPass(core::StepPhase::Forward);
        result.atStepBegin = ledger.allocator().allocated();
        const Tensor output = stage.through(tape.asLeaf(input));
        result.activationsAfterForward = ledger.allocator().allocated() - result.atStepBegin;
        ledger.beginPass(core::StepPhase::Backward);
        tape.backward(output, outputGradient);
        tape.forgetGraph();
    }
    result.activationsPerLayer =
        static_cast<double>(result.activationsAfterForward) / static_cast<double>(shape.layers);
    ledger.writeTo(result);
    return result;
}

} // namespace shardscope::planner::tape
