// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/plan/plans_scene.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/ranked_plans.h"
#include "app/desktop/charts/plan/step_chart.h"
#include "app/session/accuracy/known_digits.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/plan/fit_verdict.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kNames = 180;
constexpr double kPlansGap = 24;
constexpr double kPlansHead = 22;
constexpr double kPlansRow = 76;
constexpr double kPlansBar = 18;
constexpr double kPlansFigure = 72; ///< right of each bar
/// Widths of the columns of numbers without a bar, from left to right.
constexpr std::array kColumns{72.0, 118.0, 92.0};
constexpr double kRoomy = 790; ///< from this width on there are columns of numbers
constexpr double kSentenceLine = 18;
constexpr double kMillion = 1e6;
constexpr double kSecondsOfHour = 3600;

/// What a million tokens (samples, where the model has no tokens) cost: in money where the machine has a
/// price, else in hours of a device. None: no step was timed.
std::optional<double> costOf(const core::Evaluation& evaluation, bool priced)
{
    const core::Throughput& rates = evaluation.throughput;
    const double each = rates.tokensPerSecond > 0 ? rates.tokensPerSecond : rates.samplesPerSecond;
    const auto total = evaluation.step.find(core::StepPart::Total);
    if (total == evaluation.step.end() || each <= 0)
        return {};
    if (!priced)
        return static_cast<double>(evaluation.devices) / each * kMillion / kSecondsOfHour;
    if (!evaluation.currencyPerStep)
        return {};
    return *evaluation.currencyPerStep / (total->second.seconds.value() * each) * kMillion;
}

