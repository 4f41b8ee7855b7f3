// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/cases.h"

#include "core/base/phrase.h"
#include "core/catalog/model_file.h"
#include "core/io/text_file.h"
#include "core/io/value.h"
#include "core/plan/plan_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
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

/// One JSON value, by the reader of all our documents (which refuses keys that stand twice).
core::Result<Json> parsed(std::string_view text, const std::string& file, std::uint64_t firstLine)
{
    const auto checked = core::parseJsonText(text, file);
    if (!checked.ok()) {
        Error error = checked.error();
        error.place.line = firstLine + error.place.line.value_or(1) - 1;
        return error;
    }
    return Json::parse(text);
}

/// JSON lines, or one array.
core::Result<std::vector<CaseText>> readCases(const fs::path& path)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(path));
    std::vector<CaseText> cases;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '[') {
        SHARDSCOPE_TRY(Json all, parsed(text, path.string(), 1));
        for (Json& entry : all)
            cases.push_back({std::move(entry), path.string(), 0});
        if (cases.empty())
            return Error{ErrorCode::FileEmpty, {}, {}}.in(path.string());
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
        SHARDSCOPE_TRY(Json entry, parsed(row, path.string(), line));
        cases.push_back({std::move(entry), path.string(), line});
    }
    if (cases.empty())
        return Error{ErrorCode::FileEmpty, {}, {}}.in(path.string());
    return cases;
}

/// Checks the shape that the contract asks for, so that what follows can read without asking.
std::optional<Error> malformed(const CaseText& at)
{
    const Json& json = at.json;
    if (!json.is_object())
        return caseError(at, ErrorCode::WrongType, {core::phrase(W_("an object")), json.type_name()}, "");
    for (const char* key : {"id", "model", "hardware", "measured"}) {
        if (!json.contains(key))
            return caseError(at, ErrorCode::MissingKey, {key}, "");
    }
    const auto wrong = [&](const char* key, const std::string& wanted) {
        return caseError(at, ErrorCode::WrongType, {wanted, json[key].type_name()}, std::string("/") + key);
    };
    for (const char* key : {"id", "hardware", "group", "collectives"}) {
        if (json.contains(key) && !json[key].is_string())
            return wrong(key, core::phrase(W_("a text")));
    }
    if (!json["model"].is_string() && !json["model"].is_object())
        return wrong("model", core::phrase(W_("a name or an object")));
    if (!json["measured"].is_object())
        return wrong("measured", core::phrase(W_("an object")));
    for (const auto& [key, value] : json["measured"].items()) {
        if (!value.is_number())
            return caseError(at, ErrorCode::WrongType, {core::phrase(W_("a number")), value.type_name()},
                             "/measured/" + key);
    }
    if (json.contains("then") && !json["then"].is_array())
        return wrong("then", core::phrase(W_("a list of plans")));
    if (json.contains("tolerance") && !json["tolerance"].is_number())
        return wrong("tolerance", core::phrase(W_("a number")));
    if (json.contains("tolerance") && json["tolerance"].get<double>() < 0)
        return caseError(at, ErrorCode::OutOfRange, {json["tolerance"].dump(), "0"}, "/tolerance");
    return std::nullopt;
}

core::Result<std::shared_ptr<const core::ModelSpec>> caseModel(const core::Catalog& catalog,
                                                               const CaseText& at)
{
    const Json& model = at.json["model"];
    auto read =
        model.is_string() ? catalog.model(model.get<std::string>()) : core::parseModel(model.dump(), at.file);
    if (!read.ok())
        return read.error();
    return std::make_shared<const core::ModelSpec>(std::move(*read));
}

Case caseOf(const core::Catalog& catalog, const CaseText& at)
{
    Case made;
    made.id = at.json["id"].get<std::string>();
    made.group = at.json.value("group", std::string{});
    made.hardware = at.json["hardware"].get<std::string>();
    made.collectivesAbsent = at.json.value("collectives", std::string{}) == "absent";
    for (const auto& [key, value] : at.json["measured"].items())
        made.measured.emplace_back(key, value.get<double>());
    if (at.json.contains("tolerance"))
        made.tolerance = at.json["tolerance"].get<double>();
    const auto model = caseModel(catalog, at);
    if (!model.ok()) {
        made.problem = model.error();
        return made;
    }
    made.model = *model;
    const auto parse = [&](const Json& plan, const std::string& pointer) {
        auto parsed = core::parsePlan(plan.dump(), at.file, {}, *made.model);
        if (!parsed.ok())
            made.problem = parsed.error().under(pointer);
        return parsed.ok() ? *parsed : core::Plan{};
    };
    made.plan = parse(at.json.contains("plan") ? at.json["plan"] : Json::object(), "/plan");
    if (at.json.contains("then")) {
        for (std::size_t i = 0; i < at.json["then"].size() && !made.problem; ++i)
            made.then.push_back(parse(at.json["then"][i], "/then/" + std::to_string(i)));
    }
    return made;
}

} // namespace

core::Result<std::vector<Case>> loadCases(const core::Catalog& catalog, const std::vector<fs::path>& files)
{
    std::vector<CaseText> texts;
    for (const fs::path& file : files) {
        SHARDSCOPE_TRY(std::vector<CaseText> more, readCases(file));
        std::move(more.begin(), more.end(), std::back_inserter(texts));
    }
    for (const CaseText& at : texts) {
        if (const auto error = malformed(at))
            return *error;
    }
    std::vector<Case> cases;
    cases.reserve(texts.size());
    for (const CaseText& at : texts)
        cases.push_back(caseOf(catalog, at));
    return cases;
}

core::HardwareSpec withoutCollectives(core::HardwareSpec hardware)
{
    constexpr double kNoTime = 1e30; // bytes per second; not infinite, so that 0 bytes take 0 seconds
    for (core::Link& link : hardware.links) {
        link.bandwidth.value = core::BytesPerSecond{kNoTime};
        link.latency.value = core::Seconds{0};
    }
    return hardware;
}

} // namespace shardscope::app
