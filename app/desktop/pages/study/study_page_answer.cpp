// SPDX-License-Identifier: GPL-3.0-or-later
// What the Study page answers: rows as they come, the decision between them, what would change it.
#include "app/desktop/pages/study/study_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/memo/memo_parts.h"
#include "app/desktop/pages/study/job_bar.h"
#include "app/desktop/pages/study/solved_rows.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/study/study_memo.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>

namespace shardscope::app {
namespace {

const QString kDecisionSlot = QStringLiteral("study decision");

constexpr const char* kColumns[]{"scenario",
                                 "holds",
                                 "training_seconds",
                                 "low_seconds",
                                 "high_seconds",
                                 "cost",
                                 "energy_joules",
                                 "goodput",
                                 "tokens_per_second",
                                 "share_of_peak",
                                 "memory_left_bytes",
                                 "framework",
                                 "layout",
                                 "checkpoint_interval_seconds",
                                 "nearest_run"};
constexpr const char* kMoneyAndDays[]{"scenario",    "holds",        "training_seconds",
                                      "low_seconds", "high_seconds", "cost"};

/// One sentence below the other, each with a dot before it.
QString asList(const QStringList& sentences)
{
    QString text;
    for (const QString& sentence : sentences)
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + QStringLiteral("• ") + sentence;
    return text;
}

/// Those of \p rows that are solved.
std::vector<SolvedScenario> solvedOf(const std::vector<ScenarioRow>& rows)
{
    std::vector<SolvedScenario> all;
    for (const ScenarioRow& row : rows) {
        if (row.solved)
            all.push_back(*row.solved);
    }
    return all;
}

/// The rows that are not solved yet, behind those that are, with the columns of these.
void addWaiting(core::Table& table, const std::vector<ScenarioRow>& rows, bool asked)
{
    if (table.columns.empty()) {
        table = {"scenarios",
                 N_("Scenarios"),
                 {core::textColumn("scenario", N_("Scenario")),
                  core::wordColumn(core::Words::Text, "holds", N_("Holds"))},
                 {},
                 {}};
    }
    for (const ScenarioRow& row : rows) {
        if (row.solved)
            continue;
        std::vector<core::Cell> cells(table.columns.size());
        cells[0] = row.scenario.name;
        if (asked)
            cells[1] = std::string(row.error     ? N_("cannot be asked")
                                   : row.stopped ? N_("stopped")
                                                 : N_("being solved"));
        table.rows.push_back(std::move(cells));
    }
}

} // namespace

bool StudyPage::solving() const { return m_rows->running() || m_workbench.jobs().running(kDecisionSlot); }

QString StudyPage::decision() const { return m_decision->text(); }

QString StudyPage::whyNoPicture() const
{
    return m_solved ? QString() : tr("No scenario of a study is solved yet.");
}

QWidget& StudyPage::contentFront() { return *m_scroll; }

void StudyPage::tell(const QString& error)
{
    m_trouble->setText(error);
    m_trouble->setVisible(!error.isEmpty());
}

void StudyPage::select(const std::string& name)
{
    m_selected = name;
    showButtons();
}

/// A row has come, or was stopped: the decision between those that are there, then what would change it.
void StudyPage::showRows()
{
    const bool had = m_solved != nullptr;
    std::vector<SolvedScenario> all = solvedOf(m_rows->rows());
    const bool whole = !all.empty() && all.size() == m_study.scenarios.size();
    const std::string question = whole ? core::jsonText(studyDocument(m_study), 0) : std::string();
    if (whole && question == m_joined && m_solved && !m_solved->scenarios.empty()) {
        showAnswer(); // with what would change it
        return;
    }
    m_workbench.jobs().cancel(kDecisionSlot);
    m_joined.clear();
    if (all.empty()) {
        m_solved.reset();
    } else if (auto joined = joinedStudy(m_workbench.catalog(), m_study, all, Edges::Left); joined.ok()) {
        m_solved = std::make_shared<const SolvedStudy>(std::move(*joined));
    }
    if (whole) {
        m_joined = question;
        join();
    }
    showAnswer();
    if (had != (m_solved != nullptr))
        emit canExportChanged();
}

void StudyPage::join()
{
    m_workbench.jobs().start(
        kDecisionSlot, tr("Finding what would change the decision"),
        [catalog = m_workbench.catalog(), study = m_study, scenarios = m_solved->scenarios](
            const core::Task& task) { return joinedStudy(catalog, study, scenarios, Edges::Found, task); },
        [this](core::Result<SolvedStudy> joined) {
            if (joined.ok())
                m_solved = std::make_shared<const SolvedStudy>(std::move(*joined));
            showAnswer();
        });
}

void StudyPage::showAnswer()
{
    core::Table table = m_solved ? studyColumns(*m_solved, kColumns) : core::Table{};
    addWaiting(table, m_rows->rows(), m_study.job.tokens > 0);
    m_shown.clear();
    for (const std::vector<core::Cell>& row : table.rows)
        m_shown.push_back(std::get<std::string>(row.front()));
    m_table->setTable(std::move(table));
    m_question->setText(m_solved ? questionText(*m_solved) : QString());
    m_question->setVisible(m_solved != nullptr);
    const QStringList sentences = m_solved ? decisionSentences(*m_solved) : QStringList();
    m_decision->setText(sentences.value(0));
    m_others->setText(sentences.mid(1).join(QLatin1Char(' ')));
    m_others->setVisible(sentences.size() > 1);
    m_decision->setVisible(m_solved != nullptr);
    const SceneMaker pareto = paretoScene(m_solved);
    m_pareto->setMaker(pareto);
    m_paretoCard->setVisible(pareto != nullptr);
    const SceneMaker tornado = tornadoScene(m_solved);
    m_tornado->setMaker(tornado);
    m_tornadoCard->setVisible(tornado != nullptr);
    if (m_solved) {
        m_paretoTable->setTable(studyColumns(*m_solved, kMoneyAndDays));
        m_tornadoTable->setTable(tornadoTable(*m_solved));
    }
    const QStringList edges = m_solved ? edgeSentences(*m_solved) : QStringList();
    QStringList risks = m_solved ? riskSentences(*m_solved) : QStringList();
    for (const ScenarioRow& row : m_rows->rows()) {
        if (row.error)
            risks << shownText(row.scenario.name) + QStringLiteral(": ") + errorText(*row.error);
    }
    m_edges->setText(asList(edges));
    m_risks->setText(asList(risks));
    for (QLabel* label : {m_edges, m_edgesTitle})
        label->setVisible(!edges.isEmpty());
    for (QLabel* label : {m_risks, m_risksTitle})
        label->setVisible(!risks.isEmpty());
    showProgress();
    showButtons();
}

void StudyPage::showProgress()
{
    int waiting = 0;
    int stopped = 0;
    QStringList shares;
    for (const ScenarioRow& row : m_rows->rows()) {
        stopped += row.stopped ? 1 : 0;
        if (row.solved || row.stopped || row.error)
            continue;
        ++waiting;
        if (row.share > 0)
            shares << tr("%1: %2", "a scenario, how much of it is done")
                          .arg(shownText(row.scenario.name), percentString(row.share, 0));
    }
    QString text;
    if (m_study.job.tokens <= 0)
        text = tr("Say how many tokens the training sees; then the scenarios are solved.");
    else if (waiting > 0)
        text = tr("%1 of %2 scenarios are being solved. %3")
                   .arg(waiting)
                   .arg(m_rows->rows().size())
                   .arg(shares.join(QStringLiteral(", ")));
    else if (m_workbench.jobs().running(kDecisionSlot))
        text = tr("Finding what would change the decision.");
    else if (stopped > 0)
        text = tr("Stopped; what was solved until then stays.");
    m_progress->setText(text);
    m_progress->setVisible(!text.isEmpty());
    m_stop->setText(solving() ? tr("Stop") : tr("Solve the rest"));
    m_stop->setVisible(solving() || stopped > 0);
}

void StudyPage::showButtons()
{
    const auto row = std::ranges::find(m_rows->rows(), m_selected,
                                       [](const ScenarioRow& one) { return one.scenario.name; });
    const bool there = row != m_rows->rows().end();
    m_edit->setEnabled(there);
    m_remove->setEnabled(there);
    m_use->setEnabled(there && row->solved && row->solved->evaluation);
    m_own->setEnabled(m_workbench.state().complete());
    m_memo->setEnabled(m_solved != nullptr);
}

/// The scenario's plan becomes the one being edited, on its machine as it was changed.
void StudyPage::useSelected()
{
    const auto row = std::ranges::find(m_rows->rows(), m_selected,
                                       [](const ScenarioRow& one) { return one.scenario.name; });
    if (row == m_rows->rows().end() || !row->solved || !row->solved->evaluation)
        return;
    const auto model = m_workbench.catalog().model(m_study.job.model);
    if (!model.ok()) {
        m_workbench.fail(model.error());
        return;
    }
    PlanState next = m_workbench.state();
    next.model = std::make_shared<const core::ModelSpec>(*model);
    next.modelReference = QString::fromStdString(m_study.job.model);
    next.modelDocument = nullptr;
    next.hardware = std::make_shared<const core::HardwareSpec>(row->solved->hardware);
    next.hardwareReference = QString::fromStdString(row->scenario.hardware);
    m_workbench.edit(withPlan(std::move(next), row->solved->evaluation->plan),
                     {N_("Use %1"), {row->scenario.name}});
    emit pageRequested(QStringLiteral("plan"));
}

void StudyPage::retranslate()
{
    m_empty->setTexts(
        tr("One job, several ways to run it"),
        tr("Say the job above and where it could run: \"512 h100; 144 gb200 at 3.2 USD; 512 h100 with half "
           "the network\". Each is searched by itself; the decision says what would change it, and becomes a "
           "memo."),
        tr("Open the example"), QString());
    m_words->setPlaceholderText(tr("512 h100; 144 gb200 at 3.2 USD; our cluster with half the network"));
    m_words->setAccessibleName(tr("Scenarios in words"));
    m_add->setText(m_changing.empty() ? tr("Add") : tr("Change"));
    m_own->setText(tr("The open plan"));
    m_own->setToolTip(tr("Its machine and as many devices, as a scenario"));
    {
        const QSignalBlocker quiet(m_machine);
        m_machine->clear();
        for (const CatalogEntry& entry : m_workbench.machines())
            m_machine->addItem(entry.title, QString::fromStdString(entry.name));
        m_machine->setCurrentIndex(-1);
    }
    m_machine->setPlaceholderText(tr("From the catalogue…"));
    m_machine->setAccessibleName(tr("A machine of the catalogue"));
    m_open->setText(tr("Open a study…"));
    m_save->setText(tr("Save the study…"));
    m_memo->setText(tr("Memo…"));
    m_memo->setToolTip(tr("Two pages A4 as PDF, or one HTML file"));
    m_edit->setText(tr("Change its words"));
    m_remove->setText(tr("Take it out"));
    m_use->setText(tr("Use its plan"));
    m_tableCard->setTitle(tr("Scenarios"));
    m_paretoCard->setTitle(tr("Money and days"));
    m_tornadoCard->setTitle(tr("What would change the decision"));
    m_pareto->setAccessibleName(tr("Money and days of each scenario"));
    m_tornado->setAccessibleName(tr("Values at which the decision changes"));
    m_edgesTitle->setText(tr("What would change it"));
    m_risksTitle->setText(tr("Risks"));
    showAnswer();
}

} // namespace shardscope::app
