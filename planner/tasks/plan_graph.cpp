// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tasks/plan_graph.h"

#include "planner/engine/jitter.h"
#include "planner/schedule/action_index.h"
#include "planner/tasks/cycles.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

/// Layers beyond these go out together: the picture and the time hardly change.
constexpr std::int64_t kMostPieces = 64;

std::int32_t backwardStage(const Action& action)
{
    return action.kind == ActionKind::Overlapped ? action.backwardStage : action.stage;
}

} // namespace

PlanGraph::PlanGraph(const PlanWork& work, const PipelineOrder& order, const GraphOptions& options)
    : m_work(work)
    , m_order(order)
{
    m_lostLast.resize(order.ranks.size());
    for (std::size_t rank = 0; rank < order.ranks.size(); ++rank) {
        m_lanes.push_back({m_graph.addLane(), m_graph.addLane(), m_graph.addLane(), m_graph.addLane(),
                           m_graph.addLane(), kNone});
        const RankWork& own = work.ranks[rank];
        const bool cut =
            !own.reductions.empty() || !own.forwardGathers.empty() || !own.backwardGathers.empty();
        if (cut)
            m_lanes.back().replicaLink = m_graph.addLink();
        const std::int64_t pieces =
            cut ? std::min(kMostPieces, work.layers(static_cast<std::int32_t>(rank))) : 1;
        m_pieces.push_back(static_cast<std::int32_t>(pieces));
    }
    for (std::size_t rank = 0; rank < work.moves.size(); ++rank)
        addMoving(rank);
    for (std::int32_t step = 0; step < options.steps; ++step) {
        m_lastBuckets.assign(order.ranks.size(), {});
        addPasses(step);
        if (order.meets)
            addMeetings(step);
        addMessages(step);
        for (std::size_t rank = 0; rank < order.ranks.size(); ++rank) {
            addGathers(step, rank);
            addReductions(step, rank);
            addTail(step, rank);
        }
        joinEnds();
        m_barrier = m_nextBarrier;
    }
    if (options.jitter > 0)
        jitter(m_graph, options.jitter, options.seed);
}

TaskIndex PlanGraph::add(const PlanTask& what, double seconds, std::uint32_t lane, std::uint32_t link)
{
    m_tasks.push_back(what);
    return m_graph.add(seconds, lane, link);
}

void PlanGraph::addPasses(std::int32_t step)
{
    auto& first = m_first.emplace_back();
    for (std::size_t rank = 0; rank < m_order.ranks.size(); ++rank) {
        std::vector<TaskIndex>& begins = first.emplace_back();
        const double lost = m_work.ranks[rank].lostLast / static_cast<double>(m_work.chunks);
        const auto lastOf = lost > 0 ? lastOfStages(rank) : std::map<std::int32_t, std::size_t>{};
        const std::int32_t pieces = m_pieces[rank];
        std::vector<double>& lostLast = m_lostLast[rank];
        lostLast.assign(m_order.ranks[rank].size(), 0);
        for (std::size_t index = 0; index < m_order.ranks[rank].size(); ++index) {
            const Action& action = m_order.ranks[rank][index];
            if (lost > 0 && hasWeightGradients(action.kind) && lastOf.at(backwardStage(action)) == index)
                lostLast[index] = lost;
            const double seconds =
                (m_work.of(action, static_cast<std::int32_t>(rank)).total() + lostLast[index]) / pieces;
            if (!m_moving.empty())
                addLoads(step, rank, index);
            begins.push_back(static_cast<TaskIndex>(m_tasks.size()));
            for (std::int32_t piece = 0; piece < pieces; ++piece)
                add({PlanTask::Kind::Pass, static_cast<std::int32_t>(rank), step,
                     static_cast<std::int32_t>(index), piece},
                    seconds, m_lanes[rank].compute);
            if (!m_moving.empty())
                addStores(step, rank, index);
        }
        // Ranks begin the next step together: the update waits for the norm of all gradients.
        if (m_barrier != kNone && !begins.empty())
            m_graph.after(begins.front(), m_barrier);
    }
}

/// After each cycle all ranks wait for the slowest, then all messages go, then the next cycle begins.
void PlanGraph::addMeetings(std::int32_t step)
{
    std::vector<Meeting>& meetings = m_meetings.emplace_back();
    const auto ranks = static_cast<std::int32_t>(m_order.ranks.size());
    const std::int32_t cycles = m_order.microBatches + 2 * (ranks - 1);
    for (std::int32_t cycle = 0; cycle < cycles; ++cycle) {
        const TaskIndex met = add({PlanTask::Kind::Barrier, 0, step, cycle, 1}, 0, kNone);
        const TaskIndex exchanged = add({PlanTask::Kind::Barrier, 0, step, cycle, 2}, 0, kNone);
        m_graph.after(exchanged, met);
        if (!meetings.empty())
            m_graph.after(met, meetings.back().exchanged);
        meetings.push_back({met, exchanged});
    }
    for (std::size_t rank = 0; rank < m_order.ranks.size(); ++rank) {
        for (std::size_t index = 0; index < m_order.ranks[rank].size(); ++index) {
            const std::int32_t cycle = cycleOf(m_order.ranks[rank][index], ranks);
            m_graph.after(meetings[static_cast<std::size_t>(cycle)].met, last(step, rank, index));
            if (cycle > 0)
                m_graph.after(first(step, rank, index),
                              meetings[static_cast<std::size_t>(cycle - 1)].exchanged);
        }
    }
}

