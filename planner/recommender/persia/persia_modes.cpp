// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/persia_modes.h"

#include "core/base/check.h"

#include <algorithm>
#include <numeric>

namespace shardscope::planner {

namespace {

constexpr std::array kOrder{PersiaStage::Get, PersiaStage::Dense, PersiaStage::AllReduce, PersiaStage::Put};

std::size_t index(PersiaStage stage) { return static_cast<std::size_t>(stage); }

/// Stages that never run beside others suffer no contention.
bool overlaps(PersiaMode mode, std::int64_t staleness)
{
    return mode != PersiaMode::FullSync && staleness > 1;
}

core::Seconds lengthOf(const PersiaStages& stages, PersiaStage stage, PersiaMode mode, std::int64_t staleness)
{
    const bool beside = overlaps(mode, staleness);
    switch (stage) {
    case PersiaStage::Get: return (beside ? stages.getContention : 1) * stages.get;
    case PersiaStage::Dense: return (beside ? stages.denseContention : 1) * stages.dense;
    case PersiaStage::AllReduce: return mode == PersiaMode::FullAsync ? core::Seconds{0} : stages.allReduce;
    case PersiaStage::Put: return (beside ? stages.putContention : 1) * stages.put;
    }
    return {};
}

} // namespace

std::vector<PersiaRule> persiaRules(PersiaMode mode, std::int64_t staleness, PersiaWorkers workers)
{
    SHARDSCOPE_CHECK(staleness >= 1);
    // Every batch in order, and every resource as many batches at a time as it has workers.
    std::vector<PersiaRule> rules{
        {PersiaStage::Dense, PersiaStage::Get, 0},        {PersiaStage::AllReduce, PersiaStage::Dense, 0},
        {PersiaStage::Put, PersiaStage::AllReduce, 0},    {PersiaStage::Get, PersiaStage::Get, workers.get},
        {PersiaStage::Dense, PersiaStage::Dense, 1},      {PersiaStage::AllReduce, PersiaStage::AllReduce, 1},
        {PersiaStage::Put, PersiaStage::Put, workers.put}};
    // The next dense step needs the reduced gradients, unless the dense part is asynchronous too.
    if (mode != PersiaMode::FullAsync)
        rules.push_back({PersiaStage::Dense, PersiaStage::AllReduce, 1});
    if (mode == PersiaMode::NaiveHybrid)
        rules.push_back(
            {PersiaStage::Get, PersiaStage::AllReduce, 1}); // looks up only when the network is free again
    rules.push_back({PersiaStage::Get, PersiaStage::Put, mode == PersiaMode::FullSync ? 1 : staleness});
    return rules;
}

std::int64_t steadyBurst(std::int64_t staleness, PersiaWorkers workers)
{
    return std::lcm(std::lcm(workers.get, workers.put), staleness);
}

PersiaTimeline persiaTimeline(const PersiaStages& stages, PersiaMode mode, std::int64_t staleness,
                              std::int64_t batches, PersiaWorkers workers)
{
    const std::vector<PersiaRule> rules = persiaRules(mode, staleness, workers);
    std::vector<std::array<core::Seconds, kOrder.size()>> ends(static_cast<std::size_t>(batches));
    PersiaTimeline timeline;
    for (std::int64_t batch = 0; batch < batches; ++batch) {
        for (const PersiaStage stage : kOrder) {
            core::Seconds begin;
            for (const PersiaRule& rule : rules)
                if (rule.stage == stage && batch >= rule.batchesBack)
                    begin = std::max(
                        begin, ends[static_cast<std::size_t>(batch - rule.batchesBack)][index(rule.after)]);
            const core::Seconds end = begin + lengthOf(stages, stage, mode, staleness);
            ends[static_cast<std::size_t>(batch)][index(stage)] = end;
            timeline.spans.push_back({stage, batch, begin, end});
        }
    }
    for (std::int64_t batch = 0; batch < batches; ++batch) {
        const core::Seconds looked = timeline.spans[static_cast<std::size_t>(batch) * kOrder.size()].begin;
        std::int64_t pending = 0;
        for (std::int64_t earlier = batch - 1;
             earlier >= 0 && ends[static_cast<std::size_t>(earlier)][index(PersiaStage::Put)] > looked;
             --earlier)
            ++pending;
        timeline.staleness.push_back(pending);
    }
    if (batches > 1) {
        // Workers and the cap let batches through in bursts: a whole number of them is averaged.
        const std::int64_t burst = steadyBurst(staleness, workers);
        const std::int64_t half = std::max<std::int64_t>(1, batches / 2);
        const std::size_t span = static_cast<std::size_t>(burst <= half ? half / burst * burst : half);
        const std::size_t last = static_cast<std::size_t>(batches) - 1;
        timeline.period =
            (ends[last][index(PersiaStage::AllReduce)] - ends[last - span][index(PersiaStage::AllReduce)]) /
            static_cast<double>(span);
    }
    return timeline;
}

/// PersiaML/tutorials @18ccf21, src/benchmark/index.md: hybrid below 0.1 % on open sets (below 0.001 % on
/// Kwai's), asynchronous 0.5 % to 1.0 %.
AccuracyGap accuracyGap(PersiaMode mode)
{
    switch (mode) {
    case PersiaMode::FullSync: return {};
    case PersiaMode::FullAsync: return {0.005, 0.01};
    case PersiaMode::NaiveHybrid:
    case PersiaMode::Persia: break;
    }
    return {0, 0.001};
}

} // namespace shardscope::planner
