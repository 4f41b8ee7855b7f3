// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/memory.h"
#include "planner/framework/framework.h"

#include "core/base/text_mark.h"
#include "planner/formula/host_update.h"
#include "planner/formula/narrow_copies.h"
#include "planner/formula/program_code.h"
#include "planner/memory/framework.h"
#include "planner/memory/in_processor.h"
#include "planner/memory/phase_memory.h"
#include "planner/memory/sharded_buffers.h"
#include "planner/memory/stage_activations.h"
#include "planner/memory/streaming_pool.h"
#include "planner/traffic/host_input.h"

#include <algorithm>
#include <optional>

namespace shardscope::planner {
namespace {

using core::Purpose;
using core::Tier;

constexpr auto kBuffers = "DeepSpeed: offload_param.buffer_count and buffer_size";
constexpr auto kPhased = "phased execution with batch serialisation, Graphcore PopXL examples (GPT-3 175B)";

/// Writes one class of ranks after another into an evaluation.
template <class N>
class MemoryWriter {
public:
    MemoryWriter(const PlanParts<N>& parts, core::Evaluation& evaluation)
        : m_parts(parts)
        , m_memory(evaluation.memory)
    {
        const std::size_t classes = parts.stages.size();
        m_memory.classes.reserve(classes);
        if (!parts.ranked)
            m_memory.entries.reserve(classes * 9);
        m_memory.tiers.reserve(classes * 2);
    }

    void beginClass(const Stage& stage, std::int64_t ranks)
    {
        m_class = m_memory.classes.size();
        m_sums.clear();
        m_memory.classes.push_back({m_parts.ranked ? std::string() : "stage " + std::to_string(stage.index),
                                    ranks, stage.index, stage.firstLayer, stage.layers});
    }

    void hold(Tier tier, Purpose purpose, const ByteCount<N>& bytes)
    {
        if (!m_parts.ranked)
            m_memory.entries.push_back({m_class, tier, purpose, N::plain(bytes), derivationOf(bytes)});
        const auto same = std::ranges::find_if(m_sums, [&](const auto& sum) { return sum.first == tier; });
        if (same == m_sums.end())
            m_sums.emplace_back(tier, bytes);
        else
            same->second = same->second + bytes;
    }

