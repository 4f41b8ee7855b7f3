// SPDX-License-Identifier: GPL-3.0-or-later
// What recordings tell of a machine: coefficients of the time model that meet better what they were not
// fitted to, or the reason why there are none.
#pragma once

#include "app/session/plan/commands.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/hardware/calibration.h"
#include "core/report/table.h"
#include "core/run/run.h"
#include "core/run/work.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

struct RecordedRun {
    std::string label;
    core::RunPtr run; ///< of one job
    /// The plan that was run; none: the one that its operations tell (guess).
    std::optional<PlanResult> plan;
};

struct RunCalibrationCall {
    std::vector<RecordedRun> runs;
    std::string hardware;         ///< of guessed plans, where their devices do not tell it
    std::string name;             ///< of the calibration; empty: after the day of the first recording
    std::vector<std::string> fit; ///< these coefficients alone; empty: all that rows can tell
};

struct ChangedCoefficient {
    std::string name;
    double was = 0;
    double is = 0;
    double low = 0; ///< of the 80 % interval
    double high = 0;
};
struct KeptCoefficient {
    std::string name;
    double value = 0;
    std::string why; ///< a phrase
};

/// A recording, or a part of one, that was left out of the fit: the mean error of its kinds of work, weighed
/// by their time, with the machine as it was and with what the rest tells.
struct LeftOutRun {
    std::string run;
    double before = 0;
    double after = 0;
};

/// What a kind of work takes, seconds a step, all runs together.
struct WorkError {
    core::StepTerm term = core::StepTerm::Unknown;
    double recorded = 0;
    double before = 0;
    double after = 0;
};

/// How far the step of one recording is off.
struct StepError {
    std::string run;
    double measured = 0; ///< seconds
    double before = 0;   ///< planned
    double after = 0;
};

struct RunCalibration {
    std::vector<std::string> against; ///< why it is not accepted, as phrases; none: it is
    std::vector<ChangedCoefficient> changed;
    std::vector<KeptCoefficient> unchanged;
    std::vector<LeftOutRun> leftOut;
    std::vector<WorkError> work;
    std::vector<StepError> steps;
    double coverage = 0; ///< of the devices' time, what was matched with planned work
    double residual = 0; ///< mean error of what was matched, after the fit
    std::string hardware;
    core::Calibration calibration; ///< to be kept (describedWith); empty where it is not accepted

    [[nodiscard]] bool accepted() const { return against.empty(); }
};

/// Every recording against its plan, row by row (measured_rows); refused where device, world, model, batch or
/// format are others, where the parts that are left out in turn (recordings, of a single one steps and
/// shapes) are not met better, where a step would be predicted worse by more than a hundredth, where a tenth
/// remains. Errors: those of the plans; NotSupported for a recording without device rows; Cancelled.
[[nodiscard]] core::Result<RunCalibration>
calibrateOnRuns(const core::Catalog& catalog, const RunCalibrationCall& call, const core::Task& task = {});

/// How far a recording's plan is off.
struct RecordingError {
    double step = 0; ///< planned over measured, less 1
    double work = 0; ///< mean error of the kinds of work, weighed by their time
};
/// The error on \p one, if the machine has \p values for coefficients. Errors: as calibrateOnRuns.
[[nodiscard]] core::Result<RecordingError> errorOn(const core::Catalog& catalog, const RecordedRun& one,
                                                   const std::vector<ChangedCoefficient>& values,
                                                   const core::Task& task = {});

/// The plan that the operations of \p one tell, on \p hardware (empty: on the machine that they tell).
/// Errors: NotSupported where they do not tell it, those of the plan.
[[nodiscard]] core::Result<PlanResult> guessedPlan(const core::Catalog& catalog, const RecordedRun& one,
                                                   const std::string& hardware, const core::Task& task = {});

/// The jobs of \p run, each by itself, with \p plans' plans: one for all, one for each, or none.
[[nodiscard]] core::Result<std::vector<RecordedRun>>
recordedRuns(const core::RunPtr& run, const std::vector<PlanResult>& plans, const core::Task& task = {});

/// "run of 12 Nov"; of a recording that does not say when it was made its file's name.
[[nodiscard]] std::string nameOfRun(const core::Run& run);

/// The contract's document (section 12), ending in a newline.
[[nodiscard]] std::string runCalibrationJson(const RunCalibration& made);
/// Coefficients that changed, those that did not, what was left out, work, steps.
[[nodiscard]] std::vector<core::Table> runCalibrationTables(const RunCalibration& made);
/// Whether it was accepted, and what it says or why not, in a sentence or two.
[[nodiscard]] QString runCalibrationText(const RunCalibration& made);

} // namespace shardscope::app
