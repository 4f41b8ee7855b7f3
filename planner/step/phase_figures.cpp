// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/step/phase_figures.h"

#include "planner/framework/framework.h"

namespace shardscope::planner {

template <class N>
void addPhaseFigures(const core::Plan& plan, const std::vector<Traffic<N>>& traffic,
                     const core::Seconds& update, core::Evaluation& evaluation)
{
    if (factsOf(plan).habits.sharder != Sharder::Zero) // of whose phases there are measurements
        return;
    double reductions = 0;
    double gathers = 0;
    for (const Traffic<N>& entry : traffic) {
        if (entry.group != core::TrafficGroup::Replica)
            continue;
        // Sharded weights are gathered for forward and backward, others once the shards are updated.
        const bool afterUpdate = entry.operation == core::Transfer::AllGather && plan.sharding.weights == 1;
        (afterUpdate ? gathers : reductions) += N::plain(entry.exposed).value();
    }
    evaluation.figures["backward_and_reduction_seconds"] =
        evaluation.figures["backward_seconds"] + reductions;
    evaluation.figures["update_and_gather_seconds"] = update.value() + gathers;
}

#define SHARDSCOPE_PHASE_FIGURES(N)                                                                          \
    template void addPhaseFigures<N>(const core::Plan&, const std::vector<Traffic<N>>&,                      \
                                     const core::Seconds&, core::Evaluation&);
SHARDSCOPE_PHASE_FIGURES(core::PlainNumbers)
SHARDSCOPE_PHASE_FIGURES(core::ExplainedNumbers)
#undef SHARDSCOPE_PHASE_FIGURES

} // namespace shardscope::planner
