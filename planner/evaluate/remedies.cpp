// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/remedies.h"

#include "core/plan/fit_verdict.h"
#include "core/plan/plan_fields.h"
#include "planner/parallelism/parallelism.h"
#include "planner/rules/rules.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <string_view>

namespace shardscope::planner {
namespace {

using core::Evaluation;
using core::Remedy;
using core::Violation;

/// A change that was tried, with what it came to.
struct Tried {
    Change change;
    Evaluation result;
};

/// The keys of a plan that a change's name and arguments tell of.
struct Told {
    std::string_view change;
    std::initializer_list<std::string_view> keys;
};

const Told kTold[] = {
    {"recompute_selective", {"/recompute"}},
    {"recompute_part", {"/recompute"}},
    {"recompute_full", {"/recompute"}},
    {"recompute_all_layers", {"/recompute_layers"}},
    {"partitioned_activations", {"/partitioned_activations"}},
    {"zero_1", {"/sharding/optimizer"}},
    {"zero_2", {"/sharding/optimizer", "/sharding/gradients"}},
    {"zero_3", {"/sharding/optimizer", "/sharding/gradients", "/sharding/weights"}},
    {"phased_execution",
     {"/phases", "/schedule", "/phase_source", "/residency/weights", "/residency/gradients",
      "/residency/optimizer", "/residency/activations"}},
    {"pipeline", {"/parallel/pipeline", "/parallel/replica"}},
    {"context", {"/parallel/context", "/parallel/replica"}},
    {"expert", {"/parallel/expert"}},
    {"tensor", {"/parallel/tensor", "/parallel/replica"}},
    {"replica", {"/parallel/replica"}},
    {"sequence_parallel", {"/parallel/sequence_parallel"}},
    {"micro_batch", {"/batch/micro_batch"}},
    {"flash_attention", {"/attention"}},
    {"offload_optimizer", {"/residency/optimizer"}},
    {"offload_weights", {"/residency/weights"}},
    {"offload_gradients", {"/residency/gradients"}},
    {"offload_activations", {"/residency/activations"}},
};

bool tells(std::string_view change, std::string_view key)
{
    return std::any_of(std::begin(kTold), std::end(kTold), [&](const Told& told) {
        return told.change == change && std::ranges::find(told.keys, key) != told.keys.end();
    });
}

/// The value in a plan file's words; a list that is not set by hand is even.
std::string wordsOf(const core::FieldValue& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return std::to_string(*number);
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    if (const auto* word = std::get_if<std::string>(&value))
        return *word;
    return "even";
}

/// What the changes called \p names make of \p from beyond their own keys: one part a key ("plan_key", called
/// as its option is).
std::vector<Remedy> takenAlong(const core::Plan& from, const core::Plan& made,
                               const std::vector<std::string_view>& names)
{
    std::vector<Remedy> along;
    for (const core::PlanField& field : core::planFields()) {
        const core::FieldValue value = field.get(made);
        const bool told =
            std::ranges::any_of(names, [&](std::string_view name) { return tells(name, field.key.pointer); });
        if (!told && value != field.get(from))
            along.push_back({"plan_key",
                             {field.key.alias.empty() ? field.key.option : field.key.alias, wordsOf(value)},
                             {},
                             false});
    }
    return along;
}

/// Splits a change that takes others along: first the change itself, then what it takes along.
std::vector<Remedy> partsOf(const core::Plan& from, const Change& change)
{
    std::vector<Remedy> parts = takenAlong(from, change.plan, {change.key});
    if (!parts.empty())
        parts.insert(parts.begin(), {change.key, change.args, {}, false});
    return parts;
}

/// How far a plan is from fitting: bytes beyond capacity over capacity, summed over tiers at their fullest
/// class.
double excess(const Evaluation& evaluation)
{
    double sum = 0;
    for (const Violation& violation : evaluation.verdict.violations)
        sum = std::max(sum, violation.have > 0 ? violation.need / violation.have
                                               : std::numeric_limits<double>::max());
    return sum;
}

double stepSeconds(const Evaluation& evaluation)
{
    const auto* total = evaluation.step.find(core::StepPart::Total);
    return total == evaluation.step.end() ? 0 : total->second.seconds.value();
}

/// Fewer replicas where the plan needs more devices than there are.
void fewerReplicas(const Evaluation& evaluation, std::vector<Change>& changes)
{
    const core::Plan& plan = evaluation.plan;
    if (!evaluation.available || evaluation.devices <= *evaluation.available)
        return;
    const std::int64_t one = plan.axes.tensor * plan.axes.pipeline * plan.axes.context;
    const std::int64_t most = *evaluation.available / one;
    if (most < 1)
        return;
    core::Plan fewer = plan;
    fewer.axes.replica = most;
    const std::int64_t replicas = fewer.axes.replicas();
    fewer.sharding = {std::gcd(plan.sharding.weights, replicas), std::gcd(plan.sharding.gradients, replicas),
                      std::gcd(plan.sharding.optimizer, replicas)};
    fewer.batch.globalBatch = fewer.batch.microBatch * fewer.batch.microBatches * most;
    changes.push_back({"replica", {std::to_string(most)}, fewer});
}

std::vector<Tried> tryAll(const core::HardwareSpec& hardware, const Trial& trial, const Evaluation& from)
{
    std::vector<Change> changes;
    for (const Parallelism* parallelism : kParallelisms)
        parallelism->changes(from.plan, hardware, changes);
    fewerReplicas(from, changes);
    std::vector<Tried> tried;
    for (Change& change : changes) {
        if (!canRun(change.plan, hardware))
            continue;
        std::optional<Evaluation> result = trial(change.plan);
        // What asks for more devices than there are helps nobody.
        const bool tooMany = result && result->available && result->devices > *result->available &&
                             result->devices > from.devices;
        if (result && !tooMany)
            tried.push_back({std::move(change), std::move(*result)});
    }
    return tried;
}

/// The nearest plan that the framework of \p plan can run; none where that cannot be laid out either.
std::optional<Tried> asFrameworkRuns(const core::HardwareSpec& hardware, const Trial& trial,
                                     const core::Plan& plan)
{
    core::Plan near = runnableNear(plan, hardware);
    std::optional<Evaluation> result = canRun(near, hardware) ? trial(near) : std::nullopt;
    if (!result)
        return std::nullopt;
    return Tried{{"runnable", {std::string(core::nameOf(frameworkOf(plan, hardware)))}, std::move(near)},
                 std::move(*result)};
}

/// Peak of \p tier on the class that stands for \p rankClass: the same one, or the fullest where classes
/// changed.
core::Bytes peakOf(const Evaluation& evaluation, core::Tier tier, std::size_t rankClass,
                   std::size_t classesBefore)
{
    const core::MemoryBreakdown& memory = evaluation.memory;
    const std::size_t wanted = memory.classes.size() == classesBefore ? rankClass : memory.fullest(tier);
    for (const core::TierUse& use : memory.tiers) {
        if (use.tier == tier && use.rankClass == wanted)
            return use.peak;
    }
    return core::Bytes{0};
}

/// Of several changes of a kind (2, 4, 8 stages) keeps the closest that suffices, else the best saver.
void keepOneOfAKind(std::vector<Remedy>& remedies, Remedy remedy)
{
    const auto same = std::ranges::find(remedies, remedy.key, &Remedy::key);
    if (same == remedies.end())
        remedies.push_back(std::move(remedy));
    else if (!same->suffices && (remedy.suffices || same->saved < remedy.saved))
        *same = std::move(remedy);
}

/// Puts those that suffice first, then those on no more than \p devices.
void rank(std::vector<Remedy>& remedies, std::int64_t devices)
{
    const auto more = [&](const Remedy& remedy) { return remedy.after->devices > devices; };
    std::ranges::stable_sort(remedies, [&](const Remedy& a, const Remedy& b) {
        if (a.suffices != b.suffices)
            return a.suffices;
        if (more(a) != more(b))
            return more(b);
        if (a.suffices && a.after->step != b.after->step)
            return a.after->step < b.after->step;
        return b.saved < a.saved;
    });
}

/// The change that brings the plan closest to fitting, again and again, until it fits; none that needs more
/// than \p devices.
std::optional<std::vector<Tried>> chainThatSuffices(const core::HardwareSpec& hardware, const Trial& trial,
                                                    std::vector<Tried> first, double excessNow,
                                                    std::int64_t devices)
{
    constexpr int kLongest = 6;
    std::vector<Tried> chain;
    for (std::vector<Tried> options = std::move(first); static_cast<int>(chain.size()) < kLongest;) {
        std::erase_if(options, [&](const Tried& one) { return one.result.devices > devices; });
        const auto best = std::ranges::min_element(options, [](const Tried& a, const Tried& b) {
            const bool fitsA = a.result.verdict.feasible();
            const bool fitsB = b.result.verdict.feasible();
            return fitsA != fitsB ? fitsA
                   : fitsA        ? stepSeconds(a.result) < stepSeconds(b.result)
                                  : excess(a.result) < excess(b.result);
        });
        if (best == options.end() || excess(best->result) >= excessNow)
            return std::nullopt;
        excessNow = excess(best->result);
        chain.push_back(std::move(*best));
        if (chain.back().result.verdict.feasible())
            return chain;
        options = tryAll(hardware, trial, chain.back().result);
    }
    return std::nullopt;
}

/// Several changes that suffice together where none does alone: on as many devices, else on any number.
std::optional<std::vector<Tried>> chainFor(const core::HardwareSpec& hardware, const Trial& trial,
                                           const std::vector<Tried>& tried, const Evaluation& from)
{
    const auto enough = [&](std::int64_t devices) {
        return std::ranges::any_of(tried, [&](const Tried& one) {
            return one.result.verdict.feasible() && one.result.devices <= devices;
        });
    };
    if (enough(from.devices))
        return std::nullopt;
    if (auto chain = chainThatSuffices(hardware, trial, tried, excess(from), from.devices))
        return chain;
    constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
    return enough(kAny) ? std::nullopt : chainThatSuffices(hardware, trial, tried, excess(from), kAny);
}

/// One remedy of several steps; a later step of a kind replaces an earlier one, and each tells what came of
/// it in the end.
Remedy combined(const core::Plan& from, const std::vector<Tried>& chain)
{
    Remedy all;
    all.key = "combination";
    all.suffices = true;
    all.plan = std::make_shared<const core::Plan>(chain.back().change.plan);
    all.after = core::outcomeOf(chain.back().result);
    for (const Tried& step : chain) {
        const auto same = std::ranges::find(all.together, step.change.key, &Remedy::key);
        if (same != all.together.end())
            same->args = step.change.args;
        else
            all.together.push_back({step.change.key, step.change.args, {}, false});
    }
    const core::Axes& axes = all.plan->axes;
    const std::string replicas = std::to_string(axes.replica);
    std::vector<std::string_view> names;
    for (Remedy& part : all.together) {
        names.push_back(part.key);
        if (part.key == "tensor")
            part.args = {std::to_string(axes.tensor), replicas};
        else if (part.key == "pipeline")
            part.args = {std::to_string(axes.pipeline), replicas};
        else if (part.key == "context")
            part.args = {std::to_string(axes.context), replicas};
        else if (part.key == "replica")
            part.args = {replicas};
    }
    const std::vector<Remedy> along = takenAlong(from, *all.plan, names);
    all.together.insert(all.together.end(), along.begin(), along.end());
    return all;
}

} // namespace

core::Verdict verdictOf(const Evaluation& evaluation)
{
    core::Verdict verdict;
    for (const core::TierUse& use : evaluation.memory.tiers) {
        const core::FitVerdict fit = core::fitVerdict(evaluation.memory, use);
        if (!fit.feasible())
            verdict.violations.push_back(
                {fit.fit == core::Fit::Fragmented ? "fragmentation" : "memory",
                 evaluation.memory.classes[use.rankClass].name + ' ' + std::string(core::nameOf(use.tier)),
                 fit.need.value(),
                 fit.capacity.value(),
                 core::kByte,
                 {}});
    }
    std::ranges::stable_sort(verdict.violations, [](const Violation& a, const Violation& b) {
        return a.need * b.have > b.need * a.have;
    });
    if (evaluation.available && evaluation.devices > *evaluation.available)
        verdict.violations.push_back({"devices",
                                      "devices",
                                      static_cast<double>(evaluation.devices),
                                      static_cast<double>(*evaluation.available),
                                      core::kNumber,
                                      {}});
    return verdict;
}

void addRemedies(const core::HardwareSpec& hardware, const Trial& trial, Evaluation& evaluation)
{
    if (evaluation.verdict.feasible())
        return;
    std::optional<Tried> base;
    if (!canRun(evaluation.plan, hardware)) {
        base = asFrameworkRuns(hardware, trial, evaluation.plan);
        if (!base)
            return;
    }
    const Evaluation& from = base ? base->result : evaluation;
    std::vector<Tried> tried = tryAll(hardware, trial, from);
    if (base)
        tried.insert(tried.begin(), *base);
    const std::optional<std::vector<Tried>> chain = chainFor(hardware, trial, tried, from);
    const core::MemoryBreakdown& memory = evaluation.memory;
    std::vector<std::string> answered;
    for (Violation& violation : evaluation.verdict.violations) {
        // The fullest class of a tier is listed first, and what helps it helps the others.
        const std::string tier = violation.where.substr(violation.where.rfind(' ') + 1);
        if (std::ranges::find(answered, tier) != answered.end())
            continue;
        answered.push_back(tier);
        const auto use = std::ranges::find_if(memory.tiers, [&](const core::TierUse& u) {
            return memory.classes[u.rankClass].name + ' ' + std::string(core::nameOf(u.tier)) ==
                   violation.where;
        });
        const auto savedBy = [&](const Evaluation& result) {
            return use == memory.tiers.end()
                       ? core::Bytes{0}
                       : use->peak - peakOf(result, use->tier, use->rankClass, memory.classes.size());
        };
        std::vector<Remedy>& remedies = violation.remedies;
        for (const Tried& option : tried) {
            const bool suffices = option.result.verdict.feasible();
            const core::Bytes saved = savedBy(option.result);
            // A change that saves less than a hundredth of the missing bytes is no remedy.
            if (suffices || saved.value() > 0.01 * (violation.need - violation.have))
                keepOneOfAKind(remedies, {option.change.key, option.change.args, saved, suffices,
                                          partsOf(evaluation.plan, option.change),
                                          std::make_shared<const core::Plan>(option.change.plan),
                                          core::outcomeOf(option.result)});
        }
        rank(remedies, evaluation.devices);
        if (chain) {
            Remedy all = combined(evaluation.plan, *chain);
            all.saved = savedBy(chain->back().result);
            remedies.insert(remedies.begin(), all);
        }
    }
}

} // namespace shardscope::planner
