// SPDX-License-Identifier: GPL-3.0-or-later
// An answer of the search of plans as JSON: the contract's section 8.
#include "app/session/search/plan_search_answer.h"
#include "app/session/search/search_solvers.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "core/io/json_tree.h"
#include "core/plan/plan_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json twinsJson(const FoundLayout& found)
{
    Json all = Json::array();
    for (const planner::PlanHit& twin : found.twins)
        all.push_back(
            {{"plan", core::jsonOf<Json>(core::planDocument(twin.plan))}, {"peak_bytes", twin.peakBytes}});
    return all;
}

Json layoutJson(const FoundLayout& found, double best)
{
    const planner::PlanHit& hit = found.hit;
    return {{"hardware", found.hardware},
            {"devices", hit.devices},
            {"plan", core::jsonOf<Json>(core::planDocument(hit.plan))},
            {"step_seconds", hit.stepSeconds},
            {"low_seconds", found.step.interval.low},
            {"high_seconds", found.step.interval.high},
            {"calibration", found.step.calibration.empty() ? Json() : Json(found.step.calibration)},
            {"outside_calibration", found.step.outside},
            {"beats_published", found.step.beaten.isEmpty() ? Json() : Json(found.step.beaten.toStdString())},
            {"peak_bytes", hit.peakBytes},
            {"capacity_bytes", hit.capacityBytes},
            {"samples_per_second", hit.samplesPerSecond},
            {"tokens_per_second_per_device", optional(tokensPerDevice(hit))},
            {"training_seconds", optional(hit.trainingSeconds)},
            {"training_loss", optional(hit.trainingLoss)},
            {"cost", optional(costOf(hit))},
            {"energy_joules", optional(energyOf(hit))},
            {"simulated_seconds", optional(found.simulatedSeconds)},
            {"walked_peak_bytes", optional(found.tracedPeakBytes)},
            {"state", found.fit ? Json(core::nameOf(found.fit->fit)) : Json()},
            {"margin_bytes", found.fit ? Json(found.fit->margin.value()) : Json()},
            {"known_by", found.fit ? Json(core::nameOf(found.fit->known)) : Json()},
            {"objective", hit.primary},
            {"margin", best > 0 ? Json(hit.primary / best - 1) : Json()},
            {"tied", hit.tied},
            {"twins", twinsJson(found)}};
}

Json layoutsJson(const std::vector<FoundLayout>& layouts)
{
    Json all = Json::array();
    for (const FoundLayout& found : layouts)
        all.push_back(layoutJson(found, layouts.front().hit.primary));
    return all;
}

Json countsJson(const std::map<std::string, std::int64_t>& counts, const char* name)
{
    Json all = Json::array();
    for (const auto& [key, count] : counts)
        all.push_back({{name, key}, {"count", count}});
    return all;
}

Json cellJson(const core::Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return *whole;
    if (const auto* real = std::get_if<double>(&cell))
        return *real;
    const auto* text = std::get_if<std::string>(&cell);
    return text != nullptr ? Json(*text) : Json();
}

Json relaxedPlanJson(const FoundLayout& found)
{
    const planner::PlanHit& hit = found.hit;
    return {{"plan", core::jsonOf<Json>(core::planDocument(hit.plan))},
            {"hardware", found.hardware},
            {"devices", hit.devices},
            {"step_seconds", hit.stepSeconds},
            {"samples_per_second", hit.samplesPerSecond},
            {"training_seconds", optional(hit.trainingSeconds)},
            {"cost", optional(costOf(hit))}};
}

Json relaxJson(const PlanSearchAnswer& answer)
{
    Json all = Json::array();
    for (const Relaxed& relaxed : answer.relax)
        all.push_back({{"constraint", relaxed.constraint},
                       {"asked", cellJson(relaxed.asked)},
                       {"needed", cellJson(relaxed.needed)},
                       {"least", relaxed.least ? relaxedPlanJson(*relaxed.least) : Json()},
                       {"gain", relaxed.best ? relaxedPlanJson(*relaxed.best) : Json()}});
    return all;
}

Json togetherJson(const PlanSearchAnswer& answer)
{
    Json all = Json::array();
    for (const RelaxedTogether& one : answer.together)
        all.push_back(
            {{"constraints", one.constraints},
             {"best", relaxedPlanJson(one.best)},
             {"peak_bytes", std::max(one.best.hit.peakBytes, one.best.tracedPeakBytes.value_or(0))}});
    return all;
}

