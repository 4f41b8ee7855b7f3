// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/wanted_schedule.h"

#include "core/io/text_file.h"
#include "core/plan/plan_fields.h"

#include <algorithm>
#include <filesystem>
#include <regex>

namespace shardscope::app {
bool runsAsDualPipeV(const core::Plan& plan, const WantedSchedule& wanted)
{
    return wanted.kind == planner::ScheduleKind::DualPipe && plan.axes.pipeline % 2 == 0 &&
           plan.batch.microBatches % 2 == 0;
}

std::int64_t chunksOf(planner::ScheduleKind kind, std::int64_t virtualStages)
{
    const planner::ScheduleName& name = planner::entryOf(kind);
    if (name.virtualStages)
        return std::max<std::int64_t>(2, virtualStages);
    return name.plan && core::foldsPipeline(*name.plan) ? 2 : 1;
}

core::Plan planWithSchedule(core::Plan plan, WantedSchedule wanted, std::int64_t virtualStages)
{
    if (runsAsDualPipeV(plan, wanted)) {
        plan.phases = 0;
        plan.axes.virtualStages = 1;
        core::foldTwoWays(plan);
        return plan;
    }
    if (!wanted.kind) {
        if (plan.schedule == core::Schedule::Interleaved)
            plan.axes.virtualStages = virtualStages;
        return plan;
    }
    const planner::ScheduleName& name = planner::entryOf(*wanted.kind);
    plan.phases = 0;
    plan.layersPerStage.clear();
    plan.schedule = name.plan.value_or(name.virtualStages ? core::Schedule::Interleaved
                                                          : core::Schedule::OneForwardOneBackward);
    plan.axes.virtualStages = name.virtualStages ? std::max<std::int64_t>(2, virtualStages) : 1;
    return plan;
}

core::Result<planner::Simulation> simulateWanted(const core::ModelSpec& model,
                                                 const core::HardwareSpec& hardware, const core::Plan& plan,
                                                 const WantedSchedule& wanted,
                                                 const planner::SimulationOptions& options,
                                                 const core::Task& task)
{
    if (wanted.zion)
        return planner::simulateZion(model, hardware, plan, options, task);
    planner::SimulationOptions how = options;
    if (how.schedule == planner::ScheduleKind::DualPipe && plan.schedule == core::Schedule::DualPipeV)
        how.schedule.reset(); // planWithSchedule folded it
    return planner::simulate(model, hardware, plan, how, task);
}

core::Result<planner::Simulation> simulateWhatIf(planner::SimulationOptions options,
                                                 const Simulator& simulate)
{
    core::Result<planner::Simulation> out = simulate(options);
    if (out.ok() || out.error().code != core::ErrorCode::UnknownName)
        return out;
    options.slowdowns.clear();
    options.failure.reset();
    return simulate(options);
}

core::Result<std::optional<planner::FailureCost>>
failureCost(const WantedSchedule& wanted, const WhatIf& whatIf, double stepSeconds, const Simulator& simulate)
{
    if (whatIf.kind != WhatIf::Kind::Fails)
        return std::optional<planner::FailureCost>();
    planner::SimulationOptions options = optionsOf(wanted, whatIf, stepSeconds);
    options.expand.clear();
    options.run = false;
    SHARDSCOPE_TRY(const planner::Simulation failed, simulateWhatIf(options, simulate));
    return failed.failure;
}

planner::SimulationOptions optionsOf(WantedSchedule wanted, const WhatIf& whatIf, double stepSeconds)
{
    planner::SimulationOptions options;
    options.schedule = wanted.kind;
    options.overlap = whatIf.overlap;
    options.expand = whatIf.expand;
    if (wanted.file)
        options.order = wanted.file->order;
    if (whatIf.kind == WhatIf::Kind::Slow)
        options.slowdowns.push_back({whatIf.what, whatIf.factor});
    if (whatIf.kind != WhatIf::Kind::Fails) { // what a failure costs is counted without jitter
        options.jitter = whatIf.jitter;
        options.seed = whatIf.seed;
    } else {
        constexpr double kHalf = 0.5;
        options.steps = whatIf.checkpointEvery + 1;
        options.failure =
            planner::Failure{whatIf.what, (static_cast<double>(whatIf.checkpointEvery) - kHalf) * stepSeconds,
                             whatIf.down, whatIf.checkpointEvery};
    }
    return options;
}

core::Result<std::shared_ptr<const ScheduleFile>> scheduleFile(const std::string& path)
{
    constexpr std::size_t kHead = 256;
    const core::Result<std::string> head = core::readTextHead(path, kHead);
    // "0F0", "(0F7;7B3)OVERLAP_F_B" or an empty cell, and a comma.
    static const std::regex cell(R"(^[,\s]*\(?\d+(F|I|W|B|SEND_F|RECV_F|UNSHARD|RESHARD)\d*[,;\r\n])");
    if (!head.ok() || !std::regex_search(*head, cell))
        return std::shared_ptr<const ScheduleFile>();
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(path).in(path));
    SHARDSCOPE_TRY(planner::PipelineOrder order, planner::readScheduleCsv(text).in(path));
    return std::shared_ptr<const ScheduleFile>(std::make_shared<const ScheduleFile>(
        ScheduleFile{std::filesystem::path(path).filename().string(), std::move(order)}));
}

} // namespace shardscope::app
