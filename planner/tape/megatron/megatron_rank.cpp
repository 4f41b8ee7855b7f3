// SPDX-License-Identifier: GPL-3.0-or-later
// Contiguous buffers of weights and main gradients, sharded optimizer state, and the forward and backward
// passes of 1F1B (arXiv:2104.04473 section 2.2) with their saved tensors.
#include "planner/tape/megatron/megatron_rank.h"
#include "planner/framework/framework.h"

#include "core/base/parallel.h"
#include "planner/formula/narrow_copies.h"
#include "planner/formula/program_code.h"
#include "planner/formula/state.h"
#include "planner/tape/allocator/request_log.h"
#include "planner/tape/megatron/megatron_layers.h"
#include "planner/tape/megatron/megatron_parameters.h"
#include "planner/tape/megatron/megatron_sharding.h"
#include "planner/tape/megatron/megatron_stages.h"
#include "planner/tape/training/optimizer.h"

#include <algorithm>
#include <array>
#include <deque>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace shardscope::planner::tape {
namespace {

class Rank {
public:
    /// \p chunks: the parts of the model it holds, in the order in which a micro-batch meets them. \p log: is
    /// told of the first micro-batches of GPipe, and no more are run; null: all are run.
    Rank(Tape& tape, const core::Transformer& shape, const core::Plan& plan,
         const std::vector<MegatronStage>& chunks, RequestLog* log)
        : m_tape(tape)
        , m_shape(shape)
        , m_plan(plan)
        , m_chunks(chunks)
        , m_log(log)
        , m_outputs(chunks.size())
        , m_vocabulary(paddedVocabulary(shape, plan))
        , m_sequence((plan.batch.sequenceLength > 0 ? plan.batch.sequenceLength : shape.maxSequence) /
                     plan.axes.context)
        , m_element(elementOf(streamDtype(plan)))
        , m_engine(tape, {plan.axes.tensor, plan.axes.sequenceParallel,
                          plan.gatheredInputs == core::GatheredInputs::Saved, writesNormsOut(shape, plan),
                          gathersLogits(plan), nanotron(), operandOf(plan), adaptersOf(plan)})
        , m_layers(tape, m_shape, m_plan, m_engine)
    {
        park(plan.offloadedLayers == 0);
        tape.ledger().keepLog(log);
    }

    core::MemoryTrace traceSteps(Steps steps)
    {
        core::MemoryTrace result;
        result.rankClass = "stage " + std::to_string(m_chunks.front().number);
        takeState(result);
        constexpr int kSteps = 3;
        Settling settling(steps);
        for (int step = 0; step < kSteps; ++step) {
            if (settling.repeats(m_tape.ledger().allocator()))
                break;
            m_tape.ledger().beginRecording();
            result.atStepBegin = m_tape.ledger().allocator().allocated();
            runSchedule(result);
            m_tape.forgetGraph();
        }
        result.weightsAndOptimizerAllocated = m_tape.ledger().held(core::Purpose::Weights) +
                                              m_tape.ledger().held(core::Purpose::OptimizerState) +
                                              m_tape.ledger().held(core::Purpose::MasterWeights);
        m_tape.writeTo(result, m_plan.residency.activations);
        m_tape.ledger().keepLog(nullptr);
        return result;
    }

private:
    [[nodiscard]] bool nanotron() const { return factsOf(m_plan).habits.tape == TracedAs::Nanotron; }

    /// Whether what is saved from here on may leave the device.
    void park(bool may)
    {
        Tape::Parking parking;
        parking.away = may && m_plan.residency.activations != core::Tier::Device;
        parking.ranks =
            m_plan.partitionedActivations && !m_plan.axes.sequenceParallel ? m_plan.axes.tensor : 1;
        m_tape.setParking(parking);
    }

    static std::optional<core::Dtype> operandOf(const core::Plan& plan)
    {
        return narrowOperands(plan) ? std::optional(operandDtype(plan)) : std::nullopt;
    }

