// SPDX-License-Identifier: GPL-3.0-or-later
// The wide search fills the picture as it goes; the finalists are then traced and explained.
#include "app/desktop/pages/search/search_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/search/edited_search.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/theme/stale_veil.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/workbench/found_plan.h"
#include "app/desktop/workbench/kept_question.h"
#include "app/session/project/kept_answer.h"
#include "app/session/search/layout_words.h"
#include "core/base/split_at.h"
#include "core/base/stopwatch.h"
#include "core/base/text_mark.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

const QString kSlot = QStringLiteral("plans of transformers");
constexpr std::size_t kMostPoints = 5000;
constexpr int kFinalists = 25;
constexpr int kRows = 12;
constexpr double kNewsEvery = 0.1; ///< seconds

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
    : StackedPage(workbench, parent)
    , m_controls(new SearchControls(workbench, this))
    , m_asked(new QLabel)
    , m_verdict(new QLabel)
    , m_doubts(new QLabel)
    , m_progress(new QLabel)
    , m_scatter(new PlanScatter)
    , m_across(new QComboBox)
    , m_up(new QComboBox)
    , m_table(new TableView)
    , m_axes(new SceneFigure)
    , m_sensitivity(new TableView)
    , m_sweepCurve(new SceneFigure)
    , m_sweepTable(new TableView)
    , m_machines(new TableView)
    , m_relax(new TableView)
    , m_together(new TableView)
    , m_why(new QLabel)
    , m_waterfall(new SceneFigure)
    , m_whyTable(new TableView)
{
    m_scroll = new PageScrollArea(makeResults(), m_stack);
    m_stack->addWidget(m_scroll);
    fillPage(m_controls);
    connect(m_controls, &SearchControls::searchWanted, this, &SearchPage::searchOrCancel);
    connect(m_controls, &SearchControls::changed, this, &SearchPage::refreshVeil);
    m_question = new KeptQuestion(m_workbench.undoStack(), "Search",
                                  {[this] { return m_controls->said(); },
                                   [this](const core::Value& said) {
                                       m_controls->say(said);
                                       refreshVeil();
                                   },
                                   [this] {
                                       m_controls->letGo();
                                       refreshVeil();
                                   }},
                                  this);
    connect(m_controls, &SearchControls::changed, m_question, &KeptQuestion::keep);
    connect(m_scatter, &PlanScatter::hovered, this, &Page::hint);
    connect(m_scatter, &PlanScatter::chosen, this,
            [this](std::size_t hit) { select(layoutOf((*m_hits)[hit])); });
    connect(m_scatter, &PlanScatter::brushed, this, [this](const std::vector<std::size_t>& hits) {
        if (hits.empty())
            return showAnswer();
        std::vector<FoundLayout> rows;
        rows.reserve(hits.size());
        for (const std::size_t hit : hits)
            rows.push_back(layoutOf((*m_hits)[hit]));
        showRows(std::move(rows));
        m_tableCard->setTitle(tr("Plans within the marked area"));
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
    connect(&m_workbench.undoStack(), &History::changed, this, &SearchPage::followProject);
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this](const QString& slot) {
        if (slot == kSlot)
            m_controls->setSearching(false);
    });
    keepTranslated(*this, [this] { retranslate(); });
}

QWidget* SearchPage::makeButtons()
{
    for (QPushButton** button : {&m_open, &m_compare, &m_copyPlan, &m_copySearch})
        *button = new QPushButton;
    connect(m_open, &QPushButton::clicked, this, &SearchPage::openAsPlan);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        if (!m_selected)
            return;
        m_keptName = QString::fromStdString(layoutWords(m_selected->hit.plan));
        emit compareWanted(m_keptName, m_selected->hit.plan);
        showButtons();
    });
    m_kept = new LinkLabel;
    m_kept->hide();
    connect(m_kept, &LinkLabel::clicked, this, [this] { emit pageRequested(QStringLiteral("compare")); });
    connect(m_copyPlan, &QPushButton::clicked, this, [this] {
        if (m_selected && m_answer)
            copy(planCommand(*m_answer, *m_selected));
    });
    connect(m_copySearch, &QPushButton::clicked, this, [this] { copy(searchCommand(m_request)); });
    auto* buttons = new QWidget;
    auto* column = columnIn(buttons, metrics::kHalfGrid);
    column->addWidget(controlBar({m_open, m_compare, m_copyPlan, m_copySearch}));
    column->addWidget(m_kept);
    return buttons;
}

