// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/documents/catalog_index.h"

#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"

namespace shardscope::app {
namespace {

QString titleOr(const std::string& title, const std::string& name)
{
    return shownText(translated(title.empty() ? name : title));
}

} // namespace

std::vector<CatalogEntry> modelEntries(const core::Catalog& catalog)
{
    std::vector<CatalogEntry> entries;
    for (const std::string& name : catalog.modelNames()) {
        if (const auto model = catalog.model(name); model.ok())
            entries.push_back({name, titleOr(model->title, name), core::parameterCount(*model)});
    }
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
    return entries;
}

} // namespace shardscope::app
