// SPDX-License-Identifier: GPL-3.0-or-later
// Tells documents apart by their first decisive key, reading no more of a file than that takes.
#include "app/session/documents/documents.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/model/persia_model.h"
#include "core/model/recommender_file.h"
#include "core/storage/named_item.h"
#include "shardscope_config.h"

#include <QCoreApplication>
#include <QStandardPaths>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace shardscope::app {
namespace {

using core::Error;
using core::ErrorCode;
namespace fs = std::filesystem;

constexpr std::size_t kHeadBytes = std::size_t{4} << 20; ///< every known format shows itself within this
constexpr int kDeepest = 512;                            ///< no document of ours is nested like that
constexpr const char* kKnownFormats =
    W_("model, hardware, plan and cluster files (JSON), projects, DLRM command lines, PERSIA's YAML files, "
       "traces");

struct DecisiveKey {
    std::string_view key;
    DocumentKind kind;
};

// Keys that only one kind of document has at its top (contract, sections 2 and 3; Chrome trace format;
// Kineto's head).
constexpr std::array kDecisiveKeys{
    DecisiveKey{"traceEvents", DocumentKind::Trace},
    DecisiveKey{"displayTimeUnit", DocumentKind::Trace},
    DecisiveKey{"deviceProperties", DocumentKind::Trace},
    DecisiveKey{"distributedInfo", DocumentKind::Trace},
    DecisiveKey{"schemaVersion", DocumentKind::Trace},
    DecisiveKey{"baseTimeNanoseconds", DocumentKind::Trace},
    DecisiveKey{"engines", DocumentKind::Hardware},
    DecisiveKey{"links", DocumentKind::Hardware},
    DecisiveKey{"memory", DocumentKind::Hardware},
    DecisiveKey{"parallel", DocumentKind::Plan},
    DecisiveKey{"batch", DocumentKind::Plan},
    DecisiveKey{"sharding", DocumentKind::Plan},
    DecisiveKey{"schedule", DocumentKind::Plan},
    DecisiveKey{"recompute", DocumentKind::Plan},
    DecisiveKey{"residency", DocumentKind::Plan},
    DecisiveKey{"precision", DocumentKind::Plan},
    DecisiveKey{"framework", DocumentKind::Plan},
    DecisiveKey{"implementation", DocumentKind::Plan},
    DecisiveKey{"model", DocumentKind::Plan},
    DecisiveKey{"tables", DocumentKind::Model},
    DecisiveKey{"model_type", DocumentKind::Model},
    DecisiveKey{"architectures", DocumentKind::Model},
};

/// Reads top-level keys until one decides; nothing is kept.
struct KeySeeker : nlohmann::json_sax<nlohmann::json> {
    int depth = 0;
    bool array = false;
    bool kindNext = false; ///< the next value is that of "kind", which tells models from clusters
    std::optional<DocumentKind> kind;
    bool tooDeep = false;
    std::string problem;
    std::size_t problemAt = 0;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t& text) override
    {
        if (!kindNext)
            return true;
        kind = text == "cluster" ? DocumentKind::Cluster : DocumentKind::Model;
        return false;
    }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return deeper(); }
    bool end_object() override { return --depth >= 0; }
    bool start_array(std::size_t) override
    {
        array = array || depth == 0;
        return deeper() && !array;
    }
    bool end_array() override { return --depth >= 0; }
    bool key(string_t& name) override
    {
        if (depth != 1)
            return true;
        kindNext = name == "kind";
        for (const DecisiveKey& decisive : kDecisiveKeys) {
            if (decisive.key == name) {
                kind = decisive.kind;
                return false;
            }
        }
        return true;
    }
    bool deeper()
    {
        tooDeep = ++depth > kDeepest;
        return !tooDeep;
    }
    bool parse_error(std::size_t at, const std::string&, const nlohmann::json::exception& exception) override
    {
        problem = exception.what();
        problemAt = at;
        return false;
    }
};

