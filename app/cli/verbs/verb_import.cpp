// SPDX-License-Identifier: GPL-3.0-or-later
// import: a plan from another tool's configuration, with every key that was ignored.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/documents/kept_inputs.h"
#include "app/session/exchange/interchange.h"
#include "core/base/error_at.h"
#include "core/base/refusals.h"
#include "core/io/output_file.h"
#include "core/io/text_file.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace shardscope::app {
namespace {

struct ImportCall {
    std::string file;
    std::int64_t devices = 0;
    std::string plan;
    std::string model;
};

Answered runImport(const Context& context, const ImportCall& call)
{
    for (const std::string& out : {call.plan, call.model})
        SHARDSCOPE_TRY_DONE(keepsInputs(out, {call.file}));
    if (!call.plan.empty() && call.plan == call.model)
        return core::inconsistent(W_("--out and --model-out are one file"));
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(call.file));
    SHARDSCOPE_TRY(
        const auto imported,
        importPlan(text, call.file, call.devices > 0 ? std::optional(call.devices) : std::nullopt));
    if (!call.model.empty() && imported.noModel)
        return *imported.noModel;
    std::vector<std::pair<std::filesystem::path, std::string>> files;
    if (!call.plan.empty()) {
        core::Value plan = imported.plan;
        if (!imported.modelName.empty())
            plan.members.insert(plan.members.begin(), {"model", core::Value::ofText(imported.modelName)});
        files.emplace_back(call.plan, core::jsonText(plan) + "\n");
    }
    if (!call.model.empty())
        files.emplace_back(call.model, core::jsonText(*imported.model) + "\n");
    SHARDSCOPE_TRY(const core::Done written, core::writeFiles(files));
    std::vector<core::Table> tables = importTables(imported);
    std::erase_if(tables, [](const core::Table& table) { return table.rows.empty(); });
    context.json ? context.print(importJson(imported)) : context.print(tables);
    return written;
}

} // namespace

void addImportVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "import",
        "a plan from Megatron-LM's arguments or log, a ds_config.json, YAML of NeMo, Megatron-Bridge or NeMo "
        "AutoModel, or a job of torchtitan; what a model's config.json says");
    const auto call = std::make_shared<ImportCall>();
    verb->add_option("FILE", call->file, "arguments, log, ds_config.json, YAML, TOML or config.json")
        ->required();
    takesWhole(
        verb->add_option("--devices", call->devices, "how many there are, where the file does not say"), 1);
    verb->add_option("--out", call->plan, "writes the plan file");
    verb->add_option("--model-out", call->model, "writes the model file, where the source describes one");
    answersWith(*verb, context, [&context, call] { return runImport(context, *call); });
}

} // namespace shardscope::app
