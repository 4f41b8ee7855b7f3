// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/layout_words.h"
#include "app/session/search/plan_options.h"
#include "app/session/search/plan_search_answer.h"
#include "app/session/search/search_solvers.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "core/explain/derivation.h"
#include "core/io/json_tree.h"
#include "core/plan/plan_file.h"
#include "core/report/columns.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;
using core::Cell;

Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

double tokensPerDevice(const planner::PlanHit& hit)
{
    const core::Plan& plan = hit.plan;
    return hit.samplesPerSecond * static_cast<double>(plan.batch.sequenceLength) /
           static_cast<double>(hit.devices);
}

/// Of the training where one is asked for, else of a step.
std::optional<double> costOf(const planner::PlanHit& hit)
{
    return hit.trainingSeconds ? hit.trainingCurrency : hit.currencyPerStep;
}
std::optional<double> energyOf(const planner::PlanHit& hit)
{
    return hit.trainingSeconds ? hit.trainingJoules : hit.joulesPerStep;
}

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
            {"low_seconds", found.interval.low},
            {"high_seconds", found.interval.high},
            {"peak_bytes", hit.peakBytes},
            {"capacity_bytes", hit.capacityBytes},
            {"samples_per_second", hit.samplesPerSecond},
            {"tokens_per_second_per_device", tokensPerDevice(hit)},
            {"training_seconds", optional(hit.trainingSeconds)},
            {"training_loss", optional(hit.trainingLoss)},
            {"cost", optional(costOf(hit))},
            {"energy_joules", optional(energyOf(hit))},
            {"simulated_seconds", optional(found.simulatedSeconds)},
            {"walked_peak_bytes", optional(found.walkedPeakBytes)},
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

Json cellJson(const Cell& cell)
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
             {"peak_bytes", std::max(one.best.hit.peakBytes, one.best.walkedPeakBytes.value_or(0))}});
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

/// Keys beside the division of which the variants of \p search have more than one word.
std::vector<std::string> triedKeys(const planner::PlanSearch& search)
{
    std::map<std::string, std::set<std::string>> words;
    for (const core::Plan& variant : search.space.variants) {
        for (const auto& [key, value] : optionsOf(core::planDocument(variant)))
            words[key].insert(value);
    }
    std::vector<std::string> tried;
    for (const auto& [key, values] : words) {
        if (values.size() > 1 && key != "global-batch" && !saysDivision(key))
            tried.push_back(key);
    }
    return tried;
}

std::string choiceWords(const std::vector<std::string>& keys, const core::Plan& plan)
{
    std::string text;
    for (const auto& [key, value] :
         keys.empty() ? std::vector<PlanOption>{} : optionsOf(core::planDocument(plan))) {
        if (std::ranges::find(keys, key) != keys.end())
            text += (text.empty() ? "" : " ") + key + "=" + value;
    }
    return text;
}

} // namespace

std::string choiceWords(const planner::PlanSearch& search, const core::Plan& plan)
{
    return search.space.variants.size() > 1 ? choiceWords(triedKeys(search), plan) : std::string();
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
              {"evaluated", tally.evaluated},
              {"feasible", tally.feasible},
              {"infeasible_by", countsJson(tally.infeasible, "limit")},
              {"seconds", answer.seconds},
              {"best", layoutsJson(answer.best)},
              {"front", layoutsJson(answer.front)},
              {"walked_out", layoutsJson(answer.walkedOut)},
              {"machines", layoutsJson(answer.machines)},
              {"margin", core::jsonOf<Json>(marginDocument(answer))},
              {"sensitivity", sensitivity},
              {"infeasible",
               {{"nearest", layoutsJson(answer.nearest)},
                {"relax", relaxJson(answer)},
                {"giving_at_least",
                 answer.relax.empty() || answer.givingAtLeast == 0 ? Json() : Json(answer.givingAtLeast)},
                {"together", togetherJson(answer)}}},
              {"unverified", answer.unverified}};
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

bool asksEnergy(const planner::PlanSearch& search)
{
    const auto energy = planner::PlanObjective::Energy;
    return search.objective == energy || search.limits.joules ||
           std::ranges::find(search.front, energy) != search.front.end();
}

