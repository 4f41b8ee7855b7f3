// SPDX-License-Identifier: GPL-3.0-or-later
// models, hardware: lists the catalogue, prints one entry with its sources, or a machine's edited copy.
#include "app/cli/verbs.h"

#include "app/session/machine/edited_machine.h"
#include "app/session/machine/machine_difference.h"
#include "app/session/plan/clusters.h"
#include "app/session/plan/commands.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/text_file.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

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

struct HardwareCall {
    std::string name;
    std::string other;
    std::vector<std::string> set; ///< KEY=VALUE
    std::string out;
};

/// \p machine with what \p call sets, and on the error stream what is then assumed of it.
core::Result<core::HardwareSpec> edited(const core::HardwareSpec& machine, const HardwareCall& call)
{
    MachineEdits edits;
    for (const std::string& one : call.set) {
        const std::size_t equals = one.find('=');
        if (equals == std::string::npos)
            return core::inconsistent(W_("\"%1\" sets nothing; say it as link.cluster.bandwidth=\"25 GB/s\""),
                                      {one});
        edits.emplace_back(one.substr(0, equals), one.substr(equals + 1));
    }
    return editedMachine(machine, edits);
}

Answered compareHardware(const Context& context, const HardwareCall& call)
{
    SHARDSCOPE_TRY(const core::HardwareSpec a, context.catalog.hardware(call.name));
    SHARDSCOPE_TRY(const core::HardwareSpec plain, context.catalog.hardware(call.other));
    SHARDSCOPE_TRY(const core::HardwareSpec b, edited(plain, call));
    context.json ? context.print(machineDifferenceJson(a, b)) : context.print(machineDifference(a, b));
    return core::Done{};
}

Answered answerMachines(const Context& context)
{
    SHARDSCOPE_TRY_DONE(answerList(context, hardwareTable(context.catalog)));
    if (!context.json) {
        SHARDSCOPE_TRY(const core::Table clusters, clusterTable(context.catalog));
        context.printBelow(clusters);
    }
    return core::Done{};
}

Answered answerHardware(const Context& context, const HardwareCall& call)
{
    if (call.name.empty())
        return answerMachines(context);
    if (!call.other.empty())
        return compareHardware(context, call);
    SHARDSCOPE_TRY(const core::HardwareSpec described, context.catalog.hardware(call.name));
    SHARDSCOPE_TRY(const core::HardwareSpec hardware, edited(described, call));
    if (!call.out.empty()) {
        SHARDSCOPE_TRY_DONE(core::writeTextFile(call.out, hardwareJson(hardware)));
    }
    if (context.json) {
        context.print(hardwareJson(hardware));
        return core::Done{};
    }
    if (call.out.empty()) {
        context.print(hardwareFigures(hardware));
        if (const core::Table calibrations = calibrationTable(hardware); !calibrations.rows.empty())
            context.printBelow(calibrations);
    } else {
        context.print(call.out + "\n");
    }
    for (const QString& sentence : assumedInstead(described, hardware))
        context.print("- " + sentence.toStdString() + "\n");
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
    CLI::App* verb = app.add_subcommand(
        "hardware",
        "lists the hardware of the catalogue, prints one with its sources, an edited copy of it, or "
        "where two differ");
    const auto call = std::make_shared<HardwareCall>();
    verb->add_option("NAME", call->name, "catalogue name or file");
    verb->add_option("OTHER", call->other, "another one: where they differ");
    verb->add_option("--set", call->set,
                     "KEY=VALUE: a figure of the copy, link.cluster.bandwidth=\"25 GB/s\" "
                     "(docs/formats.md has the keys)")
        ->allow_extra_args(false);
    verb->add_option("--out", call->out, "the machine, or its copy, as a file that HARDWARE takes");
    answersWith(*verb, context, [&context, call] { return answerHardware(context, *call); });
}

} // namespace shardscope::app
