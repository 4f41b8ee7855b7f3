// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lesson/lesson_answers.h"

#include "app/session/lesson/lesson_plan.h"
#include "app/session/plan/plan_reports.h"
#include "app/session/questions/collective_tables.h"
#include "app/session/questions/doubled_devices.h"
#include "app/session/questions/plan_slices.h"
#include "app/session/questions/zero_stages.h"
#include "app/session/search/named_search.h"
#include "app/session/search/plan_search_answer.h"
#include "app/session/simulate/named_study.h"
#include "app/session/simulate/plan_simulation.h"
#include "core/base/refusals.h"
#include "core/base/split_at.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"
#include "profiler/analyze/selection/part_report.h"

#include <algorithm>

namespace shardscope::app {
namespace {

using core::Value;

/// "entries[purpose=weights,tier=device]" is a name and what a row has to have.
struct PathStep {
    std::string name;
    std::vector<std::pair<std::string, std::string>> where;
};

/// Splits at strokes that stand in no brackets.
std::vector<PathStep> stepsOf(const std::string& path)
{
    std::vector<PathStep> steps;
    std::string name;
    const auto finish = [&] {
        PathStep step{name, {}};
        if (const std::size_t open = name.find('['); open != std::string::npos && name.ends_with(']')) {
            step.name = name.substr(0, open);
            for (const std::string& pair :
                 core::splitAt(name.substr(open + 1, name.size() - open - 2), ',')) {
                const std::size_t equals = std::min(pair.find('='), pair.size());
                step.where.emplace_back(pair.substr(0, equals),
                                        equals < pair.size() ? pair.substr(equals + 1) : std::string());
            }
        }
        steps.push_back(std::move(step));
        name.clear();
    };
    bool inside = false;
    for (const char letter : path) {
        inside = letter == '[' || (inside && letter != ']');
        if (letter == '/' && !inside)
            finish();
        else
            name += letter;
    }
    finish();
    return steps;
}

std::string wordOf(const Value& value)
{
    switch (value.kind) {
    case Value::Kind::Text: return value.text;
    case Value::Kind::Bool: return value.flag ? "true" : "false";
    case Value::Kind::Integer: return std::to_string(value.integer);
    case Value::Kind::Real: return core::shortText(value.real, 6);
    default: return std::string(core::kindName(value.kind));
    }
}

bool has(const Value& row, const std::pair<std::string, std::string>& wanted)
{
    const Value* member = row.find(wanted.first);
    if (member == nullptr)
        return false;
    const auto number = core::parseNumber(wanted.second);
    return member->isNumber() && number ? member->real == *number : wordOf(*member) == wanted.second;
}

std::vector<std::string> namesIn(const Value& value)
{
    std::vector<std::string> names;
    for (const auto& [name, member] : value.members)
        names.push_back(name);
    return names;
}

core::Result<const Value*> at(const Value& document, const std::vector<PathStep>& steps)
{
    const Value* value = &document;
    for (const PathStep& step : steps) {
        if (value->kind == Value::Kind::Array) {
            const auto place = core::parseWhole(step.name);
            if (!place || *place < 0 || static_cast<std::size_t>(*place) >= value->items.size())
                return core::unknownName(step.name, {}, W_("place in a list"));
            value = &value->items[static_cast<std::size_t>(*place)];
        } else {
            const Value* member = value->find(step.name);
            if (member == nullptr)
                return core::unknownName(step.name, namesIn(*value), W_("figure of the engines"));
            value = member;
        }
        if (step.where.empty())
            continue;
        const auto row = std::ranges::find_if(value->items, [&](const Value& item) {
            return std::ranges::all_of(step.where, [&](const auto& wanted) { return has(item, wanted); });
        });
        if (row == value->items.end())
            return core::unknownName(step.where.front().first + "=" + step.where.front().second, {},
                                     W_("row of a list"));
        value = &*row;
    }
    return value;
}

Value cellValue(const core::Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return Value::ofText(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return Value::ofInteger(*whole);
    if (const auto* real = std::get_if<double>(&cell))
        return Value::ofReal(*real);
    if (const auto* flag = std::get_if<bool>(&cell))
        return Value::ofFlag(*flag);
    return {};
}

/// {"TABLE": [{"KEY": …}]}
Value tablesValue(const std::vector<core::Table>& tables)
{
    std::vector<Value::Member> all;
    for (const core::Table& table : tables) {
        std::vector<Value> rows;
        for (const auto& row : table.rows) {
            std::vector<Value::Member> cells;
            for (std::size_t column = 0; column < table.columns.size(); ++column)
                cells.emplace_back(table.columns[column].key, cellValue(row[column]));
            rows.push_back(Value::ofMembers(std::move(cells)));
        }
        all.emplace_back(table.key, Value::ofItems(std::move(rows)));
    }
    return Value::ofMembers(std::move(all));
}

/// The tables of \p analysis of a recorded run, or of the plan's steps as if they had been recorded; and what
/// it finds.
core::Result<Value> analysed(const core::Catalog& catalog, const profiler::Analysis& analysis,
                             const LessonPlan& plan, const core::Task& task)
{
    SHARDSCOPE_TRY(const profiler::ImportedRun opened, runOf(catalog, plan, task));
    const core::RunPtr& run = opened.run;
    SHARDSCOPE_TRY(const core::Report report,
                   profiler::analyzePart(analysis, profiler::AnalysisInput(run), *run, {}, {}, task));
    Value all = tablesValue(report.tables);
    std::vector<Value> findings;
    for (const core::Finding& finding : report.findings)
        findings.push_back(Value::ofMembers({{"key", Value::ofText(finding.key)}}));
    all.members.emplace_back("findings", Value::ofItems(std::move(findings)));
    return all;
}

core::Result<Value> searched(const core::Catalog& catalog, const LessonPlan& plan, const core::Task& task)
{
    const PlanSearchRequest request = searchRequestOf(requestOf(plan));
    SHARDSCOPE_TRY(const PreparedSearch prepared, prepareSearch(catalog, request));
    SHARDSCOPE_TRY(const PlanSearchAnswer answer, answerSearch(prepared, request, task));
    return core::parseJsonText(planSearchJson(answer), "search");
}

core::Result<Value> makeDocument(const core::Catalog& catalog, const std::string& name,
                                 const LessonPlan& plan, const core::Task& task)
{
    const PlanRequest request = requestOf(plan);
    if (name == "simulate") {
        SimulationCall call;
        call.plan = request;
        call.slow = slowOf(plan);
        SHARDSCOPE_TRY(const planner::Simulation simulation, simulatePlan(catalog, std::move(call), task));
        return core::parseJsonText(simulationJson(simulation), name);
    }
    if (name == "search")
        return searched(catalog, plan, task);
    // "memory" is a report of the plan's, and an analysis too.
    const bool isReport = std::ranges::find(planReportNames(), name) != planReportNames().end();
    if (const auto analysis = profiler::findAnalysis(name); analysis.ok() && !isReport)
        return analysed(catalog, **analysis, plan, task);
    if (name == "study") {
        SHARDSCOPE_TRY(const Study study, namedStudy(catalog, request, {}, task));
        return tablesValue(studyTables(study));
    }
    SHARDSCOPE_TRY(const PlanResult result, evaluatePlan(catalog, request));
    if (name == "plan")
        return core::parseJsonText(planJson(result, {}), name);
    if (const auto pattern = core::fromName<planner::Pattern>(name)) {
        SHARDSCOPE_TRY(const planner::CollectiveSteps collective,
                       planner::planCollective(result.model, result.hardware, result.evaluation, *pattern));
        return tablesValue(collectiveTables(collective));
    }
    if (name == "doubling") {
        SHARDSCOPE_TRY(const std::vector<DoubledDevices> rows,
                       doubledDevices(result.model, result.hardware, result.evaluation.plan, task));
        return tablesValue({doubledTable(rows)});
    }
    if (name == "slices") {
        SHARDSCOPE_TRY(const PlanSlices slices,
                       planSlices(result.model, result.hardware, result.evaluation, task));
        return tablesValue({sliceTable(slices)});
    }
    if (name == "zero") {
        SHARDSCOPE_TRY(const std::vector<ZeroStage> stages,
                       zeroStages(result.model, result.hardware, result.evaluation.plan, task));
        return tablesValue({zeroStageTable(stages)});
    }
    SHARDSCOPE_TRY(const core::Report report, planReport(result, name));
    return tablesValue(report.tables);
}

} // namespace

LessonAnswers::LessonAnswers(const core::Catalog& catalog, core::Task task)
    : m_catalog(catalog)
    , m_task(std::move(task))
{
}

core::Result<const Value*> LessonAnswers::document(const std::string& name, const LessonPlan& plan)
{
    std::vector<std::string> known{"plan", "simulate", "search", "study", "zero", "slices", "doubling"};
    for (const planner::Pattern pattern : core::valuesOf<planner::Pattern>())
        known.emplace_back(core::nameOf(pattern));
    known.insert(known.end(), planReportNames().begin(), planReportNames().end());
    for (const profiler::Analysis& analysis : profiler::builtinAnalyses())
        known.emplace_back(analysis.key);
    if (std::ranges::find(known, name) == known.end())
        return core::unknownName(name, known, W_("document of the engines"));
    SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
    auto key = std::pair(name, plan);
    auto found = m_documents.find(key);
    if (found == m_documents.end()) {
        SHARDSCOPE_TRY(Value made, makeDocument(m_catalog, name, plan, m_task));
        found = m_documents.emplace(std::move(key), std::move(made)).first;
    }
    return &found->second;
}

core::Result<Value> LessonAnswers::value(const LessonQuantity& quantity, const LessonPlan& plan)
{
    std::vector<PathStep> steps = stepsOf(quantity.path);
    const std::string name = steps.front().name;
    steps.erase(steps.begin());
    SHARDSCOPE_TRY(const Value* const all, document(name, laidOver(plan, quantity.plan)));
    SHARDSCOPE_TRY(const Value* const found, at(*all, steps));
    return *found;
}

core::Result<double> LessonAnswers::number(const LessonQuantity& quantity, const LessonPlan& plan)
{
    SHARDSCOPE_TRY(const Value found, value(quantity, plan));
    if (!found.isNumber())
        return core::Error{core::ErrorCode::WrongType, {"number", std::string(core::kindName(found.kind))}};
    return found.real;
}

core::Result<Value> LessonAnswers::value(const LessonAssertion& one, const LessonPlan& plan)
{
    SHARDSCOPE_TRY(Value found, value(one.quantity, plan));
    if (!found.isNumber() && !one.per)
        return found;
    SHARDSCOPE_TRY(double result, number(one.quantity, plan));
    if (one.per) {
        SHARDSCOPE_TRY(const double divisor, number(*one.per, plan));
        if (divisor == 0)
            return core::inconsistent(W_("%1 is zero: nothing can be divided by it"), {one.per->path});
        result /= divisor;
    }
    return Value::ofReal(result * one.times);
}

std::optional<core::Error> contradiction(const LessonAssertion& one, const Value& answer)
{
    const auto isNot = [&](const std::string& wanted) {
        return core::inconsistent(W_("%1 is %2, not %3"), {one.quantity.path, wordOf(answer), wanted});
    };
    if (one.is.isNumber()) {
        if (!answer.isNumber() || !(std::fabs(answer.real - one.is.real) <= one.within))
            return isNot(core::shortText(one.is.real, 6) + " ± " + core::shortText(one.within, 6));
    } else if (one.is.kind != Value::Kind::Null && wordOf(one.is) != wordOf(answer)) {
        return isNot(wordOf(one.is));
    }
    if (one.least && !(answer.isNumber() && answer.real >= *one.least))
        return isNot("≥ " + core::shortText(*one.least, 6));
    if (one.most && !(answer.isNumber() && answer.real <= *one.most))
        return isNot("≤ " + core::shortText(*one.most, 6));
    return std::nullopt;
}

} // namespace shardscope::app
