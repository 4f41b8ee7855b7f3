// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule as a chart draws it, whether it is a schedule alone or a plan's step: passes, what goes on
// beside them, and what each rank holds over time.
#pragma once

// First: moc 6.4 cannot read <concepts> unless a header of Qt was before it.
#include <QtGlobal>

#include "core/report/table.h"
#include "core/timeline/op_class.h"
#include "planner/recommender.h"
#include "planner/simulate.h"

#include <QString>

#include <functional>
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
    /// Of a row that is no stage's: boxes of the chart that it waited for.
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
    /// Of what is no pipeline: their names; extras are all that is drawn, and spans are theirs. Without a
    /// name: of the row above.
    std::vector<std::string> rows;
    std::string heldName;     ///< what is held, where it is no rank's memory or micro-batches
    double stepSeconds = 0;   ///< of what is no pipeline, which shows several steps
    std::int64_t steps = 0;   ///< that are shown
    double capacityBytes = 0; ///< of a device; 0: unknown
    std::int64_t devices = 0; ///< of the plan
    double closedFormSeconds = 0;
    std::vector<planner::StepDifference> differences;
    std::vector<planner::Sensitivity> sensitivities;
    std::vector<planner::SimulatedClass> classes;
    std::vector<std::string> slowable; ///< as in Simulation: what may be tried
    std::vector<std::string> failing;
    std::optional<planner::FailureCost> failure;
    std::vector<planner::SimulatedHeap> heaps; ///< without their curves
    /// As in Simulation: "stage 3.forward"
    std::vector<std::pair<std::string, core::DerivationPtr>> derivations;
};
using ScheduleChartPtr = std::shared_ptr<const ScheduleChart>;

[[nodiscard]] ScheduleChart chartOf(planner::TimedSchedule schedule);
/// Bytes are known where \p simulation was asked for its run.
[[nodiscard]] ScheduleChart chartOf(planner::Simulation simulation);

/// A schedule that a file says.
struct ScheduleFile {
    std::string name; ///< of the file
    planner::PipelineOrder order;
};

/// How a schedule is asked for beside p, m and v of a plan: by name, of a recommender a mode of PERSIA or as
/// ZionEX's predecessor would run it, from a file, or (none of these) the plan's own.
struct WantedSchedule {
    std::optional<planner::ScheduleKind> kind;
    std::optional<planner::PersiaMode> mode;
    std::shared_ptr<const ScheduleFile> file;
    bool zion = false;
    WantedSchedule() = default;
    explicit WantedSchedule(std::shared_ptr<const ScheduleFile> wanted)
        : file(std::move(wanted))
    {
    }
    WantedSchedule(planner::ScheduleKind wanted) // NOLINT(google-explicit-constructor): one way to say it
        : kind(wanted)
    {
    }
    WantedSchedule(planner::PersiaMode wanted) // NOLINT(google-explicit-constructor)
        : mode(wanted)
    {
    }
    [[nodiscard]] static WantedSchedule asZion()
    {
        WantedSchedule out;
        out.zion = true;
        return out;
    }
    [[nodiscard]] bool own() const { return !kind && !mode && !file && !zion; }
    friend bool operator==(const WantedSchedule&, const WantedSchedule&) = default;
};

/// Whether \p wanted is DualPipe and can be run by \p plan, as the DualPipeV of half its stages that it is.
[[nodiscard]] bool runsAsDualPipeV(const core::Plan& plan, const WantedSchedule& wanted);
/// Chunks of layers that a rank holds under \p kind.
[[nodiscard]] std::int64_t chunksOf(planner::ScheduleKind kind, std::int64_t virtualStages);
/// \p plan with \p wanted schedule as the simulation wants it: chunks of a rank only where the schedule has
/// them, DualPipe as DualPipeV. Its batch and shard degrees are as they were; \p virtualStages at least 2
/// where chunks are needed.
[[nodiscard]] core::Plan planWithSchedule(core::Plan plan, WantedSchedule wanted, std::int64_t virtualStages);

/// What is tried on a plan's step.
struct WhatIf {
    enum class Kind { Nothing, Slow, Fails } kind = Kind::Nothing;
    std::string what;                 ///< as planner::Slowdown or planner::Failure names it
    double factor = 1.5;              ///< by which it takes longer
    double down = 120;                ///< seconds until it is back
    std::int64_t checkpointEvery = 4; ///< steps
    double jitter = 0;                ///< as SimulationOptions::jitter; none where something fails
    std::uint64_t seed = 0;
    /// As SimulationOptions::overlap: none as the plan's implementation does.
    std::optional<bool> overlap = {};
    std::vector<std::int64_t> expand =
        {}; ///< ranks that the run shows beside the classes that stand for them
    friend bool operator==(const WhatIf&, const WhatIf&) = default;
};
/// How a plan is simulated to see that. What fails does so at the worst moment but for half a step of
/// \p stepSeconds: just before the next checkpoint is whole.
[[nodiscard]] planner::SimulationOptions optionsOf(WantedSchedule wanted, const WhatIf& whatIf,
                                                   double stepSeconds);

using Simulator = std::function<core::Result<planner::Simulation>(const planner::SimulationOptions&)>;
/// What \p simulate gives; what it does not have is neither slow in it nor fails: of schedules beside each
/// other each has parts of its own.
[[nodiscard]] core::Result<planner::Simulation> simulateWhatIf(planner::SimulationOptions options,
                                                               const Simulator& simulate);
/// What the failure of \p whatIf costs a run of steps that take \p stepSeconds; none where nothing fails.
[[nodiscard]] core::Result<std::optional<planner::FailureCost>> failureCost(const WantedSchedule& wanted,
                                                                            const WhatIf& whatIf,
                                                                            double stepSeconds,
                                                                            const Simulator& simulate);

/// \p plan as \p wanted runs it. Errors: those of planner::simulate and simulateZion.
[[nodiscard]] core::Result<planner::Simulation>
simulateWanted(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan,
               const WantedSchedule& wanted, const planner::SimulationOptions& options,
               const core::Task& task);
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
/// \p path as a schedule in the form of PyTorch's pipelining, told by its first cells; none: it is something
/// else. Errors: those of planner::readScheduleCsv.
[[nodiscard]] core::Result<std::shared_ptr<const ScheduleFile>> scheduleFile(const std::string& path);
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

/// One row a schedule: step, both bubbles, what is held at most.
[[nodiscard]] core::Table schedulesTable(const std::vector<std::pair<std::string, ScheduleChartPtr>>& charts);

} // namespace shardscope::app