/// What a file that is not JSON looks like, in words.
std::string foreignFormat(std::string_view head)
{
    if (head.substr(0, 2) == "PK")
        return core::phrase(W_("a ZIP archive"));
    return core::phrase(W_("neither JSON nor gzip"));
}

/// Whether YAML says at the start of a line what only PersiaJobs and global_config.yml say.
bool looksLikePersia(std::string_view text)
{
    constexpr std::array<std::string_view, 5> kLines{"kind: PersiaJob",
                                                     "common_config:", "embedding_parameter_server_config:",
                                                     "embedding_server_config:", "embedding_worker_config:"};
    return std::ranges::any_of(kLines, [&](std::string_view line) {
        return text.substr(0, line.size()) == line ||
               text.find("\n" + std::string(line)) != std::string_view::npos;
    });
}

constexpr std::array kItemKinds{core::ItemKind::Plan, core::ItemKind::Model, core::ItemKind::Machine,
                                core::ItemKind::Calibration};

core::Result<DocumentKind> itemKind(const core::ItemAddress& address)
{
    SHARDSCOPE_TRY(const core::NamedItem item, core::readNamedItem(address, kItemKinds));
    return item.item.kind == core::ItemKind::Plan    ? DocumentKind::Plan
           : item.item.kind == core::ItemKind::Model ? DocumentKind::Model
                                                     : DocumentKind::Hardware;
}

core::Result<std::string> readHead(const fs::path& file)
{
    // Whoever reads the document then opens it again, which a pipe cannot bear.
    if (core::files::kindAt(file) == core::files::Kind::Pipe)
        return core::notSupported(W_("a pipe"), W_("it can be read only once; write it to a file first"))
            .in(file.string());
    return core::readTextHead(file, kHeadBytes);
}

std::uint64_t lineOf(std::string_view text, std::size_t offset)
{
    std::uint64_t line = 1;
    for (const char c : text.substr(0, offset))
        line += c == '\n' ? 1 : 0;
    return line;
}

/// nlohmann's message without its own name and position.
std::string parserWords(const std::string& message)
{
    const std::size_t colon = message.find(": ");
    return colon == std::string::npos ? message : message.substr(colon + 2);
}

Error syntaxError(const fs::path& file, std::string_view text, std::size_t at, const std::string& message)
{
    Error error{.code = ErrorCode::SyntaxError, .args = {parserWords(message)}};
    error.place.file = file.string();
    error.place.line = lineOf(text, at);
    error.place.byteOffset = at == 0 ? 0 : at - 1;
    return error;
}

} // namespace

fs::path findResources()
{
    if (qEnvironmentVariableIsSet("SHARDSCOPE_RESOURCES"))
        return qEnvironmentVariable("SHARDSCOPE_RESOURCES").toStdString();
    const fs::path program = QCoreApplication::instance()
                                 ? QCoreApplication::applicationDirPath().toStdString()
                                 : std::string(".");
    const auto hasModels = [](const fs::path& folder) { return core::files::isFolder(folder / "models"); };
    const fs::path installed = (program / config::kInstalledResources).lexically_normal();
    if (hasModels(installed))
        return installed;
    const fs::path source = (program / config::kSourceResources).lexically_normal();
    if (core::files::isPlain(program / config::kBuildMark) && hasModels(source))
        return source;
    for (const QString& data : QStandardPaths::standardLocations(QStandardPaths::GenericDataLocation)) {
        if (const fs::path shared = fs::path(data.toStdString()) / "shardscope"; hasModels(shared))
            return shared;
    }
    return installed; // what is missing is told by where it should be
}

