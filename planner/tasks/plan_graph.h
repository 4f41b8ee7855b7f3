// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's steps as tasks: passes in the order of the schedule, messages between stages, buckets of traffic
// beside them, and what follows the last pass.
#pragma once

#include "planner/engine/task_graph.h"
#include "planner/tasks/plan_work.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace shardscope::planner {

/// What a task is, for who draws it.
struct PlanTask {
    enum class Kind : std::uint8_t {
        Pass,    ///< a piece of a pass; index: of the action
        Message, ///< index: of the action that sends
        Bucket,  ///< index: of the reduction or gather (of forward's, then of backward's)
        Tail,    ///< index: of the tail's part
        Move,    ///< of a phase; index: of the action, piece: which PhaseMove
        Barrier
    } kind = Kind::Pass;
    std::int32_t rank = 0;
    std::int32_t step = 0;
    std::int32_t index = 0;
    /// Which part of a pass it is. A message has 1 if it carries a gradient, a bucket 1 if it gathers; a
    /// barrier 0 where a step ends, 1 where ranks meet in it, 2 where they have exchanged.
    std::int32_t piece = 0;
};

/// What a Move moves. Those beside run while the rank computes, the others in its turn; gathers and
/// scatters are between the replicas, which hold a phase in shards.
enum class PhaseMove : std::int32_t {
    Weights,
    Edges,
    Stored,
    Gathered,
    Scattered,
    WeightsBeside,
    EdgesBeside,
    StoredBeside
};
[[nodiscard]] constexpr bool isBeside(PhaseMove what) { return what >= PhaseMove::WeightsBeside; }
[[nodiscard]] constexpr bool isReplicaTraffic(PhaseMove what)
{
    return what == PhaseMove::Gathered || what == PhaseMove::Scattered;
}

/// A point where all ranks wait for the slowest and then exchange, after a cycle of an order that meets.
struct Meeting {
    TaskIndex met = kNone;
    TaskIndex exchanged = kNone;
};

/// Whether weight gradients become ready in an action.
[[nodiscard]] constexpr bool hasWeightGradients(ActionKind kind)
{
    return kind != ActionKind::Forward && kind != ActionKind::InputGradient;
}

struct GraphOptions {
    std::int32_t steps = 1;
    double jitter = 0; ///< standard deviation of each duration, as a share of it
    std::uint64_t seed = 0;
};

class PlanGraph {
public:
    PlanGraph(const PlanWork& work, const PipelineOrder& order, const GraphOptions& options);

    [[nodiscard]] const TaskGraph& graph() const { return m_graph; }
    [[nodiscard]] const std::vector<PlanTask>& tasks() const { return m_tasks; }
    /// Pieces that the passes of \p rank are cut into.
    [[nodiscard]] std::int32_t pieces(std::size_t rank) const { return m_pieces[rank]; }
    /// The first piece of a pass; its others follow.
    [[nodiscard]] TaskIndex first(std::int32_t step, std::size_t rank, std::size_t index) const
    {
        return m_first[static_cast<std::size_t>(step)][rank][index];
    }
    /// What a pass loses to reductions that go out beside it alone: the last backward of a chunk.
    [[nodiscard]] double lostLast(std::size_t rank, std::size_t index) const
    {
        return m_lostLast[rank][index];
    }
    [[nodiscard]] std::int32_t steps() const { return static_cast<std::int32_t>(m_first.size()); }
    [[nodiscard]] bool inCycles() const { return !m_meetings.empty(); }
    [[nodiscard]] std::int32_t cycles() const
    {
        return m_meetings.empty() ? 0 : static_cast<std::int32_t>(m_meetings.front().size());
    }
    [[nodiscard]] const Meeting& meeting(std::int32_t step, std::int32_t cycle) const
    {
        return m_meetings[static_cast<std::size_t>(step)][static_cast<std::size_t>(cycle)];
    }

private:
    TaskIndex add(const PlanTask& what, double seconds, std::uint32_t lane, std::uint32_t link = kNone);
    void addPasses(std::int32_t step);
    void addMoving(std::size_t rank);
    void addLoads(std::int32_t step, std::size_t rank, std::size_t index);
    void addStores(std::int32_t step, std::size_t rank, std::size_t index);
    TaskIndex move(std::int32_t step, std::size_t rank, std::size_t index, PhaseMove what, double seconds);
    [[nodiscard]] double weightsShare(std::size_t rank, const Action& action) const;
    [[nodiscard]] TaskIndex last(std::int32_t step, std::size_t rank, std::size_t index) const
    {
        return first(step, rank, index) + static_cast<TaskIndex>(m_pieces[rank] - 1);
    }
    void addMeetings(std::int32_t step);
    void addMessages(std::int32_t step);
    void addReductions(std::int32_t step, std::size_t rank);
    [[nodiscard]] std::map<std::int32_t, std::size_t> lastOfStages(std::size_t rank) const;
    struct Unit {
        std::int32_t which; ///< of the rank's reductions
        std::int32_t ready; ///< the piece of the pass after which it goes out
        double seconds;
    };
    [[nodiscard]] std::vector<Unit> unitsOf(std::size_t rank, bool whole) const;
    void addGathers(std::int32_t step, std::size_t rank);
    void addTail(std::int32_t step, std::size_t rank);
    void joinEnds();

    struct Lanes {
        std::uint32_t compute, forwardSends, backwardSends, reductions, gathers, replicaLink;
    };
    /// Where the moves of a rank's phases are.
    struct Moving {
        std::array<std::uint32_t, 3> lanes{}; ///< of weights, edges and stores beside the computing
        std::uint32_t link = kNone;
        std::uint32_t next = kNone;  ///< the link, of what the next pass waits for
        std::uint32_t later = kNone; ///< the link, of what no pass waits for yet
        std::map<std::int32_t, std::size_t>
            lastBackward;                 ///< action after which a chunk's gradients are whole
        std::vector<TaskIndex> phaseEnds; ///< of the current step: the last pass of each run through a phase
        std::map<std::array<std::int32_t, 3>, TaskIndex> stored; ///< by direction, chunk, micro-batch
        std::vector<TaskIndex> needed;                           ///< by the next pass
        std::vector<std::array<TaskIndex, 2>> edges; ///< by action of the current step: loads of its edges
    };

    const PlanWork& m_work;
    const PipelineOrder& m_order;
    TaskGraph m_graph;
    std::vector<PlanTask> m_tasks;
    std::vector<Lanes> m_lanes;
    std::vector<Moving> m_moving; ///< by rank; empty: no phases
    std::vector<std::int32_t> m_pieces;
    std::vector<std::vector<std::vector<TaskIndex>>> m_first; ///< by step, rank, action
    std::vector<std::vector<double>> m_lostLast;              ///< by rank, action
    std::vector<std::vector<Meeting>> m_meetings;             ///< by step, cycle; empty: nobody meets
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
