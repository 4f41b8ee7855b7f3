// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan says of a part of its layers or of its state: how many layers recompute, how many keep their
// gathered weights, which share of the optimizer's state the host holds. More of the device's memory makes
// each of them faster, so that of the numbers that fit the one with most memory is the best.
#pragma once

#include "planner/evaluate/ranking.h"
#include "planner/search/bounds.h"
#include "planner/search/plan_search.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace shardscope::planner {

/// How many bytes each stage's device is over what it may hold; not above 0: it fits.
using StageExcess = std::vector<double>;

/// A number for each stage, the larger the less memory.
struct StageNumbers {
    std::vector<std::int64_t> lowest;  ///< to be tried
    std::vector<std::int64_t> highest; ///< taken where no smaller one fits, untried
    std::vector<double> saved;         ///< bytes by each step, about; 0: not known
};

/// The smallest number of each stage that fits, each stage by itself: \p excess tells of all of them at once,
/// and none where a plan is refused. Finds them by where the excess would be gone, and by halves.
[[nodiscard]] std::optional<std::vector<std::int64_t>>
smallestThatFit(const StageNumbers& numbers,
                const std::function<std::optional<StageExcess>(const std::vector<std::int64_t>&)>& excess);

/// Looks for finer choices of one machine's plans.
class FinerPlans {
public:
    FinerPlans(const PlanSearch& search, const Ranking& ranking, PlanTally& tally)
        : m_search(search)
        , m_ranking(ranking)
        , m_tally(tally)
    {
    }

    /// \p plan, which recomputes in full, with as few layers recomputed as fit: more than none and less than
    /// all. \p needs: what is known about them (Bounds::recomputed).
    [[nodiscard]] std::optional<core::Plan> fewestRecomputed(const core::Plan& plan,
                                                             const std::vector<StageNeed>& needs) const;
    /// \p plan with the smallest share of the optimizer's state on the host that fits; none if it fits
    /// without. \p lowest: no smaller one in per cent does; \p saved: bytes by each per cent, about.
    [[nodiscard]] std::optional<core::Plan> smallestOffload(const core::Plan& plan, std::int64_t lowest,
                                                            double saved) const;
    /// \p plan with as many layers' gathered weights kept as fit, but not all; \p plan itself if none do.
    [[nodiscard]] core::Plan mostKept(const core::Plan& plan) const;

    /// \p plan with as many micro-batches as the memory holds in which its phases wait: all of them, or the
    /// most that make the global batch a multiple of \p unit (0: all or none), not below \p lowest and
    /// \p least samples of all replicas. None if no number fits.
    [[nodiscard]] std::optional<core::Plan> mostMicroBatches(const core::Plan& plan, std::int64_t unit,
                                                             std::int64_t lowest, std::int64_t least) const;

    /// Whether the device's memory alone holds \p plan.
    [[nodiscard]] bool deviceHolds(const core::Plan& plan) const;

private:
    /// Counted as a plan that was looked at.
    [[nodiscard]] std::optional<StageExcess> excessOf(const core::Plan& plan) const;

    const PlanSearch& m_search;
    const Ranking& m_ranking;
    PlanTally& m_tally;
};

/// Whether a share may be offloaded: the optimizer's state alone, or with the gradients.
[[nodiscard]] bool offloadsShares(const core::Plan& plan);

} // namespace shardscope::planner
