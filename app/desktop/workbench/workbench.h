// SPDX-License-Identifier: GPL-3.0-or-later
// What the window has open: the plan being edited with its evaluation, and a run. Pages read it and listen.
#pragma once

#include "app/desktop/base/jobs.h"
#include "app/desktop/timeline/run_view.h"
#include "app/desktop/workbench/known_prices.h"
#include "app/desktop/workbench/plan_state.h"
#include "app/session/documents/documents.h"
#include "app/session/exchange/interchange.h"
#include "app/session/plan/commands.h"
#include "app/session/simulate/open_run.h"

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <optional>

namespace shardscope::app {

/// The job that reads a trace: long enough for a progress bar.
inline constexpr const char* kTraceSlot = "trace";

struct Study;

/// An evaluation as the pages see it: the value, or why there is none.
struct Evaluated {
    std::shared_ptr<const core::Evaluation> value; ///< null: see \c error
    std::optional<core::Error> error;
    bool explained = false; ///< derivations are there
};

class Workbench final : public QObject {
    Q_OBJECT

public:
    explicit Workbench(core::Catalog catalog, QObject* parent = nullptr);

    [[nodiscard]] const core::Catalog& catalog() const { return m_catalog; }
    [[nodiscard]] Jobs& jobs() { return m_jobs; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    [[nodiscard]] const PlanState& state() const { return m_state; }
    [[nodiscard]] const Evaluated& evaluated() const { return m_evaluated; }
    [[nodiscard]] const std::shared_ptr<const RunView>& run() const { return m_run; }
    /// The recommender's study of the Recommender page; null: none.
    [[nodiscard]] const std::shared_ptr<const Study>& study() const { return m_study; }
    void setStudy(std::shared_ptr<const Study> study);

    /// What devices cost and draw as it was typed.
    [[nodiscard]] KnownPrices& prices() { return m_prices; }
    /// The open machine at \p price a device and hour, drawing \p power watts a device; 0: as its description
    /// says. Both are remembered for the machine.
    void enterCosts(double price, double power);

    /// An undoable change. Edits with the same \p drag (0: none) become one step.
    void edit(PlanState next, const QString& text, int drag = 0);
    /// A token for the edits of one drag.
    [[nodiscard]] int newDrag() { return ++m_lastDrag; }

    /// By content: a model, a hardware description, a plan, a trace, or what PERSIA's roles are set to.
    /// False, after failed(), where it cannot be read.
    bool openFile(const QString& file);
    bool chooseModel(const QString& nameOrFile);
    bool chooseHardware(const QString& nameOrFile);
    bool openPlan(const PlanRequest& request);
    /// A plan from another tool's configuration, laid over the model it describes or the one that is open.
    bool adopt(const ImportedPlan& imported, const QString& file);
    /// Imports on a worker; runChanged() follows, or failed().
    void openTrace(const QStringList& files);
    /// Simulates on a worker and opens the run like a recorded one; runChanged() follows, or failed().
    using Simulate = std::function<core::Result<planner::Simulation>(const core::Task&)>;
    /// \p title: what it is called, in the reader's language of the moment.
    void openSimulation(Simulate simulate, std::function<QString()> title);
    /// What the open run is called.
    [[nodiscard]] QString runTitle() const;
    void closeRun();
    /// Says which files of a run that is open were lost: failed() with their sentences.
    void tellLost(const profiler::ImportReport& report);
    /// Says why something could not be opened: failed() with the sentence of \p error. False, to be returned.
    bool fail(const core::Error& error);

signals:
    void stateChanged();
    void evaluationChanged();
    void runChanged();
    void studyChanged();
    /// A file was opened that did not say everything, or says what is not needed: key, value, became.
    void imported(const QString& file, const std::shared_ptr<const core::Table>& report);
    /// Something could not be opened; \p sentence says what, where and what would be right.
    void failed(const QString& sentence);

private:
    friend class PlanEdit;
    void setState(PlanState state);
    void evaluate();
    bool openCluster(const QString& file);
    bool openPersia(const QString& file);
    void report(const QString& file, core::Table table);
    /// \p hardware as it is chosen: with what was entered for it before.
    [[nodiscard]] std::shared_ptr<const core::HardwareSpec> withKnownCosts(core::HardwareSpec hardware,
                                                                           const QString& reference) const;

    core::Catalog m_catalog;
    KnownPrices m_prices;
    KnownPrices m_powers{QStringLiteral("search/powers")};
    PlanState m_state;
    Evaluated m_evaluated;
    std::shared_ptr<const RunView> m_run;
    std::function<QString()> m_simulated; ///< the title of a simulation; null: the run is recorded
    std::shared_ptr<const Study> m_study;
    QUndoStack m_undo;
    int m_lastDrag = 0;
    Jobs m_jobs; // last: its destructor waits for the workers before anything they report to is gone
};

} // namespace shardscope::app
