// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/reports/plan_collective.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "planner/formula/calibration_choice.h"
#include "planner/traffic/routes.h"

namespace shardscope::planner {
namespace {

/// Gradients before what is gathered.
const core::CommunicationEntry* ofReplicas(const core::Evaluation& evaluation)
{
    const core::CommunicationEntry* found = nullptr;
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        if (entry.group != core::TrafficGroup::Replica)
            continue;
        if (entry.operation == core::Transfer::AllReduce || entry.operation == core::Transfer::ReduceScatter)
            return &entry;
        if (found == nullptr || found->bytesPerRank < entry.bytesPerRank)
            found = &entry;
    }
    return found;
}

} // namespace

core::Result<CollectiveSteps> planCollective(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                             const core::Evaluation& evaluation, Pattern pattern)
{
    const core::Plan& plan = evaluation.plan;
    const core::CommunicationEntry* entry = ofReplicas(evaluation);
    if (entry == nullptr || plan.axes.replicas() < 2)
        return core::inconsistent(W_("there is one replica: nobody has gradients to exchange"));
    const core::NetworkRates* network = hardware.network ? &*hardware.network : nullptr;
    const Coefficients known = coefficientsOf(calibrationFor(hardware, plan, model), nullptr, network);
    const bool ofSystem = known.calibration != nullptr || known.ofLinks;
    const auto route = routeOf(hardware, plan, *entry);
    return collectiveSteps({hardware, ofSystem ? &known : nullptr}, pattern,
                           {plan.axes.replicas(), route ? route->stride : 1}, entry->bytesPerRank,
                           plan.precision.gradients);
}

} // namespace shardscope::planner
