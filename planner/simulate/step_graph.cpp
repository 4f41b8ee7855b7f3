// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/step_graph.h"

#include "core/plan/mesh.h"
#include "planner/formula/stages.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>

namespace shardscope::planner {
namespace {

using core::ExecutionNode;
using core::TrafficGroup;
using core::Transfer;

constexpr double kNormBytes = 4; ///< one 32-bit number
/// A pass's traffic goes forward once and backward twice, as plan_work has it.
constexpr double kForwardShare = 1.0 / 3;

/// Which ranks talk to each other.
class Groups {
public:
    Groups(const core::Plan& plan, core::ExecutionGraph& out)
        : m_plan(plan)
        , m_mesh(plan.axes)
        , m_out(out)
    {
    }

    /// The place of \p rank's \p group among those of the graph.
    std::uint32_t of(TrafficGroup group, std::int64_t rank)
    {
        std::vector<std::int64_t> ranks = members(group, rank);
        const auto [found, isNew] =
            m_numbers.try_emplace(std::move(ranks), static_cast<std::uint32_t>(m_out.groups.size()));
        if (isNew)
            m_out.groups.push_back(found->first);
        return found->second;
    }

private:
    [[nodiscard]] std::vector<std::int64_t> members(TrafficGroup group, std::int64_t rank) const
    {
        if (group == TrafficGroup::Tensor)
            return m_mesh.group(core::MeshAxis::Tensor, rank);
        if (group == TrafficGroup::Context)
            return m_mesh.group(core::MeshAxis::Context, rank);
        if (group == TrafficGroup::Pipeline || group == TrafficGroup::PipelineEnds) {
            const std::vector<std::int64_t> chain = m_mesh.group(core::MeshAxis::Pipeline, rank);
            const bool whole = group == TrafficGroup::Pipeline || chain.size() < 2;
            return whole ? chain : std::vector<std::int64_t>{chain.front(), chain.back()};
        }
        const core::Axes& axes = m_plan.axes;
        const std::int64_t stage = axes.tensor * axes.replicas(); // its ranks follow each other
        const std::int64_t first = rank / stage * stage;
        const std::int64_t own = rank - first;
        std::vector<std::int64_t> out;
        for (std::int64_t at = 0; at < stage; ++at) {
            const std::int64_t slices = axes.expertSlices();
            const bool together = group == TrafficGroup::Expert
                                      ? at % slices == own % slices &&
                                            at / (slices * axes.expert) == own / (slices * axes.expert)
                                      : at % axes.tensor == own % axes.tensor;
            if (together)
                out.push_back(first + at);
        }
        return out;
    }

    const core::Plan& m_plan;
    core::Mesh m_mesh;
    core::ExecutionGraph& m_out;
    std::map<std::vector<std::int64_t>, std::uint32_t> m_numbers;
};

class Maker {
public:
    Maker(const core::Evaluation& evaluation, const PlanWork& work, const PipelineOrder& order,
          const PlanGraph& graph, const TaskTimes& times)
        : m_evaluation(evaluation)
        , m_work(work)
        , m_order(order)
        , m_graph(graph)
        , m_times(times)
        , m_groupNames(order.ranks.size())
        , m_spans(graph.tasks().size())
    {
        m_out.classes.resize(order.ranks.size());
    }

    core::ExecutionGraph make()
    {
        sumTraffic();
        std::vector<TaskIndex> byTime(m_graph.tasks().size());
        std::iota(byTime.begin(), byTime.end(), TaskIndex{0});
        std::ranges::stable_sort(byTime, [&](TaskIndex a, TaskIndex b) {
            return std::pair(m_times.start[a], m_times.end[a]) < std::pair(m_times.start[b], m_times.end[b]);
        });
        findReceivers();
        for (const TaskIndex task : byTime)
            addTask(task);
        connect();
        for (std::size_t rank = 0; rank < m_out.classes.size(); ++rank)
            expand(rank);
        return std::move(m_out);
    }

private:
    /// The nodes that a task became.
    struct Span {
        std::uint32_t first = kNone;
        std::uint32_t last = kNone;
    };