QWidget* SearchPage::makeResults()
{
    auto* body = new QWidget;
    auto* column = pageColumn(body, metrics::kGrid * 2);
    wrapText(m_asked, Role::Dim);
    wrapText(m_verdict);
    wrapText(m_doubts);
    wrapText(m_progress, Role::Dim);
    wrapText(m_why);
    for (TableView* table :
         {m_table, m_sensitivity, m_sweepTable, m_machines, m_relax, m_together, m_whyTable})
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
    m_machinesCard = new FigureCard(m_machines, nullptr);
    m_relaxCard = new FigureCard(m_relax, nullptr);
    m_togetherCard = new FigureCard(m_together, nullptr);
    m_whyCard = new FigureCard(m_waterfall, m_whyTable);
    m_scatterCard->setFigureName(QStringLiteral("search.plans"));
    m_tableCard->setFigureName(QStringLiteral("search.best"));
    m_sensitivityCard->setFigureName(QStringLiteral("search.axes"));
    m_whyCard->addRow(m_why);
    column->addWidget(m_asked);
    column->addWidget(m_verdict);
    column->addWidget(m_doubts);
    column->addWidget(m_progress);
    column->addWidget(makeButtons());
    column->addWidget(m_sweepCard);
    column->addWidget(m_machinesCard);
    column->addWidget(m_scatterCard);
    column->addWidget(m_tableCard);
    column->addWidget(m_whyCard);
    column->addWidget(m_relaxCard);
    column->addWidget(m_togetherCard);
    column->addWidget(m_sensitivityCard);
    column->addStretch(1);
    m_veil = new StaleVeil(*body);
    return body;
}

QString SearchPage::verdict() const
{
    return m_doubts->text().isEmpty() ? m_verdict->text()
                                      : m_verdict->text() + QLatin1Char(' ') + m_doubts->text();
}
QString SearchPage::whyNoPicture() const
{
    if (searching())
        return tr("The search is still running.");
    return m_answer || m_sweep ? QString() : tr("Nothing has been found yet.");
}

QWidget& SearchPage::contentFront() { return *m_scroll; }

bool SearchPage::searching() const { return m_workbench.jobs().running(kSlot); }

void SearchPage::follow()
{
    m_controls->follow();
    refreshVeil();
    showButtons();
}

/// The answer that another project keeps, once its question is said again.
void SearchPage::followProject()
{
    const KeptProject* project = m_workbench.undoStack().kept();
    if (project == m_project)
        return;
    m_project = project;
    QMetaObject::invokeMethod(this, &SearchPage::comeBack, Qt::QueuedConnection);
}

void SearchPage::comeBack()
{
    const std::string kept = m_workbench.undoStack().project().seat(kAnswerSeat);
    if (kept.empty() || searching())
        return;
    PlanSearchRequest asked = m_controls->request();
    asked.top = kFinalists;
    const auto prepared = prepareOnEdited(m_workbench, asked);
    auto answer = prepared.ok() ? keptAnswer(kept, searchCommand(asked), *prepared) : std::nullopt;
    if (!answer)
        return;
    m_request = asked;
    m_search = prepared->search;
    m_edits = editsAsked(m_workbench, asked);
    m_sweep.reset();
    m_largest.reset();
    m_error.reset();
    m_stack->setCurrentIndex(1);
    std::vector<planner::PlanHit> hits;
    for (const FoundLayout& found : answer->best.empty() ? answer->nearest : answer->best)
        hits.push_back(found.hit);
    m_answer = std::make_shared<const PlanSearchAnswer>(*std::move(answer));
    showHits(hits, {});
    showAnswer();
    if (!m_answer->best.empty())
        select(m_answer->best.front());
    refreshVeil();
}

bool SearchPage::answersTheQuestion() const
{
    PlanSearchRequest asked = m_controls->request();
    asked.top = m_request.top;
    return (m_answer || m_sweep) && searchCommand(asked) == searchCommand(m_request) &&
           editsAsked(m_workbench, asked) == m_edits;
}

/// An answer to another question than the one on the left is dimmed.
void SearchPage::refreshVeil() { m_veil->setStale((m_answer || m_sweep) && !answersTheQuestion()); }

void SearchPage::takeOpenPlan()
{
    m_controls->takeOpenPlan();
    refreshVeil();
}

