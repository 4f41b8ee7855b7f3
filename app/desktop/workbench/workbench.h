// SPDX-License-Identifier: GPL-3.0-or-later
// What the window has open: the plan being edited with its evaluation, and a run. Pages read it and listen.
#pragma once

#include "app/desktop/base/jobs.h"
#include "app/desktop/timeline/run_view.h"
#include "app/desktop/workbench/history.h"
#include "app/desktop/workbench/known_prices.h"
#include "app/desktop/workbench/plan_shelf.h"
#include "app/desktop/workbench/plan_state.h"
#include "app/desktop/workbench/trace_settings.h"
#include "app/session/documents/catalog_index.h"
#include "app/session/documents/documents.h"
#include "app/session/exchange/interchange.h"
#include "app/session/plan/commands.h"
#include "app/session/simulate/open_run.h"

#include <QLocale>
#include <QObject>
#include <QStringList>

#include <array>
#include <functional>
#include <optional>

namespace shardscope::app {

/// The jobs that read a trace and that simulate a run.
inline constexpr const char* kTraceSlot = "trace";
inline constexpr const char* kSimulationSlot = "simulation";

/// Where an open run is from. There is one of each at most; recordings that were open before stand beside.
enum class RunFrom : std::uint8_t { Files, Simulation };

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
    /// What the catalogue holds, by title; read when first asked for.
    [[nodiscard]] const std::vector<CatalogEntry>& models();
    [[nodiscard]] const std::vector<CatalogEntry>& machines();
    /// The title and size of the model or machine called \p name; \p name itself where there is none.
    [[nodiscard]] QString catalogTitle(const std::string& name);
    [[nodiscard]] Jobs& jobs() { return m_jobs; }
    [[nodiscard]] History& undoStack() { return m_history; }
    /// The project in the place of the one that is open (at first: one in memory), with its plan and its
    /// history; stateChanged() follows, and failed() where not all of it can be read.
    void keepIn(std::unique_ptr<KeptProject> project);
    /// Whether edits are kept as they are made, so that none of them can be lost.
    [[nodiscard]] bool isKept() { return m_history.kept() != nullptr && !m_history.kept()->readOnly(); }
    [[nodiscard]] const PlanState& state() const { return m_state; }
    [[nodiscard]] const Evaluated& evaluated() const { return m_evaluated; }
    /// The run in front; null: none is open.
    [[nodiscard]] const RunViewPtr& run() const { return run(m_front); }
    [[nodiscard]] const RunViewPtr& run(RunFrom from) const { return opened(from).view; }
    [[nodiscard]] RunFrom front() const { return m_front; }
    /// The run that was recorded, whichever is in front; without a recording the simulated one.
    [[nodiscard]] RunFrom measuredFrom() const;
    /// The recommender's study of the Recommender page; null: none.
    [[nodiscard]] const std::shared_ptr<const Study>& study() const { return m_study; }
    void setStudy(std::shared_ptr<const Study> study);

    /// Models and machines as they were chosen in this window, the last first.
    [[nodiscard]] const QStringList& recent() const { return m_recent; }
    /// Plans put aside to be compared.
    [[nodiscard]] PlanShelf& shelf() { return m_shelf; }
    /// Prices and power of devices as they were typed.
    [[nodiscard]] KnownPrices& prices() { return m_prices; }
    [[nodiscard]] KnownPrices& powers() { return m_powers; }
    /// What holds for all runs that are opened.
    [[nodiscard]] TraceSettings& traces() { return m_traces; }
    /// The rules that a run is opened with; null, after failed() where they cannot be read: the shipped ones.
    [[nodiscard]] std::shared_ptr<const core::WorkRules> kernelRules();
    /// The open machine at \p price a device and hour, drawing \p power watts a device; 0: as its description
    /// says. Both are remembered for the machine.
    void enterCosts(double price, double power);
    /// The same of a machine of the catalogue, whichever is open.
    void enterCostsOf(const QString& machine, double price, double power);

    /// How a plan is carried over to another model or machine: \p next as it can be, and into \p told what
    /// that changes. None: as it is.
    using Carry = std::function<PlanState(const PlanState& before, PlanState next, QStringList& told)>;
    void setCarry(Carry carry) { m_carry = std::move(carry); }
    /// What the last edit changed of the plan because it no longer applied; empty: nothing.
    [[nodiscard]] const QStringList& told() const { return m_told; }

    /// An undoable change. Edits with the same \p drag (0: none) become one step.
    void edit(PlanState next, const StepName& step, int drag = 0);
    /// A token for the edits of one drag.
    [[nodiscard]] int newDrag() { return ++m_lastDrag; }