class PlansBuilder {
public:
    PlansBuilder(const std::vector<ShownPlan>& plans, std::optional<std::size_t> selected, double width,
                 const Theme& theme)
        : m_plans(plans)
        , m_selected(selected)
        , m_theme(theme)
    {
        m_scene.width = width;
        m_columns = width >= kRoomy;
        const double numbers = m_columns ? kPlansGap / 2 + kColumns[0] + kColumns[1] + kColumns[2] : 0;
        m_bar = std::max(60.0, (width - kNames - 2 * kPlansGap - 2 * kPlansFigure - numbers) / 2);
        m_batchesDiffer = batchesDiffer(plans);
        m_winner = winnerOf(plans);
        for (const ShownPlan& plan : plans) {
            m_priced = m_priced || (plan.evaluation && plan.evaluation->currencyPerStep);
            m_tokens = m_tokens || (plan.evaluation && plan.evaluation->throughput.tokensPerSecond > 0);
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
        m_top = sentence();
        heading(memoryLeft(), m_bar + kPlansFigure, memoryHeading());
        heading(stepLeft(), m_bar + kPlansFigure,
                m_batchesDiffer ? Words::tr("Time of a device for a sample") : Words::tr("Time of a step"));
        if (m_columns) {
            const auto above = [&](std::size_t column, const QString& text) {
                m_scene.text({numberLeft(column), m_top, kColumns[column] - 6, 16}, text, m_theme.textDim,
                             kTextRight);
            };
            above(0, m_tokens ? Words::tr("Tokens/s") : Words::tr("Samples/s"));
            above(1, costHeading());
            above(2, Words::tr("Memory left"));
        }
        for (std::size_t index = 0; index < m_plans.size(); ++index)
            addRow(index);
        m_scene.height =
            outside(legend(m_top + kPlansHead + kPlansRow * static_cast<double>(m_plans.size()) + 6));
        return std::move(m_scene);
    }

private:
    /// Writes which plan wins and why; returns the y below the text.
    double sentence()
    {
        const QString said = winnerSentence(m_plans);
        if (said.isEmpty())
            return 0;
        const double below = m_scene.paragraph(0, said, m_winner ? m_theme.text : m_theme.bad);
        SceneText& text = m_scene.texts.back(); // larger than a note: as high as the same words take then
        text.size = TypeSize::Body;
        text.weight = Weight::Strong;
        const double lines =
            std::ceil(textWidth(said, TypeSize::Body, Weight::Strong) * 1.05 / std::max(40.0, m_scene.width));
        text.rect.setHeight(std::max(below, lines * kSentenceLine));
        return text.rect.bottom() + 10;
    }
    [[nodiscard]] QString memoryHeading() const
    {
        const QString whole = Words::tr("Memory of the fullest device");
        return textWidth(whole) <= m_bar + kPlansFigure ? whole : Words::tr("Fullest device");
    }
    [[nodiscard]] QString costHeading() const
    {
        if (m_priced)
            return m_tokens ? Words::tr("Cost of 1 M tokens") : Words::tr("Cost of 1 M samples");
        return m_tokens ? Words::tr("Device h, 1 M tokens") : Words::tr("Device h, 1 M samples");
    }
    [[nodiscard]] double numberLeft(std::size_t column) const
    {
        double left = stepLeft() + m_bar + kPlansFigure + kPlansGap / 2;
        for (std::size_t before = 0; before < column; ++before)
            left += kColumns[before];
        return left;
    }

    [[nodiscard]] double memoryLeft() const { return kNames + kPlansGap / 2; }
    [[nodiscard]] double stepLeft() const { return memoryLeft() + m_bar + kPlansFigure + kPlansGap; }

    /// Seconds a step, or a device and sample if the plans' batches differ.
    [[nodiscard]] double shown(const core::Evaluation& evaluation, core::StepPart part) const
    {
        return comparedSeconds(evaluation, part, m_batchesDiffer);
    }

    void heading(double x, double wide, const QString& text)
    {
        m_scene.text({x, m_top, wide, 16}, text, m_theme.textDim);
    }

    void addRow(std::size_t index)
    {
        const ShownPlan& plan = m_plans[index];
        const double y = m_top + kPlansHead + kPlansRow * static_cast<double>(index);
        const QRectF row(0, y, m_scene.width, kPlansRow - 4);
        if (m_selected == index)
            m_scene.box(row, m_theme.selection).corner = metrics::kCornerRadius;
        m_scene.text({6, y + 4, kNames - 8, 16}, plan.name, m_theme.text, kTextLeft, Weight::Strong,
                     TypeSize::Body);
        m_scene.text({6, y + 22, kNames - 8, 30}, plan.summary, m_theme.textDim, Qt::AlignLeft | Qt::AlignTop)
            .wrap = true;
        QString told = plan.name + QStringLiteral(": ");
        if (m_winner == index) {
            m_scene.box({0, y + 4, 3, kPlansRow - 12}, m_theme.good);
            m_scene.text({6, y + 52, kNames - 8, 16}, Words::tr("the fastest that fits"), m_theme.good,
                         kTextLeft, Weight::Strong);
        }
        if (plan.evaluation) {
            addMemory(*plan.evaluation, y + 8);
            addStep(plan, y + 8);
            addInterval(plan, y + 8);
            if (m_columns)
                addNumbers(plan, y + 8);
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

    /// Digits of the step's time and of what follows from it.
    [[nodiscard]] static int digitsOf(const ShownPlan& plan)
    {
        return plan.step && !plan.evaluation->step.empty()
                   ? knownDigits(plan.evaluation->step.at(core::StepPart::Total).seconds.value(),
                                 plan.step->interval)
                   : knownDigits(0, {});
    }

    void addNumbers(const ShownPlan& plan, double y)
    {
        const core::Evaluation& evaluation = *plan.evaluation;
        const int digits = digitsOf(plan);
        const auto number = [&](std::size_t column, const QString& text, const QColor& color) {
            m_scene.text({numberLeft(column), y, kColumns[column] - 6, kPlansBar}, text, color, kTextRight,
                         Weight::Regular, TypeSize::Body);
        };
        const QString none = QStringLiteral("\u2013");
        const bool timed = !evaluation.step.empty();
        const double rate =
            m_tokens ? evaluation.throughput.tokensPerSecond : evaluation.throughput.samplesPerSecond;
        number(0, timed ? countString(toDigits(rate, core::kNumber, digits)) : none, m_theme.text);
        const std::optional<double> cost = costOf(evaluation, m_priced);
        number(1,
               !cost      ? none
               : m_priced ? knownString(*cost, core::kCurrency, digits)
                          : countString(toDigits(*cost, core::kNumber, digits)),
               m_theme.text);
        const std::optional<double> left = memoryLeftOf(evaluation);
        number(2, left ? quantityString(*left, core::kByte) : none,
               left && *left < 0 ? m_theme.bad : m_theme.text);
    }

    /// A bar that is longer than there is room ends in a break.
    void goesOn(double right, double y)
    {
        constexpr double kBreak = 4;
        for (const double at : {right - 2 * kBreak, right - kBreak})
            m_scene.line({at - kBreak / 2, y + kPlansBar + 2}, {at + kBreak / 2, y - 2}, m_theme.panel, 2);
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
            m_scene.box({x, y, wide, kPlansBar}, colorOf(purpose)).label = letterOf(purpose);
            x += wide;
        }
        if (use->peak.value() > m_most)
            goesOn(memoryLeft() + m_bar, y);
        const double at = memoryLeft() + std::min(use->capacity.value() * scale, m_bar);
        const core::FitVerdict verdict = core::fitVerdict(evaluation.memory, *use);
        const QColor color = verdict.feasible() ? m_theme.text : m_theme.bad;
        m_scene.line({at, y - 4}, {at, y + kPlansBar + 4}, color, 2);
        m_scene.text({memoryLeft() + m_bar + 6, y, kPlansFigure, kPlansBar}, quantityString(use->need()),
                     color, kTextLeft, verdict.feasible() ? Weight::Regular : Weight::Strong, TypeSize::Body);
        m_scene.text({memoryLeft(), y + kPlansBar + 4, m_bar + kPlansFigure, 16},
                     fitsText(evaluation, verdict.feasible()),
                     verdict.feasible() ? m_theme.textDim : m_theme.bad);
    }

    [[nodiscard]] QString fitsText(const core::Evaluation& evaluation, bool fits) const
    {
        if (!fits)
            return Words::tr("does not fit", "a plan");
        const std::optional<double> left = memoryLeftOf(evaluation);
        if (m_columns || !left)
            return Words::tr("fits", "a plan");
        return Words::tr("fits, %1 left", "a plan, of memory").arg(quantityString(*left, core::kByte));
    }

    void addStep(const ShownPlan& plan, double y)
    {
        const core::Evaluation& evaluation = *plan.evaluation;
        const int digits = digitsOf(plan);
        if (evaluation.step.empty() || m_longest <= 0)
            return;
        const double scale = m_bar / m_longest;
        double x = stepLeft();
        for (const core::StepPart part : timedParts(evaluation)) {
            const double wide = std::min(shown(evaluation, part) * scale, stepLeft() + m_bar - x);
            const QRectF box(x, y, std::max(0.0, wide - 0.5), kPlansBar);
            const bool empty = part == core::StepPart::Bubble;
            m_scene.boxes.push_back({box, empty ? m_theme.panel : colorOf(part),
                                     empty ? m_theme.textDim : QColor(), part == core::StepPart::Recompute});
            x += wide;
        }
        if (shown(evaluation, core::StepPart::Total) > m_longest)
            goesOn(stepLeft() + m_bar, y);
        m_scene.text({stepLeft() + m_bar + 6, y, kPlansFigure, kPlansBar},
                     knownString(shown(evaluation, core::StepPart::Total), core::kSecond, digits),
                     m_theme.text, kTextLeft, Weight::Regular, TypeSize::Body);
        const QString rate =
            countString(toDigits(evaluation.throughput.samplesPerSecond, core::kNumber, digits));
        m_scene.text({stepLeft(), y + kPlansBar + 4, m_scene.width - stepLeft() - 8, 16},
                     m_columns ? Words::tr("%1 samples/s, %2 of the peak; %3 TFLOP/s a device with what is "
                                           "recomputed")
                                     .arg(rate, percentString(evaluation.throughput.modelFlopsUtilization),
                                          countString(toDigits(evaluation.throughput.hardwareTflopsPerDevice,
                                                               core::kNumber, digits)))
                               : Words::tr("%1 samples/s").arg(rate),
                     m_theme.textDim);
    }

    /// How sure the step is; on what it rests.
    void addInterval(const ShownPlan& plan, double y)
    {
        if (!plan.step)
            return;
        const Interval& of = plan.step->interval;
        const int digits = digitsOf(plan);
        const QString span = spanString(toDigits(of.low, core::kSecond, digits),
                                        toDigits(of.high, core::kSecond, digits), core::kSecond);
        if (!m_columns) { // what it rests on is in the table
            m_scene.text({stepLeft(), y + kPlansBar + 20, m_bar + kPlansFigure, 16},
                         Words::tr("80 %: %1").arg(span), m_theme.textDim);
            return;
        }
        m_scene.text({stepLeft(), y + kPlansBar + 20, m_scene.width - stepLeft() - 8, 16},
                     (m_batchesDiffer ? Words::tr("step, 80 %: %1, %2")
                                      : Words::tr("80 %: %1, %2", "an interval, and a calibration"))
                         .arg(span, calibrationLine(*plan.step)),
                     m_theme.textDim);
    }

    /// Says what of each plan lies outside its calibration's range, and which beats every published run.
    double outside(double y)
    {
        QStringList told;
        for (const ShownPlan& plan : m_plans) {
            if (!plan.step || (plan.step->outside.empty() && plan.step->beaten.isEmpty()))
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
    std::optional<std::size_t> m_winner;
    bool m_columns = false; ///< of numbers, beside the bars
    bool m_priced = false;
    bool m_tokens = false; ///< the model has some
    double m_top = 0;      ///< of the headings
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
    return PlansBuilder(plans, selected, width, theme).make();
}

} // namespace shardscope::app
