// SPDX-License-Identifier: GPL-3.0-or-later
// The wide search fills the picture as it goes; the finalists are then walked and explained.
#include "app/desktop/pages/search/search_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/charts/search/sweep_scene.h"
#include "app/desktop/charts/search/why_scene.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/widgets/empty_state.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/flow_layout.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"
#include "app/session/text/unverified_words.h"
#include "core/base/stopwatch.h"

#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

const QString kSlot = QStringLiteral("plans of transformers");
constexpr std::size_t kMostPoints = 5000;
constexpr int kFinalists = 25;
constexpr int kRows = 12;
constexpr double kNewsEvery = 0.1; ///< seconds

bool samePlan(const planner::PlanHit& a, const planner::PlanHit& b)
{
    return a.machine == b.machine && a.plan == b.plan;
}

/// What a point of the picture shows, of a plan that no search found.
planner::PlanHit hitOf(const core::Evaluation& evaluation)
{
    planner::PlanHit hit;
    hit.plan = evaluation.plan;
    hit.devices = evaluation.devices;
    hit.samplesPerSecond = evaluation.throughput.samplesPerSecond;
    if (!evaluation.step.empty())
        hit.stepSeconds = evaluation.step.at(core::StepPart::Total).seconds.value();
    for (const core::TierUse& use : evaluation.memory.tiers) {
        if (use.tier == core::Tier::Device)
            hit.peakBytes = std::max(hit.peakBytes, use.peak.value());
    }
    return hit;
}

} // namespace

/// What is known while a search runs.
struct SearchPage::News {
    std::vector<planner::PlanHit> best;
    std::vector<planner::PlanHit> front;
    planner::PlanTally tally;
    double share = 0;
    double seconds = 0;
};

SearchPage::SearchPage(Workbench& workbench, QWidget* parent)
    : Page(parent)
    , m_workbench(workbench)
    , m_controls(new SearchControls(workbench, this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(m_stack))
    , m_verdict(new QLabel)
    , m_progress(new QLabel)
    , m_scatter(new PlanScatter)
    , m_across(new QComboBox)
    , m_up(new QComboBox)
    , m_table(new TableView)
    , m_axes(new SceneFigure)
    , m_sensitivity(new TableView)
    , m_sweepCurve(new SceneFigure)
    , m_sweepTable(new TableView)
    , m_relax(new TableView)
    , m_why(new QLabel)
    , m_waterfall(new SceneFigure)
    , m_whyTable(new TableView)
{
    m_stack->addWidget(m_empty);
    m_stack->addWidget(new PageScrollArea(makeResults(), m_stack));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_controls);
    row->addWidget(m_stack, 1);
    connect(m_empty, &EmptyState::primaryClicked, this, &SearchPage::searchOrCancel);
    connect(m_controls, &SearchControls::searchWanted, this, &SearchPage::searchOrCancel);
    connect(m_scatter, &PlanScatter::hovered, this, &Page::hint);
    connect(m_scatter, &PlanScatter::chosen, this,
            [this](std::size_t hit) { select(layoutOf((*m_hits)[hit])); });
    connect(m_scatter, &PlanScatter::brushed, this, [this](const std::vector<std::size_t>& hits) {
        if (hits.empty())
            return showAnswer();
        std::vector<FoundLayout> rows;
        for (const std::size_t hit : hits)
            rows.push_back(layoutOf((*m_hits)[hit]));
        showRows(std::move(rows));
    });
    connect(m_table, &TableView::cellActivated, this,
            [this](int at, int) { select(m_rows[static_cast<std::size_t>(at)]); });
    connect(m_sweepCurve, &FigureWidget::hovered, this, &Page::hint);
    connect(m_axes, &FigureWidget::hovered, this, &Page::hint);
    const auto measures = [this] {
        m_scatter->setMeasures(static_cast<PlanMeasure>(std::max(0, m_across->currentIndex())),
                               static_cast<PlanMeasure>(std::max(0, m_up->currentIndex())));
    };
    connect(m_across, &QComboBox::activated, this, measures);
    connect(m_up, &QComboBox::activated, this, measures);
    connect(&m_workbench, &Workbench::stateChanged, this, &SearchPage::follow);
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this](const QString& slot) {
        if (slot == kSlot)
            m_controls->setSearching(false);
    });
    retranslate();
}