Json whyJson(const WhyNot& why)
{
    Json json{{"feasible", why.feasible},
              {"refused", nullptr},
              {"violations", Json::array()},
              {"parts", Json::array()}};
    if (why.refused)
        json["refused"] = errorText(*why.refused).toStdString();
    if (why.evaluation) {
        for (const core::Violation& violation : why.evaluation->verdict.violations)
            json["violations"].push_back({{"kind", violation.kind},
                                          {"where", violation.where},
                                          {"need", violation.need},
                                          {"have", violation.have}});
    }
    json["slower"] = why.parts.empty() ? Json() : Json(why.slower);
    json["beyond"] = Json::array();
    for (const WhyNot::Beyond& one : why.beyond)
        json["beyond"].push_back(
            {{"constraint", one.constraint},
             {"is", cellJson(one.is)},
             {"asked", cellJson(one.asked)},
             {"rule", one.rule.empty() ? Json() : Json(phraseText(one.rule).toStdString())}});
    for (const WhyNot::Part& part : why.parts)
        json["parts"].push_back({{"part", core::nameOf(part.part)},
                                 {"seconds_per_sample", part.seconds},
                                 {"best_seconds_per_sample", part.bestSeconds}});
    return json;
}

} // namespace

std::string sofarJson(const planner::PlanHit* best, const std::vector<std::string>& machines, double share,
                      double seconds)
{
    Json known;
    if (best != nullptr)
        known = {{"hardware", machines[best->machine]},
                 {"devices", best->devices},
                 {"step_seconds", best->stepSeconds},
                 {"peak_bytes", best->peakBytes},
                 {"plan", core::jsonOf<Json>(core::planDocument(best->plan))}};
    return Json{{"so_far", known}, {"share", share}, {"seconds", seconds}}.dump() + "\n";
}

std::string planSearchJson(const PlanSearchAnswer& answer)
{
    const planner::PlanTally& tally = answer.outcome.tally;
    Json sensitivity = Json::array();
    for (const AxisWorth& one : answer.sensitivity)
        sensitivity.push_back({{"key", one.key},
                               {"value", one.value},
                               {"step_seconds", one.stepSeconds},
                               {"feasible", one.feasible},
                               {"best", one.best}});
    Json json{{"model", answer.search.model.name},
              {"objective", planner::nameOf(answer.search.objective)},
              {"considered", tally.considered},
              {"pruned", countsJson(tally.pruned, "rule")},
              {"broken", tally.broken ? Json(errorText(*tally.broken).toStdString()) : Json()},
              {"evaluated", tally.evaluated},
              {"feasible", tally.feasible},
              {"infeasible_by", countsJson(tally.infeasible, "limit")},
              {"seconds", answer.seconds},
              {"best", layoutsJson(answer.best)},
              {"front", layoutsJson(answer.front)},
              {"walked_out", layoutsJson(answer.tracedOut)},
              {"machines", layoutsJson(answer.machines)},
              {"margin", core::jsonOf<Json>(marginDocument(answer))},
              {"sensitivity", sensitivity},
              {"infeasible",
               {{"nearest", layoutsJson(answer.nearest)},
                {"relax", relaxJson(answer)},
                {"giving_at_least",
                 answer.relax.empty() || answer.givingAtLeast == 0 ? Json() : Json(answer.givingAtLeast)},
                {"together", togetherJson(answer)}}},
              {"unverified", answer.unverified},
              {"nearest_runs", core::jsonOf<Json>(nearestDocument(answer.published))},
              {"beats_published",
               answer.published.beaten ? Json(beatenText(answer.published).toStdString()) : Json()}};
    if (answer.why)
        json["why"] = whyJson(*answer.why);
    for (const DeviceSize& size : answer.sizes)
        json["sizes"].push_back({{"hardware", size.leanest.hardware},
                                 {"devices", size.leanest.hit.devices},
                                 {"capacity_bytes", size.capacityBytes},
                                 {"fits", size.fits},
                                 {"need_bytes", size.needBytes},
                                 {"plan", core::jsonOf<Json>(core::planDocument(size.leanest.hit.plan))}});
    return documentText(json);
}

std::string sweepJson(const Sweep& sweep)
{
    Json rows = Json::array();
    for (const SweepRow& row : sweep.rows)
        rows.push_back({{"value", row.value},
                        {"best", row.best ? layoutJson(*row.best, row.best->hit.primary) : Json()},
                        {"efficiency", row.best ? Json(row.efficiency) : Json()},
                        {"knee", row.knee}});
    return documentText(Json{{"key", sweep.key}, {"rows", rows}});
}

} // namespace shardscope::app
