// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/plan_work.h"

#include "core/model/dtype.h"
#include "planner/parallelism/parallelism.h"

#include <algorithm>
#include <set>

namespace shardscope::planner {
namespace {

/// PyTorch's DistributedDataParallel sends a bucket of gradients when it holds 25 MiB (bucket_cap_mb;
/// arXiv:2006.15704, section 3.2.3).
constexpr double kDdpBucketBytes = 25.0 * 1024 * 1024;
/// A pass's traffic goes forward once and backward twice: of inputs, and of weights or what is recomputed.
constexpr double kForwardShare = 1.0 / 3;
/// Input and weight gradients are the same matrix products: a backward's halves.
constexpr double kHalf = 0.5;

bool insidePasses(const core::CommunicationEntry& entry)
{
    return entry.group == "tensor" || entry.group == "expert" || entry.group == "context";
}

class Slow {
public:
    explicit Slow(const std::vector<Slowdown>& all)
        : m_all(all)
    {
    }
    [[nodiscard]] double of(const std::string& what) const
    {
        double factor = 1;
        for (const Slowdown& one : m_all)
            factor *= one.what == what ? one.factor : 1;
        return factor;
    }

private:
    const std::vector<Slowdown>& m_all;
};

double bucketBytes(const core::Plan& plan)
{
    switch (plan.implementation) {
    case core::Implementation::HuggingFace: return kDdpBucketBytes;
    case core::Implementation::DeepSpeed:
        return static_cast<double>(plan.buckets.reduce) * core::widthOf(plan.precision.gradients).value();
    default: return 0;
    }
}

/// Sorts a rank's traffic into what lies inside the passes, what they hide, and what follows them.
class Sorter {
public:
    Sorter(const core::Plan& plan, const StageStep& stage, const Slow& slow, const PhaseMoves* moves,
           bool overlap)
        : m_plan(plan)
        , m_overlap(overlap)
        , m_stage(stage)
        , m_slow(slow)
        , m_microBatches(static_cast<double>(plan.batch.microBatches))
        , m_moves(moves)
    {
    }

