// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/cases.h"

#include "app/session/documents/documents.h"
#include "app/session/plan/read_plan.h"
#include "app/session/published/published_runs.h"
#include "core/base/phrase.h"
#include "core/catalog/model_file.h"
#include "core/io/files.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "planner/planner.h"

#include <algorithm>
#include <limits>

namespace shardscope::app {
namespace {

using core::SpecReader;
using core::Value;
namespace fs = std::filesystem;

/// A case as read, with where it stands.
struct CaseText {
    Value document;
    std::string file;
    std::optional<core::Error> problem; ///< known before it is read
    bool published = false;
};

/// What a case says beside its model and plans, in the shape that the contract asks for.
Case readCase(const CaseText& at, core::FirstError& errors)
{
    SpecReader reader(at.document, {}, errors);
    Case made;
    made.id = reader.text("id");
    const Value* model = reader.find("model");
    if (model == nullptr)
        reader.fail(core::ErrorCode::MissingKey, {"model"});
    else if (model->kind != Value::Kind::Text && model->kind != Value::Kind::Object)
        reader.fail(core::ErrorCode::WrongType,
                    {core::phrase(W_("a name or an object")), core::phrase(kindName(model->kind))}, "model");
    made.hardware = reader.text("hardware");
    reader.inside("measured", true, [&made](SpecReader& measured) {
        constexpr double kMost = std::numeric_limits<double>::max();
        for (const std::string& key : measured.keys())
            made.measured.emplace_back(key, measured.number(key, -kMost, kMost));
    });
    made.group = reader.textOr("group", "");
    made.collectivesAbsent = reader.textOr("collectives", "") == "absent";
    if (reader.has("tolerance"))
        made.tolerance = reader.number("tolerance", 0, std::numeric_limits<double>::infinity());
    reader.eachOf("then", false, [](SpecReader&) {}); // plans, read with their model
    return made;
}

core::Result<core::ModelSpec> caseModel(const core::Catalog& catalog, const CaseText& at)
{
    const Value& model = *at.document.find("model");
    return model.kind == Value::Kind::Text ? catalog.model(model.text) : core::parseModel(model, at.file);
}

/// The program that ran where a case's source is its repository. Cases are older than some programs here, and
/// say the library that those are built on (fsdp2 for NeMo AutoModel's).
core::Framework programOf(const Value& document, core::Framework said)
{
    const auto isOf = [source = document.find("source")](core::Framework one) {
        const planner::ProgramCall& call = planner::factsOf(one).call;
        if (source == nullptr || source->kind != Value::Kind::Text || call.source == nullptr)
            return false;
        const std::string_view where = call.source;
        return source->text.starts_with(std::string(where.substr(0, where.find(','))) + ' ');
    };
    const planner::Family family = planner::factsOf(said).family;
    if (family == planner::Family::Own || isOf(said))
        return said;
    constexpr auto kFrameworks = core::valuesOf<core::Framework>();
    const auto found = std::ranges::find_if(kFrameworks, [&](core::Framework one) {
        return planner::factsOf(one).family == family && isOf(one);
    });
    return found == kFrameworks.end() ? said : *found;
}

void readPlans(const core::Catalog& catalog, const CaseText& at, Case& made)
{
    made.searched = at.published;
    if (at.problem) {
        made.problem = at.problem;
        return;
    }
    auto model = caseModel(catalog, at);
    if (!model.ok()) {
        made.problem = model.error();
        return;
    }
    made.model = std::make_shared<const core::ModelSpec>(std::move(*model));
    const auto parse = [&](const Value& plan, const std::string& pointer) {
        auto parsed = readPlan(plan, at.file, {}, *made.model);
        if (!parsed.ok())
            made.problem = parsed.error().under(pointer);
        if (!parsed.ok())
            return core::Plan{};
        const core::Framework program = programOf(at.document, parsed->implementation);
        return program == parsed->implementation ? *parsed : planner::withFramework(*parsed, program);
    };
    const Value* plan = at.document.find("plan");
    made.plan = parse(plan != nullptr ? *plan : Value{}, "/plan");
    if (const Value* then = at.document.find("then")) {
        for (std::size_t i = 0; i < then->items.size() && !made.problem; ++i)
            made.then.push_back(parse(then->items[i], "/then/" + std::to_string(i)));
    }
}

/// One list of published runs or one case, however it is laid out; else lines or an array of cases.
core::Result<std::vector<Value>> documentsOf(const std::string& text, const fs::path& file)
{
    auto whole = core::parseJsonText(text, file.string());
    if (whole.ok() && whole->kind == Value::Kind::Object)
        return std::vector<Value>{std::move(*whole)};
    return core::parseJsonLines(text, file.string());
}

} // namespace

core::Result<std::vector<Case>> loadCases(const core::Catalog& catalog, const std::vector<fs::path>& files)
{
    std::vector<CaseText> texts;
    std::vector<Case> cases;
    for (const fs::path& file : files) {
        SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
        SHARDSCOPE_TRY(std::vector<Value> documents, documentsOf(text, file));
        std::vector<CaseText> read;
        read.reserve(documents.size());
        for (Value& document : documents) {
            if (!published::isPublishedRuns(document)) {
                read.push_back({std::move(document), file.string(), {}, false});
                continue;
            }
            for (published::PublishedRun& run : published::publishedRuns(document))
                read.push_back({std::move(run.document), file.string(), std::move(run.problem), true});
        }
        for (CaseText& one : read) {
            texts.push_back(std::move(one));
            core::FirstError errors;
            cases.push_back(readCase(texts.back(), errors));
            if (errors)
                return errors.get()->in(file.string());
        }
    }
    for (std::size_t i = 0; i < cases.size(); ++i)
        readPlans(catalog, texts[i], cases[i]);
    return cases;
}

bool holdsCases(const fs::path& file)
{
    if (core::files::isFolder(file))
        return false;
    const auto kind = documentKind(file);
    if (kind.ok() && *kind != DocumentKind::Trace)
        return true;
    // An array may be of cases or of a trace's events.
    constexpr std::size_t kEnough = std::size_t{64} << 10;
    const auto head = core::readTextHead(file, kEnough);
    return !kind.ok() || (head.ok() && head->find("\"measured\"") != std::string::npos);
}

core::HardwareSpec withoutCollectives(core::HardwareSpec hardware)
{
    constexpr double kNoTime = 1e30; // bytes per second; not infinite, so that 0 bytes take 0 seconds
    for (core::Link& link : hardware.links) {
        link.bandwidth.value = core::BytesPerSecond{kNoTime};
        link.latency.value = core::Seconds{0};
    }
    hardware.collectives.clear(); // measured ones would go before the links
    return hardware;
}

} // namespace shardscope::app
