// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lesson/lesson_plan.h"

#include "app/session/simulate/open_run.h"
#include "app/session/simulate/planned_run.h"
#include "core/base/split_at.h"
#include "core/units/plain_number.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr const char* kFigureKey = "figure";
constexpr const char* kFrameKey = "frame";
constexpr const char* kSlowKey = "slow";
constexpr const char* kAnalysisKey = "analysis";
constexpr const char* kTraceKey = "trace";

/// Keys that stand beside those of a plan and are told to its figure.
bool isOfFigure(const std::string& key)
{
    return key == kFrameKey || key == kSlowKey || key == kAnalysisKey || key == kTraceKey;
}

std::string lastOf(const LessonPlan& plan, const std::string& wanted)
{
    std::string last;
    for (const auto& [key, value] : plan)
        last = key == wanted ? value : last;
    return last;
}

bool changesFigure(const LessonStep& step) { return step.control && step.control->key == kFigureKey; }

/// "max" and "gpus" are looked for, and cannot stand beside what they stand for.
const char* insteadOf(const std::string& key)
{
    if (key == "gpus")
        return "replica";
    return key == "replica" ? "gpus" : "";
}

} // namespace

bool isOfPlan(const LessonControl& control) { return control.key != kFigureKey && !isOfFigure(control.key); }

std::optional<std::size_t> frameOf(const LessonPlan& plan)
{
    const auto number = core::parseWhole(lastOf(plan, kFrameKey));
    return number && *number >= 0 ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

std::vector<std::string> slowOf(const LessonPlan& plan)
{
    std::vector<std::string> all;
    for (std::string one : core::splitAt(lastOf(plan, kSlowKey), ',')) {
        one.erase(0, one.find_first_not_of(' '));
        if (!one.empty())
            all.push_back(std::move(one));
    }
    return all;
}

std::string analysisOf(const LessonPlan& plan) { return lastOf(plan, kAnalysisKey); }

std::string traceOf(const LessonPlan& plan) { return lastOf(plan, kTraceKey); }

core::Result<profiler::ImportedRun> runOf(const core::Catalog& catalog, const LessonPlan& plan,
                                          const core::Task& task)
{
    if (const std::string trace = traceOf(plan); !trace.empty())
        return openRun(catalog, {trace}, task);
    return openPlanRun(catalog, requestOf(plan), slowOf(plan), task);
}

LessonMoment firstMoment(const LessonStep& step) { return {step.control ? step.control->start : 0, false}; }

LessonMoment toldMoment(const LessonStep& step, LessonMoment moment)
{
    moment.revealed = true;
    if (!step.control)
        return moment;
    for (const auto& [key, value] : step.revealPlan) {
        const auto found = std::ranges::find(step.control->choices, value, &LessonControl::Choice::value);
        if (key == step.control->key && found != step.control->choices.end())
            moment.choice = static_cast<std::size_t>(found - step.control->choices.begin());
    }
    return moment;
}

LessonPlan laidOver(const LessonPlan& plan, const LessonPlan& more)
{
    LessonPlan all;
    for (const LessonPlan* part : {&plan, &more}) {
        for (const auto& [key, value] : *part) {
            std::erase_if(all, [&key = key](const auto& one) {
                return one.first == key || one.first == insteadOf(key);
            });
            all.emplace_back(key, value);
        }
    }
    return all;
}

LessonPlan planAt(const LessonStep& step, const LessonMoment& moment)
{
    LessonPlan plan = laidOver(step.plan, moment.revealed ? step.revealPlan : LessonPlan());
    if (step.control && !changesFigure(step))
        plan = laidOver(plan, {{step.control->key, step.control->choices[moment.choice].value}});
    return plan;
}

const std::string& figureAt(const LessonStep& step, const LessonMoment& moment)
{
    if (changesFigure(step))
        return step.control->choices[moment.choice].value;
    return moment.revealed && !step.revealFigure.empty() ? step.revealFigure : step.figure;
}

PlanRequest requestOf(const LessonPlan& plan)
{
    PlanRequest request;
    if (!traceOf(plan).empty())
        return request;
    for (const auto& [key, value] : laidOver(plan, {})) {
        if (isOfFigure(key))
            continue;
        if (key == "model")
            request.model = value;
        else if (key == "hardware")
            request.hardware = value;
        else if (key == "calibration")
            request.calibration = value;
        else
            request.options.emplace_back(key, value);
    }
    return request;
}

} // namespace shardscope::app
