// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/study/solved_rows.h"

#include "app/session/text/shown_text.h"

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

const QString kScenarioSlot = QStringLiteral("study/");

QString slotOf(const ScenarioRow& row) { return kScenarioSlot + QString::fromStdString(row.scenario.name); }

} // namespace

SolvedRows::SolvedRows(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
{
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this](const QString& slot) {
        if (m_asking || !slot.startsWith(kScenarioSlot))
            return;
        // One that has an answer takes it next; one that was stopped, or broke, never does.
        for (ScenarioRow& row : m_rows) {
            if (!row.solved && slotOf(row) == slot)
                row.stopped = true;
        }
        emit changed();
    });
    connect(&m_workbench.jobs(), &Jobs::progressed, this,
            [this](const QString& slot, const QString&, double share) {
                for (ScenarioRow& row : m_rows) {
                    if (!row.solved && slotOf(row) == slot) {
                        row.share = share;
                        emit progressed();
                    }
                }
            });
}

void SolvedRows::ask(const JobStudy& study, bool again)
{
    std::vector<ScenarioRow> before = std::exchange(m_rows, {});
    m_job = study.job;
    std::vector<ScenarioRow> missing;
    m_asking = true;
    for (const StudyScenario& scenario : study.scenarios) {
        ScenarioRow row{scenario, searchQuestion(study.job, scenario), {}, {}, false, -1};
        const auto known = std::ranges::find(before, row.question, &ScenarioRow::question);
        // A job that runs under another name would be lost with it: it begins anew.
        if (known != before.end() && (known->solved || known->scenario.name == scenario.name) &&
            !(again && known->stopped)) {
            row = std::move(*known);
            row.scenario = scenario;
            count(study.job, row);
            before.erase(known);
        } else if (study.job.tokens > 0) {
            missing.push_back(row);
        }
        m_rows.push_back(std::move(row));
    }
    for (const ScenarioRow& row : before) {
        const bool taken = std::ranges::any_of(m_rows, [&](const ScenarioRow& one) {
            return !one.solved && one.scenario.name == row.scenario.name;
        });
        if (!taken)
            m_workbench.jobs().cancel(slotOf(row));
    }
    for (const ScenarioRow& row : missing)
        start(study.job, row);
    m_asking = false;
    emit changed();
}

/// Counts a row anew as the job and the scenario now ask; its plan stays.
void SolvedRows::count(const StudyJob& job, ScenarioRow& row)
{
    if (!row.solved)
        return;
    auto counted = accountedAnew(m_workbench.catalog(), job, row.scenario, *row.solved);
    if (counted.ok())
        row.solved = std::move(*counted);
    else
        row.error = counted.error();
}

void SolvedRows::stop()
{
    for (const ScenarioRow& row : m_rows) {
        if (!row.solved)
            m_workbench.jobs().cancel(slotOf(row));
    }
}

bool SolvedRows::running() const
{
    return std::ranges::any_of(
        m_rows, [this](const ScenarioRow& row) { return m_workbench.jobs().running(slotOf(row)); });
}

void SolvedRows::start(const StudyJob& job, const ScenarioRow& row)
{
    m_workbench.jobs().start(
        slotOf(row), tr("Solving a scenario: %1").arg(shownText(row.scenario.name)),
        [catalog = m_workbench.catalog(), job, scenario = row.scenario](const core::Task& task) {
            return solveScenario(catalog, job, scenario, task);
        },
        [this, question = row.question](core::Result<SolvedScenario> solved) {
            take(question, std::move(solved));
        });
}

void SolvedRows::take(const std::string& question, core::Result<SolvedScenario> solved)
{
    const auto row = std::ranges::find(m_rows, question, &ScenarioRow::question);
    if (row == m_rows.end())
        return;
    row->stopped = false;
    if (solved.ok()) {
        row->solved = std::move(*solved);
        count(m_job, *row); // it may have another name and price by now
    } else {
        row->error = solved.error();
    }
    emit changed();
}

} // namespace shardscope::app
