// SPDX-License-Identifier: GPL-3.0-or-later
// After graphcore/popart @00385a0: willow/src/transforms/pipeline.cpp (stashes),
// docs/popart/tensor_locations.rst (optimizer state in Streaming Memory, replicated tensor sharding),
// docs/user_guide/batch_size.rst (accumulation). Memory is live ranges: the compiler lays them out, nothing
// is cached.
#include "planner/tape/popart/popart_rank.h"

#include "planner/formula/stages.h"
#include "planner/tape/megatron/megatron_layer.h"
#include "planner/tape/models/model.h"
#include "planner/tape/training/optimizer.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace shardscope::planner::tape {
namespace {

/// Embedding and head, as far as a stage has them; tables are cut over the tensor group.
class Ends final : public Model {
public:
    Ends(Tape& at, const core::Transformer& of, const RunSettings& how, const Stage& stage,
         std::int64_t ranks)
        : Model(at, of, how)
        , m_rows((of.vocabulary + ranks - 1) / ranks)
    {
        if (stage.first) {
            m_words = parameter("embedding", {m_rows, of.hidden});
            if (of.learnedPositions)
                m_positions = parameter("positions", {of.maxSequence, of.hidden});
        }
        if (!stage.last)
            return;
        if (of.finalNorm)
            m_norm = norm("final_norm");
        if (of.maskedHead) {
            m_transform = linearModule("transform", of.hidden, of.hidden, true);
            m_transformNorm = norm("transform_norm");
        }
        const bool shared = of.tiedEmbeddings && m_words != nullptr;
        m_head = shared ? m_words : parameter("head", {m_rows, of.hidden});
    }

    [[nodiscard]] Tensor embed(const Tensor& ids)
    {
        const ModuleScope scope(tape(), "embedding");
        Tensor hidden = embedding(tape(), ids, m_words->value);
        if (m_positions != nullptr) {
            const Tensor places = tape().empty({settings().sequence, 1}, Element::Int64);
            hidden = add(tape(), hidden, embedding(tape(), places, m_positions->value));
        }
        return hidden;
    }

    [[nodiscard]] Tensor loss(const Tensor& input, const Tensor& labels) override
    {
        const ModuleScope scope(tape(), "loss");
        Tensor hidden = input;
        if (m_norm.weight != nullptr)
            hidden = m_norm(tape(), hidden);
        if (m_transform.weight != nullptr)
            hidden = m_transformNorm(tape(), gelu(tape(), m_transform(tape(), hidden)));
        const Tensor logits = linear(tape(), hidden, m_head->value, {});
        return crossEntropy(tape(), reshaped(tape(), logits, {labels.elements(), m_rows}), labels);
    }

private:
    NormModule norm(const std::string& name)
    {
        return shape().norm == core::NormKind::RmsNorm ? rmsNormModule(name, shape().hidden)
                                                       : layerNormModule(name, shape().hidden);
    }

    std::int64_t m_rows;
    Parameter* m_words = nullptr;
    Parameter* m_positions = nullptr;
    NormModule m_norm;
    LinearModule m_transform;
    NormModule m_transformNorm;
    Parameter* m_head = nullptr;
};

RunSettings settingsOf(const core::Transformer& shape, const core::Plan& plan, const Stage& stage)
{
    RunSettings settings;
    settings.batch = plan.batch.microBatch;
    settings.sequence = plan.batch.sequenceLength > 0 ? plan.batch.sequenceLength : shape.maxSequence;
    settings.weights = elementOf(plan.precision.weights);
    settings.eagerAttention = plan.attention == core::Attention::Eager;
    if (plan.recompute == core::Recompute::Full)
        settings.recomputedLayers = recomputedLayers(plan, stage);
    settings.dropout = false; // masks are drawn again from the same seed, not kept
    return settings;
}

core::Transformer layersOf(core::Transformer shape, const Stage& stage)
{
    shape.layers = stage.layers;
    shape.activationName = "gelu"; // one operation
    return shape;
}

class Ipu {
public:
    Ipu(Tape& tape, const core::Transformer& shape, const core::HardwareSpec& hardware,
        const core::Plan& plan, const Stage& stage)
        : m_tape(tape)
        , m_plan(plan)
        , m_stage(stage)
        , m_settings(settingsOf(shape, plan, stage))
        , m_hidden(shape.hidden)
    {
        const core::MemoryTier* inside = hardware.tier(core::Tier::Device);
        constexpr double kMost = 1e15; // no device has more, and whole numbers of bytes end there
        const double memory = inside != nullptr ? std::min(kMost, inside->capacity.value.value()) : 0;
        const double streaming = memory * static_cast<double>(plan.inProcessor.ioTiles) /
                                 static_cast<double>(core::kProcessorTiles);
        m_ioTiles = static_cast<std::int64_t>(streaming);
        m_setAside = static_cast<std::int64_t>((memory - streaming) *
                                               static_cast<double>(plan.inProcessor.memoryPercent) / 100);
        Tape::Parking parking;
        parking.away = plan.residency.activations != core::Tier::Device;
        tape.setParking(parking);
        m_layers = makeMegatronLayers(tape, layersOf(shape, stage), m_settings, plan);
        m_ends = std::make_unique<Ends>(tape, layersOf(shape, stage), m_settings, stage, plan.axes.tensor);
        for (Model* part : {static_cast<Model*>(m_layers.get()), static_cast<Model*>(m_ends.get())}) {
            for (Parameter& parameter : part->parameters())
                m_parameters.push_back(&parameter);
        }
    }

