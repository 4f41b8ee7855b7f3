// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/published_runs.h"

#include "app/session/accuracy/bridge_recipes.h"
#include "core/base/phrase.h"
#include "core/io/json_tree.h"
#include "core/units/plain_number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;
using core::Value;

constexpr const char* kMlperfRecommender = "DLRM-DCNv2 (Criteo 1TB multi-hot, 204.2M x128 table rows)";

/// What the lists call machines and models, and the catalogue.
const std::map<std::string, std::string>& machineNames()
{
    static const std::map<std::string, std::string> names{
        {"DGX-H100", "dgx-h100"},
        {"H100-80GB", "dgx-h100"},
        {"h100_80gb", "dgx-h100"},
        {"DGX-B200", "b200-sxm-8"},
        {"DGX-B300", "b300-sxm-8"},
        {"DGX-GB200", "gb200-nvl72"},
        {"DGX-GB300", "gb300-nvl72"},
        {"A100-80GB", "dgx-a100-80g"},
        {"a100_80gb", "dgx-a100-80g"},
        {"A100-40GB", "dgx-a100-40g"},
        {"a100_40gb", "dgx-a100-40g"},
        {"MI300X", "mi300x-8"},
        {"MI355X", "mi355x-8"},
        {"NVIDIA A100-SXM4-80GB", "dgx-a100-80g"},
        {"NVIDIA H100-SXM5-80GB", "dgx-h100"},
        {"NVIDIA H200-SXM5-141GB", "dgx-h200"},
        {"NVIDIA Blackwell GPU (B200-SXM-180GB)", "b200-sxm-8"},
        {"NVIDIA Blackwell Ultra GPU (B300-SXM-270GB)", "b300-sxm-8"},
        {"NVIDIA Blackwell GPU (GB200)", "gb200-nvl72"}};
    return names;
}
const std::map<std::string, std::string>& modelNames()
{
    static const std::map<std::string, std::string> names{
        {"LLAMA3_8B", "llama-3-8b"},
        {"LLAMA3_70B", "llama-3-70b"},
        {"Qwen3_30B_a3B", "qwen3-30b-a3b"},
        {"DeepSeekV3", "deepseek-v3"},
        {"Kimi_K2", "kimi-k2"},
        {"Nemotron_3_Nano", "nemotron-3-nano-30b-a3b"},
        {"Nemotron_3_Super", "nemotron-3-super-120b-a12b-mtp"},
        {"Nemotron_3_Ultra", "nemotron-3-ultra-550b-a55b-mtp"},
        {"LLAMA3.1_405B", "llama-3.1-405b"},
        {"Llama-3.1-405B", "llama-3.1-405b"},
        {"GPT OSS 120B", "gpt-oss-120b"},
        {"Qwen3_235B_a22B", "qwen3-235b-a22b"},
        {"Qwen3_235B_a22B (tokendrop)", "qwen3-235b-a22b"},
        {"Qwen3-30B-A3B", "qwen3-30b-a3b"},
        {"DeepSeekV3 (dropless)", "deepseek-v3"},
        {"MT-NLG-530B", "megatron-529.6b"},
        {kMlperfRecommender, "dlrm-v2-mlperf"}};
    return names;
}

/// Layers, width and heads of models that are in no catalogue: llm-foundry's scripts/train/yamls/pretrain,
/// arXiv:2401.10241 Table 3.
struct Shape {
    const char* name;
    std::int64_t layers;
    std::int64_t hidden;
    std::int64_t heads;
};
constexpr std::array kShapes{
    Shape{"MPT-125m", 12, 768, 12},  Shape{"MPT-350m", 24, 1024, 16}, Shape{"MPT-760m", 24, 1536, 12},
    Shape{"MPT-1b", 24, 2048, 16},   Shape{"MPT-3b", 32, 2560, 20},   Shape{"MPT-7b", 32, 4096, 32},
    Shape{"MPT-13b", 40, 5120, 40},  Shape{"MPT-30b", 48, 7168, 56},  Shape{"MPT-70b", 80, 8192, 64},
    Shape{"GPT-1.5B", 22, 2304, 24}, Shape{"GPT-6.2B", 30, 4096, 32}, Shape{"GPT-14.6B", 46, 5120, 40},
    Shape{"GPT-28.3B", 62, 6144, 48}};

