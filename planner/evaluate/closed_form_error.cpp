// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/closed_form_error.h"

#include <algorithm>

namespace shardscope::planner {

using core::Implementation;

double closedFormError(const core::Plan& plan)
{
    // As tests/planner/tst_closed_form_error measures them, of random plans of shipped models.
    switch (plan.implementation) {
    case Implementation::MegatronFsdp:
    case Implementation::Megatron: return 0.034;
    case Implementation::HuggingFace: return 0.062;
    case Implementation::Fsdp2: return 0.113;
    case Implementation::DeepSpeed: return 0.185;
    case Implementation::PopArt: return 0.146;
    case Implementation::Nanotron: return 0.035;
    case Implementation::Torchtitan: return 0.022;
    case Implementation::HugeCtr: break; // trains recommenders, of which none is traced
    }
    return 0.185; // the widest
}

bool closedFormsStandAlone(const core::Evaluation& evaluation)
{
    const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device);
    return use != nullptr && !use->traced() && evaluation.memory.untraced;
}

std::optional<double> closedFormError(const core::Evaluation& evaluation)
{
    if (!closedFormsStandAlone(evaluation) ||
        evaluation.memory.untraced->code != core::ErrorCode::NotDivisible)
        return std::nullopt;
    return closedFormError(evaluation.plan);
}

bool mayNotFit(const core::Evaluation& evaluation, const core::TierUse& use)
{
    return use.mayNotFit() ||
           (closedFormsStandAlone(evaluation) && use.tier == core::Tier::Device && use.fits() &&
            use.capacity < use.peak * (1 + closedFormError(evaluation.plan)));
}

core::Fit fitOf(const core::Evaluation& evaluation)
{
    const auto& violations = evaluation.verdict.violations;
    if (!violations.empty())
        return std::ranges::all_of(violations, [](const auto& one) { return one.kind == "fragmentation"; })
                   ? core::Fit::Fragmented
                   : core::Fit::Over;
    const bool tight = std::ranges::any_of(
        evaluation.memory.tiers, [&](const core::TierUse& use) { return mayNotFit(evaluation, use); });
    return tight ? core::Fit::Tight : core::Fit::Fits;
}

} // namespace shardscope::planner