    static TransformerEngine::Adapters adaptersOf(const core::Plan& plan)
    {
        return {plan.adapters.rank, plan.adapters.besideOutput(), plan.adapters.besideFeedForward(),
                plan.dropout};
    }

    /// Adapters' elements on a rank, for a layer's matrices that the kernels take as one (peft/lora.py).
    [[nodiscard]] std::int64_t adapterElements() const
    {
        const std::int64_t fused = m_shape.queryWidth() + 2 * m_shape.keyValueWidth();
        std::int64_t all = m_shape.hidden + fused;
        if (m_plan.adapters.besideOutput())
            all += m_shape.hidden + m_shape.queryWidth();
        if (m_plan.adapters.besideFeedForward())
            all += 2 * m_shape.hidden + ((m_layers.gated() ? 2 : 1) + 1) * m_shape.feedForward;
        return (m_plan.adapters.rank * all + m_plan.axes.tensor - 1) / m_plan.axes.tensor;
    }

    void keep(std::int64_t bytes, core::Purpose purpose, core::MemoryTrace& result)
    {
        const bool state =
            purpose == core::Purpose::OptimizerState || purpose == core::Purpose::MasterWeights;
        if (!state || m_plan.residency.optimizer == core::Tier::Device) {
            m_state.push_back(m_tape.take(bytes, purpose));
            return;
        }
        for (core::TierBytes& known : result.elsewhere) {
            if (known.purpose == purpose) {
                known.bytes += bytes;
                return;
            }
        }
        result.elsewhere.push_back({m_plan.residency.optimizer, purpose, bytes});
    }

    void takeState(core::MemoryTrace& result)
    {
        MegatronParameters count;
        std::int64_t inLayers = 0;
        for (MegatronStage chunk : m_chunks) {
            const MegatronParameters own = megatronParameters(m_shape, m_plan, chunk);
            count.dense += own.dense;
            count.experts += own.experts;
            chunk.first = chunk.last = false;
            const MegatronParameters within = megatronParameters(m_shape, m_plan, chunk);
            inLayers += within.dense + within.experts;
        }
        const auto width = [](core::Dtype dtype) { return widthOf(elementOf(dtype)); };
        if (m_plan.adapters.any()) { // what learns is in buffers, the others are tensors of their own
            const std::int64_t frozen = count.dense;
            keep(bytesOf(m_plan.precision.weights, frozen), core::Purpose::Weights, result);
            count.dense = 0;
            for (const MegatronStage& chunk : m_chunks)
                count.dense += chunk.layers * adapterElements();
            result.weights = bytesOf(m_plan.precision.weights, frozen);
        }
        result.weights += bytesOf(m_plan.precision.weights, count.dense + count.experts);
        result.gradients = (count.dense + count.experts) * width(m_plan.precision.gradients);
        // One buffer each (distributed/param_and_grad_buffer.py), experts apart.
        const std::array parts{std::pair{count.dense, m_plan.sharding},
                               std::pair{count.experts, expertSharding(m_plan)}};
        const std::int64_t moments = Optimizer::momentsOf(m_plan.optimizer);
        const auto shard = [](std::int64_t elements, std::int64_t over) {
            return (elements + over - 1) / over;
        };
        for (const auto& [elements, over] : parts) {
            if (elements == 0)
                continue;
            keep(bytesOf(m_plan.precision.weights, shard(elements, over.weights)), core::Purpose::Weights,
                 result);
            if (!gathersLogits(m_plan))
                keep(shard(elements, over.gradients) * width(m_plan.precision.gradients),
                     core::Purpose::Gradients, result);
            if (nanotron() && m_plan.axes.replicas() > 1) // DistributedDataParallel's
                keep(bytesOf(m_plan.precision.weights, elements), core::Purpose::Buffers, result);
            const std::int64_t mine = shard(elements, over.optimizer);
            if (m_plan.precision.master)
                keep(mine * width(*m_plan.precision.master), core::Purpose::MasterWeights, result);
            for (std::int64_t moment = 0; moment < moments; ++moment)
                keep(mine * width(m_plan.precision.optimizerState), core::Purpose::OptimizerState, result);
            result.optimizer += moments * mine * width(m_plan.precision.optimizerState);
        }
        if (m_plan.sharding.weights > 1)
            shareUnits(count.dense + count.experts - inLayers, result);
        else if (narrowOperands(
                     m_plan)) // of the layers; what beside them is narrow in the plan stays in 16 bits
            keepCopies(inLayers, count.dense + count.experts - inLayers, result);
        result.weightsAllocated = m_tape.ledger().held(core::Purpose::Weights);
    }