Json modelOf(const std::string& name)
{
    if (const auto known = modelNames().find(name); known != modelNames().end())
        return known->second;
    const auto shape = std::ranges::find_if(kShapes, [&](const Shape& one) { return name == one.name; });
    if (shape == kShapes.end())
        return {};
    const bool mpt = name.starts_with("MPT"); // ALiBi: no table of positions
    return {{"kind", "transformer"},
            {"name", name},
            {"layers", shape->layers},
            {"hidden", shape->hidden},
            {"heads", shape->heads},
            {"feed_forward", 4 * shape->hidden},
            {"vocabulary", mpt ? 50368 : 50304},
            {"max_sequence", 65536},
            {"activation", "gelu"},
            {"bias", !mpt},
            {"tied_embeddings", true},
            {"learned_positions", !mpt}};
}

std::int64_t whole(const Json& row, const char* key, std::int64_t missing)
{
    const auto found = row.find(key);
    constexpr double kMost = 1e15;
    if (found == row.end() || !found->is_number() || !(std::abs(found->get<double>()) < kMost))
        return missing;
    return static_cast<std::int64_t>(found->get<double>());
}
/// A degree or a count: at least 1.
std::int64_t degree(const Json& row, const char* key)
{
    return std::max<std::int64_t>(1, whole(row, key, 1));
}
bool flag(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_boolean() && found->get<bool>();
}
/// The tree of what we wrote.
Value valueOf(const Json& document)
{
    if (document.is_boolean())
        return Value::ofFlag(document.get<bool>());
    if (document.is_number_integer())
        return Value::ofInteger(document.get<std::int64_t>());
    if (document.is_number())
        return Value::ofReal(document.get<double>());
    if (document.is_string())
        return Value::ofText(document.get<std::string>());
    Value value = document.is_object()  ? Value::ofMembers({})
                  : document.is_array() ? Value::ofItems({})
                                        : Value{};
    for (const auto& [key, member] : document.items()) {
        if (document.is_object())
            value.members.emplace_back(key, valueOf(member));
        else
            value.items.push_back(valueOf(member));
    }
    return value;
}
double real(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_number() ? found->get<double>() : 0;
}
std::string text(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Json mixedPrecision(const std::string& said)
{
    Json precision{
        {"weights", "bf16"}, {"gradients", "fp32"}, {"master", "fp32"}, {"optimizer_state", "fp32"}};
    if (said.find("MX") != std::string::npos && said.find('/') == std::string::npos &&
        said.find('(') == std::string::npos)
        precision["compute"] = "mxfp8";
    else if (said.starts_with("FP8") || said.starts_with("fp8"))
        precision["compute"] = "fp8";
    else if (said == "NVFP4")
        precision["compute"] = "nvfp4";
    return precision;
}

/// Why a row cannot be planned.
core::Error lacks(const std::string& name, std::string why)
{
    return {core::ErrorCode::NotSupported, {name, std::move(why)}};
}

/// The schedule's word of ours; empty: one that plans do not know.
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

/// llm-foundry's: FSDP alone. "acc" micro-batches of "mbs" samples a device.
Json fsdpPlan(const Json& row)
{
    const std::int64_t devices = whole(row, "gpus", 0);
    const bool amp = text(row, "precision") == "amp_bf16"; // weights stay in 32 bits
    return {
        {"parallel", {{"replica", devices}}},
        {"batch",
         {{"micro_batch", whole(row, "mbs", 1)},
          {"micro_batches", whole(row, "acc", 1)},
          {"sequence_length", whole(row, "seq", 0)}}},
        {"sharding", {{"weights", devices}, {"gradients", devices}, {"optimizer", devices}}},
        {"recompute", flag(row, "recompute") ? "full" : "none"},
        {"attention", "flash"},
        {"precision", amp ? Json{{"weights", "fp32"},
                                 {"compute", "bf16"},
                                 {"gradients", "fp32"},
                                 {"optimizer_state", "fp32"}}
                          : Json{{"weights", "bf16"}, {"gradients", "bf16"}, {"optimizer_state", "bf16"}}},
        {"implementation", "fsdp2"}};
}

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

/// The recipe of a row of Megatron-Bridge's. Those that drop tokens take Megatron-LM's plain all-to-all
/// (NVIDIA-NeMo/Megatron-Bridge, training/utils/moe_token_drop.py, apply_moe_token_drop), gpt-oss's of 2025
/// name no other dispatcher (scripts/performance/configs/gpt_oss/workload_base_configs.py of 25.11).
BridgeRecipe recipeOf(const Json& row)
{
    const std::string model = text(row, "model");
    const std::string release = text(row, "release"); // "26.04.01 NeMo Container"
    const auto number = core::parseNumber(release.substr(0, 5));
    BridgeRecipe recipe =
        bridgeRecipe(model, text(row, "system"), text(row, "precision"),
                     number ? static_cast<int>(std::lround(100 * *number)) : 0, degree(row, "p"));
    const bool plain = model.find("tokendrop") != std::string::npos || model.find("GPT OSS") == 0;
    if (recipe.dispatch == "calibrated" && plain)
        recipe.dispatch = "all_to_all";
    return recipe;
}

/// Megatron's: t, p, c, ep, v, mbs and the global batch (or the micro-batches of a replica).
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
    Json precision = mixedPrecision(text(row, "precision"));
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
    if (fsdp && recipe.offloadedLayers > 0) {
        plan["residency"] = {{"activations", "host"}};
        plan["offloaded_layers"] = recipe.offloadedLayers;
    }
    if (Json each = layersPerStage(row, model); !each.empty())
        plan["layers_per_stage"] = std::move(each);
    return plan;
}

