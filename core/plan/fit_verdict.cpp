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

/// Whether the fullest classes of ranks at least were traced; no other class is fuller.
bool deviceIsTraced(const MemoryBreakdown& memory)
{
    return std::ranges::any_of(memory.tiers,
                               [](const TierUse& use) { return use.tier == Tier::Device && use.traced(); });
}

Bytes deviceHeadroom(const MemoryBreakdown& memory, const TierUse& use, const Headroom& headroom)
{
    Bytes free = headroomOf(headroom, use.capacity);
    if (headroom)
        return free;
    if (use.reserved)
        free = std::max(free, *use.reserved - use.need());
    if (closedFormsStandAlone(memory))
        free = std::max(free, use.peak * memory.closedFormError);
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

FitVerdict fitVerdict(const MemoryBreakdown& memory, const TierUse& use, const Headroom& headroom)
{
    FitVerdict verdict;
    verdict.tier = use.tier;
    verdict.rankClass = use.rankClass;
    verdict.need = use.need();
    verdict.capacity = use.capacity;
    verdict.margin = use.capacity - verdict.need;
    if (use.tier == Tier::Device)
        verdict.headroom = deviceHeadroom(memory, use, headroom);
    if (deviceIsTraced(memory)) {
        verdict.known = Known::Trace;
        verdict.closedFormError = memory.closedFormError;
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
        const FitVerdict one = fitVerdict(evaluation.memory, use, headroom);
        if (first || one.fit > worst.fit || (one.fit == worst.fit && filled(one) > filled(worst)))
            worst = one;
        first = false;
    }
    const bool tooFew = evaluation.available && evaluation.devices > *evaluation.available;
    if (tooFew || (worst.feasible() && !evaluation.verdict.feasible()))
        worst.fit = Fit::Over;
    return worst;
}

PlanOutcome outcomeOf(const Evaluation& evaluation)
{
    PlanOutcome outcome{evaluation.devices, {}, Bytes{0}, fitVerdict(evaluation).fit};
    if (!evaluation.step.empty())
        outcome.step = evaluation.step.at(StepPart::Total).seconds;
    // What would have fitted but for its gaps is told with them: less than there is helps nobody who wonders
    // why.
    if (const TierUse* use = evaluation.memory.fullestUse(Tier::Device))
        outcome.peak = outcome.fit == Fit::Fragmented ? use->need() : use->peak;
    return outcome;
}

} // namespace shardscope::core
