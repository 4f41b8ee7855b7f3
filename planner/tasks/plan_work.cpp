// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tasks/plan_work.h"

#include "planner/framework/framework.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

/// Input and weight gradients are the same matrix products: a backward's halves.
constexpr double kHalf = 0.5;

/// Puts a rank's traffic inside the passes, beside them, and behind them.
class Sorter {
public:
    Sorter(const core::Plan& plan, const StageStep& stage, const PhaseMoves* moves)
        : m_plan(plan)
        , m_stage(stage)
        , m_microBatches(static_cast<double>(plan.batch.microBatches))
        , m_moves(moves)
    {
    }

    RankWork sorted(PassTimes& forward, PassTimes& backward)
    {
        std::vector<TailPart> after;
        for (const StageTraffic& entry : m_stage.traffic) {
            switch (entry.place) {
            case Place::Passes: inside(entry, forward, backward); break;
            case Place::Beside: beside(entry, entry.inForward ? forward : backward); break;
            case Place::LastPass:
                m_work.reductions.push_back(hidden(entry));
                m_work.lostLast += entry.lost.value();
                break;
            case Place::After: behind(entry); break;
            case Place::AfterUpdate:
                after.push_back({TailPart::Kind::Gather, entry.exposed.value(), entry.operation, entry.group,
                                 false, entry.bytes.value()});
                break;
            case Place::Messages: break; // every message is a task of its own
            }
        }
        m_work.tail.push_back({TailPart::Kind::Optimizer, m_stage.optimizer.seconds.value()});
        m_work.tail.push_back({TailPart::Kind::Wait, m_stage.updateWait.seconds.value()});
        m_work.tail.insert(m_work.tail.end(), after.begin(), after.end());
        return std::move(m_work);
    }

private:
    void inside(const StageTraffic& entry, PassTimes& forward, PassTimes& backward)
    {
        const double inForward = entry.waitedForward.value() / m_microBatches;
        const double inBackward = entry.waitedBackward.value() / m_microBatches;
        const double bytes = entry.bytes.value();
        if (entry.group != core::TrafficGroup::Replica) {
            m_work.inside.push_back({entry.operation, entry.group, entry.seconds.value() / m_microBatches,
                                     bytes / m_microBatches});
            forward.collectives += inForward;
            backward.collectives += inBackward;
        } else if (m_moves != nullptr) { // a phase's, each time it is entered
            if (!m_work.phaseGather)
                m_work.phaseGather = hidden(entry);
            m_work.gatheredAgain = m_work.gatheredAgain || entry.waitedBackward.value() > 0;
        } else if (entry.operation == core::Transfer::AllGather) {
            m_work.passGatherBytes += inForward > 0 ? bytes / m_microBatches : 0;
            forward.gather += inForward;
            backward.gather += inBackward;
        } else {
            m_work.passReduceBytes += bytes / m_microBatches;
            backward.reduce += inBackward;
        }
    }
    void beside(const StageTraffic& entry, PassTimes& pass)
    {
        pass.compute += entry.lost.value();
        pass.lost += entry.lost.value();
        if (entry.operation != core::Transfer::AllGather)
            m_work.reductions.push_back(hidden(entry));
        else
            (entry.inForward ? m_work.forwardGathers : m_work.backwardGathers).push_back(hidden(entry));
    }
    void behind(const StageTraffic& entry)
    {
        if (entry.operation == core::Transfer::HostInput && entry.exposed.value() <= 0)
            return; // the next batch comes while this one computes
        if (entry.group == core::TrafficGroup::Pipeline &&
            entry.operation == core::Transfer::AllReduce) { // tied embeddings: the stages between have none
            if (m_stage.stage.first || m_stage.stage.last)
                m_work.tail.push_back({TailPart::Kind::Reduce, entry.exposed.value(), entry.operation,
                                       entry.group, true, entry.bytes.value()});
        } else if (entry.operation == core::Transfer::Streaming && m_moves != nullptr &&
                   entry.group == m_moves->tier) {
            m_work.tail.push_back({TailPart::Kind::Stream, m_moves->update, entry.operation, entry.group});
        } else if (m_moves != nullptr && entry.group == core::TrafficGroup::Replica &&
                   m_plan.sharding.gradients > 1 && !m_work.phaseReduction) {
            m_work.phaseReduction = hidden(entry);
        } else if (entry.exposed.value() > 0 || entry.seconds.value() > 0) {
            copied(entry);
            m_work.tail.push_back({entry.operation == core::Transfer::Streaming ? TailPart::Kind::Stream
                                                                                : TailPart::Kind::Reduce,
                                   entry.exposed.value(), entry.operation, entry.group, false,
                                   entry.bytes.value()});
        }
    }
    void copied(const StageTraffic& entry)
    {
        const double hidden = (entry.seconds - entry.exposed).value();
        if (entry.operation != core::Transfer::Streaming || hidden <= 0)
            return;
        const core::Residency& lies = m_plan.residency;
        m_work.copies.push_back({entry.group, hidden / m_microBatches,
                                 lies.weights == core::Tier::Device && lies.gradients == core::Tier::Device &&
                                     lies.activations != core::Tier::Device});
    }
    [[nodiscard]] static Hidden hidden(const StageTraffic& entry)
    {
        const double laid = entry.laid.value() > 0 ? entry.laid.value() : entry.seconds.value() / entry.uses;
        return {entry.operation,
                entry.group,
                laid,
                entry.bytes.value() / entry.uses,
                entry.seconds.value() / entry.uses / entry.units,
                entry.units,
                entry.place == Place::Beside};
    }

