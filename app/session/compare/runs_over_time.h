// SPDX-License-Identifier: GPL-3.0-or-later
// Many runs of one program in the order of time: since when is it slower, and what of it.
#pragma once

#include "app/session/compare/change_point.h"
#include "app/session/compare/difference.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

struct RunInTime {
    DifferenceSide side;              ///< without its rows
    std::int64_t start = 0;           ///< by the clock of its files, ns; 0: they tell none
    double recorded = 0;              ///< seconds a step
    std::optional<double> unrecorded; ///< without its recorder, where that is known
    std::optional<double> error;      ///< of the recorded step, by the spread of its steps
    std::vector<Obstacle> obstacles;  ///< against the first: such a run is left out
};

/// A change, and the part of the step that most of it lies in.
struct RunChange {
    ChangePoint change;                           ///< its run's number is among all runs
    SideDifference neighbours;                    ///< from the last run before to the first one then
    std::optional<profiler::DifferencePart> part; ///< of neighbours; none goes the same way: none
};

struct RunsOverTime {
    std::vector<RunInTime> runs; ///< in the order of time
    bool byClock = false;        ///< that order is their clocks'; else that of their names
    bool withoutRecorders = false;
    bool known = false; ///< there is enough to tell changes by
    std::vector<RunChange> changes;
    std::vector<std::pair<std::string, std::string>> unread; ///< what was found beside them, and why not read
    std::vector<profiler::ImportReport> imports;
    bool beyond = false; ///< the last runs take longer than the first by more than what is allowed

    /// Seconds a step that are compared.
    [[nodiscard]] double valueOf(const RunInTime& run) const
    {
        return withoutRecorders ? *run.unrecorded : run.recorded;
    }
};

/// One point in time of \p side, which is a run.
[[nodiscard]] RunInTime runInTime(DifferenceSide side, std::int64_t start);
/// \p runs in any order; with \p tolerance (a fraction of the first runs' step).
[[nodiscard]] RunsOverTime runsOverTime(std::vector<RunInTime> runs, std::optional<double> tolerance = {});
/// Each folder in \p folder is a run, and each file. Errors: MissingKey where fewer than two are there;
/// Inconsistent where its files are ranks of one job; Cancelled.
[[nodiscard]] core::Result<RunsOverTime> runsOfFolder(const core::Catalog& catalog, const std::string& folder,
                                                      std::optional<double> tolerance,
                                                      const core::Task& task);

/// {"order", "runs", "changes", "sentences", …}, ending in a newline.
[[nodiscard]] std::string runsJson(const RunsOverTime& runs);
[[nodiscard]] core::Report runsReport(const RunsOverTime& runs);
/// One for each change, the latest first; one where there is none.
[[nodiscard]] QStringList runsSentences(const RunsOverTime& runs, core::TextStyle style = {});

} // namespace shardscope::app
