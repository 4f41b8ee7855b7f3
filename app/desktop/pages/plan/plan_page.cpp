// SPDX-License-Identifier: GPL-3.0-or-later
// The answer first, in words; then figures; then pictures, each with its table.
#include "app/desktop/pages/plan/plan_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/lattice.h"
#include "app/desktop/charts/plan/memory_bars.h"
#include "app/desktop/charts/plan/step_chart.h"
#include "app/desktop/machine/plan_what_if.h"
#include "app/desktop/machine/what_if_bar.h"
#include "app/desktop/pages/plan/activation_card.h"
#include "app/desktop/pages/plan/help_card.h"
#include "app/desktop/pages/plan/moving_card.h"
#include "app/desktop/pages/plan/phase_card.h"
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/pages/plan/plan_tables.h"
#include "app/desktop/pages/plan/stage_card.h"
#include "app/desktop/pages/plan/step_in_time_card.h"
#include "app/desktop/pages/plan/step_memory_card.h"
#include "app/desktop/pages/plan/training_card.h"
#include "app/desktop/theme/stale_veil.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/number_button.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/accuracy/interval.h"
#include "app/session/plan/assumptions.h"
#include "app/session/plan/idle_texts.h"
#include "app/session/published/nearest_runs.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/text/unverified_words.h"

#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr int kTwoColumnsFrom = 700; ///< pixels of the results: below, pictures stand in one column

} // namespace

PlanPage::PlanPage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_controls(new PlanControls(workbench, this))
    , m_results(makeResults())
    , m_scroll(new PageScrollArea(m_results, m_stack))
{
    m_stack->addWidget(m_scroll);
    fillPage(m_controls, makeHead());
    arrange();
    connect(m_controls, &PlanControls::openFileRequested, this, &Page::openRequested);
    connect(&m_workbench, &Workbench::evaluationChanged, this, &PlanPage::refresh);
    keepTranslated(*this, [this] { retranslate(); });
}

/// The head names model and machine, whether the plan fits, and the figures: always in sight, wherever the
/// cards are scrolled to.
QWidget* PlanPage::makeHead()
{
    auto* head = new QFrame(this);
    setRole(*head, Role::Head);
    head->setSizePolicy(QSizePolicy::Preferred,
                        QSizePolicy::Minimum); // what is said is never cut for the cards
    auto* column = columnIn(head, metrics::kGrid);
    column->setContentsMargins(metrics::kPageMargin, metrics::kGrid + metrics::kHalfGrid,
                               metrics::kPageMargin, metrics::kGrid + metrics::kHalfGrid);
    m_on = new QLabel(head);
    setRole(*m_on, Role::Dim);
    m_searchFrom = new QPushButton(head);
    m_inTime = new QPushButton(head);
    m_compareWith = new QPushButton(head);
    connect(m_searchFrom, &QPushButton::clicked, this, &PlanPage::searchWanted);
    for (const auto& [button, page] : {std::pair(m_inTime, "schedule"), std::pair(m_compareWith, "compare")})
        connect(button, &QPushButton::clicked, this,
                [this, key = QString::fromLatin1(page)] { emit pageRequested(key); });
    QWidget* top = controlBar(
        {&m_controls->model(), m_on, &m_controls->hardware(), m_searchFrom, m_inTime, m_compareWith}, head);
    m_chip = new QLabel(head);
    setRole(*m_chip, Role::Chip);
    m_verdict = new QLabel(head);
    wrapText(m_verdict);
    auto* said = new QHBoxLayout;
    said->setSpacing(metrics::kGrid);
    said->addWidget(m_chip, 0, Qt::AlignTop);
    said->addWidget(m_verdict, 1);
    m_numbers = makeNumbers();
    column->addWidget(top);
    column->addLayout(said);
    column->addWidget(m_numbers);
    m_headVeil = new StaleVeil(*m_numbers);
    return head;
}

