// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/difference.h"

#include "app/session/compare/compared_parts.h"
#include "app/session/compare/difference_texts.h"
#include "app/session/compare/rank_pairs.h"
#include "app/session/compare/waterfall.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/kernel_names.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "core/base/parallel.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "core/units/percent.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;
using core::Cell;
using profiler::RowDifference;

/// What --tolerance may name beside the terms.
constexpr std::string_view kStep = "step";
constexpr std::string_view kMemory = "memory";
constexpr std::string_view kTraffic = "traffic";

std::string joinedOperations(const RowDifference& row, std::size_t most = core::kMostShown)
{
    const std::string a = operationsText(row.operationsA, most).toStdString();
    const std::string b = operationsText(row.operationsB, most).toStdString();
    return a.empty() || a == b ? b : b.empty() ? a : a + " : " + b;
}

Json rowJson(const RowDifference& row)
{
    return {{"where", row.shape},
            {"layers", layersText(row.layers)},
            {"place", row.place < 0 ? Json(nullptr) : Json(row.place)},
            {"phase", core::nameOf(row.pass)},
            {"class", core::nameOf(row.kind)},
            {"operation", joinedOperations(row)},
            {"a_seconds", row.a},
            {"b_seconds", row.b},
            {"a_count", row.countA},
            {"b_count", row.countB},
            {"significant", row.significant ? Json(*row.significant) : Json(nullptr)},
            {"matched", core::nameOf(row.match)},
            {"change", core::nameOf(row.change)}};
}

Json pairJson(const SideDifference& difference, std::size_t pair)
{
    const auto& [a, b] = difference.steps.pairs[pair];
    const profiler::RankPlace place = placeOfPair(difference, pair);
    const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    Json json{{"a_rank", difference.a.steps.devices[a].rank}, {"b_rank", difference.b.steps.devices[b].rank}};
    json["place"] = {{"tensor", number(place.tensor)},
                     {"context", number(place.context)},
                     {"expert", number(place.expert)},
                     {"replica", number(place.replica)},
                     {"pipeline", number(place.pipeline)}};
    json["place_by"] = core::nameOf(place.from);
    return json;
}

Json sideJson(const DifferenceSide& side)
{
    Json json{{"label", side.label}, {"kind", core::nameOf(side.kind)}};
    if (side.closedForm)
        json["closed_form_seconds"] = *side.closedForm;
    if (!side.steps.devices.empty())
        json["steps"] = side.steps.devices.front().steps;
    return json;
}

/// Step and peak of both, by the names that tolerances go by; then the terms.
std::vector<std::pair<std::string, std::pair<double, double>>> figures(const SideDifference& difference)
{
    std::vector<std::pair<std::string, std::pair<double, double>>> all;
    if (!difference.steps.pairs.empty())
        all.emplace_back(kStep, std::pair(difference.steps.a, difference.steps.b));
    if (difference.a.memoryPeak && difference.b.memoryPeak)
        all.emplace_back(kMemory, std::pair(*difference.a.memoryPeak, *difference.b.memoryPeak));
    if (const auto bytes = trafficBytes(difference))
        all.emplace_back(kTraffic, *bytes);
    for (const profiler::TermDifference& term : difference.steps.terms)
        all.emplace_back(std::string(core::nameOf(term.term)), std::pair(term.a, term.b));
    return all;
}

