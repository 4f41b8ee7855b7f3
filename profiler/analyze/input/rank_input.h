// SPDX-License-Identifier: GPL-3.0-or-later
// What analyses over many ranks share: the collectives, whose clocks may be compared, and when devices
// compute.
#pragma once

#include "core/timeline/intervals.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/trace/clock_align.h"
#include "profiler/trace/collectives.h"

#include <map>
#include <vector>

namespace shardscope::profiler {

struct RankInput {
    Collectives collectives;
    std::vector<bool> comparable;  ///< by source: its clock is the run's
    std::size_t sources = 0;       ///< that communicate at all
    std::size_t unknownClocks = 0; ///< of them: left out where times of ranks are compared

    [[nodiscard]] std::int64_t begin(const core::Timeline& timeline, std::uint32_t call) const
    {
        return timeline.ts()[collectives.calls[call].row];
    }
    [[nodiscard]] std::int64_t end(const core::Timeline& timeline, std::uint32_t call) const
    {
        const std::uint32_t row = collectives.calls[call].row;
        return timeline.ts()[row] + timeline.dur()[row];
    }
    /// The calls of \p collective whose clocks may be compared.
    [[nodiscard]] std::vector<std::uint32_t> comparableCalls(const Collective& collective) const;
    /// Sends and receives of which nobody knows the other end.
    [[nodiscard]] std::size_t loneTransfers() const;
    /// More of them than matched collectives: ranks wait for one another where we do not see it, as those of
    /// a pipeline do, and who comes last to the few collectives is no measure of who holds the others up.
    [[nodiscard]] bool waitsUnseen() const { return loneTransfers() > collectives.matched.size(); }
    /// Ranks hand data on more often than they meet, seen or not: as a pipeline's stages, of which one ends
    /// last by its schedule.
    [[nodiscard]] bool handsOn() const;
};

/// Errors: Cancelled.
[[nodiscard]] core::Result<RankInput> rankInput(const core::Run& run, const core::Task& task);

/// When the devices of each source compute (kernels that do not communicate).
[[nodiscard]] core::Result<std::map<std::uint32_t, core::IntervalSet>>
computingBySource(const AnalysisInput& input, const AnalysisOptions& options, const core::Task& task);

/// "allreduce of mesh_tp", for labels.
[[nodiscard]] std::string collectiveLabel(const Collectives& collectives, const Collective& collective);
/// A group's name for people: its description, else its name, else its ranks.
[[nodiscard]] std::string groupLabel(const CommunicationGroup& group);

} // namespace shardscope::profiler
