// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan's figures, or bounds on them, come to under the objectives and limits of a search.
#pragma once

#include "planner/search/plan_search.h"

namespace shardscope::planner {

/// What one plan costs: measured by the evaluator, or bounded from below.
struct PlanCosts {
    double stepSeconds = 0;
    double peakBytes = 0;
    double excess = 0;
    double currency = 0; ///< a step
    double joules = 0;   ///< a step
    double devices = 0;
};

/// Two numbers, compared one after the other.
struct Rank {
    double primary = 0;
    double secondary = 0;
    [[nodiscard]] bool beyond(const Rank& other) const
    {
        return primary != other.primary ? primary > other.primary : secondary > other.secondary;
    }
};

class Objectives {
public:
    explicit Objectives(const PlanSearch& search);

    [[nodiscard]] Rank rank(const PlanCosts& costs, const core::Plan& plan) const;
    [[nodiscard]] double value(PlanObjective objective, const PlanCosts& costs, const core::Plan& plan) const;
    [[nodiscard]] std::array<double, 3> point(const PlanCosts& costs, const core::Plan& plan) const;
    /// The limit that \p costs go beyond; null: none.
    [[nodiscard]] const char* beyond(const PlanCosts& costs, const core::Plan& plan) const;
    /// Whole steps of the training that \p plan asks for; 0: none.
    [[nodiscard]] static double steps(const core::Plan& plan);

private:
    /// The largest part of a limit of the training that \p costs come to; 0: there is none.
    [[nodiscard]] double partOfLimits(const PlanCosts& costs, const core::Plan& plan) const;
    const PlanSearch& m_search;
};

/// Bounds from below on what a plan of \p devices devices with steps of \p seconds draws and costs.
[[nodiscard]] PlanCosts leastCosts(const core::HardwareSpec& hardware, double seconds, double devices);

/// Whether a plan at \p a leaves none at \p b a place on the front: nowhere worse, somewhere better.
[[nodiscard]] bool dominates(const std::array<double, 3>& a, const std::array<double, 3>& b);

} // namespace shardscope::planner
