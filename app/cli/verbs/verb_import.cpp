// SPDX-License-Identifier: GPL-3.0-or-later
// import: a plan from another tool's configuration, with every key that was ignored.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/documents/kept_inputs.h"
#include "app/session/exchange/interchange.h"
#include "core/base/phrase.h"
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

void runImport(Context& context, const ImportCall& call)
{
    for (const std::string& out : {call.plan, call.model}) {
        if (const auto kept = keepsInputs(out, {call.file}); !kept.ok())
            return context.fail(kept.error());
    }
    if (!call.plan.empty() && call.plan == call.model)
        return context.fail(core::Error{
            core::ErrorCode::Inconsistent, {core::phrase(W_("--out and --model-out are one file"))}, {}});
    const auto text = core::readTextFile(call.file);
    if (!text.ok())
        return context.fail(text.error());
    const auto imported =
        importPlan(*text, call.file, call.devices > 0 ? std::optional(call.devices) : std::nullopt);
    if (!imported.ok())
        return context.fail(imported.error());
    if (!call.model.empty() && !imported->model) {
        core::Error missing{core::ErrorCode::MissingKey, {"num_layers"}, {}};
        return context.fail(missing.in(call.file));
    }
    std::vector<std::pair<std::filesystem::path, std::string>> files;
    if (!call.plan.empty())
        files.emplace_back(call.plan, core::jsonText(imported->plan) + "\n");
    if (!call.model.empty())
        files.emplace_back(call.model, core::jsonText(*imported->model) + "\n");
    if (const auto written = core::writeFiles(files); !written.ok())
        return context.fail(written.error());
    if (context.json)
        return context.print(importJson(*imported));
    bool first = true;
    for (const core::Table& table : importTables(*imported)) {
        if (table.rows.empty())
            continue;
        if (!first)
            context.print(std::string("\n"));
        context.print(table);
        first = false;
    }
}

} // namespace

void addImportVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "import", "a plan from Megatron-LM's arguments or log, a ds_config.json or NeMo's YAML");
    const auto call = std::make_shared<ImportCall>();
    verb->add_option("FILE", call->file, "arguments, log, ds_config.json or NeMo YAML")->required();
    takesWhole(
        verb->add_option("--devices", call->devices, "how many there are, where the file does not say"), 1);
    verb->add_option("--out", call->plan, "writes the plan file");
    verb->add_option("--model-out", call->model, "writes the model file, where the source describes one");
    addOutputOptions(*verb, context);
    verb->callback([&context, call] { runImport(context, *call); });
}

} // namespace shardscope::app
