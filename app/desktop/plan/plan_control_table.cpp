// SPDX-License-Identifier: GPL-3.0-or-later
// Rows by section. A key of a plan gets its control by a line here.
#include "app/desktop/plan/plan_control_table.h"

#include "app/desktop/plan/held_devices.h"
#include "app/desktop/plan/plan_control_rows.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/session/plan/framework_options.h"
#include "app/session/plan/read_plan.h"
#include "app/session/plan/stage_layers.h"
#include "app/session/search/search_numbers.h"
#include "app/session/text/messages.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

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
    for (const std::int64_t divisor : planner::divisorsOf(number)) {
        if (divisor <= highest)
            choices.push_back(divisor);
    }
    std::ranges::sort(choices);
    choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
    return choices;
}

const core::Transformer* shapeOf(const PlanState& state)
{
    return state.model ? state.model->transformer() : nullptr;
}

std::int64_t layersOf(const PlanState& state) { return state.model ? planner::layersOf(*state.model) : 0; }

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

/// A word that a file leaves out where it is the usual one: shown all the same.
template <class Choice>
PlanControlRow unsaid(const char* key, const char* label, Choice core::Plan::*member, PlanPart part)
{
    PlanControlRow row = word<Choice>(key, label);
    row.get = [member](const PlanState& state) {
        return FieldValue(std::string(core::nameOf(state.plan.*member)));
    };
    return only(std::move(row), part);
}

/// The load in per cent, 100 if routing is balanced.
PlanControlRow busiestExperts()
{
    constexpr double kWhole = 100;
    PlanControlRow row = degree(
        "/parallel/expert_imbalance", N_("Busiest experts' tokens, per cent"),
        N_("What the busiest device with experts gets, of the mean: 100 where the router is forced to "
           "balance, "
           "as in benchmarks"),
        [](const PlanState&) { return std::vector<std::int64_t>{100, 105, 110, 125, 150, 200, 300}; }, 1000);
    row.get = [](const PlanState& state) {
        return FieldValue(std::int64_t{std::llround(kWhole * state.plan.expertImbalance)});
    };
    row.set = [](PlanState& state, const FieldValue& value) {
        state.plan.expertImbalance = static_cast<double>(std::get<std::int64_t>(value)) / kWhole;
    };
    return row;
}

PlanControlRow replicas()
{
    PlanControlRow row = degree("/parallel/replica", N_("Replicas r"),
                                N_("How many copies train on different samples"), powers(2048), 65536);
    row.set = [](PlanState& state, const FieldValue& value) {
        chooseReplicas(state, std::get<std::int64_t>(value));
    };
    return row;
}

Rows parallelism()
{
    PlanControlRow overlap = flag("/parallel/expert_overlap", N_("Experts' exchange overlaps"),
                                  N_("Another micro-batch computes while tokens travel to experts and back"));
    overlap.get = [](const PlanState& state) { return FieldValue(state.plan.expertOverlap); };
    return {
        only(degree("/parallel/tensor", N_("Tensor t"), N_("How many devices share each matrix product"),
                    powers(64), 4096),
             PlanPart::Tensor),
        only(degree(
                 "/parallel/tensor_second", N_("Of these, along the hidden width t₂"),
                 N_("Cuts products in both directions (2D); 1: the usual cut in one"),
                 [](const PlanState& state) { return planner::divisorsOf(state.plan.axes.tensor); }, 0),
             PlanPart::TensorSecond),
        only(degree(
                 "/parallel/pipeline", N_("Pipeline p"), N_("How many stages the layers are cut into"),
                 [](const PlanState& state) {
                     return withDivisors(powersOfTwo(64), std::max<std::int64_t>(1, layersOf(state)), 128);
                 },
                 4096),
             PlanPart::Pipeline),
        replicas(),
        only(degree("/parallel/context", N_("Context"), N_("How many devices share a sequence's tokens"),
                    powers(16), 4096),
             PlanPart::Context),
        unsaid("/parallel/context_exchange", N_("For attention"), &core::Plan::contextExchange,
               PlanPart::ContextExchange),
        only(degree(
                 "/parallel/expert", N_("Experts e"),
                 N_("Over how many ranks of the replicas the experts of a layer lie"),
                 [](const PlanState& state) {
                     const core::Transformer* shape = shapeOf(state);
                     return planner::divisorsOf(
                         std::gcd(state.plan.axes.expertRanks(),
                                  shape ? std::max<std::int64_t>(1, shape->experts) : 1));
                 },
                 0),
             PlanPart::Expert),
        only(degree(
                 "/parallel/expert_tensor", N_("Slices of an expert"),
                 N_("How many devices share an expert's matrix products; fewer than t leave more to divide "
                    "the experts over. 0: as t"),
                 [](const PlanState& state) {
                     std::vector<std::int64_t> choices = planner::divisorsOf(state.plan.axes.tensor);
                     choices.insert(choices.begin(), 0);
                     return choices;
                 },
                 0),
             PlanPart::ExpertSlices),
        unsaid("/parallel/expert_dispatch", N_("Tokens to experts"), &core::Plan::expertDispatch,
               PlanPart::ExpertDispatch),
        only(std::move(overlap), PlanPart::ExpertOverlap),
        only(busiestExperts(), PlanPart::ExpertDispatch),
        only(flag("/parallel/sequence_parallel", N_("Sequence parallelism"),
                  N_("What lies between the parallel layers is divided over the tensor group, too")),
             PlanPart::SequenceParallel),
    };
}

