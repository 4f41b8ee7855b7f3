// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/published/megatron_rows.h"

#include "app/session/published/bridge_recipes.h"
#include "core/units/plain_number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace shardscope::app::published {
namespace {

/// Turing-NLG's runs are of 2021 (arXiv:2201.11990): before FlashAttention (arXiv:2205.14135) and Megatron's
/// sequence parallelism and selective recompute (arXiv:2205.05198), which the other rows have.
bool beforeFlash(const Json& row) { return text(row, "model") == "MT-NLG-530B"; }

/// Chunks of a rank. Interleaved by the zero-bubble paper: as many as there can be, a layer each, of which
/// embedding and head stand for one (arXiv:2401.10241, section 5.1).
std::int64_t chunksOfRank(const Json& row, const Json& model)
{
    return text(row, "schedule") == "1F1B-I" ? (whole(model, "layers", 0) + 2) / degree(row, "p")
                                             : degree(row, "v");
}

/// The zero-bubble paper's stages, or chunks: embedding and head stand for a layer each (arXiv:2401.10241,
/// section 5.1, and its numbers of layers, two less than a multiple of the stages). Empty: even ones.
Json layersPerStage(const Json& row, const Json& model)
{
    const std::int64_t chunks = degree(row, "p") * chunksOfRank(row, model);
    const std::int64_t all = whole(model, "layers", 0) + 2;
    Json each = Json::array();
    if (text(row, "group") != "zb_paper" || text(row, "schedule") == "ZB-V" || all % chunks != 0)
        return each;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
        each.push_back(all / chunks - (chunk == 0 ? 1 : 0) - (chunk == chunks - 1 ? 1 : 0));
    return each;
}

/// The recipe of a row of Megatron-Bridge's: they dispatch with DeepEP or HybridEP
/// (scripts/performance/configs, moe_flex_dispatcher_backend). Those that drop tokens take Megatron-LM's
/// plain all-to-all (NVIDIA-NeMo/Megatron-Bridge, training/utils/moe_token_drop.py, apply_moe_token_drop),
/// gpt-oss's of 2025 name no other dispatcher (scripts/performance/configs/gpt_oss/workload_base_configs.py
/// of 25.11).
BridgeRecipe recipeOf(const Json& row)
{
    const std::string model = text(row, "model");
    const std::string release = text(row, "release"); // "26.04.01 NeMo Container"
    const auto number = core::parseNumber(release.substr(0, 5));
    BridgeRecipe recipe =
        bridgeRecipe(model, text(row, "system"), text(row, "precision"),
                     number ? static_cast<int>(std::lround(100 * *number)) : 0, degree(row, "p"));
    const bool plain = model.find("tokendrop") != std::string::npos || model.find("GPT OSS") == 0;
    if (recipe.dispatch.empty())
        recipe.dispatch = plain ? "all_to_all" : "once";
    return recipe;
}

/// Megatron-Bridge's fine-tuning: SQuAD's samples, packed; adapters of rank 16 beside what makes queries,
/// keys and values (NVIDIA-NeMo/Megatron-Bridge, src/megatron/bridge/recipes/utils/finetune_utils.py and
/// scripts/performance/configs/llama/llama3_llm_finetune.py). The samples' length follows from the rows' own
/// TFLOP/s: 278.9 GFLOP a token with adapters, of which attention has 0.7, and 16.1 in a sample of 4,096.
void fineTune(const Json& row, Json& plan)
{
    constexpr std::int64_t kSquadTokens = 190;
    const std::string section = row.contains("release") ? text(row, "section") : std::string();
    const bool adapters = section == "LoRA Performance";
    if (adapters || section == "SFT Performance")
        plan["batch"]["packed_length"] = kSquadTokens;
    if (adapters)
        plan["lora"] = {{"rank", 16}, {"targets", "query_key_value"}};
    // Grace's recipes for adapters have no virtual stages (scripts/performance/configs/llama,
    // llama3_workload_base_configs.py at 3dafb00, LLAMA3_70B_LORA_CONFIG_GB200_FP8_CS_V1), which
    // set_workload_base_configs writes over what there was; the tables' 20 are an H100's.
    if (adapters && text(row, "system").starts_with("DGX-GB")) {
        plan["parallel"]["virtual_stages"] = 1;
        plan["schedule"] = "1f1b";
    }
}

} // namespace

std::string formatOf(const Json& row)
{
    const std::string said = text(row, "precision");
    // Both train in 16 bits: the zero-bubble paper looks for INF and NAN before each step (arXiv:2401.10241,
    // section 4), Megatron-Turing NLG computed in bfloat16 (arXiv:2201.11990, section 3.2).
    const bool sixteen = text(row, "group") == "zb_paper" || text(row, "model") == "MT-NLG-530B";
    return said.empty() && sixteen ? "bf16" : said;
}

