// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/plan/plans_scene.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/step_chart.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/plan/fit_verdict.h"
#include "core/report/columns.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kNames = 210;
constexpr double kGap = 24;
constexpr double kHead = 22;
constexpr double kRow = 76;
constexpr double kBar = 18;
constexpr double kFigure = 84; ///< right of each bar

double secondsOf(const core::Evaluation& evaluation, core::StepPart part)
{
    const auto found = evaluation.step.find(part);
    return found == evaluation.step.end() ? 0 : found->second.seconds.value();
}

class Builder {
public:
    Builder(const std::vector<ShownPlan>& plans, std::optional<std::size_t> selected, double width,
            const Theme& theme)
        : m_plans(plans)
        , m_selected(selected)
        , m_theme(theme)
    {
        m_scene.width = width;
        m_bar = std::max(60.0, (width - kNames - 2 * kGap - 2 * kFigure) / 2);
        const ShownPlan* first = nullptr;
        for (const ShownPlan& plan : plans) {
            if (first == nullptr && plan.evaluation)
                first = &plan;
            m_batchesDiffer =
                m_batchesDiffer || (plan.evaluation && plan.evaluation->plan.batch.globalBatch !=
                                                           first->evaluation->plan.batch.globalBatch);
        }
        // Bars are told apart among those that fit; what is longer ends at the edge.
        const bool anyFits = std::ranges::any_of(plans, [](const ShownPlan& plan) {
            return plan.evaluation && plan.evaluation->verdict.feasible();
        });
        for (const ShownPlan& plan : plans) {
            if (!plan.evaluation || (anyFits && !plan.evaluation->verdict.feasible()))
                continue;
            if (const core::TierUse* use = plan.evaluation->memory.fullestUse(core::Tier::Device))
                m_most = std::max({m_most, use->peak.value(), use->capacity.value()});
            m_longest = std::max(m_longest, shown(*plan.evaluation, core::StepPart::Total));
        }
    }

    Scene make()
    {
        heading(memoryLeft(), Words::tr("Memory of the fullest device"));
        heading(stepLeft(),
                m_batchesDiffer ? Words::tr("Time of a device for a sample") : Words::tr("Time of a step"));
        for (std::size_t index = 0; index < m_plans.size(); ++index)
            addRow(index);
        m_scene.height = outside(legend(kHead + kRow * static_cast<double>(m_plans.size()) + 6));
        return std::move(m_scene);
    }

private:
    [[nodiscard]] double memoryLeft() const { return kNames + kGap / 2; }
    [[nodiscard]] double stepLeft() const { return memoryLeft() + m_bar + kFigure + kGap; }

    /// Of a step; of a device and a sample where the plans' batches differ.
    [[nodiscard]] double shown(const core::Evaluation& evaluation, core::StepPart part) const
    {
        const double seconds = secondsOf(evaluation, part);
        const auto samples = static_cast<double>(evaluation.plan.batch.globalBatch);
        return m_batchesDiffer ? seconds * static_cast<double>(evaluation.devices) / samples : seconds;
    }

    void heading(double x, const QString& text)
    {
        m_scene.text({x, 0, m_bar + kFigure, 16}, text, m_theme.textDim);
    }

    void addRow(std::size_t index)
    {
        const ShownPlan& plan = m_plans[index];
        const double y = kHead + kRow * static_cast<double>(index);
        const QRectF row(0, y, m_scene.width, kRow - 4);
        if (m_selected == index)
            m_scene.box(row, m_theme.selection).corner = metrics::kCornerRadius;
        m_scene.text({6, y + 4, kNames - 8, 16}, plan.name, m_theme.text, kTextLeft, Weight::Strong,
                     TypeSize::Body);
        m_scene.text({6, y + 22, kNames - 8, 30}, plan.summary, m_theme.textDim, Qt::AlignLeft | Qt::AlignTop)
            .wrap = true;
        QString told = plan.name + QStringLiteral(": ");
        if (plan.evaluation) {
            addMemory(*plan.evaluation, y + 8);
            addStep(*plan.evaluation, y + 8);
            addInterval(plan, y + 8);
            told += verdictText(plan.evaluation->verdict);
        } else {
            m_scene
                .text({memoryLeft(), y + 6, m_scene.width - memoryLeft() - 8, 40}, plan.problem,
                      m_theme.textDim, Qt::AlignLeft | Qt::AlignTop, Weight::Regular, TypeSize::Body)
                .wrap = true;
            told += plan.problem;
        }
        m_scene.spot(row, told, QString::number(index));
    }

    /// A bar that is longer than there is room ends in a break.
    void goesOn(double right, double y)
    {
        constexpr double kBreak = 4;
        for (const double at : {right - 2 * kBreak, right - kBreak})
            m_scene.line({at - kBreak / 2, y + kBar + 2}, {at + kBreak / 2, y - 2}, m_theme.panel, 2);
    }