Json numberOrNull(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json curveJson(const DifferenceSide& side)
{
    if (!side.memory || side.memory->curve.x.empty())
        return nullptr;
    return {
        {"seconds", side.memory->curve.x}, {"bytes", side.memory->curve.y}, {"of_step", side.memory->ofStep}};
}

void addMemory(const SideDifference& difference, Json& json)
{
    Json memory{{"a_peak_bytes", numberOrNull(difference.a.memoryPeak)},
                {"b_peak_bytes", numberOrNull(difference.b.memoryPeak)},
                {"a_owners_from", ownersFrom(difference.a)},
                {"b_owners_from", ownersFrom(difference.b)},
                {"owners", Json::array()}};
    for (const OwnerDifference& one : ownerDifferences(difference)) {
        Json owner{{"owner", core::nameOf(one.owner)},
                   {"a_bytes", numberOrNull(one.a)},
                   {"b_bytes", numberOrNull(one.b)}};
        for (const core::Purpose with : one.with)
            owner["with"].push_back(core::nameOf(with));
        memory["owners"].push_back(std::move(owner));
    }
    const auto unowned = [](const DifferenceSide& side) {
        return side.memory ? std::optional(side.memory->unowned) : std::nullopt;
    };
    memory["a_unowned_bytes"] = numberOrNull(unowned(difference.a));
    memory["b_unowned_bytes"] = numberOrNull(unowned(difference.b));
    memory["curves"] = {{"a", curveJson(difference.a)}, {"b", curveJson(difference.b)}};
    json["memory"] = std::move(memory);
}

void addTraffic(const SideDifference& difference, Json& json)
{
    json["traffic"] = Json::array();
    for (const TrafficDifference& one : trafficDifferences(difference))
        json["traffic"].push_back({{"group", core::nameOf(one.axis)},
                                   {"operation", one.kind},
                                   {"ranks", one.ranks > 0 ? Json(one.ranks) : Json(nullptr)},
                                   {"a_messages", numberOrNull(one.aMessages)},
                                   {"b_messages", numberOrNull(one.bMessages)},
                                   {"a_bytes", numberOrNull(one.aBytes)},
                                   {"b_bytes", numberOrNull(one.bBytes)}});
}

} // namespace

SideDifference sideDifference(DifferenceSide a, DifferenceSide b,
                              const std::map<std::string, double>& tolerance)
{
    SideDifference difference;
    if ((a.kind == SideKind::Plan) != (b.kind == SideKind::Plan)) {
        // A run knows its allocator's peak alone: so a plan beside one is asked for that.
        DifferenceSide& plan = a.kind == SideKind::Plan ? a : b;
        plan.memoryPeak = plan.tensorPeak;
        plan.owners.erase(std::string(core::nameOf(core::Purpose::Framework)));
    }
    difference.obstacles = obstaclesOf(a, b);
    difference.steps = profiler::stepDifference(a.steps, b.steps);
    difference.a = std::move(a);
    difference.b = std::move(b);
    for (const auto& [name, values] : figures(difference)) {
        const auto allowed = tolerance.find(name);
        if (allowed != tolerance.end() &&
            std::abs(values.second - values.first) > allowed->second * std::abs(values.first))
            difference.beyond.push_back(name);
    }
    return difference;
}

core::Result<SideDifference> sideDifference(const core::Catalog& catalog, const DifferenceRequest& request,
                                            const core::Task& task)
{
    SHARDSCOPE_TRY(ComparedSides sides, comparedSides(catalog, request.sides, task));
    const auto planOf = [&](const std::string& file) {
        return PlanRequest{request.sides.model, request.sides.hardware, file, {}, request.calibration};
    };
    std::array<std::optional<core::Result<DifferenceSide>>, 2> worked; // neither waits for the other
    core::parallelFor(worked.size(), [&](std::size_t at) {
        worked[at].emplace(differenceSide(catalog, at == 0 ? sides.a : sides.b,
                                          planOf(at == 0 ? sides.fileA : sides.fileB), task));
    });
    SHARDSCOPE_TRY(DifferenceSide a, *std::move(worked[0]));
    SHARDSCOPE_TRY(DifferenceSide b, *std::move(worked[1]));
    SHARDSCOPE_TRY(const std::vector<core::MeshAxis> order, rankOrder(request.sides.rankOrder));
    for (DifferenceSide* const side : {&a, &b})
        side->steps.order = order;
    SideDifference difference = sideDifference(std::move(a), std::move(b), request.tolerance);
    difference.imports = std::move(sides.imports);
    return difference;
}

