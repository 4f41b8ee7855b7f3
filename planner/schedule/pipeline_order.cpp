// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/schedule/pipeline_order.h"

#include "core/base/text_mark.h"

#include <algorithm>

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

} // namespace

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
        if (plan.implementation == core::Implementation::PopArt) {
            // Every processor runs a forward and a backward in each cycle: what a stage stashes comes back
            // after two cycles for each stage behind it.
            const Count<N> stash = 2.0 * (s.pipeline - index - constant<N>(1)) + constant<N>(1);
            return N::named(W_("micro_batches_in_flight"), minimum(s.microBatches, stash), kStashes);
        }
        return N::named(W_("micro_batches_in_flight"), minimum(s.microBatches, s.pipeline - index),
                        kOneForwardOneBackward);
    case core::Schedule::Phased: break;
    }
    return N::leaf(core::Number{1}, W_("micro_batches_in_flight"), core::SourceKind::Assumed,
                   "a phase runs one micro-batch at a time and keeps the others' boundaries");
}

template <class N>
Duration<N> bubbleTime(const Symbols<N>& s, const core::Plan& plan, const Duration<N>& forward,
                       const Duration<N>& backward)
{
    const Count<N> others = s.pipeline - constant<N>(1);
    switch (plan.schedule) {
    case core::Schedule::Interleaved:
        return N::named(W_("bubble"), others * (forward + backward) / s.virtualStages, kInterleaved);
    case core::Schedule::ZeroBubble:
        // ZB-H1: (p - 1)(F + B - W). Input and weight gradients cost the same GEMMs, so B + W = backward and
        // B = W.
        return N::named(W_("bubble"), others * forward, "arXiv:2401.10241, Table 2 (ZB-H1)");
    case core::Schedule::Gpipe:
        return N::named(W_("bubble"), others * (forward + backward), "arXiv:1811.06965, section 2.3");
    case core::Schedule::OneForwardOneBackward:
        return N::named(W_("bubble"), others * (forward + backward), kOneForwardOneBackward);
    case core::Schedule::Phased: break;
    }
    // Phase k of all stages has k * p and what follows of the model's parts, and every stage goes on with its
    // next phase where its micro-batches came back: the pipeline fills and drains once, with a phase's share
    // of a stage. With fewer micro-batches than stages, each phase but the last also waits for those that are
    // not there.
    const Count<N> phases = planned<N>(std::max<std::int64_t>(1, plan.phases), W_("phases"), "/phases");
    const Count<N> missing = maximum(constant<N>(0), s.pipeline - s.microBatches);
    const Count<N> slots = others + (phases - constant<N>(1)) * missing;
    return N::named(W_("bubble"), slots * (forward + backward) / phases, kBreadthFirst);
}

#define SHARDSCOPE_ORDER(N)                                                                                  \
    template Count<N> inFlight<N>(const Symbols<N>&, const core::Plan&, const Stage&);                       \
    template Duration<N> bubbleTime<N>(const Symbols<N>&, const core::Plan&, const Duration<N>&,             \
                                       const Duration<N>&);
SHARDSCOPE_ORDER(core::PlainNumbers)
SHARDSCOPE_ORDER(core::ExplainedNumbers)
#undef SHARDSCOPE_ORDER

} // namespace shardscope::planner