    ExecutionNode& add(std::size_t rank, ExecutionNode::Kind kind, std::string name, double from, double to)
    {
        ExecutionNode& node = m_out.classes[rank].nodes.emplace_back();
        node.kind = kind;
        node.name = std::move(name);
        node.begin = from;
        node.seconds = std::max(0.0, to - from);
        return node;
    }
    void collective(std::size_t rank, Transfer operation, TrafficGroup group, double bytes, double from,
                    double to)
    {
        const std::string word(core::nameOf(operation));
        ExecutionNode& node = add(rank, ExecutionNode::Kind::Collective,
                                  word + " " + std::string(core::nameOf(group)), from, to);
        node.operation = word;
        node.bytes = bytes;
        std::vector<TrafficGroup>& names = m_groupNames[rank];
        const auto found = std::ranges::find(names, group);
        node.group = static_cast<std::uint32_t>(found - names.begin());
        if (found == names.end())
            names.push_back(group);
    }
    [[nodiscard]] std::uint32_t count(std::size_t rank) const
    {
        return static_cast<std::uint32_t>(m_out.classes[rank].nodes.size());
    }
    [[nodiscard]] const Action& actionOf(const PlanTask& task) const
    {
        return m_order.ranks[static_cast<std::size_t>(task.rank)][static_cast<std::size_t>(task.index)];
    }

    /// Tasks that share one reduction's bytes by how long they take.
    using Traffic =
        std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>; // rank, step, kind, index
    [[nodiscard]] static Traffic trafficOf(const PlanTask& task)
    {
        return {task.rank, task.step, task.kind == PlanTask::Kind::Move ? task.piece : -1,
                task.kind == PlanTask::Kind::Move ? -1 : task.index};
    }
    [[nodiscard]] static bool isReduction(const PlanTask& task)
    {
        return (task.kind == PlanTask::Kind::Bucket && task.piece == 0) ||
               (task.kind == PlanTask::Kind::Move && isReplicaTraffic(static_cast<PhaseMove>(task.piece)));
    }
    void sumTraffic()
    {
        for (std::size_t index = 0; index < m_graph.tasks().size(); ++index) {
            if (isReduction(m_graph.tasks()[index]))
                m_sums[trafficOf(m_graph.tasks()[index])] += m_graph.graph().tasks()[index].seconds;
        }
    }
    [[nodiscard]] double shareOf(TaskIndex task) const
    {
        const double sum = m_sums.at(trafficOf(m_graph.tasks()[task]));
        return sum > 0 ? m_graph.graph().tasks()[task].seconds / sum : 0;
    }

    void findReceivers()
    {
        for (const TaskGraph::Edge& edge : m_graph.graph().edges()) {
            const PlanTask& from = m_graph.tasks()[edge.from];
            const std::int32_t to = m_graph.tasks()[edge.to].rank;
            if (from.kind == PlanTask::Kind::Message && to != from.rank) // else: who sends waits for it too
                m_receivers.try_emplace(edge.from, to);
        }
    }

    void addTask(TaskIndex index)
    {
        const PlanTask& task = m_graph.tasks()[index];
        const std::size_t rank = static_cast<std::size_t>(task.rank);
        const double from = m_times.start[index];
        const double to = m_times.end[index];
        const std::uint32_t before = count(rank);
        switch (task.kind) {
        case PlanTask::Kind::Pass: addPass(rank, actionOf(task), from, to); break;
        case PlanTask::Kind::Message: addMessage(index, task, from, to); break;
        case PlanTask::Kind::Bucket: {
            const RankWork& work = m_work.ranks[rank];
            const Hidden& what = work.bucket(task.piece == 1, static_cast<std::size_t>(task.index));
            const double pieces = static_cast<double>(m_graph.pieces(rank) * m_work.chunks);
            const double times = what.everyMicroBatch ? m_work.microBatches : 1;
            collective(rank, what.operation, what.group,
                       task.piece == 1 ? what.bytes / pieces : times * what.bytes * shareOf(index), from, to);
            break;
        }
        case PlanTask::Kind::Tail:
            addTail(rank, m_work.ranks[rank].tail[static_cast<std::size_t>(task.index)], from, to);
            break;
        case PlanTask::Kind::Move: addMove(index, task, from, to); break;
        case PlanTask::Kind::Barrier: return addBarrier(index);
        }
        if (count(rank) > before)
            m_spans[index] = {before, count(rank) - 1};
        for (std::uint32_t node = before + 1; node < count(rank); ++node)
            m_out.classes[rank].nodes[node].needs.push_back(node - 1);
    }