std::string differenceJson(const SideDifference& difference)
{
    const profiler::StepDifference& steps = difference.steps;
    Json json{{"a", sideJson(difference.a)}, {"b", sideJson(difference.b)}, {"refused", Json::array()}};
    for (const Obstacle& one : difference.obstacles)
        json["refused"].push_back({{"what", one.what},
                                   {"a", phraseText(one.a).toStdString()},
                                   {"b", phraseText(one.b).toStdString()},
                                   {"way", phraseText(one.way).toStdString()}});
    const bool any = !steps.pairs.empty();
    json["step"] = {{"a_seconds", any ? Json(steps.a) : Json(nullptr)},
                    {"b_seconds", any ? Json(steps.b) : Json(nullptr)}};
    json["devices"] = {
        {"compared", steps.pairs.size()}, {"a_alone", steps.aloneA}, {"b_alone", steps.aloneB}};
    json["devices"]["pairs"] = Json::array();
    for (std::size_t pair = 0; pair < steps.pairs.size(); ++pair)
        json["devices"]["pairs"].push_back(pairJson(difference, pair));
    json["waterfall"] = Json::array();
    for (const profiler::DifferencePart& part : steps.parts) {
        Json one{{"part", part.straggler ? "straggler" : core::nameOf(part.term)},
                 {"seconds", part.seconds},
                 {"assumption", core::nameOf(assumptionOf(part))},
                 {"evidence", evidenceCell(difference, part)}};
        if (part.slower != 0 || part.faster != 0) {
            one["slower_seconds"] = part.slower;
            one["faster_seconds"] = part.faster;
        }
        if (part.straggler)
            one["rank"] = part.rank;
        if (part.stage >= 0)
            one["stage"] = part.stage;
        if (part.low && part.high) {
            one["low_seconds"] = *part.low;
            one["high_seconds"] = *part.high;
        }
        json["waterfall"].push_back(std::move(one));
    }
    json["rest_seconds"] = steps.rest;
    json["explained_share"] = steps.explained;
    json["categories"] = Json::array();
    for (const profiler::TermDifference& term : steps.terms)
        json["categories"].push_back(
            {{"category", core::nameOf(term.term)}, {"a_seconds", term.a}, {"b_seconds", term.b}});
    json["rows"] = Json::array();
    for (const RowDifference& row : steps.rows)
        json["rows"].push_back(rowJson(row));
    addMemory(difference, json);
    addTraffic(difference, json);
    json["sentences"] = Json::array();
    for (const QString& sentence : differenceSentences(difference))
        json["sentences"].push_back(sentence.toStdString());
    json["further_sentences"] = Json::array();
    for (const QString& sentence : furtherSentences(difference))
        json["further_sentences"].push_back(sentence.toStdString());
    json["beyond_tolerance"] = difference.beyond;
    return documentText(json);
}