QWidget* SearchPage::makeButtons()
{
    auto* bar = new QWidget;
    auto* flow = new FlowLayout(metrics::kGrid, metrics::kHalfGrid);
    flow->setContentsMargins(0, 0, 0, 0);
    bar->setLayout(flow);
    for (QPushButton** button : {&m_open, &m_compare, &m_copyPlan, &m_copySearch}) {
        *button = new QPushButton;
        flow->addWidget(*button);
    }
    connect(m_open, &QPushButton::clicked, this, &SearchPage::openAsPlan);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        if (m_selected)
            emit compareWanted(QString::fromStdString(layoutWords(m_selected->hit.plan)),
                               m_selected->hit.plan);
    });
    connect(m_copyPlan, &QPushButton::clicked, this, [this] {
        if (m_selected && m_answer)
            copy(planCommand(*m_answer, *m_selected));
    });
    connect(m_copySearch, &QPushButton::clicked, this, [this] { copy(searchCommand(m_request)); });
    return bar;
}

QWidget* SearchPage::makeResults()
{
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(metrics::kPageMargin, metrics::kGrid * 2, metrics::kPageMargin,
                               metrics::kPageMargin);
    column->setSpacing(metrics::kGrid * 2);
    for (QLabel* label : {m_verdict, m_progress, m_why}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_progress->setObjectName(QStringLiteral("dim"));
    for (TableView* table : {m_table, m_sensitivity, m_sweepTable, m_relax, m_whyTable})
        table->setRowsShown(kRows);
    for (std::size_t index = 0; index < kPlanMeasures; ++index) {
        m_across->addItem(QString());
        m_up->addItem(QString());
    }
    m_across->setCurrentIndex(static_cast<int>(PlanMeasure::Memory));
    m_up->setCurrentIndex(static_cast<int>(PlanMeasure::Rate));
    m_scatter->setMinimumHeight(300);
    m_scatterCard = new FigureCard(m_scatter, nullptr);
    m_scatterCard->addControl(m_up);
    m_scatterCard->addControl(m_across);
    m_tableCard = new FigureCard(m_table, nullptr);
    m_sensitivityCard = new FigureCard(m_axes, m_sensitivity);
    m_sweepCard = new FigureCard(m_sweepCurve, m_sweepTable);
    m_relaxCard = new FigureCard(m_relax, nullptr);
    m_whyCard = new FigureCard(m_waterfall, m_whyTable);
    m_whyCard->addRow(m_why);
    column->addWidget(m_verdict);
    column->addWidget(m_progress);
    column->addWidget(makeButtons());
    column->addWidget(m_sweepCard);
    column->addWidget(m_scatterCard);
    column->addWidget(m_tableCard);
    column->addWidget(m_whyCard);
    column->addWidget(m_relaxCard);
    column->addWidget(m_sensitivityCard);
    column->addStretch(1);
    return body;
}

QString SearchPage::verdict() const { return m_verdict->text(); }
QString SearchPage::progress() const { return m_progress->text(); }
QString SearchPage::why() const { return m_whyCard->isHidden() ? QString() : m_why->text(); }

bool SearchPage::searching() const { return m_workbench.jobs().running(kSlot); }

void SearchPage::follow()
{
    const PlanState& state = m_workbench.state();
    const bool changed = state.model != m_followed.model || state.hardware != m_followed.hardware ||
                         state.plan != m_followed.plan;
    if (changed && !m_opening) // a plan that was found leaves the search as it was asked
        m_controls->follow();
    m_followed = state;
    showButtons();
}

void SearchPage::searchOrCancel()
{
    if (searching()) {
        m_workbench.jobs().cancel(kSlot);
        m_progress->setText(tr("Cancelled; what was found until then stays."));
        return;
    }
    m_request = m_controls->request();
    m_request.top = kFinalists;
    const PlanState& state = m_workbench.state();
    const bool mine = state.complete() && m_request.model == state.modelReference.toStdString();
    PlanSearchRequest asked = m_request;
    if (mine)
        asked.whyPlan = state.plan;
    m_answer.reset();
    m_sweep.reset();
    m_largest.reset();
    m_error.reset();
    m_selected.reset();
    m_stack->setCurrentIndex(1);
    showHits({}, {});
    showRows({});
    showAnswer();
    if (!asked.sweep.empty())
        return searchSweep();
    const auto prepared = prepareSearch(m_workbench.catalog(), asked);
    if (!prepared.ok())
        return take(prepared.error());
    m_search = prepared->search;
    if (asked.largestModel)
        return searchLargest();
    searchPlans(*prepared, asked);
}

void SearchPage::startSearching()
{
    m_progress->setText(tr("Searching…"));
    m_controls->setSearching(true);
}

void SearchPage::searchSweep()
{
    startSearching();
    m_workbench.jobs().startWithNews(
        kSlot, QString(),
        [this, catalog = m_workbench.catalog(), asked = m_request](const core::Task& task,
                                                                   const Jobs::Courier& courier) {
            return sweepSearch(catalog, asked, task, [&](const Sweep& sweep, double share) {
                courier([this, sweep, share] {
                    m_progress->setText(tr("%1 of the values searched.").arg(percentString(share, 0)));
                    showSweep(sweep);
                });
            });
        },
        [this](core::Result<Sweep> sweep) {
            if (sweep.ok())
                showSweep(*sweep);
            else if (sweep.error().code != core::ErrorCode::Cancelled)
                m_error = sweep.error();
            if (sweep.ok())
                m_progress->clear();
            showAnswer();
        });
}

void SearchPage::searchLargest()
{
    startSearching();
    m_workbench.jobs().start(
        kSlot, QString(),
        [catalog = m_workbench.catalog(), asked = m_request](const core::Task& task) {
            return largestModel(catalog, asked, task);
        },
        [this](core::Result<LargestModel> largest) {
            if (!largest.ok())
                return take(largest.error());
            m_search = largest->answer.search;
            m_largest = *largest;
            take(largest->answer);
        });
}

void SearchPage::searchPlans(const PreparedSearch& prepared, const PlanSearchRequest& asked)
{
    startSearching();
    m_workbench.jobs().startWithNews(
        kSlot, QString(),
        [this, asking = prepared, asked](const core::Task& task,
                                         const Jobs::Courier& courier) -> core::Result<PlanSearchAnswer> {
            planner::PlanSearch wide = asking.search;
            wide.top = kMostPoints;
            const core::Stopwatch watch;
            double told = -1;
            const auto tell = [&](const planner::PlanOutcome& outcome, double share) {
                const double now = watch.seconds();
                if (share < 1 && now < told + kNewsEvery)
                    return;
                told = now;
                courier([this, news = News{outcome.best, outcome.front, outcome.tally, share, now}] {
                    hear(news);
                });
            };
            wide.sofar = tell;
            SHARDSCOPE_TRY(const planner::PlanOutcome all, planner::searchTransformer(wide, task));
            tell(all, 1);
            return answerSearch(asking, asked, task);
        },
        [this](core::Result<PlanSearchAnswer> answer) { take(std::move(answer)); });
}

FoundLayout SearchPage::layoutOf(const planner::PlanHit& hit) const
{
    if (m_answer) { // a finalist has been walked
        for (const auto* list : {&m_answer->best, &m_answer->front, &m_answer->walkedOut}) {
            for (const FoundLayout& one : *list) {
                if (samePlan(one.hit, hit))
                    return one;
            }
        }
    }
    return {hit, m_search.machines[hit.machine].hardware.name, {hit.stepSeconds, hit.stepSeconds}, {}, true,
            {}};
}

void SearchPage::hear(const News& news)
{
    m_progress->setText(
        tr("%1 of the space searched: %2 plans considered a second, %3 in all; %4 evaluated, %5 fit.")
            .arg(
                percentString(news.share, 0),
                countString(news.seconds > 0 ? static_cast<double>(news.tally.considered) / news.seconds : 0),
                integerString(news.tally.considered), integerString(news.tally.evaluated),
                integerString(news.tally.feasible)));
    showHits(news.best, news.front);
    std::vector<FoundLayout> rows;
    for (std::size_t index = 0; index < std::min<std::size_t>(kFinalists, news.best.size()); ++index)
        rows.push_back(layoutOf(news.best[index]));
    showRows(std::move(rows));
}

void SearchPage::showHits(const std::vector<planner::PlanHit>& hits,
                          const std::vector<planner::PlanHit>& front)
{
    std::vector<planner::PlanHit> all = hits;
    std::set<std::size_t> edged;
    for (const planner::PlanHit& one : front) {
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const planner::PlanHit& hit) { return samePlan(hit, one); });
        edged.insert(static_cast<std::size_t>(found - all.begin()));
        if (found == all.end())
            all.push_back(one);
    }
    m_hits = std::make_shared<const std::vector<planner::PlanHit>>(std::move(all));
    m_scatter->setHits(m_hits, std::move(edged));
}

