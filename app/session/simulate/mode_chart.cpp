// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/mode_chart.h"

#include "app/session/plan/clusters.h"
#include "app/session/recommender/recommender_operations.h"
#include "app/session/simulate/lane_chart.h"
#include "app/session/text/messages.h"
#include "core/base/refusals.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using planner::PersiaMode;

/// What is asked of the planner.
struct Asked {
    planner::RoleCluster cluster;
    core::HardwareSpec accelerator;
    planner::PersiaSettings settings;
};

core::Result<Asked> askedOf(const core::Catalog& catalog, const core::ModelSpec& model,
                            const RecommenderChoices& choices)
{
    if (model.recommender() == nullptr)
        return core::notSupported(W_("PERSIA's modes"), W_("the model has no embedding tables"));
    Asked out;
    SHARDSCOPE_TRY(out.cluster, clusterOf(catalog, choices));
    SHARDSCOPE_TRY(out.accelerator, acceleratorOf(catalog, out.cluster));
    SHARDSCOPE_TRY(const PersiaDefaults asked,
                   persiaSettingsOf(catalog, model, out.cluster, out.accelerator, choices));
    out.settings = asked.settings;
    return out;
}

core::Plan planOf(const Asked& asked, PersiaMode mode)
{
    using core::Consistency;
    core::Plan plan;
    plan.axes.replica = asked.cluster.accelerators();
    plan.batch.microBatch = asked.settings.batch;
    plan.batch.microBatches = 1;
    plan.batch.globalBatch = plan.batch.microBatch * plan.axes.replica;
    plan.precision.weights = core::Dtype::Fp32;
    plan.precision.compute = asked.settings.compute;
    plan.consistency.dense =
        mode == PersiaMode::FullAsync ? Consistency::Asynchronous : Consistency::Synchronous;
    plan.consistency.embedding =
        mode == PersiaMode::FullSync ? Consistency::Synchronous : Consistency::Asynchronous;
    plan.consistency.prefetch = mode != PersiaMode::NaiveHybrid;
    plan.consistency.staleness = asked.settings.staleness;
    return plan;
}

/// What a batch of every NN worker takes in \p mode, without queues.
core::Result<double> secondsOf(const core::ModelSpec& model, const Asked& asked, PersiaMode mode)
{
    SHARDSCOPE_TRY(const planner::PersiaRate rate,
                   planner::persiaRate(*model.recommender(), asked.cluster, mode, asked.settings));
    return static_cast<double>(asked.settings.batch * asked.cluster.accelerators()) / rate.samplesPerSecond;
}

/// The rows of the first NN worker and of the roles: what waits for each other in a worker is one row, what
/// it looks up and puts side by side takes as many as it needs.
std::vector<LaneGroup> groups()
{
    const std::string worker = "NN worker 0";
    const auto row = [&](const char* text) { return translated(text).toStdString(); };
    return {{row(N_("NN worker: computing")),
             {{worker, "host"}, {worker, "computing"}, {worker, "all-reduce"}},
             {}},
            {row(N_("NN worker: embeddings got")), {{worker, "embedding get"}}, {}},
            {row(N_("NN worker: gradients put")), {{worker, "embedding put"}}, core::OpClass::Copy},
            {row(N_("embedding workers")), {{"embedding workers", ""}}, {}},
            {row(N_("parameter servers")), {{"parameter servers", ""}}, {}},
            {row(N_("data loaders")), {{"data loaders", ""}}, {}}};
}

} // namespace

core::Result<std::optional<std::string>> clusterNamed(const core::Catalog& catalog,
                                                      const PlanRequest& request)
{
    std::string hardware = request.hardware;
    if (hardware.empty() && !request.planFile.empty()) {
        SHARDSCOPE_TRY(const PlanDocument document, readPlanDocument(request.planFile));
        hardware = document.hardware;
    }
    if (hardware.empty() || !isCluster(catalog, hardware))
        return std::optional<std::string>();
    return std::optional(std::move(hardware));
}