QWidget* PlanPage::makeResults()
{
    auto* body = new QWidget;
    auto* column = pageColumn(body, metrics::kGrid);
    m_subtitle = new QLabel(body);
    wrap(m_subtitle, Role::Dim);
    m_remedies = new QWidget(body);
    columnIn(m_remedies, 0);
    column->addWidget(m_subtitle);
    m_basis = new QLabel(body);
    wrapText(m_basis, Role::Dim);
    m_basis->hide();
    column->addWidget(m_basis);
    column->addWidget(m_remedies);
    makeCarried(*column);
    m_ofBefore = new QLabel(body);
    wrapText(m_ofBefore, Role::Dim);
    m_ofBefore->hide();
    column->addWidget(m_ofBefore);
    m_figures = new QWidget(body);
    column->addWidget(m_figures);
    fillFigures();
    column->addStretch();
    connectCards();
    return body;
}

void PlanPage::makeCarried(QVBoxLayout& column)
{
    m_carried = new QWidget;
    auto* row = rowIn(m_carried, metrics::kGrid);
    m_carriedText = new QLabel;
    wrapText(m_carriedText);
    m_carriedUndo = new LinkLabel;
    row->addWidget(m_carriedText, 1);
    row->addWidget(m_carriedUndo, 0, Qt::AlignTop);
    m_carried->hide();
    column.addWidget(m_carried);
    connect(m_carriedUndo, &LinkLabel::clicked, this, [this] { m_workbench.undoStack().undo(); });
    connect(&m_workbench, &Workbench::stateChanged, this, &PlanPage::refreshCarried);
}

void PlanPage::fillFigures()
{
    QWidget* body = m_figures;
    auto* column = columnIn(body, metrics::kGrid);
    makeCards(body);
    m_calibration = new QLabel(body);
    wrapText(m_calibration, Role::Dim);
    column->addWidget(m_calibration);
    auto* cards = new QGridLayout;
    cards->setObjectName(QStringLiteral("cards"));
    cards->setHorizontalSpacing(metrics::kCardPadding);
    cards->setVerticalSpacing(metrics::kCardPadding);
    column->addLayout(cards);
    m_notes = new QLabel(body);
    wrap(m_notes, Role::SmallDim);
    column->addWidget(m_notes);
    m_veil = new StaleVeil(*body);
}

void PlanPage::makeCards(QWidget* body)
{
    m_lattice = new LatticeWidget(body);
    m_latticeTable = new TableView(body);
    m_latticeColor = new QComboBox(body);
    m_latticeForm = new QComboBox(body);
    m_latticeCard = new FigureCard(m_lattice, m_latticeTable, body);
    m_latticeCard->addControl(m_latticeColor);
    m_latticeCard->addControl(m_latticeForm);
    m_memory = new MemoryBarsWidget(body);
    m_memoryTable = new TableView(body);
    m_memoryCard = new FigureCard(m_memory, m_memoryTable, body);
    m_stepChart = new StepChart(body);
    m_stepTable = new TableView(body);
    m_stepCard = new FigureCard(m_stepChart, m_stepTable, body);
    m_supersteps = new QLabel(body);
    wrap(m_supersteps, Role::SmallDim);
    m_stepCard->addRow(m_supersteps);
    m_communication = new TableView(body);
    m_communicationCard = new FigureCard(m_communication, nullptr, body);
    for (TableView* table : {m_memoryTable, m_stepTable, m_communication, m_latticeTable})
        table->setRowsShown(12);
    m_lattice->setMinimumHeight(280);
    m_stepChart->setMinimumHeight(240);
    m_stepMemoryCard = new StepMemoryCard(m_workbench, body);
    m_stageCard = new StageCard(m_workbench, body);
    m_phaseCard = new PhaseCard(m_workbench, body);
    m_activationCard = new ActivationCard(m_workbench, body);
    m_trainingCard = new TrainingCard(m_workbench, body);
    m_helpCard = new HelpCard(m_workbench, body);
    m_timeCard = new StepInTimeCard(m_workbench, body);
    m_movingCard = new MovingCard(m_workbench, body);
    m_whatIf = new WhatIfBar(WhatIfBar::Of::Machine);
    m_whatIf->hideTitle(); // the card has it
    m_whatIfCard = new FigureCard(m_whatIf, nullptr, body);
    new PlanWhatIf(*m_whatIf, m_workbench, QStringLiteral("plan what if"));
    for (const auto& [card, name] : std::initializer_list<std::pair<FigureCard*, const char*>>{
             {m_memoryCard, "plan.memory"},
             {m_stepCard, "plan.step"},
             {m_communicationCard, "plan.communication"},
             {m_stepMemoryCard, "plan.memory_over_step"},
             {m_stageCard, "plan.stages"},
             {m_phaseCard, "plan.phases"},
             {m_timeCard, "plan.step_in_time"}})
        card->setFigureName(QLatin1String(name));
}