void SearchPage::showRows(std::vector<FoundLayout> rows)
{
    m_rows = std::move(rows);
    m_table->setTable(std::make_shared<const core::Table>(
        layoutTable(m_rows, "best", QT_TRANSLATE_NOOP("Source", "Best plans"))));
    m_tableCard->setVisible(!m_rows.empty());
}

void SearchPage::showSweep(const Sweep& sweep)
{
    m_sweep = std::make_shared<const Sweep>(sweep);
    m_search = sweep.search;
    m_sweepCurve->setMaker(
        [shown = m_sweep](double width, const Theme& theme) { return sweepScene(*shown, width, theme); });
    m_sweepTable->setTable(std::make_shared<const core::Table>(sweepTable(sweep)));
    m_sweepCard->show();
    std::vector<FoundLayout> rows;
    for (const SweepRow& row : sweep.rows) {
        if (row.best)
            rows.push_back(*row.best);
    }
    showRows(std::move(rows));
}

/// Where more stops to help.
QString SearchPage::sweepVerdict() const
{
    const std::vector<SweepRow>& rows = m_sweep->rows;
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const SweepRow& row) { return row.best; });
    if (last == rows.rend())
        return tr("Nothing fits at any of these values.");
    const auto knee = std::find_if(rows.begin(), rows.end(), [](const SweepRow& row) { return row.knee; });
    const QString end = tr("At %1 = %2 a device does %3 of what it did at the first value.")
                            .arg(QString::fromStdString(m_sweep->key), QString::fromStdString(last->value),
                                 percentString(last->efficiency, 0));
    return knee == rows.end()
               ? end
               : tr("The curve bends at %1 = %2.")
                         .arg(QString::fromStdString(m_sweep->key), QString::fromStdString(knee->value)) +
                     QLatin1Char(' ') + end;
}