    void endClass()
    {
        for (const auto& [tier, sum] : m_sums) {
            const ByteCount<N> peak =
                N::named(W_("peak"), sum, "sum of what is held when the class is fullest");
            const core::MemoryTier* memory = m_parts.hardware.tier(tier);
            const std::int64_t sharers = std::min(memory->sharedBy, m_parts.plan.axes.devices());
            const double share = memory->usable().value.value() / static_cast<double>(sharers);
            m_memory.tiers.push_back({m_class, tier, core::Bytes{share}, N::plain(peak), derivationOf(peak)});
        }
    }

private:
    const PlanParts<N>& m_parts;
    core::MemoryBreakdown& m_memory;
    std::size_t m_class = 0;
    std::vector<std::pair<Tier, ByteCount<N>>> m_sums;
};

/// Whole weights of the part of a stage in work: gathered from shards or loaded from another tier while the
/// part before them computes. Two layers, and the ends of the network, which have no neighbour to overlap
/// with.
template <class N>
ByteCount<N> gatheredWeights(const PlanParts<N>& parts, const ModelState<N>& state, const Stage& stage,
                             std::size_t index)
{
    const ByteCount<N> weight =
        width<N>(parts.plan.precision.weights, W_("weight_width"), "/precision/weights");
    const auto citation = "arXiv:1910.02054, section 5.3; PyTorch FSDP2 prefetches one layer";
    if (parts.plan.keepWeightsAfterForward ||
        parts.plan.keptLayers >= std::max<std::int64_t>(1, stage.layers))
        return N::named(W_("gathered_weights"), parts.elements[index].used * weight, citation);
    if (factsOf(parts.plan).habits.sharder == Sharder::Zero && parts.plan.residency.weights == Tier::Device)
        return N::named(W_("gathered_weights"),
                        minimum(planned<N>(parts.plan.buckets.liveParameters, W_("live_parameters"),
                                           "/buckets/live_parameters"),
                                parts.elements[index].used) *
                            weight,
                        "DeepSpeed: stage3_max_live_parameters");
    const Count<N> layers = N::leaf(
        core::Number{static_cast<double>(std::min<std::int64_t>(2 + parts.plan.keptLayers, stage.layers))},
        W_("layers_gathered"), core::SourceKind::Assumed, "one in work, one prefetched, and those kept");
    Count<N> elements = layers * largestLayer<N>(state).used;
    if (stage.first)
        elements = elements + state.embedding.used;
    if (stage.last)
        elements = elements + (stage.first ? state.headBeside.used : state.head.used);
    return N::named(W_("gathered_weights"), elements * weight, citation);
}

/// Gradients before they are reduced to shards: one layer's worth at a time, or DeepSpeed's buffer of
/// constant size.
template <class N>
ByteCount<N> gradientBucket(const core::Plan& plan, const ModelState<N>& state)
{
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients");
    if (factsOf(plan).habits.constantBuckets && plan.buckets.contiguous)
        return N::named(W_("gradient_bucket"),
                        planned<N>(plan.buckets.reduce, W_("reduce_bucket"), "/buckets/reduce") * gradient,
                        "DeepSpeed: reduce_bucket_size; arXiv:1910.02054, section 6.2");
    return N::named(W_("gradient_bucket"), largestLayer<N>(state).trained * gradient,
                    "one layer at a time, as PyTorch FSDP2 reduces");
}

bool keepsReplicaBuckets(const core::Plan& plan)
{
    if (plan.axes.replicas() == 1)
        return false;
    return factsOf(plan).habits.replicaBuckets && plan.sharding.weights == 1;
}

/// PyTorch's DistributedDataParallel keeps a bucket for every gradient in the weights' format; nanotron adds
/// them up in fp32 elsewhere (optim/gradient_accumulator.py, get_fp32_accum_hook).
template <class N>
ByteCount<N> replicaBuckets(const PlanParts<N>& parts, std::size_t index)
{
    return N::named(W_("replica_buckets"),
                    parts.elements[index].used *
                        width<N>(parts.plan.precision.weights, W_("weight_width"), "/precision/weights"),
                    "PyTorch, torch/csrc/distributed/c10d/reducer.cpp; huggingface/nanotron, "
                    "optim/gradient_accumulator.py");
}

/// Only layers have narrow copies: heads and embeddings are read in 16 bits, even if narrower themselves.
template <class N>
ByteCount<N> narrowWeights(const PlanParts<N>& parts, const ModelState<N>& state, const Stage& stage,
                           std::size_t index)
{
    Count<N> ends = stage.first ? state.embedding.used : constant<N>(0);
    if (stage.last)
        ends = ends + (stage.first ? state.headBeside.used : state.head.used);
    const Count<N> elements = parts.elements[index].used - ends;
    const Count<N> copies =
        N::leaf(core::Number{static_cast<double>(narrowCopies(takesAnyOrder(parts.hardware), parts.plan))},
                W_("copies_by_rows_and_columns"), core::SourceKind::Specification, kNarrowCopies);
    const ByteCount<N> operand =
        width<N>(computeDtype(parts.plan), W_("operand_width"), "/precision/compute");
    ByteCount<N> bytes = copies * elements * operand;
    if (core::widthOf(parts.plan.precision.weights) < core::widthOf(streamDtype(parts.plan)))
        bytes =
            bytes + ends * (width<N>(streamDtype(parts.plan), W_("activation_width"), "/precision/compute") -
                            width<N>(parts.plan.precision.weights, W_("weight_width"), "/precision/weights"));
    return N::named(W_("weights_as_products_read_them"), bytes, kNarrowCopies);
}

/// nanotron gathers the inputs of its linear layers into one buffer that stays.
template <class N>
ByteCount<N> gatheringBuffer(const PlanParts<N>& parts)
{
    const Symbols<N> s = symbolsOf<N>(*parts.model.transformer(), parts.plan);
    return N::named(W_("gathering_buffer"), s.tokens * s.hidden * s.streamWidth,
                    "huggingface/nanotron, parallel/utils.py, MemoryBuffer");
}

/// What computing needs beside activations, and what the plan sets aside for temporaries.
template <class N>
ByteCount<N> workspace(const PlanParts<N>& parts, const ByteCount<N>& working)
{
    return parts.plan.inProcessor.memoryPercent == 0
               ? working
               : N::named(W_("workspace"), working + setAsideBytes<N>(parts.hardware, parts.plan),
                          "beside an operation's operands and results");
}

/// Between device and NVMe lie pinned buffers of the host; sizes as DeepSpeed's configuration has them.
template <class N>
void holdStaging(const PlanParts<N>& parts, MemoryWriter<N>& writer)
{
    const core::Residency& residency = parts.plan.residency;
    if (parts.hardware.tier(Tier::Host) == nullptr || residency.weights != Tier::Nvme)
        return;
    const Count<N> elements =
        N::leaf(core::Number{5}, W_("staging_buffers"), core::SourceKind::Specification, kBuffers) *
        N::leaf(core::Number{1e8}, W_("staging_elements"), core::SourceKind::Specification, kBuffers);
    writer.hold(
        Tier::Host, Purpose::Buffers,
        N::named(W_("nvme_staging"),
                 elements * width<N>(parts.plan.precision.weights, W_("weight_width"), "/precision/weights"),
                 kBuffers));
}

/// What the optimizer keeps: all of it where its residency says, or a share and the rest on the device.
template <class N>
void holdUpdated(const core::Plan& plan, Purpose purpose, const ByteCount<N>& bytes, MemoryWriter<N>& writer)
{
    if (plan.residency.optimizer == Tier::Device || plan.offloadedPercent >= 100)
        return writer.hold(plan.residency.optimizer, purpose, bytes);
    const Count<N> away = offloadedShare<N>(plan);
    writer.hold(plan.residency.optimizer, purpose,
                N::named(W_("offloaded_share_of_state"), away * bytes, "/offloaded_percent"));
    writer.hold(
        Tier::Device, purpose,
        N::named(W_("share_of_state_on_device"), (constant<N>(1) - away) * bytes, "/offloaded_percent"));
}

/// PyTorch's own accumulation: gradients come as activations go, so that the fuller of the two ends of
/// backward is what a stage peaks in.
template <class N>
ByteCount<N> gradientsAtThePeak(const core::Plan& plan, const StateBytes<N>& state,
                                const StageActivations<N>* activations)
{
    const bool kept = factsOf(plan).habits.gradientLife == GradientLife::Growing &&
                      (plan.sharding.gradients > 1 || plan.batch.microBatches > 1); // its partition, or all
    if (activations == nullptr || !gradientsGrowInBackward(plan) || kept || plan.axes.pipeline > 1 ||
        plan.residency.activations != Tier::Device)
        return state.gradients;
    return N::named(W_("gradients_beyond_activations"),
                    maximum(state.gradients, activations->stored) - activations->stored,
                    "PyTorch, torch/csrc/autograd: a gradient is made when its saved tensors are let go");
}

template <class N>
void holdResident(const PlanParts<N>& parts, std::size_t index, const StageActivations<N>* activations,
                  MemoryWriter<N>& writer)
{
    const core::Plan& plan = parts.plan;
    const StateBytes<N>& state = parts.state[index];
    writer.hold(plan.residency.weights, Purpose::Weights, state.weights);
    writer.hold(plan.residency.gradients, Purpose::Gradients,
                gradientsAtThePeak<N>(plan, state, activations));
    holdUpdated<N>(plan, Purpose::OptimizerState, state.optimizer, writer);
    if (plan.precision.master)
        holdUpdated<N>(plan, Purpose::MasterWeights, state.master, writer);
    const ModelState<N>& model = *parts.modelState;
    if (model.layerKinds.empty())
        return;
    std::optional<ByteCount<N>> buffers;
    const auto add = [&](const ByteCount<N>& bytes) { buffers = buffers ? *buffers + bytes : bytes; };
    // What PopART gathers and reduces is in its workspace.
    const bool popart = factsOf(plan).habits.layers == LayerCode::Graph;
    const std::optional<ByteCount<N>> sharded =
        activations != nullptr ? shardedBuffers<N>(parts, index, *activations) : std::nullopt;
    if (sharded)
        add(*sharded);
    else if ((plan.sharding.weights > 1 && !popart) || plan.residency.weights != Tier::Device)
        add(gatheredWeights<N>(parts, model, parts.stages[index], index));
    const bool buckets = factsOf(plan).habits.constantBuckets && plan.sharding.optimizer > 1;
    if (!sharded &&
        ((plan.sharding.gradients > 1 && !popart) || plan.residency.gradients != Tier::Device || buckets))
        add(gradientBucket<N>(plan, model));
    if (plan.inProcessor.ioTiles > 0)
        add(ioTileBytes<N>(parts.hardware, parts.plan));
    if (keepsReplicaBuckets(plan))
        add(replicaBuckets<N>(parts, index));
    if (parts.model.transformer() != nullptr && factsOf(plan).habits.gatheringBuffer &&
        plan.axes.sequenceParallel && plan.gatheredInputs == core::GatheredInputs::Regathered)
        add(gatheringBuffer<N>(parts));
    if (narrowOperands(plan) && plan.sharding.weights == 1)
        add(narrowWeights<N>(parts, model, parts.stages[index], index));
    if (buffers)
        writer.hold(Tier::Device, Purpose::Buffers, *buffers);
    holdStaging<N>(parts, writer);
}

/// What comes from the host waits in streaming memory until the devices read it: one batch there, one on its
/// way.
template <class N>
void holdHostInput(const PlanParts<N>& parts, const Stage& stage, MemoryWriter<N>& writer)
{
    const bool described = parts.hardware.link(core::LinkLevel::FrontEnd) != nullptr &&
                           parts.hardware.tier(Tier::Streaming) != nullptr;
    if (!described || !stage.first || parts.model.parametersOnly() != nullptr)
        return;
    const Count<N> two = N::leaf(core::Number{2}, W_("batches_staged"), core::SourceKind::Assumed,
                                 "one that is read, one on its way");
    writer.hold(
        Tier::Streaming, Purpose::Buffers,
        N::named(W_("host_staging"), two * hostInputBytes<N>(parts),
                 "Graphcore, 'Building large models on IPU': streaming memory buffers what the host sends"));
}

/// \p gradients: those of the state that are stored.
template <class N>
void holdPhaseSource(const core::Plan& plan, const StateBytes<N>& state, const ByteCount<N>& gradients,
                     MemoryWriter<N>& writer)
{
    writer.hold(plan.phaseSource, Purpose::Weights, state.weights);
    writer.hold(plan.phaseSource, Purpose::Gradients, gradients);
    writer.hold(plan.phaseSource, Purpose::OptimizerState, state.optimizer);
    if (plan.precision.master)
        writer.hold(plan.phaseSource, Purpose::MasterWeights, state.master);
}

/// A bare count of parameters has no layers to cut between: equal parts, two of them on the device.
template <class N>
void holdEqualPhases(const PlanParts<N>& parts, std::size_t index, MemoryWriter<N>& writer)
{
    const core::Plan& plan = parts.plan;
    const Count<N> phases = planned<N>(plan.phases, W_("phases"), "/phases");
    const Count<N> two = N::leaf(core::Number{2}, W_("phases_on_device"), core::SourceKind::Assumed,
                                 "one running, one being loaded");
    const ByteCount<N> weight = width<N>(plan.precision.weights, W_("weight_width"), "/precision/weights");
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients");
    const Count<N>& used = parts.elements[index].used;
    writer.hold(Tier::Device, Purpose::Weights,
                N::named(W_("weights_of_phases"), minimum(two, phases) / phases * (used * weight), kPhased));
    writer.hold(Tier::Device, Purpose::Gradients,
                N::named(W_("gradients_of_a_phase"), used * gradient / phases, kPhased));
    holdPhaseSource<N>(plan, parts.state[index], parts.state[index].gradients, writer);
}

/// An embedding that is updated right after its backward has no gradients to store, but for those of a table
/// that the head shares.
template <class N>
ByteCount<N> storedGradients(const PlanParts<N>& parts, std::size_t index, const PhaseMemories<N>& memories,
                             const std::vector<Phase>& phases)
{
    const ByteCount<N>& all = parts.state[index].gradients;
    if (!memories.updatesAtOnce(phases.front()))
        return all;
    const ModelState<N> model = modelState<N>(parts.inventory, parts.plan);
    Count<N> unstored = model.embedding.gradients;
    if (phases.back().stage.last)
        unstored = unstored - (model.head.gradients - model.headBeside.gradients);
    return N::named(W_("gradients_stored"),
                    all - unstored * width<N>(parts.plan.precision.gradients, W_("gradient_width"),
                                              "/precision/gradients"),
                    kPhased);
}

/// The part that fills the device most is what the class peaks in: its weights and gradients, its
/// activations, or the state that it updates. Everything else waits in the phase source, and so do the
/// micro-batches' tensors at each part's edge.
template <class N>
void holdPhased(const PlanParts<N>& parts, const StageActivations<N>* activations, std::size_t index,
                MemoryWriter<N>& writer)
{
    const core::Plan& plan = parts.plan;
    if (parts.model.parametersOnly() != nullptr)
        return holdEqualPhases<N>(parts, index, writer);
    const Stage& stage = parts.stages[index];
    const std::vector<Phase> phases = phasesOf(parts.model, plan, parts.inventory, stage);
    const PlanParts<core::PlainNumbers> bare{
        parts.model, parts.hardware, plan, parts.inventory, nullptr, parts.stages, {}, {}, nullptr, 0};
    const PhaseMoment peak = PhaseMemories<core::PlainNumbers>(bare).fullest(phases);
    const PhaseMemories<N> memories(parts);
    const PhaseMemory<N> held = memories.at(phases, peak);
    writer.hold(Tier::Device, Purpose::Weights,
                N::named(W_("weights_of_phases"), held.weights + held.nextWeights, kPhased));
    writer.hold(Tier::Device, Purpose::Gradients, held.gradients);
    if (held.optimizer)
        writer.hold(Tier::Device, Purpose::OptimizerState, *held.optimizer);
    if (held.master)
        writer.hold(Tier::Device, Purpose::MasterWeights, *held.master);
    holdPhaseSource<N>(plan, parts.state[index], storedGradients<N>(parts, index, memories, phases), writer);
    if (plan.inProcessor.ioTiles > 0)
        writer.hold(Tier::Device, Purpose::Buffers, ioTileBytes<N>(parts.hardware, plan));
    if (activations == nullptr)
        return;
    writer.hold(Tier::Device, Purpose::Activations, held.activations);
    writer.hold(Tier::Device, Purpose::Workspace,
                peak.update ? held.working : workspace<N>(parts, held.working));
    // A tensor between two parts and its gradient; of a stage between others also what these send.
    const double rows =
        2 * (static_cast<double>(phases.size()) - 1) + (stage.first ? 0 : 1) + (stage.last ? 0 : 1);
    const Count<N> number =
        N::leaf(core::Number{rows}, W_("edges_of_phases"), core::SourceKind::Given, "/phases");
    const ByteCount<N> edges = number * activations->microBatches * activations->boundary;
    writer.hold(plan.phaseSource, Purpose::Activations, N::named(W_("phase_boundaries"), edges, kPhased));
}

/// Offloaded activations leave two layers' worth behind: one in work, one on its way; and what stays.
template <class N>
void holdActivations(const PlanParts<N>& parts, const StageActivations<N>& activations,
                     MemoryWriter<N>& writer)
{
    const core::Plan& plan = parts.plan;
    if (plan.residency.activations != Tier::Device) {
        const Count<N> two = N::leaf(core::Number{2}, W_("layers_on_device"), core::SourceKind::Assumed,
                                     "one in work, one on its way");
        const ByteCount<N> working =
            N::named(W_("activations_in_work"), two * activations.layer, "arXiv:1910.02054, section 6.1");
        writer.hold(Tier::Device, Purpose::Activations,
                    activations.away
                        ? N::named(W_("activations_on_device"),
                                   activations.stored - *activations.away + working, "/offloaded_layers")
                        : working);
    }
    const bool partly = plan.residency.activations != Tier::Device && activations.away;
    writer.hold(plan.residency.activations, Purpose::Activations,
                partly ? *activations.away : activations.stored);
    writer.hold(Tier::Device, Purpose::Workspace, workspace<N>(parts, activations.working));
}

/// The figures of case files (contract, section 4), on the class that is fullest.
template <class N>
void addFigures(const PlanParts<N>& parts, const std::optional<double>& layerActivation,
                core::Evaluation& evaluation)
{
    const core::MemoryBreakdown& memory = evaluation.memory;
    const StateBytes<N>& state = parts.state[memory.fullest(Tier::Device)];
    const auto value = [](const ByteCount<N>& bytes) { return N::plain(bytes).value(); };
    auto& figures = evaluation.figures;
    constexpr std::size_t kUsual = 16;
    figures.reserve(kUsual);
    figures["weights_bytes"] = value(state.weights);
    figures["gradient_bytes"] = value(state.gradients);
    figures["optimizer_bytes"] = value(state.optimizer);
    figures["weights_plus_optimizer_bytes"] = value(state.weights) + value(state.optimizer);
    figures["model_state_bytes"] =
        value(state.weights) + value(state.gradients) + value(state.optimizer) + value(state.master);
    if (layerActivation) {
        figures["activation_bytes_per_layer"] = *layerActivation;
        figures["activation_bytes"] = figures["activation_bytes_after_forward"] =
            memory.held(memory.fullest(Tier::Device), parts.plan.residency.activations, Purpose::Activations)
                .value();
    }
}

} // namespace

template <class N>
void addMemory(const PlanParts<N>& parts, core::Evaluation& evaluation)
{
    const core::Plan& plan = parts.plan;
    const Activations<N> kept(parts);
    const std::int64_t ranks = evaluation.devices / static_cast<std::int64_t>(parts.stages.size());
    std::optional<double> layerActivation;
    MemoryWriter<N> writer(parts, evaluation);
    for (std::size_t index = 0; index < parts.stages.size(); ++index) {
        const std::optional<StageActivations<N>> activations = kept.of(parts.stages[index]);
        writer.beginClass(parts.stages[index], ranks);
        if (plan.phases > 0) {
            holdPhased<N>(parts, activations ? &*activations : nullptr, index, writer);
        } else {
            holdResident<N>(parts, index, activations ? &*activations : nullptr, writer);
            if (activations)
                holdActivations<N>(parts, *activations, writer);
        }
        holdHostInput<N>(parts, parts.stages[index], writer);
        writer.hold(Tier::Device, Purpose::Framework, frameworkBytes<N>(parts.hardware, plan));
        writer.endClass();
        if (activations && !layerActivation)
            layerActivation = N::plain(activations->layer).value();
    }
    lendStreaming(parts.hardware, plan, evaluation.memory);
    if (!parts.ranked)
        addFigures<N>(parts, layerActivation, evaluation);
}

template void addMemory<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&, core::Evaluation&);
template void addMemory<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&, core::Evaluation&);

} // namespace shardscope::planner