/// MLPerf's submissions train in 16 bits, embeddings on the wire too (mlcommons/training_results_v5.1,
/// NVIDIA/benchmarks/dlrm_dcnv2: HugeCTR with use_mixed_precision).
Json recommenderPlan(const Json& row)
{
    const std::int64_t devices = degree(row, "gpus");
    return {{"parallel", {{"replica", devices}}},
            {"batch", {{"micro_batch", std::max<std::int64_t>(1, whole(row, "global_batch", 0) / devices)}}},
            {"implementation", "hugectr"},
            {"precision", {{"compute", "fp16"}}},
            {"wire", {{"all_to_all_forward", "fp16"}, {"all_to_all_backward", "fp16"}}}};
}
bool ofRecommender(const Json& row) { return text(row, "model") == kMlperfRecommender; }

/// What keeps \p row from being planned.
std::optional<core::Error> problemOf(const Json& row, const std::string& name, const Json& model)
{
    using core::phrase;
    if (model.is_null())
        return lacks(name, phrase(W_("the model is not in the catalogue")));
    if (machineNames().count(text(row, row.contains("system") ? "system" : "hardware")) == 0)
        return lacks(name, phrase(W_("the machine is not in the catalogue")));
    if (ofRecommender(row))
        return {};
    if (row.contains("release") && row.contains("section") &&
        text(row, "section") != "Pre-Training Performance")
        return lacks(name, phrase(W_("it was no pre-training: its samples are packed")));
    const bool sharded = row.contains("sharding");
    if (!sharded && !row.contains("p"))
        return lacks(name, phrase(W_("it does not say how the work was divided")));
    if (whole(row, "global_batch", 0) == 0 && whole(row, "microbatches", 0) == 0 &&
        whole(row, "batch_per_dp", 0) == 0)
        return lacks(name, phrase(W_("it does not say how large the batch was")));
    if (whole(row, "seq", 0) == 0)
        return lacks(name, phrase(W_("it does not say how long the samples were")));
    if (!sharded && (scheduleOf(row).empty() || text(row, "framework") == "MegaScale"))
        return lacks(name, phrase(W_("its schedule is none of a plan's")));
    return {};
}

