// SPDX-License-Identifier: GPL-3.0-or-later
// The answer first, in words and figures; below it one question at a time, each with its pictures.
#include "app/desktop/pages/recommender/recommender_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/recommender/bound_sliders.h"
#include "app/desktop/pages/recommender/recommender_controls.h"
#include "app/desktop/pages/recommender/recommender_head.h"
#include "app/desktop/pages/recommender/recommender_search_card.h"
#include "app/desktop/pages/recommender/recommender_words.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/theme/stale_veil.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"
#include "core/base/mapped.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QStackedWidget>

#include <array>
#include <limits>

namespace shardscope::app {
namespace {

constexpr int kTwoColumnsFrom = 860; ///< pixels of the results: below, pictures stand in one column

} // namespace

RecommenderPage::RecommenderPage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_controls(new RecommenderControls(workbench, this))
    , m_head(new RecommenderHead)
    , m_results(new QWidget)
    , m_scroll(nullptr)
{
    fillResults();
    auto* answer = new QWidget(m_stack);
    auto* column = columnIn(answer, 0);
    m_scroll = new PageScrollArea(m_results, answer);
    column->addWidget(m_head);
    column->addWidget(m_scroll, 1);
    m_stack->addWidget(answer);
    fillPage(m_controls);
    connect(m_head, &RecommenderHead::explainRequested, this, &Page::explainRequested);
    connect(m_head, &RecommenderHead::tabChanged, this, [this] {
        arrange();
        m_scroll->verticalScrollBar()->setValue(0);
    });
    connect(&m_workbench, &Workbench::stateChanged, this, [this] {
        m_stale = true;
        if (isVisible())
            study();
    });
    connect(&m_workbench, &Workbench::studyChanged, this, &RecommenderPage::refresh);
    arrange();
    onShow(*this, [this] {
        if (m_stale)
            study();
    });
    keepTranslated(*this, [this] { retranslate(); });
}

void RecommenderPage::fillResults()
{
    QWidget* body = m_results;
    auto* column = pageColumn(body, metrics::kGrid);
    m_unverified = new QLabel(body);
    wrapText(m_unverified, Role::SmallDim);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(metrics::kPageMargin);
    m_grid->setVerticalSpacing(metrics::kPageMargin);
    column->addLayout(m_grid);
    column->addWidget(m_unverified);
    column->addStretch();
    for (const RecommenderView& view : recommenderViews())
        addCard(view);
    m_search = new RecommenderSearchCard(
        m_workbench, [this] { return m_controls->request(); }, m_results);
    connect(m_search, &FigureCard::hint, this, &Page::hint);
    m_veil = new StaleVeil(*body);
    m_headVeil = new StaleVeil(*m_head);
}

void RecommenderPage::addCard(const RecommenderView& view)
{
    auto* figure = new SceneFigure(m_results);
    auto* table = new TableView(m_results);
    const Card made{view, figure, table, new FigureCard(figure, table, m_results)};
    made.table->setRowsShown(std::numeric_limits<int>::max()); // the page scrolls, no table in it does
    if (view.scene == &boundScene)
        made.card->addRow(new BoundSliders(m_workbench, made.card));
    connect(made.figure, &FigureWidget::activated, this, &Page::explainRequested);
    connect(made.figure, &FigureWidget::hovered, this, &Page::hint);
    connect(made.table, &TableView::explainRequested, this, &Page::explainRequested);
    m_cards.push_back(made);
}

std::vector<SceneFigure*> RecommenderPage::figures() const
{
    return core::mapped<SceneFigure*>(m_cards, &Card::figure);
}

void RecommenderPage::showTab(RecommenderTab tab) { m_head->setTab(tab); }

void RecommenderPage::arrange()
{
    m_twoColumns = m_stack->width() >= kTwoColumnsFrom;
    const std::shared_ptr<const Study>& study = m_workbench.study();
    const RecommenderTab tab = m_head->tab();
    const int columns = m_twoColumns ? 2 : 1;
    int row = 0;
    int column = 0;
    for (const Card& card : m_cards) {
        m_grid->removeWidget(card.card);
        card.card->setVisible(study && isShown(card.view, *study) && card.view.tab == tab);
    }
    m_grid->removeWidget(m_search);
    // It shards tables over hardware.
    m_search->setVisible(study && !study->request.alone && tab == RecommenderTab::Placement);
    const auto placeWide = [&](QWidget* card) {
        row += column > 0 ? 1 : 0;
        m_grid->addWidget(card, row++, 0, 1, columns);
        column = 0;
    };
    // What takes both columns comes first: no half of a row stays empty before it.
    for (const bool wide : {true, false}) {
        for (const Card& card : m_cards) {
            if (card.card->isHidden() || card.view.wide != wide)
                continue;
            if (!m_twoColumns || wide) {
                placeWide(card.card);
                continue;
            }
            m_grid->addWidget(card.card, row, column, Qt::AlignTop);
            row += column;
            column = 1 - column;
        }
        if (wide && !m_search->isHidden())
            placeWide(m_search);
    }
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, m_twoColumns ? 1 : 0);
}

