// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/persia_simulation.h"

#include "planner/simulate/failures.h"
#include "planner/simulate/persia_batches.h"
#include "planner/simulate/resources.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

constexpr std::int64_t kShown = 4;       ///< NN workers
constexpr std::int64_t kMostBurst = 120; ///< batches after which the steady state is taken to repeat

struct Timed : TimedRun {
    std::vector<std::vector<PersiaBatchTimes>> batches; ///< by worker
    std::vector<double> stepEnds;                       ///< of what is counted, its begin first
};

core::Result<Timed> timed(const PersiaWork& work, const SimulationOptions& options,
                          const std::vector<Slowdown>& slowdowns, double share, const core::Task& task,
                          const std::optional<PersiaOutage>& outage = {})
{
    PersiaBatches batches(work, slowdowns, outage);
    // Workers and the cap let batches through in bursts: a whole number of them is averaged.
    const std::int64_t bursts = std::max<std::int64_t>(1, (options.steps + work.burst - 1) / work.burst);
    const std::int64_t counted = bursts * work.burst;
    SHARDSCOPE_TRY(TimedRun run, timedRun(batches.take(), counted, 0, share, options.seed, task));
    Timed out{std::move(run), {}, {}};
    for (std::int64_t worker = 0; worker < work.shown; ++worker)
        out.batches.push_back(batches.batchesOf(worker, out.times));
    const std::vector<TaskIndex>& steps = out.run.steps();
    for (std::size_t step = steps.size() - 1 - static_cast<std::size_t>(counted); step < steps.size(); ++step)
        out.stepEnds.push_back(out.times.end[steps[step]]);
    return out;
}

PersiaWork workOf(const core::Evaluation& evaluation, const PersiaRate& rate, PersiaMode mode,
                  const PersiaSettings& settings, std::int64_t accelerators, std::int64_t steps)
{
    PersiaWork work;
    work.mode = mode;
    work.staleness = settings.staleness;
    work.workers = settings.workers;
    work.accelerators = accelerators;
    work.shown = std::min(kShown, accelerators);
    work.batch = static_cast<double>(settings.batch);
    work.stages = rate.stages;
    const auto part = [&](core::StepPart which) { return evaluation.step.at(which).seconds.value(); };
    work.forward = part(core::StepPart::Forward);
    work.backward = part(core::StepPart::Backward);
    work.optimizer = part(core::StepPart::Optimizer);
    work.host = std::max(0.0, part(core::StepPart::Host));
    // A shown worker's batch stands for those of the workers that it stands for.
    const double samples = work.batch * static_cast<double>(accelerators) / static_cast<double>(work.shown);
    for (const PersiaRoleRate& role : rate.roles) {
        const double seconds = samples / role.samplesPerSecond;
        if (role.role == PersiaRoleKind::DataLoader)
            work.loading = seconds;
        else if (role.role == PersiaRoleKind::EmbeddingWorker)
            work.looking = seconds;
        else if (role.role == PersiaRoleKind::ParameterServer)
            work.serving = seconds;
    }
    work.burst =
        std::min(kMostBurst, mode == PersiaMode::FullSync ? 1 : steadyBurst(work.staleness, work.workers));
    work.batches = 2 * work.burst + steps + 1;
    return work;
}

std::vector<SimulatedClass> classesOf(const Timed& timed, const PersiaWork& work,
                                      const core::Evaluation& evaluation)
{
    std::vector<SimulatedClass> out;
    for (std::int64_t worker = 0; worker < work.shown; ++worker) {
        const LaneRun::Shares shares = timed.shares(static_cast<std::int32_t>(worker));
        SimulatedClass one;
        one.rankClass = "NN worker " + std::to_string(worker);
        one.count = standsFor(work.accelerators, work.shown, worker);
        one.busySeconds = shares.computing;
        one.exposedSeconds = shares.exposed;
        one.idleSeconds = std::max(0.0, timed.seconds() - one.busySeconds - one.exposedSeconds);
        one.peakInFlight = work.mode == PersiaMode::FullSync ? 1 : static_cast<double>(work.staleness);
        for (const core::TierUse& use : evaluation.memory.tiers)
            one.peakBytes = use.tier == core::Tier::Device ? use.peak.value() : one.peakBytes;
        out.push_back(std::move(one));
    }
    return out;
}

