// SPDX-License-Identifier: GPL-3.0-or-later
// Every source but DeepSpeed's and torchtitan's becomes a list of Megatron-LM's argument names with values.
#include "app/session/exchange/interchange.h"

#include "app/session/exchange/deepspeed_config.h"
#include "app/session/exchange/megatron_arguments.h"
#include "app/session/exchange/plan_settings.h"
#include "app/session/exchange/torchtitan_config.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/report/columns.h"

#include <functional>
#include <optional>

namespace shardscope::app {
namespace {

using core::Value;

core::Error unknownFormat(const std::string& file)
{
    return core::errorIn(
        core::ErrorCode::FormatUnknown,
        {"",
         core::phrase(W_("Megatron-LM arguments or log, ds_config.json, NeMo YAML, a job of torchtitan"))},
        file);
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
        return importDeepSpeed(document, file, devices);
    }
    if (looksLikeTorchtitan(text))
        return importTorchtitan(text, file, devices);
    if (text.find(" ...") != std::string::npos) {
        if (const std::vector<Setting> printed = printedArguments(text); !printed.empty())
            return planOfSettings(printed, "megatron-log", file, devices);
    }
    if (text.find("--") != std::string::npos && text.find("-parallel-size") != std::string::npos)
        return planOfSettings(argumentsOf(text), "megatron-arguments", file, devices);
    if (const auto documents = core::parseYamlText(text, file);
        documents.ok() && !documents->empty() && documents->front().find("model") != nullptr)
        return planOfSettings(nemoSettings(documents->front()), "nemo", file, devices);
    if (const std::vector<Setting> arguments = argumentsOf(text); !arguments.empty())
        return planOfSettings(arguments, "megatron-arguments", file, devices);
    return unknownFormat(file);
}

std::string importJson(const ImportedPlan& imported)
{
    std::vector<Value> ignored;
    for (const IgnoredKey& key : imported.ignored)
        ignored.push_back(
            Value::ofMembers({{"key", Value::ofText(key.key)}, {"value", Value::ofText(key.value)}}));
    std::vector<Value::Member> members{{"format", Value::ofText(imported.format)}, {"plan", imported.plan}};
    if (imported.model)
        members.emplace_back("model", *imported.model);
    members.emplace_back("ignored", Value::ofItems(std::move(ignored)));
    return core::jsonText(Value::ofMembers(std::move(members))) + "\n";
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
    if (imported.model)
        add("model.", *imported.model);
    core::Table ignored{"ignored", N_("Ignored keys"), {}, {}};
    ignored.columns = read.columns;
    for (const IgnoredKey& key : imported.ignored)
        ignored.rows.push_back({key.key, key.value});
    return {std::move(read), std::move(ignored)};
}

} // namespace shardscope::app
