// SPDX-License-Identifier: GPL-3.0-or-later
// What the Study page answers: rows as they come, the decision between them, what would change it.
#include "app/desktop/pages/study/study_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/machine/what_if_bar.h"
#include "app/desktop/memo/memo_parts.h"
#include "app/desktop/pages/study/job_bar.h"
#include "app/desktop/pages/study/solved_rows.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/study/study_memo.h"
#include "app/session/study/study_view.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>

namespace shardscope::app {
namespace {

const QString kDecisionSlot = QStringLiteral("study decision");

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

/// The scenarios of \p rows that are solved.
std::vector<SolvedScenario> solvedOf(const std::vector<ScenarioRow>& rows)
{
    std::vector<SolvedScenario> all;
    for (const ScenarioRow& row : rows) {
        if (row.solved)
            all.push_back(*row.solved);
    }
    return all;
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
    m_moved.reset();
    if (all.empty()) {
        m_solved.reset();
    } else if (auto joined = joinedStudy(m_workbench.catalog(), m_study, all, Edges::Left); joined.ok()) {
        m_solved = std::make_shared<const SolvedStudy>(std::move(*joined));
    }
    if (whole) {
        m_joined = question;
        join();
    }
    ask(); // of what is solved now
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
    const SolvedStudyPtr& shown = shownStudy();
    showTable();
    m_whatIf->setVisible(m_solved != nullptr);
    m_question->setText(shown ? questionText(*shown) : QString());
    m_question->setVisible(m_solved != nullptr);
    const QStringList sentences = shown ? decisionSentences(*shown) : QStringList();
    m_decision->setText(sentences.value(0));
    m_others->setText(sentences.mid(1).join(QLatin1Char(' ')));
    m_others->setVisible(sentences.size() > 1);
    m_decision->setVisible(m_solved != nullptr);
    const SceneMaker pareto = paretoScene(shown);
    m_pareto->setMaker(pareto);
    m_paretoCard->setVisible(pareto != nullptr);
    const SceneMaker tornado = tornadoScene(shown);
    m_tornado->setMaker(tornado);
    m_tornadoCard->setVisible(tornado != nullptr);
    if (shown) {
        m_paretoTable->setTable(studyColumns(*shown, kMoneyAndDays));
        m_tornadoTable->setTable(tornadoTable(*shown));
    }
    const QStringList edges = shown ? edgeSentences(*shown) : QStringList();
    QStringList risks = shown ? riskSentences(*shown) : QStringList();
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
    m_memo->setEnabled(m_solved != nullptr);
}

void StudyPage::retranslate()
{
    m_empty->setTexts(
        tr("One job, several ways to run it"),
        tr("Say the job above and where it could run: \"512 h100; 144 gb200 at 3.2 USD; 512 h100 with half "
           "the network\". Each is searched by itself; the decision says what would change it, and becomes a "
           "memo."),
        tr("Open the example"), QString());
    m_filter->setPlaceholderText(tr("Filter: h100, or cost < 3M"));
    m_filter->setAccessibleName(tr("Filter of the scenarios"));
    m_group->setAccessibleName(tr("How scenarios are grouped"));
    const QStringList groups{tr("not grouped"), tr("by machine"), tr("by framework"), tr("by what holds")};
    for (int at = 0; at < m_group->count(); ++at)
        m_group->setItemText(at, groups[at]);
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