    /// Layers that are gathered one by one, with the copies that narrow products read; \p beside them what
    /// stays gathered.
    void shareUnits(std::int64_t beside, core::MemoryTrace& result)
    {
        const core::Dtype stored = m_plan.precision.weights;
        keep(core::widthOf(stored).value() < 2 ? 2 * beside : bytesOf(stored, beside), core::Purpose::Buffers,
             result);
        MegatronSharding::Settings units;
        const MegatronStage& stage = m_chunks.front();
        for (std::int64_t layer = stage.firstLayer; layer < stage.firstLayer + stage.layers; ++layer) {
            const MegatronParameters one =
                megatronParameters(m_shape, m_plan, {0, layer, 1, false, false, 0});
            const std::int64_t elements = one.dense + one.experts;
            const std::int64_t copies =
                narrowOperands(m_plan) ? narrowCopies(m_tape.traits().anyOrder, m_plan) : 0;
            units.layers.push_back(elements);
            units.gathered.push_back(bytesOf(stored, elements) +
                                     copies * bytesOf(operandDtype(m_plan), elements));
        }
        units.table = m_vocabulary * m_shape.hidden;
        units.tied = m_shape.tiedEmbeddings;
        units.gradientWidth = widthOf(elementOf(m_plan.precision.gradients));
        m_sharding.emplace(m_tape, std::move(units));
    }

    void keepCopies(std::int64_t inLayers, std::int64_t beside, core::MemoryTrace& result)
    {
        const core::Dtype operand = operandDtype(m_plan);
        const std::int64_t copies = narrowCopies(m_tape.traits().anyOrder, m_plan);
        for (std::int64_t copy = 0; copy < copies; ++copy)
            keep(bytesOf(operand, inLayers), core::Purpose::Buffers, result);
        if (const core::Dtype stored = m_plan.precision.weights; core::widthOf(stored).value() < 2)
            keep(2 * beside - bytesOf(stored, beside), core::Purpose::Buffers, result);
    }

    /// More micro-batches than fill the pipeline repeat what the ones before showed.
    void runSchedule(core::MemoryTrace& result)
    {
        const std::int64_t pipeline = m_plan.axes.pipeline;
        const std::int64_t behind = pipeline - m_chunks.front().number - 1; // stages after this one
        const auto chunks = static_cast<std::int64_t>(m_chunks.size());
        const std::int64_t held = gathersLogits(m_plan) ? 1 : 0; // of logits one more comes and stays
        std::int64_t micro = std::min(m_plan.batch.microBatches, behind + 2 + held);
        std::int64_t warmUp = std::min(micro, behind);
        if (m_plan.schedule == core::Schedule::Gpipe) {
            micro = warmUp = m_log != nullptr ? RequestLog::kTraced : m_plan.batch.microBatches;
        } else if (chunks > 1) { // schedules.py: forward_backward_pipelining_with_interleaving
            micro = std::min(m_plan.batch.microBatches, 2 * pipeline);
            warmUp = std::min(micro * chunks, 2 * behind + (chunks - 1) * pipeline);
            if (m_plan.batch.microBatches == pipeline)
                warmUp = micro * chunks;
        }
        m_given = {};
        m_before = m_tape.ledger().allocator().allocated();
        m_first = true;
        std::int64_t done = 0;
        for (std::int64_t pass = 0; pass < micro * chunks; ++pass) {
            forward(chunkOf(pass), result);
            if (pass >= warmUp)
                backward(chunks - 1 - chunkOf(done++));
        }
        while (done < micro * chunks)
            backward(chunks - 1 - chunkOf(done++));
        m_tape.ledger().endPasses();
        m_sentGradient.reset();
        m_engine.dropGradients(); // Aleph-Alpha/scaling, core/optimizer/parameter_group.py, step_prequel
    }