core::Result<RecommenderChoices> choicesOfPlan(RecommenderChoices choices, std::string cluster,
                                               const core::Plan& plan)
{
    SHARDSCOPE_TRY(choices.mode, planner::persiaMode(plan.consistency));
    choices.cluster = std::move(cluster);
    choices.job.clear();
    choices.persia.batch = plan.batch.microBatch * plan.batch.microBatches;
    if (plan.consistency.staleness > 0)
        choices.persia.staleness = plan.consistency.staleness;
    return choices;
}

core::Result<planner::Simulation> simulateMode(const core::Catalog& catalog, const core::ModelSpec& model,
                                               const RecommenderChoices& choices, PersiaMode mode,
                                               planner::SimulationOptions options, const core::Task& task)
{
    SHARDSCOPE_TRY(const Asked asked, askedOf(catalog, model, choices));
    return planner::simulatePersia(model, asked.cluster, asked.accelerator, planOf(asked, mode),
                                   asked.settings, options, task);
}

core::Result<ScheduleChart> modeChart(const core::Catalog& catalog, const core::ModelSpec& model,
                                      const RecommenderChoices& choices, PersiaMode mode,
                                      const core::Task& task, const WhatIf& whatIf)
{
    constexpr double kBatches = 3;      ///< of the slowest mode
    constexpr double kMostSteps = 200;  ///< of the fastest one
    constexpr std::int64_t kDrains = 6; ///< batches loaded ahead, and the last ones
    SHARDSCOPE_TRY(const Asked asked, askedOf(catalog, model, choices));
    double slowest = 0;
    for (const PersiaMode each : planner::kPersiaModes) {
        SHARDSCOPE_TRY(const double seconds, secondsOf(model, asked, each));
        slowest = std::max(slowest, seconds);
    }
    SHARDSCOPE_TRY(const double own, secondsOf(model, asked, mode));
    // The end is not shown: nothing is looked up any more for batches to come.
    const std::int64_t drains = asked.settings.staleness + kDrains;
    const Simulator simulate = [&](const planner::SimulationOptions& how) {
        return planner::simulatePersia(model, asked.cluster, asked.accelerator, planOf(asked, mode),
                                       asked.settings, how, task);
    };
    WhatIf drawn = whatIf;
    if (drawn.kind == WhatIf::Kind::Fails)
        drawn.kind = WhatIf::Kind::Nothing;
    planner::SimulationOptions options = optionsOf({}, drawn, 0);
    options.steps =
        static_cast<std::int64_t>(std::min(kMostSteps, std::ceil(kBatches * slowest / own))) + drains + 1;
    SHARDSCOPE_TRY(planner::Simulation simulation, simulateWhatIf(options, simulate));
    ScheduleChart chart;
    SHARDSCOPE_TRY(chart.failure, failureCost({}, whatIf, simulation.stepSeconds, simulate));
    chart.slowable = std::move(simulation.slowable);
    chart.failing = std::move(simulation.failing);
    chart.seconds = true;
    chart.stepSeconds = simulation.stepSeconds;
    chart.closedFormSeconds = simulation.closedFormSeconds;
    chart.devices = asked.cluster.accelerators();
    chart.differences = std::move(simulation.differences);
    chart.classes = std::move(simulation.classes);
    chart.derivations = std::move(simulation.derivations);
    const core::Timeline& timeline = *simulation.run->timeline;
    std::vector<std::int64_t> ends;
    for (const core::StepMark& step : timeline.steps()) {
        if (step.rank == timeline.steps().front().rank)
            ends.push_back(step.end);
    }
    const std::size_t last = ends.size() - 1 - std::min(ends.size() - 1, static_cast<std::size_t>(drains));
    const double to = static_cast<double>(ends[last]) * 1e-9;
    const double from = std::max(0.0, to - kBatches * slowest);
    chart.steps = static_cast<std::int64_t>(std::ranges::count_if(ends, [&](std::int64_t end) {
        const double at = static_cast<double>(end) * 1e-9;
        return at > from && at <= to;
    }));
    addLaneGroups(*simulation.run, groups(), from, to, chart);
    addLaneCounter(*simulation.run, "NN worker 0", "staleness",
                   translated(N_("batches looked up, not yet put")).toStdString(), from, to, chart);
    return chart;
}

} // namespace shardscope::app
