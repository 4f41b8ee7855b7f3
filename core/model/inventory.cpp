// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/inventory_writer.h"

namespace shardscope::core {

std::vector<ParameterTensor> transformerTensors(const Transformer& model)
{
    switch (model.family) {
    case TransformerFamily::Native: return nativeTensors(model);
    case TransformerFamily::Gpt2: return gpt2Tensors(model);
    case TransformerFamily::Bert: return bertTensors(model);
    case TransformerFamily::GptNeox: return gptNeoxTensors(model);
    case TransformerFamily::Opt: return optTensors(model);
    case TransformerFamily::T5: return t5Tensors(model);
    case TransformerFamily::Llama:
    case TransformerFamily::Mistral:
    case TransformerFamily::Qwen2:
    case TransformerFamily::Qwen3:
    case TransformerFamily::Qwen3Moe:
    case TransformerFamily::Mixtral:
    case TransformerFamily::DeepseekV3:
    case TransformerFamily::DeepseekV32:
    case TransformerFamily::GptOss:
    case TransformerFamily::Glm4Moe:
    case TransformerFamily::Llama4:
    case TransformerFamily::MiniMax:
    case TransformerFamily::MiniMaxM2:
    case TransformerFamily::Gemma3:
    case TransformerFamily::Phi3:
    case TransformerFamily::Olmo2:
    case TransformerFamily::Olmo3:
    case TransformerFamily::Qwen3Next:
    case TransformerFamily::Qwen35Moe:
    case TransformerFamily::Qwen35: return llamaTensors(model);
    case TransformerFamily::NemotronH: return nemotronTensors(model);
    }
    return {};
}

} // namespace shardscope::core
