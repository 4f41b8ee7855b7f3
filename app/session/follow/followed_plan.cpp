// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/follow/followed_plan.h"

#include "app/session/accuracy/interval.h"

namespace shardscope::app {

FollowedPlan followedPlan(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                          const core::Evaluation& evaluation)
{
    FollowedPlan plan;
    plan.stepSeconds = evaluation.step.at(core::StepPart::Total).seconds.value();
    plan.mostSeconds = stepInterval(model, hardware, evaluation).interval.high;
    if (const core::TierUse* const device = evaluation.memory.fullestUse(core::Tier::Device))
        plan.peakBytes = device->peak.value();
    plan.devices = evaluation.plan.axes.devices();
    return plan;
}

} // namespace shardscope::app