void PlanGraph::addMessages(std::int32_t step)
{
    const ActionTable table(m_order);
    for (std::size_t rank = 0; rank < m_order.ranks.size(); ++rank) {
        const std::int32_t own = static_cast<std::int32_t>(rank);
        for (std::size_t index = 0; index < m_order.ranks[rank].size(); ++index) {
            const TaskIndex last = first(step, rank, index) + static_cast<TaskIndex>(m_pieces[rank] - 1);
            const auto send = [&](const ActionPlace& to, bool gradient) {
                const TaskIndex begin =
                    first(step, static_cast<std::size_t>(to.rank), static_cast<std::size_t>(to.index));
                if (to.rank == own)
                    return m_graph.after(begin, last);
                const TaskIndex message = add(
                    {PlanTask::Kind::Message, own, step, static_cast<std::int32_t>(index), gradient ? 1 : 0},
                    m_work.send(own, to.rank),
                    gradient ? m_lanes[rank].backwardSends : m_lanes[rank].forwardSends);
                m_graph.after(message, last);
                if (m_work.inTurn && index + 1 < m_order.ranks[rank].size())
                    m_graph.after(first(step, rank, index + 1), message);
                if (inCycles()) {
                    const Meeting& where = meeting(
                        step, cycleOf(m_order.ranks[rank][index], static_cast<std::int32_t>(m_lanes.size())));
                    m_graph.after(message, where.met);
                    m_graph.after(where.exchanged, message);
                }
                m_graph.after(begin, message);
                if (m_moving.empty())
                    return;
                // What came is stored with the others' and loaded in its turn.
                for (const TaskIndex load :
                     m_moving[static_cast<std::size_t>(to.rank)].edges[static_cast<std::size_t>(to.index)]) {
                    if (load != kNone)
                        m_graph.after(load, message);
                }
            };
            const Action& action = m_order.ranks[rank][index];
            const bool pair = action.kind == ActionKind::Overlapped;
            if (action.kind == ActionKind::Forward || pair) {
                if (!m_order.last(action.stage))
                    send(table.forwardOf(action.stage + 1, action.microBatch), false);
            }
            if (action.kind == ActionKind::InputGradient || action.kind == ActionKind::Backward || pair) {
                const std::int32_t stage = pair ? action.backwardStage : action.stage;
                const std::int32_t micro = pair ? action.backwardMicroBatch : action.microBatch;
                if (!m_order.first(stage))
                    send(table.gradientOf(stage - 1, micro), true);
            }
        }
    }
}

/// The last action of the rank after which the gradients of a chunk are whole, by chunk.
std::map<std::int32_t, std::size_t> PlanGraph::lastOfStages(std::size_t rank) const
{
    std::map<std::int32_t, std::size_t> last;
    const std::vector<Action>& actions = m_order.ranks[rank];
    for (std::size_t index = 0; index < actions.size(); ++index) {
        if (hasWeightGradients(actions[index].kind))
            last[backwardStage(actions[index])] = index;
    }
    return last;
}

void PlanGraph::addGathers(std::int32_t step, std::size_t rank)
{
    const RankWork& work = m_work.ranks[rank];
    const auto pieces = static_cast<std::size_t>(m_pieces[rank]);
    const double share = 1.0 / (static_cast<double>(pieces) * static_cast<double>(m_work.chunks));
    const std::vector<Action>& actions = m_order.ranks[rank];
    for (std::size_t index = 0; index < actions.size(); ++index) {
        const ActionKind kind = actions[index].kind;
        if (kind == ActionKind::WeightGradient)
            continue; // its weights were gathered for the gradient of inputs
        const bool forward = kind == ActionKind::Forward;
        const std::vector<Hidden>& gathers = forward ? work.forwardGathers : work.backwardGathers;
        const TaskIndex begin = first(step, rank, index);
        // Its lane does one after the other: in the order in which they are needed.
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            for (std::size_t which = 0; which < gathers.size(); ++which) {
                const Hidden& gather = gathers[which];
                const std::size_t number = which + (forward ? 0 : work.forwardGathers.size());
                // A pass asks for its first layer when it begins, and for each other one for each layer
                // ahead.
                const double seconds = piece == 0 ? gather.unit * gather.units : gather.seconds;
                const TaskIndex task = add({PlanTask::Kind::Bucket, static_cast<std::int32_t>(rank), step,
                                            static_cast<std::int32_t>(number), 1},
                                           share * seconds, m_lanes[rank].gathers, m_lanes[rank].replicaLink);
                if (piece >= m_work.gatheredAhead)
                    m_graph.after(task, begin + static_cast<TaskIndex>(piece - m_work.gatheredAhead));
                else if (index > 0)
                    m_graph.after(task, last(step, rank, index - 1));
                else if (m_barrier != kNone)
                    m_graph.after(task, m_barrier);
                m_graph.after(begin + static_cast<TaskIndex>(piece), task);
            }
        }
    }
}