void RecommenderPage::resizeEvent(QResizeEvent*)
{
    if (m_twoColumns != (m_stack->width() >= kTwoColumnsFrom))
        arrange();
}

QString RecommenderPage::whyNoPicture() const
{
    if (isEmpty())
        return tr("No model with embedding tables is open.");
    return m_workbench.study() ? QString() : m_head->verdict();
}

QWidget& RecommenderPage::contentFront() { return *m_scroll; }

void RecommenderPage::study()
{
    m_stale = false;
    const PlanState& state = m_workbench.state();
    m_workbench.jobs().cancel(QStringLiteral("study"));
    if (!state.model || state.model->recommender() == nullptr) {
        m_workbench.setStudy(nullptr);
        return;
    }
    const auto asked = m_controls->request();
    const auto failed = [this](const core::Error& error) {
        m_workbench.setStudy(nullptr);
        m_stack->setCurrentIndex(1);
        m_head->setStudy(nullptr, tr("Cannot be evaluated: %1").arg(namedSentence(error)));
    };
    if (!asked.ok())
        return failed(asked.error());
    if (m_workbench.study() == nullptr) { // the first one may take seconds
        m_stack->setCurrentIndex(1);
        m_head->setStudy(nullptr, tr("Placing tables…"));
    }
    m_veil->setStale(m_workbench.study() != nullptr);
    m_headVeil->setStale(m_workbench.study() != nullptr);
    m_workbench.jobs().start(
        QStringLiteral("study"), tr("Placing tables"),
        [request = *asked](const core::Task& task) { return studyRecommender(request, task); },
        [this, failed](core::Result<Study> made) {
            if (made.ok())
                m_workbench.setStudy(std::make_shared<const Study>(std::move(made).value()));
            else if (made.error().code != core::ErrorCode::Cancelled)
                failed(made.error());
        });
}

void RecommenderPage::refresh()
{
    m_veil->setStale(false);
    m_headVeil->setStale(false);
    const std::shared_ptr<const Study>& study = m_workbench.study();
    const PlanState& state = m_workbench.state();
    const bool recommender = state.model && state.model->recommender() != nullptr;
    m_stack->setCurrentIndex(recommender ? 1 : 0);
    std::array<bool, kRecommenderTabs> filled{};
    for (const Card& card : m_cards) {
        const bool shown = study && isShown(card.view, *study);
        filled[static_cast<std::size_t>(card.view.tab)] |= shown;
        card.card->setTitle(viewTitle(card.view, study.get()));
        card.figure->setMaker(
            shown ? [study, scene = card.view.scene](
                        double width, const Theme& theme) { return scene(*study, width, theme); }
                  : SceneFigure::Maker());
        card.table->setTable(shown ? std::make_shared<const core::Table>(card.view.twin(*study)) : nullptr);
    }
    if (study) {
        for (std::size_t tab = 0; tab < kRecommenderTabs; ++tab)
            m_head->setTabShown(static_cast<RecommenderTab>(tab), filled[tab]);
        m_head->setStudy(study.get());
    }
    arrange();
    m_unverified->setVisible(study != nullptr);
    if (!study)
        return;
    const QStringList unverified = unverifiedOf(*study);
    m_unverified->setText(tr("Unverified figures were used: %1").arg(unverified.join(QStringLiteral(", "))));
    m_unverified->setVisible(!unverified.isEmpty());
}

void RecommenderPage::retranslate()
{
    m_empty->setTexts(tr("Plan where the tables of a recommender go"),
                      tr("Choose a recommendation model and its hardware on the left, or open a DLRM command "
                         "line, a list of tables or a model file. The page shards the tables over "
                         "accelerators as ZionEX does, serves them from parameter servers as PERSIA does, "
                         "and puts both side by side."),
                      tr("Open…"), tr("Open a sample"));
    for (const Card& card : m_cards) {
        card.figure->setAccessibleName(card.view.title());
        card.table->setAccessibleName(card.view.title());
    }
    refresh();
}

} // namespace shardscope::app