    /// Chunk of the pass in a rank's order: p micro-batches through one chunk, then through the next.
    [[nodiscard]] std::int64_t chunkOf(std::int64_t pass) const
    {
        const auto chunks = static_cast<std::int64_t>(m_chunks.size());
        return chunks == 1 ? 0 : pass % (m_plan.axes.pipeline * chunks) / m_plan.axes.pipeline;
    }

    [[nodiscard]] Layout boundary() const
    {
        return {m_engine.rowsOf(m_sequence), m_plan.batch.microBatch, m_shape.hidden};
    }

    void forward(std::int64_t chunk, core::MemoryTrace& result)
    {
        const auto place = static_cast<std::size_t>(chunk);
        m_outputs[place].push_back(through(m_chunks[place]));
        if (m_log != nullptr)
            m_log->afterForward(m_tape.parked());
        if (std::exchange(m_first, false))
            result.activationsAfterForward = m_tape.ledger().allocator().allocated() - m_before;
    }

    Tensor through(const MegatronStage& stage)
    {
        m_tape.ledger().beginPass(core::StepPhase::Forward);
        Tensor hidden;
        if (stage.first) {
            hidden = embed();
            if (m_plan.adapters.any() && stage.recomputed > 0) // peft/recompute.py: for reentrant checkpoints
                hidden = m_tape.asLeaf(hidden);
        } else {
            hidden = m_tape.asLeaf(m_tape.empty(boundary(), m_element)); // received
        }
        const std::int64_t own = stage.layers - (stage.last ? m_shape.predictionLayers : 0);
        hidden = through(stage, 0, own, hidden);
        if (!stage.last) {
            if (nanotron()) // pipeline_parallel/state.py, register_activation_requiring_backward
                return hidden;
            hidden.storage
                .reset(); // sent on; only its place in the graph stays (deallocate_pipeline_outputs)
            return hidden;
        }
        if (m_sharding)
            hidden = m_sharding->beforeHead(hidden);
        if (m_shape.finalNorm)
            hidden = m_engine.norm(hidden, m_layers.layerNorm());
        const Tensor last = m_shape.predictions > 0 ? lossOfPredictions(stage, own, hidden) : loss(hidden);
        return m_sharding ? m_sharding->behindHead(last) : last;
    }

    /// \p count layers of \p stage, from number \p begin of its own on.
    Tensor through(const MegatronStage& stage, std::int64_t begin, std::int64_t count, Tensor hidden)
    {
        for (std::int64_t layer = begin; layer < begin + count; ++layer) {
            const Region run = [this, number = stage.firstLayer + layer](const std::vector<Tensor>& inputs) {
                const ModuleScope scope(m_tape, layerName(number));
                return m_layers.through(number, inputs.front());
            };
            if (m_plan.offloadedLayers > 0)
                park(layer < m_plan.offloadedLayers);
            const Region maybeAgain = [&, again = layer < stage.recomputed](const std::vector<Tensor>& in) {
                return again ? m_tape.checkpoint(run, in) : run(in);
            };
            hidden = m_sharding ? m_sharding->around(static_cast<std::size_t>(layer), hidden, maybeAgain)
                                : maybeAgain({hidden});
        }
        park(m_plan.offloadedLayers == 0);
        return hidden;
    }

