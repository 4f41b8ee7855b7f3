// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/fit_verdict.h"

#include <algorithm>
#include <limits>

namespace shardscope::core {
namespace {

/// A plan that leaves less than this share of a device free may end for want of memory: the memory trace is
/// within 5 % on runs that others measured (docs/accuracy.md).
constexpr double kTightShare = 0.05;

double filled(const FitVerdict& verdict)
{
    return verdict.capacity.value() > 0 ? verdict.need.value() / verdict.capacity.value()
                                        : std::numeric_limits<double>::max();
}

/// Of the fullest classes at least: no other is fuller.
bool deviceIsTraced(const MemoryBreakdown& memory)
{
    return std::ranges::any_of(memory.tiers,
                               [](const TierUse& use) { return use.tier == Tier::Device && use.traced(); });
}

Bytes deviceHeadroom(const Plan& plan, const MemoryBreakdown& memory, const TierUse& use,
                     const Headroom& headroom)
{
    Bytes free = headroomOf(headroom, use.capacity);
    if (headroom)
        return free;
    if (use.reserved)
        free = std::max(free, *use.reserved - use.need());
    if (closedFormsStandAlone(memory))
        free = std::max(free, use.peak * closedFormError(plan));
    return free;
}

} // namespace

Bytes headroomOf(const Headroom& headroom, Bytes capacity)
{
    return headroom.value_or(capacity * kTightShare);
}

Bytes capacityFor(Bytes need, const Headroom& headroom)
{
    return headroom ? need + *headroom : need / (1 - kTightShare);
}

bool closedFormsStandAlone(const MemoryBreakdown& memory)
{
    return memory.untraced && !deviceIsTraced(memory);
}

double closedFormError(const Plan& plan)
{
    // As tests/planner/tst_fit_verdict measures them, of random plans of shipped models.
    switch (plan.implementation) {
    case Implementation::MegatronFsdp:
    case Implementation::Megatron: return 0.034;
    case Implementation::HuggingFace: return 0.062;
    case Implementation::Fsdp2: return 0.113;
    case Implementation::DeepSpeed: return 0.185;
    case Implementation::PopArt: return 0.146;
    case Implementation::Nanotron: return 0.035;
    case Implementation::Torchtitan: return 0.022;
    default: break; // none of them is traced
    }
    return 0.185; // the widest
}

FitVerdict fitVerdict(const Plan& plan, const MemoryBreakdown& memory, const TierUse& use,
                      const Headroom& headroom)
{
    FitVerdict verdict;
    verdict.tier = use.tier;
    verdict.rankClass = use.rankClass;
    verdict.need = use.need();
    verdict.capacity = use.capacity;
    verdict.margin = use.capacity - verdict.need;
    if (use.tier == Tier::Device)
        verdict.headroom = deviceHeadroom(plan, memory, use, headroom);
    if (deviceIsTraced(memory)) {
        verdict.known = Known::Trace;
        verdict.closedFormError = closedFormError(plan);
    }
    if (use.capacity < use.peak)
        verdict.fit = Fit::Over;
    else if (use.withGaps)
        verdict.fit = Fit::Fragmented;
    else if (use.capacity < verdict.need + verdict.headroom)
        verdict.fit = Fit::Tight;
    return verdict;
}

FitVerdict fitVerdict(const Evaluation& evaluation, const Headroom& headroom)
{
    FitVerdict worst;
    bool first = true;
    for (const TierUse& use : evaluation.memory.tiers) {
        const FitVerdict one = fitVerdict(evaluation.plan, evaluation.memory, use, headroom);
        if (first || one.fit > worst.fit || (one.fit == worst.fit && filled(one) > filled(worst)))
            worst = one;
        first = false;
    }
    const bool tooFew = evaluation.available && evaluation.devices > *evaluation.available;
    if (tooFew || (worst.feasible() && !evaluation.verdict.feasible()))
        worst.fit = Fit::Over;
    return worst;
}

} // namespace shardscope::core
