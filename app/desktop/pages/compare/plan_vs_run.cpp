// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/plan_vs_run.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/compare/compare_parts.h"
#include "app/desktop/plan/plan_words.h"
#include "app/desktop/theme/stale_veil.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/accuracy/interval.h"
#include "app/session/plan/planned_step.h"
#include "app/session/tables/table_reader.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/trace/comparison.h"
#include "core/base/text_mark.h"

#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cmath>

namespace shardscope::app {
namespace {

constexpr const char* kSlot = "compare";
constexpr std::size_t kTop = 20;

} // namespace

struct PlanVsRun::Compared {
    RunViewPtr measured;
    RunViewPtr planned; ///< null: the plan has no step
    std::shared_ptr<const core::Table> figures;
    std::optional<core::Error> problem;
    StepSpan step;
    double plannedSeconds = 0;
    double measuredSeconds = 0;
    std::optional<PredictedInterval> sure{}; ///< of the planned step
    double plannedRanks = 0;                 ///< 0: not told
    double measuredRanks = 0;
};

PlanVsRun::PlanVsRun(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_verdict(new QLabel)
    , m_measuredTitle(new QLabel)
    , m_plannedTitle(new QLabel)
    , m_measured(new TimelineView)
    , m_planned(new TimelineView)
    , m_figures(new TableView)
{
    auto* views = new QSplitter(Qt::Vertical);
    views->addWidget(titled(m_measuredTitle, m_measured));
    views->addWidget(titled(m_plannedTitle, m_planned));
    views->addWidget(m_figures);
    views->setSizes({380, 200, 260});
    views->setChildrenCollapsible(false);
    auto* body = new QWidget;
    m_veil = new StaleVeil(*body);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, metrics::kGrid, 0, 0);
    wrap(m_verdict, Role::Heading);
    m_verdict->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    column->addWidget(m_verdict);
    column->addWidget(views, 1);
    m_stack->addWidget(body);
    fillPage();
    m_linked = new LinkedViews(*m_measured, *m_planned, this);
    const auto changed = [this] {
        m_stale = true;
        refresh();
    };
    connect(&m_workbench, &Workbench::runsChanged, this, changed);
    connect(&m_workbench, &Workbench::stateChanged, this, changed);
    connect(&m_workbench, &Workbench::evaluationChanged, this, [this, changed] {
        if (!m_workbench.evaluated().explained)
            changed();
    });
    onShow(*this, [this] {
        if (m_stale)
            refresh();
    });
    keepTranslated(*this, [this] { retranslate(); });
}

QString PlanVsRun::verdict() const { return m_verdict->text(); }

QString PlanVsRun::whyNoPicture() const
{
    if (isEmpty())
        return tr("A plan and a run have to be open.");
    return m_compared && m_measured->run() ? QString() : tr("The comparison is still being worked out.");
}

QWidget& PlanVsRun::contentFront() { return *m_measured; }

ShownSteps PlanVsRun::shown() const
{
    return {verdict(),
            {shownSide(*m_measuredTitle, *m_measured), shownSide(*m_plannedTitle, *m_planned)},
            m_figures->table()};
}

void PlanVsRun::refresh()
{
    const RunViewPtr run = measuredRun();
    const auto& evaluation = m_workbench.evaluated().value;
    const bool both = run && !run->partial && evaluation;
    m_stack->setCurrentIndex(both ? 1 : 0);
    emit canExportChanged();
    if (!both || !isVisible())
        return;
    m_stale = false;
    m_veil->setStale(m_compared != nullptr); // until the new figures are there
    m_workbench.jobs().start(
        QString::fromLatin1(kSlot), tr("Comparing"),
        [run, evaluation, state = m_workbench.state(),
         title = planSummary(evaluation->plan).toStdString()](const core::Task& task) {
            auto compared = std::make_shared<Compared>();
            compared->measured = run;
            if (!evaluation->step.empty())
                compared->sure = stepInterval(*state.model, *state.hardware, *evaluation);
            if (const core::RunPtr step = plannedStep(*evaluation, title)) {
                compared->plannedSeconds = evaluation->step.at(core::StepPart::Total).seconds.value();
                if (auto view = makeRunView(step, {}, task); view.ok())
                    compared->planned = std::move(view).value();
            }
            auto report = compareSides(
                {title, evaluation, nullptr},
                {run->run->title, nullptr, std::make_shared<const profiler::AnalysisInput>(run->run)}, kTop,
                std::nullopt, task);
            if (report.ok()) {
                compared->measuredSeconds = stepSecondsOf(report->report, true);
                const TableReader figures(report->report.tables.front());
                compared->plannedRanks = figures.number(0, "value_a");
                compared->measuredRanks = figures.number(0, "value_b");
                compared->figures = std::make_shared<const core::Table>(
                    readableFigures(report->report, N_("Planned"), N_("Measured")));
            } else {
                compared->problem = report.error();
            }
            compared->step = typicalStep(*run, compared->measuredSeconds);
            return std::shared_ptr<const Compared>(compared);
        },
        [this](const std::shared_ptr<const Compared>& compared) { show(*compared); });
}

void PlanVsRun::show(const Compared& compared)
{
    m_compared = std::make_shared<const Compared>(compared);
    m_veil->setStale(false);
    m_measured->setRun(compared.measured);
    m_measured->setGrouping(Grouping::Kind); // a plan speaks of devices
    m_planned->setRun(compared.planned);
    m_linked->place(compared.step, {0, static_cast<std::int64_t>(compared.plannedSeconds * 1e9)});
    m_figures->setTable(compared.figures);
    retranslate();
    emit canExportChanged();
}

RunViewPtr PlanVsRun::measuredRun() const { return m_workbench.run(m_workbench.measuredFrom()); }

void PlanVsRun::retranslate()
{
    m_empty->setTexts(
        tr("Set the plan against a run"),
        tr("Open a trace of the training that the plan describes: its step then stands above the planned "
           "one, with a table of where time and memory went apart. A plan and a run have to be open."),
        tr("Open…"), tr("Open a sample"));
    const RunFrom from = m_workbench.measuredFrom();
    const bool simulated = from == RunFrom::Simulation;
    m_measuredTitle->setText(
        (simulated ? tr("Simulated: %1") : tr("Measured: %1")).arg(m_workbench.runTitle(from)));
    m_plannedTitle->setText(
        tr("Planned: %1; the order of the parts is a step's, their place inside it is not simulated")
            .arg(planSummary(m_workbench.state().plan)));
    if (!m_compared)
        return;
    const Compared& compared = *m_compared;
    if (compared.problem) {
        m_verdict->setText(errorText(*compared.problem));
    } else if (compared.plannedSeconds > 0 && compared.measuredSeconds > 0) {
        const double change = compared.measuredSeconds / compared.plannedSeconds - 1;
        const QString measured = change >= 0 ? tr("A step was planned to take %1 and took %2, %3 longer.")
                                             : tr("A step was planned to take %1 and took %2, %3 less.");
        const QString events =
            change >= 0
                ? tr("The closed forms say that a step takes %1; event by event it takes %2, %3 longer.")
                : tr("The closed forms say that a step takes %1; event by event it takes %2, %3 less.");
        m_verdict->setText((simulated ? events : measured)
                               .arg(quantityString(compared.plannedSeconds, core::kSecond),
                                    quantityString(compared.measuredSeconds, core::kSecond),
                                    percentString(std::abs(change))));
        if (compared.sure && !simulated) {
            const Interval& of = compared.sure->interval;
            const bool within = of.low <= compared.measuredSeconds && compared.measuredSeconds <= of.high;
            m_verdict->setText(
                m_verdict->text() + QLatin1Char(' ') +
                (within ? tr("That lies within the plan's 80 % interval, %1 (%2).")
                        : tr("That lies outside the plan's 80 % interval, %1 (%2)."))
                    .arg(spanString(of.low, of.high, core::kSecond), calibrationLine(*compared.sure)));
        }
    } else {
        m_verdict->setText(tr("The plan has no step that could be timed."));
    }
    // A simulation draws one rank of each stage, not all.
    if (!simulated && !compared.problem && compared.plannedRanks > 0 && compared.measuredRanks > 0 &&
        compared.plannedRanks != compared.measuredRanks)
        m_verdict->setText(m_verdict->text() + QLatin1Char(' ') +
                           tr("The plan has %1 ranks, the recording %2: each step is that of one rank.")
                               .arg(compared.plannedRanks)
                               .arg(compared.measuredRanks));
}

} // namespace shardscope::app