namespace {

std::string nanosText(double seconds) { return std::to_string(std::llround(seconds * 1e9)) + " ns"; }

std::vector<core::Finding> findingsOf(const SideDifference& difference)
{
    using core::Severity;
    std::vector<core::Finding> findings{
        {"compare.sides", Severity::Info, {difference.a.label, difference.b.label}, {}}};
    for (const DifferenceSide* const side : {&difference.a, &difference.b}) {
        if (side->job)
            findings.push_back({"compare.job",
                                Severity::Notice,
                                {side->label, std::to_string(side->job->count),
                                 std::to_string(side->job->number), side->job->files},
                                {}});
        if (side->closedForm)
            findings.push_back(
                {"compare.closed_form",
                 Severity::Info,
                 {side->label, nanosText(side == &difference.a ? difference.steps.a : difference.steps.b),
                  nanosText(*side->closedForm)},
                 {}});
    }
    if (difference.steps.aloneA > 0 || difference.steps.aloneB > 0)
        findings.push_back(
            {"compare.devices_alone",
             Severity::Notice,
             {std::to_string(difference.steps.pairs.size()), std::to_string(difference.steps.aloneA),
              std::to_string(difference.steps.aloneB)},
             {}});
    for (const DifferenceSide* const side : {&difference.a, &difference.b}) {
        for (const OtherBatch& other : otherBatches(side->steps))
            findings.push_back({"compare.other_batch",
                                Severity::Notice,
                                {side->label, std::to_string(other.rank), std::to_string(other.tokens),
                                 std::to_string(other.usual)},
                                {}});
        if (hidesModel(*side))
            findings.push_back({"compare.model_not_told", Severity::Notice, {side->label}, {}});
    }
    if (difference.a.absent != difference.b.absent) {
        for (const DifferenceSide* const side : {&difference.a, &difference.b}) {
            if (side->absent > 0)
                findings.push_back(
                    {"compare.absent", Severity::Notice, {side->label, std::to_string(side->absent)}, {}});
        }
    }
    for (const auto& [name, values] : figures(difference)) {
        if (std::ranges::find(difference.beyond, name) == difference.beyond.end())
            continue;
        const auto change = core::relativeChange(values.first, values.second);
        findings.push_back({"compare.beyond",
                            Severity::Notice,
                            {name, change ? core::numberText(100 * std::abs(*change)) + " %"
                                          : "> " + core::numberText(100 * core::kMostChange) + " %"},
                            {}});
    }
    return findings;
}

std::vector<core::Table> tablesOf(const SideDifference& difference, std::size_t top)
{
    const profiler::StepDifference& steps = difference.steps;
    std::vector<core::Table> tables;
    core::Table waterfall{"waterfall", N_("From A's step to B's"), {}, {}};
    waterfall.columns = {core::wordColumn(core::Words::Text, "part", N_("Part")),
                         core::secondsColumn("seconds", N_("Difference")),
                         core::textColumn("evidence", N_("Because"))};
    for (const WaterfallBar& bar : waterfallBars(difference)) {
        Cell because;
        if (bar.kind == WaterfallBar::Kind::Part)
            because = evidenceCell(difference, steps.parts[bar.part]);
        else if (bar.kind == WaterfallBar::Kind::Rest)
            because = std::string(N_("rows without a partner, gaps without a cause, parts below a thousandth "
                                     "of the step"));
        waterfall.rows.push_back({Cell(bar.name), Cell(bar.seconds), std::move(because)});
        if (bar.kind == WaterfallBar::Kind::Rest)
            waterfall.noteLast(2).words = core::Words::Text;
    }
    core::Table categories{"categories", N_("A step by what it is spent on"), {}, {}};
    categories.columns = {core::wordColumn(core::Words::Text, "category", N_("Category")),
                          core::secondsColumn("a_seconds", "A"), core::secondsColumn("b_seconds", "B"),
                          core::secondsColumn("difference", N_("Difference"))};
    for (const profiler::TermDifference& term : steps.terms)
        categories.rows.push_back(
            {Cell(std::string(termWord(term.term))), Cell(term.a), Cell(term.b), Cell(term.b - term.a)});
    core::Table rows{"rows", N_("Work by operation"), {}, {}};
    rows.columns = {core::textColumn("operation", N_("Operation")),
                    core::wordColumn(core::Words::Text, "phase", N_("Pass")),
                    core::wordColumn(core::Words::Text, "class", N_("Class")),
                    core::textColumn("layers", N_("In layers")),
                    core::textColumn("where", N_("Shape")),
                    core::secondsColumn("a_seconds", "A"),
                    core::secondsColumn("b_seconds", "B"),
                    core::secondsColumn("difference", N_("Difference")),
                    core::realColumn("a_count", N_("Calls of A")),
                    core::realColumn("b_count", N_("Calls of B")),
                    core::flagColumn("significant", N_("Beyond the spread of steps"))};
    for (const RowDifference& row : steps.rows) {
        if (top > 0 && rows.rows.size() == top)
            break;
        rows.rows.push_back({Cell(joinedOperations(row, kMostInTable)), Cell(std::string(passWord(row.pass))),
                             Cell(std::string(workWord(row.kind))), Cell(layersText(row.layers)),
                             Cell(row.shape), Cell(row.a), Cell(row.b), Cell(row.seconds()), Cell(row.countA),
                             Cell(row.countB), row.significant ? Cell(*row.significant) : Cell()});
    }
    if (!steps.pairs.empty()) {
        tables.push_back(std::move(waterfall));
        tables.push_back(std::move(categories));
        tables.push_back(std::move(rows));
        if (steps.pairs.size() > 1)
            tables.push_back(pairsTable(difference));
    }
    for (const auto& make : {memoryTable, memoryOverTimeTable, trafficTable}) {
        core::Table table = make(difference);
        if (!table.rows.empty())
            tables.push_back(std::move(table));
    }
    return tables;
}

} // namespace

core::Report differenceReport(const SideDifference& difference, std::size_t top)
{
    core::Report report;
    report.key = "compare";
    report.title = difference.a.label + " : " + difference.b.label;
    report.tables = tablesOf(difference, top);
    report.series = memorySeries(difference);
    report.findings = findingsOf(difference);
    return report;
}

} // namespace shardscope::app
