// SPDX-License-Identifier: GPL-3.0-or-later
// While a slider moves, stages are drawn as equal, at once; the simulation follows on a worker.
#include "app/desktop/pages/schedule/schedule_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/charts/schedule/schedule_painter.h"
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/pages/schedule/schedule_bar.h"
#include "app/desktop/pages/schedule/schedule_controls.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/plan/plan_schedules.h"
#include "app/desktop/plan/plan_words.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/simulate/derived_arguments.h"
#include "app/session/simulate/mode_chart.h"
#include "app/session/simulate/open_run.h"
#include "app/session/text/messages.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope::app {
namespace {

const QString kSlot = QStringLiteral("schedule");
constexpr int kSoonMs = 120;              ///< a slider that rests so long is worth a simulation
constexpr int kLeastView = 160;           ///< pixels; what is higher scrolls within
constexpr std::int64_t kStepsOfMode = 10; ///< of PERSIA, in the timeline

using planner::ScheduleKind;

} // namespace

SchedulePage::SchedulePage(Workbench& workbench, QWidget* parent)
    : Page(parent)
    , m_workbench(workbench)
    , m_controls(new ScheduleControls(workbench, this))
    , m_view(new ScheduleView)
    , m_legend(new SceneFigure)
    , m_bar(new ScheduleBar(m_controls->overflow(), this))
    , m_facts(new QLabel)
    , m_table(new TableView)
{
    m_legend->setFocusPolicy(Qt::NoFocus); // nothing of it can be opened
    m_view->setMinimumHeight(kLeastView);
    makeBar();
    auto* right = new QVBoxLayout;
    right->setContentsMargins(metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2, metrics::kGrid);
    right->setSpacing(metrics::kGrid);
    right->addWidget(m_legend);
    right->addWidget(m_view, 1);
    right->addWidget(makeFigures());
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_controls);
    row->addLayout(right, 1);
    auto* column = columnIn(this, 0);
    column->addWidget(m_bar);
    column->addLayout(row, 1);
    m_controls->hide();
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &SchedulePage::simulate);
    connect(m_controls, &ScheduleControls::trialChanged, this, [this] { redraw(true); });
    connect(m_controls, &ScheduleControls::wantedChanged, this, [this] { redraw(false); });
    connect(m_controls, &ScheduleControls::whatIfChanged, this, [this] { redraw(true); });
    connect(m_controls, &ScheduleControls::takeOverWanted, this, &SchedulePage::takeOver);
    connect(&m_workbench, &Workbench::stateChanged, this, &SchedulePage::follow);
    connectView();
    follow();
    onShow(*this, [this] {
        if (m_stale)
            redraw(false);
    });
    keepTranslated(*this, [this] { retranslate(); });
}

void SchedulePage::connectView()
{
    connect(m_play, &QPushButton::clicked, this, [this] { m_view->setPlaying(!m_view->playing()); });
    connect(m_back, &QPushButton::clicked, this, [this] { m_view->step(false); });
    connect(m_forth, &QPushButton::clicked, this, [this] { m_view->step(true); });
    connect(m_view, &ScheduleView::playingChanged, this,
            [this](bool playing) { m_play->setText(playing ? tr("Pause") : tr("Play")); });
    connect(m_view, &ScheduleView::sightChanged, this, &SchedulePage::showBar);
    connect(m_view, &ScheduleView::hovered, this, &Page::hint);
    connect(m_view, &ScheduleView::actionActivated, this, &SchedulePage::explain);
    connect(m_view, &ScheduleView::stripActivated, this, &SchedulePage::explainStrip);
    connect(m_view, &ScheduleView::bandChosen, this, &SchedulePage::showChosen);
    connect(m_timeline, &QPushButton::clicked, this, &SchedulePage::openInTimeline);
}

QString SchedulePage::whyNoPicture() const
{
    const bool any =
        std::ranges::any_of(m_shown, [](const ShownSchedule& one) { return one.chart != nullptr; });
    return any ? QString() : tr("No schedule is drawn yet.");
}

QWidget& SchedulePage::front() { return *m_view; }

Jobs::Writer SchedulePage::scheduleWriter(const QString& file) const
{
    const std::size_t band = m_view->chosenBand();
    const ScheduleChartPtr chart = band < m_shown.size() ? m_shown[band].chart : nullptr;
    return [chart, file](const core::Task&) -> core::Result<core::Done> {
        if (!chart || !chart->rows.empty() || chart->schedule.order.ranks.empty())
            return core::notSupported(W_("this kind of file"), W_("there is no schedule of a pipeline"))
                .in(file.toStdString());
        planner::Simulation alone;
        alone.schedule = chart->schedule;
        return writeSimulation(alone, file.toStdString(), {});
    };
}

void SchedulePage::openSchedule(std::shared_ptr<const ScheduleFile> file)
{
    const auto ranks = static_cast<std::int64_t>(file->order.ranks.size());
    // If no plan says how many stages there are, the others are drawn at the file's size.
    if (!m_workbench.state().complete())
        m_controls->setTrial({ranks, file->order.microBatches, m_controls->trial().virtualStages});
    m_controls->addFile(std::move(file));
}

