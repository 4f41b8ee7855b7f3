// SPDX-License-Identifier: GPL-3.0-or-later
// Plans side by side: what each holds in memory and where its step's time goes, on common scales.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/accuracy/interval.h"
#include "core/plan/evaluation.h"
#include "core/report/table.h"

#include <memory>
#include <optional>
#include <vector>

namespace shardscope::app {

inline constexpr std::size_t kMostPlans = 6;

struct ShownPlan {
    QString name;
    QString summary;                                    ///< the layout in one line
    std::shared_ptr<const core::Evaluation> evaluation; ///< null: see \c problem
    QString problem;                                    ///< why it cannot be evaluated, or followed here
    bool pending = false;                               ///< \c problem says that it is not there yet
    std::optional<PredictedInterval> step = {};         ///< how sure the time of its step is; none: not timed
    bool preset = false;                                ///< a well-known layout, which may not apply here
    QString key = {};                                   ///< what it is told apart by, whatever it is called
};

/// One row for each plan, ranked (ranked_plans.h); its spot's path is its number among \p plans. Who wins
/// stands above.
[[nodiscard]] Scene plansScene(const std::vector<ShownPlan>& plans, std::optional<std::size_t> selected,
                               double width, const Theme& theme);
/// The same as figures: plan, layout, fits, device memory, its share and what is left, step, samples and
/// tokens a second, what a step costs, exposed communication, bubble, share of the peak, the step's interval,
/// its calibration and what is outside it.
[[nodiscard]] core::Table plansTable(const std::vector<ShownPlan>& plans);

} // namespace shardscope::app