    const core::Plan& m_plan;
    const StageStep& m_stage;
    double m_microBatches;
    const PhaseMoves* m_moves; ///< null: all streaming follows the passes
    RankWork m_work;
};

PassTimes scaled(const PassTimes& times, double share)
{
    PassTimes out;
    return out.add(times, share);
}

/// Whether the ranks of \p order have a chunk for each phase, as \p moves are told.
bool inPhases(const PipelineOrder& order, const std::vector<PhaseMoves>& moves)
{
    if (moves.empty())
        return false;
    const std::size_t ranks = order.ranks.size();
    for (const PhaseMoves& one : moves) {
        if (order.chain != static_cast<std::int64_t>(one.phases.size() * ranks))
            return false;
    }
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const std::vector<Action>& actions = order.ranks[rank];
        const bool fits = std::ranges::all_of(actions, [&](const Action& action) {
            return action.kind != ActionKind::Overlapped && // stage s of rank s mod p
                   static_cast<std::size_t>(action.stage) % ranks == rank;
        });
        if (!fits)
            return false;
    }
    return true;
}

double partOf(double part, double whole) { return whole > 0 ? std::min(1.0, part / whole) : 0; }

} // namespace

PassTimes& PassTimes::add(const PassTimes& other, double share)
{
    wait += share * other.wait;
    gather += share * other.gather;
    recompute += share * other.recompute;
    compute += share * other.compute;
    collectives += share * other.collectives;
    reduce += share * other.reduce;
    lost += share * other.lost;
    return *this;
}

PlanWork::ChunkShare PlanWork::shareOf(std::int32_t stage, std::int32_t rank) const
{
    if (moves.empty())
        return {1.0 / static_cast<double>(chunks), stage % positions == 0,
                stage % positions == positions - 1};
    const PhaseMoves::Phase& phase = moves[static_cast<std::size_t>(rank)].phases[chunkOf(stage)];
    return {phase.layers, phase.first, phase.last};
}

PassTimes PlanWork::chunk(const std::vector<PassTimes>& layers, const PassTimes& first, const PassTimes& last,
                          std::int32_t stage, std::int32_t rank) const
{
    const ChunkShare share = shareOf(stage, rank);
    PassTimes out = scaled(layers[static_cast<std::size_t>(rank)], share.layers);
    if (share.first)
        out.add(first, 1);
    if (share.last)
        out.add(last, 1);
    return out;
}
PassTimes PlanWork::forward(std::int32_t stage, std::int32_t rank) const
{
    return chunk(layersForward, firstForward, lastForward, stage, rank);
}
PassTimes PlanWork::backward(std::int32_t stage, std::int32_t rank) const
{
    return chunk(layersBackward, firstBackward, lastBackward, stage, rank);
}

PassTimes PlanWork::of(const Action& action, std::int32_t rank) const
{
    if (action.kind == ActionKind::Forward)
        return forward(action.stage, rank);
    PassTimes whole =
        backward(action.kind == ActionKind::Overlapped ? action.backwardStage : action.stage, rank);
    PassTimes out;
    switch (action.kind) {
    case ActionKind::InputGradient:
        out = whole;
        out.compute *= kHalf;
        out.lost *= kHalf;
        out.reduce = 0;
        return out;
    case ActionKind::WeightGradient:
        out.compute = kHalf * whole.compute;
        out.lost = kHalf * whole.lost;
        out.reduce = whole.reduce;
        return out;
    case ActionKind::Overlapped: {
        // The collectives of one run while the other computes.
        whole.add(forward(action.stage, rank), 1);
        whole.collectives = std::max(0.0, whole.collectives - whole.compute - whole.recompute);
        return whole;
    }
    default: return whole;
    }
}

double PlanWork::send(std::int32_t from, std::int32_t to) const
{
    double seconds = 0;
    for (std::int32_t rank = std::min(from, to); rank < std::max(from, to); ++rank)
        seconds = std::max(seconds, sends[static_cast<std::size_t>(rank)]);
    return seconds;
}

std::int64_t PlanWork::layers(std::int32_t rank) const
{
    return std::max<std::int64_t>(1, stages[static_cast<std::size_t>(rank)].stage.layers / chunks);
}

