// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/plan/ranked_plans.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/step_chart.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace shardscope::app {
namespace {

enum Standing { kFits, kDoesNotFit, kPending, kProblem };

Standing standingOf(const ShownPlan& plan)
{
    if (plan.evaluation)
        return plan.evaluation->verdict.feasible() ? kFits : kDoesNotFit;
    return plan.pending ? kPending : kProblem;
}

/// How many times its memory the fullest device needs.
double shareNeeded(const core::Evaluation& evaluation)
{
    const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device);
    return use == nullptr || use->capacity.value() <= 0 ? 0 : use->need().value() / use->capacity.value();
}

bool isTimed(const ShownPlan& plan) { return plan.evaluation && !plan.evaluation->step.empty(); }

/// The part of the step in which \p a wins most time on \p b.
core::StepPart mostWon(const core::Evaluation& a, const core::Evaluation& b, bool perSample)
{
    std::vector<core::StepPart> parts = timedParts(b);
    core::StepPart most = core::StepPart::Total;
    double won = 0;
    for (const core::StepPart part : parts) {
        const double here = comparedSeconds(b, part, perSample) - comparedSeconds(a, part, perSample);
        if (here > won) {
            won = here;
            most = part;
        }
    }
    return most;
}

QString noneFitsSentence(const std::vector<ShownPlan>& plans)
{
    const ShownPlan& nearest = plans.front();
    const core::TierUse* use = nearest.evaluation->memory.fullestUse(core::Tier::Device);
    if (use == nullptr || use->need() <= use->capacity)
        return Words::tr("None of these fits.");
    return Words::tr("None of these fits. %1 comes nearest: its fullest device needs %2 of %3.")
        .arg(nearest.name, quantityString(use->need()), quantityString(use->capacity));
}

} // namespace

bool batchesDiffer(const std::vector<ShownPlan>& plans)
{
    const ShownPlan* first = nullptr;
    for (const ShownPlan& plan : plans) {
        if (!plan.evaluation)
            continue;
        if (first == nullptr)
            first = &plan;
        if (plan.evaluation->plan.batch.globalBatch != first->evaluation->plan.batch.globalBatch)
            return true;
    }
    return false;
}

double comparedSeconds(const core::Evaluation& evaluation, core::StepPart part, bool perSample)
{
    const auto found = evaluation.step.find(part);
    const double seconds = found == evaluation.step.end() ? 0 : found->second.seconds.value();
    const auto samples = static_cast<double>(evaluation.plan.batch.globalBatch);
    return perSample ? seconds * static_cast<double>(evaluation.devices) / samples : seconds;
}

std::optional<double> memoryLeftOf(const core::Evaluation& evaluation)
{
    const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device);
    if (use == nullptr)
        return {};
    return use->capacity.value() - use->need().value();
}

RankedPlans rankedPlans(std::vector<ShownPlan> plans)
{
    RankedPlans ranked;
    for (ShownPlan& plan : plans) {
        const bool out = plan.preset && standingOf(plan) == kProblem;
        (out ? ranked.leftOut : ranked.plans).push_back(std::move(plan));
    }
    const bool perSample = batchesDiffer(ranked.plans);
    const auto place = [&](const ShownPlan& plan) {
        const Standing standing = standingOf(plan);
        double by = 0;
        if (standing == kFits)
            by = comparedSeconds(*plan.evaluation, core::StepPart::Total, perSample);
        else if (standing == kDoesNotFit)
            by = shareNeeded(*plan.evaluation);
        return std::tuple(standing, standing == kFits && !isTimed(plan), by);
    };
    std::ranges::stable_sort(ranked.plans, {}, place);
    return ranked;
}

std::optional<std::size_t> winnerOf(const std::vector<ShownPlan>& plans)
{
    if (plans.empty() || standingOf(plans.front()) != kFits || !isTimed(plans.front()))
        return {};
    return 0;
}

QString winnerSentence(const std::vector<ShownPlan>& plans)
{
    const auto fitting = std::ranges::count(plans, kFits, standingOf);
    const bool waiting = std::ranges::any_of(plans, [](const ShownPlan& plan) { return plan.pending; });
    if (!winnerOf(plans)) {
        const bool none = !waiting && fitting == 0 && !plans.empty() && plans.front().evaluation;
        return none ? noneFitsSentence(plans) : QString();
    }
    const ShownPlan& winner = plans.front();
    const core::Evaluation& best = *winner.evaluation;
    const bool perSample = batchesDiffer(plans);
    const double seconds = comparedSeconds(best, core::StepPart::Total, perSample);
    const auto time = [](double value) { return quantityString(value, core::kSecond); };
    const auto behind = std::next(plans.begin());
    if (behind == plans.end() || standingOf(*behind) != kFits || !isTimed(*behind)) {
        if (waiting)
            return Words::tr("%1 fits; others are still being worked out.").arg(winner.name);
        return plans.size() == 1 ? QString() : Words::tr("%1 is the only one that fits.").arg(winner.name);
    }
    const core::Evaluation& next = *behind->evaluation;
    const double other = comparedSeconds(next, core::StepPart::Total, perSample);
    const double gain = other > 0 ? 1 - seconds / other : 0;
    constexpr double kAlike = 0.005;
    if (gain < kAlike)
        return Words::tr("%1 and %2 are equally fast.").arg(winner.name, behind->name);
    const QString percent = percentString(gain, gain < 0.1 ? 1 : 0);
    const core::StepPart part = mostWon(best, next, perSample);
    if (part == core::StepPart::Total)
        return (waiting ? Words::tr("%1 is the fastest so far: %2 less time than %3.")
                        : Words::tr("%1 is the fastest of those that fit: %2 less time than %3."))
            .arg(winner.name, percent, behind->name);
    return (waiting ? Words::tr("%1 is the fastest so far: %2 less time than %3, most of it %4 (%5 instead "
                                "of %6).",
                                "%4 is a part of the step")
                    : Words::tr("%1 is the fastest of those that fit: %2 less time than %3, most of it %4 "
                                "(%5 instead of %6).",
                                "%4 is a part of the step"))
        .arg(winner.name, percent, behind->name, stepPartName(part),
             time(comparedSeconds(best, part, perSample)), time(comparedSeconds(next, part, perSample)));
}

} // namespace shardscope::app
