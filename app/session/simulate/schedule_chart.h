// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule as a chart draws it, whether it is a schedule alone or a plan's step: passes, what goes on
// beside them, and what each rank holds over time.
#pragma once

// First: moc 6.4 cannot read <concepts> unless a header of Qt was before it.
#include <QtGlobal>

#include "app/session/simulate/wanted_schedule.h"
#include "core/kinds/op_class.h"
#include "core/report/table.h"
#include "planner/simulate.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// Part of a pass, or work beside and after the passes, in the schedule's unit of time.
struct ScheduleExtra {
    double start = 0;
    double end = 0;
    core::OpClass operation = core::OpClass::Host;
    bool recompute = false;
    bool optimizer = false; ///< a box of its own after the passes
    bool superstep = false; ///< a stripe of a bulk-synchronous machine: computing, meeting, exchanging
    std::string name;       ///< as the timeline names it
    std::string label;      ///< number of the batch, of a row that is no stage's
    std::string derivation; ///< its key; empty: none
    double seconds = 0;     ///< all of it, also what lies beyond the chart
    /// Boxes of the chart that this row waited for, if it is no stage's.
    std::vector<planner::ActionPlace> waitsFor;
};

/// What a rank holds from \c time on.
struct HeldSample {
    double time = 0;
    double value = 0;
};

struct ScheduleChart {
    planner::TimedSchedule schedule;
    bool seconds = false;                           ///< times are seconds; else in units of their own
    bool heldBytes = false;                         ///< what is held is bytes; else micro-batches
    double end = 0;                                 ///< of the step, with what follows the passes
    std::vector<std::vector<ScheduleExtra>> extras; ///< by rank, by start; empty of a schedule alone
    std::vector<std::vector<HeldSample>> held;      ///< by rank, by time
    double mostHeld = 0;
    /// Names of the rows of what is no pipeline; extras are all that is drawn, and spans are theirs. Without
    /// a name: the row above's.
    std::vector<std::string> rows;
    std::string heldName;     ///< what is held, where it is no rank's memory or micro-batches
    double stepSeconds = 0;   ///< of what is no pipeline, which shows several steps
    std::int64_t steps = 0;   ///< that are shown
    double capacityBytes = 0; ///< of a device; 0: unknown
    std::int64_t devices = 0; ///< of the plan
    double closedFormSeconds = 0;
    std::optional<double> filling; ///< of a plan's step: what its pipeline takes to fill and drain
    std::vector<planner::StepDifference> differences;
    std::vector<planner::Sensitivity> sensitivities;
    std::vector<planner::SimulatedClass> classes;
    std::vector<std::string> slowable; ///< as in Simulation: what may be tried
    std::vector<std::string> failing;
    std::optional<planner::FailureCost> failure;
    std::vector<planner::SimulatedHeap> heaps; ///< without their curves
    /// Named as in Simulation: "stage 3.forward".
    std::vector<std::pair<std::string, core::DerivationPtr>> derivations;
};
using ScheduleChartPtr = std::shared_ptr<const ScheduleChart>;

[[nodiscard]] ScheduleChart chartOf(planner::TimedSchedule schedule);
/// Bytes are known where \p simulation was asked for its run.
[[nodiscard]] ScheduleChart chartOf(planner::Simulation simulation);

/// The chart is of one step, disturbed by nothing but what is slow or uneven; what a failure costs is told
/// beside it. Errors: those of simulateWanted.
[[nodiscard]] core::Result<ScheduleChart>
simulateChart(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan,
              WantedSchedule wanted, bool sensitivity, const core::Task& task, const WhatIf& whatIf = {});

/// What one forward, input gradient and weight gradient of a chunk takes on average in \p chart, if its
/// layers were cut into \p pipeline stages of \p virtualStages chunks: for a picture before the simulation is
/// done.
[[nodiscard]] planner::ScheduleCosts meanCosts(const ScheduleChart& chart, std::int64_t pipeline,
                                               std::int64_t virtualStages);

/// The schedule \p kind alone, as soon as possible with \p costs; \p seconds: they are of a plan. Errors:
/// those of planner::pipelineOrder; Cancelled.
[[nodiscard]] core::Result<ScheduleChart> chartAlone(planner::ScheduleKind kind, std::int64_t pipeline,
                                                     std::int64_t microBatches, std::int64_t virtualStages,
                                                     const planner::ScheduleCosts& costs, bool seconds,
                                                     const core::Task& task = {});
/// The schedule of \p file alone. Errors: Inconsistent where ranks wait for each other; Cancelled.
[[nodiscard]] core::Result<ScheduleChart> chartOfFile(const ScheduleFile& file, const core::Task& task = {});
/// Whether chartAlone takes no longer than looking at it: heuristics that try many orders do.
[[nodiscard]] bool isQuick(planner::ScheduleKind kind);

/// The key of Simulation::derivations for \p action on \p rank, "stage 3.forward".
[[nodiscard]] std::string derivationKey(const planner::Action& action, std::int32_t rank);
/// The same for what the run calls \p slice beside the passes: "stage 3.tensor.all_reduce"; empty: it has
/// none in \p chart.
[[nodiscard]] std::string derivationKey(const ScheduleChart& chart, const std::string& slice,
                                        std::int32_t rank);
/// "Forward of micro-batch 3, stage 5": an action in the reader's language; micro-batches and stages count
/// from 0, as in PyTorch's schedules.
[[nodiscard]] QString actionName(const planner::Action& action);
/// "messages take longer than the closed form says" and the like for a StepDifference.
[[nodiscard]] QString differenceName(const std::string& what);

/// One row for each schedule: step, both bubbles, what is held at most.
[[nodiscard]] core::Table schedulesTable(const std::vector<std::pair<std::string, ScheduleChartPtr>>& charts);

} // namespace shardscope::app
