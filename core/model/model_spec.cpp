// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model_spec.h"

#include "core/model/inventory.h"

#include <algorithm>

namespace shardscope::core {

std::string_view nameOf(TransformerFamily family)
{
    switch (family) {
    case TransformerFamily::Native: return "native";
    case TransformerFamily::Gpt2: return "gpt2";
    case TransformerFamily::Bert: return "bert";
    case TransformerFamily::Llama: return "llama";
    case TransformerFamily::Mistral: return "mistral";
    case TransformerFamily::Qwen2: return "qwen2";
    case TransformerFamily::Qwen3: return "qwen3";
    case TransformerFamily::Qwen3Moe: return "qwen3_moe";
    case TransformerFamily::Mixtral: return "mixtral";
    case TransformerFamily::DeepseekV3: return "deepseek_v3";
    case TransformerFamily::GptNeox: return "gpt_neox";
    case TransformerFamily::Opt: return "opt";
    case TransformerFamily::T5: return "t5";
    }
    return {};
}

bool Transformer::hasExperts(std::int64_t layer) const
{
    if (experts == 0 || layer < leadingDenseLayers)
        return false;
    // Qwen3-MoE counts its step from 1, DeepSeek from 0 (modeling_qwen3_moe.py; DeepSeek-V3's
    // modeling_deepseek.py).
    const std::int64_t counted = family == TransformerFamily::Qwen3Moe ? layer + 1 : layer;
    return counted % expertStep == 0 && !std::binary_search(denseLayers.begin(), denseLayers.end(), layer);
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

} // namespace shardscope::core