void SearchPage::take(core::Result<PlanSearchAnswer> answer)
{
    if (answer.ok())
        m_answer = std::make_shared<const PlanSearchAnswer>(std::move(answer).value());
    else if (answer.error().code != core::ErrorCode::Cancelled)
        m_error = answer.error();
    showAnswer();
    if (m_answer && !m_answer->best.empty())
        select(m_answer->best.front());
}

void SearchPage::showAnswer()
{
    const bool none = m_answer && m_answer->best.empty();
    m_verdict->setObjectName(m_error || none ? QStringLiteral("verdictBad") : QStringLiteral("verdictGood"));
    m_verdict->style()->unpolish(m_verdict);
    m_verdict->style()->polish(m_verdict);
    m_verdict->setVisible(m_error || m_answer || m_sweep);
    m_sweepCard->setVisible(m_sweep && !m_error);
    m_scatterCard->setVisible(m_hits && !m_hits->empty());
    m_sensitivityCard->setVisible(m_answer && !m_answer->sensitivity.empty());
    m_relaxCard->setVisible(none && !m_answer->relax.empty());
    showWhy();
    showButtons();
    if (m_error) {
        m_verdict->setText(errorText(*m_error));
        m_progress->clear();
        return;
    }
    if (m_sweep)
        m_verdict->setText(sweepVerdict());
    if (!m_answer)
        return;
    if (none) {
        m_verdict->setText(m_answer->nearest.empty()
                               ? tr("Nothing fits.")
                               : tr("Nothing fits; below are the nearest plans, and what "
                                    "giving up one constraint would buy."));
        showRows(m_answer->nearest);
        m_relax->setTable(std::make_shared<const core::Table>(relaxTable(*m_answer)));
        return;
    }
    const FoundLayout& best = m_answer->best.front();
    QString text =
        tr("%1 on %2 of %3: a step takes %4 (%5 to %6 with 80 % confidence).")
            .arg(QString::fromStdString(layoutWords(best.hit.plan)), integerString(best.hit.devices),
                 QString::fromStdString(best.hardware), quantityString(best.hit.stepSeconds, core::kSecond),
                 quantityString(best.interval.low, core::kSecond),
                 quantityString(best.interval.high, core::kSecond));
    if (m_answer->best.size() > 1) {
        const planner::PlanHit& next = m_answer->best[1].hit;
        text +=
            QLatin1Char(' ') +
            (next.tied || best.hit.primary <= 0
                 ? tr("The next one is as good.")
                 : tr("The next one is %1 behind.").arg(percentString(next.primary / best.hit.primary - 1)));
    }
    if (m_largest)
        text.prepend(
            tr("The largest that fits has %1 layers and %2 parameters. ")
                .arg(integerString(m_largest->layers), integerString(std::llround(m_largest->parameters))));
    m_verdict->setText(text);
    QStringList lines{
        tr("%1 plans considered, %2 evaluated, %3 fit; the best were simulated operation by operation, "
           "%4 of them fell out.")
            .arg(integerString(m_answer->outcome.tally.considered),
                 integerString(m_answer->outcome.tally.evaluated),
                 integerString(m_answer->outcome.tally.feasible),
                 integerString(static_cast<std::int64_t>(m_answer->walkedOut.size())))};
    if (!m_answer->unverified.empty()) {
        lines << tr("Unverified figures were used: %1").arg(unverifiedTexts(m_answer->unverified));
    }
    m_progress->setText(lines.join(QLatin1Char('\n')));
    showRows(m_answer->best);
    m_sensitivity->setTable(std::make_shared<const core::Table>(sensitivityTable(*m_answer)));
    m_axes->setMaker([answer = m_answer](double width, const Theme& theme) {
        return axesScene(answer->sensitivity, width, theme);
    });
}