bool SchedulePage::settled() const
{
    return !m_stale && !m_soon.isActive() && !m_workbench.jobs().running(kSlot);
}

bool SchedulePage::recommender() const
{
    const PlanState& state = m_workbench.state();
    return state.model && state.model->recommender() != nullptr;
}

void SchedulePage::follow()
{
    const PlanState& state = m_workbench.state();
    const bool another = state.model != m_followed.model || state.hardware != m_followed.hardware;
    if (another || state.plan != m_followed.plan) {
        m_own.reset();
        m_controls->setTrial(state.complete()
                                 ? ScheduleTrial{state.plan.axes.pipeline, state.plan.batch.microBatches,
                                                 state.plan.axes.virtualStages}
                                 : ScheduleTrial{});
    }
    m_followed = state;
    m_controls->setSource(
        state.complete()
            ? tr("%1 on %2: %3")
                  .arg(app::titleOf(state.model), app::titleOf(state.hardware), planSummary(state.plan))
        : recommender()
            ? tr("%1 on PERSIA's roles, as the Recommender page sets them").arg(app::titleOf(state.model))
            : tr("No plan is open: a forward, an input gradient and a weight gradient of a chunk "
                 "take one unit of time each, messages none."));
    if (another) {
        m_controls->setParts({}, {});
        m_lookAtFirst = 0; // that was another plan's
        m_view->seeOpening();
    }
    if (another || m_wanted.empty())
        m_controls->tick(usualSchedules(state.complete() ? &state.plan : nullptr,
                                        m_controls->trial().pipeline, recommender()));
    m_stale = true;
    if (isVisible())
        redraw(false);
}

PlanState SchedulePage::tried() const
{
    PlanState state = m_workbench.state();
    const ScheduleTrial& trial = m_controls->trial();
    state.plan.axes.pipeline = trial.pipeline;
    state.plan.batch.microBatches = trial.microBatches;
    if (state.plan.schedule == core::Schedule::Interleaved)
        state.plan.axes.virtualStages = trial.virtualStages;
    return app::settled(std::move(state));
}

QString SchedulePage::titleOf(const WantedSchedule& wanted, const ScheduleChart* chart) const
{
    return scheduleTitle(m_workbench.state().plan, wanted, chart);
}

ShownSchedule SchedulePage::drawn(const WantedSchedule& wanted) const
{
    ShownSchedule shown;
    shown.title = titleOf(wanted, nullptr);
    const bool plan = m_workbench.state().complete();
    const ScheduleTrial& trial = m_controls->trial();
    const std::optional<ScheduleKind> kind =
        wanted.own() ? scheduleOf(m_workbench.state().plan) : wanted.kind;
    shown.problem = tr("Being worked out…");
    if (!kind || !isQuick(*kind) || (plan && !m_own) || recommender())
        return shown;
    core::Plan wish;
    wish.axes.pipeline = trial.pipeline;
    wish.batch.microBatches = trial.microBatches;
    const bool folded = plan && runsAsDualPipeV(wish, wanted);
    const ScheduleKind form = folded ? ScheduleKind::DualPipeV : *kind;
    if (folded)
        wish = planWithSchedule(wish, wanted, 1);
    const std::int64_t each = chunksOf(form, trial.virtualStages);
    const planner::ScheduleCosts costs =
        plan ? meanCosts(*m_own, wish.axes.pipeline, each) : planner::ScheduleCosts{};
    auto chart =
        chartAlone(form, wish.axes.pipeline, wish.batch.microBatches, trial.virtualStages, costs, plan);
    if (!chart.ok()) {
        shown.problem = namedSentence(chart.error());
        return shown;
    }
    shown.problem.clear();
    shown.preview = plan;
    shown.chart = std::make_shared<const ScheduleChart>(std::move(chart).value());
    shown.title = titleOf(wanted, shown.chart.get());
    return shown;
}

void SchedulePage::redraw(bool soon)
{
    m_workbench.jobs().cancel(kSlot);
    m_stale = false;
    m_wanted = m_controls->wanted();
    m_shown.clear();
    for (const WantedSchedule& one : m_wanted)
        m_shown.push_back(drawn(one));
    showSchedules();
    const PlanState& state = m_workbench.state();
    m_controls->setCanTakeOver(state.complete() && !recommender() && tried().plan != state.plan);
    if (soon)
        m_soon.start(kSoonMs);
    else
        simulate();
}

