// SPDX-License-Identifier: GPL-3.0-or-later
// Rows by section. A key of a plan gets its control by a line here.
#include "app/desktop/plan/plan_control_table.h"

#include "app/desktop/plan/plan_control_rows.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/session/plan/stage_layers.h"

#include <algorithm>
#include <numeric>

namespace shardscope::app {
namespace {

using namespace controls;
using core::FieldValue;

Stops powers(std::int64_t highest)
{
    return [highest](const PlanState&) { return powersOfTwo(highest); };
}

std::vector<std::int64_t> withDivisors(std::vector<std::int64_t> choices, std::int64_t number,
                                       std::int64_t highest)
{
    for (const std::int64_t divisor : divisorsOf(number)) {
        if (divisor <= highest)
            choices.push_back(divisor);
    }
    std::sort(choices.begin(), choices.end());
    choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
    return choices;
}

const core::Transformer* shapeOf(const PlanState& state)
{
    return state.model ? state.model->transformer() : nullptr;
}

std::int64_t layersOf(const PlanState& state) { return state.model ? layerCount(*state.model) : 0; }

std::int64_t layersOnStage(const PlanState& state)
{
    return std::max<std::int64_t>(1, layersOf(state) / state.plan.axes.pipeline);
}

/// Memory that a part of the state can lie in.
PlanControlRow tier(const char* key, const char* label)
{
    return word<core::Tier>(key, label,
                            {core::Tier::Device, core::Tier::Host, core::Tier::Streaming, core::Tier::Nvme});
}

Rows parallelism()
{
    return {
        only(degree("/parallel/tensor", QT_TRANSLATE_NOOP("PlanControls", "Tensor t"),
                    QT_TRANSLATE_NOOP("PlanControls", "How many devices share each matrix product"),
                    powers(64), 4096),
             PlanPart::Tensor),
        only(degree(
                 "/parallel/tensor_second",
                 QT_TRANSLATE_NOOP("PlanControls", "Of these, along the hidden width t₂"),
                 QT_TRANSLATE_NOOP("PlanControls",
                                   "Cuts products in both directions (2D); 1: the usual cut in one"),
                 [](const PlanState& state) { return divisorsOf(state.plan.axes.tensor); }, 0),
             PlanPart::TensorSecond),
        only(degree(
                 "/parallel/pipeline", QT_TRANSLATE_NOOP("PlanControls", "Pipeline p"),
                 QT_TRANSLATE_NOOP("PlanControls", "How many stages the layers are cut into"),
                 [](const PlanState& state) {
                     return withDivisors(powersOfTwo(64), std::max<std::int64_t>(1, layersOf(state)), 128);
                 },
                 4096),
             PlanPart::Pipeline),
        degree("/parallel/replica", QT_TRANSLATE_NOOP("PlanControls", "Replicas r"),
               QT_TRANSLATE_NOOP("PlanControls", "How many copies train on different samples"), powers(2048),
               65536),
        only(degree("/parallel/context", QT_TRANSLATE_NOOP("PlanControls", "Context"),
                    QT_TRANSLATE_NOOP("PlanControls", "How many devices share a sequence's tokens"),
                    powers(16), 4096),
             PlanPart::Context),
        only(degree(
                 "/parallel/expert", QT_TRANSLATE_NOOP("PlanControls", "Experts e"),
                 QT_TRANSLATE_NOOP("PlanControls",
                                   "Over how many ranks of the replicas the experts of a layer lie"),
                 [](const PlanState& state) {
                     const core::Transformer* shape = shapeOf(state);
                     return divisorsOf(std::gcd(state.plan.axes.expertRanks(),
                                                shape ? std::max<std::int64_t>(1, shape->experts) : 1));
                 },
                 0),
             PlanPart::Expert),
        only(
            degree(
                "/parallel/expert_tensor", QT_TRANSLATE_NOOP("PlanControls", "Slices of an expert"),
                QT_TRANSLATE_NOOP("PlanControls", "How many devices share an expert's matrix products; fewer "
                                                  "than t leave more to divide the experts over. 0: as t"),
                [](const PlanState& state) {
                    std::vector<std::int64_t> choices = divisorsOf(state.plan.axes.tensor);
                    choices.insert(choices.begin(), 0);
                    return choices;
                },
                0),
            PlanPart::ExpertSlices),
        only(flag("/parallel/sequence_parallel", QT_TRANSLATE_NOOP("PlanControls", "Sequence parallelism"),
                  QT_TRANSLATE_NOOP(
                      "PlanControls",
                      "What lies between the parallel layers is divided over the tensor group, too")),
             PlanPart::SequenceParallel),
    };
}

/// The preset has one word more than the key: the three degrees as they were set.
PlanControlRow preset()
{
    PlanControlRow row{"/sharding/zero_stage", ControlForm::Word,
                       QT_TRANSLATE_NOOP("PlanControls", "Preset")};
    row.words = {"0", "1", "2", "3", "by_hand"};
    const auto presetNamed = [names = row.words](const std::string& name) {
        return static_cast<ShardingPreset>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    row.wordText = [presetNamed](const std::string& name) { return choiceText(presetNamed(name)); };
    row.why = unless(PlanPart::ShardingPreset);
    row.get = [names = row.words](const PlanState& state) {
        return FieldValue(names[static_cast<std::size_t>(state.sharding)]);
    };
    row.set = [presetNamed](PlanState& state, const FieldValue& value) {
        state.sharding = presetNamed(std::get<std::string>(value));
    };
    return row;
}

std::vector<std::int64_t> upToLayersOnStage(std::int64_t lowest, const PlanState& state)
{
    std::vector<std::int64_t> choices(static_cast<std::size_t>(layersOnStage(state) - lowest + 1));
    std::iota(choices.begin(), choices.end(), lowest);
    return choices;
}

/// One number for all stages; all layers where the plan has none. A list by stage shows its first.
PlanControlRow recomputedLayers()
{
    PlanControlRow row = degree(
        "/recompute_layers", QT_TRANSLATE_NOOP("PlanControls", "Layers that recompute"),
        QT_TRANSLATE_NOOP("PlanControls", "The first so many of each stage; the others keep all they need"),
        [](const PlanState& state) { return upToLayersOnStage(0, state); }, 0);
    row.why = [](const PlanState& state) {
        if (state.plan.phases > 0)
            return words(QT_TRANSLATE_NOOP("PlanControls", "In phases every layer is treated alike"));
        return state.plan.recompute == core::Recompute::None
                   ? words(QT_TRANSLATE_NOOP("PlanControls", "Nothing is recomputed"))
                   : QString();
    };
    row.get = [](const PlanState& state) {
        const std::vector<std::int64_t>& given = state.plan.recomputeLayers;
        return FieldValue(given.empty() ? layersOnStage(state) : given.front());
    };
    row.set = [](PlanState& state, const FieldValue& value) {
        const auto number = std::get<std::int64_t>(value);
        state.plan.recomputeLayers.clear();
        if (number < layersOnStage(state))
            state.plan.recomputeLayers = {number};
    };
    return row;
}

PlanControlRow keptLayers()
{
    PlanControlRow row = degree(
        "/kept_layers", QT_TRANSLATE_NOOP("PlanControls", "Layers whose weights are kept"),
        QT_TRANSLATE_NOOP("PlanControls",
                          "The last so many of each stage; those of the others are gathered twice"),
        [](const PlanState& state) { return upToLayersOnStage(0, state); }, 0);
    row.why = [](const PlanState& state) {
        if (state.plan.phases > 0)
            return words(QT_TRANSLATE_NOOP("PlanControls", "In phases every layer is treated alike"));
        if (state.plan.implementation == core::Implementation::DeepSpeed)
            return words(QT_TRANSLATE_NOOP("PlanControls", "DeepSpeed keeps parameters by their number"));
        return state.plan.sharding.weights > 1 && !state.plan.keepWeightsAfterForward
                   ? QString()
                   : words(QT_TRANSLATE_NOOP("PlanControls", "No weights are gathered twice"));
    };
    return row;
}

PlanControlRow offloadedShare()
{
    PlanControlRow row = degree(
        "/offloaded_percent", QT_TRANSLATE_NOOP("PlanControls", "Of the optimizer state, per cent"),
        QT_TRANSLATE_NOOP("PlanControls", "So much of it lies there; the rest stays on the device"),
        [](const PlanState&) { return std::vector<std::int64_t>{1, 10, 25, 50, 75, 90, 100}; }, 0);
    row.why = [](const PlanState& state) {
        return state.plan.residency.optimizer != core::Tier::Device
                   ? QString()
                   : words(QT_TRANSLATE_NOOP("PlanControls", "The optimizer state is on the device"));
    };
    return row;
}

Rows sharding()
{
    const Stops divisors = [](const PlanState& state) { return divisorsOf(state.plan.axes.replicas()); };
    PlanControlRow kept = flag(
        "/weights_after_forward", QT_TRANSLATE_NOOP("PlanControls", "Keep gathered weights"),
        QT_TRANSLATE_NOOP("PlanControls", "Else they are gathered once for forward and once for backward"));
    kept.get = [](const PlanState& state) { return FieldValue(state.plan.keepWeightsAfterForward); };
    kept.set = [](PlanState& state, const FieldValue& value) {
        state.plan.keepWeightsAfterForward = std::get<bool>(value);
    };
    return {
        preset(),
        only(
            degree("/sharding/weights", QT_TRANSLATE_NOOP("PlanControls", "Weights rts"),
                   QT_TRANSLATE_NOOP("PlanControls", "Over how many replicas the stored weights are divided"),
                   divisors, 0),
            PlanPart::ShardingByHand),
        only(degree(
                 "/sharding/gradients", QT_TRANSLATE_NOOP("PlanControls", "Gradients"),
                 QT_TRANSLATE_NOOP("PlanControls", "Over how many replicas the stored gradients are divided"),
                 divisors, 0),
             PlanPart::ShardingByHand),
        only(
            degree("/sharding/optimizer", QT_TRANSLATE_NOOP("PlanControls", "Optimizer state rts′"),
                   QT_TRANSLATE_NOOP("PlanControls", "Over how many replicas the optimizer state is divided"),
                   divisors, 0),
            PlanPart::ShardingByHand),
        only(std::move(kept), PlanPart::KeepWeights),
        keptLayers(),
    };
}

PlanControlRow decoderLength()
{
    PlanControlRow row =
        count("/batch/decoder_sequence_length", QT_TRANSLATE_NOOP("PlanControls", "Tokens in the decoder"),
              QT_TRANSLATE_NOOP("PlanControls", "How many tokens the decoder behind an encoder sees"),
              PlanPart::DecoderLength);
    row.nothing = QT_TRANSLATE_NOOP("PlanControls", "as the encoder");
    return row;
}

Rows batch()
{
    return {
        degree("/batch/micro_batch", QT_TRANSLATE_NOOP("PlanControls", "Micro-batch b"),
               QT_TRANSLATE_NOOP("PlanControls", "Samples a replica takes at a time"), powers(256), 1 << 20),
        degree("/batch/micro_batches", QT_TRANSLATE_NOOP("PlanControls", "Micro-batches"),
               QT_TRANSLATE_NOOP("PlanControls", "How many a replica takes in a step"), powers(1024),
               1 << 20),
        degree(
            "/batch/sequence_length", QT_TRANSLATE_NOOP("PlanControls", "Tokens in a sequence"),
            QT_TRANSLATE_NOOP("PlanControls", "Up to what the model was made for, or beyond"),
            [](const PlanState& state) {
                const core::Transformer* shape = shapeOf(state);
                return shape ? withDivisors(powersOfTwo(std::max<std::int64_t>(shape->maxSequence, 1)),
                                            shape->maxSequence, shape->maxSequence)
                             : std::vector<std::int64_t>{0};
            },
            1 << 24),
        decoderLength(),
    };
}

Rows schedule()
{
    return {
        word<core::Schedule>("/schedule", QT_TRANSLATE_NOOP("PlanControls", "Order")),
        only(degree(
                 "/parallel/virtual_stages", QT_TRANSLATE_NOOP("PlanControls", "Chunks of layers a stage"),
                 QT_TRANSLATE_NOOP("PlanControls", "For the interleaved schedule"),
                 [](const PlanState& state) {
                     return state.plan.schedule == core::Schedule::Interleaved
                                ? divisorsOf(layersOnStage(state))
                                : std::vector<std::int64_t>{1};
                 },
                 0),
             PlanPart::VirtualStages),
        only(degree(
                 "/phases", QT_TRANSLATE_NOOP("PlanControls", "Phases (0: all at once)"),
                 QT_TRANSLATE_NOOP("PlanControls",
                                   "Parts that a device runs one after another, streaming the weights in"),
                 [](const PlanState& state) {
                     std::vector<std::int64_t> choices{0};
                     const auto divisors = divisorsOf(layersOnStage(state));
                     choices.insert(choices.end(), divisors.begin(), divisors.end());
                     return choices;
                 },
                 4096),
             PlanPart::Phases),
        only(word<core::Tier>("/phase_source", QT_TRANSLATE_NOOP("PlanControls", "Phases from"),
                              {core::Tier::Host, core::Tier::Streaming, core::Tier::Nvme}),
             PlanPart::PhaseSource),
    };
}

Rows kept()
{
    return {
        word<core::Recompute>("/recompute", QT_TRANSLATE_NOOP("PlanControls", "Recompute")),
        recomputedLayers(),
        only(
            flag("/partitioned_activations",
                 QT_TRANSLATE_NOOP("PlanControls", "Checkpoints cut over the group"),
                 QT_TRANSLATE_NOOP(
                     "PlanControls",
                     "Each rank keeps its part of what a full recompute starts from, and gathers it before")),
            PlanPart::PartitionedActivations),
        only(word<core::Attention>("/attention", QT_TRANSLATE_NOOP("PlanControls", "Attention")),
             PlanPart::Attention),
        only(word<core::GatheredInputs>("/gathered_inputs",
                                        QT_TRANSLATE_NOOP("PlanControls", "Gathered inputs")),
             PlanPart::GatheredInputs),
        tier("/residency/weights", QT_TRANSLATE_NOOP("PlanControls", "Weights in")),
        tier("/residency/gradients", QT_TRANSLATE_NOOP("PlanControls", "Gradients in")),
        tier("/residency/optimizer", QT_TRANSLATE_NOOP("PlanControls", "Optimizer state in")),
        offloadedShare(),
        tier("/residency/activations", QT_TRANSLATE_NOOP("PlanControls", "Activations in")),
    };
}

Rows numbers()
{
    using core::Dtype;
    PlanControlRow weights =
        word<Dtype>("/precision/weights", QT_TRANSLATE_NOOP("PlanControls", "Weights are"),
                    {Dtype::Fp32, Dtype::Tf32, Dtype::Bf16, Dtype::Fp16, Dtype::Fp8});
    weights.set = [](PlanState& state, const FieldValue& value) {
        state.plan = withWeightFormat(state.plan, *core::dtypeFromName(std::get<std::string>(value)));
    };
    PlanControlRow compute = format("/precision/compute", QT_TRANSLATE_NOOP("PlanControls", "Computed in"),
                                    QT_TRANSLATE_NOOP("PlanControls", "as the weights"),
                                    {Dtype::Fp32, Dtype::Tf32, Dtype::Bf16, Dtype::Fp16, Dtype::Fp8});
    compute.help = QT_TRANSLATE_NOOP(
        "PlanControls", "The number format of products where it differs from that of the weights");
    compute.whyWord = [](const std::string& name, const PlanState& state) {
        const auto dtype = core::dtypeFromName(name);
        return dtype ? whyNot(*dtype, state) : QString();
    };
    PlanControlRow master = format("/precision/master", QT_TRANSLATE_NOOP("PlanControls", "Master weights"),
                                   nullptr, {Dtype::Fp32});
    master.words.insert(master.words.begin(), "none");
    master.wordText = [](const std::string& name) {
        const auto dtype = core::dtypeFromName(name);
        return dtype ? choiceText(*dtype) : words(QT_TRANSLATE_NOOP("PlanControls", "none"));
    };
    return {
        std::move(weights),
        std::move(compute),
        format("/precision/gradients", QT_TRANSLATE_NOOP("PlanControls", "Gradients are"), nullptr,
               {Dtype::Fp32, Dtype::Bf16, Dtype::Fp16}),
        only(std::move(master), PlanPart::Master),
        format("/precision/optimizer_state", QT_TRANSLATE_NOOP("PlanControls", "Optimizer state is"), nullptr,
               {Dtype::Fp32, Dtype::Bf16, Dtype::Fp16}),
        word<core::OptimizerKind>("/optimizer", QT_TRANSLATE_NOOP("PlanControls", "Optimizer")),
        only(flag("/precision/autocast", QT_TRANSLATE_NOOP("PlanControls", "Autocast"),
                  QT_TRANSLATE_NOOP("PlanControls", "Products of fp32 weights are made in 16 bits")),
             PlanPart::Autocast),
    };
}

Rows implementation()
{
    PlanControlRow whose =
        word<core::Implementation>("/implementation", QT_TRANSLATE_NOOP("PlanControls", "Implementation"));
    whose.set = [](PlanState& state, const FieldValue& value) {
        state.plan = withImplementation(
            state.plan, *core::choiceFromName<core::Implementation>(std::get<std::string>(value)));
    };
    return {
        std::move(whose),
        word<core::Kernels>("/kernels", QT_TRANSLATE_NOOP("PlanControls", "Kernels")),
        only(flag("/fused_cross_entropy", QT_TRANSLATE_NOOP("PlanControls", "Fused cross entropy"),
                  QT_TRANSLATE_NOOP("PlanControls", "The loss never keeps the logits in 32 bits")),
             PlanPart::FusedCrossEntropy),
        flag("/dropout", QT_TRANSLATE_NOOP("PlanControls", "Dropout"),
             QT_TRANSLATE_NOOP("PlanControls", "Masks are kept for backward")),
    };
}

} // namespace

const std::vector<PlanControlSection>& planControlSections()
{
    static const std::vector<PlanControlSection> sections{
        {QT_TRANSLATE_NOOP("PlanControls", "PARALLELISM"), false, parallelism()},
        {QT_TRANSLATE_NOOP("PlanControls", "SHARDING OVER THE REPLICAS"), false, sharding()},
        {QT_TRANSLATE_NOOP("PlanControls", "BATCH"), false, batch()},
        {QT_TRANSLATE_NOOP("PlanControls", "SCHEDULE"), false, schedule()},
        {QT_TRANSLATE_NOOP("PlanControls", "WHAT IS KEPT, AND WHERE"), false, kept()},
        {QT_TRANSLATE_NOOP("PlanControls", "NUMBERS AND OPTIMIZER"), false, numbers()},
        {QT_TRANSLATE_NOOP("PlanControls", "WHOSE CODE"), false, implementation()},
        {QT_TRANSLATE_NOOP("PlanControls", "THE WHOLE TRAINING"), true, trainingRows()},
        {QT_TRANSLATE_NOOP("PlanControls", "NUMBERS ON THE WIRE"), true, wireRows()},
        {QT_TRANSLATE_NOOP("PlanControls", "DEEPSPEED'S BUFFERS"), true, bucketRows()},
        {QT_TRANSLATE_NOOP("PlanControls", "INSIDE AN IPU"), true, inProcessorRows()},
    };
    return sections;
}

const std::vector<std::pair<std::string, std::string>>& planKeysElsewhere()
{
    static const std::vector<std::pair<std::string, std::string>> keys{
        {"/batch/global_batch", "micro-batch times micro-batches times replicas"},
        {"/layers_per_stage", "the Stages card"},
        {"/placement", "the Recommender page"},
        {"/consistency/dense", "the Recommender page's mode"},
        {"/consistency/embedding", "the Recommender page's mode"},
        {"/consistency/staleness", "the Recommender page"},
        {"/consistency/prefetch", "the Recommender page's mode"},
    };
    return keys;
}

QString controlText(const char* source) { return *source == '\0' ? QString() : words(source); }

core::FieldValue valueOf(const PlanControlRow& row, const PlanState& state)
{
    if (row.get)
        return row.get(state);
    const core::PlanField* field = core::planField(row.key);
    return field ? field->get(state.plan) : FieldValue();
}

void choose(const PlanControlRow& row, PlanState& state, const core::FieldValue& value)
{
    if (row.set)
        return row.set(state, value);
    const core::PlanField* field = core::planField(row.key);
    if (!field)
        return;
    core::PlanDraft draft;
    draft.plan = state.plan;
    field->set(draft, value);
    state.plan = std::move(draft.plan);
    if (draft.microBatch)
        state.plan.batch.microBatch = *draft.microBatch;
    if (draft.microBatches)
        state.plan.batch.microBatches = *draft.microBatches;
}

} // namespace shardscope::app
