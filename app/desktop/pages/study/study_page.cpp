// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where, and the study as a whole. Its scenarios are said in study_page_scenarios.cpp, its files
// in study_page_files.cpp, what is answered in study_page_answer.cpp and study_page_table.cpp.
#include "app/desktop/pages/study/study_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/machine/what_if_bar.h"
#include "app/desktop/pages/study/job_bar.h"
#include "app/desktop/pages/study/scenario_line.h"
#include "app/desktop/pages/study/solved_rows.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/workbench/kept_question.h"
#include "core/base/text_mark.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

/// Keys of the scenarios' table by which its rows may stand together.
constexpr const char* kGroups[]{"", "machine", "framework", "holds"};

} // namespace

StudyPage::StudyPage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_job(new JobBar(workbench))
    , m_rows(new SolvedRows(workbench, this))
    , m_line(new ScenarioLine(workbench))
    , m_whatIf(new WhatIfBar(WhatIfBar::Of::Study))
    , m_filter(new QLineEdit)
    , m_group(new QComboBox)
    , m_open(new QPushButton)
    , m_save(new QPushButton)
    , m_memo(new QPushButton)
    , m_trouble(new QLabel)
    , m_question(new QLabel)
    , m_decision(new QLabel)
    , m_others(new QLabel)
    , m_progress(new QLabel)
    , m_stop(new QPushButton)
    , m_table(new TableView)
    , m_edit(new QPushButton)
    , m_remove(new QPushButton)
    , m_use(new QPushButton)
    , m_pareto(new SceneFigure)
    , m_paretoTable(new TableView)
    , m_tornado(new SceneFigure)
    , m_tornadoTable(new TableView)
    , m_edgesTitle(new QLabel)
    , m_edges(new QLabel)
    , m_risksTitle(new QLabel)
    , m_risks(new QLabel)
{
    m_study.job.model = "llama-3-70b";
    m_job->say(m_study.job);
    m_scroll = new PageScrollArea(makeBody(), m_stack);
    m_stack->addWidget(m_scroll);
    fillPage(nullptr, makeHead());
    m_kept = new KeptQuestion(workbench.undoStack(), "Study",
                              {[this] { return studyDocument(m_study); },
                               [this](const core::Value& said) {
                                   if (auto study = readStudyDraft(said); study.ok())
                                       say(std::move(*study));
                               },
                               [this] { // nothing is said
                                   JobStudy none;
                                   none.job.model = "llama-3-70b";
                                   say(std::move(none));
                               },
                               core::ItemKind::Study, N_("Change the study")},
                              this);
    connect(m_job, &JobBar::changed, this, [this] {
        JobStudy study = m_study;
        study.job = m_job->job();
        change(std::move(study));
    });
    connect(m_job, &JobBar::refused, this, &StudyPage::tell);
    connect(m_line, &ScenarioLine::said, this, &StudyPage::addFromWords);
    connect(m_line, &ScenarioLine::planWanted, this, &StudyPage::addOpenPlan);
    connect(m_line, &ScenarioLine::runWanted, this, &StudyPage::addOpenRun);
    connect(m_whatIf, &WhatIfBar::changed, this, &StudyPage::ask);
    connect(m_whatIf, &WhatIfBar::kept, this, &StudyPage::keepAsked);
    connect(m_filter, &QLineEdit::textChanged, this, &StudyPage::showTable);
    connect(m_group, &QComboBox::activated, this, &StudyPage::showTable);
    connect(m_open, &QPushButton::clicked, this, &StudyPage::askForStudy);
    connect(m_save, &QPushButton::clicked, this, &StudyPage::askToSave);
    connect(m_memo, &QPushButton::clicked, this, &StudyPage::askForMemo);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (solving()) {
            m_rows->stop();
            m_workbench.jobs().cancel(QStringLiteral("study decision"));
        } else {
            solve(true);
        }
    });
    connect(m_edit, &QPushButton::clicked, this, &StudyPage::changeSelected);
    connect(m_remove, &QPushButton::clicked, this, &StudyPage::removeSelected);
    connect(m_use, &QPushButton::clicked, this, &StudyPage::useSelected);
    connect(m_table, &TableView::cellActivated, this, [this](int row, int) {
        if (static_cast<std::size_t>(row) < m_shown.size())
            select(m_shown[static_cast<std::size_t>(row)]);
    });
    connect(m_rows, &SolvedRows::changed, this, &StudyPage::showRows);
    connect(m_rows, &SolvedRows::progressed, this, &StudyPage::showProgress);
    for (const SceneFigure* figure : {m_pareto, m_tornado})
        connect(figure, &FigureWidget::hovered, this, &Page::hint);
    connect(&m_workbench, &Workbench::stateChanged, this, &StudyPage::showButtons);
    connect(&m_workbench.jobs(), &Jobs::finished, this, &StudyPage::showProgress);
    onShow(*this, [this] { solve(); });
    keepTranslated(*this, [this] { retranslate(); });
}

