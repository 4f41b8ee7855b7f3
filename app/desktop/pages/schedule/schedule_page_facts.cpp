// SPDX-License-Identifier: GPL-3.0-or-later
// The Schedule page: what it says of the schedules that are shown; schedule_page.cpp has them drawn.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/simulate/derived_arguments.h"
#include "app/session/simulate/simulation_words.h"
#include "app/session/text/shown_text.h"

#include <QLabel>

#include <cmath>
#include <utility>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostSensitivities = 4;

} // namespace

/// Why \p chart is not the closed form's, what would change it, and what goes wrong in it; \p mode: of
/// PERSIA.
QStringList SchedulePage::factsOf(const ScheduleChart& chart, bool mode) const
{
    QStringList lines;
    const auto time = [](double seconds) { return quantityString(seconds, core::kSecond); };
    QStringList parts;
    for (const planner::StepDifference& one : chart.differences)
        parts << QStringLiteral("%1 %2%3").arg(
            differenceName(one.what), one.seconds >= 0 ? QStringLiteral("+") : QString(), time(one.seconds));
    const QString closed = time(chart.closedFormSeconds);
    const QString why = parts.join(QStringLiteral(", "));
    if (mode)
        lines << (parts.isEmpty() ? tr("The closed form of the Recommender page says the same.")
                                  : tr("The closed form of the Recommender page says %1; the difference: %2.")
                                        .arg(closed, why));
    else if (chart.closedFormSeconds > 0)
        lines << (parts.isEmpty()
                      ? tr("The closed form of the Plan page says the same.")
                      : tr("The closed form of the Plan page says %1; the difference: %2.").arg(closed, why));
    QStringList buys;
    for (const planner::Sensitivity& one : chart.sensitivities) {
        if (one.seconds > 1e-6 * chart.stepSeconds &&
            static_cast<std::size_t>(buys.size()) < kMostSensitivities)
            buys << QStringLiteral("%1 −%2").arg(resourceName(one.resource), time(one.seconds));
    }
    if (!buys.isEmpty())
        lines
            << tr("What being 10 % faster would save of the step: %1.").arg(buys.join(QStringLiteral(", ")));
    for (const planner::SimulatedHeap& heap : chart.heaps) {
        const core::AllocationShortage& shortage = heap.shortage;
        if (shortage.request == 0)
            continue;
        const auto bytes = [](std::int64_t count) {
            return quantityString(static_cast<double>(count), core::kByte);
        };
        const QString where = !heap.contiguous   ? QString()
                              : *heap.contiguous ? tr(" with contiguous gradients")
                                                 : tr(" with gradients where they lie");
        lines << (shortage.fragmented
                      ? tr("Stage %1%2: %3 find no room %4 into the step, though %5 are free, in pieces.")
                      : tr("Stage %1%2: %3 find no room %4 into the step; %5 are free."))
                     .arg(integerString(static_cast<std::int64_t>(heap.stage)), where,
                          bytes(shortage.request), time(heap.failsAt),
                          bytes(shortage.inside + shortage.outside));
        break; // the others' are of the same kind
    }
    if (chart.failure) {
        const planner::FailureCost& cost = *chart.failure;
        lines
            << (mode
                    ? tr("%1 stops half a batch before the next checkpoint is whole, and is back after %2: "
                         "the "
                         "last batch ends %3 later, and updates of %4 batches are lost, in %5 of the rows.")
                          .arg(resourceName(cost.what), time(cost.back - cost.at), time(cost.delaySeconds),
                               integerString(std::llround(cost.lostBatches)), percentString(cost.lostShare))
                    : tr("It fails half a step before the next checkpoint is whole, and all stages stop with "
                         "it: %1 of work "
                         "is done again, and the job is %2 late, %3 of them until it is back.")
                          .arg(time(cost.lostSeconds), time(cost.delaySeconds), time(cost.back - cost.at)));
    }
    return lines;
}

/// The figures, and what is to say of the first schedule.
void SchedulePage::showFacts()
{
    std::vector<std::pair<std::string, ScheduleChartPtr>> charts;
    for (const ShownSchedule& one : m_shown) {
        if (one.chart)
            charts.emplace_back(one.title.toStdString(), one.chart);
    }
    m_table->setTable(schedulesTable(charts));
    QStringList lines;
    if (m_wanted.empty())
        lines << tr("No schedule is ticked: the button Schedules has them.");
    const ScheduleChart* first = !m_shown.empty() && m_shown.front().chart && !m_shown.front().preview
                                     ? m_shown.front().chart.get()
                                     : nullptr;
    if (first != nullptr)
        lines << factsOf(*first, m_wanted.front().mode.has_value());
    if (recommender() && m_wanted.size() == 1 && m_wanted.front().own())
        lines << tr("PERSIA's modes are ticked under Schedules, to see them above each other at one scale.");
    m_facts->setText(lines.join(QLatin1Char('\n')));
    m_facts->setVisible(!lines.isEmpty());
    showChosen();
}

/// What the button opens: of several schedules the one that was clicked.
void SchedulePage::showChosen()
{
    const bool plan = m_workbench.state().complete();
    const std::size_t band = m_view->chosenBand();
    m_timeline->setEnabled((plan || recommender()) && band < m_shown.size());
    if (!plan && !recommender())
        return m_timeline->setToolTip(tr("A schedule alone has no devices: open a plan first"));
    if (band >= m_shown.size())
        return m_timeline->setToolTip(tr("No schedule is ticked: the button Schedules has them."));
    QString text = tr("Simulates this step and opens it like a recorded run: %1").arg(m_shown[band].title);
    if (m_shown.size() > 1)
        text += QLatin1Char('\n') + tr("A click in another schedule chooses that one");
    m_timeline->setToolTip(text);
}

void SchedulePage::explain(std::size_t band, std::size_t rank, std::size_t index)
{
    const ScheduleChart& chart = *m_shown[band].chart;
    const planner::Action& action = chart.schedule.order.ranks[rank][index];
    const bool lanes = !chart.rows.empty();
    const ScheduleExtra extra = lanes ? chart.extras[rank][index] : ScheduleExtra();
    const std::string key = lanes ? extra.derivation : derivationKey(action, static_cast<std::int32_t>(rank));
    const core::DerivationPtr why = derivationNamed(chart.derivations, key);
    if (why)
        emit derivationRequested(derivedTitle(key, lanes ? shownText(extra.name) : actionName(action)), why);
    else if (lanes)
        emit hint(tr("%1 lasts as long as what it waits for").arg(shownText(extra.name)));
    else if (m_workbench.state().complete())
        emit hint(tr("Its derivation comes with the simulation, in a moment"));
    else
        emit hint(tr("%1: one unit of time; with a plan open, a click shows where its time comes from")
                      .arg(actionName(action)));
}

void SchedulePage::explainStrip(std::size_t band, std::size_t rank, std::size_t index)
{
    const ScheduleChart& chart = *m_shown[band].chart;
    const std::string& name = chart.extras[rank][index].name;
    const std::string key = derivationKey(chart, name, static_cast<std::int32_t>(rank));
    if (const core::DerivationPtr why = derivationNamed(chart.derivations, key))
        emit derivationRequested(derivedTitle(key, sliceName(name)), why);
}

} // namespace shardscope::app