    core::MemoryTrace traceSteps()
    {
        core::MemoryTrace result;
        result.rankClass = "stage " + std::to_string(m_stage.index);
        result.weightsAllocated = m_tape.ledger().held(core::Purpose::Weights);
        holdState(result);
        result.weightsAndOptimizerAllocated = m_tape.ledger().allocator().allocated();
        m_tape.setPurpose(core::Purpose::Buffers);
        const Tensor ids = m_tape.empty({m_settings.sequence, m_settings.batch}, Element::Int64);
        const Tensor labels = m_tape.empty({m_settings.sequence, m_settings.batch}, Element::Int64);
        const StorageRef tiles = m_tape.take(m_ioTiles, core::Purpose::Buffers);
        m_tape.setPurpose(core::Purpose::Activations);
        constexpr int kSteps = 2;
        for (int step = 0; step < kSteps; ++step) {
            m_tape.ledger().beginStep();
            if (step == kSteps - 1)
                m_tape.ledger().beginRecording();
            result.atStepBegin = m_tape.ledger().allocator().allocated();
            runSchedule(ids, labels, result);
            m_tape.forgetGraph();
            update();
        }
        m_tape.writeTo(result, m_plan.residency.activations);
        return result;
    }

private:
    /// Elements that a replica keeps the state of, padded to whole ones.
    [[nodiscard]] std::int64_t shardOf(const Parameter& parameter) const
    {
        const std::int64_t shards = m_plan.sharding.optimizer;
        return (parameter.value.elements() + shards - 1) / shards;
    }
    [[nodiscard]] std::int64_t stateBytes(const Parameter& parameter) const
    {
        return shardOf(parameter) * Optimizer::momentsOf(m_plan.optimizer) *
               widthOf(elementOf(m_plan.precision.optimizerState));
    }
    [[nodiscard]] std::int64_t masterBytes(const Parameter& parameter) const
    {
        if (!m_plan.precision.master)
            return 0;
        return shardOf(parameter) * widthOf(elementOf(*m_plan.precision.master));
    }
    [[nodiscard]] bool stateIsAway() const { return m_plan.residency.optimizer != core::Tier::Device; }

    /// Accumulators where a step has several micro-batches, optimizer state on the chip or beside it.
    void holdState(core::MemoryTrace& result)
    {
        std::map<core::Purpose, std::int64_t> away;
        const auto hold = [&](std::int64_t bytes, core::Purpose purpose) {
            if (stateIsAway())
                away[purpose] += bytes;
            else
                m_state.push_back(m_tape.take(bytes, purpose));
        };
        const bool accumulates = m_plan.batch.microBatches > 1;
        for (Parameter* parameter : m_parameters) {
            const std::int64_t elements = parameter->value.elements();
            result.weights += elements * widthOf(parameter->value.element);
            result.gradients += elements * widthOf(elementOf(m_plan.precision.gradients));
            result.optimizer += stateBytes(*parameter);
            if (accumulates) {
                m_tape.setPurpose(core::Purpose::Gradients);
                parameter->gradient =
                    m_tape.empty(parameter->value.layout, elementOf(m_plan.precision.gradients));
            }
            hold(stateBytes(*parameter), core::Purpose::OptimizerState);
            hold(masterBytes(*parameter), core::Purpose::MasterWeights);
        }
        for (const auto& [purpose, bytes] : away) {
            if (bytes > 0)
                result.elsewhere.push_back({m_plan.residency.optimizer, purpose, bytes});
        }
    }

