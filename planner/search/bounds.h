// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds from below on what the evaluator answers, at a small part of its price: nothing of models without
// transformer layers, nor of those whose plans the evaluator changes before it evaluates them.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/evaluate/ranking.h"
#include "planner/step/least_pace.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// Of the device that holds most: bytes that every evaluation of the plan counts, and perhaps more.
struct LeastMemory {
    core::Bytes state{0};   ///< weights, gradients, optimizer
    core::Bytes peak{0};    ///< with what is kept for backward; never more than the allocator's walk
    core::Bytes updated{0}; ///< of the state: what the optimizer keeps, on whatever device holds most of it
};

/// What keeps a stage from fitting where none of its layers recompute.
struct StageNeed {
    std::int64_t fewest = 0; ///< layers that recompute at least, or it does not fit
    double saved = 0;        ///< bytes by each of them, at most
};

/// Of one model on one machine, which must both outlive it. Kernel times are remembered by thread.
class Bounds {
public:
    Bounds(const core::ModelSpec& model, const core::HardwareSpec& hardware);
    /// With what \p ranking keeps.
    explicit Bounds(const Ranking& ranking);

    /// The same for every schedule in which all of a stage is resident.
    [[nodiscard]] LeastMemory memory(const core::Plan& plan) const;
    /// Of each stage, or only of the first and the last (by \p ends; the others' are 0), with \p capacity
    /// bytes. \p plan recomputes in full.
    [[nodiscard]] std::vector<StageNeed> recomputed(const core::Plan& plan, double capacity, bool ends) const;
    /// What an update takes at least whose \p share of the state the host holds.
    [[nodiscard]] double hostUpdate(const core::Plan& plan, double share) const;
    [[nodiscard]] LeastPace pace(const core::Plan& plan) const;
    /// Of the step, with the plan's micro-batches and schedule.
    [[nodiscard]] double seconds(const core::Plan& plan, const LeastPace& pace) const;

private:
    Ranking m_ranking;
    bool m_known;
};

} // namespace shardscope::planner