void SchedulePage::simulate()
{
    m_soon.stop();
    const bool plan = m_workbench.state().complete();
    std::vector<std::size_t> open;
    for (std::size_t band = 0; band < m_wanted.size(); ++band) {
        if (plan || !m_shown[band].chart)
            open.push_back(band);
    }
    if (open.empty())
        return;
    m_workbench.jobs().startWithNews(
        kSlot, tr("Simulating schedules"),
        [this, plan, open, wanted = m_wanted, trial = m_controls->trial(), whatIf = m_controls->whatIf(),
         state = tried(),
         catalog = m_workbench.catalog()](const core::Task& task, const Jobs::Courier& courier) {
            for (const std::size_t band : open) {
                if (task.cancelled())
                    return false;
                const WantedSchedule& one = wanted[band];
                auto chart = one.mode
                                 ? modeChart(catalog, *state.model, choicesOf(state), *one.mode, task, whatIf)
                             : one.file && !plan ? chartOfFile(*one.file, task)
                             : plan              ? simulateChart(*state.model, *state.hardware,
                                                                 planWithSchedule(state.plan, one, trial.virtualStages),
                                                                 one, band == open.front(), task, whatIf)
                                                 : chartAlone(*one.kind, trial.pipeline, trial.microBatches,
                                                              trial.virtualStages, {}, false, task);
                courier([this, band, chart = std::move(chart)] { take(band, chart); });
            }
            return true;
        },
        [this](bool whole) {
            showSchedules();
            if (whole)
                showParts();
            const std::int64_t all = m_controls->trial().microBatches;
            if (const std::int64_t few = std::exchange(m_lookAtFirst, 0); few > 0 && few < all)
                m_view->seeTime(0, m_view->end() * static_cast<double>(few) / static_cast<double>(all));
        });
}

void SchedulePage::take(std::size_t band, const core::Result<ScheduleChart>& chart)
{
    ShownSchedule& shown = m_shown[band];
    shown.preview = false;
    shown.chart.reset();
    shown.problem.clear();
    if (!chart.ok()) {
        if (chart.error().code == core::ErrorCode::Cancelled)
            return;
        shown.problem = namedSentence(chart.error());
    } else {
        shown.chart = std::make_shared<const ScheduleChart>(*chart);
        shown.title = titleOf(m_wanted[band], shown.chart.get());
        // Any schedule of the plan tells how long its passes take.
        if (m_workbench.state().complete() && !m_wanted[band].mode && (!m_own || m_wanted[band].own()))
            m_own = shown.chart;
    }
    showSchedules();
}

/// Everything may be tried that any of the schedules has.
void SchedulePage::showParts()
{
    std::vector<std::string> slowable;
    std::vector<std::string> failing;
    const auto add = [](std::vector<std::string>& all, const std::vector<std::string>& some) {
        for (const std::string& one : some) {
            if (std::ranges::find(all, one) == all.end())
                all.push_back(one);
        }
    };
    for (const ShownSchedule& one : m_shown) {
        if (!one.chart || one.preview)
            continue;
        add(slowable, one.chart->slowable);
        add(failing, one.chart->failing);
    }
    m_controls->setParts(std::move(slowable), std::move(failing));
}

void SchedulePage::showSchedules()
{
    m_view->setSchedules(m_shown);
    showBar();
    emit canExportChanged();
    m_legend->setMaker([entries = scheduleLegend(m_shown)](double width, const Theme& theme) {
        Scene scene;
        scene.width = width;
        scene.height = scene.legend(0, entries, theme);
        return scene;
    });
    showFacts();
}

void SchedulePage::openInTimeline()
{
    const std::size_t band = m_view->chosenBand();
    if (band >= m_wanted.size() || !(m_workbench.state().complete() || recommender()))
        return;
    PlanState state = tried();
    const WantedSchedule& wanted = m_wanted[band];
    const ScheduleChartPtr& chart = m_shown[band].chart;
    WhatIf whatIf = m_controls->whatIf();
    if (whatIf.kind == WhatIf::Kind::Fails && (!chart || m_shown[band].preview))
        whatIf.kind = WhatIf::Kind::Nothing; // when that is, is not known yet
    planner::SimulationOptions options = optionsOf(wanted, whatIf, chart ? chart->stepSeconds : 0);
    const auto title = [state, wanted, chart] {
        const QString schedule = scheduleTitle(state.plan, wanted, chart.get());
        return wanted.mode ? tr("%1 on PERSIA's roles").arg(app::titleOf(state.model)) +
                                 QStringLiteral(": ") + schedule
                           : tr("%1 on %2: %3")
                                 .arg(app::titleOf(state.model), app::titleOf(state.hardware), schedule);
    };
    if (wanted.mode) {
        options.steps = std::max(options.steps, kStepsOfMode);
        return m_workbench.openSimulation(
            [state, options, mode = *wanted.mode, catalog = m_workbench.catalog()](const core::Task& task) {
                return simulateWhatIf(options, [&](const planner::SimulationOptions& how) {
                    return simulateMode(catalog, *state.model, choicesOf(state), mode, how, task);
                });
            },
            title);
    }
    state.plan = planWithSchedule(state.plan, wanted, m_controls->trial().virtualStages);
    options.heap = true;
    m_workbench.openSimulation(
        [state, options, wanted](const core::Task& task) {
            return simulateWhatIf(options, [&](const planner::SimulationOptions& how) {
                return simulateWanted(*state.model, *state.hardware, state.plan, wanted, how, task);
            });
        },
        title);
}

void SchedulePage::takeOver() { m_workbench.edit(tried(), N_("Take over stages and micro-batches")); }

} // namespace shardscope::app
