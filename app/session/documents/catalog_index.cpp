// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/documents/catalog_index.h"

#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"

#include <map>

namespace shardscope::app {
namespace {

QString titleOr(const std::string& title, const std::string& name)
{
    return shownText(translated(title.empty() ? name : title));
}

/// If several have one title, each says its name behind it.
void distinguish(std::vector<CatalogEntry>& entries)
{
    std::map<QString, int> times;
    for (const CatalogEntry& entry : entries)
        ++times[entry.title];
    for (CatalogEntry& entry : entries) {
        if (times[entry.title] > 1)
            entry.title += QStringLiteral(" (%1)").arg(QString::fromStdString(entry.name));
    }
}

} // namespace

std::vector<CatalogEntry> modelEntries(const core::Catalog& catalog)
{
    std::vector<CatalogEntry> entries;
    for (const std::string& name : catalog.modelNames()) {
        if (const auto model = catalog.model(name); model.ok())
            entries.push_back({name, titleOr(model->title, name), core::parameterCount(*model)});
    }
    distinguish(entries);
    return entries;
}

std::vector<CatalogEntry> machineEntries(const core::Catalog& catalog)
{
    std::vector<CatalogEntry> entries;
    for (const std::string& name : catalog.hardwareNames()) {
        const auto machine = catalog.hardware(name);
        if (!machine.ok())
            continue;
        const double memory = machine->memory.empty() ? 0 : machine->memory.front().capacity.value.value();
        entries.push_back({name, titleOr(machine->title, name), memory, shownText(machine->vendor)});
    }
    distinguish(entries);
    return entries;
}

} // namespace shardscope::app