/// A row of a list with "conventions".
std::optional<PublishedRun> listed(const Json& row, std::size_t number)
{
    const std::string name = text(row, "model");
    const double tokens = real(row, "tok_s_gpu");
    const double devices = real(row, "gpus");
    const Json model = modelOf(name);
    PublishedRun run;
    run.problem = problemOf(row, name, model);
    const std::string machine = text(row, row.contains("system") ? "system" : "hardware");
    Json document{{"id", text(row, "group") + "-" + std::to_string(number + 1)},
                  {"group", text(row, "group")},
                  {"model", model.is_null() ? Json(name) : model},
                  {"hardware", machineNames().count(machine) > 0 ? machineNames().at(machine) : machine},
                  {"measured", Json::object()}};
    double step = real(row, "step_s");
    if (!run.problem) {
        document["plan"] = ofRecommender(row)         ? recommenderPlan(row)
                           : row.contains("sharding") ? fsdpPlan(row)
                                                      : megatronPlan(row, model);
        const Json& batch = document["plan"]["batch"];
        const double samples =
            batch.contains("global_batch")
                ? batch["global_batch"].get<double>()
                : batch["micro_batch"].get<double>() * batch.value("micro_batches", 1.0) * devices;
        if (step == 0 && tokens > 0)
            step = samples * real(row, "seq") / (tokens * devices);
    }
    if (step > 0)
        document["measured"]["step_seconds"] = step;
    else if (real(row, "tflops_gpu") > 0) // speeds without a length of the step
        document["measured"]["model_tflops_per_device"] = real(row, "tflops_gpu");
    else if (tokens > 0)
        document["measured"]["tokens_per_second_per_device"] = tokens;
    else
        return std::nullopt;
    run.document = valueOf(document);
    return run;
}

/// A row of nanotron's sweeps: model, nodes of 8, dp, pp, tp, ZeRO stage, micro-batch, accumulation, MFU, the
/// speed where the run ended, and the largest GiB of the allocator of rank 0, which is of the first stage
/// (huggingface/nanotron, helpers.py, create_table_log: torch.cuda.max_memory_allocated() / 1024**3;
/// log_throughput).
std::optional<PublishedRun> swept(const Json& models, const Json& row, std::size_t number)
{
    constexpr std::size_t kSpeed = 9;
    constexpr std::size_t kMemory = 10;
    constexpr double kDevicesPerNode = 8;
    constexpr std::int64_t kTokens = 4096;
    if (!row.is_array() || row.size() <= kSpeed || !row[0].is_string() || !models.is_object() ||
        !models.contains(row[0].get<std::string>()))
        return std::nullopt;
    const auto counted = [](const Json& cell) {
        constexpr std::int64_t kMost = 1'000'000;
        return cell.is_number_integer() && cell.get<std::int64_t>() >= 0 && cell.get<std::int64_t>() <= kMost;
    };
    if (!std::all_of(row.begin() + 1, row.begin() + 8, counted) || !row[kSpeed].is_number() ||
        !(row[kSpeed].get<double>() > 0))
        return std::nullopt;
    const std::string size = row[0];
    const Json& shape = models[size];
    const std::int64_t replica = row[2];
    const std::int64_t tensor = row[4];
    const std::int64_t samples = replica * row[6].get<std::int64_t>() * row[7].get<std::int64_t>();
    const double devices = kDevicesPerNode * row[1].get<double>();
    Json document{
        {"id", "nanotron-" + std::to_string(number + 1)},
        {"group", "nanotron-" + size + "-" + std::to_string(row[1].get<int>())},
        {"model",
         {{"kind", "transformer"},
          {"name", "nanotron-" + size},
          {"layers", whole(shape, "layers", 0)},
          {"hidden", whole(shape, "hidden", 0)},
          {"heads", whole(shape, "heads", 0)},
          {"kv_heads", whole(shape, "kv_heads", 0)},
          {"feed_forward", whole(shape, "intermediate", 0)},
          {"vocabulary", whole(shape, "vocab", 0)},
          {"max_sequence", 2 * kTokens},
          {"activation", "swiglu"},
          {"norm", "rms_norm"},
          {"bias", false},
          {"tied_embeddings", flag(shape, "tied")},
          {"learned_positions", false}}},
        {"hardware", "aws-p5"},
        {"plan",
         {{"parallel",
           {{"tensor", tensor},
            {"pipeline", row[3]},
            {"replica", replica},
            {"sequence_parallel", tensor > 1}}},
          {"batch", {{"micro_batch", row[6]}, {"micro_batches", row[7]}, {"sequence_length", kTokens}}},
          {"sharding", {{"zero_stage", row[5]}}},
          {"schedule", "1f1b"},
          {"recompute", "none"},
          {"attention", "flash"},
          {"precision", mixedPrecision({})},
          {"optimizer", "adamw"},
          {"dropout", false},
          {"implementation", "nanotron"}}},
        {"measured",
         {{"step_seconds", static_cast<double>(samples * kTokens) / (row[kSpeed].get<double>() * devices)}}}};
    if (row.size() > kMemory && row[kMemory].is_number()) {
        constexpr double kGibi = 1024.0 * 1024.0 * 1024.0;
        document["measured"]["first_stage_peak_bytes"] = row[kMemory].get<double>() * kGibi;
    }
    return PublishedRun{valueOf(document), {}};
}

