// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tape/megatron/megatron_parameters.h"

#include "core/base/rounded_up.h"

namespace shardscope::planner::tape {
namespace {

std::int64_t normSize(const core::Transformer& shape, std::int64_t width)
{
    return (shape.norm == core::NormKind::LayerNorm ? 2 : 1) * width;
}

std::int64_t groupedQueryParameters(const core::Transformer& shape, std::int64_t t)
{
    const std::int64_t fused = shape.queryWidth() + 2 * shape.keyValueWidth();
    std::int64_t count = shape.hidden * fused / t + shape.queryWidth() * shape.hidden / t;
    if (shape.attentionBias)
        count += fused / t;
    if (shape.outputBias)
        count += shape.hidden;
    return count;
}

/// The low-rank projections and their norms are whole on every rank.
std::int64_t latentParameters(const core::Transformer& shape, std::int64_t t)
{
    const std::int64_t rank = shape.keyValueRank;
    const std::int64_t outputs = shape.heads * (shape.headDim - shape.ropeHeadDim + shape.valueHeadDim);
    std::int64_t count = shape.hidden * (rank + shape.ropeHeadDim) + normSize(shape, rank) +
                         rank * outputs / t + shape.heads * shape.valueHeadDim * shape.hidden / t;
    const std::int64_t queries = shape.queryWidth() / t;
    count += shape.queryRank > 0 ? shape.hidden * shape.queryRank + normSize(shape, shape.queryRank) +
                                       shape.queryRank * queries
                                 : shape.hidden * queries;
    return count;
}

std::int64_t feedForwardParameters(const core::Transformer& shape, std::int64_t width, std::int64_t t,
                                   bool bias)
{
    const std::int64_t wide = (core::isGated(shape.activation) ? 2 : 1) * width / t;
    return shape.hidden * wide + width / t * shape.hidden + (bias ? wide + shape.hidden : 0);
}

} // namespace

std::int64_t paddedVocabulary(const core::Transformer& shape, std::int64_t tensor)
{
    constexpr std::int64_t kMultiple = 128;
    return core::roundedUp(shape.vocabulary, kMultiple * tensor) / tensor;
}

MegatronParameters megatronParameters(const core::Transformer& shape, const core::Axes& axes,
                                      const MegatronStage& stage)
{
    const std::int64_t t = axes.tensor;
    const std::int64_t h = shape.hidden;
    MegatronParameters all;
    const std::int64_t attention =
        shape.keyValueRank > 0 ? latentParameters(shape, t) : groupedQueryParameters(shape, t);
    for (std::int64_t layer = stage.firstLayer; layer < stage.firstLayer + stage.layers; ++layer) {
        all.dense += attention + 2 * normSize(shape, h);
        if (!shape.hasExperts(layer)) {
            all.dense += feedForwardParameters(shape, shape.feedForward, t, shape.bias);
            continue;
        }
        all.dense += shape.experts * h; // router
        if (shape.sharedExperts > 0)
            all.dense +=
                feedForwardParameters(shape, shape.sharedExperts * shape.expertFeedForward, t, shape.bias);
        all.experts += shape.experts / axes.expert *
                       feedForwardParameters(shape, shape.expertFeedForward, axes.expertSlices(), shape.bias);
    }
    const std::int64_t vocabulary = paddedVocabulary(shape, t);
    if (stage.first)
        all.dense += vocabulary * h + (shape.learnedPositions ? shape.maxSequence * h : 0);
    if (stage.last) {
        all.dense += shape.finalNorm ? normSize(shape, h) : 0;
        if (!shape.tiedEmbeddings || !stage.first)
            all.dense += vocabulary * h;
        all.dense += shape.predictions * (3 * normSize(shape, h) + 2 * h * h / t);
        if (shape.predictions > 0 && !shape.tiedEmbeddings && !stage.first)
            all.dense += vocabulary * h; // its modules' own copy of the embedding
    }
    return all;
}

} // namespace shardscope::planner::tape