/// A unit of each reduction goes out once backward has come so far, the last ones when nothing is left to
/// compute. A rank that reduces each micro-batch's gradients begins its next pass only after that.
void PlanGraph::addReductions(std::int32_t step, std::size_t rank)
{
    const std::vector<Action>& actions = m_order.ranks[rank];
    const std::vector<Hidden>& reductions = m_work.ranks[rank].reductions;
    if (reductions.empty())
        return;
    const std::map<std::int32_t, std::size_t> lastOf = lastOfStages(rank);
    std::vector<TaskIndex> lastTasks(reductions.size(), kNone);
    for (std::size_t index = 0; index < actions.size(); ++index) {
        if (!hasWeightGradients(actions[index].kind))
            continue;
        const bool whole = lastOf.at(backwardStage(actions[index])) == index;
        for (const Unit& unit : unitsOf(rank, whole)) {
            TaskIndex& task = lastTasks[static_cast<std::size_t>(unit.which)];
            task = add({PlanTask::Kind::Bucket, static_cast<std::int32_t>(rank), step, unit.which, 0},
                       unit.seconds, m_lanes[rank].reductions, m_lanes[rank].replicaLink);
            m_graph.after(task, first(step, rank, index) + static_cast<TaskIndex>(unit.ready));
        }
        for (std::size_t which = 0; which < reductions.size(); ++which) {
            if (reductions[which].everyMicroBatch && index + 1 < actions.size())
                m_graph.after(first(step, rank, index + 1), lastTasks[which]);
        }
    }
    for (const TaskIndex task : lastTasks) {
        if (task != kNone)
            m_lastBuckets[rank].push_back(task);
    }
}

/// What is reduced beside one backward pass, \p whole if the gradients of its chunk are complete after it, as
/// it becomes ready: one lane does one after the other, and no gradient waits for one that comes later.
std::vector<PlanGraph::Unit> PlanGraph::unitsOf(std::size_t rank, bool whole) const
{
    const std::int32_t pieces = m_pieces[rank];
    const auto chunks = static_cast<double>(m_work.chunks);
    std::vector<Unit> all;
    std::int32_t which = 0;
    for (const Hidden& reduction : m_work.ranks[rank].reductions) {
        const auto units = static_cast<std::int32_t>(
            std::clamp(std::round(reduction.units / chunks), 1.0, static_cast<double>(pieces)));
        for (std::int32_t unit = 0; unit < units && (reduction.everyMicroBatch || whole); ++unit) {
            const double seconds = unit + 1 == units ? reduction.unit * reduction.units : reduction.seconds;
            all.push_back({which, (unit + 1) * pieces / units - 1, seconds / (chunks * units)});
        }
        ++which;
    }
    std::ranges::stable_sort(all, {}, &Unit::ready);
    return all;
}

void PlanGraph::addTail(std::int32_t step, std::size_t rank)
{
    const std::vector<TailPart>& tail = m_work.ranks[rank].tail;
    if (rank == 0)
        m_nextBarrier = add({PlanTask::Kind::Barrier, 0, step, 0, 0}, 0, kNone);
    TaskIndex last = kNone;
    for (std::size_t index = 0; index < tail.size(); ++index) {
        if (tail[index].betweenEnds) {
            const std::size_t actions = m_order.ranks[rank].size();
            const TaskIndex before =
                last != kNone ? last
                : actions > 0 ? first(step, rank, actions - 1) + static_cast<TaskIndex>(m_pieces[rank] - 1)
                              : kNone;
            m_betweenEnds.push_back({static_cast<TaskIndex>(m_tasks.size()), before});
        }
        last = add({PlanTask::Kind::Tail, static_cast<std::int32_t>(rank), step,
                    static_cast<std::int32_t>(index), 0},
                   tail[index].seconds, m_lanes[rank].compute);
        if (index == 0) {
            for (const TaskIndex bucket : m_lastBuckets[rank])
                m_graph.after(last, bucket);
            if (inCycles())
                m_graph.after(last, meeting(step, cycles() - 1).exchanged);
        }
    }
    if (last != kNone)
        m_graph.after(m_nextBarrier, last);
}

void PlanGraph::joinEnds()
{
    for (const Joined& one : m_betweenEnds) {
        for (const Joined& other : m_betweenEnds) {
            if (other.task != one.task && other.before != kNone)
                m_graph.after(one.task, other.before);
        }
    }
    m_betweenEnds.clear();
}

} // namespace shardscope::planner
