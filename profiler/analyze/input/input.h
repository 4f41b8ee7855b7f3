// SPDX-License-Identifier: GPL-3.0-or-later
// A run made ready for analyses: its ranks, the device's rows stream by stream, who launched them, its steps.
// Each part is made when first asked for and kept, so that many analyses cost little more than one.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/base/text_mark.h"
#include "core/run/run.h"
#include "core/timeline/intervals.h"
#include "core/timeline/row_kinds.h"
#include "profiler/analyze/input/launch_calls.h"
#include "profiler/trace/arg_columns.h"
#include "profiler/trace/kernel_kind.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler {

inline constexpr std::uint32_t kNoRow = core::SliceId::kNone;

/// One device of a rank, and the host that gives it work: the tracks of one source, or of one rank of a
/// simulated run. Where a rank has several devices, each part has the tracks of the rank's host as well. By
/// rank, then file.
struct RankPart {
    std::int32_t rank =
        -1; ///< the process' number where no file says and there are several; -1: one, unknown
    std::uint32_t source = 0;
    std::vector<core::TrackId> tracks;
    std::uint32_t hostSource = 0; ///< that holds the host's rows
    std::int32_t device = -1;     ///< of a rank's several, as the rank counts; -1: its only one
    std::int32_t number = -1;     ///< the same of any; -1: there is none, or the file does not number it
    bool ownsHost = true;         ///< false: another part tells of the same host
    std::int64_t stands = 1;      ///< for how many alike, in a simulated run
    /// Threads of another file that captured what the device's graphs run; no work of this recording.
    std::vector<core::TrackId> captures = {};
};

/// Rows of one stream (a device track), by start; a range of DeviceWork's columns.
struct DeviceStream {
    core::TrackId track;
    std::int64_t number = -1; ///< as the file numbers it; -1: it does not
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Work of one rank's devices: kernels, copies, fills. Annotations of the device's time are not work.
struct DeviceWork {
    std::vector<std::uint32_t> rows; ///< of the timeline; stream after stream
    std::vector<KernelKind> kinds;   ///< of each
    std::vector<DeviceStream> streams;
    /// Kernels that last beyond the begins of three others behind them on their stream, ascending, as indices
    /// into rows: a kernel may run on while the next one begins (programmatic dependent launch), but not
    /// through three.
    std::vector<std::uint32_t> impossible;

    [[nodiscard]] bool isImpossible(std::size_t at) const;
    /// When a row runs; an impossible one not at all.
    [[nodiscard]] core::Interval time(const core::Timeline& timeline, std::size_t at) const;
};

/// Who launched each row of a DeviceWork: by correlation, else by the arrow that ends there.
struct DeviceLaunches {
    std::vector<std::uint32_t> launch; ///< host row; kNoRow where the file does not tell
    /// For work that a graph ran, the host row that captured it; kNoRow: not told. Empty: no graph ran.
    std::vector<std::uint32_t> captured = {};
    bool byCorrelation = false;

    /// The call whose operation the work is: of a graph's, the captured one.
    [[nodiscard]] std::uint32_t origin(std::size_t at) const
    {
        return captured.empty() || captured[at] == kNoRow ? launch[at] : captured[at];
    }
};

/// A step of one rank: half-open [begin, end), as its device lived it where it has one (device_steps.h).
struct RankStep {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::string name;
    core::Interval host = {}; ///< the same on the host
};

enum class StepSource : std::uint8_t {
    None,
    Marks,       ///< the file's own: ProfilerStep# and the like
    Annotations, ///< ranges of one name that repeat
    Period,      ///< the pattern in which kernels repeat
};
constexpr auto enumNames(StepSource)
{
    return core::namesUpTo<StepSource::Period>(N_("none"), N_("marks"), N_("annotations"), N_("period"));
}

struct RankSteps {
    std::vector<RankStep> steps; ///< by begin
    StepSource source = StepSource::None;
    bool onDevice = false; ///< times are the device's; what came before the first step is not known
};

struct RankInput;      // rank_input.h
struct UnrecordedStep; // time/replay.h

/// Thread-safe. References live as long as the object.
class AnalysisInput {
public:
    explicit AnalysisInput(core::RunPtr run);
    explicit AnalysisInput(std::shared_ptr<const ArgColumns> columns);

    [[nodiscard]] const core::Run& run() const { return *m_columns->run(); }
    [[nodiscard]] const core::Timeline& timeline() const { return *run().timeline; }
    [[nodiscard]] const ArgColumns& columns() const { return *m_columns; }
    [[nodiscard]] std::string_view text(core::NameId id) const { return timeline().names().text(id); }

    [[nodiscard]] std::span<const RankPart> ranks() const;
    /// The part that tells of a source: the first of its own, else (of rows of a host whose own devices were
    /// left out) the first of that host; none where a source has no tracks.
    [[nodiscard]] const RankPart* partOf(std::uint32_t source) const;
    /// What each row is.
    [[nodiscard]] const core::RowKinds& kinds() const;
    /// By index into ranks().
    [[nodiscard]] const DeviceWork& deviceWork(std::size_t part) const;
    [[nodiscard]] bool hasDeviceWork() const; ///< that takes time
    /// Errors: Cancelled.
    [[nodiscard]] core::Result<const DeviceLaunches*> launches(std::size_t part,
                                                               const core::Task& task) const;
    [[nodiscard]] const RankSteps& steps(std::size_t part) const;
    /// The step of that part without its recorder, once unrecordedStep() has worked it out; null before.
    [[nodiscard]] std::shared_ptr<const UnrecordedStep> keptUnrecorded(std::size_t part) const;
    void keepUnrecorded(std::size_t part, std::shared_ptr<const UnrecordedStep> step) const;
    /// What analyses over many ranks share. Errors: Cancelled.
    [[nodiscard]] core::Result<const RankInput*> rankInput(const core::Task& task) const;
    /// What calls of each name launch, by index into the timeline's names.
    [[nodiscard]] const std::vector<LaunchCall>& launchCalls() const;

private:
    struct Parts;
    std::shared_ptr<const ArgColumns> m_columns;
    std::shared_ptr<Parts> m_parts;
};

/// The input of \p run that somebody holds, or a new one: who looks at a run beside another, as a comparison
/// beside its overview, finds what that one has worked out. Thread-safe.
[[nodiscard]] std::shared_ptr<const AnalysisInput> sharedInput(const core::RunPtr& run);

/// Calls visit(lane) for each lane of \p part's host threads.
template <class Visit>
void forEachHostLane(const core::Timeline& timeline, const RankPart& part, Visit visit)
{
    for (const core::TrackId id : part.tracks) {
        const core::Track& track = timeline.tracks()[id.index()];
        if (track.device)
            continue;
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount))
            visit(lane);
    }
}

} // namespace shardscope::profiler
