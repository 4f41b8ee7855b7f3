// SPDX-License-Identifier: GPL-3.0-or-later
// Plans side by side as figures.
#include "app/desktop/charts/plan/plans_scene.h"
#include "app/desktop/charts/plan/ranked_plans.h"
#include "app/session/tables/tables.h"
#include "core/report/columns.h"

namespace shardscope::app {
namespace {

double partSeconds(const core::Evaluation& evaluation, core::StepPart part)
{
    return comparedSeconds(evaluation, part, false);
}

} // namespace

core::Table plansTable(const std::vector<ShownPlan>& plans)
{
    using core::Cell;
    core::Table table{"plans", N_("Plans side by side"), {}, {}};
    table.columns = {core::textColumn("plan", N_("Plan")),
                     core::textColumn("layout", N_("Layout")),
                     core::flagColumn("fits", N_("Fits")),
                     core::bytesColumn("peak_bytes", N_("Device memory")),
                     core::fractionColumn("share", N_("Of its capacity")),
                     core::bytesColumn("left_bytes", N_("Memory left")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::realColumn("samples_per_second", N_("Samples a second")),
                     core::realColumn("tokens_per_second", N_("Tokens a second")),
                     core::quantityColumn("currency_per_step", N_("Cost of a step"), core::kCurrency),
                     core::secondsColumn("exposed_seconds", N_("Exposed communication")),
                     core::secondsColumn("bubble_seconds", N_("Bubble")),
                     core::fractionColumn("utilization", N_("Of the peak"))};
    for (const auto& [column, cell] : intervalCells(exactly(0)))
        table.columns.push_back(column);
    for (const ShownPlan& plan : plans) {
        std::vector<Cell> row{Cell(plan.name.toStdString()),
                              Cell((plan.evaluation ? plan.summary : plan.problem).toStdString())};
        if (plan.evaluation) {
            const core::Evaluation& evaluation = *plan.evaluation;
            const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device);
            row.emplace_back(evaluation.verdict.feasible());
            // What the verdict holds against the capacity, as the picture has it.
            row.push_back(use ? Cell(use->need().value()) : Cell());
            row.push_back(use && use->capacity.value() > 0 ? Cell(use->need().value() / use->capacity.value())
                                                           : Cell());
            const std::optional<double> left = memoryLeftOf(evaluation);
            row.push_back(left ? Cell(*left) : Cell());
            const bool timed = !evaluation.step.empty();
            row.push_back(timed ? Cell(partSeconds(evaluation, core::StepPart::Total)) : Cell());
            row.push_back(timed ? Cell(evaluation.throughput.samplesPerSecond) : Cell());
            const double tokens = evaluation.throughput.tokensPerSecond;
            row.push_back(timed && tokens > 0 ? Cell(tokens) : Cell());
            row.push_back(evaluation.currencyPerStep ? Cell(*evaluation.currencyPerStep) : Cell());
            row.push_back(timed ? Cell(partSeconds(evaluation, core::StepPart::ExposedCommunication))
                                : Cell());
            row.push_back(timed ? Cell(partSeconds(evaluation, core::StepPart::Bubble)) : Cell());
            row.push_back(timed ? Cell(evaluation.throughput.modelFlopsUtilization) : Cell());
            if (plan.step) {
                for (const auto& [column, cell] : intervalCells(*plan.step))
                    row.push_back(cell);
            }
        }
        row.resize(table.columns.size());
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace shardscope::app
