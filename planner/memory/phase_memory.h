// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on the device while each part of a phased stage runs.
#pragma once

#include "planner/formula/phase_cut.h"
#include "planner/framework/framework.h"
#include "planner/memory/stage_activations.h"

#include <optional>
#include <vector>

namespace shardscope::planner {

/// \p stage cut as the plan's number of phases says.
[[nodiscard]] std::vector<Phase> phasesOf(const core::ModelSpec& model, const core::Plan& plan,
                                          const Inventory& inventory, const Stage& stage);

/// When in a step: in a part's backward, or when its state is updated.
struct PhaseMoment {
    std::size_t phase = 0;
    bool update = false;
};

/// Memory on one rank, at that moment. A device that copies in the background also holds what a neighbour
/// loads; an IPU loads in its turn, or into the memory of its IO tiles (graphcore/examples @2d8b565,
/// nlp/gpt3_175B/popxl/pretraining.py).
template <class N>
struct PhaseMemory {
    ByteCount<N> weights;
    ByteCount<N> nextWeights; ///< of the larger neighbour
    ByteCount<N> gradients;
    ByteCount<N> activations; ///< of one micro-batch
    ByteCount<N> working;     ///< a layer being recomputed, or the loss's gradient
    std::optional<ByteCount<N>> optimizer = {};
    std::optional<ByteCount<N>> master = {};

    [[nodiscard]] double plainBytes() const
    {
        const auto plain = [](const ByteCount<N>& bytes) { return N::plain(bytes).value(); };
        return plain(weights) + plain(nextWeights) + plain(gradients) + plain(activations) + plain(working) +
               (optimizer ? plain(*optimizer) : 0) + (master ? plain(*master) : 0);
    }
};

template <class N>
class PhaseMemories {
public:
    /// \p parts must outlive this.
    explicit PhaseMemories(const PlanParts<N>& parts);
    [[nodiscard]] PhaseMemory<N> at(const std::vector<Phase>& phases, PhaseMoment moment) const;
    /// The moment at which \p phase holds most.
    [[nodiscard]] PhaseMoment fullest(const std::vector<Phase>& phases, std::size_t phase) const;
    /// The moment at which any phase holds most.
    [[nodiscard]] PhaseMoment fullest(const std::vector<Phase>& phases) const;
    /// The embedding alone: the last of backward, so that its update follows with the weights at hand.
    [[nodiscard]] bool updatesAtOnce(const Phase& phase) const
    {
        return loadsState() && phase.stage.first && phase.stage.layers == 0 && !phase.stage.last;
    }
    /// What a phase has of the state, in elements; of a half layer its share.
    [[nodiscard]] StateElements<N> stateOf(const Phase& phase) const;

private:
    /// Others are taken to stream it through in pieces and to hold nothing.
    [[nodiscard]] bool loadsState() const
    {
        return factsOf(m_parts.plan).habits.loadsPhases && m_parts.model.transformer() != nullptr;
    }
    [[nodiscard]] ByteCount<N> weightsOf(const Phase& phase) const;
    [[nodiscard]] Count<N> elementsOf(const Phase& phase) const;
    [[nodiscard]] PhaseMemory<N> updateOf(const Phase& phase) const;

    const PlanParts<N>& m_parts;
    ModelState<N> m_state;
    Activations<N> m_activations;
};

} // namespace shardscope::planner