void PlanPage::connectCards()
{
    connect(m_memory, &FigureWidget::activated, this, &Page::explainRequested);
    connect(m_stepChart, &StepChart::activated, this, &Page::explainRequested);
    for (FigureWidget* figure : {static_cast<FigureWidget*>(m_lattice), static_cast<FigureWidget*>(m_memory)})
        connect(figure, &FigureWidget::hovered, this, &Page::hint);
    for (const TableView* table : {m_memoryTable, m_stepTable, m_communication, m_latticeTable})
        connect(table, &TableView::explainRequested, this, &Page::explainRequested);
    connect(m_latticeColor, &QComboBox::activated, this,
            [this](int index) { m_lattice->setColor(static_cast<LatticeColor>(index)); });
    connect(m_latticeForm, &QComboBox::activated, this, [this](int index) {
        m_formChosen = true;
        m_lattice->setForm(static_cast<LatticeForm>(index));
    });
    for (const FigureCard* card : {m_latticeCard, m_memoryCard, m_stepCard})
        connect(card, &FigureCard::switched, this, [this] {
            if (m_workbench.evaluated().value)
                refreshFigures();
        });
    connect(m_stepMemoryCard, &StepMemoryCard::hint, this, &Page::hint);
    connect(m_stageCard, &StageCard::hint, this, &Page::hint);
    connect(m_phaseCard, &PhaseCard::hint, this, &Page::hint);
    connect(m_timeCard, &StepInTimeCard::hint, this, &Page::hint);
    connect(m_timeCard, &StepInTimeCard::scheduleWanted, this,
            [this] { emit pageRequested(QStringLiteral("schedule")); });
    connect(m_activationCard, &ActivationCard::hint, this, &Page::hint);
    connect(m_movingCard, &MovingCard::hint, this, &Page::hint);
}

void PlanPage::arrange()
{
    std::vector<FigureCard*> seen;
    const Evaluated& evaluated = m_workbench.evaluated();
    const bool misses = evaluated.value && !evaluated.value->verdict.feasible();
    FigureCard* help = m_helpCard;
    FigureCard* time = m_timeCard;
    std::vector<FigureCard*> all{m_memoryCard,
                                 m_latticeCard,
                                 static_cast<FigureCard*>(m_stepMemoryCard),
                                 m_stepCard,
                                 static_cast<FigureCard*>(m_activationCard),
                                 static_cast<FigureCard*>(m_stageCard),
                                 static_cast<FigureCard*>(m_phaseCard),
                                 static_cast<FigureCard*>(m_trainingCard),
                                 m_communicationCard,
                                 static_cast<FigureCard*>(m_movingCard)};
    // Help to fit stands first; help to be faster stands behind the cards that say what the plan is.
    all.insert(all.begin() + 2, time);
    all.insert(misses ? all.begin() : all.begin() + 3, help);
    all.insert(all.begin() + 4, m_whatIfCard); // a machine that does more is a help as well
    for (FigureCard* card : all) {
        // A widget that was never shown counts as hidden, too.
        if (!(card->isHidden() && card->testAttribute(Qt::WA_WState_ExplicitShowHide)))
            seen.push_back(card);
    }
    const bool twoColumns = m_stack->width() >= kTwoColumnsFrom;
    if (seen == m_arranged && twoColumns == m_twoColumns)
        return;
    auto* cards = m_results->findChild<QGridLayout*>(QStringLiteral("cards"));
    for (FigureCard* card : m_arranged)
        cards->removeWidget(card);
    m_arranged = std::move(seen);
    m_twoColumns = twoColumns;
    int row = 0;
    int column = 0;
    for (FigureCard* card : m_arranged) {
        const bool wide = card == m_communicationCard || card == m_phaseCard || card == help ||
                          card == time || card == m_movingCard || card == m_whatIfCard; // of many columns
        if (wide && column == 1) {
            ++row;
            column = 0;
        }
        cards->addWidget(card, row, column, 1, wide && m_twoColumns ? 2 : 1);
        const bool full = !m_twoColumns || wide || column == 1;
        row += full ? 1 : 0;
        column = full ? 0 : 1;
    }
    cards->setColumnStretch(0, 1);
    cards->setColumnStretch(1, m_twoColumns ? 1 : 0);
}

