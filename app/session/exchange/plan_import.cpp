// SPDX-License-Identifier: GPL-3.0-or-later
// Documents are read by their keys; command lines, logs and NeMo's YAML become a list of Megatron-LM's
// argument names with values. Which keys became what is told the same way of all.
#include "app/session/exchange/interchange.h"

#include "app/session/exchange/programs/accelerate_config.h"
#include "app/session/exchange/programs/automodel_recipe.h"
#include "app/session/exchange/programs/deepspeed_config.h"
#include "app/session/exchange/programs/imported_keys.h"
#include "app/session/exchange/programs/megatron_arguments.h"
#include "app/session/exchange/programs/plan_settings.h"
#include "app/session/exchange/programs/torchtitan_config.h"
#include "app/session/text/phrase_text.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/catalog/model_file.h"
#include "core/report/columns.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace shardscope::app {
namespace {

using core::Value;

constexpr const char* kRead =
    W_("Megatron-LM arguments or log, ds_config.json, YAML of NeMo, Megatron-Bridge or "
       "NeMo AutoModel, a job of torchtitan, a configuration of accelerate, a model's config.json");

/// \p what: the text is; "" where nobody knows.
core::Error unknownFormat(const std::string& file, std::string what = {})
{
    return core::errorIn(core::ErrorCode::FormatUnknown, {std::move(what), core::phrase(kRead)}, file);
}

/// Trainers whose files are known by their keys and not read.
std::string foreignRecipe(const Value& document)
{
    const auto has = [&](const char* key) { return document.find(key) != nullptr; };
    if (has("per_device_train_batch_size") || has("gradient_checkpointing_kwargs"))
        return core::phrase(W_("a file of Transformers' TrainingArguments"));
    if (has("base_model"))
        return core::phrase(W_("a recipe of axolotl"));
    return {};
}

/// A document that \p reader reads, with what became of each of its keys.
template <class Reader>
core::Result<ImportedPlan> importDocument(const Value& document, std::string_view between,
                                          const Reader& reader)
{
    SHARDSCOPE_TRY(ImportedPlan imported, reader(document));
    const std::vector<DocumentLeaf> leaves = leavesOf(document, between);
    std::vector<IgnoredKey> keys;
    for (const DocumentLeaf& leaf : leaves)
        keys.push_back({leaf.key, core::jsonText(*leaf.value, -1)});
    tellKeys(imported, std::move(keys), factsOf(imported), [&](std::size_t key) -> core::Result<Value> {
        SHARDSCOPE_TRY(const ImportedPlan left, reader(without(document, leaves[key])));
        return factsOf(left);
    });
    return imported;
}

/// The same of Megatron-LM's settings.
core::Result<ImportedPlan> importSettings(const std::vector<Setting>& settings, const char* format,
                                          const std::string& file, std::optional<std::int64_t> devices)
{
    SHARDSCOPE_TRY(ImportedPlan imported, planOfSettings(settings, format, file, devices));
    std::vector<IgnoredKey> keys;
    for (const Setting& setting : settings)
        keys.push_back({setting.key, setting.value});
    tellKeys(imported, std::move(keys), factsOf(imported), [&](std::size_t key) -> core::Result<Value> {
        std::vector<Setting> others = settings;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(key));
        SHARDSCOPE_TRY(const ImportedPlan left, planOfSettings(others, format, file, devices));
        return factsOf(left);
    });
    return imported;
}

/// What a model's document says, as "models NAME --json" tells it.
core::Result<Value> modelFacts(const core::ModelSpec& model)
{
    SHARDSCOPE_TRY(Value facts, core::parseJsonText(modelJson(model), model.name));
    std::erase_if(facts.members, [](const Value::Member& member) { return member.first == "ignored_keys"; });
    return Value::ofMembers({{"model", std::move(facts)}});
}

/// A model's own document is the model file: it says nothing of a plan.
core::Result<ImportedPlan> importModel(const Value& document, const std::string& file)
{
    SHARDSCOPE_TRY(const core::ModelSpec model, core::parseModel(document, file));
    ImportedPlan imported;
    imported.format = "config";
    imported.plan = Value::ofMembers({});
    imported.model = document;
    const std::vector<DocumentLeaf> leaves = leavesOf(document, "/");
    std::vector<IgnoredKey> keys;
    for (const DocumentLeaf& leaf : leaves) {
        keys.push_back({leaf.key, core::jsonText(*leaf.value, -1)});
        const std::string top = leaf.key.substr(0, leaf.key.find('/'));
        if (std::ranges::find(model.ignoredKeys, top) != model.ignoredKeys.end())
            imported.ignored.push_back(keys.back());
    }
    SHARDSCOPE_TRY(const Value facts, modelFacts(model));
    tellKeys(imported, std::move(keys), facts, [&](std::size_t key) -> core::Result<Value> {
        SHARDSCOPE_TRY(const core::ModelSpec left, core::parseModel(without(document, leaves[key]), file));
        return modelFacts(left);
    });
    return imported;
}

core::Result<ImportedPlan> importJsonDocument(const Value& document, const std::string& file,
                                              std::optional<std::int64_t> devices)
{
    if (document.find("model_type") != nullptr || document.find("kind") != nullptr)
        return importModel(document, file);
    if (const std::string what = foreignRecipe(document); !what.empty())
        return unknownFormat(file, what);
    if (!looksLikeDeepSpeed(document))
        return unknownFormat(file, core::phrase(W_("JSON with keys of neither DeepSpeed nor a model")));
    return importDocument(document, "/",
                          [&](const Value& one) { return importDeepSpeed(one, file, devices); });
}

