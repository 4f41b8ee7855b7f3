// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios of the Study page: each is solved as a job of its own, so that none waits for another, and
// stays while the question it answers does.
#pragma once

#include "app/desktop/workbench/workbench.h"
#include "app/session/study/solved_study.h"

#include <QObject>

#include <optional>
#include <vector>

namespace shardscope::app {

struct ScenarioRow {
    StudyScenario scenario;
    std::string question;                 ///< searchQuestion(): what its plan is an answer to
    std::optional<SolvedScenario> solved; ///< none: it is being solved, was stopped, or waits for the job
    std::optional<core::Error> error;     ///< of the whole job: its model cannot be read
    bool stopped = false;
    double share = -1; ///< of the work that is done; below 0: unknown
};

class SolvedRows final : public QObject {
    Q_OBJECT

public:
    explicit SolvedRows(Workbench& workbench, QObject* parent = nullptr);

    /// Solves the scenarios of \p study. What is known of the same question stays, what nobody wants any more
    /// is stopped. Where \p again, what was stopped begins anew.
    void ask(const JobStudy& study, bool again = false);
    void stop();
    [[nodiscard]] const std::vector<ScenarioRow>& rows() const { return m_rows; }
    [[nodiscard]] bool running() const;

signals:
    /// A row is there, or was stopped.
    void changed();
    /// One of them has come further.
    void progressed();

private:
    void start(const StudyJob& job, const ScenarioRow& row);
    void count(const StudyJob& job, ScenarioRow& row);
    void take(const std::string& question, core::Result<SolvedScenario> solved);

    Workbench& m_workbench;
    StudyJob m_job;
    std::vector<ScenarioRow> m_rows;
    bool m_asking = false; ///< what is stopped now is not what is shown
};

} // namespace shardscope::app
