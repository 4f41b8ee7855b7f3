// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/closed_form_error.h"

namespace shardscope::planner {

using core::Implementation;

double closedFormError(const core::Plan& plan)
{
    // As tests/planner/tst_closed_form_error measures them, of random plans of shipped models.
    constexpr double kDeviceMost = 0.202; // the widest of those on devices with PyTorch's allocator
    const bool whole = plan.sharding.weights == 1 && plan.sharding.gradients == 1;
    switch (plan.implementation) {
    case Implementation::Megatron: return whole ? 0.033 : kDeviceMost; // its FSDP is not traced
    case Implementation::HuggingFace: return 0.202;
    case Implementation::Fsdp2: return 0.137;
    case Implementation::DeepSpeed: return 0.200;
    case Implementation::PopArt: return 0.258;
    case Implementation::Nanotron:
    case Implementation::Torchtitan:
    case Implementation::HugeCtr: break; // none of their plans is traced
    }
    return kDeviceMost;
}

std::optional<double> closedFormError(const core::Evaluation& evaluation)
{
    const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device);
    if (use == nullptr || use->traced() || !evaluation.memory.untraced)
        return std::nullopt;
    return closedFormError(evaluation.plan);
}

bool mayNotFit(const core::Evaluation& evaluation, const core::TierUse& use)
{
    if (use.mayNotFit())
        return true;
    const std::optional<double> off = closedFormError(evaluation);
    return off && use.tier == core::Tier::Device && use.fits() && use.capacity < use.peak * (1 + *off);
}

} // namespace shardscope::planner
