// SPDX-License-Identifier: GPL-3.0-or-later
// models, hardware: lists the catalogue, or prints one entry with its sources.
#include "app/cli/verbs.h"

#include "app/session/plan/commands.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace shardscope::app {
namespace {

/// \p table without \p key's column: sources are sentences, too long for a list; one entry's page shows them.
core::Table without(core::Table table, const char* key)
{
    if (const auto column = table.columnIndex(key)) {
        const auto at = static_cast<std::ptrdiff_t>(*column);
        table.columns.erase(table.columns.begin() + at);
        for (auto& row : table.rows)
            row.erase(row.begin() + at);
    }
    return table;
}

Answered answerList(const Context& context, const core::Result<core::Table>& listed)
{
    SHARDSCOPE_TRY(const core::Table table, listed);
    if (table.rows.empty()) // resources were found, so that they hold some
        return core::errorIn(core::ErrorCode::FileUnreadable,
                             {core::phrase(W_("its entries cannot be listed"))},
                             context.catalog.resources().string());
    context.json ? context.print(catalogJson(table))
                 : context.print(table.key == "models" ? without(table, "source") : table);
    return core::Done{};
}

Answered answerModels(const Context& context, const std::string& name)
{
    if (name.empty())
        return answerList(context, modelTable(context.catalog));
    SHARDSCOPE_TRY(const core::ModelSpec model, context.catalog.model(name));
    context.json ? context.print(modelJson(model)) : context.print(modelFigures(model));
    return core::Done{};
}

Answered answerHardware(const Context& context, const std::string& name)
{
    if (name.empty())
        return answerList(context, hardwareTable(context.catalog));
    SHARDSCOPE_TRY(const core::HardwareSpec hardware, context.catalog.hardware(name));
    if (context.json) {
        context.print(hardwareJson(hardware));
        return core::Done{};
    }
    context.print(hardwareFigures(hardware));
    if (const core::Table calibrations = calibrationTable(hardware); !calibrations.rows.empty())
        context.printBelow(calibrations);
    return core::Done{};
}

void addVerb(CLI::App& app, Context& context, const char* verbName, const char* help,
             Answered (*answer)(const Context&, const std::string&))
{
    CLI::App* verb = app.add_subcommand(verbName, help);
    const auto name = std::make_shared<std::string>();
    verb->add_option("NAME", *name, "catalogue name or file");
    answersWith(*verb, context, [&context, name, answer] { return answer(context, *name); });
}

} // namespace

void addModelsVerb(CLI::App& app, Context& context)
{
    addVerb(app, context, "models", "lists the models of the catalogue, or prints one with its sources",
            answerModels);
}

void addHardwareVerb(CLI::App& app, Context& context)
{
    addVerb(app, context, "hardware", "lists the hardware of the catalogue, or prints one with its sources",
            answerHardware);
}

} // namespace shardscope::app
