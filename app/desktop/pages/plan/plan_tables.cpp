// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/plan/plan_tables.h"

#include "app/desktop/base/number_text.h"
#include "app/session/tables/derivation_paths.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/report/columns.h"

namespace shardscope::app {

core::Table stageTable(const core::Evaluation& evaluation)
{
    core::Table table{"stages", N_("Stages"), {}, {}};
    table.columns = {core::wordColumn(core::Words::RankClass, "rank_class", N_("Ranks")),
                     core::integerColumn("ranks", N_("Count")),
                     core::integerColumn("first_layer", N_("First layer")),
                     core::integerColumn("layers", N_("Layers")),
                     core::bytesColumn("peak_bytes", N_("Device memory")),
                     core::fractionColumn("share", N_("Of its capacity"))};
    for (const core::TierUse& use : evaluation.memory.tiers) {
        if (use.tier != core::Tier::Device)
            continue;
        const core::RankClass& rankClass = evaluation.memory.classes[use.rankClass];
        const double capacity = use.capacity.value();
        table.rows.push_back({rankClass.name, rankClass.ranks, rankClass.firstLayer, rankClass.layers,
                              use.need().value(),
                              capacity > 0 ? core::Cell(use.need().value() / capacity) : core::Cell()});
        constexpr std::size_t kNeed = 4;
        if (use.need() == use.peak)
            table.noteLast(kNeed).path = memoryPath(use.tier, "peak", rankClass);
    }
    return table;
}

/// How a verdict goes on where \p part of the step computes nothing; %1: how much of it.
QString lossText(core::StepPart part)
{
    switch (part) {
    case core::StepPart::ExposedCommunication: return Words::tr("; %1 of the step waits for communication");
    case core::StepPart::Bubble:
        return Words::tr("; for %1 of the step the pipeline fills and drains (bubble)");
    case core::StepPart::Streaming: return Words::tr("; %1 of the step waits for streaming");
    case core::StepPart::Host: return Words::tr("; %1 of the step waits for the host");
    case core::StepPart::Recompute: return Words::tr("; %1 of the step recomputes activations");
    case core::StepPart::Total:
    case core::StepPart::Forward:
    case core::StepPart::Backward:
    case core::StepPart::Optimizer: break;
    }
    return {};
}

QString verdictSentence(const core::Evaluation& evaluation, bool besideChip)
{
    const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device);
    if (!evaluation.verdict.feasible()) {
        const QString violation = violationText(evaluation.verdict.violations.front());
        return besideChip ? violation + Words::tr(".") : Words::tr("Does not fit: %1.").arg(violation);
    }
    if (use == nullptr)
        return verdictText(evaluation.verdict);
    QString text = (besideChip ? Words::tr("%1 of %2 on the fullest device")
                               : Words::tr("Fits: the fullest device uses %1 of %2"))
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
    text += Words::tr(".");
    if (const QString doubt = mayNotFitText(evaluation, *use); !doubt.isEmpty())
        text += QLatin1Char(' ') + doubt;
    return text;
}

} // namespace shardscope::app
