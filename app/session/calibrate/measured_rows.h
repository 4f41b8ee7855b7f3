// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a recorded step that a plan's rows are matched with (profiler/compare/step_difference), as
// measurements of the machine.
#pragma once

#include "profiler/compare/step_difference.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace shardscope::app {

/// What computing loses to collectives beside it is told under a term that no other row here has: rows that
/// compute have it too.
inline constexpr core::StepTerm kLostBeside = core::StepTerm::OtherCollective;

/// Rows that found each other, or the pauses of a whole step. Seconds a step.
struct MatchedRow {
    std::string key; ///< the same whatever the planned machine's rates are
    /// Of what lasts beside computing or by itself: of both together; else empty.
    std::string whole;
    core::StepTerm term = core::StepTerm::Unknown;
    bool close = false; ///< by operator or shape, and not by what was left of a class
    double planned = 0;
    double measured = 0;
};

struct MatchedRows {
    std::vector<MatchedRow> rows;
    double deviceSeconds = 0;  ///< in which the recorded device worked
    double matchedSeconds = 0; ///< of these, in rows that are here
};

/// \p steps with what each row took in the middle one of the steps that \p takes (by their order) names: one
/// that was held up for once says nothing. Steps that nobody takes: all of them.
[[nodiscard]] profiler::ComparedSteps middleSteps(const profiler::ComparedSteps& steps,
                                                  const std::function<bool(std::size_t)>& takes);
/// \p rows with what lasts beside computing and by itself told together where unlike parts of it lie there in
/// the plan and in the recording: then these are not each other's.
[[nodiscard]] std::vector<MatchedRow> joinedWhereUnlike(const std::vector<MatchedRow>& rows);
/// Whether one key of such work is one and the same: products and attention on operands of one size. What
/// they lose to collectives beside them can be told.
[[nodiscard]] bool tellsLosses(core::StepTerm term);
/// \p steps with work that tells losses as if each row took what those of its key take that have no
/// collective of the replicas beside them: these tell rates. Where all have one they stay.
[[nodiscard]] profiler::ComparedSteps aloneSteps(profiler::ComparedSteps steps);
/// How many steps of every device were counted.
[[nodiscard]] std::size_t countedSteps(const profiler::ComparedSteps& steps);

/// Products by their shapes; of other work a pass of a class together, since which of a plan's operators do
/// what which of a program's do is not known; collectives by operation and group, those beside computing
/// apart from others, as long as they last from when all ranks have come, hidden or not; pauses between
/// kernels that were launched in time; the device's waiting for launches where both sides are bound by them,
/// without what the recorder takes; copies; what computing loses to collectives beside it. What only one side
/// does is left out.
[[nodiscard]] MatchedRows matchedRows(const profiler::ComparedSteps& planned,
                                      const profiler::ComparedSteps& recorded);

} // namespace shardscope::app