QWidget* StudyPage::makeHead()
{
    auto* head = new QWidget;
    auto* column = columnIn(head, 0);
    column->addWidget(m_job);
    column->addWidget(m_line);
    wrap(m_trouble, Role::Bad);
    m_trouble->setTextFormat(Qt::PlainText);
    m_trouble->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, metrics::kHalfGrid);
    m_trouble->hide();
    column->addWidget(m_trouble);
    return head;
}

QWidget* StudyPage::makeBody()
{
    auto* body = new QWidget;
    auto* column = pageColumn(body, metrics::kGrid * 2);
    wrapText(m_question, Role::Dim);
    wrapText(m_decision, Role::Heading);
    wrapText(m_others);
    wrapText(m_progress, Role::Dim);
    for (QLabel* label : {m_edgesTitle, m_risksTitle})
        setRole(*label, Role::CardTitle);
    for (QLabel* label : {m_edges, m_risks, m_question, m_decision, m_others})
        label->setTextFormat(Qt::PlainText);
    wrapText(m_edges);
    wrapText(m_risks);
    constexpr int kMostRows = 24;
    for (TableView* table : {m_table, m_paretoTable, m_tornadoTable})
        table->setRowsShown(kMostRows);
    m_tableCard = new FigureCard(m_table, nullptr);
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(220);
    for (const char* key : kGroups)
        m_group->addItem(QString(), QString::fromLatin1(key));
    m_tableCard->addRow(controlBar({m_filter, m_group, m_edit, m_remove, m_use}));
    m_paretoCard = new FigureCard(m_pareto, m_paretoTable);
    m_tornadoCard = new FigureCard(m_tornado, m_tornadoTable);
    m_tableCard->setFigureName(QStringLiteral("study.scenarios"));
    m_paretoCard->setFigureName(QStringLiteral("study.pareto"));
    m_tornadoCard->setFigureName(QStringLiteral("study.tornado"));
    column->addWidget(m_question);
    column->addWidget(m_decision);
    column->addWidget(m_others);
    auto* going = new QHBoxLayout;
    going->addWidget(m_progress, 1);
    going->addWidget(m_stop);
    column->addLayout(going);
    column->addWidget(controlBar({m_memo, m_save, m_open}));
    column->addWidget(m_whatIf);
    column->addWidget(m_tableCard);
    column->addWidget(m_paretoCard);
    column->addWidget(m_tornadoCard);
    for (QLabel* label : {m_edgesTitle, m_edges, m_risksTitle, m_risks})
        column->addWidget(label);
    column->addStretch(1);
    return body;
}

void StudyPage::take(const JobStudy& study) { change(study); }

void StudyPage::change(JobStudy study)
{
    say(std::move(study));
    m_kept->keepNow();
}

void StudyPage::say(JobStudy study)
{
    m_study = std::move(study);
    m_line->changeNone();
    m_job->say(m_study.job);
    tell({});
    const bool there = std::ranges::any_of(
        m_study.scenarios, [this](const StudyScenario& one) { return one.name == m_selected; });
    if (!there)
        m_selected.clear();
    m_stack->setCurrentIndex(m_study.scenarios.empty() ? 0 : 1);
    retranslate();
    solve();
}

/// Solves while the page is looked at, or when asked again.
void StudyPage::solve(bool again)
{
    if (isVisible() || again)
        m_rows->ask(m_study, again);
    showRows();
}

void StudyPage::startFromEmpty()
{
    const auto file = m_workbench.catalog().resources() / "studies" / "llama-3-70b-60-days.json";
    openFile(QString::fromStdString(file.string()));
}

} // namespace shardscope::app
