// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/machine_table.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/machine_scene.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

namespace shardscope::app {
namespace {

/// Adds rows to a table.
class MachineRows {
public:
    explicit MachineRows(core::Table& table)
        : m_table(table)
    {
    }

    void add(const QString& what, const QString& value, const std::string& source = {},
             bool unverified = false)
    {
        m_table.rows.push_back({core::Cell(what.toStdString()), core::Cell(value.toStdString()),
                                source.empty() ? core::Cell() : core::Cell(source), core::Cell(unverified)});
    }
    template <class Q>
    void add(const QString& what, const core::Sourced<Q>& figure)
    {
        add(what, quantityString(figure.value), figure.source, figure.unverified);
    }

private:
    core::Table& m_table;
};

void addMemory(const core::MemoryTier& memory, MachineRows& rows)
{
    QString name = tierName(memory.tier);
    if (!memory.label.empty() && shownText(memory.label) != name)
        name += QStringLiteral(" \u00b7 ") + shownText(memory.label);
    if (memory.sharedBy > 1)
        name = Words::tr("%1, shared by %2").arg(name).arg(memory.sharedBy);
    rows.add(Words::tr("%1: capacity").arg(name), memory.capacity);
    if (memory.allocatable)
        rows.add(Words::tr("%1: what programs can allocate").arg(name), *memory.allocatable);
    rows.add(Words::tr("%1: bandwidth").arg(name), memory.bandwidth);
}

void addFigures(const core::HardwareSpec& hardware, MachineRows& rows)
{
    rows.add(Words::tr("Devices of a node"), integerString(hardware.devicesPerNode));
    rows.add(Words::tr("Nodes"),
             hardware.nodes ? integerString(*hardware.nodes) : Words::tr("as many as a plan needs"));
    for (const core::Engine& engine : hardware.engines) {
        const QString kind = engine.kind == core::EngineKind::Matrix ? Words::tr("Matrix engine, %1")
                                                                     : Words::tr("Vector engine, %1");
        rows.add(kind.arg(shownText(std::string(core::nameOf(engine.dtype)))), engine.peak);
    }
    for (const core::MemoryTier& memory : hardware.memory)
        addMemory(memory, rows);
    for (const core::Link& link : hardware.links) {
        QString name = linkLevelText(link.level);
        if (!link.label.empty())
            name += QStringLiteral(" \u00b7 ") + shownText(link.label);
        rows.add(Words::tr("%1: bandwidth").arg(name), link.bandwidth);
        rows.add(Words::tr("%1: latency").arg(name), link.latency);
    }
    if (hardware.power)
        rows.add(Words::tr("Power of a board"), *hardware.power);
    if (hardware.processors)
        rows.add(Words::tr("Processors of a device"), *hardware.processors);
    if (hardware.price) {
        constexpr double kHour = 3600;
        rows.add(Words::tr("Price of a device"),
                 Words::tr("%1 an hour")
                     .arg(quantityString(hardware.price->value.value() * kHour, core::kCurrency)),
                 hardware.price->source, hardware.price->unverified);
    }
}

} // namespace

core::Table machineTable(const core::HardwareSpec& hardware)
{
    core::Table table{"machine", N_("Figures of the machine"), {}, {}};
    table.columns = {core::textColumn("figure", N_("Figure")), core::textColumn("value", N_("Value")),
                     core::textColumn("source", N_("Source")),
                     core::flagColumn("unverified", N_("Unverified"))};
    MachineRows rows(table);
    addFigures(hardware, rows);
    return table;
}

} // namespace shardscope::app
