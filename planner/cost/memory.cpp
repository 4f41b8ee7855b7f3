// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/cost/memory.h"

#include "planner/parallelism/pipeline_order.h"

#include <algorithm>
#include <optional>

namespace shardscope::planner {
namespace {

using core::Purpose;
using core::Tier;

constexpr auto kPhased = "phased execution with batch serialisation, Graphcore PopXL examples (GPT-3 175B)";

template <class N>
core::DerivationPtr derivationOf(const ByteCount<N>& bytes)
{
    if constexpr (N::kExplains)
        return bytes.derivation();
    else
        return nullptr;
}

/// Activations of one stage at its fullest moment.
template <class N>
struct StageActivations {
    ByteCount<N> stored;  ///< kept for backward, all micro-batches in flight
    ByteCount<N> working; ///< beside it: a layer being recomputed, or the loss's gradient
    ByteCount<N> layer;   ///< what one layer of one micro-batch keeps
};

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
        m_memory.entries.reserve(classes * 9);
        m_memory.tiers.reserve(classes * 2);
    }

    void beginClass(const Stage& stage, std::int64_t ranks)
    {
        m_class = m_memory.classes.size();
        m_sums.clear();
        m_memory.classes.push_back(
            {"stage " + std::to_string(stage.index), ranks, stage.index, stage.firstLayer, stage.layers});
    }

    void hold(Tier tier, Purpose purpose, const ByteCount<N>& bytes)
    {
        m_memory.entries.push_back({m_class, tier, purpose, N::plain(bytes), derivationOf<N>(bytes)});
        const auto same =
            std::find_if(m_sums.begin(), m_sums.end(), [&](const auto& sum) { return sum.first == tier; });
        if (same == m_sums.end())
            m_sums.emplace_back(tier, bytes);
        else
            same->second = same->second + bytes;
    }

    void endClass()
    {
        for (const auto& [tier, sum] : m_sums) {
            const ByteCount<N> peak = N::named("peak", sum, "sum of what is held when the class is fullest");
            const core::MemoryTier* memory = m_parts.hardware.tier(tier);
            const double share = memory->capacity.value.value() / static_cast<double>(memory->sharedBy);
            m_memory.tiers.push_back(
                {m_class, tier, core::Bytes{share}, N::plain(peak), derivationOf<N>(peak)});
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
    const ByteCount<N> weight = width<N>(parts.plan.precision.weights, "weight_width", "/precision/weights");
    const auto citation = "arXiv:1910.02054, section 5.3; PyTorch FSDP2 prefetches one layer";
    if (parts.plan.keepWeightsAfterForward)
        return N::named("gathered_weights", parts.elements[index].used * weight, citation);
    const Count<N> layers =
        N::leaf(core::Number{static_cast<double>(std::min<std::int64_t>(2, stage.layers))}, "layers_gathered",
                core::SourceKind::Assumed, "one in work, one prefetched");
    Count<N> elements = layers * state.layerKinds.back().used;
    if (stage.first)
        elements = elements + state.embedding.used;
    if (stage.last)
        elements = elements + (stage.first ? state.headBeside.used : state.head.used);
    return N::named("gathered_weights", elements * weight, citation);
}

/// Gradients before they are reduced to shards: one layer's worth at a time.
template <class N>
ByteCount<N> gradientBucket(const core::Plan& plan, const ModelState<N>& state)
{
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, "gradient_width", "/precision/gradients");
    return N::named("gradient_bucket", state.layerKinds.back().used * gradient,
                    "one layer at a time, as PyTorch FSDP2 reduces");
}

template <class N>
ByteCount<N> recomputedLayer(const LayerActivations<N>& layer, core::Recompute recompute)
{
    switch (recompute) {
    case core::Recompute::Full:
        return N::named("layer_recomputed", layer.whole, "arXiv:1604.06174, section 3");
    case core::Recompute::Selective:
        return N::named("core_recomputed", layer.core, "arXiv:2205.05198, section 5");
    case core::Recompute::None: break;
    }
    return N::leaf(core::Bytes{0}, "nothing_recomputed", core::SourceKind::Given, "/recompute");
}

/// Activations by kind of layer, computed once for all stages.
template <class N>
struct ActivationParts {
    Symbols<N> symbols;
    LayerActivations<N> dense;
    LayerActivations<N> experts;
    EndActivations<N> ends;

