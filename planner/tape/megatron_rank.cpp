// SPDX-License-Identifier: GPL-3.0-or-later
// Contiguous buffers of weights and main gradients, sharded optimizer state, and the forward and backward
// passes of 1F1B (arXiv:2104.04473 section 2.2) with their saved tensors.
#include "planner/tape/megatron_rank.h"

#include "core/model/model_spec.h"
#include "planner/tape/transformer_engine.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::planner::tape {
namespace {

std::int64_t roundedUp(std::int64_t value, std::int64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

struct Stage {
    std::int64_t number = 0;
    std::int64_t layers = 0;
    bool first = false;
    bool last = false;
};

class Rank {
public:
    Rank(Walk& walk, const core::Transformer& shape, const core::Plan& plan, const Stage& stage)
        : m_walk(walk)
        , m_shape(shape)
        , m_plan(plan)
        , m_stage(stage)
        , m_sequence(plan.batch.sequenceLength > 0 ? plan.batch.sequenceLength : shape.maxSequence)
        , m_element(elementOf(plan.precision.compute.value_or(plan.precision.weights)))
        , m_engine(walk, {plan.axes.tensor, plan.axes.sequenceParallel,
                          plan.gatheredInputs == core::GatheredInputs::Saved})
    {
        // The vocabulary is padded to whole parts of 128 (--make-vocab-size-divisible-by).
        constexpr std::int64_t kVocabularyMultiple = 128;
        m_vocabulary = roundedUp(shape.vocabulary, kVocabularyMultiple * plan.axes.tensor) / plan.axes.tensor;
    }

    core::MemoryWalk walkSteps()
    {
        core::MemoryWalk result;
        takeState(result);
        constexpr int kSteps = 3;
        for (int step = 0; step < kSteps; ++step) {
            if (step == kSteps - 1)
                m_walk.ledger().beginRecording();
            result.atStepBegin = m_walk.ledger().allocator().allocated();
            runSchedule(result);
            m_walk.forgetGraph();
        }
        result.weightsAndOptimizerAllocated = m_walk.ledger().held(core::Purpose::Weights) +
                                              m_walk.ledger().held(core::Purpose::OptimizerState) +
                                              m_walk.ledger().held(core::Purpose::MasterWeights);
        m_walk.ledger().writeTo(result);
        return result;
    }

private:
    [[nodiscard]] bool layerNorm() const { return m_shape.norm == core::NormKind::LayerNorm; }
    [[nodiscard]] bool gated() const { return m_shape.activation == core::Activation::Swiglu; }
    /// Megatron-LM's default for attention and hidden dropout (megatron/training/arguments.py).
    [[nodiscard]] double dropoutRate() const { return m_plan.dropout ? 0.1 : 0; }

    [[nodiscard]] std::int64_t parameters() const
    {
        const std::int64_t t = m_plan.axes.tensor;
        const std::int64_t h = m_shape.hidden;
        const std::int64_t normSize = (layerNorm() ? 2 : 1) * h;
        const std::int64_t wide = (gated() ? 2 : 1) * m_shape.feedForward;
        std::int64_t layer = h * (m_shape.queryWidth() + 2 * m_shape.keyValueWidth()) / t +
                             m_shape.queryWidth() * h / t + h * wide / t + m_shape.feedForward * h / t +
                             2 * normSize;
        if (m_shape.attentionBias)
            layer += (m_shape.queryWidth() + 2 * m_shape.keyValueWidth()) / t;
        if (m_shape.outputBias)
            layer += h;
        if (m_shape.bias)
            layer += wide / t + h;
        std::int64_t all = layer * m_stage.layers;
        if (m_stage.first)
            all += m_vocabulary * h + (m_shape.learnedPositions ? m_shape.maxSequence * h : 0);
        if (m_stage.last) {
            all += m_shape.finalNorm ? normSize : 0;
            if (!m_shape.tiedEmbeddings || !m_stage.first)
                all += m_vocabulary * h;
        }
        return all;
    }

    void keep(std::int64_t bytes, core::Purpose purpose) { m_state.push_back(m_walk.take(bytes, purpose)); }

    void takeState(core::MemoryWalk& result)
    {
        const std::int64_t count = parameters();
        const auto width = [](core::Dtype dtype) { return widthOf(elementOf(dtype)); };
        result.weights = count * width(m_plan.precision.weights);
        result.gradients = count * width(m_plan.precision.gradients);
        keep(result.weights,
             core::Purpose::Weights); // one buffer each (distributed/param_and_grad_buffer.py)
        result.weightsAllocated = m_walk.ledger().allocator().allocated();
        keep(result.gradients, core::Purpose::Gradients);
        const std::int64_t mine = (count + m_plan.sharding.optimizer - 1) / m_plan.sharding.optimizer;
        if (m_plan.precision.master)
            keep(mine * width(*m_plan.precision.master), core::Purpose::MasterWeights);
        const std::int64_t moments = momentsOf(m_plan.optimizer);
        for (std::int64_t moment = 0; moment < moments; ++moment)
            keep(mine * width(m_plan.precision.optimizerState), core::Purpose::OptimizerState);
        result.optimizer = moments * mine * width(m_plan.precision.optimizerState);
    }

    [[nodiscard]] static std::int64_t momentsOf(core::OptimizerKind kind)
    {
        switch (kind) {
        case core::OptimizerKind::Adam:
        case core::OptimizerKind::AdamW:
        case core::OptimizerKind::Lamb: return 2;
        case core::OptimizerKind::Momentum:
        case core::OptimizerKind::Adagrad: return 1;
        case core::OptimizerKind::Sgd:
        case core::OptimizerKind::RowwiseAdagrad: break;
        }
        return 0;
    }

    /// Warm-up passes, then one forward and one backward in turn, then what is left. More micro-batches than
    /// fill the pipeline repeat what the ones before showed.
    void runSchedule(core::MemoryWalk& result)
    {
        const std::int64_t inFlight = m_plan.axes.pipeline - m_stage.number;
        const std::int64_t micro = std::min(m_plan.batch.microBatches, inFlight + 1);
        const std::int64_t warmUp = std::min(micro, inFlight - 1);
        std::vector<Tensor> outputs;
        const std::int64_t before = m_walk.ledger().allocator().allocated();
        for (std::int64_t pass = 0; pass < micro; ++pass) {
            outputs.push_back(forward());
            if (pass == 0)
                result.activationsAfterForward = m_walk.ledger().allocator().allocated() - before;
            if (pass >= warmUp)
                backward(outputs);
        }
        while (!outputs.empty())
            backward(outputs);
    }

    Tensor forward()
    {
        m_walk.ledger().setPhase(core::StepPhase::Forward);
        Tensor hidden;
        if (m_stage.first) {
            hidden = embed();
        } else {
            const Layout rows{m_engine.rowsOf(m_sequence), m_plan.batch.microBatch, m_shape.hidden};
            hidden = m_walk.asLeaf(m_walk.empty(rows, m_element)); // received
        }
        for (std::int64_t layer = 0; layer < m_stage.layers; ++layer) {
            const Region run = [this, layer](const std::vector<Tensor>& inputs) {
                const ModuleScope scope(m_walk, "layer " + std::to_string(layer));
                return throughLayer(inputs.front());
            };
            hidden =
                m_plan.recompute == core::Recompute::Full ? m_walk.checkpoint(run, {hidden}) : run({hidden});
        }
        if (!m_stage.last) {
            hidden.storage
                .reset(); // sent on; only its place in the graph stays (deallocate_pipeline_outputs)
            return hidden;
        }
        if (m_shape.finalNorm)
            hidden = m_engine.norm(hidden, layerNorm());
        const Tensor logits = m_engine.outputLinear(hidden, m_vocabulary);
        return m_engine.crossEntropy(logits, m_plan.fusedCrossEntropy);
    }

    void backward(std::vector<Tensor>& outputs)
    {
        m_walk.ledger().setPhase(core::StepPhase::Backward);
        const Tensor output = std::exchange(outputs.front(), {});
        outputs.erase(outputs.begin());
        m_walk.backward(output, {}); // the gradient is received, or made of the loss
    }

    Tensor embed()
    {
        const ModuleScope scope(m_walk, "embedding");
        const Tensor ids = m_walk.empty({m_sequence, m_plan.batch.microBatch}, Element::Int64);
        Tensor hidden = m_engine.vocabularyEmbedding(ids, {m_vocabulary, m_shape.hidden}, m_element);
        if (dropoutRate() > 0)
            hidden = dropout(m_walk, hidden, dropoutRate());
        return hidden;
    }

    Tensor throughLayer(const Tensor& input)
    {
        const std::int64_t t = m_plan.axes.tensor;
        Tensor hidden =
            m_engine.normLinear(input, (m_shape.queryWidth() + 2 * m_shape.keyValueWidth()) / t, layerNorm());
        hidden = attend(std::exchange(hidden, {}));
        hidden = m_engine.rowLinear(hidden, m_shape.hidden);
        const Tensor residual = m_engine.dropoutAdd(hidden, input, dropoutRate());
        hidden = m_engine.normLinear(residual, (gated() ? 2 : 1) * m_shape.feedForward / t, layerNorm());
        hidden = m_engine.activation(hidden, gated() ? 2 : 1);
        hidden = m_engine.rowLinear(hidden, m_shape.hidden);
        return m_engine.dropoutAdd(hidden, residual, dropoutRate());
    }

    Tensor attend(Tensor fused)
    {
        const std::int64_t groups = m_shape.kvHeads / m_plan.axes.tensor;
        const std::int64_t heads = m_shape.heads / m_plan.axes.tensor;
        const std::int64_t width = m_shape.headDim;
        const std::int64_t perGroup = heads / groups;
        fused = reshaped(m_walk, fused, {fused.size(0), fused.size(1), groups, (perGroup + 2) * width});
        std::vector<Tensor> parts = split(m_walk, fused, 3, {perGroup * width, width, width});
        Tensor q = reshaped(m_walk, parts[0], {fused.size(0), fused.size(1), heads, width});
        Tensor k = parts[1];
        // Values become dense too: the kernel takes three tensors of one layout.
        const Tensor v = contiguous(m_walk, parts[2]);
        parts.clear();
        fused.reset();
        if (!m_shape.learnedPositions) {
            q = m_engine.rotated(q);
            k = m_engine.rotated(k);
        } else {
            q = contiguous(m_walk, q);
            k = contiguous(m_walk, k);
        }
        const Region core = [this](const std::vector<Tensor>& operands) { return attentionCore(operands); };
        const std::vector<Tensor> operands{q, k, v};
        return m_plan.recompute == core::Recompute::Selective ? m_walk.checkpoint(core, operands)
                                                              : core(operands);
    }

    Tensor attentionCore(const std::vector<Tensor>& operands)
    {
        const auto batchFirst = [this](const Tensor& x) {
            return transposed(m_walk, transposed(m_walk, x, 0, 1), 1, 2);
        };
        const Tensor q = batchFirst(operands[0]);
        const Tensor k = batchFirst(operands[1]);
        const Tensor v = batchFirst(operands[2]);
        Tensor context;
        if (m_plan.attention == core::Attention::Flash) {
            context = scaledDotProductAttention(m_walk, q, k, v, dropoutRate(), q.size(1) != k.size(1));
        } else {
            Tensor scores = batchedProduct(m_walk, q, transposed(m_walk, repeated(k, q.size(1)), 2, 3));
            scores = softmax(m_walk, scores); // scale, mask and softmax in one kernel
            scores = dropout(m_walk, scores, dropoutRate());
            context = batchedProduct(m_walk, scores, repeated(v, q.size(1)));
        }
        context = contiguous(m_walk, transposed(m_walk, transposed(m_walk, context, 1, 2), 0, 1));
        return reshaped(m_walk, context,
                        {context.size(0), context.size(1), context.size(2) * context.size(3)});
    }

    /// Key heads repeated to the query heads, where attention is written out.
    Tensor repeated(const Tensor& x, std::int64_t heads)
    {
        const std::int64_t repeats = heads / x.size(1);
        if (repeats == 1)
            return x;
        const Tensor five = reshaped(m_walk, x, {x.size(0), x.size(1), 1, x.size(2), x.size(3)});
        const Tensor wide = expanded(m_walk, five, {x.size(0), x.size(1), repeats, x.size(2), x.size(3)});
        return reshaped(m_walk, wide, {x.size(0), heads, x.size(2), x.size(3)});
    }

    Walk& m_walk;
    core::Transformer m_shape;
    core::Plan m_plan;
    Stage m_stage;
    std::int64_t m_sequence;
    std::int64_t m_vocabulary = 0;
    Element m_element;
    TransformerEngine m_engine;
    std::vector<StorageRef> m_state;
};

std::vector<Stage> stagesToWalk(const core::Transformer& shape, const core::Plan& plan)
{
    const std::int64_t count = plan.axes.pipeline;
    std::vector<Stage> stages;
    for (std::int64_t number = 0; number < count; ++number) {
        Stage stage;
        stage.number = number;
        stage.layers = plan.layersPerStage.empty() ? shape.layers / count
                                                   : plan.layersPerStage[static_cast<std::size_t>(number)];
        stage.first = number == 0;
        stage.last = number == count - 1;
        // A later stage between the ends with as many layers holds fewer micro-batches.
        const auto covered = [&](const Stage& other) { return !other.first && other.layers >= stage.layers; };
        if (stage.first || stage.last || std::none_of(stages.begin(), stages.end(), covered))
            stages.push_back(stage);
    }
    return stages;
}

} // namespace

core::MemoryWalk walkMegatronRanks(const core::Transformer& shape, const DeviceTraits& traits,
                                   const core::Plan& plan)
{
    core::MemoryWalk fullest;
    for (const Stage& stage : stagesToWalk(shape, plan)) {
        Walk walk(traits);
        core::MemoryWalk result = Rank(walk, shape, plan, stage).walkSteps();
        if (result.peak > fullest.peak)
            fullest = std::move(result);
    }
    return fullest;
}

} // namespace shardscope::planner::tape