/// Layers of each stage as Aleph Alpha's program divides them: embedding, layers, norm and head are modules
/// in a row, of which each stage has as many, and the first ones one more (Aleph-Alpha/scaling,
/// core/nn/parallel_module/pipeline_partitioning.py, pipe_partition_uniform).
Json uniformStages(std::int64_t layers, std::int64_t stages)
{
    constexpr std::int64_t kEnds = 3;
    const std::int64_t modules = layers + kEnds;
    Json counts = Json::array();
    std::int64_t begin = 0;
    for (std::int64_t stage = 0; stage < stages; ++stage) {
        const std::int64_t end = begin + modules / stages + (stage < modules % stages ? 1 : 0);
        counts.push_back(std::min(end, layers + 1) - std::clamp<std::int64_t>(begin, 1, layers + 1));
        begin = end;
    }
    return counts;
}

/// As Aleph Alpha trains: gradients in the weights' format and reduced whole in 32 bits, gathered inputs
/// kept, logits gathered (github.com/Aleph-Alpha/scaling: core/optimizer/parameter_group.py and allreduce.py,
/// core/nn/norm/rms_norm.py, core/nn/linear/column_parallel_linear.py).
Json sixteenBitGradients()
{
    Json precision = mixedPrecision({});
    precision["gradients"] = "bf16";
    return precision;
}

/// A row of Aleph Alpha's sweeps of LLaMA layouts (arXiv:2311.05610, sections 3 and 4: vocabulary of 128,000,
/// ZeRO-1, global batches of 2,048 samples of 2,048 tokens or 512 of 8,192): sheet, model, length, devices,
/// micro-batch, t, p, checkpointing, kernel, sequence parallelism, seconds of the step, MFU, failure.
std::optional<PublishedRun> laidOut(const Json& row, std::size_t number)
{
    constexpr std::size_t kStep = 10;
    constexpr std::size_t kFailure = 12;
    constexpr std::array kSizes{std::tuple{"13B", 40, 5120, 40, 13824},
                                std::tuple{"30B", 60, 6656, 52, 17920},
                                std::tuple{"65B", 80, 8192, 64, 22016}};
    if (!row.is_array() || row.size() <= kFailure || !row[1].is_string() || !row[7].is_string() ||
        !row[8].is_string())
        return std::nullopt;
    const auto size = std::ranges::find_if(
        kSizes, [&](const auto& one) { return row[1].get<std::string>() == std::get<0>(one); });
    const auto counted = [](const Json& cell) {
        constexpr std::int64_t kMost = 1'000'000;
        return cell.is_number_integer() && cell.get<std::int64_t>() >= 1 && cell.get<std::int64_t>() <= kMost;
    };
    const bool failed = row[kFailure].is_string();
    if (size == kSizes.end() || !std::all_of(row.begin() + 2, row.begin() + 7, counted) ||
        (failed && row[kFailure] != "OOM Error") || (!failed && !row[kStep].is_number()))
        return std::nullopt;
    const auto& [name, layers, hidden, heads, feedForward] = *size;
    const std::int64_t length = row[2];
    const std::int64_t devices = row[3];
    const std::int64_t tensor = row[5];
    const std::int64_t pipeline = row[6];
    constexpr std::int64_t kTokens = 2048LL * 2048;
    const std::string kernel = row[8];
    Json document{
        {"id", "aleph-alpha-" + std::to_string(number + 1)},
        {"group", "aleph-alpha-layouts"},
        {"model",
         {{"kind", "transformer"},
          {"name", std::string("llama-") + name},
          {"layers", layers},
          {"hidden", hidden},
          {"heads", heads},
          {"feed_forward", feedForward},
          {"vocabulary", 128000},
          {"max_sequence", 8192},
          {"activation", "swiglu"},
          {"norm", "rms_norm"},
          {"bias", false},
          {"tied_embeddings", false},
          {"learned_positions", false}}},
        {"hardware", "dgx-a100-80g"},
        {"plan",
         {{"parallel",
           {{"tensor", tensor},
            {"pipeline", pipeline},
            {"replica", std::max<std::int64_t>(1, devices / (tensor * pipeline))},
            {"sequence_parallel", row[9] == 1 && tensor > 1}}},
          {"batch",
           {{"micro_batch", row[4]}, {"global_batch", kTokens / length}, {"sequence_length", length}}},
          {"sharding", {{"zero_stage", 1}}},
          {"schedule", "1f1b"},
          {"recompute", row[7] == "disabled" ? "none" : "full"},
          {"norm_kernels", kernel.ends_with("RMS kernel") ? "fused" : "separate"},
          {"attention", kernel.starts_with("flash") ? "flash" : "eager"},
          {"precision", sixteenBitGradients()},
          {"gathered_inputs", "saved"},
          {"wire", {{"logits", "bf16"}, {"all_reduce", "fp32"}}},
          {"optimizer", "adamw"},
          {"dropout",
           true}, // as its example does (Aleph-Alpha/scaling, examples/transformer_example/config.yml)
          {"implementation", "megatron"}}},
        {"measured", {{"fits", failed ? 0 : 1}}}};
    if (pipeline > 1)
        document["plan"]["layers_per_stage"] = uniformStages(layers, pipeline);
    if (!failed)
        document["measured"]["step_seconds"] = row[kStep];
    return PublishedRun{valueOf(document), {}};
}

