// SPDX-License-Identifier: GPL-3.0-or-later
// The axes and modifiers a plan can have. A new one: its file, one line here.
#include "planner/parallelism/modifiers.h"

#include <numeric>

namespace shardscope::planner {

core::Plan widened(core::Plan plan, std::int64_t core::Axes::*axis, std::int64_t factor)
{
    plan.axes.*axis *= factor;
    if (plan.axes.replica % factor != 0)
        return plan;
    plan.axes.replica /= factor;
    plan.batch.microBatches *= factor;
    const std::int64_t replicas = plan.axes.replicas();
    plan.axes.expert = std::gcd(plan.axes.expert, replicas);
    plan.sharding.weights = std::gcd(plan.sharding.weights, replicas);
    plan.sharding.gradients = std::gcd(plan.sharding.gradients, replicas);
    plan.sharding.optimizer = std::gcd(plan.sharding.optimizer, replicas);
    return plan;
}

const std::vector<Parallelism>& parallelisms()
{
    using core::ExplainedNumbers;
    using core::PlainNumbers;
    static const std::vector<Parallelism> all{
        {"recompute", nullptr, nullptr, recomputeChanges},
        {"tensor", tensorTraffic<PlainNumbers>, tensorTraffic<ExplainedNumbers>, tensorChanges},
        {"context", contextTraffic<PlainNumbers>, contextTraffic<ExplainedNumbers>, contextChanges},
        {"expert", expertTraffic<PlainNumbers>, expertTraffic<ExplainedNumbers>, expertChanges},
        {"pipeline", pipelineTraffic<PlainNumbers>, pipelineTraffic<ExplainedNumbers>, pipelineChanges},
        {"replica", replicaTraffic<PlainNumbers>, replicaTraffic<ExplainedNumbers>, replicaChanges},
        {"offload", offloadTraffic<PlainNumbers>, offloadTraffic<ExplainedNumbers>, offloadChanges},
        {"phased", phasedTraffic<PlainNumbers>, phasedTraffic<ExplainedNumbers>, phasedChanges},
    };
    return all;
}

} // namespace shardscope::planner
