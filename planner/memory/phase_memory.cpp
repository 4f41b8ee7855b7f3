// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/phase_memory.h"

#include "core/base/text_mark.h"

namespace shardscope::planner {
namespace {

constexpr auto kUpdate = "graphcore/popart @00385a0, willow/include/popart/sessionoptions.hpp: "
                         "ExecutionPhaseSchedule::Interleaving";
constexpr auto kPhases = "phased execution with batch serialisation, Graphcore PopXL examples (GPT-3 175B)";

/// The part of \p whole that belongs to a phase of a whole layer, or of half a one.
template <class N, class Q>
Q shareOf(const Phase& phase, const Q& whole)
{
    if (phase.half == LayerHalf::Whole)
        return whole;
    return whole * N::leaf(core::Number{phase.share}, W_("share_of_the_layer"), core::SourceKind::Assumed,
                           "as the elements of attention and feed-forward");
}

template <class N>
ByteCount<N> nothing()
{
    return N::leaf(core::Bytes{0}, W_("no_other_phase"), core::SourceKind::Given, "/phases");
}

} // namespace

std::vector<Phase> phasesOf(const core::ModelSpec& model, const core::Plan& plan, const Inventory& inventory,
                            const Stage& stage)
{
    const ModelState<core::PlainNumbers> state = modelState<core::PlainNumbers>(inventory, plan);
    PhaseSizes sizes;
    sizes.embedding = state.embedding.used.value();
    sizes.head = state.head.used.value(); // a tied table is loaded for both ends
    const auto layers = static_cast<std::size_t>(stage.layers);
    sizes.layers.resize(layers);
    sizes.attentionShares.resize(layers);
    for (std::size_t kind = 0; kind < inventory.layers.size(); ++kind) {
        const LayerKind& of = inventory.layers[kind];
        const double share = attentionShare(model, of);
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const std::int64_t number = stage.firstLayer + static_cast<std::int64_t>(layer);
            if (of.within(number, number + 1) == 0)
                continue;
            sizes.layers[layer] += state.layerKinds[kind].used.value();
            if (!of.extra)
                sizes.attentionShares[layer] = share;
        }
    }
    Stage own = stage;
    if (model.layerList() != nullptr)
        own.first = own.last = false; // the list itself has everything
    return cutIntoPhases(own, plan.phases, sizes);
}

template <class N>
PhaseMemories<N>::PhaseMemories(const PlanParts<N>& parts)
    : m_parts(parts)
    , m_state(modelState<N>(parts.inventory, parts.plan))
    , m_activations(parts)
{
}

template <class N>
Count<N> PhaseMemories<N>::elementsOf(const Phase& phase) const
{
    return shareOf<N>(phase, stageState<N>(m_state, m_parts.inventory, phase.stage).used);
}

template <class N>
StateElements<N> PhaseMemories<N>::stateOf(const Phase& phase) const
{
    const StateElements<N> whole = stageState<N>(m_state, m_parts.inventory, phase.stage);
    return {shareOf<N>(phase, whole.used),          shareOf<N>(phase, whole.weights),
            shareOf<N>(phase, whole.gradients),     shareOf<N>(phase, whole.optimizer),
            shareOf<N>(phase, whole.experts),       shareOf<N>(phase, whole.trained),
            shareOf<N>(phase, whole.trainedExperts)};
}

template <class N>
ByteCount<N> PhaseMemories<N>::weightsOf(const Phase& phase) const
{
    return elementsOf(phase) *
           width<N>(m_parts.plan.precision.weights, W_("weight_width"), "/precision/weights");
}