    RankWork sorted(PassTimes& forward, PassTimes& backward)
    {
        std::vector<TailPart> after;
        for (const core::CommunicationEntry& entry : m_stage.communication) {
            const double slow = m_slow.of(entry.group);
            const double seconds = entry.seconds.value() * slow;
            // What a slower group adds is exposed: it was hidden as far as it could be.
            const double exposed = entry.exposed.value() + entry.seconds.value() * (slow - 1);
            if (entry.operation == "host_input" && exposed <= 0)
                continue; // the next batch comes while this one computes
            if (insidePasses(entry))
                inside(entry, seconds, exposed, forward, backward);
            else if (entry.group == "replica")
                replica(entry, seconds, forward, backward, after);
            else if (entry.operation == "send_receive")
                continue;                       // every message is a task of its own
            else if (entry.group == "pipeline") // tied embeddings: the stages between have none
                tiedEmbedding(entry, exposed);
            else if (entry.operation == "streaming" && m_moves != nullptr && entry.group == m_moves->tier)
                m_work.tail.push_back(
                    {TailPart::Kind::Stream, m_moves->update * slow, entry.operation, entry.group});
            else if (exposed > 0 || seconds > 0)
                m_work.tail.push_back(
                    {entry.operation == "streaming" ? TailPart::Kind::Stream : TailPart::Kind::Reduce,
                     exposed, entry.operation, entry.group, false, entry.bytesPerRank.value()});
        }
        m_work.tail.push_back(
            {TailPart::Kind::Optimizer, m_stage.optimizer.seconds.value() * m_slow.of("optimizer"), "", ""});
        m_work.tail.push_back(
            {TailPart::Kind::Wait, m_stage.updateWait.seconds.value() * m_slow.of("host"), "", ""});
        m_work.tail.insert(m_work.tail.end(), after.begin(), after.end());
        return std::move(m_work);
    }

private:
    void inside(const core::CommunicationEntry& entry, double seconds, double exposed, PassTimes& forward,
                PassTimes& backward)
    {
        m_work.inside.push_back({entry.operation, entry.group, seconds / m_microBatches,
                                 entry.bytesPerRank.value() / m_microBatches});
        // The evaluator has told those of the tensor and expert groups by pass.
        const double told = entry.group == "context" ? 0 : entry.exposed.value();
        const double more = (exposed - told) / m_microBatches;
        forward.collectives += kForwardShare * more;
        backward.collectives += (1 - kForwardShare) * more;
    }
    void tiedEmbedding(const core::CommunicationEntry& entry, double exposed)
    {
        if (m_stage.stage.first || m_stage.stage.last)
            m_work.tail.push_back({TailPart::Kind::Reduce, exposed, entry.operation, entry.group, true,
                                   entry.bytesPerRank.value()});
    }
    void replica(const core::CommunicationEntry& entry, double seconds, PassTimes& forward,
                 PassTimes& backward, std::vector<TailPart>& after)
    {
        const core::Sharding& sharding = m_plan.sharding;
        const bool hidden = m_overlap;
        if (entry.operation == "all_gather") {
            // Shards that are gathered for each use, and what the update's shards tell the others.
            const double uses = sharding.weights > 1 ? (m_plan.keepWeightsAfterForward ? 1 : 2) *
                                                           (m_plan.phases > 0 ? 1.0 : m_microBatches)
                                                     : 0;
            const double told = sharding.optimizer > sharding.weights
                                    ? 1.0 / static_cast<double>(std::max<std::int64_t>(1, sharding.weights))
                                    : 0;
            const double once = uses + told > 0 ? seconds / (uses + told) : 0;
            if (told > 0)
                after.push_back({TailPart::Kind::Gather, told * once, entry.operation, entry.group, false,
                                 told * entry.bytesPerRank.value() / (uses + told)});
            if (uses == 0)
                return;
            const double bytes = entry.bytesPerRank.value() / (uses + told);
            const double perPass = uses * once / ((m_plan.keepWeightsAfterForward ? 1 : 2) * m_microBatches);
            if (hidden) {
                m_work.gathers.push_back({entry.operation, entry.group, perPass, bytes, 0, true});
            } else if (m_moves != nullptr) {
                m_work.phaseGather = Hidden{entry.operation, entry.group, once, bytes, 0, false};
                m_work.gatheredAgain = !m_plan.keepWeightsAfterForward;
            } else {
                m_work.passGatherBytes += bytes;
                forward.gather += perPass;
                backward.gather += m_plan.keepWeightsAfterForward ? 0 : perPass;
            }
            return;
        }
        const bool everyTime = sharding.gradients > 1 && m_plan.phases == 0;
        const double times = everyTime ? m_microBatches : 1;
        if (hidden)
            m_work.reductions.push_back({entry.operation, entry.group, seconds / times,
                                         entry.bytesPerRank.value() / times, bucketBytes(m_plan), everyTime});
        else if (everyTime) {
            m_work.passReduceBytes += entry.bytesPerRank.value() / times;
            backward.reduce += seconds / times;
        } else if (m_moves != nullptr && sharding.gradients > 1 && !m_work.phaseReduction)
            m_work.phaseReduction =
                Hidden{entry.operation, entry.group, seconds, entry.bytesPerRank.value(), 0, false};
        else
            m_work.tail.push_back({TailPart::Kind::Reduce, seconds, entry.operation, entry.group, false,
                                   entry.bytesPerRank.value()});
    }

