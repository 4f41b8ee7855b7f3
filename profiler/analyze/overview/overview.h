// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is, how a step's time divides, and what costs most of it, in one currency: seconds a step.
#pragma once

#include "core/base/enum_names.h"
#include "core/report/report.h"
#include "core/timeline/intervals.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/analyze/overview/coverage.h"
#include "profiler/analyze/overview/unrecorded.h"
#include "profiler/analyze/selection/run_cut.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// How sure a finding is of its cause and its seconds.
enum class Confidence : std::uint8_t {
    Low,    ///< an upper bound, or one of several readings
    Medium, ///< counted, but the cause is told by a rule
    High,   ///< counted from what the file says
};
constexpr auto enumNames(Confidence) { return core::namesUpTo<Confidence::High>("low", "medium", "high"); }

/// A span that shows a finding: a slice, or a time when something did not run.
struct Evidence {
    std::uint32_t row = core::SliceId::kNone; ///< of the timeline; kNone: no slice
    std::uint32_t track = core::TrackId::kNone;
    std::int32_t rank = -1;
    std::int64_t ts = 0;
    std::int64_t dur = 0;
    std::int32_t device = -1; ///< of the rank's several
};

/// When devices' time goes to a finding, by part of AnalysisInput::ranks().
using ClaimTimes = std::map<std::size_t, core::IntervalSet>;

/// One thing that costs time. The front ends make the sentence and the advice from kind and arguments
/// (app/session/trace/overview_texts): the first two are the time a step and its share of the step.
struct CostFinding {
    std::string kind;
    std::vector<std::string> args;
    std::string name; ///< of what the host does there; empty: of no one thing, or not recorded
    /// What a step would be shorter by, mean over the ranks: without the recorder where that is known.
    double secondsPerStep = 0;
    double recordedSeconds = 0; ///< the same, as recorded
    Confidence confidence = Confidence::Medium;
    std::vector<Evidence> evidence;
    std::string advice;       ///< key of what to try
    bool ofTorch = true;      ///< false: advice that only PyTorch can follow is of no use
    bool ofSteps = true;      ///< false: no steps were found, and the time is the whole recording's
    std::int32_t rank = -1;   ///< that it is of; -1: of all
    std::int32_t device = -1; ///< of that rank, where it has several
    ClaimTimes time;          ///< while findings are sought; an overview's have none any more
    std::optional<std::size_t> owner = {}; ///< the part that others wait for,
    std::int64_t owned = 0;    ///< and how much of its own time that is, ns: of whatever nobody else claims
    bool partly = false;       ///< other findings tell some of what it is about
    bool nearPrevious = false; ///< costs about as much as the finding before it: their order says little
    std::string variant;       ///< of the kind's sentence; empty: the plain one
};

struct StepPart {
    std::string part;
    double seconds = 0;
};

/// The step of one device, or of a rank without any, by the same parts.
struct RankParts {
    std::int32_t rank = -1;
    std::int64_t stands = 1; ///< for how many ranks
    double stepSeconds = 0;
    std::vector<StepPart> parts;
    std::int32_t device = -1;        ///< as the rank counts; -1: the file does not number it, or it has none
    bool several = false;            ///< the rank has more than this one
    double communicatingSeconds = 0; ///< hidden and exposed
};

/// An analysis that has nothing to say of this run.
struct NotApplicable {
    std::string analysis;
    core::Finding reason; ///< "empty.…"
};

struct Overview {
    std::string title;
    std::string origin;     ///< "recorded", "simulated"
    std::string framework;  ///< "PyTorch", "JAX"; empty: not told
    std::string device;     ///< what worked, as the file names it; "CPU": no accelerator did; empty: not told
    std::string idleDevice; ///< that the file names and that was given no work; empty: none
    std::vector<std::int32_t> ranks;
    std::vector<std::int32_t> absentRanks; ///< of the world that the files name
    std::int64_t worldSize = -1;
    std::vector<std::string> otherFiles; ///< of other jobs, opened together with this one: not counted
    std::string stepsFrom;               ///< "marks", "annotations", "period", "none"
    std::size_t steps = 0;               ///< that count; 0: none were found, a "step" is the whole recording
    std::size_t warmUpSteps = 0;
    std::int64_t beginNs = 0; ///< of the run: evidence counts from the timeline's zero
    std::int64_t recordedNs = 0;
    std::string phase;      ///< "forward", "backward", "optimizer": told of it alone; empty: of all
    double stepSeconds = 0; ///< mean over the ranks; of a phase what it takes of a step
    UnrecordedSeconds unrecorded;
    double costsOf = 0; ///< seconds of the step that findings are shares of: without the recorder where known
    std::vector<StepPart> parts;       ///< empty: what computes, communicates or copies is not known
    std::vector<RankParts> byRank;     ///< whose mean the parts are; in the order of the run
    std::vector<CostFinding> findings; ///< most costly first
    std::vector<core::Finding> memory; ///< what the analyses of memory conclude; no part of the step's time
    Coverage coverage;                 ///< of the whole recording, also where a part of it is told of
    std::vector<NotKnown> notKnown;    ///< empty: what was recorded tells all that is looked for
    std::vector<std::string> checked;  ///< keys of what was looked for
    std::vector<NotApplicable> notApplicable;
};

/// Takes an overview as soon as it is known how the steps divide and what was recorded: what costs time
/// follows with the whole.
using OverviewBegun = std::function<void(Overview begun)>;

/// The overview of one job's files. \p whole: the recording that \p input is a part of, which alone tells
/// whether work is missing; null: \p input is all of it. Errors: Cancelled.
[[nodiscard]] core::Result<Overview>
overviewOf(const AnalysisInput& input, const AnalysisOptions& options = {}, const core::Task& task = {},
           const AnalysisInput* whole = nullptr, const OverviewBegun& begun = {},
           const std::optional<Phase>& phase = {});
/// The overview of a part of a run; evidence points at the whole's slices and tracks. A phase tells how its
/// time divides, and what of the findings lies in it. Errors: Cancelled; those of selectedRun and phaseTimes.
[[nodiscard]] core::Result<Overview> overviewOfPart(const core::RunPtr& run, const Selection& selection,
                                                    const AnalysisOptions& options = {},
                                                    const core::Task& task = {},
                                                    const OverviewBegun& begun = {});

} // namespace shardscope::profiler
