// SPDX-License-Identifier: GPL-3.0-or-later
// Reads cases, asks the planner, compares. What a key means is in its name (contract, section 4).
#include "app/session/validation.h"

#include "app/session/interval.h"
#include "app/session/messages.h"
#include "core/io/text_file.h"
#include "core/model/model_file.h"
#include "core/plan/plan_file.h"
#include "planner/planner.h"

#include <QCoreApplication>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;
using core::Error;
using core::ErrorCode;
namespace fs = std::filesystem;

/// A case as read, with where it stands.
struct CaseText {
    Json json;
    std::string file;
    std::uint64_t line = 0;
};

Error caseError(const CaseText& at, ErrorCode code, std::vector<std::string> args, std::string pointer)
{
    Error error{code, std::move(args), {}};
    error.place.file = at.file;
    if (at.line > 0)
        error.place.line = at.line;
    error.place.jsonPointer = std::move(pointer);
    return error;
}

Error syntaxError(const std::string& file, std::uint64_t line, const std::string& message)
{
    Error error;
    error.code = ErrorCode::SyntaxError;
    const std::size_t colon = message.find(": ");
    error.args = {colon == std::string::npos ? message : message.substr(colon + 2)};
    error.place.file = file;
    error.place.line = line;
    return error;
}

/// JSON lines, or one array.
core::Result<std::vector<CaseText>> readCases(const fs::path& path)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(path));
    std::vector<CaseText> cases;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '[') {
        try {
            for (Json& entry : Json::parse(text))
                cases.push_back({std::move(entry), path.string(), 0});
        } catch (const Json::exception& problem) {
            return syntaxError(path.string(), 1, problem.what());
        }
        return cases;
    }
    std::uint64_t line = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        ++line;
        const std::string_view row = std::string_view(text).substr(begin, end - begin);
        begin = end + 1;
        if (row.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        try {
            cases.push_back({Json::parse(row), path.string(), line});
        } catch (const Json::exception& problem) {
            return syntaxError(path.string(), line, problem.what());
        }
    }
    return cases;
}

core::Result<core::ModelSpec> caseModel(const core::Catalog& catalog, const CaseText& at)
{
    const Json& model = at.json["model"];
    if (model.is_string())
        return catalog.model(model.get<std::string>());
    return core::parseModel(model.dump(), at.file);
}

/// A rank measured alone: collectives take no time, and their buffers stay (contract, section 4).
void silenceLinks(core::HardwareSpec& hardware)
{
    constexpr double kNoTime = 1e30; // bytes per second; not infinite, so that 0 bytes take 0 seconds
    for (core::Link& link : hardware.links) {
        link.bandwidth.value = core::BytesPerSecond{kNoTime};
        link.latency.value = core::Seconds{0};
    }
}

core::Result<core::Evaluation> evaluateCase(const core::Catalog& catalog, const CaseText& at)
{
    SHARDSCOPE_TRY(const core::ModelSpec model, caseModel(catalog, at));
    SHARDSCOPE_TRY(core::HardwareSpec hardware, catalog.hardware(at.json["hardware"].get<std::string>()));
    if (at.json.value("collectives", std::string{}) == "absent")
        silenceLinks(hardware);
    const Json plan = at.json.contains("plan") ? at.json["plan"] : Json::object();
    auto parsed = core::parsePlan(plan.dump(), at.file, {}, model);
    if (!parsed.ok())
        return parsed.error().under("/plan");
    return planner::evaluateWalked(model, hardware, *parsed);
}

double secondsOf(const core::Evaluation& evaluation, core::StepPart part)
{
    const auto found = evaluation.step.find(part);
    return found == evaluation.step.end() ? 0 : found->second.seconds.value();
}

/// The figure that \p key names, or why there is none. The planner's own figures come first.
std::optional<double> predicted(const core::Evaluation& evaluation, const std::string& key)
{
    if (const auto found = evaluation.figures.find(key); found != evaluation.figures.end())
        return found->second;
    if (key == "peak_bytes") {
        double peak = -1;
        for (const core::TierUse& use : evaluation.memory.tiers) {
            if (use.tier == core::Tier::Device)
                peak = std::max(peak, use.peak.value());
        }
        return peak < 0 ? std::nullopt : std::optional(peak);
    }
    if (evaluation.step.empty())
        return std::nullopt;
    using core::StepPart;
    if (key == "step_seconds")
        return secondsOf(evaluation, StepPart::Total);
    if (key == "forward_seconds")
        return secondsOf(evaluation, StepPart::Forward);
    if (key == "backward_seconds") // includes recompute (contract, section 4)
        return secondsOf(evaluation, StepPart::Backward) + secondsOf(evaluation, StepPart::Recompute);
    if (key == "optimizer_seconds")
        return secondsOf(evaluation, StepPart::Optimizer);
    if (key == "recompute_seconds")
        return secondsOf(evaluation, StepPart::Recompute);
    if (key == "samples_per_second")
        return evaluation.throughput.samplesPerSecond;
    if (key == "tokens_per_second")
        return evaluation.throughput.tokensPerSecond;
    if (key == "model_tflops_per_device")
        return evaluation.throughput.modelTflopsPerDevice;
    if (key == "model_flops_utilization")
        return evaluation.throughput.modelFlopsUtilization;
    return std::nullopt;
}

