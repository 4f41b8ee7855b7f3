// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/programs_page.h"

#include "core/units/percent.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace shardscope::lab {
namespace {

using Program = std::tuple<std::string, std::string, std::string, std::string>;

struct Errors {
    double absolute = 0;
    double signedSum = 0;
    double worst = 0;
    int runs = 0;
    int within = 0; ///< of those with an interval
    int intervals = 0;
};

/// Whole steps, or the rates that follow from them.
bool ofSteps(const std::string& key)
{
    static const std::set<std::string> kKeys{"step_seconds", "achieved_tflops_per_device",
                                             "model_tflops_per_device", "model_flops_utilization",
                                             "samples_per_second"};
    return kKeys.count(key) > 0;
}
/// A rate that is too high is a step that is too short.
double ofTime(const app::ValidationRow& row)
{
    return row.key == "step_seconds" ? *row.error : 1 / (1 + *row.error) - 1;
}

std::string kindOf(const core::Transformer& model)
{
    const std::string kind = model.experts > 0 ? "mixture" : "dense";
    return model.hybrid() ? kind + ", hybrid" : kind;
}

std::string formatOf(const core::Plan& plan)
{
    return std::string(core::nameOf(plan.precision.compute.value_or(
        plan.precision.autocast ? core::Dtype::Bf16 : plan.precision.weights)));
}

/// What a user gets who names no calibration is written beside the groups that have one of their own.
std::set<std::string> groupsTwice(const app::Validation& validation, const std::string& mark)
{
    std::set<std::string> found;
    for (const app::ValidationRow& row : validation.rows) {
        if (row.group.ends_with(mark))
            found.insert(row.group.substr(0, row.group.size() - mark.size()));
    }
    return found;
}

} // namespace

PageBlocks programBlocks(const app::Validation& validation, const std::vector<app::Case>& cases)
{
    const std::string mark = ", no --calibration";
    std::map<std::pair<std::string, std::string>, const app::Case*> known;
    for (const app::Case& one : cases)
        known[{one.group, one.id}] = &one;
    const std::set<std::string> twice = groupsTwice(validation, mark);
    std::map<Program, Errors> programs;
    for (const app::ValidationRow& row : validation.rows) {
        const bool user = row.group.ends_with(mark);
        const std::string group = user ? row.group.substr(0, row.group.size() - mark.size()) : row.group;
        if (!row.error || !ofSteps(row.key) || (!user && twice.count(group) > 0))
            continue;
        const auto found = known.find({group, row.id});
        if (found == known.end() || found->second->model == nullptr ||
            found->second->model->transformer() == nullptr)
            continue;
        const app::Case& one = *found->second;
        Errors& errors = programs[{std::string(core::nameOf(one.plan.implementation)), one.hardware,
                                   kindOf(*one.model->transformer()), formatOf(one.plan)}];
        const double error = ofTime(row);
        errors.absolute += std::fabs(error);
        errors.signedSum += error;
        errors.worst = std::max(errors.worst, std::fabs(error));
        ++errors.runs;
        if (row.low && row.high) {
            ++errors.intervals;
            errors.within += *row.low <= row.measured && row.measured <= *row.high ? 1 : 0;
        }
    }
    std::string text = rowLine({"framework", "machine", "model", "products in", "runs", "mean", "bias",
                                "worst", "inside 80 % interval"});
    text += "|---|---|---|---|---|---|---|---|---|\n";
    for (const auto& [program, errors] : programs) {
        const double runs = errors.runs;
        const auto& [framework, machine, kind, format] = program;
        text += rowLine({framework, machine, kind, format, std::to_string(errors.runs),
                         core::percentText(errors.absolute / runs, 1),
                         core::percentText(errors.signedSum / runs, 1), core::percentText(errors.worst, 1),
                         errors.intervals > 0
                             ? std::to_string(errors.within) + " of " + std::to_string(errors.intervals)
                             : std::string()});
    }
    return {{"programs", text}};
}

} // namespace shardscope::lab
