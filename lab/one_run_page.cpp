// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/one_run_page.h"

#include "app/session/accuracy/calibration_input.h"
#include "app/session/accuracy/cases.h"
#include "core/units/percent.h"
#include "planner/planner.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace shardscope::lab {
namespace {

constexpr const char* kStep = "step_seconds";
constexpr std::size_t kFewestShapes = 3;
constexpr std::size_t kMostInTurn = 12;

using System = std::tuple<std::string, std::string, std::string>; // group, framework, format
using Runs = std::vector<planner::CalibrationRun>;

/// What is known of the machines without calibrations on \p group.
std::vector<core::HardwareSpec> without(const std::string& group, std::vector<core::HardwareSpec> machines)
{
    for (core::HardwareSpec& machine : machines)
        std::erase_if(machine.calibrations, [&](const core::Calibration& known) {
            return std::ranges::find(known.groups, group) != known.groups.end();
        });
    return machines;
}

/// log(predicted / measured) of each run's step.
std::vector<std::optional<double>> stepErrors(const std::vector<core::HardwareSpec>& machines,
                                              const Runs& runs)
{
    std::vector<std::optional<double>> errors;
    for (const planner::CalibrationRun& run : runs) {
        const auto evaluation =
            planner::evaluate(*run.model, machines[run.hardware], run.plan, planner::Detail::Bound);
        const auto predicted =
            evaluation.ok() ? planner::predictedFigure(*evaluation, kStep) : std::optional<double>();
        errors.push_back(predicted && *predicted > 0
                             ? std::optional(std::log(*predicted / run.measured.at(kStep)))
                             : std::nullopt);
    }
    return errors;
}

double spreadAbout(double mean, const std::vector<double>& logs)
{
    double sum = 0;
    for (const double log : logs)
        sum += (log - mean) * (log - mean);
    return logs.size() > 1 ? std::sqrt(sum / static_cast<double>(logs.size() - 1)) : 0;
}

core::Result<core::Done> calibrateInTurn(planner::CalibrationRequest request, const Runs& runs,
                                         OneRunRow& row, const core::Task& task)
{
    const auto before = stepErrors(request.hardware, runs);
    std::vector<double> logs;
    for (const std::optional<double>& error : before) {
        if (error)
            logs.push_back(*error);
    }
    for (const double log : logs)
        row.meanLog += log / static_cast<double>(logs.size());
    row.withinLog = spreadAbout(row.meanLog, logs);
    // The mean of the others is as far from one of n as n / (n - 1) times the mean of all.
    const double others = static_cast<double>(logs.size()) / static_cast<double>(logs.size() - 1);
    for (const double log : logs)
        row.best += std::fabs(std::expm1((log - row.meanLog) * others)) / static_cast<double>(logs.size());
    request.fit.clear();
    request.weights = {{kStep, 1}};
    double pairs = 0;
    const std::size_t turns = std::min(kMostInTurn, runs.size());
    for (std::size_t turn = 0; turn < turns; ++turn) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const std::size_t own = turn * runs.size() / turns;
        if (!before[own])
            continue;
        SHARDSCOPE_TRY(const core::Calibration made, planner::calibrate(request, {runs[own]}, task));
        std::vector<core::HardwareSpec> calibrated = request.hardware;
        for (core::HardwareSpec& machine : calibrated)
            machine.calibrations = {made};
        const auto after = stepErrors(calibrated, runs);
        for (std::size_t other = 0; other < runs.size(); ++other) {
            if (other == own || !before[other] || !after[other])
                continue;
            row.before += std::fabs(std::exp(*before[other]) - 1);
            row.after += std::fabs(std::exp(*after[other]) - 1);
            pairs += 1;
        }
    }
    if (pairs > 0) {
        row.before /= pairs;
        row.after /= pairs;
    }
    return core::Done{};
}

} // namespace

core::Result<std::vector<OneRunRow>> oneRunRows(const core::Catalog& catalog,
                                                const std::vector<std::filesystem::path>& files,
                                                const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<app::Case> cases, app::loadCases(catalog, files));
    std::set<std::string> machines;
    for (const app::Case& one : cases) {
        if (!one.problem && catalog.hardware(one.hardware).ok())
            machines.insert(one.hardware);
    }
    std::vector<OneRunRow> rows;
    for (const std::string& machine : machines) {
        app::CalibrationCall call;
        call.cases = files;
        call.hardware = machine;
        call.name = "one run";
        SHARDSCOPE_TRY(const app::CalibrationInput input, app::calibrationInput(catalog, call));
        std::map<System, Runs> systems;
        for (std::size_t i = 0; i < input.runs.size(); ++i) {
            const planner::CalibrationRun& run = input.runs[i];
            if (run.measured.count(kStep) == 0 || run.model->transformer() == nullptr)
                continue;
            const core::Precision& formats = run.plan.precision;
            const core::Dtype products =
                formats.compute.value_or(formats.autocast ? core::Dtype::Bf16 : formats.weights);
            systems[{input.systems[i], std::string(core::nameOf(run.plan.implementation)),
                     std::string(core::nameOf(products))}]
                .push_back(run);
        }
        for (const auto& [system, runs] : systems) {
            std::set<std::string> shapes;
            for (const planner::CalibrationRun& run : runs)
                shapes.insert(planner::shapeName(*run.model));
            if (shapes.size() < kFewestShapes)
                continue;
            const auto& [group, framework, format] = system;
            OneRunRow row{.group = group, .machine = machine, .framework = framework, .format = format};
            row.runs = static_cast<std::int64_t>(runs.size());
            row.shapes = static_cast<std::int64_t>(shapes.size());
            planner::CalibrationRequest request = input.request;
            request.hardware = without(group, request.hardware);
            SHARDSCOPE_TRY_DONE(calibrateInTurn(std::move(request), runs, row, task));
            rows.push_back(row);
        }
    }
    return rows;
}

PageBlocks oneRunBlocks(const std::vector<OneRunRow>& rows)
{
    std::string text = rowLine({"group", "machine", "framework", "products in", "runs", "models",
                                "others before", "others after one run", "after / before",
                                "spread about their mean", "scaled by all others"});
    text += "|---|---|---|---|---|---|---|---|---|---|---|\n";
    OneRunRow all;
    std::vector<double> means;
    double within = 0;
    for (const OneRunRow& row : rows) {
        text += rowLine({row.group, row.machine, row.framework, row.format, std::to_string(row.runs),
                         std::to_string(row.shapes), core::percentText(row.before, 1),
                         core::percentText(row.after, 1), core::percentText(row.after / row.before, 0),
                         core::percentText(row.withinLog, 1), core::percentText(row.best, 1)});
        const double share = 1 / static_cast<double>(rows.size());
        all.runs += row.runs;
        all.before += row.before * share;
        all.after += row.after * share;
        all.best += row.best * share;
        all.meanLog += row.meanLog * share;
        within += row.withinLog * row.withinLog * share;
        means.push_back(row.meanLog);
    }
    if (!rows.empty())
        text += rowLine({"every system alike", "", "", "", std::to_string(all.runs), "",
                         core::percentText(all.before, 1), core::percentText(all.after, 1),
                         core::percentText(all.after / all.before, 0),
                         core::percentText(std::sqrt(within), 1), core::percentText(all.best, 1)});
    text += "\nOf log(predicted / measured) before: standard deviation within a system " +
            core::percentText(std::sqrt(within), 1) + ", of systems' means " +
            core::percentText(spreadAbout(0, means), 1) + " about nothing.\n";
    return {{"one run", text}};
}

} // namespace shardscope::lab