    void addPass(std::size_t rank, const Action& action, double from, double to)
    {
        const PassTimes times = m_work.of(action, static_cast<std::int32_t>(rank));
        const RankWork& work = m_work.ranks[rank];
        const double pieces = static_cast<double>(m_graph.pieces(rank));
        const double chunks = static_cast<double>(m_work.chunks);
        const double stretch = times.total() > 0 ? (to - from) / times.total() : 0;
        double at = from;
        if (times.gather > 0) {
            collective(rank, Transfer::AllGather, TrafficGroup::Replica,
                       work.passGatherBytes / (pieces * chunks), at, at + stretch * times.gather);
            at += stretch * times.gather;
        }
        const double computed = at + stretch * (times.wait + times.recompute + times.compute);
        add(rank, ExecutionNode::Kind::Compute, textOf(action), at, computed);
        at = computed;
        double all = 0;
        for (const RankWork::Inside& one : work.inside)
            all += one.seconds;
        const double share = insideShare(action.kind);
        for (const RankWork::Inside& one : work.inside) {
            if (share <= 0 || all <= 0)
                break;
            const double until = at + stretch * times.collectives * one.seconds / all;
            collective(rank, one.operation, one.group, share * one.bytes / (pieces * chunks), at, until);
            at = until;
        }
        if (times.reduce > 0)
            collective(rank, Transfer::ReduceScatter, TrafficGroup::Replica,
                       work.passReduceBytes / (pieces * chunks), at, to);
    }
    static double insideShare(ActionKind kind)
    {
        switch (kind) {
        case ActionKind::Forward: return kForwardShare;
        case ActionKind::InputGradient:
        case ActionKind::Backward: return 1 - kForwardShare;
        case ActionKind::WeightGradient: return 0;
        case ActionKind::Overlapped: return 1;
        }
        return 0;
    }

    void addMessage(TaskIndex index, const PlanTask& task, double from, double to)
    {
        double bytes = 0;
        for (const core::CommunicationEntry& entry : m_evaluation.communication) {
            // There and back, of each chunk of each micro-batch.
            if (entry.operation == Transfer::SendReceive && entry.group == TrafficGroup::Pipeline)
                bytes = entry.bytesPerRank.value() /
                        (2 * m_work.microBatches * static_cast<double>(chunksOf(m_evaluation.plan)));
        }
        const auto receiver = m_receivers.find(index);
        if (receiver == m_receivers.end())
            return;
        const std::string what = textOf(actionOf(task)) + (task.piece == 1 ? " gradient" : "");
        const auto other = static_cast<std::uint32_t>(receiver->second);
        const std::int32_t tag = m_tag++;
        const auto end = [&](std::size_t rank, ExecutionNode::Kind kind, const char* verb,
                             std::uint32_t peer) {
            ExecutionNode& node = add(rank, kind, verb + what, from, to);
            node.bytes = bytes;
            node.peer = peer;
            node.tag = tag;
        };
        end(static_cast<std::size_t>(task.rank), ExecutionNode::Kind::Send, "send ", other);
        m_received[index] = count(other);
        end(other, ExecutionNode::Kind::Receive, "receive ", static_cast<std::uint32_t>(task.rank));
    }