    ActivationParts(const core::Transformer& model, const core::Plan& plan, const Inventory& inventory)
        : symbols(symbolsOf<N>(model, plan))
        , ends(endActivations<N>(symbols, model, plan))
    {
        const auto has = [&](bool wanted) {
            return std::any_of(inventory.layers.begin(), inventory.layers.end(),
                               [&](const LayerKind& k) { return k.experts == wanted; });
        };
        if (has(true))
            experts = layerActivations<N>(symbols, model, plan, true);
        if (has(false))
            dense = layerActivations<N>(symbols, model, plan, false);
    }
};

template <class N>
StageActivations<N> stageActivations(const PlanParts<N>& parts, const ActivationParts<N>& kinds,
                                     const Stage& stage)
{
    const core::Plan& plan = parts.plan;
    std::optional<ByteCount<N>> kept;
    const auto add = [&](const ByteCount<N>& bytes) { kept = kept ? *kept + bytes : bytes; };
    const LayerActivations<N>* any = &kinds.dense;
    for (const LayerKind& kind : parts.inventory.layers) {
        const std::int64_t here = kind.within(stage.firstLayer, stage.firstLayer + stage.layers);
        if (here == 0)
            continue;
        any = kind.experts ? &kinds.experts : &kinds.dense;
        add(planned<N>(here, "layers_on_stage", "/parallel/pipeline") * any->kept);
    }
    if (stage.first)
        add(kinds.ends.embedding);
    if (stage.last)
        add(kinds.ends.head);
    StageActivations<N> result;
    result.layer = any->kept;
    const ByteCount<N> perMicroBatch = N::named(
        "activations_per_micro_batch", kept.value_or(kinds.ends.embedding), "arXiv:2205.05198, section 4.3");
    result.stored = N::named("activations", inFlight<N>(kinds.symbols, plan, stage) * perMicroBatch,
                             "arXiv:2205.05198, section 4.3");
    const ByteCount<N> recomputed = recomputedLayer<N>(*any, plan.recompute);
    result.working = N::named("workspace", stage.last ? maximum(recomputed, kinds.ends.loss) : recomputed,
                              "the larger of a layer being recomputed and the loss's gradient");
    return result;
}

/// Driver, communicators and code are not counted; said rather than left out.
template <class N>
ByteCount<N> frameworkBytes()
{
    return N::leaf(core::Bytes{0}, "framework", core::SourceKind::Assumed,
                   "not counted: driver context, communicator buffers, program code");
}

template <class N>
void holdResident(const PlanParts<N>& parts, const ModelState<N>& model, std::size_t index,
                  MemoryWriter<N>& writer)
{
    const core::Plan& plan = parts.plan;
    const StateBytes<N>& state = parts.state[index];
    writer.hold(plan.residency.weights, Purpose::Weights, state.weights);
    writer.hold(plan.residency.gradients, Purpose::Gradients, state.gradients);
    writer.hold(plan.residency.optimizer, Purpose::OptimizerState, state.optimizer);
    if (plan.precision.master)
        writer.hold(plan.residency.optimizer, Purpose::MasterWeights, state.master);
    if (model.layerKinds.empty())
        return;
    std::optional<ByteCount<N>> buffers;
    const auto add = [&](const ByteCount<N>& bytes) { buffers = buffers ? *buffers + bytes : bytes; };
    if (plan.sharding.weights > 1 || plan.residency.weights != Tier::Device)
        add(gatheredWeights<N>(parts, model, parts.stages[index], index));
    if (plan.sharding.gradients > 1 || plan.residency.gradients != Tier::Device)
        add(gradientBucket<N>(plan, model));
    if (buffers)
        writer.hold(Tier::Device, Purpose::Buffers, *buffers);
}

/// A phase's weights and gradients are on the device, the next phase's weights beside them; everything else
/// waits in the phase source, and so do the micro-batches' tensors at each phase's edge.
template <class N>
void holdPhased(const PlanParts<N>& parts, const ActivationParts<N>* kinds,
                const StageActivations<N>* activations, std::size_t index, MemoryWriter<N>& writer)
{
    const core::Plan& plan = parts.plan;
    const Count<N> phases = planned<N>(plan.phases, "phases", "/phases");
    const Count<N> two = N::leaf(core::Number{2}, "phases_on_device", core::SourceKind::Assumed,
                                 "one running, one being loaded");
    const ByteCount<N> weight = width<N>(plan.precision.weights, "weight_width", "/precision/weights");
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, "gradient_width", "/precision/gradients");
    const Count<N>& used = parts.elements[index].used;
    const StateBytes<N>& state = parts.state[index];
    writer.hold(Tier::Device, Purpose::Weights,
                N::named("weights_of_phases", minimum(two, phases) / phases * (used * weight), kPhased));
    writer.hold(Tier::Device, Purpose::Gradients,
                N::named("gradients_of_a_phase", used * gradient / phases, kPhased));
    writer.hold(plan.phaseSource, Purpose::Weights, state.weights);
    writer.hold(plan.phaseSource, Purpose::Gradients, state.gradients);
    writer.hold(plan.phaseSource, Purpose::OptimizerState, state.optimizer);
    if (plan.precision.master)
        writer.hold(plan.phaseSource, Purpose::MasterWeights, state.master);
    if (kinds == nullptr)
        return;
    writer.hold(Tier::Device, Purpose::Activations,
                N::named("activations_of_a_phase", activations->stored / phases, kPhased));
    writer.hold(Tier::Device, Purpose::Workspace, activations->working);
    const Symbols<N>& s = kinds->symbols;
    const ByteCount<N> edges = 2.0 * s.microBatches * (phases + constant<N>(2)) * boundaryBytes<N>(s);
    writer.hold(plan.phaseSource, Purpose::Activations, N::named("phase_boundaries", edges, kPhased));
}

