// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/resources.h"

#include "core/base/refusals.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {
namespace {

constexpr double kFaster = 1 / 1.1; ///< 10 % more of a resource

} // namespace

core::Result<core::Done> checkSteps(const SimulationOptions& options)
{
    if (options.steps < 1 || options.steps > 1000)
        return core::outOfRange(options.steps, 1, 1000).in("--steps");
    return core::Done{};
}

core::Result<core::Done> checkNoPipeline(const SimulationOptions& options)
{
    if (options.schedule || options.order)
        return core::notSupported(W_("a schedule of pipelines"),
                                  W_("a recommender's tables are sharded, its layers are not"))
            .in("--schedule");
    return core::Done{};
}

core::Result<core::Done> checkSlowdowns(const std::vector<std::string>& known,
                                        const std::vector<Slowdown>& slowdowns)
{
    for (const Slowdown& slowdown : slowdowns) {
        if (std::ranges::find(known, slowdown.what) == known.end())
            return core::unknownName(slowdown.what, known, W_("resource")).in("--slow");
        if (!(slowdown.factor > 0))
            return core::outOfRange(slowdown.factor, 0, "1e6").in("--slow");
    }
    return core::Done{};
}

std::vector<StepDifference> largerDifferences(std::initializer_list<std::pair<const char*, double>> parts,
                                              double closedForm)
{
    std::vector<StepDifference> out;
    for (const auto& [what, seconds] : parts) {
        if (std::abs(seconds) > 1e-9 * closedForm)
            out.push_back({what, seconds});
    }
    return out;
}

core::Result<std::vector<Sensitivity>>
sensitivitiesOf(const std::vector<std::string>& resources, const std::vector<Slowdown>& slowdowns,
                const std::function<core::Result<double>(const std::vector<Slowdown>&)>& seconds)
{
    SHARDSCOPE_TRY(const double now, seconds(slowdowns));
    std::vector<Sensitivity> out;
    for (const std::string& resource : resources) {
        std::vector<Slowdown> faster = slowdowns;
        faster.push_back({resource, kFaster});
        SHARDSCOPE_TRY(const double then, seconds(faster));
        out.push_back({resource, now - then});
    }
    std::ranges::stable_sort(out, std::ranges::greater(), &Sensitivity::seconds);
    return out;
}

} // namespace shardscope::planner
