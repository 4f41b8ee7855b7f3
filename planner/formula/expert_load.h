// SPDX-License-Identifier: GPL-3.0-or-later
// How many rows the busiest rank of a layer's experts has. An exchange is over when its fullest receiver has
// everything, and each layer has one, so that every rank waits for the busiest of each layer; that it is the
// same rank in every layer, and holds the most memory, is assumed.
#pragma once

#include "core/base/text_mark.h"
#include "core/explain/explained.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace shardscope::planner {

inline constexpr auto kBalancedRouting =
    "assumed: balanced routing, as benchmarks force it and calibrations were fitted with (NVIDIA-NeMo/"
    "Megatron-Bridge, scripts/performance: moe_router_force_load_balancing)";

/// A token gives a rank at most one row for each of its choices, and one for each of the rank's experts.
[[nodiscard]] inline double mostImbalance(const core::Transformer& model, const core::Plan& plan)
{
    const std::int64_t atMost = std::min(model.expertsPerToken, model.experts / plan.axes.expert);
    return std::max(1.0, static_cast<double>(atMost * plan.axes.expert) /
                             static_cast<double>(model.expertsPerToken));
}

/// Rows of the busiest rank over the mean. Ranks that hold every expert have as many rows as their tokens
/// chose.
template <class N>
typename N::template Q<core::kNumber> imbalance(const core::Transformer& model, const core::Plan& plan)
{
    const bool said = plan.expertImbalance > 1;
    auto factor = N::leaf(core::Number{plan.expertImbalance}, W_("expert_imbalance"),
                          said ? core::SourceKind::Given : core::SourceKind::Assumed,
                          said ? "/parallel/expert_imbalance" : kBalancedRouting);
    const double most = mostImbalance(model, plan);
    if (plan.expertImbalance <= most)
        return factor;
    return minimum(factor, N::leaf(core::Number{most}, W_("most_of_a_rank"), core::SourceKind::Derived,
                                   "min(experts_per_token, experts_of_a_rank) · expert / experts_per_token"));
}

/// Rows that a token gives to experts, as the busiest rank has them.
template <class N>
typename N::template Q<core::kNumber> busiestChoices(const core::Transformer& model, const core::Plan& plan)
{
    auto chosen = N::leaf(core::Number{static_cast<double>(model.expertsPerToken)}, W_("experts_per_token"),
                          core::SourceKind::Given, "model");
    if (model.experts == 0 || plan.axes.expert == 1)
        return chosen;
    return N::named(W_("choices_of_the_busiest"), imbalance<N>(model, plan) * chosen,
                    "rows over the mean of the ranks that share a layer's experts");
}

/// The same as a factor of the mean; 1 where no ranks share a layer's experts.
[[nodiscard]] inline double busiestShare(const core::Transformer& model, const core::Plan& plan)
{
    return model.experts == 0 || plan.axes.expert == 1 ? 1
                                                       : imbalance<core::PlainNumbers>(model, plan).value();
}

/// Whole rows of the busiest rank where each sends \p rows.
[[nodiscard]] inline std::int64_t busiestRows(std::int64_t rows, const core::Transformer& model,
                                              const core::Plan& plan)
{
    return std::llround(static_cast<double>(rows) * busiestShare(model, plan));
}

} // namespace shardscope::planner
