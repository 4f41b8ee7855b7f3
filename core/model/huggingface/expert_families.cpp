// SPDX-License-Identifier: GPL-3.0-or-later
// The decoders with experts.
#include "core/model/huggingface/families.h"
#include "core/model/huggingface/sizes.h"

#include "core/model/expert_groups.h"

#include <algorithm>

namespace shardscope::core::huggingface {

namespace {

/// DeepSeek-V2's smaller models name a rule that knows no groups.
void readRoutingGroups(SpecReader& config, Transformer& model)
{
    if (config.textOr("topk_method", {}) != "greedy")
        readExpertGroups(config, model, "n_group", "topk_group");
}

} // namespace

Transformer readQwen3Moe(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Qwen3Moe, 0);
    readAttentionBias(config, model, false);
    model.queryKeyNorm = true;
    // transformers 5 writes the number of experts as num_local_experts.
    readExperts(config, model, config.has("num_experts") ? "num_experts" : "num_local_experts", true);
    model.expertStep = config.wholeOr("decoder_sparse_step", 1, kLayerRange);
    model.denseLayers = config.wholesOr("mlp_only_layers", {0, kLayerRange.highest});
    std::ranges::sort(model.denseLayers);
    return model;
}

Transformer readMixtral(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Mixtral, 0);
    readExperts(config, model, "num_local_experts", false);
    return model;
}

/// Leaves out the multi-token prediction module (num_nextn_predict_layers): transformers does not build it
/// either.
Transformer readDeepseekV3(SpecReader& config)
{
    Transformer model = readDecoder(config, TransformerFamily::DeepseekV3);
    readAttentionBias(config, model, false);
    model.queryRank = config.wholeOr("q_lora_rank", 0, kWidthRange);
    model.keyValueRank = config.whole("kv_lora_rank", kWidthRange);
    model.ropeHeadDim = config.whole("qk_rope_head_dim", kHeadDimRange);
    model.headDim = config.whole("qk_nope_head_dim", kHeadDimRange) + model.ropeHeadDim;
    model.valueHeadDim = config.whole("v_head_dim", kHeadDimRange);
    // Some copies of the file spell these two num_routed_experts and num_shared_experts.
    const bool respelled = !config.has("n_routed_experts") && config.has("num_routed_experts");
    readExperts(config, model, respelled ? "num_routed_experts" : "n_routed_experts", true);
    const bool respelledShared = !config.has("n_shared_experts") && config.has("num_shared_experts");
    model.sharedExperts = config.wholeOr(respelledShared ? "num_shared_experts" : "n_shared_experts", 0,
                                         {0, kExpertRange.highest});
    model.leadingDenseLayers = config.wholeOr("first_k_dense_replace", 0, {0, kLayerRange.highest});
    model.expertStep = config.wholeOr("moe_layer_freq", 1, kLayerRange);
    readRoutingGroups(config, model);
    return model;
}

/// DeepSeek-V3 whose queries choose their keys.
Transformer readDeepseekV32(SpecReader& config)
{
    Transformer model = readDeepseekV3(config);
    model.family = TransformerFamily::DeepseekV32;
    model.queryRank = config.whole("q_lora_rank", kWidthRange); // which its indexer reads
    model.indexer = {config.whole("index_n_heads", kHeadRange), config.whole("index_head_dim", kHeadDimRange),
                     config.whole("index_topk", kSequenceRange)};
    return model;
}

/// gpt-oss (arXiv:2508.10925, section 2): biases everywhere, also in router and experts, a learned sink a
/// head, a window in every second layer. Its weights are counted at their full width; MXFP4 is how they are
/// stored.
Transformer readGptOss(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::GptOss, 64);
    readAttentionBias(config, model, true);
    readExperts(config, model, "num_local_experts", false,
                config.has("num_experts_per_tok") ? "num_experts_per_tok" : "experts_per_token");
    model.expertBiases = true;
    model.attentionSinks = true;
    readLocalLayers(config, model, config.wholeOr("sliding_window", 128, kSequenceRange), 2);
    return model;
}

/// GLM-4.5 and 4.6 (arXiv:2508.06471, Table 1), without the multi-token prediction layer, as DeepSeek's.
Transformer readGlm4Moe(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Glm4Moe, 0);
    model.attentionBias = config.flagOr("attention_bias", false); // of q, k, v; the output has none
    model.queryKeyNorm = config.flagOr("use_qk_norm", false);
    model.rotaryFraction = config.numberOr("partial_rotary_factor", 0.5, 0, 1);
    readExperts(config, model, "n_routed_experts", true);
    model.sharedExperts = config.wholeOr("n_shared_experts", 1, {0, kExpertRange.highest});
    model.leadingDenseLayers = config.wholeOr("first_k_dense_replace", 1, {0, kLayerRange.highest});
    readRoutingGroups(config, model);
    return model;
}

/// The text part of Llama 4: a shared expert beside the routed ones, attention in chunks in three layers of
/// four. The norm of queries and keys has no parameters (modeling_llama4.py).
Transformer readLlama4(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Llama4, 128);
    readAttentionBias(config, model, false);
    readExperts(config, model, "num_local_experts", false);
    model.feedForward = config.wholeOr("intermediate_size_mlp", 16384, kFeedForwardRange);
    model.sharedExperts = 1;
    model.expertStep = config.wholeOr("interleave_moe_layer_step", 1, kLayerRange);
    readLocalLayers(config, model, config.wholeOr("attention_chunk_size", 8192, kSequenceRange), 4);
    model.local.chunked = true;
    return model;
}

/// Leaves out the multi-token prediction modules. The norms of queries and keys run over all heads together.
Transformer readMiniMaxM2(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::MiniMaxM2, 0);
    model.queryKeyNorm = config.flagOr("use_qk_norm", true);
    model.queryKeyNormWhole = model.queryKeyNorm;
    readExperts(config, model, "num_local_experts", false);
    return model;
}

} // namespace shardscope::core::huggingface