    /// Opens a file by its content: a model, a hardware description, a plan, a trace, or what PERSIA's roles
    /// are set to. False, after failed(), if it cannot be read.
    bool openFile(const QString& file);
    bool chooseModel(const QString& nameOrFile);
    bool chooseHardware(const QString& nameOrFile);
    bool openPlan(const PlanRequest& request);
    /// A plan from another tool's configuration, laid over the model it describes or the one that is open.
    bool adopt(const ImportedPlan& imported, const QString& file);
    /// Guesses the plan of the run in front, on a worker, and takes it over; imported() tells what it rests
    /// on. \p planned: the plan is open.
    void planRun(std::function<void()> planned);
    /// Imports on a worker; runChanged() and runOpened() follow, or failed().
    void openTrace(const QStringList& files);
    /// Simulates on a worker and opens the run like a recorded one, beside which it stands; runChanged() and
    /// runOpened() follow, or failed().
    using Simulate = std::function<core::Result<planner::Simulation>(const core::Task&)>;
    /// \p title: what it is called, in the reader's language of the moment.
    void openSimulation(Simulate simulate, std::function<QString()> title);
    /// What the run in front is called, or the one that is named.
    [[nodiscard]] QString runTitle() const { return runTitle(m_front); }
    [[nodiscard]] QString runTitle(RunFrom from) const;
    /// Recordings that were opened before the one in its place and are still open, the last one first.
    [[nodiscard]] const std::vector<RunViewPtr>& beside() const { return m_beside; }
    /// What \p run, an open recording, is called: with its folder where another one is called the same.
    [[nodiscard]] QString titleOfOpen(const RunViewPtr& run) const;
    /// Puts that run in front, where it is open.
    void showRun(RunFrom from);
    /// Puts \p run of beside() in the place of the recording, which takes its, and in front.
    void showBeside(const RunViewPtr& run);
    /// Imports on a worker; nothing comes in front. runsChanged() and \p opened follow, or failed().
    void openBeside(const QStringList& files, std::function<void(const RunViewPtr&)> opened);
    /// Opens a step that was simulated elsewhere as openSimulation() does; \p shown follows.
    void showSimulated(core::RunPtr run, std::function<QString()> title, std::function<void()> shown);
    /// Closes the run in front; the other one, where there is one, takes its place.
    void closeRun() { closeRun(m_front); }
    /// Says which files of a run that is open were lost: failed() with their sentences.
    void tellLost(const profiler::ImportReport& report);
    /// Says why something could not be opened: failed() with the sentence of \p error. False, to be returned.
    bool fail(const core::Error& error);

signals:
    void stateChanged();
    void evaluationChanged();
    /// Another run is in front, or it has grown; or none is.
    void runChanged();
    /// The run in front was just opened, or has grown.
    void runOpened();
    /// Other runs are open than before, or another one is in front.
    void runsChanged();
    void studyChanged();
    /// A file was opened that did not say everything, or says what is not needed: key, value, became.
    void imported(const QString& file, const std::shared_ptr<const core::Table>& report);
    /// A project is to be opened.
    void projectWanted(const QString& file);
    /// Something could not be opened; \p sentence says what, where and what would be right.
    void failed(const QString& sentence);

private:
    void setState(PlanState state, QStringList told);
    void push(PlanState next, const StepName& step, int drag, QStringList told);
    /// The plan over another model or machine.
    void carryTo(PlanState next, const StepName& step);
    void evaluate();
    struct OpenedRun {
        RunViewPtr view;                  ///< null: none
        std::function<QString()> title{}; ///< null: the run's own
    };
    [[nodiscard]] const OpenedRun& opened(RunFrom from) const
    {
        return m_runs[static_cast<std::size_t>(from)];
    }
    void take(RunFrom from, OpenedRun run, bool inFront);
    /// The recording stays open beside \p next, which comes in its place: where it is whole, and another one.
    void putBeside(const RunView& next);
    /// The run of files as these rules tell it; null: the shipped ones.
    void tellBy(const std::shared_ptr<const core::WorkRules>& rules);
    void closeRun(RunFrom from);
    /// Ends a job of \p from that came to nothing.
    void takeNoRun(const core::Error& error);
    bool openCluster(const QString& file);
    bool openPersia(const QString& file);
    void report(const QString& file, core::Table table);
    /// \p hardware as it is chosen: with what was entered for it before.
    [[nodiscard]] std::shared_ptr<const core::HardwareSpec> withKnownCosts(core::HardwareSpec hardware,
                                                                           const QString& reference) const;

    core::Catalog m_catalog;
    void readCatalog();
    std::vector<CatalogEntry> m_models; ///< empty: not read yet
    std::vector<CatalogEntry> m_machines;
    QLocale::Language m_catalogLanguage = QLocale::AnyLanguage; ///< of the titles
    History m_history;
    PlanShelf m_shelf;
    KnownPrices m_prices;
    TraceSettings m_traces;
    KnownPrices m_powers{QStringLiteral("search/powers")};
    PlanState m_state;
    void remember(const QString& reference);
    QStringList m_recent;
    Carry m_carry;
    QStringList m_told;
    Evaluated m_evaluated;
    std::array<OpenedRun, 2> m_runs; ///< by RunFrom
    std::vector<RunViewPtr> m_beside;
    RunFrom m_front = RunFrom::Files;
    std::shared_ptr<const Study> m_study;
    int m_lastDrag = 0;
    Jobs m_jobs; // last: its destructor waits for the workers before anything they report to is gone
};

} // namespace shardscope::app
