// SPDX-License-Identifier: GPL-3.0-or-later
// A device's counted steps as an account: each nanosecond goes to one term, each row's own time to its key.
#pragma once

#include "core/plan/mesh.h"
#include "core/run/work.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/compare/rank_places.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// Nanoseconds that were counted: of all counted steps together, and of each.
struct Counted {
    std::int64_t time = 0;
    std::int64_t count = 0;           ///< rows, or gaps
    std::vector<std::int64_t> ofStep; ///< time of each counted step
    void add(std::size_t step, std::int64_t nanoseconds, std::int64_t rows);
};

/// What the recorder took, as the host's clock run again without it tells (time/replay). Nanoseconds a step.
struct RecorderCost {
    double seconds = 0;
    double low = 0;
    double high = 0;
};

/// What a moment of a device's step goes to, and the row that does it.
struct TermPlace {
    core::Interval time;
    core::StepTerm term = core::StepTerm::Unknown;
    std::uint32_t row = kNoRow; ///< of the timeline; kNoRow: nothing runs, or several do
};

/// Rows from when all ranks have come to their end, hidden or not.
struct Lasting {
    Counted time;
    std::int64_t met = 0; ///< of time.count, those of which it is known when all had come
};

struct DeviceAccount {
    std::size_t part = 0; ///< into AnalysisInput::ranks()
    std::int32_t rank = -1;
    std::int32_t device = -1;
    std::optional<core::MeshCoordinate> mesh; ///< of a simulated one
    RankPlace place;                          ///< of a recorded one
    std::int64_t stands = 1;                  ///< for how many alike
    std::int64_t steps = 1;                   ///< counted; 1 where none were found
    std::int64_t warmUp = 0;                  ///< steps left out
    std::int64_t time = 0;                    ///< of the counted steps: the terms' sum
    std::array<Counted, core::kStepTerms> terms;
    /// Own time of rows: that in which they are what the device is said to do, as in the terms.
    std::map<core::WorkKey, Counted> rows;
    /// Gaps by term and by what the host did, where that has a name.
    std::map<std::pair<core::StepTerm, std::string>, Counted> gaps;
    /// Communication, and copies to and from other memories, as long as they last; of rows that lie beside
    /// computing for most of that (true), and of others.
    std::map<std::pair<core::WorkKey, bool>, Lasting> lasting;
    /// Own time of rows that compute: of those that lie beside collectives of replicas for most of it (true),
    /// and of others. Empty where no such collective is.
    std::map<std::pair<core::WorkKey, bool>, Counted> besides;
    /// All communication, hidden or not, by term.
    std::array<std::int64_t, core::kStepTerms> whole{};
    /// Waiting of others for this rank, in collectives that it came last to.
    std::int64_t waitedFor = 0;
    /// None if it is not known (time/replay's NoReplay says why); a plan's is known to be none.
    std::optional<RecorderCost> recorder;
    /// Nanoseconds of gaps that the recorder took, by what gaps has; they still hold it. Each gap has its own
    /// share (UnrecordedStep::idleKept); all together are recorder's.
    std::map<std::pair<core::StepTerm, std::string>, double> recorderIn;
    double recorderShare = 0; ///< of all gaps, what the recorder took
    bool planned = false;
    double toForward = 0; ///< as WorkKeys has it
    /// The counted step nearest to their mean, to be drawn: places by begin. Without steps, all time.
    core::Interval shown;
    std::vector<TermPlace> places;

    [[nodiscard]] const Counted& of(core::StepTerm term) const
    {
        return terms[static_cast<std::size_t>(term)];
    }
    /// How many of a term's nanoseconds the recorder took.
    [[nodiscard]] double recorderOf(core::StepTerm term) const;
    [[nodiscard]] bool recorderKnown() const { return planned || recorder.has_value(); }
    /// Seconds a step.
    [[nodiscard]] double perStep(std::int64_t nanoseconds) const
    {
        return static_cast<double>(nanoseconds) * 1e-9 / static_cast<double>(steps);
    }
};

/// Accounts for every device, or host without one, that tells what it did; in the order of ranks().
///
/// Rules: computing hides communication, both hide copies; of rows of one kind that overlap the earlier one
/// has the time. Communication before the last rank has come is Waiting, where clocks may be compared;
/// between two ranks it is Bubble. Gaps of recordings have host_blame's causes; a simulation's gaps within a
/// pass are the host's, others of a pipeline its bubble. What a recorded pipeline's rank waits, sends,
/// receives or idles while it runs neither forward nor backward (ranks/pipeline_steps) is its bubble. What a
/// replay says that the recorder took stands beside the terms: Recorder is empty. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<DeviceAccount>> stepAccounts(const AnalysisInput& input,
                                                                    const core::Task& task);

} // namespace shardscope::profiler
