// SPDX-License-Identifier: GPL-3.0-or-later
// What the axes and modifiers of a plan share. A new one: its file, and its name in parallelism.h.
#include "planner/parallelism/parallelism.h"

#include "core/base/phrase.h"

#include <numeric>

namespace shardscope::planner {

core::PlanProblem divides(std::string_view words, std::int64_t value, const char* by, std::int64_t divisor,
                          const char* pointer)
{
    if (value % divisor == 0)
        return {};
    return core::mustDivide(core::phrase(words), value, by, divisor, pointer);
}

core::Plan widened(core::Plan plan, std::int64_t core::Axes::*axis, std::int64_t factor)
{
    plan.axes.*axis *= factor;
    if (plan.axes.replica % factor != 0)
        return plan;
    plan.axes.replica /= factor;
    plan.batch.microBatches *= factor;
    const std::int64_t replicas = plan.axes.replicas();
    plan.axes.expert = std::gcd(plan.axes.expert, plan.axes.expertRanks());
    plan.sharding.weights = std::gcd(plan.sharding.weights, replicas);
    plan.sharding.gradients = std::gcd(plan.sharding.gradients, replicas);
    plan.sharding.optimizer = std::gcd(plan.sharding.optimizer, replicas);
    return plan;
}

const core::MemoryTier* nearestTier(const core::HardwareSpec& hardware)
{
    for (const core::Tier tier : {core::Tier::Host, core::Tier::Streaming, core::Tier::Nvme}) {
        if (const core::MemoryTier* memory = hardware.tier(tier))
            return memory;
    }
    return nullptr;
}

} // namespace shardscope::planner
