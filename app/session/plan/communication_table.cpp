// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/communication_table.h"

#include "planner/planner.h"

#include <QCoreApplication>

namespace shardscope::app {
namespace {

using core::Cell;
using core::CellKind;

/// "NVLink 4", or the level where the hardware file gives no name.
std::string linkText(const core::Link& link)
{
    return link.label.empty() ? std::string(core::nameOf(link.level)) : link.label;
}

} // namespace

core::Table routedCommunicationTable(const core::Evaluation& evaluation, const core::HardwareSpec& hardware)
{
    core::Table table;
    table.key = "communication";
    table.title = QT_TRANSLATE_NOOP("Source", "Communication of one rank in one step");
    table.columns = {{"operation", QT_TRANSLATE_NOOP("Source", "Operation"), CellKind::Text, {}, {}},
                     {"group", QT_TRANSLATE_NOOP("Source", "Group"), CellKind::Text, {}, {}},
                     {"ranks",
                      QT_TRANSLATE_NOOP("Source", "Ranks"),
                      CellKind::Integer,
                      {},
                      QT_TRANSLATE_NOOP("Source", "of the group")},
                     {"algorithm", QT_TRANSLATE_NOOP("Source", "Algorithm"), CellKind::Text, {}, {}},
                     {"link",
                      QT_TRANSLATE_NOOP("Source", "Link"),
                      CellKind::Text,
                      {},
                      QT_TRANSLATE_NOOP("Source", "the outermost that the group crosses")},
                     {"bytes_per_rank", QT_TRANSLATE_NOOP("Source", "Payload"), CellKind::Quantity,
                      core::kByte, QT_TRANSLATE_NOOP("Source", "handed to the collective by one rank")},
                     {"seconds", QT_TRANSLATE_NOOP("Source", "Time"), CellKind::Quantity, core::kSecond, {}},
                     {"exposed_seconds", QT_TRANSLATE_NOOP("Source", "Exposed"), CellKind::Quantity,
                      core::kSecond, QT_TRANSLATE_NOOP("Source", "not hidden behind computing")},
                     {"reason",
                      QT_TRANSLATE_NOOP("Source", "Why this one"),
                      CellKind::Text,
                      {},
                      QT_TRANSLATE_NOOP("Source", "what made the algorithm the fastest of those modelled")}};
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        const auto route = planner::routeOf(hardware, evaluation.plan, entry);
        const bool linked = route && route->link != nullptr;
        table.rows.push_back(
            {Cell(entry.operation), Cell(entry.group), linked ? Cell(route->ranks) : Cell(),
             entry.algorithm.empty() ? Cell(std::string("transfer")) : Cell(std::string(entry.algorithm)),
             linked ? Cell(linkText(*route->link)) : Cell(), Cell(entry.bytesPerRank.value()),
             Cell(entry.seconds.value()), Cell(entry.exposed.value()),
             entry.reason.empty() ? Cell() : Cell(std::string(entry.reason))});
    }
    return table;
}

} // namespace shardscope::app
