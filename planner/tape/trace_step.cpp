// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses whose operations are traced, and runs the steps until the state repeats.
#include "planner/tape/trace_step.h"
#include "planner/framework/framework.h"

#include "planner/formula/stages.h"
#include "planner/memory/framework.h"
#include "planner/tape/coverage.h"
#include "planner/tape/megatron/megatron_layer.h"
#include "planner/tape/models/model.h"
#include "planner/tape/models/torchtitan.h"
#include "planner/tape/popart/popart_rank.h"
#include "planner/tape/training/fully_sharded.h"
#include "planner/tape/training/optimizer.h"
#include "planner/tape/training/zero_redundancy.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace shardscope::planner::tape {
namespace {

/// One replica of DistributedDataParallel: the buckets its gradients are reduced in.
/// torch/csrc/distributed/c10d/reducer.cpp (PyTorch 2.11), gradient_as_bucket_view off: gradients are copied
/// into buckets beside them, filled in reverse order of the parameters; the first bucket closes at 1 MiB, the
/// others at 25 MiB.
class ReplicaBuckets {
public:
    ReplicaBuckets(Tape& tape, Model& model);
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    std::vector<StorageRef> m_buckets;
    std::int64_t m_bytes = 0;
};

ReplicaBuckets::ReplicaBuckets(Tape& tape, Model& model)
{
    constexpr std::int64_t kFirst = 1 << 20;
    constexpr std::int64_t kOthers = 25 << 20;
    tape.ledger().setOperation("gradient bucket");
    std::int64_t filled = 0;
    const auto close = [&] {
        m_buckets.push_back(tape.take(filled, core::Purpose::Buffers));
        m_bytes += filled;
        filled = 0;
    };
    auto& parameters = model.parameters();
    for (std::size_t place = parameters.size(); place-- > 0;) {
        if (!learns(parameters[place]))
            continue;
        const Tensor& value = parameters[place].value;
        filled += value.elements() * widthOf(value.element);
        if (filled >= (m_buckets.empty() ? kFirst : kOthers))
            close();
    }
    if (filled > 0)
        close();
}

RunSettings settingsOf(const core::Transformer& shape, const core::Plan& plan)
{
    RunSettings settings;
    settings.batch = plan.batch.microBatch;
    settings.sequence = plan.batch.sequenceLength > 0 ? plan.batch.sequenceLength : shape.maxSequence;
    settings.decoderSequence = plan.batch.decoderLength > 0 ? plan.batch.decoderLength : settings.sequence;
    settings.weights = elementOf(plan.precision.weights);
    settings.autocast = plan.precision.autocast;
    settings.eagerAttention = plan.attention == core::Attention::Eager;
    if (plan.recompute == core::Recompute::Full) // of a whole model, or of the one stage that is traced
        settings.recomputedLayers = recomputedLayers(plan, {0, 0, shape.layers, true, true});
    settings.dropout = plan.dropout;
    settings.adapters = plan.adapters;
    // A gradient has its parameter's format, and peft keeps adapters in fp32 beside 16-bit weights
    // (tuners_utils.py, cast_adapter_dtype); fully_shard computes with all in one.
    if (factsOf(plan).habits.adaptersFp32)
        settings.adapterWeights = elementOf(plan.precision.gradients);
    return settings;
}

/// What the layers left behind in forward, by the module that was at work, over the layers.
double perLayer(const core::MemoryTrace& result, std::int64_t layers)
{
    std::int64_t left = 0;
    bool before = true; // later micro-batches leave the same again
    for (const core::MemoryEvent& event : result.curve) {
        before = before && event.phase == core::StepPhase::Forward;
        if (before && result.modules[event.module].rfind("layer ", 0) == 0)
            left += event.delta;
    }
    return static_cast<double>(left) / static_cast<double>(layers);
}

/// The parts of a step that differ between ways to train.
struct StepParts {
    std::function<Tensor(const Tensor& ids, const Tensor& labels)> loss;
    std::function<void()> beforeBackward = [] {};
    std::function<void()> afterBackward = [] {};
    std::function<void()> beforeUpdate = [] {};
    std::function<void()> dropGradients;
};

void repeatSteps(Tape& tape, const RunSettings& settings, const core::Plan& plan,
                 const std::vector<const Tensor*>& values, const StepParts& steps, core::MemoryTrace& result)
{
    constexpr int kSteps = 4; // the allocator's state repeats from the third on
    Ledger& ledger = tape.ledger();
    result.weightsAllocated = ledger.allocator().allocated();
    tape.setPurpose(core::Purpose::Buffers);
    const Tensor ids = tape.empty({settings.batch, settings.sequence}, Element::Int64);
    const Tensor labels = tape.empty({settings.batch, settings.decoderSequence}, Element::Int64);
    tape.setPurpose(core::Purpose::Activations);
    Optimizer optimizer(tape, plan.optimizer, elementOf(plan.precision.optimizerState));
    // Every micro-batch after the second finds what the second found.
    const std::int64_t passes = std::min<std::int64_t>(plan.batch.microBatches, 2);
    Settling settling(settings.steps);
    for (int step = 0; step < kSteps; ++step) {
        if (settling.repeats(ledger.allocator()))
            break;
        ledger.beginRecording();
        result.atStepBegin = ledger.allocator().allocated();
        for (std::int64_t pass = 0; pass < passes; ++pass) {
            ledger.beginPass(core::StepPhase::Forward);
            const std::int64_t before = ledger.allocator().allocated();
            tape.setAutocast(settings.autocast);
            const Tensor loss = steps.loss(ids, labels);
            tape.setAutocast(false);
            result.activationsAfterForward = ledger.allocator().allocated() - before;
            ledger.beginPass(core::StepPhase::Backward);
            steps.beforeBackward();
            tape.backward(loss, {});
            steps.afterBackward();
            tape.forgetGraph();
        }
        steps.beforeUpdate();
        optimizer.update(values);
        steps.dropGradients();
    }
    result.optimizer = optimizer.stateBytes();
    result.weightsAndOptimizerAllocated =
        ledger.held(core::Purpose::Weights) + ledger.held(core::Purpose::OptimizerState);
    tape.writeTo(result, plan.residency.activations);
}

ModelPtr makeWhole(Tape& tape, const core::Transformer& shape, const RunSettings& settings)
{
    switch (shape.family) {
    case core::TransformerFamily::Gpt2: return kGpt2(tape, shape, settings);
    case core::TransformerFamily::Bert: return kBert(tape, shape, settings);
    case core::TransformerFamily::Opt: return kOpt(tape, shape, settings);
    case core::TransformerFamily::GptNeox: return kGptNeox(tape, shape, settings);
    case core::TransformerFamily::Llama:
    case core::TransformerFamily::Mistral:
    case core::TransformerFamily::Qwen2:
    case core::TransformerFamily::Qwen3:
    case core::TransformerFamily::Qwen3Moe:
    case core::TransformerFamily::Mixtral:
    case core::TransformerFamily::Phi3:
    case core::TransformerFamily::Gemma3:
    case core::TransformerFamily::Olmo2: return kLlama(tape, shape, settings);
    case core::TransformerFamily::T5: return kT5(tape, shape, settings);
    default: break; // coverage.cpp refuses them
    }
    return nullptr;
}

/// A library's modules, adapters beside them where the settings want some.
ModelPtr makeLibraryModel(Tape& tape, const core::Transformer& shape, const RunSettings& settings)
{
    ModelPtr model = makeWhole(tape, shape, settings);
    model->addAdapters();
    return model;
}

/// Makes the model that \p plan's program runs: a library's modules, or its own.
ModelPtr makeModel(Tape& tape, const core::Transformer& shape, const RunSettings& settings,
                   const core::Plan& plan)
{
    return factsOf(plan).habits.tape == TracedAs::Torchtitan
               ? makeTorchtitanModel(tape, shape, settings, plan)
               : makeLibraryModel(tape, shape, settings);
}

core::MemoryTrace traceModel(Tape& tape, const core::Transformer& shape, const RunSettings& settings,
                             const core::Plan& plan)
{
    const ModelPtr model = makeModel(tape, shape, settings, plan);
    std::optional<ReplicaBuckets> buckets;
    if (plan.axes.replica > 1)
        buckets.emplace(tape, *model);
    std::vector<const Tensor*> values;
    core::MemoryTrace result;
    for (const Parameter& parameter : model->parameters()) {
        const std::int64_t bytes = parameter.value.elements() * widthOf(parameter.value.element);
        result.weights += bytes;
        if (!learns(parameter))
            continue;
        values.push_back(&parameter.value);
        result.gradients += bytes;
    }
    StepParts steps;
    steps.loss = [&](const Tensor& ids, const Tensor& labels) { return model->loss(ids, labels); };
    steps.dropGradients = [&] {
        for (Parameter& parameter : model->parameters())
            parameter.gradient.reset();
    };
    repeatSteps(tape, settings, plan, values, steps, result);
    return result;
}

core::MemoryTrace traceFullySharded(Tape& tape, const core::Transformer& shape, const RunSettings& settings,
                                    const core::Plan& plan)
{
    FullySharded::Settings how;
    how.ranks = plan.sharding.weights;
    how.shard = elementOf(plan.precision.weights);
    how.compute = settings.weights;
    how.reduce = elementOf(plan.precision.gradients);
    how.reshardAfterForward = !plan.keepWeightsAfterForward && plan.keptLayers < shape.layers;
    how.keptLayers = plan.keptLayers;
    how.ownEnds = factsOf(plan).habits.ownEnds;
    const ModelPtr model = makeModel(tape, shape, settings, plan);
    FullySharded sharded(tape, *model, how);

    core::MemoryTrace result;
    std::vector<const Tensor*> values;
    std::size_t place = 0;
    for (const Parameter& parameter : model->parameters()) {
        const Tensor& shard = sharded.shards()[place++];
        result.weights += shard.elements() * widthOf(shard.element);
        if (!learns(parameter))
            continue;
        values.push_back(&shard);
        result.gradients += shard.elements() * widthOf(how.reduce);
    }
    StepParts steps;
    steps.loss = [&](const Tensor& ids, const Tensor& labels) { return sharded.loss(ids, labels); };
    steps.afterBackward = [&] { sharded.finishBackward(); };
    steps.dropGradients = [&] { sharded.dropGradients(); };
    repeatSteps(tape, settings, plan, values, steps, result);
    return result;
}

core::MemoryTrace traceZero(Tape& tape, const core::Transformer& shape, RunSettings settings,
                            const core::Plan& plan)
{
    using core::Tier;
    ZeroRedundancy::Settings how;
    how.stage = plan.sharding.weights > 1 ? 3 : plan.sharding.gradients > 1 ? 2 : 1;
    how.ranks = plan.sharding.optimizer;
    how.gradient = elementOf(plan.precision.gradients);
    if (plan.precision.master)
        how.master = elementOf(*plan.precision.master);
    how.buckets = plan.buckets;
    how.optimizerAway = plan.residency.optimizer != Tier::Device;
    how.weightsAway = plan.residency.weights != Tier::Device;
    settings.shards = 1; // parameters get their memory from the optimizer
    const bool native = shape.family == core::TransformerFamily::Native;
    const ModelPtr model =
        native ? makeMegatronModel(tape, shape, settings, plan) : makeLibraryModel(tape, shape, settings);
    ZeroRedundancy zero(tape, *model, how);

    core::MemoryTrace result;
    std::vector<const Tensor*> values;
    if (!how.optimizerAway)
        values.push_back(&zero.partition());
    const std::int64_t mine = zero.partitionElements();
    const auto width = [](core::Dtype dtype) { return widthOf(elementOf(dtype)); };
    result.weights = (how.stage == 3 ? mine : zero.elements()) * widthOf(settings.weights);
    result.gradients = (how.stage == 1 ? zero.elements() : mine) * width(plan.precision.gradients);
    StepParts steps;
    steps.loss = [&](const Tensor& ids, const Tensor& labels) { return zero.loss(ids, labels); };
    steps.beforeBackward = [&] { zero.beginBackward(); };
    steps.afterBackward = [&] { zero.finishBackward(); };
    steps.beforeUpdate = [&] { zero.beforeUpdate(); };
    steps.dropGradients = [&] { zero.afterUpdate(); };
    repeatSteps(tape, settings, plan, values, steps, result);
    const auto away = [&](Tier tier, core::Purpose purpose, std::int64_t bytes) {
        if (bytes > 0)
            result.elsewhere.push_back({tier, purpose, bytes});
    };
    if (how.optimizerAway) {
        const Tier tier = plan.residency.optimizer;
        const core::Dtype update = plan.precision.master.value_or(plan.precision.weights);
        away(tier, core::Purpose::OptimizerState,
             Optimizer::momentsOf(plan.optimizer) * mine * width(plan.precision.optimizerState));
        away(tier, core::Purpose::MasterWeights, plan.precision.master ? mine * width(update) : 0);
        away(tier, core::Purpose::Gradients, mine * width(update));
    }
    if (how.weightsAway)
        away(plan.residency.weights, core::Purpose::Weights, mine * widthOf(settings.weights));
    return result;
}

/// Activations that wait in another memory.
void parkActivations(Tape& tape, const core::Plan& plan)
{
    Tape::Parking parking;
    parking.away = plan.residency.activations != core::Tier::Device;
    parking.ranks = plan.partitionedActivations ? plan.axes.tensor : 1;
    tape.setParking(parking);
}

} // namespace

