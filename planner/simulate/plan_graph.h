// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's steps as tasks: passes in the order of the schedule, messages between stages, buckets of traffic
// beside them, and what follows the last pass.
#pragma once

#include "planner/engine/task_graph.h"
#include "planner/simulate/plan_work.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// What a task is, for who draws it.
struct PlanTask {
    enum class Kind : std::uint8_t {
        Pass,    ///< a piece of a pass; index: of the action
        Message, ///< index: of the action that sends
        Bucket,  ///< index: of the reduction or gather
        Tail,    ///< index: of the tail's part
        Barrier
    } kind = Kind::Pass;
    std::int32_t rank = 0;
    std::int32_t step = 0;
    std::int32_t index = 0;
    std::int32_t piece =
        0; ///< of a pass; of a message: 1 where it carries a gradient; of a bucket: 1 for gathers
};

class PlanGraph {
public:
    PlanGraph(const PlanWork& work, const PipelineOrder& order, const SimulationOptions& options);

    [[nodiscard]] const TaskGraph& graph() const { return m_graph; }
    [[nodiscard]] const std::vector<PlanTask>& tasks() const { return m_tasks; }
    /// Pieces that the passes of \p rank are cut into.
    [[nodiscard]] std::int32_t pieces(std::size_t rank) const { return m_pieces[rank]; }
    /// The first piece of a pass; its others follow.
    [[nodiscard]] TaskIndex first(std::int32_t step, std::size_t rank, std::size_t index) const
    {
        return m_first[static_cast<std::size_t>(step)][rank][index];
    }
    [[nodiscard]] std::int32_t steps() const { return static_cast<std::int32_t>(m_first.size()); }

private:
    TaskIndex add(const PlanTask& what, double seconds, std::uint32_t lane, std::uint32_t link = kNone);
    void addPasses(std::int32_t step);
    void addMessages(std::int32_t step);
    void addReductions(std::int32_t step, std::size_t rank);
    void addGathers(std::int32_t step, std::size_t rank);
    void addTail(std::int32_t step, std::size_t rank);
    void joinEnds();

    struct Lanes {
        std::uint32_t compute, forwardSends, backwardSends, reductions, gathers, replicaLink;
    };

    const PlanWork& m_work;
    const PipelineOrder& m_order;
    TaskGraph m_graph;
    std::vector<PlanTask> m_tasks;
    std::vector<Lanes> m_lanes;
    std::vector<std::int32_t> m_pieces;
    std::vector<std::vector<std::vector<TaskIndex>>> m_first; ///< by step, rank, action
    std::vector<std::vector<TaskIndex>> m_lastBuckets;        ///< of the current step, by rank
    struct Joined {
        TaskIndex task;
        TaskIndex before; ///< that its rank does before
    };
    std::vector<Joined> m_betweenEnds; ///< of the current step
    TaskIndex m_barrier = kNone;       ///< where the step before ends
    TaskIndex m_nextBarrier = kNone;   ///< where this one does
};

} // namespace shardscope::planner
