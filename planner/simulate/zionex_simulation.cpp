// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks are those that the plan's step is timed by (planner/recommender/zionex/step_tasks.h): without
// jitter and what-ifs the simulated step is the plan's.
#include "planner/simulate/zionex_simulation.h"

#include "core/base/refusals.h"
#include "planner/recommender/zionex/recommender_plan.h"
#include "planner/recommender/zionex/step_tasks.h"
#include "planner/simulate/resources.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

std::vector<SimulatedClass> classesOf(const TimedRun& timed, const StepTasks& input,
                                      const core::Evaluation& evaluation)
{
    std::vector<SimulatedClass> out;
    for (std::int32_t rank = 0; rank < (input.cluster.devices > 1 ? 2 : 1); ++rank) {
        const LaneRun::Shares shares = timed.shares(rank);
        SimulatedClass one;
        one.rankClass = rank == 0 ? "busiest device" : "mean device";
        one.count = rank == 0 ? 1 : input.cluster.devices - 1;
        one.busySeconds = shares.computing;
        one.exposedSeconds = shares.exposed;
        one.idleSeconds = std::max(0.0, timed.seconds() - one.busySeconds - one.exposedSeconds);
        one.peakInFlight = input.pipelined ? 2 : 1;
        for (const core::TierUse& use : evaluation.memory.tiers)
            one.peakBytes = use.tier == core::Tier::Device ? use.peak.value() : one.peakBytes;
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace

core::Result<Simulation> simulateZionex(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                        const core::Plan& plan, const SimulationOptions& options,
                                        const core::Task& task)
{
    SHARDSCOPE_TRY_DONE(checkNoPipeline(options));
    if (options.failure)
        return core::notSupported(
                   W_("a failure on ZionEX"),
                   W_("its ranks wait for each other, and the job goes on from its checkpoint"))
            .in("--fail");
    SHARDSCOPE_TRY_DONE(checkSteps(options));
    const core::Recommender& recommender = *model.recommender();
    SHARDSCOPE_TRY(const ZionexSettings settings, zionexSettings(model, hardware, plan));
    SHARDSCOPE_TRY(const PlacementRequest request,
                   placementRequest(recommender, hardware, plan.axes.devices(), settings));
    SHARDSCOPE_TRY(Placement placement, placeZionex(request, settings, task));
    SHARDSCOPE_TRY(const std::vector<RecommenderPart> mean,
                   partsOfMeanDevice(recommender, hardware, request, placement, settings));
    SHARDSCOPE_TRY(const ZionexStep step,
                   timeZionex(recommender, hardware, request, std::move(placement), settings));
    SHARDSCOPE_TRY(core::Evaluation evaluation, evaluatePlaced(model, hardware, plan, step, true));
    StepTasks input = stepTasks(recommender, request, step, mean);
    input.counted = options.steps;
    std::vector<std::string> resources{"rank 0"};
    if (request.cluster.devices > 1)
        resources.push_back("rank 1");
    for (const RecommenderPart& part : step.parts) {
        if (part.key != kSharedLinks) // what comes of the others
            resources.push_back(part.key);
    }
    SHARDSCOPE_TRY_DONE(checkSlowdowns(resources, options.slowdowns));

    const auto seconds = [&](StepEffects effects,
                             const std::vector<Slowdown>& slowdowns) -> core::Result<double> {
        SHARDSCOPE_TRY(const TimedRun one, timedStep(input, effects, slowdowns, 0, options.seed, task));
        return one.seconds();
    };
    Simulation out;
    SHARDSCOPE_TRY(const TimedRun all,
                   timedStep(input, {}, options.slowdowns, options.jitter, options.seed, task));
    SHARDSCOPE_TRY(const double plain, seconds({}, {}));
    SHARDSCOPE_TRY(const double alone, seconds({false, true}, {}));
    SHARDSCOPE_TRY(const double early, seconds({false, false}, {}));
    out.stepSeconds = all.seconds();
    out.closedFormSeconds = step.formulaSeconds.value();
    out.differences = largerDifferences({{"late_all_reduce", alone - early},
                                         {"shared_links", plain - alone},
                                         {"what_if", out.stepSeconds - plain},
                                         {"unequal_devices", early - out.closedFormSeconds}},
                                        out.closedFormSeconds);
    out.classes = classesOf(all, input, evaluation);
    if (options.sensitivity) {
        SHARDSCOPE_TRY(out.sensitivities,
                       sensitivitiesOf(resources, options.slowdowns,
                                       [&](const auto& slowdowns) { return seconds({}, slowdowns); }));
    }
    for (const RecommenderPart& part : step.parts) {
        if (part.why)
            out.derivations.emplace_back(part.key, part.why);
    }
    out.slowable = resources;
    out.lanes = true;
    out.behind = kStepsBehind;
    out.schedule.stepTime = all.times.makespan;
    if (options.run) {
        SHARDSCOPE_TRY(out.run,
                       all.run.run(all.times, plan, shownTitle(model) + " on " + shownTitle(hardware), task));
    }
    out.evaluation = std::move(evaluation);
    return out;
}

} // namespace shardscope::planner
