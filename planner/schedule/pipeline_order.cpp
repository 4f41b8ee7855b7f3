// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/schedule/pipeline_order.h"
#include "planner/framework/framework.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_check.h"
#include "planner/schedule/quick_times.h"
#include "planner/schedule/schedules.h"

#include <algorithm>
#include <iterator>
#include <list>

namespace shardscope::planner {
namespace {

constexpr auto kOneForwardOneBackward = "arXiv:2104.04473, section 2.2.1";
constexpr auto kStashes = "graphcore/popart @00385a0, willow/src/transforms/pipeline.cpp";
constexpr auto kBreadthFirst = "breadth-first pipelines, arXiv:2211.05953, section 3";
constexpr auto kInterleaved = "arXiv:2104.04473, section 2.2.2; arXiv:2205.05198, section 4.2.3";

/// Chunks begun before the first backward, plus the one in work; never more than there are.
template <class N>
Count<N> interleavedInFlight(const Symbols<N>& s, const Count<N>& behind)
{
    const Count<N> chunks = 2.0 * behind + (s.virtualStages - constant<N>(1)) * s.pipeline + constant<N>(1);
    return N::named(W_("micro_batches_in_flight"),
                    minimum(chunks, s.microBatches * s.virtualStages) / s.virtualStages, kInterleaved);
}

core::Result<QuickTimes> timesOf(const core::Plan& plan)
{
    ScheduleRequest request;
    request.kind = kindOf(plan);
    request.pipeline = plan.axes.pipeline;
    request.microBatches = plan.batch.microBatches;
    SHARDSCOPE_TRY(const PipelineOrder order, pipelineOrder(request));
    return QuickTimes::of(order);
}

/// The order of a schedule without a closed form.
struct KeptOrder {
    core::Schedule schedule;
    std::int64_t pipeline;
    std::int64_t microBatches;
    core::Result<QuickTimes> times;
    double backwardShare = -1; ///< of forward and backward, as idleShare() was asked last: plans that differ
                               ///< in shards alone ask for the same
    double idle = 0;
    [[nodiscard]] bool of(const core::Plan& plan) const
    {
        return schedule == plan.schedule && pipeline == plan.axes.pipeline &&
               microBatches == plan.batch.microBatches;
    }
};

/// The last ones asked for are kept, each thread its own: a plan's evaluation asks for each of its stages,
/// and a search comes back to those of its best plans.
KeptOrder& orderOf(const core::Plan& plan)
{
    constexpr std::size_t kMost = 1 << 21; // actions, some 32 MiB
    thread_local std::list<KeptOrder> kept;
    const auto known = std::ranges::find_if(kept, [&](const auto& one) { return one.of(plan); });
    if (known != kept.end()) {
        kept.splice(kept.begin(), kept, known);
        return kept.front();
    }
    kept.push_front({plan.schedule, plan.axes.pipeline, plan.batch.microBatches, timesOf(plan)});
    std::size_t actions = 0;
    const auto fits = [&](const KeptOrder& one) {
        actions += one.times.ok() ? one.times->actions() : 1;
        return actions <= kMost;
    };
    kept.erase(
        std::find_if_not(std::next(kept.begin()), kept.end(),
                         [&, first = fits(kept.front())](const auto& one) { return first && fits(one); }),
        kept.end());
    return kept.front();
}

const char* citationOf(const core::Plan& plan) { return entryOf(kindOf(plan)).source; }

/// What the order of a legal plan's schedule says.
template <class N>
Count<N> orderInFlight(const core::Plan& plan, const Stage& stage)
{
    const core::Result<QuickTimes>& times = orderOf(plan).times;
    const auto rank = static_cast<std::size_t>(stage.index);
    const double chunks =
        times.ok() && rank < times->ranks() ? static_cast<double>(times->peakChunks(rank)) : 0;
    return N::leaf(core::Number{chunks / static_cast<double>(chunksOf(plan))}, W_("micro_batches_in_flight"),
                   core::SourceKind::Specification, citationOf(plan));
}

/// How long the slowest rank idles, of a micro-batch's time through a stage: between its own first forward
/// and last gradient where the next step need not wait for all ranks (arXiv:2401.10241, section 4: the update
/// is validated after it is done), else in the whole step. Input and weight gradients cost the same matrix
/// products: backward's halves.
double idleShare(const core::Plan& plan, double forward, double backward)
{
    KeptOrder& kept = orderOf(plan);
    const double one = forward + backward;
    if (!kept.times.ok() || one <= 0)
        return 0;
    if (kept.backwardShare == backward / one)
        return kept.idle;
    const double chunks = static_cast<double>(chunksOf(plan));
    ScheduleCosts costs;
    costs.forward = forward / one / chunks;
    costs.inputGradient = costs.weightGradient = backward / one / chunks / 2;
    const QuickTimes::Spans spans = kept.times->spans(costs);
    const double longest = plan.schedule == core::Schedule::DualPipeV ? spans.step : spans.ofRank;
    kept.backwardShare = backward / one;
    kept.idle = std::max(0.0, longest - static_cast<double>(plan.batch.microBatches));
    return kept.idle;
}

} // namespace

ScheduleKind kindOf(const core::Plan& plan)
{
    if (plan.schedule == core::Schedule::Interleaved && plan.axes.virtualStages <= 1)
        return ScheduleKind::OneForwardOneBackward;
    const std::vector<ScheduleName>& all = scheduleNames();
    const auto found = std::ranges::find(all, std::optional(plan.schedule), &ScheduleName::plan);
    if (found != all.end())
        return found->kind;
    // Phases: all micro-batches through one before the next.
    return plan.phases > 1 ? ScheduleKind::BreadthFirst : ScheduleKind::Gpipe;
}

std::optional<core::Error> orderProblem(const core::Plan& plan)
{
    if (!core::timedByOrder(plan.schedule) || orderOf(plan).times.ok())
        return {};
    const std::int64_t least = 2 * plan.axes.pipeline;
    if (plan.schedule == core::Schedule::DualPipeV && plan.batch.microBatches < least)
        return core::inconsistent(
            core::phrase(W_("DualPipeV of %1 stages wants at least %2 micro-batches a replica, not %3"),
                         {std::to_string(plan.axes.pipeline), std::to_string(least),
                          std::to_string(plan.batch.microBatches)}),
            "/schedule");
    return core::errorAt(orderOf(plan).times.error().code, orderOf(plan).times.error().args, "/schedule");
}

template <class N>
Count<N> inFlight(const Symbols<N>& s, const core::Plan& plan, const Stage& stage)
{
    const Count<N> index = N::leaf(core::Number{static_cast<double>(stage.index)}, W_("stage"),
                                   core::SourceKind::Given, "/parallel/pipeline");
    switch (plan.schedule) {
    case core::Schedule::Gpipe:
        return N::named(W_("micro_batches_in_flight"), s.microBatches, "arXiv:1811.06965, section 2.3");
    case core::Schedule::Interleaved: return interleavedInFlight<N>(s, s.pipeline - index - constant<N>(1));
    case core::Schedule::ZeroBubble: // ZB-H1 keeps 1F1B's peak
        return N::named(W_("micro_batches_in_flight"), minimum(s.microBatches, s.pipeline - index),
                        "arXiv:2401.10241, section 2.3");
    case core::Schedule::OneForwardOneBackward:
        if (factsOf(plan).habits.stashesInCycles) {
            // Every processor runs a forward and a backward in each cycle: what a stage stashes comes back
            // after two cycles for each stage behind it.
            const Count<N> stash = 2.0 * (s.pipeline - index - constant<N>(1)) + constant<N>(1);
            return N::named(W_("micro_batches_in_flight"), minimum(s.microBatches, stash), kStashes);
        }
        return N::named(W_("micro_batches_in_flight"), minimum(s.microBatches, s.pipeline - index),
                        kOneForwardOneBackward);
    case core::Schedule::Phased: break;
    default: return orderInFlight<N>(plan, stage);
    }
    return N::leaf(core::Number{1}, W_("micro_batches_in_flight"), core::SourceKind::Assumed,
                   "a phase runs one micro-batch at a time and keeps the others' boundaries");
}

bool drains(const core::Plan& plan)
{
    return !core::timedByOrder(plan.schedule) && plan.schedule != core::Schedule::ZeroBubble &&
           plan.phases == 0;
}
bool waitsForOthers(const core::Plan& plan) { return plan.axes.pipeline > 1 || plan.phases > 0; }
bool servesAllAtOnce(const core::Plan& plan) { return plan.phases > 0; }

template <class N>
Duration<N> bubbleTime(const Symbols<N>& s, const core::Plan& plan, const Others<N>& others)
{
    const Duration<N>& forward = others.fillForward;
    const Duration<N>& backward = others.fillBackward;
    switch (plan.schedule) {
    case core::Schedule::Interleaved: {
        const Duration<N> filling = (others.forward + others.backward) / s.virtualStages;
        if (plan.batch.microBatches >= plan.axes.pipeline)
            return N::named(W_("bubble"), filling, kInterleaved);
        // Fewer micro-batches than stages come back for their next chunk later than a round is long.
        const Count<N> late = (s.virtualStages - constant<N>(1)) * (s.pipeline - s.microBatches);
        return N::named(W_("bubble"), filling + late * (forward + backward) / s.virtualStages, kInterleaved);
    }
    case core::Schedule::ZeroBubble:
        // ZB-H1: (p - 1)(F + B - W). Input and weight gradients cost the same GEMMs, so B + W = backward and
        // B = W.
        return N::named(W_("bubble"), others.forward, "arXiv:2401.10241, Table 2 (ZB-H1)");
    case core::Schedule::Gpipe:
        return N::named(W_("bubble"), others.forward + others.backward, "arXiv:1811.06965, section 2.3");
    case core::Schedule::OneForwardOneBackward:
        return N::named(W_("bubble"), others.forward + others.backward, kOneForwardOneBackward);
    case core::Schedule::Phased: break;
    default: {
        const double idle = idleShare(plan, N::plain(forward).value(), N::plain(backward).value());
        const Count<N> slots = N::leaf(core::Number{idle}, W_("idle_of_the_order"),
                                       core::SourceKind::Specification, citationOf(plan));
        return N::named(W_("bubble"), slots * (forward + backward), citationOf(plan));
    }
    }
    // Phase k of all stages has k * p and what follows of the model's parts, and every stage goes on with its
    // next phase where its micro-batches came back: the pipeline fills and drains once, with a phase's share
    // of a stage. With fewer micro-batches than stages, each phase but the last also waits for those that are
    // not there.
    const Count<N> phases = planned<N>(std::max<std::int64_t>(1, plan.phases), W_("phases"), "/phases");
    const Count<N> missing = maximum(constant<N>(0), s.pipeline - s.microBatches);
    const Count<N> slots = s.pipeline - constant<N>(1) + (phases - constant<N>(1)) * missing;
    return N::named(W_("bubble"), slots * (forward + backward) / phases, kBreadthFirst);
}

#define SHARDSCOPE_ORDER(N)                                                                                  \
    template Count<N> inFlight<N>(const Symbols<N>&, const core::Plan&, const Stage&);                       \
    template Duration<N> bubbleTime<N>(const Symbols<N>&, const core::Plan&, const Others<N>&);
SHARDSCOPE_ORDER(core::PlainNumbers)
SHARDSCOPE_ORDER(core::ExplainedNumbers)
#undef SHARDSCOPE_ORDER

} // namespace shardscope::planner