    Tensor loss(const Tensor& hidden)
    {
        Tensor logits = m_engine.outputLinear(hidden, m_vocabulary);
        if (nanotron())
            return m_layers.lossInPlace(std::exchange(logits, {}));
        return gathersLogits(m_plan) ? lossOfWholeRows(logits)
                                     : m_engine.crossEntropy(logits, m_plan.fusedCrossEntropy);
    }

    /// Modules that predict further tokens, whose layers begin at \p place of the stage's own: each joins the
    /// rows before it with the next token's embedding, both normed, and runs its layers on what both are
    /// projected to (NVIDIA/Megatron-LM, core/transformer/multi_token_prediction.py). All rows are put
    /// together, then every head runs, the model's last (core/models/gpt/gpt_model.py, _postprocess).
    Tensor lossOfPredictions(const MegatronStage& stage, std::int64_t place, const Tensor& hidden)
    {
        const std::int64_t each = m_shape.predictionLayers / m_shape.predictions;
        std::vector<Tensor> outputs{hidden};
        for (std::int64_t module = 0; module < m_shape.predictions; ++module, place += each) {
            const Tensor embedded = m_engine.norm(embed(), m_layers.layerNorm());
            const Tensor before = m_engine.norm(outputs.back(), m_layers.layerNorm());
            const Tensor joined = concatenated(m_tape, {embedded, before}, 2);
            Tensor next = through(stage, place, each, m_engine.gatheredLinear(joined, m_shape.hidden));
            outputs.push_back(m_engine.norm(std::exchange(next, {}), m_layers.layerNorm()));
        }
        const auto heads = static_cast<std::int64_t>(outputs.size());
        const std::vector<Tensor> rows =
            split(m_tape, concatenated(m_tape, std::exchange(outputs, {}), 0), 0, heads);
        Tensor sum = loss(rows.back());
        for (auto one = rows.rbegin() + 1; one != rows.rend(); ++one)
            sum = add(m_tape, sum, loss(*one));
        return sum;
    }

    /// The head's parts from all ranks, put together.
    Tensor wholeRows(const Tensor& logits)
    {
        Node* node = m_tape.record("gather logits", {&logits}, rowMajorGradients);
        std::vector<Tensor> others;
        others.reserve(static_cast<std::size_t>(m_plan.axes.tensor));
        for (std::int64_t rank = 1; rank < m_plan.axes.tensor; ++rank)
            others.push_back(m_tape.empty(logits.layout.rowMajor(), logits.element));
        return m_tape.made(node, {logits.size(0), logits.size(1), logits.size(2) * m_plan.axes.tensor},
                           logits.element);
    }

    /// PyTorch's own loss (formula/program_code.h). Two buffers take turns in holding what forward gave
    /// (Aleph-Alpha/scaling, core/nn/pipeline_schedule/train.py, required_buffer_count, of a last stage), and
    /// nothing empties them before the next but one is written.
    Tensor lossOfWholeRows(const Tensor& logits)
    {
        const Tensor whole = m_plan.axes.tensor > 1 ? wholeRows(logits) : logits;
        m_given[m_turn] = whole.detached();
        m_turn = 1 - m_turn;
        const std::int64_t rows = whole.size(0) * whole.size(1);
        const Tensor scores = reshaped(m_tape, cast(m_tape, whole, Element::Float32), {rows, whole.size(2)});
        const Tensor labels = m_tape.empty({rows}, Element::Int64);
        return tape::crossEntropy(m_tape, scores, labels);
    }

    void backward(std::int64_t chunk)
    {
        const auto place = static_cast<std::size_t>(chunk);
        m_tape.ledger().beginPass(core::StepPhase::Backward);
        std::deque<Tensor>& outputs = m_outputs[place];
        const Tensor output = std::exchange(outputs.front(), {});
        outputs.pop_front();
        m_tape.backward(output, {}); // the gradient is received, or made of the loss
        if (m_sharding)
            m_sharding->finishBackward();
        // What went to the stage before stays until the next backward has one (schedules.py: a local
        // variable).
        if (!m_chunks[place].first)
            m_sentGradient = m_tape.empty(boundary(), m_element);
    }

