// SPDX-License-Identifier: GPL-3.0-or-later
// Tables keep their cells raw; a path names the number behind one.
#include "app/desktop/pages/plan/plan_tables.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/step_chart.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {

core::Table stageTable(const core::Evaluation& evaluation)
{
    core::Table table;
    table.key = "stages";
    table.title = QT_TRANSLATE_NOOP("Source", "Stages");
    table.columns = {
        {"rank_class", QT_TRANSLATE_NOOP("Source", "Ranks"), core::CellKind::Text, {}, {}},
        {"ranks", QT_TRANSLATE_NOOP("Source", "Count"), core::CellKind::Integer, {}, {}},
        {"first_layer", QT_TRANSLATE_NOOP("Source", "First layer"), core::CellKind::Integer, {}, {}},
        {"layers", QT_TRANSLATE_NOOP("Source", "Layers"), core::CellKind::Integer, {}, {}},
        {"peak_bytes",
         QT_TRANSLATE_NOOP("Source", "Device memory"),
         core::CellKind::Quantity,
         core::kByte,
         {}},
        {"share", QT_TRANSLATE_NOOP("Source", "Of its capacity"), core::CellKind::Fraction, {}, {}}};
    for (const core::TierUse& use : evaluation.memory.tiers) {
        if (use.tier != core::Tier::Device)
            continue;
        const core::RankClass& rankClass = evaluation.memory.classes[use.rankClass];
        const double capacity = use.capacity.value();
        table.rows.push_back({rankClass.name, rankClass.ranks, rankClass.firstLayer, rankClass.layers,
                              use.peak.value(),
                              capacity > 0 ? core::Cell(use.peak.value() / capacity) : core::Cell()});
    }
    return table;
}

core::Table readable(core::Table table)
{
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        const std::string& key = table.columns[column].key;
        for (auto& row : table.rows) {
            auto* cell = std::get_if<std::string>(&row[column]);
            if (!cell)
                continue;
            if (key == "rank_class")
                *cell = rankClassName(*cell).toStdString();
            else if (const auto tier = core::tierFromName(*cell); key == "tier" && tier)
                *cell = tierName(*tier).toStdString();
            else if (key == "operation")
                *cell = collectiveText(QString::fromStdString(*cell)).toStdString();
            else if (key == "group")
                *cell = groupText(QString::fromStdString(*cell)).toStdString();
            else if (key == "algorithm")
                *cell = algorithmName(*cell).toStdString();
            else if (key == "reason")
                *cell = algorithmReason(*cell).toStdString();
        }
    }
    return table;
}

QString derivationPathOf(const core::Table& table, const core::Evaluation& evaluation, int row, int column)
{
    const auto rowIndex = static_cast<std::size_t>(row);
    if (table.key == "communication" && rowIndex < evaluation.communication.size()) {
        const core::CommunicationEntry& entry = evaluation.communication[rowIndex];
        const QString path =
            QStringLiteral("communication.%1.%2")
                .arg(QString::fromStdString(entry.group), QString::fromStdString(entry.operation));
        return table.columns[static_cast<std::size_t>(column)].key == "bytes_per_rank"
                   ? path + QStringLiteral(".bytes")
                   : path;
    }
    if (table.key == "memory") {
        const std::vector<MemoryRow> rows = memoryRows(evaluation.memory);
        const std::string& key = table.columns[static_cast<std::size_t>(column)].key;
        for (const core::Purpose purpose : memoryPurposes()) {
            if (rowIndex < rows.size() && key == std::string(core::nameOf(purpose)) + "_bytes") {
                return QStringLiteral("memory.%1.%2@%3")
                    .arg(QString::fromUtf8(core::nameOf(rows[rowIndex].tier).data()),
                         QString::fromUtf8(core::nameOf(purpose).data()),
                         QString::fromStdString(evaluation.memory.classes[rows[rowIndex].firstClass].name));
            }
        }
        return {};
    }
    if (table.key == "step" && rowIndex < table.rows.size()) {
        const auto* shown = std::get_if<std::string>(&table.rows[rowIndex].front());
        for (const auto& [part, time] : evaluation.step) {
            if (shown && *shown == stepPartName(part).toStdString())
                return stepPath(part);
        }
    }
    return {};
}

/// How a verdict goes on where \p part of the step computes nothing; %1: how much of it.
QString lossText(core::StepPart part)
{
    switch (part) {
    case core::StepPart::ExposedCommunication:
        return QCoreApplication::translate("PlanPage", "; %1 of the step waits for communication");
    case core::StepPart::Bubble:
        return QCoreApplication::translate("PlanPage", "; %1 of the step is idle in the pipeline's bubble");
    case core::StepPart::Streaming:
        return QCoreApplication::translate("PlanPage", "; %1 of the step waits for streaming");
    case core::StepPart::Host:
        return QCoreApplication::translate("PlanPage", "; %1 of the step waits for the host");
    case core::StepPart::Recompute:
        return QCoreApplication::translate("PlanPage", "; %1 of the step recomputes activations");
    case core::StepPart::Total:
    case core::StepPart::Forward:
    case core::StepPart::Backward:
    case core::StepPart::Optimizer: break;
    }
    return {};
}

QString verdictSentence(const core::Evaluation& evaluation)
{
    const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device);
    if (!evaluation.verdict.feasible())
        return QCoreApplication::translate("PlanPage", "Does not fit: %1.")
            .arg(violationText(evaluation.verdict.violations.front()));
    if (use == nullptr)
        return verdictText(evaluation.verdict);
    QString text = QCoreApplication::translate("PlanPage", "Fits: the fullest device uses %1 of %2")
                       .arg(quantityString(use->peak), quantityString(use->capacity));
    // What limits the speed: the largest part of the step that is no computing.
    core::StepPart worst = core::StepPart::Total;
    double most = 0;
    for (const core::StepPart part :
         {core::StepPart::ExposedCommunication, core::StepPart::Bubble, core::StepPart::Streaming,
          core::StepPart::Host, core::StepPart::Recompute}) {
        const auto found = evaluation.step.find(part);
        if (found != evaluation.step.end() && found->second.seconds.value() > most) {
            most = found->second.seconds.value();
            worst = part;
        }
    }
    const auto* total = evaluation.step.find(core::StepPart::Total);
    if (worst != core::StepPart::Total && total != evaluation.step.end() &&
        total->second.seconds.value() > 0) {
        text += lossText(worst).arg(percentString(most / total->second.seconds.value(), 0));
    }
    text += QCoreApplication::translate("PlanPage", ".");
    if (use->mayNotFit())
        text += QLatin1Char(' ') + mayNotFitText(*use);
    return text;
}

} // namespace shardscope::app