    void addTail(std::size_t rank, const TailPart& part, double from, double to)
    {
        switch (part.kind) {
        case TailPart::Kind::Reduce:
        case TailPart::Kind::Gather:
            return collective(rank, part.operation,
                              part.betweenEnds ? TrafficGroup::PipelineEnds : part.group, part.bytes, from,
                              to);
        case TailPart::Kind::Stream:
            add(rank, ExecutionNode::Kind::Store, "stream to " + std::string(core::nameOf(part.group)), from,
                to)
                .bytes = part.bytes;
            return;
        case TailPart::Kind::Optimizer:
        case TailPart::Kind::Wait:
            add(rank, ExecutionNode::Kind::Compute,
                part.kind == TailPart::Kind::Optimizer ? "optimizer" : "wait for the host", from, to);
        }
    }

    void addMove(TaskIndex index, const PlanTask& task, double from, double to)
    {
        const std::size_t rank = static_cast<std::size_t>(task.rank);
        const RankWork& work = m_work.ranks[rank];
        const std::string of = textOf(actionOf(task));
        switch (static_cast<PhaseMove>(task.piece)) {
        case PhaseMove::Gathered:
            return collective(rank, work.phaseGather->operation, work.phaseGather->group,
                              (work.gatheredAgain ? 2 : 1) * work.phaseGather->bytes * shareOf(index), from,
                              to);
        case PhaseMove::Scattered:
            return collective(rank, work.phaseReduction->operation, work.phaseReduction->group,
                              work.phaseReduction->bytes * shareOf(index), from, to);
        case PhaseMove::Stored:
        case PhaseMove::StoredBeside: add(rank, ExecutionNode::Kind::Store, "store " + of, from, to); return;
        case PhaseMove::Weights:
        case PhaseMove::WeightsBeside:
            add(rank, ExecutionNode::Kind::Load, "load weights " + of, from, to);
            return;
        case PhaseMove::Edges:
        case PhaseMove::EdgesBeside: add(rank, ExecutionNode::Kind::Load, "load activations " + of, from, to);
        }
    }

    /// Adds the sum over the stages in which a step ends for all, if a step follows and there are several
    /// stages, or in which they meet within it.
    void addBarrier(TaskIndex index)
    {
        const PlanTask& task = m_graph.tasks()[index];
        const bool lastStep = task.piece == 0 && task.step + 1 == m_graph.steps();
        if (lastStep || task.piece == 2 || m_out.classes.size() < 2)
            return;
        std::vector<std::uint32_t>& nodes = m_barriers[index];
        for (std::size_t rank = 0; rank < m_out.classes.size(); ++rank) {
            nodes.push_back(count(rank));
            collective(rank, Transfer::AllReduce, TrafficGroup::Pipeline, kNormBytes, m_times.end[index],
                       m_times.end[index]);
        }
    }

    void need(std::size_t rank, std::uint32_t node, std::uint32_t other)
    {
        if (node != kNone && other != kNone && node != other)
            m_out.classes[rank].nodes[node].needs.push_back(other);
    }

    /// Makes \p rank wait for the end of the step before: the sum, or what leads to it.
    void needBarrier(TaskIndex barrier, std::size_t rank, std::uint32_t node)
    {
        if (const auto sum = m_barriers.find(barrier); sum != m_barriers.end())
            return need(rank, node, sum->second[rank]);
        for (const TaskIndex before : m_toBarrier[barrier]) {
            if (m_graph.tasks()[before].kind == PlanTask::Kind::Barrier)
                needBarrier(before, rank, node);
            else if (static_cast<std::size_t>(m_graph.tasks()[before].rank) == rank)
                need(rank, node, m_spans[before].last);
        }
    }