    Tensor embed()
    {
        const ModuleScope scope(m_tape, "embedding");
        const Tensor ids = m_tape.empty({m_sequence, m_plan.batch.microBatch}, Element::Int64);
        const bool tied = m_shape.tiedEmbeddings && m_plan.axes.pipeline == 1;
        Tensor hidden = m_engine.vocabularyEmbedding(ids, {m_vocabulary, m_shape.hidden}, m_element, tied);
        if (m_layers.dropoutRate() > 0)
            hidden = dropout(m_tape, hidden, m_layers.dropoutRate());
        return hidden;
    }

    Tape& m_tape;
    core::Transformer m_shape;
    core::Plan m_plan;
    std::vector<MegatronStage> m_chunks;
    RequestLog* m_log;
    std::vector<std::deque<Tensor>> m_outputs; ///< by chunk, oldest first
    std::int64_t m_before = 0;
    bool m_first = true;
    std::int64_t m_vocabulary;
    std::int64_t m_sequence;
    Element m_element;
    TransformerEngine m_engine;
    MegatronLayers m_layers;
    std::vector<StorageRef> m_state;
    std::optional<MegatronSharding> m_sharding;
    Tensor m_sentGradient;
    std::array<Tensor, 2> m_given; ///< whole rows of logits
    std::size_t m_turn = 0;
};

core::MemoryTrace traceRank(const core::Transformer& shape, const DeviceTraits& traits,
                            const core::Plan& plan, const std::vector<MegatronStage>& chunks, Steps steps,
                            const core::Task& task)
{
    if (asksAgain(plan, steps)) {
        RequestLog log;
        Tape tape(traits);
        core::MemoryTrace trace = Rank(tape, shape, plan, chunks, &log).traceSteps(Steps::All);
        if (log.repeats()) {
            RequestReplay(log, tape.ledger(), plan.batch.microBatches).writeTo(trace, steps, task);
            return trace;
        }
    }
    Tape tape(traits);
    return Rank(tape, shape, plan, chunks, nullptr).traceSteps(steps);
}

} // namespace

std::vector<core::MemoryTrace> traceMegatronRanks(const core::Transformer& shape, const DeviceTraits& traits,
                                                  const core::Plan& plan, Ranks which, Steps steps,
                                                  const core::Task& task)
{
    std::vector<std::int64_t> stages(static_cast<std::size_t>(plan.axes.pipeline));
    std::iota(stages.begin(), stages.end(), 0);
    if (which == Ranks::Fullest && plan.recomputeLayers.size() < 2) // else later stages may keep more
        stages = stagesToTrace(shape, plan);
    // Stages that do the same are traced once.
    std::vector<std::vector<MegatronStage>> chunks;
    std::vector<std::size_t> first; // of those that do as each does
    for (const std::int64_t number : stages) {
        chunks.push_back(chunksOf(shape, plan, number));
        const auto same = std::ranges::find_if(chunks, [&](const auto& other) {
            return steps == Steps::UntilTheyRepeat ? doTheSame(shape, plan, other, chunks.back())
                                                   : &other == &chunks.back();
        });
        first.push_back(static_cast<std::size_t>(same - chunks.begin()));
    }
    std::vector<core::MemoryTrace> traces(stages.size());
    core::parallelFor(stages.size(), [&](std::size_t i) {
        if (first[i] == i && !task.cancelled())
            traces[i] = traceRank(shape, traits, plan, chunks[i], steps, task);
    });
    for (std::size_t i = 0; i < stages.size() && !task.cancelled(); ++i) {
        if (first[i] != i)
            traces[i] = ofStage(traces[first[i]], chunks[first[i]].front(), chunks[i].front());
    }
    return traces;
}

} // namespace shardscope::planner::tape