    void addMemory(const core::Evaluation& evaluation, double y)
    {
        const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device);
        if (use == nullptr || m_most <= 0)
            return;
        const double scale = m_bar / m_most;
        double x = memoryLeft();
        for (const core::Purpose purpose : memoryPurposes()) {
            const double bytes = evaluation.memory.held(use->rankClass, core::Tier::Device, purpose).value();
            const double wide = std::min(bytes * scale, memoryLeft() + m_bar - x);
            if (wide <= 0)
                continue;
            m_scene.box({x, y, wide, kBar}, colorOf(purpose)).label = letterOf(purpose);
            x += wide;
        }
        if (use->peak.value() > m_most)
            goesOn(memoryLeft() + m_bar, y);
        const double at = memoryLeft() + std::min(use->capacity.value() * scale, m_bar);
        const core::FitVerdict verdict = core::fitVerdict(evaluation.memory, *use);
        const QColor color = verdict.feasible() ? m_theme.text : m_theme.bad;
        m_scene.line({at, y - 4}, {at, y + kBar + 4}, color, 2);
        m_scene.text({memoryLeft() + m_bar + 6, y, kFigure, kBar}, quantityString(use->need()), color,
                     kTextLeft, verdict.feasible() ? Weight::Regular : Weight::Strong, TypeSize::Body);
        m_scene.text({memoryLeft(), y + kBar + 4, m_bar, 16},
                     verdict.feasible() ? Words::tr("fits", "a plan") : Words::tr("does not fit", "a plan"),
                     verdict.feasible() ? m_theme.textDim : m_theme.bad);
    }

    void addStep(const core::Evaluation& evaluation, double y)
    {
        if (evaluation.step.empty() || m_longest <= 0)
            return;
        const double scale = m_bar / m_longest;
        double x = stepLeft();
        for (const core::StepPart part : timedParts(evaluation)) {
            const double wide = std::min(shown(evaluation, part) * scale, stepLeft() + m_bar - x);
            const QRectF box(x, y, std::max(0.0, wide - 0.5), kBar);
            const bool empty = part == core::StepPart::Bubble;
            m_scene.boxes.push_back({box, empty ? m_theme.panel : colorOf(part),
                                     empty ? m_theme.textDim : QColor(), part == core::StepPart::Recompute});
            x += wide;
        }
        if (shown(evaluation, core::StepPart::Total) > m_longest)
            goesOn(stepLeft() + m_bar, y);
        m_scene.text({stepLeft() + m_bar + 6, y, kFigure, kBar},
                     quantityString(shown(evaluation, core::StepPart::Total), core::kSecond), m_theme.text,
                     kTextLeft, Weight::Regular, TypeSize::Body);
        m_scene.text({stepLeft(), y + kBar + 4, m_bar + kFigure, 16},
                     Words::tr("%1 samples/s, %2 of the peak")
                         .arg(countString(evaluation.throughput.samplesPerSecond),
                              percentString(evaluation.throughput.modelFlopsUtilization)),
                     m_theme.textDim);
    }

    /// How sure the step is; on what it rests.
    void addInterval(const ShownPlan& plan, double y)
    {
        if (!plan.step)
            return;
        const Interval& of = plan.step->interval;
        m_scene.text({stepLeft(), y + kBar + 20, m_bar + kFigure, 16},
                     (m_batchesDiffer ? Words::tr("step, 80 %: %1, %2")
                                      : Words::tr("80 %: %1, %2", "an interval, and a calibration"))
                         .arg(spanString(of.low, of.high, core::kSecond), calibrationLine(*plan.step)),
                     m_theme.textDim);
    }

    /// What of which plans is outside of which calibration's range.
    double outside(double y)
    {
        QStringList told;
        for (const ShownPlan& plan : m_plans) {
            if (!plan.step || plan.step->outside.empty())
                continue;
            const QString line = calibrationLines(*plan.step).join(QStringLiteral("; "));
            if (!told.contains(line))
                told << line;
        }
        for (const QString& line : told)
            y = m_scene.paragraph(y, line, m_theme.textDim) + 4;
        return y;
    }

    double legend(double y)
    {
        std::vector<std::pair<QColor, QString>> memory;
        for (const core::Purpose purpose : memoryPurposes())
            memory.emplace_back(colorOf(purpose), purposeName(purpose));
        std::vector<std::pair<QColor, QString>> step;
        for (const core::StepPart part :
             {core::StepPart::Forward, core::StepPart::Backward, core::StepPart::Recompute,
              core::StepPart::Optimizer, core::StepPart::ExposedCommunication, core::StepPart::Host,
              core::StepPart::Streaming})
            step.emplace_back(colorOf(part), stepPartName(part));
        y = m_scene.legend(y, memory, m_theme);
        y = m_scene.legend(y, step, m_theme);
        return m_scene.paragraph(
                   y,
                   Words::tr("The line across a bar is the device's capacity; what is hatched is "
                             "computed again; an empty box is the bubble."),
                   m_theme.textDim) +
               4;
    }

    const std::vector<ShownPlan>& m_plans;
    std::optional<std::size_t> m_selected;
    const Theme& m_theme;
    double m_bar = 0;
    double m_most = 0;
    double m_longest = 0;
    bool m_batchesDiffer = false;
    Scene m_scene;
};

} // namespace

Scene plansScene(const std::vector<ShownPlan>& plans, std::optional<std::size_t> selected, double width,
                 const Theme& theme)
{
    return Builder(plans, selected, width, theme).make();
}

core::Table plansTable(const std::vector<ShownPlan>& plans)
{
    using core::Cell;
    core::Table table{"plans", N_("Plans side by side"), {}, {}};
    table.columns = {core::textColumn("plan", N_("Plan")),
                     core::textColumn("layout", N_("Layout")),
                     core::flagColumn("fits", N_("Fits")),
                     core::bytesColumn("peak_bytes", N_("Device memory")),
                     core::fractionColumn("share", N_("Of its capacity")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::realColumn("samples_per_second", N_("Samples a second")),
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
            const bool timed = !evaluation.step.empty();
            row.push_back(timed ? Cell(secondsOf(evaluation, core::StepPart::Total)) : Cell());
            row.push_back(timed ? Cell(evaluation.throughput.samplesPerSecond) : Cell());
            row.push_back(timed ? Cell(secondsOf(evaluation, core::StepPart::ExposedCommunication)) : Cell());
            row.push_back(timed ? Cell(secondsOf(evaluation, core::StepPart::Bubble)) : Cell());
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