/// Checks the shape that the contract asks for, so that what follows can read without asking.
std::optional<Error> malformed(const CaseText& at)
{
    const Json& json = at.json;
    if (!json.is_object())
        return caseError(at, ErrorCode::WrongType, {"an object", json.type_name()}, "");
    for (const char* key : {"id", "model", "hardware", "measured"}) {
        if (!json.contains(key))
            return caseError(at, ErrorCode::MissingKey, {key}, "");
    }
    const auto wrong = [&](const char* key, const char* wanted) {
        return caseError(at, ErrorCode::WrongType, {wanted, json[key].type_name()}, std::string("/") + key);
    };
    for (const char* key : {"id", "hardware", "group", "collectives"}) {
        if (json.contains(key) && !json[key].is_string())
            return wrong(key, "a text");
    }
    if (!json["model"].is_string() && !json["model"].is_object())
        return wrong("model", "a name or an object");
    if (!json["measured"].is_object())
        return wrong("measured", "an object");
    for (const auto& [key, value] : json["measured"].items()) {
        if (!value.is_number())
            return caseError(at, ErrorCode::WrongType, {"a number", value.type_name()}, "/measured/" + key);
    }
    if (json.contains("tolerance") && !json["tolerance"].is_number())
        return wrong("tolerance", "a number");
    return std::nullopt;
}

void appendRows(const core::Catalog& catalog, const CaseText& at, std::vector<ValidationRow>& rows)
{
    const core::Result<core::Evaluation> evaluation = evaluateCase(catalog, at);
    for (const auto& [key, measured] : at.json["measured"].items()) {
        ValidationRow row;
        row.id = at.json["id"].get<std::string>();
        row.group = at.json.value("group", std::string{});
        row.key = key;
        row.measured = measured.get<double>();
        if (at.json.contains("tolerance"))
            row.tolerance = at.json["tolerance"].get<double>();
        if (!evaluation.ok())
            row.reason = errorText(evaluation.error()).toStdString();
        else if (row.predicted = predicted(*evaluation, key); !row.predicted)
            row.reason = "this figure is not predicted for such a model and plan";
        if (row.predicted && row.measured != 0)
            row.error = *row.predicted / row.measured - 1;
        if (row.predicted) {
            const Interval interval = specificationInterval(key, *row.predicted);
            row.low = interval.low;
            row.high = interval.high;
        }
        rows.push_back(std::move(row));
    }
}

std::vector<ValidationGroup> grouped(const std::vector<ValidationRow>& rows)
{
    std::vector<ValidationGroup> groups;
    std::vector<std::vector<double>> errors;
    for (const ValidationRow& row : rows) {
        if (!row.error)
            continue;
        const auto same = [&](const ValidationGroup& group) {
            return group.group == row.group && group.key == row.key;
        };
        const auto found = std::find_if(groups.begin(), groups.end(), same);
        const auto index = static_cast<std::size_t>(found - groups.begin());
        if (found == groups.end()) {
            groups.push_back({row.group, row.key, 0, 0, 0, 0});
            errors.emplace_back();
        }
        errors[index].push_back(std::fabs(*row.error));
    }
    for (std::size_t index = 0; index < groups.size(); ++index) {
        std::vector<double>& all = errors[index];
        std::sort(all.begin(), all.end());
        double sum = 0;
        for (const double error : all)
            sum += error;
        const std::size_t half = all.size() / 2;
        groups[index].count = static_cast<std::int64_t>(all.size());
        groups[index].mape = sum / static_cast<double>(all.size());
        groups[index].median = all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
        groups[index].worst = all.back();
    }
    return groups;
}

} // namespace

bool ValidationRow::fails() const { return tolerance && (!error || std::fabs(*error) > *tolerance); }

bool Validation::passed() const
{
    return std::none_of(rows.begin(), rows.end(), [](const ValidationRow& row) { return row.fails(); });
}