/// Offloaded activations leave two layers' worth behind: one in work, one on its way.
template <class N>
void holdActivations(const core::Plan& plan, const StageActivations<N>& activations, MemoryWriter<N>& writer)
{
    if (plan.residency.activations != Tier::Device) {
        const Count<N> two = N::leaf(core::Number{2}, "layers_on_device", core::SourceKind::Assumed,
                                     "one in work, one on its way");
        writer.hold(
            Tier::Device, Purpose::Activations,
            N::named("activations_in_work", two * activations.layer, "arXiv:1910.02054, section 6.1"));
    }
    writer.hold(plan.residency.activations, Purpose::Activations, activations.stored);
    writer.hold(Tier::Device, Purpose::Workspace, activations.working);
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
    const core::Transformer* transformer = parts.model.transformer();
    const ModelState<N> state = modelState<N>(parts.inventory, plan);
    std::optional<ActivationParts<N>> kinds;
    if (transformer != nullptr)
        kinds.emplace(*transformer, plan, parts.inventory);
    const std::int64_t ranks = evaluation.devices / static_cast<std::int64_t>(parts.stages.size());
    std::optional<double> layerActivation;
    MemoryWriter<N> writer(parts, evaluation);
    for (std::size_t index = 0; index < parts.stages.size(); ++index) {
        std::optional<StageActivations<N>> activations;
        if (kinds)
            activations = stageActivations<N>(parts, *kinds, parts.stages[index]);
        writer.beginClass(parts.stages[index], ranks);
        if (plan.phases > 0) {
            holdPhased<N>(parts, kinds ? &*kinds : nullptr, activations ? &*activations : nullptr, index,
                          writer);
        } else {
            holdResident<N>(parts, state, index, writer);
            if (activations)
                holdActivations<N>(plan, *activations, writer);
        }
        writer.hold(Tier::Device, Purpose::Framework, frameworkBytes<N>());
        writer.endClass();
        if (activations && !layerActivation)
            layerActivation = N::plain(activations->layer).value();
    }
    addFigures<N>(parts, layerActivation, evaluation);
}

template void addMemory<core::PlainNumbers>(const PlanParts<core::PlainNumbers>&, core::Evaluation&);
template void addMemory<core::ExplainedNumbers>(const PlanParts<core::ExplainedNumbers>&, core::Evaluation&);

} // namespace shardscope::planner
