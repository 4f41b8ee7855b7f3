// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a lesson shows, computed on a worker: its figure, what the product says of the plan, and the
// figures that the source published beside ours.
#pragma once

#include "app/desktop/figures/figure.h"
#include "app/desktop/workbench/plan_state.h"
#include "app/session/lesson/lesson_plan.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"

#include <optional>
#include <vector>

namespace shardscope::app {

struct LessonRequest {
    LessonStep step;
    LessonMoment moment;
    std::optional<PlanState> yours; ///< the reader's own, of the last step
};

struct LessonNumber {
    QString what;
    QString ours;
    QString published; ///< empty: nothing was
    QString source;
};

struct LessonPicture {
    Figure figure;   ///< without a scene where \c problem says why
    QString problem; ///< empty: it is drawn
    QString verdict; ///< that the plan does not fit, and what would help; empty: it does
    std::vector<LessonNumber> numbers;
};

[[nodiscard]] LessonPicture lessonPicture(const core::Catalog& catalog, const LessonRequest& request,
                                          const core::Task& task = {});

/// \p maker laid out at a \p factor-th of the width and painted so many times as large: for who sits far
/// away.
[[nodiscard]] SceneMaker enlarged(SceneMaker maker, double factor);

/// \p value in the reader's units: "B", "s" and "%" are known, others stand behind it.
[[nodiscard]] QString lessonNumber(double value, const std::string& unit);

} // namespace shardscope::app