core::Table layoutTable(const planner::PlanSearch& search, const std::vector<FoundLayout>& layouts,
                        const char* key, const char* title)
{
    core::Table table{key, title, {}, {}};
    const auto any = [&](const auto& has) { return std::ranges::any_of(layouts, has); };
    const bool simulated = any([](const FoundLayout& found) { return found.simulatedSeconds.has_value(); });
    const bool training = any([](const FoundLayout& found) { return found.hit.trainingSeconds.has_value(); });
    const bool priced = any([](const FoundLayout& found) { return costOf(found.hit).has_value(); });
    const bool doubled = any([](const FoundLayout& found) { return !found.twins.empty(); });
    // What is asked comes first, what the plan says behind it.
    table.columns = {core::textColumn("hardware", N_("Hardware")),
                     core::integerColumn("devices", N_("Devices")), core::textColumn("axes", N_("Layout")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::fractionColumn("behind", N_("Behind the best"))};
    const auto append = [&](core::Column column) { table.columns.push_back(std::move(column)); };
    if (training)
        append(core::secondsColumn("training_seconds", N_("Training")));
    if (priced)
        append(
            core::quantityColumn("cost", N_("Cost"), core::kCurrency, N_("of the training, else of a step")));
    const bool energy = asksEnergy(search);
    if (energy)
        append(core::quantityColumn("energy", N_("Energy"), core::kJoule,
                                    N_("of the training, else of a step")));
    const std::vector<std::string> tried =
        search.space.variants.size() > 1 ? triedKeys(search) : std::vector<std::string>{};
    if (!tried.empty())
        append(
            core::textColumn("choices", N_("Choices"), N_("of keys of which several words were asked for")));
    append(core::integerColumn("micro_batch", N_("Micro-batch")));
    append(core::integerColumn("global_batch", N_("Global batch")));
    append(core::textColumn("schedule", N_("Schedule")));
    append(core::textColumn("recompute", N_("Recompute")));
    append(core::textColumn("sharding", N_("Sharding")));
    append(core::realColumn("tokens_per_second_per_device", N_("Tokens/s a device")));
    append(core::bytesColumn("peak_bytes", N_("Device memory")));
    append(core::bytesColumn("walked_peak_bytes", N_("Walked"), N_("the peak operation by operation")));
    if (simulated)
        append(core::secondsColumn("simulated_seconds", N_("Simulated"), N_("the step event by event")));
    if (doubled)
        append(core::integerColumn(
            "twins", N_("Twins"),
            N_("other plans with the same objective and the same time, which have no row")));
    const auto known = [](const std::optional<double>& value) { return value ? Cell(*value) : Cell(); };
    for (const FoundLayout& found : layouts) {
        const planner::PlanHit& hit = found.hit;
        const double best = layouts.front().hit.primary;
        std::vector<Cell>& row = table.rows.emplace_back();
        row = {found.hardware, hit.devices, axesWords(hit.plan), hit.stepSeconds,
               best > 0 ? Cell(hit.primary / best - 1) : Cell()};
        if (training)
            row.push_back(known(hit.trainingSeconds));
        if (priced)
            row.push_back(known(costOf(hit)));
        if (energy)
            row.push_back(known(energyOf(hit)));
        if (!tried.empty())
            row.emplace_back(choiceWords(tried, hit.plan));
        row.insert(row.end(), {hit.plan.batch.microBatch, hit.plan.batch.globalBatch, scheduleWords(hit.plan),
                               recomputeWords(hit.plan), stateWords(hit.plan), tokensPerDevice(hit),
                               hit.peakBytes, known(found.walkedPeakBytes)});
        if (simulated)
            row.push_back(known(found.simulatedSeconds));
        if (doubled)
            row.emplace_back(static_cast<std::int64_t>(found.twins.size()));
    }
    return table;
}

std::string twinsSummary(const PlanSearchAnswer& answer)
{
    std::string text;
    for (std::size_t i = 0; !answer.best.empty() && i < answer.best.front().twins.size(); ++i)
        text += (i == 0 ? "As good as the first: " : "; ") + layoutWords(answer.best.front().twins[i].plan);
    return text.empty() ? text : text + "\n";
}

std::string simulatedSummary(const PlanSearchAnswer& answer, const core::TextStyle& style)
{
    const auto perSample = [](const FoundLayout& found) {
        return found.simulatedSeconds
                   ? *found.simulatedSeconds / static_cast<double>(found.hit.plan.batch.globalBatch)
                   : std::numeric_limits<double>::infinity();
    };
    const auto fastest = std::ranges::min_element(
        answer.best, [&](const auto& a, const auto& b) { return perSample(a) < perSample(b); });
    if (answer.search.objective != planner::PlanObjective::Time || fastest == answer.best.begin() ||
        fastest == answer.best.end() || !answer.best.front().simulatedSeconds)
        return {};
    return "Simulated, plan " + std::to_string(fastest - answer.best.begin() + 1) +
           " is the fastest: " + core::toText(core::Seconds{perSample(*fastest)}, style) +
           " a sample, the first " + core::toText(core::Seconds{perSample(answer.best.front())}, style) +
           "\n";
}

core::Table deviceSizeTable(const PlanSearchAnswer& answer)
{
    core::Table table{"sizes", N_("By the memory of a device"), {}, {}};
    table.columns = {core::textColumn("hardware", N_("Hardware")),
                     core::integerColumn("devices", N_("Devices")),
                     core::bytesColumn("capacity_bytes", N_("Memory of a device")),
                     core::flagColumn("fits", N_("Fits")),
                     core::bytesColumn("need_bytes", N_("Needs"), N_("the plan that comes nearest to fit")),
                     core::textColumn("layout", N_("Layout"))};
    for (const DeviceSize& size : answer.sizes)
        table.rows.push_back({size.leanest.hardware, size.leanest.hit.devices, size.capacityBytes, size.fits,
                              size.needBytes, layoutWords(size.leanest.hit.plan)});
    return table;
}

core::Table sensitivityTable(const PlanSearchAnswer& answer)
{
    core::Table table{"sensitivity", N_("What each axis is worth around the best plan"), {}, {}};
    table.columns = {core::textColumn("key", N_("Key")),
                     core::textColumn("value", N_("Value")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::fractionColumn("behind", N_("Behind the best")),
                     core::flagColumn("fits", N_("Fits")),
                     core::flagColumn("best", N_("The best plan's"))};
    for (const AxisWorth& one : answer.sensitivity)
        table.rows.push_back({one.key, one.value, one.stepSeconds,
                              one.stepSeconds / answer.best.front().hit.stepSeconds - 1, one.feasible,
                              one.best});
    return table;
}

namespace {

std::optional<double> numberOf(const Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&cell);
    return real != nullptr ? std::optional(*real) : std::nullopt;
}

/// As a part of what was asked.
Cell changeOf(const Cell& asked, const Cell& is)
{
    const auto from = numberOf(asked);
    const auto to = numberOf(is);
    return from && to && *from > 0 ? Cell(*to / *from - 1) : Cell();
}

} // namespace

core::Table relaxTable(const PlanSearchAnswer& answer)
{
    core::Table table{"relax", N_("How far one constraint has to be relaxed"), {}, {}};
    table.columns = {core::textColumn("constraint", N_("Constraint")),
                     core::flagColumn("helps", N_("Helps alone")),
                     core::textColumn("asked", N_("Asked")),
                     core::textColumn("needed", N_("Needed"), N_("the least change with which a plan fits")),
                     core::fractionColumn("change", N_("Change")),
                     core::textColumn("layout", N_("Plan that fits then")),
                     core::integerColumn("devices", N_("Devices")),
                     core::secondsColumn("step_seconds", N_("Step"))};
    for (const Relaxed& one : answer.relax) {
        std::vector<Cell>& row = table.rows.emplace_back(table.columns.size());
        row[0] = one.constraint;
        row[1] = one.least.has_value();
        row[2] = one.asked;
        row[3] = one.needed;
        for (std::size_t column : {2, 3}) {
            if (one.dimension != core::Dimension{})
                table.noteLast(column).dimension = one.dimension;
        }
        if (!one.least)
            continue;
        row[4] = changeOf(one.asked, one.needed);
        row[5] = layoutWords(one.least->hit.plan);
        row[6] = one.least->hit.devices;
        row[7] = one.least->hit.stepSeconds;
    }
    return table;
}

core::Table togetherTable(const PlanSearchAnswer& answer)
{
    core::Table table{"together", N_("Constraints that help when they are given up together"), {}, {}};
    table.columns = {core::textColumn("constraints", N_("Constraints")),
                     core::textColumn("layout", N_("Plan that fits then")),
                     core::integerColumn("devices", N_("Devices")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::bytesColumn("peak_bytes", N_("Device memory"))};
    for (const RelaxedTogether& one : answer.together) {
        std::string names;
        for (const std::string& name : one.constraints)
            names += (names.empty() ? "" : " + ") + name;
        const planner::PlanHit& hit = one.best.hit;
        table.rows.push_back({names, layoutWords(hit.plan), hit.devices, hit.stepSeconds,
                              std::max(hit.peakBytes, one.best.walkedPeakBytes.value_or(0))});
    }
    return table;
}

core::Table whyTable(const WhyNot& why)
{
    core::Table table{"why", N_("The plan beside the best, of a sample"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Label, "part", N_("Part")),
                     core::secondsColumn("seconds", N_("The plan")),
                     core::secondsColumn("best_seconds", N_("The best")),
                     core::secondsColumn("loss", N_("Loss"))};
    for (const WhyNot::Part& part : why.parts)
        table.rows.push_back({std::string(core::nameOf(part.part)), part.seconds, part.bestSeconds,
                              part.seconds - part.bestSeconds});
    return table;
}

core::Table beyondTable(const WhyNot& why)
{
    core::Table table{"beyond", N_("What was asked that the plan does not keep"), {}, {}};
    table.columns = {core::textColumn("constraint", N_("Constraint")), core::textColumn("asked", N_("Asked")),
                     core::textColumn("is", N_("The plan")), core::fractionColumn("change", N_("Change"))};
    for (const WhyNot::Beyond& one : why.beyond) {
        table.rows.push_back({one.constraint, one.asked, one.is, changeOf(one.asked, one.is)});
        for (std::size_t column : {1, 2}) {
            if (one.dimension != core::Dimension{})
                table.noteLast(column).dimension = one.dimension;
        }
    }
    return table;
}

std::string planSearchSummary(const PlanSearchAnswer& answer)
{
    const planner::PlanTally& tally = answer.outcome.tally;
    std::string rules;
    for (const auto& [rule, count] : tally.pruned)
        rules += (rules.empty() ? "" : ", ") + rule + " " + std::to_string(count);
    const auto rate = [&](std::int64_t count) {
        return core::numberText(answer.seconds > 0 ? static_cast<double>(count) / answer.seconds : 0, 3);
    };
    const std::string speed = core::numberText(answer.seconds, 3) + " s: " + rate(tally.considered) +
                              " considered and " + rate(tally.evaluated) + " evaluated a second";
    return std::to_string(tally.considered) + " considered; " + std::to_string(tally.prunedInAll()) +
           " left out (" + rules + "); " + std::to_string(tally.evaluated) + " evaluated, " +
           std::to_string(tally.feasible) + " fit; " + std::to_string(answer.walkedOut.size()) +
           " left out by the walk; " + speed;
}

core::Table sweepTable(const Sweep& sweep)
{
    core::Table table{"sweep", N_("The best plan at each value"), {}, {}};
    table.columns = {core::textColumn("value", sweep.key),
                     core::textColumn("layout", N_("Layout")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::realColumn("samples_per_second", N_("Samples/s")),
                     core::realColumn("tokens_per_second_per_device", N_("Tokens/s a device")),
                     core::fractionColumn("efficiency", N_("Efficiency")),
                     core::flagColumn("knee", N_("Knee"))};
    const auto any = [&](const auto& has) {
        return std::ranges::any_of(sweep.rows,
                                   [&](const SweepRow& row) { return row.best && has(row.best->hit); });
    };
    const bool training = any([](const planner::PlanHit& hit) { return hit.trainingSeconds.has_value(); });
    const bool loss = any([](const planner::PlanHit& hit) { return hit.trainingLoss.has_value(); });
    if (training)
        table.columns.push_back(core::secondsColumn("training_seconds", N_("Training")));
    if (loss)
        table.columns.push_back(core::realColumn("training_loss", N_("Loss"),
                                                 N_("nats a token by the scaling law of "
                                                    "arXiv:2203.15556, which was fitted to dense "
                                                    "decoders on that paper's text")));
    const bool priced = any([](const planner::PlanHit& hit) { return costOf(hit).has_value(); });
    if (priced)
        table.columns.push_back(
            core::quantityColumn("cost", N_("Cost"), core::kCurrency, N_("of the training, else of a step")));
    const bool energy = asksEnergy(sweep.search);
    if (energy)
        table.columns.push_back(core::quantityColumn("energy", N_("Energy"), core::kJoule,
                                                     N_("of the training, else of a step")));
    const auto known = [](const std::optional<double>& value) { return value ? Cell(*value) : Cell(); };
    for (const SweepRow& row : sweep.rows) {
        std::vector<Cell>& cells = table.rows.emplace_back(table.columns.size());
        cells.front() = row.value;
        if (!row.best)
            continue;
        const planner::PlanHit& hit = row.best->hit;
        cells = {row.value,
                 layoutWords(hit.plan),
                 hit.stepSeconds,
                 hit.samplesPerSecond,
                 tokensPerDevice(hit),
                 row.efficiency,
                 row.knee};
        if (training)
            cells.push_back(known(hit.trainingSeconds));
        if (loss)
            cells.push_back(known(hit.trainingLoss));
        if (priced)
            cells.push_back(known(costOf(hit)));
        if (energy)
            cells.push_back(known(energyOf(hit)));
    }
    return table;
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
