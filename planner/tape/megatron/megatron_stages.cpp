// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tape/megatron/megatron_stages.h"

#include "planner/formula/layer_form.h"
#include "planner/formula/stages.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace shardscope::planner::tape {
namespace {

/// How many of a chunk's layers the rank of stage \p number runs again.
std::int64_t recomputedOfChunk(const core::Plan& plan, std::int64_t number, std::int64_t layers)
{
    if (plan.recompute != core::Recompute::Full)
        return 0;
    core::Plan one = plan; // a chunk by itself
    one.axes.virtualStages = 1;
    return recomputedLayers(one, {number, 0, layers, false, false});
}

/// Forwards before the first backward of the rank with \p chunks, and those that are ever in flight.
std::pair<std::int64_t, std::int64_t> inFlight(const core::Plan& plan,
                                               const std::vector<MegatronStage>& chunks)
{
    const std::int64_t all = plan.batch.microBatches;
    const std::int64_t behind = plan.axes.pipeline - chunks.front().number - 1;
    return plan.schedule == core::Schedule::Gpipe
               ? std::pair{all, all}
               : std::pair{std::min(all, behind), std::min(all, behind + 3)};
}

} // namespace

std::string layerName(std::int64_t number) { return "layer " + std::to_string(number); }

std::vector<MegatronStage> chunksOf(const core::Transformer& shape, const core::Plan& plan,
                                    std::int64_t number)
{
    const std::int64_t pipeline = plan.axes.pipeline;
    const std::int64_t virtualStages = plan.axes.virtualStages;
    std::vector<MegatronStage> chunks;
    if (virtualStages == 1) {
        const Stage stage = stagesOf(plan, shape.layers)[static_cast<std::size_t>(number)];
        chunks.push_back({number, stage.firstLayer, stage.layers, stage.first, stage.last,
                          recomputedOfChunk(plan, number, stage.layers)});
        return chunks;
    }
    std::int64_t next = 0;
    std::int64_t place = 0;
    for (const std::int64_t layers : chunkLayers(plan, shape.layers)) {
        if (place % pipeline == number)
            chunks.push_back({number, next, layers, place == 0, place == pipeline * virtualStages - 1,
                              recomputedOfChunk(plan, number, layers)});
        next += layers;
        ++place;
    }
    return chunks;
}

std::vector<std::int64_t> stagesToTrace(const core::Transformer& shape, const core::Plan& plan)
{
    using Kinds = std::vector<std::array<std::int64_t, LayerForm::kCount>>; // of each chunk
    const auto kindsOf = [&](const std::vector<MegatronStage>& chunks) {
        Kinds kinds;
        for (const MegatronStage& of : chunks) {
            auto& chunk = kinds.emplace_back();
            for (std::int64_t layer = of.firstLayer; layer < of.firstLayer + of.layers; ++layer)
                ++chunk[LayerForm{shape.partsOf(layer)}.index()];
        }
        return kinds;
    };
    std::vector<std::int64_t> wanted;
    std::vector<Kinds> known; // of stages that are not the first
    for (std::int64_t number = 0; number < plan.axes.pipeline; ++number) {
        const std::vector<MegatronStage> chunks = chunksOf(shape, plan, number);
        const Kinds own = kindsOf(chunks);
        const auto covers = [&](const Kinds& other) {
            return std::ranges::equal(other, own, [](const auto& more, const auto& less) {
                return std::ranges::equal(more, less, std::greater_equal<>());
            });
        };
        if (!chunks.front().first && !chunks.back().last && std::ranges::any_of(known, covers))
            continue;
        wanted.push_back(number);
        if (!chunks.front().first)
            known.push_back(own);
    }
    return wanted;
}

bool doTheSame(const core::Transformer& shape, const core::Plan& plan, const std::vector<MegatronStage>& a,
               const std::vector<MegatronStage>& b)
{
    if (a.front().number == b.front().number)
        return true;
    const MegatronStage& one = a.front();
    const MegatronStage& other = b.front();
    if (a.size() > 1 || b.size() > 1 || one.first != other.first || one.last != other.last ||
        one.layers != other.layers || one.recomputed != other.recomputed ||
        inFlight(plan, a) != inFlight(plan, b))
        return false;
    for (std::int64_t layer = 0; layer < one.layers; ++layer) {
        if (LayerForm{shape.partsOf(one.firstLayer + layer)}.index() !=
                LayerForm{shape.partsOf(other.firstLayer + layer)}.index() ||
            shape.hasExperts(one.firstLayer + layer) != shape.hasExperts(other.firstLayer + layer))
            return false;
    }
    return true;
}

core::MemoryTrace ofStage(core::MemoryTrace trace, const MegatronStage& from, const MegatronStage& to)
{
    const auto renamed = [&](std::string& name) {
        for (std::int64_t layer = 0; layer < from.layers; ++layer) {
            if (name == layerName(from.firstLayer + layer)) {
                name = layerName(to.firstLayer + layer);
                return;
            }
        }
    };
    std::ranges::for_each(trace.modules, renamed);
    renamed(trace.shortage.module);
    trace.rankClass = "stage " + std::to_string(to.number);
    return trace;
}

} // namespace shardscope::planner::tape