    /// A stage runs a forward and a backward in every cycle; what it stashes comes back after two cycles for
    /// each stage behind it. Cycles beyond the filled pipeline repeat.
    void runSchedule(const Tensor& ids, const Tensor& labels, core::MemoryTrace& result)
    {
        const std::int64_t behind = m_plan.axes.pipeline - m_stage.index - 1;
        const bool all = m_plan.schedule == core::Schedule::Gpipe;
        const std::int64_t micro =
            all ? m_plan.batch.microBatches : std::min(m_plan.batch.microBatches, 2 * behind + 2);
        const std::int64_t warmUp = all ? micro : std::min(micro, 2 * behind);
        const std::int64_t before = m_tape.ledger().allocator().allocated();
        std::vector<Tensor> outputs;
        for (std::int64_t pass = 0; pass < micro; ++pass) {
            outputs.push_back(forward(ids, labels));
            if (pass == 0)
                result.activationsAfterForward = m_tape.ledger().allocator().allocated() - before;
            if (pass >= warmUp)
                backward(outputs);
        }
        while (!outputs.empty())
            backward(outputs);
    }

    [[nodiscard]] Tensor forward(const Tensor& ids, const Tensor& labels)
    {
        m_tape.ledger().beginPass(core::StepPhase::Forward);
        const StorageRef temporaries = m_tape.take(m_setAside, core::Purpose::Workspace);
        Tensor hidden = m_stage.first
                            ? m_ends->embed(ids)
                            : m_tape.asLeaf(m_tape.empty({m_settings.sequence, m_settings.batch, m_hidden},
                                                         m_settings.weights));
        if (m_stage.layers > 0)
            hidden = m_layers->loss(hidden, {});
        if (m_stage.last)
            return m_ends->loss(hidden, labels);
        hidden.storage.reset(); // copied to the next stage's processor; its place in the graph stays
        return hidden;
    }

    void backward(std::vector<Tensor>& outputs)
    {
        m_tape.ledger().beginPass(core::StepPhase::Backward);
        const StorageRef temporaries = m_tape.take(m_setAside, core::Purpose::Workspace);
        const Tensor output = std::exchange(outputs.front(), {});
        outputs.erase(outputs.begin());
        m_tape.backward(output, {});
    }

    /// Tensor by tensor: the gradient's shard, the state's where it is streamed in, the new weights' shard
    /// before it is gathered.
    void update()
    {
        m_tape.ledger().setPhase(core::StepPhase::Optimizer);
        m_tape.ledger().setOperation("update");
        const std::int64_t shards = m_plan.sharding.optimizer;
        for (Parameter* parameter : m_parameters) {
            const std::int64_t mine = (parameter->value.elements() + shards - 1) / shards;
            const std::int64_t state = stateIsAway() ? stateBytes(*parameter) + masterBytes(*parameter) : 0;
            const StorageRef streamed = m_tape.take(state, core::Purpose::Buffers);
            const std::int64_t width =
                widthOf(elementOf(m_plan.precision.gradients)) + widthOf(parameter->value.element);
            const StorageRef shard = m_tape.take(shards > 1 ? mine * width : 0, core::Purpose::Buffers);
            if (m_plan.batch.microBatches == 1)
                parameter->gradient.reset();
        }
    }

    Tape& m_tape;
    const core::Plan& m_plan;
    Stage m_stage;
    RunSettings m_settings;
    std::int64_t m_hidden;
    std::int64_t m_ioTiles = 0;
    std::int64_t m_setAside = 0;
    ModelPtr m_layers;
    std::unique_ptr<Ends> m_ends;
    std::vector<Parameter*> m_parameters;
    std::vector<StorageRef> m_state;
};

} // namespace

std::vector<core::MemoryTrace> tracePopartRanks(const core::Transformer& shape,
                                                const core::HardwareSpec& hardware, const core::Plan& plan)
{
    std::vector<core::MemoryTrace> traces;
    for (const Stage& stage : stagesOf(plan, shape.layers)) {
        Tape tape(deviceTraits(hardware));
        traces.push_back(Ipu(tape, shape, hardware, plan, stage).traceSteps());
    }
    return traces;
}

} // namespace shardscope::planner::tape