void SearchPage::searchFromOpenPlan()
{
    takeOpenPlan();
    if (!answersTheQuestion())
        searchAnew();
}

void SearchPage::searchOn(const QString& devices)
{
    m_controls->takeOpenPlan();
    m_controls->devices().setText(devices);
    m_controls->globalBatch().clear();
    searchAnew();
}

void SearchPage::searchAnew()
{
    if (searching())
        m_workbench.jobs().cancel(kSlot);
    searchOrCancel();
}

void SearchPage::searchOrCancel()
{
    if (searching()) {
        m_workbench.jobs().cancel(kSlot);
        m_progress->setText(tr("Cancelled; what was found until then stays."));
        return;
    }
    m_controls->keepQuestion();
    m_question->keep();
    m_request = m_controls->request();
    m_request.top = kFinalists;
    m_veil->setStale(false);
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
    if (asked.smallestDevice)
        return searchSmallest();
    if (asked.objective == "cost" && asked.price.empty() && asked.hardware.empty())
        return askForPrice(); // the cheapest of machines that have a price
    const auto prepared = prepareOnEdited(m_workbench, asked);
    if (!prepared.ok())
        return take(prepared.error());
    m_search = prepared->search;
    m_edits = editsAsked(m_workbench, asked);
    if (m_search.objective == planner::PlanObjective::Cost &&
        std::ranges::any_of(m_search.machines, [](const auto& one) { return !one.hardware.price; }))
        return askForPrice();
    m_controls->learnPrices();
    if (asked.largestModel)
        return searchLargest();
    searchPlans(*prepared, asked);
}

void SearchPage::askForPrice()
{
    m_controls->price().setFocus();
    sayVerdict(tr("What a device costs an hour is needed first: \"Price of a device and hour\" on the left, "
                  "one for all machines, one for each, or NAME=PRICE for each."));
    m_verdict->show();
    m_progress->clear();
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
        kSlot, tr("Searching plans"),
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
        kSlot, tr("Searching plans"),
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

void SearchPage::searchSmallest()
{
    startSearching();
    m_workbench.jobs().start(
        kSlot, tr("Searching plans"),
        [catalog = m_workbench.catalog(), asked = m_request](const core::Task& task) {
            return smallestDevice(catalog, asked, task);
        },
        [this](core::Result<PlanSearchAnswer> answer) {
            if (answer.ok())
                m_search = answer->search;
            take(std::move(answer));
        });
}

void SearchPage::searchPlans(const PreparedSearch& prepared, const PlanSearchRequest& asked)
{
    startSearching();
    m_workbench.jobs().startWithNews(
        kSlot, tr("Searching plans"),
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
    if (m_answer) { // a finalist has been traced
        for (const auto* list : {&m_answer->best, &m_answer->front, &m_answer->tracedOut}) {
            for (const FoundLayout& one : *list) {
                if (samePlan(one.hit, hit))
                    return one;
            }
        }
    }
    return {hit,
            m_search.machines[hit.machine].hardware.name,
            m_search.machines[hit.machine].hardware.title,
            exactly(hit.stepSeconds),
            {},
            true,
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

void SearchPage::openAsPlan()
{
    if (!m_selected)
        return;
    const SearchNames asked{m_request.model, core::splitAt(m_request.hardware, ','), m_request.calibration};
    m_workbench.edit(
        foundPlan(m_workbench.state(), m_search, m_answer ? m_answer->names : asked, m_selected->hit),
        N_("Open a plan that was found"));
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
    m_sensitivityCard->setTitle(tr("What each axis is worth around the best plan"));
    m_sweepCard->setTitle(tr("How it scales"));
    m_machinesCard->setTitle(tr("Machine by machine"));
    m_relaxCard->setTitle(tr("How far one constraint has to be relaxed"));
    m_togetherCard->setTitle(tr("Constraints that help when they are given up together"));
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
    m_machines->setAccessibleName(tr("Machine by machine"));
    m_relax->setAccessibleName(tr("How far one constraint has to be relaxed"));
    m_together->setAccessibleName(tr("Constraints that help when they are given up together"));
    m_waterfall->setAccessibleName(tr("From the open plan to the best one"));
    m_whyTable->setAccessibleName(tr("From the open plan to the best one"));
    showAnswer();
}

} // namespace shardscope::app
