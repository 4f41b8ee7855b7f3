// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution as tasks: what each pass needs loaded before it and stores after it, in its turn or beside
// it on IO tiles or copy engines (Graphcore PopXL examples, GPT-3 175B and BERT: batch serialisation).
#include "planner/tasks/plan_graph.h"

namespace shardscope::planner {

void PlanGraph::addMoving(std::size_t rank)
{
    Moving& moving = m_moving.emplace_back();
    moving.link = m_graph.addLink();
    moving.next = m_graph.addBackground(moving.link);
    moving.later = m_graph.addBackground(moving.next);
    for (std::uint32_t& lane : moving.lanes)
        lane = m_graph.addLane();
    const std::vector<Action>& actions = m_order.ranks[rank];
    for (std::size_t index = 0; index < actions.size(); ++index) {
        if (hasWeightGradients(actions[index].kind))
            moving.lastBackward[actions[index].stage] = index;
    }
}

TaskIndex PlanGraph::move(std::int32_t step, std::size_t rank, std::size_t index, PhaseMove what,
                          double seconds)
{
    if (seconds <= 0)
        return kNone;
    const Moving& moving = m_moving[rank];
    const std::uint32_t lane =
        isBeside(what)
            ? moving
                  .lanes[static_cast<std::size_t>(what) - static_cast<std::size_t>(PhaseMove::WeightsBeside)]
            : m_lanes[rank].compute;
    std::uint32_t link = moving.link;
    switch (what) {
    case PhaseMove::Weights:
    case PhaseMove::Edges:
    case PhaseMove::Stored: break; // the rank waits for it
    case PhaseMove::Gathered:
    case PhaseMove::Scattered: link = kNone; break;
    case PhaseMove::EdgesBeside: link = moving.next; break;
    case PhaseMove::WeightsBeside:
    case PhaseMove::StoredBeside: link = moving.later; break;
    }
    return add({PlanTask::Kind::Move, static_cast<std::int32_t>(rank), step, static_cast<std::int32_t>(index),
                static_cast<std::int32_t>(what)},
               seconds, lane, link);
}

/// What action \p index needs before it: its phase's weights where another phase ran before it, which come
/// while that one runs, and its input, which comes while the action before it runs.
void PlanGraph::addLoads(std::int32_t step, std::size_t rank, std::size_t index)
{
    const PhaseMoves& moves = m_work.moves[rank];
    const RankWork& work = m_work.ranks[rank];
    Moving& moving = m_moving[rank];
    const std::vector<Action>& actions = m_order.ranks[rank];
    const Action& action = actions[index];
    if (index == 0) {
        moving.phaseEnds.clear();
        moving.stored.clear();
        moving.edges.clear();
    }
    const bool backward = action.kind != ActionKind::Forward;
    const bool enters = index == 0 || actions[index - 1].stage != action.stage ||
                        (actions[index - 1].kind != ActionKind::Forward) != backward;
    moving.needed.clear();
    const auto need = [&](TaskIndex task, TaskIndex begins) {
        if (task == kNone)
            return;
        if (begins != kNone)
            m_graph.after(task, begins);
        moving.needed.push_back(task);
    };
    if (enters) {
        if (index > 0)
            moving.phaseEnds.push_back(last(step, rank, index - 1));
        const double seconds = moves.phases[m_work.chunkOf(action.stage)].weights;
        const std::size_t ends = moving.phaseEnds.size();
        const TaskIndex beside = move(step, rank, index, PhaseMove::WeightsBeside, moves.beside * seconds);
        need(beside, ends >= 2 ? moving.phaseEnds[ends - 2] : m_barrier);
        need(move(step, rank, index, PhaseMove::Weights, (1 - moves.beside) * seconds), kNone);
        if (work.phaseGather && (!backward || work.gatheredAgain))
            need(move(step, rank, index, PhaseMove::Gathered,
                      work.phaseGather->seconds * weightsShare(rank, action)),
                 beside);
    }
    double edges = 2; // the input, to compute forward again, and the output's gradient
    if (!backward)
        edges = 1;
    else if (action.kind == ActionKind::WeightGradient)
        edges = 0;
    const TaskIndex beside =
        move(step, rank, index, PhaseMove::EdgesBeside, moves.beside * edges * moves.edge);
    need(beside, index >= 2 ? last(step, rank, index - 2) : m_barrier);
    const auto stored =
        moving.stored.find({backward ? 1 : 0, action.stage + (backward ? 1 : -1), action.microBatch});
    if (beside != kNone && stored != moving.stored.end())
        m_graph.after(beside, stored->second);
    const TaskIndex inTurn =
        move(step, rank, index, PhaseMove::Edges, (1 - moves.beside) * edges * moves.edge);
    need(inTurn, kNone);
    moving.edges.push_back({beside, inTurn});
}

/// What the phase of \p action has of the stage's weights, which replicas gather.
double PlanGraph::weightsShare(std::size_t rank, const Action& action) const
{
    const std::vector<PhaseMoves::Phase>& phases = m_work.moves[rank].phases;
    double all = 0;
    for (const PhaseMoves::Phase& phase : phases)
        all += phase.weights;
    return all > 0 ? phases[m_work.chunkOf(action.stage)].weights / all : 0;
}

void PlanGraph::addStores(std::int32_t step, std::size_t rank, std::size_t index)
{
    const PhaseMoves& moves = m_work.moves[rank];
    const RankWork& work = m_work.ranks[rank];
    Moving& moving = m_moving[rank];
    const Action& action = m_order.ranks[rank][index];
    const TaskIndex begin = first(step, rank, index);
    for (const TaskIndex task : moving.needed)
        m_graph.after(begin, task);
    double seconds = action.kind == ActionKind::WeightGradient ? 0 : moves.edge;
    TaskIndex whole = last(step, rank, index);
    if (hasWeightGradients(action.kind) && moving.lastBackward.at(action.stage) == index) {
        seconds += moves.phases[m_work.chunkOf(action.stage)].gradients;
        if (work.phaseReduction) {
            const TaskIndex scatter = move(step, rank, index, PhaseMove::Scattered,
                                           work.phaseReduction->seconds * weightsShare(rank, action));
            whole = scatter != kNone ? scatter : whole;
        }
    }
    move(step, rank, index, PhaseMove::Stored, (1 - moves.beside) * seconds);
    const TaskIndex beside = move(step, rank, index, PhaseMove::StoredBeside, moves.beside * seconds);
    if (beside == kNone)
        return;
    m_graph.after(beside, whole);
    moving.stored[{action.kind == ActionKind::Forward ? 0 : 1, action.stage, action.microBatch}] = beside;
    // The update waits for the last of them, which are stored one after another.
    m_lastBuckets[rank] = {beside};
}

} // namespace shardscope::planner
