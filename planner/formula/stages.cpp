// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/stages.h"

#include <algorithm>

namespace shardscope::planner {

namespace {

/// Spreads \p layers over \p parts as evenly as whole layers allow and returns how many part \p index gets.
std::int64_t evenPart(std::int64_t layers, std::int64_t parts, std::int64_t index)
{
    return (index + 1) * layers / parts - index * layers / parts;
}

/// How many of \p layers chunk \p index gets, if a folded pipeline spreads them over \p chunks as evenly as
/// whole layers allow. If that makes all alike, embedding and head stand for a layer each (arXiv:2401.10241,
/// section 5.1).
std::int64_t layersOfChunk(std::int64_t layers, std::int64_t chunks, std::int64_t index)
{
    if (chunks > 1 && layers % chunks != 0 && (layers + 2) % chunks == 0)
        return (layers + 2) / chunks - (index == 0 ? 1 : 0) - (index == chunks - 1 ? 1 : 0);
    return evenPart(layers, chunks, index);
}

std::int64_t layersOf(const core::Plan& plan, std::int64_t layers, std::int64_t stage)
{
    const std::int64_t p = plan.axes.pipeline;
    if (!plan.layersPerStage.empty())
        return plan.layersPerStage[static_cast<std::size_t>(stage)];
    if (core::foldsPipeline(plan.schedule))
        return layersOfChunk(layers, 2 * p, stage) + layersOfChunk(layers, 2 * p, 2 * p - 1 - stage);
    return evenPart(layers, p, stage);
}

} // namespace

std::vector<std::int64_t> chunkLayers(const core::Plan& plan, std::int64_t layers)
{
    const std::int64_t p = plan.axes.pipeline;
    const std::int64_t v = plan.axes.virtualStages;
    const std::vector<std::int64_t>& given = plan.layersPerStage;
    if (static_cast<std::int64_t>(given.size()) == p * v)
        return given;
    std::vector<std::int64_t> chunks;
    for (std::int64_t i = 0; i < p * v; ++i) {
        const std::int64_t ofStage =
            given.empty() ? evenPart(layers, p, i % p) : given[static_cast<std::size_t>(i % p)];
        chunks.push_back(evenPart(ofStage, v, i / p));
    }
    return chunks;
}

std::int64_t chunksOf(const core::Plan& plan)
{
    return core::foldsPipeline(plan.schedule) ? 2 : plan.axes.virtualStages;
}

std::vector<Stage> stagesOf(const core::Plan& plan, std::int64_t layers)
{
    const std::int64_t p = plan.axes.pipeline;
    std::vector<Stage> stages(static_cast<std::size_t>(p));
    std::int64_t next = 0;
    // More chunks than layers and ends are no plan's, but nobody has checked it yet.
    const bool interleaved = plan.axes.virtualStages > 1 && !core::foldsPipeline(plan.schedule) &&
                             p * plan.axes.virtualStages <= layers + 2;
    if (interleaved) {
        std::int64_t place = 0;
        for (const std::int64_t chunk : chunkLayers(plan, layers))
            stages[static_cast<std::size_t>(place++ % p)].layers += chunk;
    }
    for (std::int64_t i = 0; i < p; ++i) {
        Stage& stage = stages[static_cast<std::size_t>(i)];
        stage.index = i;
        stage.firstLayer = next;
        if (!interleaved)
            stage.layers = layersOf(plan, layers, i);
        stage.first = i == 0;
        stage.last = i == (core::foldsPipeline(plan.schedule) ? 0 : p - 1);
        next += stage.layers;
    }
    return stages;
}

std::int64_t recomputedLayers(const core::Plan& plan, const Stage& stage)
{
    if (plan.recomputeLayers.empty())
        return stage.layers;
    const std::size_t at = plan.recomputeLayers.size() == 1 ? 0 : static_cast<std::size_t>(stage.index);
    if (at >= plan.recomputeLayers.size())
        return stage.layers;
    // No product that could be too large: a chunk has no more layers than its stage.
    const std::int64_t each = std::min(plan.recomputeLayers[at], stage.layers);
    return std::min(stage.layers, each * chunksOf(plan));
}

std::int64_t offloadedLayers(const core::Plan& plan, const Stage& stage)
{
    const std::int64_t each = std::min(plan.offloadedLayers, stage.layers);
    return each == 0 ? stage.layers : std::min(stage.layers, each * chunksOf(plan));
}

double recomputedShare(const core::Plan& plan, const Stage& stage, core::Recompute::Part part)
{
    if (plan.phases > 0)
        return 1;
    const bool again = plan.recompute == core::Recompute::Full || plan.recompute.has(part);
    if (!again || stage.layers == 0)
        return 0;
    return static_cast<double>(recomputedLayers(plan, stage)) / static_cast<double>(stage.layers);
}

double keptShare(const core::Plan& plan, const Stage& stage)
{
    if (plan.keepWeightsAfterForward || stage.layers == 0)
        return plan.keepWeightsAfterForward ? 1 : 0;
    return static_cast<double>(std::min(plan.keptLayers, stage.layers)) / static_cast<double>(stage.layers);
}

} // namespace shardscope::planner
