// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a plan that go step by step (--frame), for the list of all figures and for the card of the
// Plan page.
#pragma once

#include "app/desktop/figures/figure.h"
#include "app/desktop/workbench/plan_state.h"
#include "core/base/task.h"
#include "core/plan/evaluation.h"

#include <memory>
#include <optional>
#include <span>

namespace shardscope::app {

struct MovingInput {
    PlanState state;
    std::shared_ptr<const core::Evaluation> evaluation; ///< of the state
    std::optional<std::size_t> frame;                   ///< none: as it reads best
};

struct MovingFigure {
    const char* name; ///< "collective.ring"
    QString (*title)();
    core::Result<Figure> (*make)(const MovingInput&, const core::Task&);
};

[[nodiscard]] std::span<const MovingFigure> movingFigures();
/// Makes a figure with title, sentence and name. Errors: Inconsistent if the plan has nothing of the kind;
/// those of the engines.
[[nodiscard]] core::Result<Figure> makeMoving(const MovingFigure& one, const MovingInput& given,
                                              const core::Task& task = {});

} // namespace shardscope::app
