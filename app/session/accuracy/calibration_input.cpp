// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/calibration_input.h"

#include "app/session/accuracy/cases.h"
#include "planner/planner.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace shardscope::app {
namespace {

constexpr const char* kStep = "step_seconds";
constexpr const char* kAchieved = "achieved_tflops_per_device";

/// Rates of products and memory, the host of a layer and of a micro-batch, a collective's start and rate, and
/// what reaches other nodes.
const std::vector<std::string> kFew = {"gemm_rate",           "fused_elementwise", "host_layer_forward",
                                       "host_layer_backward", "host_micro_batch",  "node_latency",
                                       "node_rate",           "node_egress"};

/// What a step of \p one takes whose devices compute at \p tflops, what is computed again included: its
/// work is counted.
std::optional<double> stepAt(double tflops, const Case& one, const core::HardwareSpec& hardware)
{
    const auto evaluation = planner::evaluate(*one.model, hardware, one.plan, planner::Detail::LaidOut);
    if (!evaluation.ok())
        return std::nullopt;
    const auto rate = planner::predictedFigure(*evaluation, kAchieved);
    const auto step = planner::predictedFigure(*evaluation, kStep);
    return rate && step ? std::optional(*step * *rate / tflops) : std::nullopt;
}

/// Seconds by figure; a rate alone says what a step takes.
std::map<std::string, double> secondsOf(const Case& one, const core::HardwareSpec& hardware)
{
    std::map<std::string, double> seconds;
    for (const auto& [key, value] : one.measured) {
        if (key.find("_seconds") != std::string::npos)
            seconds[key] = value;
        else if (key == "samples_per_second" && value > 0)
            seconds.emplace(kStep, static_cast<double>(one.plan.batch.globalBatch) / value);
        else if (const auto step =
                     key == kAchieved && value > 0 ? stepAt(value, one, hardware) : std::nullopt)
            seconds.emplace(kStep, *step);
    }
    return seconds;
}

/// Shapes of the models, where all of them are lists of layers: what such a network achieves is its own.
std::vector<std::string> layeredModels(const std::vector<planner::CalibrationRun>& runs)
{
    std::set<std::string> shapes;
    for (const planner::CalibrationRun& run : runs) {
        if (run.model->layerList() == nullptr)
            return {};
        shapes.insert(planner::shapeName(*run.model));
    }
    return {shapes.begin(), shapes.end()};
}

/// Whether cases of \p group are among those to fit.
bool wanted(const CalibrationCall& call, const std::string& group)
{
    return call.groups.empty() || std::ranges::find(call.groups, group) != call.groups.end();
}

} // namespace

core::Result<CalibrationInput> calibrationInput(const core::Catalog& catalog, const CalibrationCall& call)
{
    SHARDSCOPE_TRY(const std::vector<Case> cases, loadCases(catalog, call.cases));
    SHARDSCOPE_TRY(const core::HardwareSpec hardware, catalog.hardware(call.hardware));
    CalibrationInput input;
    planner::CalibrationRequest& request = input.request;
    std::vector<planner::CalibrationRun>& runs = input.runs;
    request.start.name = call.name;
    request.start.implementation = call.implementation;
    request.start.kernels = call.kernels;
    for (const core::Calibration& known : hardware.calibrations) {
        if (known.name != call.name)
            continue;
        request.start.coefficients = known.coefficients;
        request.start.ranWith = known.ranWith;
        request.start.reasons = known.reasons;
        // What an earlier fit found knows the shapes that are about to be left out.
        for (const std::string& name : known.fitted)
            request.start.coefficients.erase(name);
    }
    for (const auto& [name, value] : call.given)
        request.start.coefficients[name] = value;
    request.fit = call.fit;
    request.folds = call.folds;
    // The coefficients of a rank measured alone are the same, but for collectives, which take no time.
    request.hardware = {hardware, withoutCollectives(hardware)};
    std::set<std::string> groups;
    for (const Case& one : cases) {
        if (one.problem || one.hardware != hardware.name || !wanted(call, one.group))
            continue;
        planner::CalibrationRun run{one.model, one.plan, one.collectivesAbsent ? std::size_t{1} : 0,
                                    secondsOf(one, hardware)};
        for (const auto& [key, value] : run.measured) {
            const auto weight = call.weights.find(key);
            if (call.weights.empty() || weight != call.weights.end())
                request.weights[key] = call.weights.empty() ? 1 : weight->second;
        }
        if (run.measured.empty())
            continue;
        groups.insert(one.group);
        input.systems.push_back(one.group);
        runs.push_back(std::move(run));
    }
    request.start.groups = {groups.begin(), groups.end()};
    request.start.source = runs.empty() ? "" : "fitted on " + std::to_string(runs.size()) + " cases: ";
    for (const std::string& group : request.start.groups)
        request.start.source += (group == *groups.begin() ? "" : ", ") + group;
    request.start.models = layeredModels(runs);
    if (call.fit.empty() && !request.start.models.empty())
        request.fit = {"layer_rate"};
    else if (call.fit.empty() && runs.size() >= kFew.size()) // fewer cannot tell them apart
        request.fit = kFew;
    return input;
}

} // namespace shardscope::app