/// Why the open plan is not the best: it is refused, does not fit, or loses time in some parts.
void SearchPage::showWhy()
{
    const bool told = m_answer && m_answer->why;
    m_whyCard->setVisible(told);
    m_scatter->setOwn(told && m_answer->why->evaluation ? std::optional(hitOf(*m_answer->why->evaluation))
                                                        : std::nullopt);
    if (!told)
        return;
    const WhyNot& why = *m_answer->why;
    const auto total = std::find_if(why.parts.begin(), why.parts.end(), [](const WhyNot::Part& part) {
        return part.part == core::StepPart::Total;
    });
    QString text;
    if (why.refused)
        text = tr("The open plan cannot be evaluated: %1").arg(errorText(*why.refused));
    else if (!why.feasible)
        text = tr("The open plan: %1").arg(verdictText(why.evaluation->verdict));
    else if (total != why.parts.end() && total->bestSeconds > 0 && total->seconds > total->bestSeconds)
        text = tr("The open plan fits and takes %1 of the best one's time a sample; this is where it goes.")
                   .arg(percentString(total->seconds / total->bestSeconds, 0));
    else
        text = tr("The open plan fits and is as fast as the best one.");
    m_why->setText(text);
    m_waterfall->setMaker([answer = m_answer](double width, const Theme& theme) {
        return whyScene(*answer->why, width, theme);
    });
    m_whyTable->setTable(std::make_shared<const core::Table>(whyTable(why)));
}

void SearchPage::select(const FoundLayout& layout)
{
    m_selected = layout;
    if (m_hits) {
        const auto found = std::find_if(m_hits->begin(), m_hits->end(), [&](const planner::PlanHit& hit) {
            return samePlan(hit, layout.hit);
        });
        m_scatter->setSelected(found == m_hits->end()
                                   ? std::nullopt
                                   : std::optional(static_cast<std::size_t>(found - m_hits->begin())));
    }
    // The table may be sorted.
    const QAbstractItemModel& shown = *m_table->model();
    for (int row = 0; row < shown.rowCount(); ++row) {
        const auto of = static_cast<std::size_t>(shown.index(row, 0).data(RowRole).toInt());
        if (of < m_rows.size() && samePlan(m_rows[of].hit, layout.hit))
            m_table->selectRow(row);
    }
    showButtons();
}

