// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on the device while each part of a phased stage runs.
#pragma once

#include "planner/formula/phase_cut.h"
#include "planner/memory/stage_activations.h"

#include <vector>

namespace shardscope::planner {

/// \p stage cut as the plan's number of phases says.
[[nodiscard]] std::vector<Phase> phasesOf(const core::ModelSpec& model, const core::Plan& plan,
                                          const Inventory& inventory, const Stage& stage);

/// On one rank, at the part's fullest moment: in its backward, while a neighbour is loaded.
template <class N>
struct PhaseMemory {
    ByteCount<N> weights;
    ByteCount<N> nextWeights; ///< of the larger neighbour
    ByteCount<N> gradients;
    ByteCount<N> activations; ///< of one micro-batch
    ByteCount<N> working;     ///< a layer being recomputed, or the loss's gradient
};

template <class N>
class PhaseMemories {
public:
    /// \p parts must outlive this.
    explicit PhaseMemories(const PlanParts<N>& parts);
    [[nodiscard]] PhaseMemory<N> at(const std::vector<Phase>& phases, std::size_t phase) const;
    /// Which phase holds most.
    [[nodiscard]] std::size_t fullest(const std::vector<Phase>& phases) const;
    /// What a phase has of the state, in elements; of a half layer its share.
    [[nodiscard]] StateElements<N> stateOf(const Phase& phase) const;

private:
    [[nodiscard]] ByteCount<N> weightsOf(const Phase& phase) const;
    [[nodiscard]] Count<N> elementsOf(const Phase& phase) const;

    const PlanParts<N>& m_parts;
    ModelState<N> m_state;
    Activations<N> m_activations;
};

} // namespace shardscope::planner
