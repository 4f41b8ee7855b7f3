// SPDX-License-Identifier: GPL-3.0-or-later
// Which schedule is asked for beside a plan's own, and what is tried on it.
#pragma once

// First: moc 6.4 cannot read <concepts> unless a header of Qt was before it.
#include <QtGlobal>

#include "planner/recommender.h"
#include "planner/simulate.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

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
    /// The same as SimulationOptions::overlap; none: what the plan's implementation does.
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
/// \p path as a schedule in the form of PyTorch's pipelining, told by its first cells; none: it is something
/// else. Errors: those of planner::readScheduleCsv.
[[nodiscard]] core::Result<std::shared_ptr<const ScheduleFile>> scheduleFile(const std::string& path);

} // namespace shardscope::app