core::Result<Validation> validateCases(const core::Catalog& catalog, std::vector<fs::path> files,
                                       const core::Task& task)
{
    if (files.empty()) {
        std::error_code failure;
        for (const fs::directory_entry& entry :
             fs::directory_iterator(catalog.resources() / "cases", failure))
            files.push_back(entry.path());
        std::sort(files.begin(), files.end());
    }
    std::vector<CaseText> cases;
    for (const fs::path& file : files) {
        SHARDSCOPE_TRY(std::vector<CaseText> more, readCases(file));
        std::move(more.begin(), more.end(), std::back_inserter(cases));
    }
    for (const CaseText& at : cases) {
        if (const auto error = malformed(at))
            return *error;
    }
    Validation validation;
    for (std::size_t index = 0; index < cases.size(); ++index) {
        if (task.cancelled())
            return Error{ErrorCode::Cancelled, {}, {}};
        task.report("evaluate", static_cast<double>(index) / static_cast<double>(cases.size()));
        appendRows(catalog, cases[index], validation.rows);
    }
    validation.groups = grouped(validation.rows);
    return validation;
}

core::Table validationRowTable(const Validation& validation)
{
    using core::Cell;
    using core::CellKind;
    const auto cell = [](const std::optional<double>& value) { return value ? Cell(*value) : Cell(); };
    core::Table table;
    table.key = "rows";
    table.title = QT_TRANSLATE_NOOP("Source", "Cases");
    table.columns = {{"id", QT_TRANSLATE_NOOP("Source", "Case"), CellKind::Text, {}, {}},
                     {"group", QT_TRANSLATE_NOOP("Source", "Group"), CellKind::Text, {}, {}},
                     {"key", QT_TRANSLATE_NOOP("Source", "Figure"), CellKind::Text, {}, {}},
                     {"predicted", QT_TRANSLATE_NOOP("Source", "Predicted"), CellKind::Real, {}, {}},
                     {"measured", QT_TRANSLATE_NOOP("Source", "Measured"), CellKind::Real, {}, {}},
                     {"error",
                      QT_TRANSLATE_NOOP("Source", "Error"),
                      CellKind::Fraction,
                      {},
                      QT_TRANSLATE_NOOP("Source", "predicted / measured - 1")},
                     {"fails", QT_TRANSLATE_NOOP("Source", "Fails"), CellKind::Flag, {}, {}},
                     {"reason", QT_TRANSLATE_NOOP("Source", "Reason"), CellKind::Text, {}, {}}};
    for (const ValidationRow& row : validation.rows) {
        table.rows.push_back({Cell(row.id), Cell(row.group), Cell(row.key), cell(row.predicted),
                              Cell(row.measured), cell(row.error), Cell(row.fails()),
                              row.reason.empty() ? Cell() : Cell(row.reason)});
    }
    return table;
}

core::Table validationGroupTable(const Validation& validation)
{
    using core::Cell;
    using core::CellKind;
    core::Table table;
    table.key = "groups";
    table.title = QT_TRANSLATE_NOOP("Source", "Groups");
    table.columns = {{"group", QT_TRANSLATE_NOOP("Source", "Group"), CellKind::Text, {}, {}},
                     {"key", QT_TRANSLATE_NOOP("Source", "Figure"), CellKind::Text, {}, {}},
                     {"count", QT_TRANSLATE_NOOP("Source", "Cases"), CellKind::Integer, {}, {}},
                     {"mape",
                      QT_TRANSLATE_NOOP("Source", "MAPE"),
                      CellKind::Fraction,
                      {},
                      QT_TRANSLATE_NOOP("Source", "mean absolute error")},
                     {"median", QT_TRANSLATE_NOOP("Source", "Median"), CellKind::Fraction, {}, {}},
                     {"worst", QT_TRANSLATE_NOOP("Source", "Worst"), CellKind::Fraction, {}, {}}};
    for (const ValidationGroup& group : validation.groups) {
        table.rows.push_back({Cell(group.group), Cell(group.key), Cell(group.count), Cell(group.mape),
                              Cell(group.median), Cell(group.worst)});
    }
    return table;
}

std::string validationJson(const Validation& validation)
{
    const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
    Json rows = Json::array();
    for (const ValidationRow& row : validation.rows) {
        Json entry{{"id", row.id},
                   {"group", row.group},
                   {"key", row.key},
                   {"predicted", orNull(row.predicted)},
                   {"measured", row.measured},
                   {"error", orNull(row.error)},
                   {"regime", row.regime},
                   {"low", orNull(row.low)},
                   {"high", orNull(row.high)},
                   {"tolerance", orNull(row.tolerance)},
                   {"fails", row.fails()}};
        if (!row.reason.empty())
            entry["reason"] = row.reason;
        rows.push_back(std::move(entry));
    }
    Json groups = Json::array();
    for (const ValidationGroup& group : validation.groups) {
        groups.push_back({{"group", group.group},
                          {"key", group.key},
                          {"count", group.count},
                          {"mape", group.mape},
                          {"median", group.median},
                          {"worst", group.worst}});
    }
    return Json{{"rows", rows}, {"groups", groups}}.dump(2, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

} // namespace shardscope::app