core::Result<DocumentKind> documentKind(const fs::path& file)
{
    if (const auto address = core::itemAddress(file.string()))
        return itemKind(*address);
    if (file.extension() == core::kProjectSuffix && core::files::isPlain(file))
        return DocumentKind::Project;
    if (core::files::isFolder(file))
        return DocumentKind::Trace; // a run's files, one for each rank
    SHARDSCOPE_TRY(const std::string head, readHead(file));
    const std::string_view text = head;
    if (text.substr(0, 2) == "\x1F\x8B")
        return DocumentKind::Trace; // only traces come compressed
    std::size_t first = text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
    first = text.find_first_not_of(" \t\r\n", first);
    Error unknown;
    unknown.code = ErrorCode::FormatUnknown;
    unknown.place.file = file.string();
    if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) {
        if (core::looksLikeOnnx(text) || core::looksLikeDlrmCommand(text) ||
            core::looksLikePersiaEmbedding(text))
            return DocumentKind::Model;
        if (looksLikePersia(text)) {
            SHARDSCOPE_TRY([[maybe_unused]] const core::PersiaFileKind kind,
                           core::persiaFileKind(text, file.string()));
            return DocumentKind::Persia;
        }
        if (profiler::isTraceFile(file))
            return DocumentKind::Trace;
        if (auto foreign = profiler::foreignTrace(file))
            return *std::move(foreign);
        unknown.args = {foreignFormat(text), core::phrase(kKnownFormats)};
        return unknown;
    }
    if (text[first] == '[') {
        // A list of TorchRec's tables, or the bare array form of a Chrome trace.
        constexpr std::size_t kFirstTable = 4096;
        return text.substr(0, kFirstTable).find("\"num_embeddings\"") != std::string_view::npos
                   ? DocumentKind::Model
                   : DocumentKind::Trace;
    }
    KeySeeker seeker;
    nlohmann::json::sax_parse(text.begin(), text.end(), &seeker);
    if (seeker.kind)
        return *seeker.kind;
    if (seeker.tooDeep) {
        unknown.code = ErrorCode::NestingTooDeep;
        unknown.args = {std::to_string(kDeepest)};
        return unknown;
    }
    // Traces may be no single document, or cut short, and are read all the same.
    if (profiler::isTraceFile(file))
        return DocumentKind::Trace;
    if (auto foreign = profiler::foreignTrace(file))
        return *std::move(foreign);
    if (!seeker.problem.empty() && head.size() < kHeadBytes)
        return syntaxError(file, text, seeker.problemAt, seeker.problem);
    unknown.args = {core::phrase(W_("JSON without a key that tells what it is")),
                    core::phrase(kKnownFormats)};
    return unknown;
}

bool PlanDocument::says(std::string_view group, std::string_view key) const
{
    const core::Value* inside = plan.find(group);
    return inside != nullptr && inside->find(key) != nullptr;
}

namespace {

core::Result<std::string> textOfPlan(const fs::path& file, const std::optional<core::ItemAddress>& address)
{
    if (!address)
        return core::readTextFile(file);
    SHARDSCOPE_TRY(core::NamedItem item, core::readNamedItem(*address, std::array{core::ItemKind::Plan}));
    return std::move(item.text);
}

} // namespace

core::Result<PlanDocument> readPlanDocument(const fs::path& file)
{
    const auto address = core::itemAddress(file.string());
    SHARDSCOPE_TRY(const std::string text, textOfPlan(file, address));
    const fs::path folder = (address ? address->file : file).parent_path();
    PlanDocument document;
    document.file = file.string();
    SHARDSCOPE_TRY(document.plan, core::parseJsonText(text, file.string()));
    core::FirstError errors;
    core::SpecReader reader(document.plan, {}, errors);
    for (const auto& [key, target] :
         {std::pair{"model", &document.model}, std::pair{"hardware", &document.hardware}}) {
        if (document.plan.find(key) == nullptr)
            continue;
        *target = reader.text(key);
        if (target->empty())
            reader.fail(ErrorCode::MissingKey, {key}, key);
        if (address && core::referredTo(*target))
            *target = core::addressText({address->file, *target});
        else if (const fs::path beside = folder / *target;
                 core::files::exists(beside) && !core::files::isFolder(beside))
            *target = beside.string();
    }
    if (errors)
        return errors.get()->in(document.file);
    std::erase_if(document.plan.members, [](const core::Value::Member& member) {
        return member.first == "model" || member.first == "hardware" ||
               member.first == "devices_held"; // which the window alone asks
    });
    return document;
}

} // namespace shardscope::app