void PlanPage::resizeEvent(QResizeEvent*) { arrange(); }

QString PlanPage::whyNoPicture() const
{
    if (!m_workbench.state().complete())
        return tr("Choose a model and a machine first.");
    return m_workbench.evaluated().value ? QString() : m_verdict->text();
}

QWidget& PlanPage::contentFront() { return *m_scroll; }

bool PlanPage::stale() const { return m_veil->stale() && !m_evaluatedAs.isEmpty(); }
void PlanPage::refreshCarried()
{
    const QStringList& told = m_workbench.told();
    m_carried->setVisible(!told.isEmpty());
    m_carriedText->setText(tr("Changed with the model or the machine, because it did not apply any more: %1.")
                               .arg(told.join(QStringLiteral("; "))));
}

void PlanPage::refresh()
{
    const Evaluated& evaluated = m_workbench.evaluated();
    m_stack->setCurrentIndex(m_workbench.state().complete() ? 1 : 0);
    refreshVerdict();
    const PlanState& asked = m_workbench.state();
    const std::pair of{asked.modelReference, asked.hardwareReference};
    // Numbers of another model or machine never stand under this one's title.
    if (!evaluated.value && m_evaluatedOf != of)
        m_evaluatedAs.clear();
    m_evaluatedOf = of;
    const bool figures = evaluated.value || !m_evaluatedAs.isEmpty();
    m_figures->setVisible(figures);
    m_numbers->setVisible(figures);
    m_veil->setStale(!evaluated.value);
    m_headVeil->setStale(!evaluated.value);
    m_ofBefore->setVisible(stale());
    m_ofBefore->setText(tr("The figures below are of the plan before: %1").arg(m_evaluatedAs));
    if (!evaluated.value)
        return;
    m_evaluatedAs = m_subtitle->text();
    refreshNumbers();
    refreshFigures();
    const core::Evaluation& evaluation = *evaluated.value;
    const PlanState& state = m_workbench.state();
    QStringList notes{takenAs(*state.model, *state.hardware, evaluation)};
    if (!evaluation.unverified.empty())
        notes << tr("Unverified figures were used: %1").arg(unverifiedTexts(evaluation.unverified));
    if (evaluated.explained)
        notes +=
            publishedLines(publishedBeside(m_workbench.catalog(), *state.model, *state.hardware, evaluation));
    notes.removeAll(QString());
    m_notes->setVisible(!notes.isEmpty());
    m_notes->setText(notes.join(QLatin1Char('\n')));
}