PersiaOutage outageOf(const Failure& failure, const Timed& undisturbed)
{
    PersiaOutage out;
    out.what = failure.what;
    out.from = undisturbed.begin + failure.at;
    out.to = out.from + failure.down;
    for (std::size_t worker = 0; worker < undisturbed.batches.size(); ++worker) {
        if (failure.what == "nn worker " + std::to_string(worker))
            out.worker = static_cast<std::int64_t>(worker);
    }
    if (out.worker < 0)
        return out;
    out.batches = undisturbed.batches[static_cast<std::size_t>(out.worker)];
    while (out.batches[static_cast<std::size_t>(out.firstAgain)].done <= out.from)
        ++out.firstAgain; // one is under way: counting ends later than the failure
    return out;
}

/// What is lost with the memory of the role that fails.
FailureCost costOf(const Failure& failure, const PersiaOutage& outage, const Timed& undisturbed,
                   const Timed& disturbed, const PersiaWork& work, const RoleCluster& cluster)
{
    FailureCost cost;
    cost.what = failure.what;
    cost.at = outage.from;
    cost.back = outage.to;
    cost.delaySeconds = disturbed.end - undisturbed.end;
    const auto batches = [&](const auto& isLost) {
        double lost = 0;
        for (std::int64_t worker = 0; worker < work.shown; ++worker) {
            const auto& of = undisturbed.batches[static_cast<std::size_t>(worker)];
            lost += static_cast<double>(standsFor(work.accelerators, work.shown, worker)) *
                    static_cast<double>(std::ranges::count_if(of, isLost));
        }
        return lost;
    };
    if (outage.worker >= 0) {
        const PersiaBatchTimes& was = outage.batches[static_cast<std::size_t>(outage.firstAgain)];
        cost.lostSeconds = std::clamp(outage.from - was.hostBegin, 0.0, was.computed - was.hostBegin);
        // Gradients of rows that it had not given away yet.
        cost.lostBatches =
            static_cast<double>(std::ranges::count_if(outage.batches, [&](const PersiaBatchTimes& one) {
                return one.done <= outage.from && one.put > outage.from;
            }));
        cost.lostShare = 1;
    } else if (failure.what == "parameter_server") {
        std::size_t checkpoint = 0;
        const auto every = static_cast<std::size_t>(failure.checkpointEvery);
        for (std::size_t step = every;
             every > 0 && step < undisturbed.stepEnds.size() && undisturbed.stepEnds[step] <= outage.from;
             step += every)
            checkpoint = step;
        const double from = undisturbed.stepEnds[checkpoint];
        cost.lostSeconds = outage.from - from;
        cost.lostBatches =
            batches([&](const PersiaBatchTimes& one) { return one.put > from && one.put <= outage.from; });
        // Ids are spread over all servers.
        cost.lostShare = 1 / static_cast<double>(cluster[PersiaRoleKind::ParameterServer].replicas);
    } else if (failure.what == "embedding_worker") {
        // It remembers which rows a batch asked for until the gradients come back; batches are spread over
        // all of these workers.
        cost.lostBatches = batches([&](const PersiaBatchTimes& one) {
                               return one.opened < outage.from && one.put > outage.from;
                           }) /
                           static_cast<double>(cluster[PersiaRoleKind::EmbeddingWorker].replicas);
        cost.lostShare = 1;
    }
    return cost;
}

} // namespace