void SearchPage::showButtons()
{
    m_open->setEnabled(m_selected && !m_largest); // its model is in no file
    m_open->setToolTip(m_largest ? tr("The larger model is in no file yet") : QString());
    m_copyPlan->setEnabled(m_selected && m_answer);
    const PlanState& state = m_workbench.state();
    const bool comparable = m_selected && state.complete() &&
                            m_request.model == state.modelReference.toStdString() &&
                            m_selected->hardware == state.hardware->name;
    m_compare->setEnabled(comparable);
    m_compare->setToolTip(
        comparable || !m_selected
            ? QString()
            : tr("Plans are compared on the open model and machine: open this one as the plan first"));
    m_copySearch->setEnabled(!m_request.model.empty());
}

void SearchPage::openAsPlan()
{
    if (!m_selected)
        return;
    const planner::SearchMachine& machine = m_search.machines[m_selected->hit.machine];
    PlanState next;
    next.choices = m_workbench.state().choices;
    next.model = std::make_shared<const core::ModelSpec>(m_search.model);
    next.hardware = std::make_shared<const core::HardwareSpec>(machine.hardware);
    next.modelReference = QString::fromStdString(m_request.model);
    const QStringList machines = QString::fromStdString(m_request.hardware).split(QLatin1Char(','));
    next.hardwareReference = machines.value(static_cast<int>(m_selected->hit.machine));
    m_opening = true;
    m_workbench.edit(withPlan(std::move(next), m_selected->hit.plan), tr("Open a plan that was found"));
    m_opening = false;
    emit pageRequested(QStringLiteral("plan"));
}

void SearchPage::copy(const std::string& text)
{
    QGuiApplication::clipboard()->setText(QString::fromStdString(text));
    emit hint(tr("Copied: %1").arg(QString::fromStdString(text)));
}

void SearchPage::retranslate()
{
    m_empty->setTexts(
        tr("Find the best plan"),
        tr("Choose a model and one or more machines on the left, say how many devices there are and "
           "what must be kept. The search goes through every layout and is exact: no plan of the "
           "space is better than the one it names."),
        tr("Search"), QString());
    m_open->setText(tr("Open as the plan"));
    m_compare->setText(tr("Add to Compare"));
    m_copyPlan->setText(tr("Copy the plan's command"));
    m_copySearch->setText(tr("Copy the search's command"));
    m_scatterCard->setTitle(tr("Plans found"));
    m_tableCard->setTitle(tr("Best plans"));
    m_sensitivityCard->setTitle(tr("What each axis is worth around the best plan"));
    m_sweepCard->setTitle(tr("How it scales"));
    m_relaxCard->setTitle(tr("What giving up one constraint buys"));
    m_whyCard->setTitle(tr("Why not the open plan"));
    for (std::size_t index = 0; index < kPlanMeasures; ++index) {
        const QString name = measureName(static_cast<PlanMeasure>(index));
        m_across->setItemText(static_cast<int>(index), tr("across: %1").arg(name));
        m_up->setItemText(static_cast<int>(index), tr("up: %1").arg(name));
    }
    m_across->setAccessibleName(tr("What the axis across shows"));
    m_up->setAccessibleName(tr("What the upright axis shows"));
    m_scatter->setAccessibleName(tr("Plans found, one point each"));
    m_scatter->setToolTip(tr("A click chooses a plan; a drag shows those within in the table"));
    m_table->setAccessibleName(tr("Best plans"));
    m_sensitivity->setAccessibleName(tr("What each axis is worth around the best plan"));
    m_axes->setAccessibleName(tr("What each axis is worth around the best plan"));
    m_sweepCurve->setAccessibleName(tr("How it scales"));
    m_sweepTable->setAccessibleName(tr("How it scales"));
    m_relax->setAccessibleName(tr("What giving up one constraint buys"));
    m_waterfall->setAccessibleName(tr("From the open plan to the best one"));
    m_whyTable->setAccessibleName(tr("From the open plan to the best one"));
    showAnswer();
}

void SearchPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

} // namespace shardscope::app