void PlanPage::refreshFigures()
{
    const Evaluated& evaluated = m_workbench.evaluated();
    const core::Evaluation& evaluation = *evaluated.value;
    const PlanState& state = m_workbench.state();
    if (!m_formChosen) {
        const bool many = evaluation.devices > kMostLatticeDevices;
        m_latticeForm->setCurrentIndex(many ? 1 : 0);
        m_lattice->setForm(many ? LatticeForm::Grid : LatticeForm::Isometric);
    }
    m_lattice->setEvaluation(evaluated.value, state.hardware->devicesPerNode);
    m_memory->setEvaluation(evaluated.value);
    m_stepChart->setEvaluation(evaluated.value);
    refreshSupersteps();
    const auto shared = [](core::Table table) {
        return std::make_shared<const core::Table>(std::move(table));
    };
    // Twins that nobody sees are filled when they are asked for.
    if (m_latticeCard->showsTable())
        m_latticeTable->setTable(shared(stageTable(evaluation)));
    if (m_memoryCard->showsTable())
        m_memoryTable->setTable(shared(memoryTable(evaluation)));
    if (m_stepCard->showsTable())
        m_stepTable->setTable(shared(
            evaluation.step.empty() ? stepTable(evaluation)
                                    : withInterval(stepTable(evaluation),
                                                   stepInterval(*state.model, *state.hardware, evaluation))));
    m_communication->setTable(shared(communicationTable(evaluation, state.hardware.get())));
    m_stepCard->setVisible(!evaluation.step.empty());
    m_communicationCard->setVisible(!evaluation.communication.empty());
    m_stepMemoryCard->setVisible(state.model->recommender() == nullptr);
    m_helpCard->setVisible(state.model->recommender() == nullptr || !evaluation.verdict.feasible());
    arrange();
}

/// What leaving a node costs, how the computing of a bulk-synchronous machine divides, and where a pipeline's
/// stages idle.
void PlanPage::refreshSupersteps()
{
    const core::Evaluation& evaluation = *m_workbench.evaluated().value;
    QStringList lines{boundaryText(evaluation), superstepText(evaluation), pipelineIdleText(evaluation)};
    lines.removeAll(QString());
    m_supersteps->setVisible(!lines.isEmpty());
    m_supersteps->setText(lines.join(QLatin1Char('\n')));
}

void PlanPage::retranslate()
{
    m_empty->setTexts(tr("Plan how a model is laid out"),
                      tr("Choose a model and a machine above, open files of your own, or "
                         "drop them anywhere. "
                         "The page then says whether the plan fits, how fast it runs and what limits it."),
                      tr("Open…"), tr("Open a sample"));
    m_inTime->setText(tr("See the step in time"));
    m_carriedUndo->setLink(tr("Undo"));
    m_carriedUndo->setToolTip(tr("Brings the model or the machine and the whole plan back"));
    m_enterPower->setText(tr("Enter a device's power to see the energy"));
    m_enterPrice->setText(tr("Enter a device's price to see the cost"));
    m_searchFrom->setText(tr("Search for a better plan"));
    m_compareWith->setText(tr("Compare…"));
    m_on->setText(tr("on", "a model, on a machine"));
    m_latticeCard->setTitle(tr("Devices"));
    m_memoryCard->setTitle(tr("Memory"));
    m_stepCard->setTitle(tr("Where the time goes"));
    m_communicationCard->setTitle(tr("Communication"));
    m_whatIfCard->setTitle(tr("What if"));
    m_lattice->setAccessibleName(tr("Lattice of devices: tensor, pipeline, replicas"));
    m_memory->setAccessibleName(tr("Memory of each class of rank against its capacity"));
    const auto fill = [](QComboBox* box, const QStringList& words, const QString& name) {
        const int before = std::max(0, box->currentIndex());
        box->clear();
        box->addItems(words);
        box->setCurrentIndex(before);
        box->setAccessibleName(name);
        box->setToolTip(name);
    };
    const int color = m_latticeColor->count() == 0 ? static_cast<int>(LatticeColor::Memory)
                                                   : m_latticeColor->currentIndex();
    fill(m_latticeColor, {tr("by stage"), tr("by memory used"), tr("by node")}, tr("What the colour tells"));
    m_latticeColor->setCurrentIndex(color);
    fill(m_latticeForm, {tr("blocks"), tr("grid")}, tr("Form of the picture"));
    refresh();
}

} // namespace shardscope::app
