// SPDX-License-Identifier: GPL-3.0-or-later
// A solved study as a document: the contract's section 13.
#include "app/session/study/solved_study.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/messages.h"
#include "core/io/json_tree.h"
#include "core/plan/plan_file.h"

#include <nlohmann/json.hpp>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

Json spreadJson(const Spread& spread) { return {spread.low, spread.likely, spread.high}; }
Json spreadOrNull(const std::optional<Spread>& spread) { return spread ? spreadJson(*spread) : Json(); }

Json jobJson(const SolvedStudy& solved)
{
    const StudyJob& job = solved.study.job;
    return {{"model", job.model},
            {"parameters", solved.parameters},
            {"tokens", job.tokens},
            {"global_batch", job.globalBatch.empty() ? Json() : Json(job.globalBatch)},
            {"sequence_length", job.sequenceLength > 0 ? Json(job.sequenceLength) : Json()},
            {"precision", job.precision.empty() ? Json() : Json(job.precision)},
            {"deadline_seconds", orNull(job.deadline)},
            {"budget", orNull(job.budget)}};
}

Json goodputJson(const ScenarioGoodput& goodput)
{
    return {{"seconds_between_interruptions", goodput.between},
            {"checkpoint_bytes", goodput.checkpointBytes},
            {"checkpoint_seconds", goodput.checkpointStop},
            {"checkpoint_interval_seconds", goodput.interval},
            {"restart_seconds", goodput.restart},
            {"interruptions_leave", goodput.interruptionsLeave},
            {"other_leaves", goodput.otherLeaves}};
}

Json scenarioJson(const SolvedScenario& one)
{
    Json entry{{"name", one.scenario.name}, {"hardware", one.scenario.hardware}};
    if (!one.feasible()) {
        entry["devices"] = one.scenario.devices;
        entry["feasible"] = false;
        entry["why"] = one.refused ? Json(errorText(*one.refused).toStdString()) : Json();
        if (one.nearest) {
            entry["plan"] = core::jsonOf<Json>(core::planDocument(one.nearest->hit.plan));
            entry["peak_bytes"] = one.nearest->hit.peakBytes;
            entry["capacity_bytes"] = one.nearest->hit.capacityBytes;
        }
        return entry;
    }
    entry.update(
        Json{{"devices", one.devices},
             {"plan", core::jsonOf<Json>(core::planDocument(one.evaluation->plan))},
             {"feasible", true},
             {"holds", core::nameOf(one.holds())},
             {"days", one.seconds.likely / kStudyDay},
             {"low_days", one.seconds.low / kStudyDay},
             {"high_days", one.seconds.high / kStudyDay},
             {"cost", one.cost ? Json(one.cost->likely) : Json()},
             {"cost_range", spreadOrNull(one.cost)},
             {"energy_joules", one.energy ? Json(one.energy->likely) : Json()},
             {"energy_range", spreadOrNull(one.energy)},
             {"carbon_grams", one.carbon ? Json(one.carbon->likely) : Json()},
             {"goodput", one.goodput.share.likely},
             {"goodput_range", spreadJson(one.goodput.share)},
             {"failures", goodputJson(one.goodput)},
             {"steps", one.steps},
             {"step_seconds", one.best->hit.stepSeconds},
             {"low_seconds", one.best->step.interval.low},
             {"high_seconds", one.best->step.interval.high},
             {"calibration", one.best->step.calibration.empty() ? Json() : Json(one.best->step.calibration)},
             {"tokens_per_second", one.tokensPerSecond},
             {"share_of_peak", one.evaluation->throughput.modelFlopsUtilization},
             {"peak_bytes", one.best->hit.peakBytes},
             {"capacity_bytes", one.best->hit.capacityBytes},
             {"nearest_runs", core::jsonOf<Json>(nearestDocument(one.published))}});
    return entry;
}

} // namespace

std::string studyJson(const SolvedStudy& solved)
{
    Json scenarios = Json::array();
    for (const SolvedScenario& one : solved.scenarios)
        scenarios.push_back(scenarioJson(one));
    Json decision;
    if (solved.decision || solved.closest) {
        Json risks = Json::array();
        for (const QString& risk : riskSentences(solved))
            risks.push_back(risk.toStdString());
        const auto name = [&](const std::optional<std::size_t>& at) {
            return at ? Json(solved.scenarios[*at].scenario.name) : Json();
        };
        decision = {{"name", name(solved.decision)},
                    {"closest", name(solved.closest)},
                    {"why", decisionSentence(solved).toStdString()},
                    {"risks", risks}};
    }
    Json edges = Json::array();
    for (const BreakEven& one : solved.breakEven)
        edges.push_back({{"what", one.what},
                         {"scenario", one.scenario},
                         {"value", one.value},
                         {"now", one.now},
                         {"sentence", breakEvenSentence(one).toStdString()}});
    return documentText(Json{
        {"job", jobJson(solved)}, {"scenarios", scenarios}, {"decision", decision}, {"break_even", edges}});
}

} // namespace shardscope::app