    const core::Plan& m_plan;
    bool m_overlap;
    const StageStep& m_stage;
    const Slow& m_slow;
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

PhaseMoves scaled(PhaseMoves moves, double slow)
{
    for (PhaseMoves::Phase& phase : moves.phases) {
        phase.weights *= slow;
        phase.gradients *= slow;
    }
    moves.edge *= slow;
    return moves;
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
        out.reduce = 0;
        return out;
    case ActionKind::WeightGradient:
        out.compute = kHalf * whole.compute;
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

std::vector<std::string> slowable(const core::Evaluation& evaluation, std::size_t stages)
{
    std::set<std::string> groups;
    for (const core::CommunicationEntry& entry : evaluation.communication)
        groups.insert(entry.group);
    std::vector<std::string> out{"compute", "optimizer", "host"};
    out.insert(out.end(), groups.begin(), groups.end());
    for (std::size_t stage = 0; stage < stages; ++stage)
        out.push_back("stage " + std::to_string(stage));
    return out;
}

PlanWork planWork(const core::Evaluation& evaluation, std::vector<StageStep> stages,
                  const PipelineOrder& order, const std::vector<Slowdown>& slowdowns,
                  const std::vector<PhaseMoves>& moves, std::optional<bool> overlap)
{
    const bool beside = overlap.value_or(overlapsReplicaTraffic(evaluation.plan));
    const Slow slow(slowdowns);
    PlanWork out;
    if (inPhases(order, moves)) {
        for (const PhaseMoves& one : moves)
            out.moves.push_back(scaled(one, slow.of(one.tier)));
    }
    out.positions = order.chain;
    out.chunks = std::max<std::int64_t>(1, order.chain / static_cast<std::int64_t>(order.ranks.size()));
    out.microBatches = static_cast<double>(evaluation.plan.batch.microBatches);
    for (std::size_t index = 0; index < stages.size(); ++index) {
        const StageStep& stage = stages[index];
        const double compute = slow.of("compute") * slow.of("stage " + std::to_string(index));
        PassTimes forward;
        forward.wait = stage.waitForward.seconds.value() * slow.of("host");
        forward.compute = stage.forward.seconds.value() * compute;
        forward.collectives = stage.collectivesForward.seconds.value();
        PassTimes backward;
        backward.wait = stage.waitBackward.seconds.value() * slow.of("host");
        backward.compute = stage.backward.seconds.value() * compute;
        backward.recompute = stage.recompute.seconds.value() * compute;
        backward.collectives = stage.collectivesBackward.seconds.value();
        const double passForward = forward.wait + forward.compute / compute + forward.collectives;
        const double passBackward =
            backward.wait + (backward.compute + backward.recompute) / compute + backward.collectives;
        const double endsForward = partOf(stage.endsForward.value(), passForward);
        const double endsBackward = partOf(stage.endsBackward.value(), passBackward);
        out.ranks.push_back(
            Sorter(evaluation.plan, stage, slow, out.moves.empty() ? nullptr : &moves[index], beside)
                .sorted(forward, backward));
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
        out.sends.push_back(stage.send.seconds.value() * slow.of("pipeline"));
    }
    out.stages = std::move(stages);
    return out;
}

std::string trafficKey(const std::string& operation, const std::string& group)
{
    return group + "." + operation;
}

StageStep stageOfSums(const core::Evaluation& evaluation)
{
    const double microBatches =
        static_cast<double>(std::max<std::int64_t>(1, evaluation.plan.batch.microBatches));
    const auto part = [&](core::StepPart which, double over) {
        const auto* found = evaluation.step.find(which);
        if (found == evaluation.step.end())
            return core::StepTime{};
        return core::StepTime{core::Seconds{found->second.seconds.value() / over}, found->second.why};
    };
    StageStep out;
    out.stage = {0, 0, 1, true, true};
    out.forward = part(core::StepPart::Forward, microBatches);
    out.backward = part(core::StepPart::Backward, microBatches);
    out.recompute = part(core::StepPart::Recompute, microBatches);
    out.optimizer = part(core::StepPart::Optimizer, 1);
    out.updateWait = part(core::StepPart::Host, 1);
    out.communication = evaluation.communication;
    double collectives = 0; // of one micro-batch, as stageSteps would tell them
    for (const core::CommunicationEntry& entry : evaluation.communication)
        collectives +=
            insidePasses(entry) && entry.group != "context" ? entry.exposed.value() / microBatches : 0;
    out.collectivesForward.seconds = core::Seconds{kForwardShare * collectives};
    out.collectivesBackward.seconds = core::Seconds{(1 - kForwardShare) * collectives};
    return out;
}

} // namespace shardscope::planner