core::Result<Simulation> simulatePersia(const core::ModelSpec& model, const RoleCluster& cluster,
                                        const core::HardwareSpec& hardware, const core::Plan& plan,
                                        const PersiaSettings& settings, const SimulationOptions& options,
                                        const core::Task& task)
{
    SHARDSCOPE_TRY_DONE(checkNoPipeline(options));
    SHARDSCOPE_TRY_DONE(checkSteps(options));
    Simulation out;
    SHARDSCOPE_TRY(out.evaluation, evaluatePersia(model, cluster, hardware, plan, settings, true));
    SHARDSCOPE_TRY(const PersiaMode mode, persiaMode(plan.consistency));
    SHARDSCOPE_TRY(const RoleCluster used, withAccelerators(cluster, plan.axes.replica));
    PersiaSettings planned = settings; // as evaluatePersia takes them
    planned.batch = plan.batch.microBatch * plan.batch.microBatches;
    if (plan.consistency.staleness > 0)
        planned.staleness = plan.consistency.staleness;
    SHARDSCOPE_TRY(const PersiaRate rate, persiaRate(*model.recommender(), used, mode, planned));
    const PersiaWork work = workOf(out.evaluation, rate, mode, planned, used.accelerators(), options.steps);
    std::vector<std::string> resources{"compute", "host",        "all_reduce",       "get",
                                       "put",     "data_loader", "embedding_worker", "parameter_server"};
    const std::vector<std::string> sensitive = resources;
    for (std::int64_t worker = 0; worker < work.shown; ++worker)
        resources.push_back("nn worker " + std::to_string(worker));
    SHARDSCOPE_TRY_DONE(checkSlowdowns(resources, options.slowdowns));
    out.failing = {"data_loader", "embedding_worker", "parameter_server"};
    for (std::int64_t worker = 0; worker < work.shown; ++worker)
        out.failing.push_back("nn worker " + std::to_string(worker));

    const auto seconds = [&](const std::vector<Slowdown>& slowdowns) -> core::Result<double> {
        SHARDSCOPE_TRY(const Timed one, timed(work, options, slowdowns, 0, task));
        return one.seconds();
    };
    SHARDSCOPE_TRY(Timed all, timed(work, options, options.slowdowns, options.jitter, task));
    SHARDSCOPE_TRY(const double plain, seconds({}));
    const double slowed = all.seconds();
    if (options.failure) {
        SHARDSCOPE_TRY_DONE(checkFailure(out.failing, options, all.end - all.begin));
        const PersiaOutage outage = outageOf(*options.failure, all);
        SHARDSCOPE_TRY(Timed disturbed, timed(work, options, options.slowdowns, 0, task, outage));
        out.failure = costOf(*options.failure, outage, all, disturbed, work, used);
        all = std::move(disturbed);
    }
    out.stepSeconds = all.seconds();
    out.closedFormSeconds = out.evaluation.step.at(core::StepPart::Total).seconds.value();
    out.differences = largerDifferences({{"what_if", slowed - plain},
                                         {"failure", out.stepSeconds - slowed},
                                         {"role_queues", plain - out.closedFormSeconds}},
                                        out.closedFormSeconds);
    out.classes = classesOf(all, work, out.evaluation);
    if (options.sensitivity) {
        SHARDSCOPE_TRY(out.sensitivities, sensitivitiesOf(sensitive, options.slowdowns, seconds));
    }
    for (const auto& [name, part] :
         {std::pair{"forward", core::StepPart::Forward}, std::pair{"backward", core::StepPart::Backward},
          std::pair{"optimizer", core::StepPart::Optimizer}, std::pair{"host", core::StepPart::Host}}) {
        if (const core::DerivationPtr why = out.evaluation.step.at(part).why)
            out.derivations.emplace_back(name, why);
    }
    for (const core::CommunicationEntry& entry : out.evaluation.communication) {
        const std::string name = entry.group == core::TrafficGroup::Embedding           ? "embedding get"
                                 : entry.group == core::TrafficGroup::EmbeddingBackward ? "embedding put"
                                                                                        : "all_reduce";
        if (entry.secondsWhy)
            out.derivations.emplace_back(name, entry.secondsWhy);
    }
    out.slowable = std::move(resources);
    out.lanes = true;
    out.schedule.stepTime = all.times.makespan;
    if (options.run) {
        SHARDSCOPE_TRY(out.run, all.run.run(all.times, plan,
                                            shownTitle(model) + " on " + shownTitle(cluster) + ", " +
                                                std::string(nameOf(mode)),
                                            task));
    }
    return out;
}

} // namespace shardscope::planner