PlanWork planWork(const core::Plan& plan, std::vector<StageStep> stages, const PipelineOrder& order,
                  const std::vector<PhaseMoves>& moves)
{
    PlanWork out;
    if (inPhases(order, moves))
        out.moves = moves;
    out.positions = order.chain;
    out.chunks = std::max<std::int64_t>(1, order.chain / static_cast<std::int64_t>(order.ranks.size()));
    out.microBatches = static_cast<double>(plan.batch.microBatches);
    const Habits habits = habitsOf(plan);
    out.inTurn = habits.sends == Sends::InTurn && !order.meets && out.moves.empty();
    out.gatheredAhead = static_cast<std::size_t>(habits.weights.ahead) + 1;
    for (std::size_t index = 0; index < stages.size(); ++index) {
        const StageStep& stage = stages[index];
        PassTimes forward;
        forward.wait = stage.waitForward.seconds.value();
        forward.compute = stage.forward.seconds.value();
        PassTimes backward;
        backward.wait = stage.waitBackward.seconds.value();
        backward.compute = stage.backward.seconds.value();
        backward.recompute = stage.recompute.seconds.value();
        out.ranks.push_back(
            Sorter(plan, stage, out.moves.empty() ? nullptr : &out.moves[index]).sorted(forward, backward));
        const double endsForward = partOf(stage.endsForward.value(), forward.total());
        const double endsBackward = partOf(stage.endsBackward.value(), backward.total());
        out.layersForward.push_back(scaled(forward, 1 - endsForward));
        out.layersBackward.push_back(scaled(backward, 1 - endsBackward));
        // One stage alone has both ends: they go with its first chunk; in phases and in folded pipelines with
        // the last one, as the head is nearly all of them.
        const bool both = stage.stage.first && stage.stage.last;
        const bool withLast = both && (stages.size() > 1 || !out.moves.empty());
        if (stage.stage.first && !withLast) {
            out.firstForward = scaled(forward, endsForward);
            out.firstBackward = scaled(backward, endsBackward);
        } else if (stage.stage.last) {
            out.lastForward = scaled(forward, endsForward);
            out.lastBackward = scaled(backward, endsBackward);
        }
        out.sends.push_back(stage.send.seconds.value());
    }
    out.stages = std::move(stages);
    return out;
}

std::string trafficKey(core::Transfer operation, core::TrafficGroup group)
{
    return std::string(core::nameOf(group)) + "." + std::string(core::nameOf(operation));
}

StageStep stageOfSums(const core::Evaluation& evaluation, const WhatIf& whatIf)
{
    const double microBatches =
        static_cast<double>(std::max<std::int64_t>(1, evaluation.plan.batch.microBatches));
    const auto part = [&](core::StepPart which, double over, double slow) {
        const auto* found = evaluation.step.find(which);
        if (found == evaluation.step.end())
            return core::StepTime{};
        return core::StepTime{core::Seconds{slow * found->second.seconds.value() / over}, found->second.why};
    };
    const double compute = whatIf.of("compute") * whatIf.of("stage 0");
    StageStep out;
    out.stage = {0, 0, 1, true, true};
    out.forward = part(core::StepPart::Forward, microBatches, compute);
    out.backward = part(core::StepPart::Backward, microBatches, compute);
    out.recompute = part(core::StepPart::Recompute, microBatches, compute);
    if (evaluation.supersteps) { // divided as the step's
        const core::SuperstepTimes& all = *evaluation.supersteps;
        const double whole = (all.compute + all.exchange + all.sync).value();
        const auto shared = [&](core::Seconds pass) {
            const double share = whole > 0 ? pass.value() / whole : 0;
            return Superstep{0, share * all.exchange.value(), share * all.sync.value(), 0, 1};
        };
        out.forwardSupersteps = shared(out.forward.seconds);
        out.backwardSupersteps = shared(out.backward.seconds + out.recompute.seconds);
    }
    out.optimizer = part(core::StepPart::Optimizer, 1, whatIf.of("optimizer"));
    out.updateWait = part(core::StepPart::Host, 1, whatIf.of("host"));
    out.communication = evaluation.communication;
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        StageTraffic traffic;
        traffic.operation = entry.operation;
        traffic.group = entry.group;
        traffic.bytes = entry.bytesPerRank;
        // What a slower group takes longer is exposed: these are hidden as far as they can be.
        const double slow = whatIf.of(core::nameOf(entry.group));
        traffic.seconds = slow * entry.seconds;
        traffic.exposed = entry.exposed + (slow - 1) * entry.seconds;
        traffic.place = entry.operation == core::Transfer::SendReceive ? Place::Messages : Place::After;
        out.traffic.push_back(std::move(traffic));
    }
    return out;
}

} // namespace shardscope::planner
