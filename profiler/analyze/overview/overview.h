// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is, how a step's time divides, and what costs most of it, in one currency: seconds a step.
#pragma once

#include "core/base/enum_names.h"
#include "core/report/report.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/analyze/overview/coverage.h"
#include "profiler/analyze/selection/run_cut.h"

#include <cstdint>
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
};

/// One thing that costs time. The front ends make the sentence and the advice from kind and arguments
/// (app/session/trace/overview_texts): the first two are the time a step and its share of the step.
struct CostFinding {
    std::string kind;
    std::vector<std::string> args;
    double secondsPerStep = 0; ///< mean over the ranks
    Confidence confidence = Confidence::Medium;
    std::vector<Evidence> evidence;
    std::string advice;        ///< key of what to try
    bool ofTorch = true;       ///< false: advice that only PyTorch can follow is of no use
    bool ofSteps = true;       ///< false: no steps were found, and the time is the whole recording's
    bool nearPrevious = false; ///< costs about as much as the finding before it: their order says little
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
    std::int64_t recordedNs = 0;
    double stepSeconds = 0;            ///< mean over the ranks
    std::vector<StepPart> parts;       ///< empty: what computes, communicates or copies is not known
    std::vector<RankParts> byRank;     ///< whose mean the parts are; in the order of the run
    std::vector<CostFinding> findings; ///< most costly first
    Coverage coverage;                 ///< of the whole recording, also where a part of it is told of
    std::vector<NotKnown> notKnown;    ///< empty: what was recorded tells all that is looked for
    std::vector<std::string> checked;  ///< keys of what was looked for
    std::vector<NotApplicable> notApplicable;
};

/// Of files of one job. \p whole: the recording that \p input is a part of, which alone tells whether work is
/// missing; null: itself. Errors: Cancelled.
[[nodiscard]] core::Result<Overview> overviewOf(const AnalysisInput& input,
                                                const AnalysisOptions& options = {},
                                                const core::Task& task = {},
                                                const AnalysisInput* whole = nullptr);
/// Of a part of a run; evidence points at the whole's slices and tracks. Errors: Cancelled; those of
/// selectedRun.
[[nodiscard]] core::Result<Overview> overviewOfPart(const core::RunPtr& run, const Selection& selection,
                                                    const AnalysisOptions& options = {},
                                                    const core::Task& task = {});

} // namespace shardscope::profiler