/// A replica's share of the phase's largest matrix: weights, gradient and state, and the gradient in 32 bits.
/// Of an embedding all weights and gradients are there.
template <class N>
PhaseMemory<N> PhaseMemories<N>::updateOf(const Phase& phase) const
{
    const core::Plan& plan = m_parts.plan;
    const ByteCount<N> weight = width<N>(plan.precision.weights, W_("weight_width"), "/precision/weights");
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients");
    const Count<N> elements = ceilDivide(m_activations.largestMatrix(phase.stage),
                                         planned<N>(plan.sharding.optimizer, "rts'", "/sharding/optimizer"));
    StateElements<N> share = stateOf(phase);
    share.optimizer = elements;
    const StateBytes<N> state = stateBytes<N>(share, plan);
    const bool there = updatesAtOnce(phase);
    PhaseMemory<N> memory;
    memory.weights = N::named(W_("weights_updated"), (there ? share.weights : elements) * weight, kUpdate);
    memory.gradients =
        N::named(W_("gradients_for_the_update"), (there ? share.gradients : elements) * gradient, kUpdate);
    memory.nextWeights = memory.activations = nothing<N>();
    const ByteCount<N> wide = elements * width<N>(core::Dtype::Fp32, W_("gradient_width"), kUpdate);
    if (plan.sharding.weights < plan.sharding.optimizer) {
        const Count<N> stored = ceilDivide(m_activations.largestMatrix(phase.stage),
                                           planned<N>(plan.sharding.weights, "rts", "/sharding/weights"));
        memory.working = N::named(W_("weights_gathered"), maximum(wide, stored * weight), kUpdate);
    } else {
        memory.working = N::named(W_("gradient_in_32_bits"), wide, kUpdate);
    }
    memory.optimizer = N::named(W_("optimizer_state_of_a_matrix"), state.optimizer, kUpdate);
    if (plan.precision.master)
        memory.master = N::named(W_("master_weights_of_a_matrix"), state.master, kUpdate);
    return memory;
}

template <class N>
PhaseMemory<N> PhaseMemories<N>::at(const std::vector<Phase>& phases, PhaseMoment moment) const
{
    const core::Plan& plan = m_parts.plan;
    const std::size_t phase = moment.phase;
    const Phase& of = phases[phase];
    if (moment.update)
        return updateOf(of);
    PhaseMemory<N> memory;
    memory.weights = N::named(W_("weights_of_a_phase"), weightsOf(of), kPhases);
    memory.gradients = N::named(
        W_("gradients_of_a_phase"),
        elementsOf(of) * width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients"),
        kPhases);
    memory.nextWeights = nothing<N>();
    if (phases.size() > 1 && !m_parts.hardware.bulkSynchronous) {
        const ByteCount<N> after = phase + 1 < phases.size() ? weightsOf(phases[phase + 1]) : nothing<N>();
        const ByteCount<N> before = phase > 0 ? weightsOf(phases[phase - 1]) : nothing<N>();
        memory.nextWeights = N::named(W_("weights_loaded_beside"), maximum(before, after), kPhases);
    }
    memory.activations = memory.working = nothing<N>();
    if (const auto activations = m_activations.of(of.stage, of.half)) {
        memory.activations = N::named(W_("activations_of_a_phase"), activations->stored, kPhases);
        memory.working = activations->working;
    }
    if (updatesAtOnce(of) && plan.sharding.weights > 1) // the shards wait for the update
        memory.weights = N::named(W_("weights_and_shards"),
                                  memory.weights + stateBytes<N>(stateOf(of), plan).weights, kUpdate);
    return memory;
}

template <class N>
PhaseMoment PhaseMemories<N>::fullest(const std::vector<Phase>& phases, std::size_t phase) const
{
    const Phase& of = phases[phase];
    const core::Transformer* model = m_parts.model.transformer();
    const bool shared = of.stage.last && !of.stage.first && of.stage.layers == 0 && // the embedding's phase
                        m_parts.plan.axes.pipeline == 1 && model != nullptr && model->tiedEmbeddings;
    if (!loadsState() || shared ||
        at(phases, {phase, true}).plainBytes() <= at(phases, {phase, false}).plainBytes())
        return {phase, false};
    return {phase, true};
}

template <class N>
PhaseMoment PhaseMemories<N>::fullest(const std::vector<Phase>& phases) const
{
    PhaseMoment fullest;
    double most = -1;
    for (std::size_t phase = 0; phase < phases.size(); ++phase) {
        const PhaseMoment moment = this->fullest(phases, phase);
        const double bytes = at(phases, moment).plainBytes();
        if (bytes > most) {
            most = bytes;
            fullest = moment;
        }
    }
    return fullest;
}

template class PhaseMemories<core::PlainNumbers>;
template class PhaseMemories<core::ExplainedNumbers>;

} // namespace shardscope::planner
