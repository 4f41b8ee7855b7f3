// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/plan_space.h"

#include "core/plan/plan_file.h"
#include "planner/rules/rules.h"

#include <algorithm>
#include <numeric>

namespace shardscope::planner {
namespace {

void addBatch(const PlanSpace& space, std::int64_t replica, std::int64_t micro, std::int64_t local,
              std::vector<BatchChoice>& found)
{
    const BatchChoice choice{micro, local / micro, local * replica};
    if (choice.microBatches < 1 || !space.microBatch.holds(micro) ||
        !space.microBatches.holds(choice.microBatches) || !space.globalBatch.holds(choice.globalBatch))
        return;
    if (std::ranges::find(found, choice) == found.end())
        found.push_back(choice);
}

/// The largest multiple of \p unit, and of what batches must be a multiple of, that the range allows; 0:
/// none.
std::int64_t largestBatch(const PlanSpace& space, std::int64_t unit)
{
    const std::int64_t step = std::lcm(unit, space.batchMultiple.lowest);
    return space.globalBatch.highest / step * step;
}

} // namespace

bool opensPhases(const core::Plan& variant)
{
    return variant.schedule == core::Schedule::Phased && variant.phases == 0;
}

std::optional<PlanSpace> withLastMeans(const PlanSpace& space)
{
    if (space.lastVariants.empty() && space.lastOffloads.empty())
        return std::nullopt;
    PlanSpace wide = space;
    wide.variants.insert(wide.variants.end(), space.lastVariants.begin(), space.lastVariants.end());
    wide.offloads.insert(wide.offloads.end(), space.lastOffloads.begin(), space.lastOffloads.end());
    wide.lastVariants.clear();
    wide.lastOffloads.clear();
    return wide;
}

void keepOnDevice(PlanSpace& space)
{
    space.offloads.clear();
    space.lastOffloads.clear();
    const auto phased = [](const core::Plan& one) { return one.schedule == core::Schedule::Phased; };
    std::erase_if(space.lastVariants, phased);
    if (!std::ranges::all_of(space.variants, phased))
        std::erase_if(space.variants, phased);
}

std::vector<std::int64_t> divisorsOf(std::int64_t number)
{
    std::vector<std::int64_t> low;
    std::vector<std::int64_t> high;
    for (std::int64_t i = 1; i * i <= number; ++i) {
        if (number % i != 0)
            continue;
        low.push_back(i);
        if (i * i != number)
            high.push_back(number / i);
    }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

std::vector<BatchChoice> batchesOf(const PlanSpace& space, std::int64_t replica)
{
    std::vector<BatchChoice> found;
    const std::int64_t largest = largestBatch(space, replica);
    if (largest == 0)
        return found;
    if (space.globalBatch.single() && largest != space.globalBatch.lowest)
        return found;
    const std::int64_t local = largest / replica;
    for (const std::int64_t micro : divisorsOf(local))
        addBatch(space, replica, micro, local, found);
    if (!space.globalBatch.single()) {
        for (std::int64_t micro = 1; micro <= local; micro *= 2)
            addBatch(space, replica, micro, largestBatch(space, replica * micro) / replica, found);
    }
    std::ranges::sort(found, [](const BatchChoice& a, const BatchChoice& b) {
        return a.microBatch != b.microBatch ? a.microBatch < b.microBatch : a.globalBatch < b.globalBatch;
    });
    return found;
}

std::vector<std::vector<std::int64_t>> stageCutsOf(const PlanSpace& space, const core::Plan& variant,
                                                   const core::ModelSpec& model, std::int64_t pipeline)
{
    if (!variant.layersPerStage.empty())
        return {variant.layersPerStage};
    std::vector<std::vector<std::int64_t>> cuts{{}};
    const core::Transformer* shape =
        model.transformer(); // other layers are not alike: no such cut is special
    if (!space.unevenStages || pipeline < 2 || shape == nullptr || shape->decoderLayers > 0 ||
        variant.schedule == core::Schedule::Phased ||
        (space.runnableOnly && !canCut(variant, Cut::UnevenStages)))
        return cuts;
    std::vector<std::int64_t> even;
    for (std::int64_t i = 0; i < pipeline; ++i)
        even.push_back((i + 1) * shape->layers / pipeline - i * shape->layers / pipeline);
    constexpr std::int64_t kLess = 2;
    for (std::int64_t first = 0; first <= kLess; ++first) {
        for (std::int64_t last = 0; last <= kLess; ++last) {
            const std::int64_t whole = shape->layers + first + last;
            const std::int64_t each = whole / pipeline;
            if (whole % pipeline != 0 || each - std::max(first, last) < 1)
                continue;
            std::vector<std::int64_t> cut(static_cast<std::size_t>(pipeline), each);
            cut.front() -= first;
            cut.back() -= last;
            if (cut != even && std::ranges::find(cuts, cut) == cuts.end())
                cuts.push_back(std::move(cut));
        }
    }
    return cuts;
}

std::vector<core::Schedule> schedulesAsked(const PlanSpace& space, const core::Plan& variant)
{
    if (!space.schedules.empty())
        return space.schedules;
    const Set<core::Schedule> usual = factsOf(frameworkOf(variant)).can.usual;
    std::vector<core::Schedule> found;
    std::ranges::copy_if(core::valuesOf<core::Schedule>(), std::back_inserter(found),
                         [&](core::Schedule schedule) { return usual.has(schedule); });
    return found;
}

std::vector<ScheduleChoice> schedulesOf(const PlanSpace& space, const core::Plan& variant,
                                        std::int64_t layers, std::int64_t pipeline, std::int64_t microBatches)
{
    std::vector<ScheduleChoice> found;
    if (variant.schedule == core::Schedule::Phased) {
        if (space.virtualStages.holds(1))
            found.push_back({core::Schedule::Phased, 1});
        return found;
    }
    if (pipeline == 1) {
        if (space.virtualStages.holds(1))
            found.push_back({core::Schedule::OneForwardOneBackward, 1});
        return found;
    }
    core::Plan plan; // what runsSchedule reads
    plan.implementation = variant.implementation;
    plan.axes.pipeline = pipeline;
    plan.batch.microBatches = microBatches;
    for (const core::Schedule schedule : schedulesAsked(space, variant)) {
        plan.schedule = schedule;
        if (schedule == core::Schedule::Phased || (space.runnableOnly && !keepsRules(plan, Key::Schedule)))
            continue;
        if (core::foldsPipeline(schedule) && !variant.layersPerStage.empty())
            continue;
        if (schedule == core::Schedule::DualPipeV && microBatches < 2 * pipeline)
            continue; // it has no order then (schedules.h)
        if (schedule != core::Schedule::Interleaved) {
            if (space.virtualStages.holds(1))
                found.push_back({schedule, 1});
            continue;
        }
        if (layers % pipeline != 0 || !variant.layersPerStage.empty())
            continue;
        for (const std::int64_t chunks : divisorsOf(layers / pipeline)) {
            if (chunks > 1 && space.virtualStages.holds(chunks))
                found.push_back({schedule, chunks});
        }
    }
    return found;
}

std::vector<core::Sharding> shardingsOf(const PlanSpace& space, const core::Plan& variant,
                                        std::int64_t pipeline, std::int64_t replicas, std::int64_t near)
{
    std::vector<core::Sharding> candidates;
    if (!space.zeroStages.empty()) {
        for (const int stage : space.zeroStages)
            candidates.push_back(core::zeroSharding(stage, replicas));
    } else {
        const WholeRange any;
        const bool named =
            space.shardedWeights != any || space.shardedGradients != any || space.shardedOptimizer != any;
        std::vector<std::int64_t> degrees{1};
        const std::int64_t group = std::gcd(near, replicas);
        if (named)
            degrees = divisorsOf(replicas);
        else if (group > 1 && group < replicas)
            degrees.push_back(group);
        if (!named && replicas > 1)
            degrees.push_back(replicas);
        for (const std::int64_t weights : degrees) {
            for (const std::int64_t gradients : degrees) {
                for (const std::int64_t optimizer : degrees) {
                    if (weights <= gradients && gradients <= optimizer)
                        candidates.push_back({weights, gradients, optimizer});
                }
            }
        }
    }
    std::vector<core::Sharding> found;
    core::Plan plan; // what runsSharding reads
    plan.implementation = variant.implementation;
    plan.axes.pipeline = pipeline;
    plan.axes.replica = replicas;
    for (const core::Sharding& one : candidates) {
        plan.sharding = one;
        if (!space.shardedWeights.holds(one.weights) || !space.shardedGradients.holds(one.gradients) ||
            !space.shardedOptimizer.holds(one.optimizer) ||
            (space.runnableOnly && !keepsRules(plan, Key::Sharding)) ||
            std::ranges::find(found, one) != found.end())
            continue;
        found.push_back(one);
    }
    return found;
}

std::vector<std::int64_t> deviceCounts(const core::HardwareSpec& hardware, std::int64_t lowest,
                                       std::int64_t highest)
{
    std::vector<std::int64_t> counts;
    const std::int64_t node = std::max<std::int64_t>(1, hardware.devicesPerNode);
    const auto add = [&](std::int64_t count) {
        if (count >= lowest && count <= highest && (counts.empty() || counts.back() < count))
            counts.push_back(count);
    };
    for (std::int64_t count = 1; count < node; count *= 2)
        add(count);
    constexpr std::int64_t kFew = 64;
    const std::int64_t first = std::max<std::int64_t>(1, (lowest + node - 1) / node);
    const std::int64_t last = highest / node;
    if (last - first < kFew) {
        for (std::int64_t nodes = first; nodes <= last; ++nodes)
            add(nodes * node);
        return counts;
    }
    for (std::int64_t octave = 1; octave <= last; octave *= 2) {
        for (const std::int64_t quarter : {4, 5, 6, 7}) {
            if (octave * quarter % 4 == 0)
                add(octave * quarter / 4 * node);
        }
    }
    return counts;
}

} // namespace shardscope::planner
