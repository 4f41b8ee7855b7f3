// SPDX-License-Identifier: GPL-3.0-or-later
// What every simulated run has: ranks as if each had been recorded by itself, their rows, their steps.
#pragma once

#include "core/base/task.h"
#include "core/run/run.h"
#include "core/timeline/build/timeline_builder.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace shardscope::planner {

[[nodiscard]] inline std::int64_t nanos(double seconds) { return std::llround(seconds * 1e9); }

/// A row of the run: what does one thing at a time.
struct LaneRow {
    std::string process; ///< "rank 0", "parameter servers"
    std::string name;
    std::int32_t rank = -1;
    std::int64_t multiplicity = 1;
    bool device = false;
};

class PlannedRun {
public:
    /// Adds a rank on the one clock of all. Gives the number of its source.
    std::uint32_t addRank(std::int32_t rank);
    /// \p source: of the rank that tells of it.
    core::TrackId addRow(const LaneRow& row, std::uint32_t source, std::int64_t processOrder,
                         std::int64_t rowOrder);
    /// Adds the steps of every rank: each lasts from the end of the one before, or from the begin of the run.
    void addSteps(const std::vector<double>& ends);

    [[nodiscard]] core::TimelineBuilder& builder() { return m_builder; }
    [[nodiscard]] const std::vector<core::RunSource>& sources() const { return m_sources; }

    /// Errors: those of TimelineBuilder::build.
    [[nodiscard]] core::Result<core::RunPtr> finish(const std::string& title, const core::Plan& plan,
                                                    std::shared_ptr<const core::ArgumentSource> arguments,
                                                    const core::Task& task);

private:
    core::TimelineBuilder m_builder;
    std::vector<core::RunSource> m_sources;
};

} // namespace shardscope::planner
