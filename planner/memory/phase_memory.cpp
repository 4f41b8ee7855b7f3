// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/phase_memory.h"

#include "core/base/text_mark.h"

namespace shardscope::planner {
namespace {

constexpr auto kPhases = "phased execution with batch serialisation, Graphcore PopXL examples (GPT-3 175B)";

/// Of a half layer its share of the elements; activations are taken to be divided as elements are.
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

template <class N>
PhaseMemory<N> PhaseMemories<N>::at(const std::vector<Phase>& phases, std::size_t phase) const
{
    const Phase& of = phases[phase];
    PhaseMemory<N> memory;
    memory.weights = N::named(W_("weights_of_a_phase"), weightsOf(of), kPhases);
    memory.gradients = N::named(W_("gradients_of_a_phase"),
                                elementsOf(of) * width<N>(m_parts.plan.precision.gradients,
                                                          W_("gradient_width"), "/precision/gradients"),
                                kPhases);
    memory.nextWeights = nothing<N>();
    if (phases.size() > 1) {
        const ByteCount<N> after = phase + 1 < phases.size() ? weightsOf(phases[phase + 1]) : nothing<N>();
        const ByteCount<N> before = phase > 0 ? weightsOf(phases[phase - 1]) : nothing<N>();
        memory.nextWeights = N::named(W_("weights_loaded_beside"), maximum(before, after), kPhases);
    }
    memory.activations = memory.working = nothing<N>();
    if (const auto activations = m_activations.of(of.stage)) {
        memory.activations =
            N::named(W_("activations_of_a_phase"), shareOf<N>(of, activations->stored), kPhases);
        memory.working = shareOf<N>(of, activations->working);
    }
    return memory;
}

template <class N>
std::size_t PhaseMemories<N>::fullest(const std::vector<Phase>& phases) const
{
    std::size_t fullest = 0;
    double most = -1;
    for (std::size_t phase = 0; phase < phases.size(); ++phase) {
        const PhaseMemory<N> held = at(phases, phase);
        const double bytes = N::plain(held.weights).value() + N::plain(held.nextWeights).value() +
                             N::plain(held.gradients).value() + N::plain(held.activations).value() +
                             N::plain(held.working).value();
        if (bytes > most) {
            most = bytes;
            fullest = phase;
        }
    }
    return fullest;
}

template class PhaseMemories<core::PlainNumbers>;
template class PhaseMemories<core::ExplainedNumbers>;

} // namespace shardscope::planner