    void connect()
    {
        for (const TaskGraph::Edge& edge : m_graph.graph().edges()) {
            if (m_graph.tasks()[edge.to].kind == PlanTask::Kind::Barrier)
                m_toBarrier[edge.to].push_back(edge.from);
        }
        for (const auto& [barrier, nodes] : m_barriers) {
            for (const TaskIndex before : m_toBarrier[barrier]) {
                const PlanTask& from = m_graph.tasks()[before];
                if (from.kind != PlanTask::Kind::Barrier) {
                    const std::size_t rank = static_cast<std::size_t>(from.rank);
                    need(rank, nodes[rank], m_spans[before].last);
                    continue;
                }
                for (std::size_t rank = 0; rank < nodes.size(); ++rank)
                    needBarrier(before, rank, nodes[rank]);
            }
        }
        for (const TaskGraph::Edge& edge : m_graph.graph().edges()) {
            const PlanTask& from = m_graph.tasks()[edge.from];
            const PlanTask& to = m_graph.tasks()[edge.to];
            const std::size_t rank = static_cast<std::size_t>(to.rank);
            if (to.kind == PlanTask::Kind::Barrier)
                continue;
            if (from.kind == PlanTask::Kind::Barrier)
                needBarrier(edge.from, rank, m_spans[edge.to].first);
            else if (from.kind == PlanTask::Kind::Message && from.rank != to.rank)
                need(rank, m_spans[edge.to].first, m_received.at(edge.from));
            else if (from.rank == to.rank) // a collective makes ranks wait for each other by itself
                need(rank, m_spans[edge.to].first, m_spans[edge.from].last);
        }
        // A lane does one thing at a time, in the order of its tasks.
        std::map<std::uint32_t, TaskIndex> last;
        for (TaskIndex index = 0; index < m_graph.tasks().size(); ++index) {
            const std::uint32_t lane = m_graph.graph().tasks()[index].lane;
            if (lane == kNone || m_spans[index].first == kNone)
                continue;
            const auto before = last.find(lane);
            if (before != last.end())
                need(static_cast<std::size_t>(m_graph.tasks()[index].rank), m_spans[index].first,
                     m_spans[before->second].last);
            last[lane] = index;
        }
        for (core::ExecutionClass& one : m_out.classes) {
            for (ExecutionNode& node : one.nodes) {
                std::ranges::sort(node.needs);
                node.needs.erase(std::unique(node.needs.begin(), node.needs.end()), node.needs.end());
            }
        }
    }

    void expand(std::size_t rank)
    {
        const core::Plan& plan = m_evaluation.plan;
        const core::Mesh mesh(plan.axes);
        core::ExecutionClass& own = m_out.classes[rank];
        const std::int64_t stage = plan.axes.tensor * plan.axes.replicas();
        for (std::int64_t at = 0; at < stage; ++at)
            own.ranks.push_back(static_cast<std::int64_t>(rank) * stage + at);
        if (!m_groups)
            m_groups.emplace(m_evaluation.plan, m_out);
        for (const TrafficGroup name : m_groupNames[rank]) {
            std::vector<std::uint32_t>& ofRanks = own.groups.emplace_back();
            for (const std::int64_t number : own.ranks)
                ofRanks.push_back(m_groups->of(name, number));
        }
    }

    const core::Evaluation& m_evaluation;
    const PlanWork& m_work;
    const PipelineOrder& m_order;
    const PlanGraph& m_graph;
    const TaskTimes& m_times;
    core::ExecutionGraph m_out;
    std::vector<std::vector<TrafficGroup>> m_groupNames; ///< by class
    std::vector<Span> m_spans;                           ///< by task
    std::map<Traffic, double> m_sums;
    std::map<TaskIndex, std::int32_t> m_receivers;              ///< of messages: the other class
    std::map<TaskIndex, std::uint32_t> m_received;              ///< of messages: the node there
    std::map<TaskIndex, std::vector<std::uint32_t>> m_barriers; ///< by class: their nodes
    std::map<TaskIndex, std::vector<TaskIndex>> m_toBarrier;
    std::optional<Groups> m_groups;
    std::int32_t m_tag = 0;
};

} // namespace

core::ExecutionGraph stepGraph(const core::Evaluation& evaluation, const PlanWork& work,
                               const PipelineOrder& order, const PlanGraph& graph, const TaskTimes& times)
{
    return Maker(evaluation, work, order, graph, times).make();
}

} // namespace shardscope::planner