std::string scheduleOf(const Json& row)
{
    const std::string said = text(row, "schedule");
    if (said.empty())
        return whole(row, "v", 1) > 1 ? "interleaved" : "1f1b";
    if (said == "1F1B" || said == "1f1b")
        return "1f1b";
    static const std::map<std::string, std::string> kWords{{"1F1B-I", "interleaved"},
                                                           {"ZB-1p", "zero_bubble"},
                                                           {"ZB-2p", "zb2p"},
                                                           {"ZB-2p*", "zb2p"},
                                                           {"ZB-V", "zbv"}};
    const auto known = kWords.find(said);
    return known == kWords.end() ? std::string() : known->second;
}

Json megatronPlan(const Json& row, const Json& model)
{
    const std::int64_t tensor = degree(row, "t");
    const std::int64_t pipeline = degree(row, "p");
    const std::int64_t context = degree(row, "c");
    const std::int64_t replica = whole(row, "gpus", 0) / (tensor * pipeline * context);
    const std::int64_t micro = degree(row, "mbs");
    std::int64_t global = whole(row, "global_batch", 0);
    if (global == 0 && whole(row, "microbatches", 0) > 0)
        global = micro * whole(row, "microbatches", 0) * replica;
    if (global == 0) // a data-parallel rank's
        global = whole(row, "batch_per_dp", 0) * replica;
    // Experts that a tensor group cannot all hold divided are whole: Megatron-Bridge's recipes.
    const std::int64_t expertTensor = replica * context % std::max<std::int64_t>(1, degree(row, "ep")) != 0;
    const bool fsdp = whole(row, "fsdp", 0) > 1;
    const BridgeRecipe recipe = recipeOf(row);
    Json precision = mixedPrecision(formatOf(row));
    if (row.contains("release")) { // the recipes' grad_reduce_in_fp32 is off
        precision["gradients"] = "bf16";
        // fp8_param_gather (src/megatron/bridge/training/mixed_precision.py of Megatron-Bridge)
        if (precision.contains("compute") && precision["compute"] != "nvfp4")
            precision["weights"] = precision["compute"];
    }
    if (!recipe.attention.empty())
        precision["attention"] = recipe.attention;
    Json plan{{"parallel",
               {{"tensor", tensor},
                {"pipeline", pipeline},
                {"replica", replica},
                {"context", context},
                {"expert", degree(row, "ep")},
                {"expert_tensor", expertTensor},
                {"expert_dispatch", recipe.dispatch},
                {"expert_overlap", recipe.overlap},
                {"virtual_stages", chunksOfRank(row, model)},
                {"sequence_parallel", tensor > 1 && !beforeFlash(row)}}},
              {"batch",
               {{"micro_batch", micro}, {"global_batch", global}, {"sequence_length", whole(row, "seq", 0)}}},
              {"schedule", scheduleOf(row)},
              {"sharding", {{"zero_stage", fsdp ? 3 : 1}}},
              // Forward was done twice: 126 TFLOP/s a device (section 3.3) are four thirds of the model's.
              {"recompute", beforeFlash(row)          ? "full"
                            : row.contains("release") ? recipe.recompute
                                                      : "none"},
              {"attention", beforeFlash(row) ? "eager" : "flash"},
              {"precision", std::move(precision)},
              {"expert_kernels", recipe.expertKernels},
              {"cuda_graphs", recipe.graphs},
              {"implementation", "megatron"}};
    // Megatron-Bridge's recipes overlap what they can (docs/training/communication-overlap.md:
    // tp_comm_overlap with tensor groups; overlap_grad_reduce and overlap_param_gather with the distributed
    // optimizer), but for tensor groups' products in four bits (scripts/performance/configs/llama,
    // llama3_llm_pretrain.py and llama31_llm_pretrain.py: "tp_comm_overlap = False if precision == "nvfp4"").
    if (row.contains("release"))
        plan["options"] = {{"tp_comm_overlap", tensor > 1 && formatOf(row) != "NVFP4" ? "on" : "off"},
                           {"overlap_grad_reduce", "on"},
                           {"overlap_param_gather", "on"}};
    if (fsdp && recipe.offloadedLayers > 0) {
        plan["residency"] = {{"activations", "host"}};
        plan["offloaded_layers"] = recipe.offloadedLayers;
    }
    if (Json each = layersPerStage(row, model); !each.empty())
        plan["layers_per_stage"] = std::move(each);
    fineTune(row, plan);
    return plan;
}

} // namespace shardscope::app::published
