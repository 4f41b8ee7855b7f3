// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a lesson is drawn on: its plan with what its control and its reveal change.
#pragma once

#include "app/session/lesson/lesson.h"
#include "app/session/plan/commands.h"
#include "core/base/task.h"
#include "profiler/profiler.h"

namespace shardscope::app {

/// What of a step is chosen and seen.
struct LessonMoment {
    std::size_t choice = 0; ///< of its control; no control: 0
    bool revealed = false;
};
/// The moment at which the step begins.
[[nodiscard]] LessonMoment firstMoment(const LessonStep& step);

/// The same once it is told what happens: where that changes what the control does, the control goes along.
[[nodiscard]] LessonMoment toldMoment(const LessonStep& step, LessonMoment moment);

/// \p plan with \p more over it, each key once.
[[nodiscard]] LessonPlan laidOver(const LessonPlan& plan, const LessonPlan& more);
[[nodiscard]] LessonPlan planAt(const LessonStep& step, const LessonMoment& moment);
/// The figure's name.
[[nodiscard]] const std::string& figureAt(const LessonStep& step, const LessonMoment& moment);
/// Whether \p control changes the plan: else the figure, or its frame.
[[nodiscard]] bool isOfPlan(const LessonControl& control);
/// The key "frame": of a figure that goes step by step. None where it is not there, or no number.
[[nodiscard]] std::optional<std::size_t> frameOf(const LessonPlan& plan);
/// The key "slow": "stage 2=1.3, pipeline=2", as of simulate --slow.
[[nodiscard]] std::vector<std::string> slowOf(const LessonPlan& plan);
/// The key "analysis": which one a figure of an analysis shows; empty: none is named.
[[nodiscard]] std::string analysisOf(const LessonPlan& plan);
/// The key "trace": a file or folder of a recorded run, which is shown in the place of the plan's own steps;
/// empty: none is named.
[[nodiscard]] std::string traceOf(const LessonPlan& plan);
/// The recorded run that \p plan names, else its steps as if they had been recorded. Errors: those of the
/// import, the plan and the simulation.
[[nodiscard]] core::Result<profiler::ImportedRun> runOf(const core::Catalog& catalog, const LessonPlan& plan,
                                                        const core::Task& task = {});
/// The same as a request: "model" and "hardware" are its model and machine; "frame", "slow", "analysis" and
/// "trace" are the figure's. Nothing of a recorded run.
[[nodiscard]] PlanRequest requestOf(const LessonPlan& plan);

} // namespace shardscope::app