bool runsRanks(const core::Plan& plan)
{
    return factsOf(plan).habits.tape == TracedAs::Nanotron || fusedByMegatronCore(plan);
}

bool takesLong(const core::Plan& plan)
{
    constexpr std::int64_t kMany = 256;
    return plan.schedule == core::Schedule::Gpipe && plan.batch.microBatches > kMany;
}

std::optional<std::int64_t> roomOf(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    const DeviceTraits traits = deviceTraits(hardware);
    if (traits.planned || traits.room == std::numeric_limits<std::int64_t>::max())
        return std::nullopt;
    const double framework = frameworkBytes<core::PlainNumbers>(hardware, plan).value();
    return std::max<std::int64_t>(0, traits.room - static_cast<std::int64_t>(framework));
}

core::Result<std::vector<core::MemoryTrace>> traceRanks(const core::ModelSpec& model,
                                                        const core::HardwareSpec& hardware,
                                                        const core::Plan& plan, Ranks which, Steps steps,
                                                        const core::Task& task)
{
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (const auto problem = notCovered(model, plan))
        return *problem;
    const core::Transformer& shape = *model.transformer();
    DeviceTraits traits = deviceTraits(hardware);
    traits.room = roomOf(hardware, plan).value_or(traits.room);
    const Habits& habits = factsOf(plan).habits;
    if (habits.tape == TracedAs::PopArt)
        return tracePopartRanks(model, hardware, plan, steps);
    if (runsRanks(plan)) {
        std::vector<core::MemoryTrace> traces = traceMegatronRanks(shape, traits, plan, which, steps, task);
        SHARDSCOPE_TRY_DONE(task.checkCancelled()); // some were left
        return traces;
    }
    Tape tape(traits);
    RunSettings settings = settingsOf(shape, plan);
    settings.steps = steps;
    if (habits.tape == TracedAs::Megatron)
        return std::vector{traceMegatronStage(tape, shape, settings, plan)};
    parkActivations(tape, plan);
    core::MemoryTrace result;
    if (habits.sharder == Sharder::Zero) {
        result = traceZero(tape, shape, settings, plan);
    } else if (habits.sharder == Sharder::FullyShard &&
               (habits.tape == TracedAs::Modules || plan.sharding.weights > 1)) {
        settings.weights = elementOf(plan.precision.compute.value_or(plan.precision.weights));
        settings.shards = plan.sharding.weights;
        result = traceFullySharded(tape, shape, settings, plan);
    } else {
        result = traceModel(tape, shape, settings, plan);
    }
    result.activationsPerLayer = perLayer(result, shape.layers);
    return std::vector{std::move(result)};
}

core::Result<core::MemoryTrace> traceStep(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                          const core::Plan& plan)
{
    SHARDSCOPE_TRY(std::vector<core::MemoryTrace> traces, traceRanks(model, hardware, plan, Ranks::Fullest));
    return std::move(
        *std::ranges::max_element(traces, [](const auto& a, const auto& b) { return a.peak < b.peak; }));
}

} // namespace shardscope::planner::tape
