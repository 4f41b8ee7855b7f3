// SPDX-License-Identifier: GPL-3.0-or-later
// models, hardware: lists the catalogue, or prints one entry with its sources.
#include "app/cli/verbs.h"

#include "app/session/plan/commands.h"
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

void answer(Context& context, const core::Result<core::Table>& table)
{
    if (!table.ok())
        context.fail(table.error());
    else if (table->rows.empty()) // resources were found, so that they hold some
        context.fail(core::Error{
            core::ErrorCode::FileUnreadable,
            {core::phrase(W_("its entries cannot be listed"))},
            {}}.in(context.catalog.resources().string()));
    else if (context.json)
        context.print(catalogJson(*table));
    else
        context.print(table->key == "models" ? without(*table, "source") : *table);
}

} // namespace

void addModelsVerb(CLI::App& app, Context& context)
{
    CLI::App* verb =
        app.add_subcommand("models", "lists the models of the catalogue, or prints one with its sources");
    const auto name = std::make_shared<std::string>();
    verb->add_option("NAME", *name, "catalogue name or file");
    addOutputOptions(*verb, context);
    verb->callback([&context, name] {
        if (name->empty())
            return answer(context, modelTable(context.catalog));
        const auto model = context.catalog.model(*name);
        if (!model.ok())
            return context.fail(model.error());
        context.json ? context.print(modelJson(*model)) : answer(context, modelFigures(*model));
    });
}

void addHardwareVerb(CLI::App& app, Context& context)
{
    CLI::App* verb =
        app.add_subcommand("hardware", "lists the hardware of the catalogue, or prints one with its sources");
    const auto name = std::make_shared<std::string>();
    verb->add_option("NAME", *name, "catalogue name or file");
    addOutputOptions(*verb, context);
    verb->callback([&context, name] {
        if (name->empty())
            return answer(context, hardwareTable(context.catalog));
        const auto hardware = context.catalog.hardware(*name);
        if (!hardware.ok())
            return context.fail(hardware.error());
        context.json ? context.print(hardwareJson(*hardware)) : answer(context, hardwareFigures(*hardware));
    });
}

} // namespace shardscope::app