/// A row of a table of Megatron-Bridge (docs/performance-summary.md) under the names of a list with
/// "conventions"; "n/a" is no degree.
Json ofBridgeTable(const Json& cells)
{
    static const std::map<std::string, const char*> kNames{{"#-GPUs", "gpus"},
                                                           {"GBS", "global_batch"},
                                                           {"MBS", "mbs"},
                                                           {"Sequence Length", "seq"},
                                                           {"FSDP", "fsdp"},
                                                           {"TP", "t"},
                                                           {"PP", "p"},
                                                           {"CP", "c"},
                                                           {"VP", "v"},
                                                           {"EP", "ep"},
                                                           {"Tokens / sec / GPU", "tok_s_gpu"}};
    Json row{{"group", "mbridge_26"},
             {"model", text(cells, "model")},
             {"system", text(cells, "System")},
             {"release", text(cells, "release")},
             {"section", text(cells, "section")},
             {"precision", text(cells, "Precision")}};
    for (const auto& [column, name] : kNames) {
        const std::string cell = text(cells, column.c_str());
        const auto number = core::parseNumber(std::string_view(cell).substr(0, cell.find('[')));
        if (number)
            row[name] = *number;
    }
    return row;
}

bool isBridgeTable(const Value& list)
{
    const Value* rows = list.find("rows");
    return rows != nullptr && !rows->items.empty() &&
           rows->items.front().find("Tokens / sec / GPU") != nullptr;
}

/// The list in \p document: itself, or the one of its members that is a table of Megatron-Bridge.
const Value& listIn(const Value& document)
{
    const Value* tables = document.find("megatron_bridge_published");
    return tables != nullptr ? *tables : document;
}

bool isLayouts(const Value& document)
{
    const Value* columns = document.find("columns");
    return columns != nullptr && columns->kind == Value::Kind::Array && columns->items.size() > 12 &&
           columns->items[12].text == "failure";
}

bool isSweeps(const Value& document)
{
    return document.find("columns") != nullptr && document.find("models") != nullptr;
}

} // namespace

bool isPublishedRuns(const Value& document)
{
    const Value& list = listIn(document);
    const Value* rows = list.find("rows");
    return rows != nullptr && rows->kind == Value::Kind::Array &&
           (list.find("conventions") != nullptr || isSweeps(list) || isLayouts(list) || isBridgeTable(list));
}

std::vector<PublishedRun> publishedRuns(const Value& document)
{
    const Value& found = listIn(document);
    const Json list = core::jsonOf<Json>(found); // a copy that is easier to look things up in
    std::vector<PublishedRun> runs;
    const bool sweeps = isSweeps(found);
    const bool layouts = isLayouts(found);
    const bool tables = isBridgeTable(found);
    for (std::size_t i = 0; i < list["rows"].size(); ++i) {
        const Json& row = list["rows"][i];
        auto run = layouts            ? laidOut(row, i)
                   : sweeps           ? swept(list["models"], row, i)
                   : !row.is_object() ? std::nullopt
                                      : listed(tables ? ofBridgeTable(row) : row, i);
        if (run)
            runs.push_back(std::move(*run));
    }
    return runs;
}

} // namespace shardscope::app
