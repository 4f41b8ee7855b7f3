// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model_spec.h"

#include "core/model/inventory.h"

#include <algorithm>

namespace shardscope::core {

LayerParts Transformer::partsOf(std::int64_t layer) const
{
    if (hybrid())
        return parts[static_cast<std::size_t>(layer)];
    return {Mixer::Attention, hasExperts(layer) ? TokenPart::Experts : TokenPart::Dense};
}

Transformer Transformer::layerAlone(std::int64_t layer) const
{
    Transformer alone = *this;
    alone.layers = 1;
    alone.decoderLayers = layer >= layers - decoderLayers ? 1 : 0;
    alone.vocabularyHead = false;
    alone.leadingDenseLayers = 0;
    alone.denseLayers.clear();
    alone.expertStep = 1;
    if (hybrid())
        alone.parts.assign(1, partsOf(layer));
    else if (!hasExperts(layer))
        alone.experts = 0;
    return alone;
}

bool Transformer::hasExperts(std::int64_t layer) const
{
    if (hybrid())
        return partsOf(layer).tokens == TokenPart::Experts;
    if (experts == 0 || layer < leadingDenseLayers)
        return false;
    // Qwen3-MoE and Llama 4 count their step from 1, DeepSeek from 0 (modeling_qwen3_moe.py,
    // configuration_llama4.py; DeepSeek-V3's modeling_deepseek.py).
    const bool fromOne = family == TransformerFamily::Qwen3Moe || family == TransformerFamily::Llama4;
    const std::int64_t counted = fromOne ? layer + 1 : layer;
    return counted % expertStep == 0 && !std::ranges::binary_search(denseLayers, layer);
}

std::int64_t Transformer::usualSequence() const
{
    constexpr std::int64_t kPretraining = 8192;
    return learnedPositions ? maxSequence : std::min(maxSequence, kPretraining);
}

double Transformer::attendedShare(double tokens) const
{
    const bool chosen = indexer.heads > 0; // among all keys before it: as many as in a window of that size
    const auto window = static_cast<double>(chosen ? indexer.keys : local.window);
    if ((local.layers == 0 && !chosen) || window >= tokens)
        return 1;
    // Of s²/2 pairs before the diagonal a window keeps w·s - w²/2, and chunks keep s/w triangles of w²/2.
    const double part = window / tokens;
    const double seen = local.chunked ? part : 2 * part - part * part;
    const double share = chosen ? 1 : static_cast<double>(local.layers) / static_cast<double>(layers);
    return 1 - share * (1 - seen);
}

std::int64_t ParameterTensor::elements() const
{
    std::int64_t product = 1;
    for (const std::int64_t size : shape)
        product *= size;
    return product;
}

std::vector<ParameterTensor> parameterTensors(const ModelSpec& model)
{
    if (const LayerList* list = model.layerList())
        return layerTensors(*list);
    const Transformer* transformer = model.transformer();
    return transformer == nullptr ? std::vector<ParameterTensor>{} : transformerTensors(*transformer);
}

double parameterCount(const ModelSpec& model)
{
    if (const ParametersOnly* only = model.parametersOnly())
        return only->parameters;
    if (const Recommender* recommender = model.recommender())
        return recommender->embeddingParameters() + recommender->denseParameters();
    double sum = 0;
    for (const ParameterTensor& tensor : parameterTensors(model))
        sum += tensor.shared ? 0 : static_cast<double>(tensor.elements()) * static_cast<double>(tensor.count);
    return sum;
}

SHARDSCOPE_COPIES_OF(Transformer);
SHARDSCOPE_COPIES_OF(ModelSpec);

} // namespace shardscope::core