/// The preset has one word more than the key: the three degrees as they were set.
PlanControlRow preset()
{
    PlanControlRow row{"/sharding/zero_stage", ControlForm::Word, N_("Preset")};
    row.words = {"0", "1", "2", "3", "by_hand"};
    const auto presetNamed = [names = row.words](const std::string& name) {
        return static_cast<ShardingPreset>(std::ranges::find(names, name) - names.begin());
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

/// Parts of a layer, or all of it.
PlanControlRow recomputedParts()
{
    using core::Recompute;
    PlanControlRow row = word<Recompute>("/recompute", N_("Recompute"), {Recompute::Full});
    row.form = ControlForm::Words;
    row.help = N_("Parts of a layer that run again in backward instead of being kept, or all of it");
    row.nothing = N_("nothing");
    std::vector<std::string> parts;
    for (const auto& [part, name] : core::recomputeParts())
        parts.emplace_back(name);
    row.words.insert(row.words.begin(), parts.begin(), parts.end());
    row.get = [](const PlanState& state) {
        const std::string name = core::nameOf(state.plan.recompute);
        return FieldValue(name == "selective" ? std::string("core_attn") : name);
    };
    // All of a layer and parts of it exclude each other: what was ticked last stays.
    row.set = [](PlanState& state, const FieldValue& value) {
        std::string words = std::get<std::string>(value);
        const bool whole = state.plan.recompute != Recompute::Full && words.ends_with("full");
        if (!whole && words.ends_with("+full"))
            words.resize(words.size() - std::string_view("+full").size());
        state.plan.recompute =
            whole ? Recompute::Full : core::fromName<Recompute>(words).value_or(Recompute::None);
    };
    return row;
}

/// One number for all stages; all layers where the plan has none. A list by stage shows its first.
PlanControlRow recomputedLayers()
{
    PlanControlRow row = degree(
        "/recompute_layers", N_("Layers that recompute"),
        N_("The first so many of each stage; the others keep all they need"),
        [](const PlanState& state) { return upToLayersOnStage(0, state); }, 0);
    row.why = [](const PlanState& state) {
        if (state.plan.phases > 0)
            return translated(N_("In phases every layer is treated alike"));
        return state.plan.recompute == core::Recompute::None ? translated(N_("Nothing is recomputed"))
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
        "/kept_layers", N_("Layers whose weights are kept"),
        N_("The last so many of each stage; those of the others are gathered twice"),
        [](const PlanState& state) { return upToLayersOnStage(0, state); }, 0);
    row.why = [](const PlanState& state) {
        if (state.plan.phases > 0)
            return translated(N_("In phases every layer is treated alike"));
        if (const QString none = whyNoUse(state.plan, "/kept_layers"); !none.isEmpty())
            return none;
        return state.plan.sharding.weights > 1 && !state.plan.keepWeightsAfterForward
                   ? QString()
                   : translated(N_("No weights are gathered twice"));
    };
    return row;
}

PlanControlRow offloadedShare()
{
    PlanControlRow row = degree(
        "/offloaded_percent", N_("Of the optimizer state, per cent"),
        N_("So much of it lies there; the rest stays on the device"),
        [](const PlanState&) { return std::vector<std::int64_t>{1, 10, 25, 50, 75, 90, 100}; }, 0);
    row.why = [](const PlanState& state) {
        return state.plan.residency.optimizer != core::Tier::Device
                   ? QString()
                   : translated(N_("The optimizer state is on the device"));
    };
    return row;
}

PlanControlRow offloadedLayers()
{
    PlanControlRow row = degree(
        "/offloaded_layers", N_("Of so many layers"),
        N_("The first so many of each stage leave their activations there; 0: all do"),
        [](const PlanState& state) { return upToLayersOnStage(0, state); }, 0);
    row.why = [](const PlanState& state) {
        return state.plan.residency.activations != core::Tier::Device
                   ? QString()
                   : translated(N_("Activations are on the device"));
    };
    return row;
}

Rows sharding()
{
    const Stops divisors = [](const PlanState& state) {
        return planner::divisorsOf(state.plan.axes.replicas());
    };
    PlanControlRow kept = flag("/weights_after_forward", N_("Keep gathered weights"),
                               N_("Else they are gathered once for forward and once for backward"));
    kept.get = [](const PlanState& state) { return FieldValue(state.plan.keepWeightsAfterForward); };
    kept.set = [](PlanState& state, const FieldValue& value) {
        state.plan.keepWeightsAfterForward = std::get<bool>(value);
    };
    return {
        preset(),
        only(degree("/sharding/weights", N_("Weights rts"),
                    N_("Over how many replicas the stored weights are divided"), divisors, 0),
             PlanPart::ShardingByHand),
        only(degree("/sharding/gradients", N_("Gradients"),
                    N_("Over how many replicas the stored gradients are divided"), divisors, 0),
             PlanPart::ShardingByHand),
        only(degree("/sharding/optimizer", N_("Optimizer state rts′"),
                    N_("Over how many replicas the optimizer state is divided"), divisors, 0),
             PlanPart::ShardingByHand),
        only(std::move(kept), PlanPart::KeepWeights),
        keptLayers(),
    };
}

PlanControlRow decoderLength()
{
    PlanControlRow row =
        count("/batch/decoder_sequence_length", N_("Tokens in the decoder"),
              N_("How many tokens the decoder behind an encoder sees"), PlanPart::DecoderLength);
    row.nothing = N_("as the encoder");
    return row;
}

PlanControlRow packedLength()
{
    PlanControlRow row =
        count("/batch/packed_length", N_("Tokens in a packed sample"),
              N_("In the mean; attention stays within each of the samples that fill a sequence"),
              PlanPart::PackedLength);
    row.get = [](const PlanState& state) { return core::FieldValue(state.plan.batch.packedLength); };
    row.nothing = N_("one sample fills it");
    return row;
}

Rows batch()
{
    return {
        degree("/batch/micro_batch", N_("Micro-batch b"), N_("Samples a replica takes at a time"),
               powers(256), 1 << 20),
        degree("/batch/micro_batches", N_("Micro-batches"), N_("How many a replica takes in a step"),
               powers(1024), 1 << 20),
        degree(
            "/batch/sequence_length", N_("Tokens in a sequence"),
            N_("Up to what the model was made for, or beyond"),
            [](const PlanState& state) {
                const core::Transformer* shape = shapeOf(state);
                return shape ? withDivisors(powersOfTwo(std::max<std::int64_t>(shape->maxSequence, 1)),
                                            shape->maxSequence, shape->maxSequence)
                             : std::vector<std::int64_t>{0};
            },
            1 << 24),
        decoderLength(),
        packedLength(),
    };
}

/// DualPipe, too, which becomes the DualPipeV that it is: half of the stages, twice the replicas.
PlanControlRow order()
{
    PlanControlRow row = word<core::Schedule>("/schedule", N_("Order"));
    row.words.emplace_back(core::kTwoWays);
    row.wordText = [text = row.wordText](const std::string& name) {
        return name == core::kTwoWays ? translated(N_("DualPipe, as DualPipeV of p / 2")) : text(name);
    };
    row.whyWord = [why = row.whyWord](const std::string& name, const PlanState& state) {
        return name == core::kTwoWays ? whyNotTwoWays(state) : why(name, state);
    };
    row.set = [](PlanState& state, const FieldValue& value) {
        const auto& name = std::get<std::string>(value);
        if (name != core::kTwoWays) {
            state.plan.schedule = *core::fromName<core::Schedule>(name);
            return;
        }
        core::foldTwoWays(state.plan);
    };
    return row;
}

Rows schedule()
{
    return {
        order(),
        only(degree(
                 "/parallel/virtual_stages", N_("Chunks of layers a stage"),
                 N_("For the interleaved schedule"),
                 [](const PlanState& state) {
                     return state.plan.schedule == core::Schedule::Interleaved
                                ? planner::divisorsOf(layersOnStage(state))
                                : std::vector<std::int64_t>{1};
                 },
                 0),
             PlanPart::VirtualStages),
        only(degree(
                 "/phases", N_("Phases (0: all at once)"),
                 N_("Parts that a device runs one after another, streaming the weights in"),
                 [](const PlanState& state) {
                     std::vector<std::int64_t> choices{0};
                     const auto divisors = planner::divisorsOf(layersOnStage(state));
                     choices.insert(choices.end(), divisors.begin(), divisors.end());
                     return choices;
                 },
                 4096),
             PlanPart::Phases),
        only(word<core::Tier>("/phase_source", N_("Phases from"),
                              {core::Tier::Host, core::Tier::Streaming, core::Tier::Nvme}),
             PlanPart::PhaseSource),
    };
}

Rows kept()
{
    return {
        recomputedParts(),
        recomputedLayers(),
        only(flag("/partitioned_activations", N_("Checkpoints cut over the group"),
                  N_("Each rank keeps its part of what a full recompute starts from, and gathers it before")),
             PlanPart::PartitionedActivations),
        only(word<core::Attention>("/attention", N_("Attention")), PlanPart::Attention),
        only(word<core::GatheredInputs>("/gathered_inputs", N_("Gathered inputs")), PlanPart::GatheredInputs),
        tier("/residency/weights", N_("Weights in")),
        tier("/residency/gradients", N_("Gradients in")),
        tier("/residency/optimizer", N_("Optimizer state in")),
        offloadedShare(),
        tier("/residency/activations", N_("Activations in")),
        offloadedLayers(),
    };
}

Rows numbers()
{
    using core::Dtype;
    PlanControlRow weights = word<Dtype>("/precision/weights", N_("Weights are"),
                                         {Dtype::Fp32, Dtype::Tf32, Dtype::Bf16, Dtype::Fp16, Dtype::Fp8});
    weights.set = [](PlanState& state, const FieldValue& value) {
        state.plan =
            planner::withWeights(state.plan, *core::fromName<core::Dtype>(std::get<std::string>(value)));
    };
    PlanControlRow compute =
        format("/precision/compute", N_("Computed in"), N_("as the weights"),
               {Dtype::Fp32, Dtype::Tf32, Dtype::Bf16, Dtype::Fp16, Dtype::Fp8, Dtype::Mxfp8, Dtype::Nvfp4});
    compute.help = N_("The number format of products where it differs from that of the weights");
    compute.whyWord = [](const std::string& name, const PlanState& state) {
        const auto dtype = core::fromName<core::Dtype>(name);
        return dtype ? whyNot(*dtype, state) : QString();
    };
    PlanControlRow attention =
        format("/precision/attention", N_("Attention in"), N_("16 bits"), {Dtype::Fp8, Dtype::Mxfp8});
    attention.help = N_("The number format of the products inside fused attention");
    attention.whyWord = compute.whyWord;
    PlanControlRow master = format("/precision/master", N_("Master weights"), nullptr, {Dtype::Fp32});
    master.words.insert(master.words.begin(), "none");
    master.wordText = [](const std::string& name) {
        const auto dtype = core::fromName<core::Dtype>(name);
        return dtype ? choiceText(*dtype) : translated(N_("none"));
    };
    return {
        std::move(weights),
        std::move(compute),
        only(std::move(attention), PlanPart::NarrowAttention),
        format("/precision/gradients", N_("Gradients are"), nullptr, {Dtype::Fp32, Dtype::Bf16, Dtype::Fp16}),
        only(std::move(master), PlanPart::Master),
        format("/precision/optimizer_state", N_("Optimizer state is"), nullptr,
               {Dtype::Fp32, Dtype::Bf16, Dtype::Fp16}),
        word<core::OptimizerKind>("/optimizer", N_("Optimizer")),
        only(flag("/precision/autocast", N_("Autocast"), N_("Products of fp32 weights are made in 16 bits")),
             PlanPart::Autocast),
    };
}

/// Among the newest and those before something that the framework has began.
PlanControlRow release()
{
    PlanControlRow row{"/framework_release", ControlForm::Word, N_("Release"),
                       N_("What began with a later release is told as such")};
    row.words = releasesTold();
    row.words.insert(row.words.begin(), "");
    row.wordText = [](const std::string& name) {
        return name.empty() ? translated(N_("the newest")) : QString::fromStdString(name);
    };
    return row;
}

Rows implementation()
{
    PlanControlRow whose = word<core::Framework>("/framework", N_("Implementation"));
    whose.set = [](PlanState& state, const FieldValue& value) {
        state.plan = planner::withFramework(
            state.plan, *core::fromName<core::Implementation>(std::get<std::string>(value)));
    };
    return {
        std::move(whose),
        only(release(), PlanPart::Release),
        word<core::Kernels>("/kernels", N_("Kernels")),
        unsaid("/norm_kernels", N_("RMS norms"), &core::Plan::normKernels, PlanPart::NormKernels),
        unsaid("/expert_kernels", N_("Experts' kernels"), &core::Plan::expertKernels,
               PlanPart::ExpertKernels),
        unsaid("/cuda_graphs", N_("CUDA graphs launch"), &core::Plan::cudaGraphs, PlanPart::CudaGraphs),
        only(flag("/fused_cross_entropy", N_("Fused cross entropy"),
                  N_("The loss never keeps the logits in 32 bits")),
             PlanPart::FusedCrossEntropy),
        flag("/dropout", N_("Dropout"), N_("Masks are kept for backward")),
    };
}

/// The sections in the order of the page.
std::vector<PlanControlSection> allSections()
{
    return {
        {N_("Parallelism"), false, parallelism()},
        {N_("Sharding over the replicas"), false, sharding()},
        {N_("Batch"), false, batch()},
        {N_("Schedule"), false, schedule()},
        {N_("What is kept, and where"), false, kept()},
        {N_("Numbers and optimizer"), true, numbers()},
        {N_("Whose code"), true, implementation()},
        {N_("Framework options"), true, optionRows()},
        {N_("The whole training"), true, trainingRows()},
        {N_("Adapters (LoRA)"), true, adapterRows()},
        {N_("Numbers on the wire"), true, wireRows()},
        {N_("DeepSpeed's buffers"), true, bucketRows()},
        {N_("Inside an IPU"), true, inProcessorRows()},
    };
}

} // namespace

const std::vector<PlanControlSection>& planControlSections()
{
    // What one looks for first stays in sight where it does not apply, with the reason.
    static const std::set<std::string, std::less<>> kInSight{
        "/parallel/tensor", "/parallel/pipeline", "/parallel/sequence_parallel", "/sharding/zero_stage"};
    static const std::vector<PlanControlSection> sections = [] {
        std::vector<PlanControlSection> all = allSections();
        for (PlanControlSection& section : all) {
            for (PlanControlRow& row : section.rows)
                row.inSight = kInSight.contains(row.key);
        }
        return all;
    }();
    return sections;
}

QString controlText(const char* source) { return *source == '\0' ? QString() : translated(source); }

void chooseReplicas(PlanState& state, std::int64_t count)
{
    const bool unchosen = hasUsualBatch(state);
    core::PlanDraft draft;
    draft.plan = state.plan;
    core::planField("/parallel/replica")->set(draft, count);
    state.plan = std::move(draft.plan);
    if (unchosen)
        state.plan.batch.microBatch = usualBatch(state);
}

core::FieldValue valueOf(const PlanControlRow& row, const PlanState& state)
{
    if (row.get)
        return row.get(state);
    const core::PlanField* field = core::planField(row.key);
    return field ? field->get(state.plan) : FieldValue();
}

namespace {

void chooseAlone(const PlanControlRow& row, PlanState& state, const core::FieldValue& value)
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

} // namespace

bool choose(const PlanControlRow& row, PlanState& state, const core::FieldValue& value)
{
    PlanState next = state;
    chooseAlone(row, next, value);
    const std::int64_t devices = state.plan.axes.devices();
    if (state.devicesHeld && isDeviceDegree(row.key) && next.plan.axes.devices() != devices) {
        auto kept = onDevices(state, std::move(next), row.key, devices);
        if (!kept)
            return false;
        next = *std::move(kept);
    }
    state = std::move(next);
    return true;
}

} // namespace shardscope::app