/// Takes the first document of a stream and says that the others were ignored.
void ignoreDocumentsBehind(const std::vector<Value>& documents, ImportedPlan& imported)
{
    ImportedPlan behind;
    std::vector<IgnoredKey> keys;
    for (std::size_t more = 1; more < documents.size(); ++more) {
        for (const DocumentLeaf& leaf : leavesOf(documents[more], "/"))
            keys.push_back({std::to_string(more + 1) + ": " + leaf.key, core::jsonText(*leaf.value, -1)});
    }
    behind.ignored = keys;
    tellKeys(behind, std::move(keys), Value::ofMembers({}), {});
    imported.ignored.insert(imported.ignored.end(), behind.ignored.begin(), behind.ignored.end());
    imported.keys.insert(imported.keys.end(), behind.keys.begin(), behind.keys.end());
}

core::Result<ImportedPlan> importYaml(const std::vector<Value>& documents, const std::string& file,
                                      std::optional<std::int64_t> devices)
{
    const Value& first = documents.front();
    const bool recipe = looksLikeAutoModel(first);
    if (recipe || looksLikeAccelerate(first)) {
        SHARDSCOPE_TRY(ImportedPlan imported, importDocument(first, "/", [&](const Value& one) {
                           return recipe ? importAutoModel(one, file, devices)
                                         : importAccelerate(one, file, devices);
                       }));
        ignoreDocumentsBehind(documents, imported);
        return imported;
    }
    if (first.find("model") != nullptr)
        return importSettings(nemoSettings(documents), "nemo", file, devices);
    return unknownFormat(file, foreignRecipe(first));
}

} // namespace

core::Result<ImportedPlan> importPlan(const std::string& text, const std::string& file,
                                      std::optional<std::int64_t> devices)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos)
        return core::errorIn(core::ErrorCode::FileEmpty, {}, file);
    if (text[first] == '{') {
        SHARDSCOPE_TRY(const Value document, core::parseJsonText(text, file));
        return importJsonDocument(document, file, devices);
    }
    if (looksLikeTorchtitan(text)) {
        SHARDSCOPE_TRY(const Value job, torchtitanDocument(text, file));
        return importDocument(job, "/",
                              [&](const Value& one) { return importTorchtitan(one, file, devices); });
    }
    if (text.find(" ...") != std::string::npos) {
        if (const std::vector<Setting> printed = printedArguments(text); !printed.empty())
            return importSettings(printed, "megatron-log", file, devices);
    }
    const std::vector<Setting> arguments = argumentsOf(text);
    const bool called = std::ranges::any_of(arguments, [](const Setting& one) { return !one.name.empty(); });
    if (called && text.find("-parallel-size") != std::string::npos)
        return importSettings(arguments, "megatron-arguments", file, devices);
    if (const auto documents = core::parseYamlText(text, file);
        documents.ok() && !documents->empty() && documents->front().kind == Value::Kind::Object)
        return importYaml(*documents, file, devices);
    if (called)
        return importSettings(arguments, "megatron-arguments", file, devices);
    return unknownFormat(file, text.find("verl.trainer") != std::string::npos
                                   ? core::phrase(W_("a call of verl"))
                                   : std::string());
}

std::string importJson(const ImportedPlan& imported)
{
    std::vector<Value> ignored;
    for (const IgnoredKey& key : imported.ignored)
        ignored.push_back(
            Value::ofMembers({{"key", Value::ofText(key.key)}, {"value", Value::ofText(key.value)}}));
    std::vector<Value> keys;
    for (const ImportedKey& key : imported.keys)
        keys.push_back(Value::ofMembers(
            {{"key", Value::ofText(key.key)},
             {"value", Value::ofText(key.value)},
             {"became", key.became.empty() ? Value() : Value::ofText(phraseText(key.became).toStdString())},
             {"why", Value::ofText(phraseText(key.why).toStdString())}}));
    const Value facts = factsOf(imported);
    const Value* const model = facts.find("model");
    return core::jsonText(Value::ofMembers({{"format", Value::ofText(imported.format)},
                                            {"plan", imported.plan},
                                            {"model", model == nullptr ? Value() : *model},
                                            {"hardware", Value()}, // no format that is read names one
                                            {"keys", Value::ofItems(std::move(keys))},
                                            {"ignored", Value::ofItems(std::move(ignored))}})) +
           "\n";
}

std::vector<core::Table> importTables(const ImportedPlan& imported)
{
    core::Table read{"imported", N_("Imported plan"), {}, {}};
    read.columns = {core::textColumn("key", N_("Key")), core::textColumn("value", N_("Value"))};
    const std::function<void(const std::string&, const Value&)> add = [&](const std::string& path,
                                                                          const Value& value) {
        for (const auto& [key, inner] : value.members) {
            if (inner.kind == Value::Kind::Object)
                add(path + key + ".", inner);
            else
                read.rows.push_back({path + key, scalarText(inner)});
        }
    };
    add("", imported.plan);
    if (!imported.modelName.empty())
        read.rows.push_back({std::string("model"), imported.modelName});
    if (imported.model)
        add("model.", *imported.model);
    core::Table ignored{"ignored", N_("Ignored keys"), {}, {}};
    ignored.columns = read.columns;
    for (const IgnoredKey& key : imported.ignored)
        ignored.rows.push_back({key.key, key.value});
    return {std::move(read), std::move(ignored)};
}

} // namespace shardscope::app
