// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/published/sweep_rows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

namespace shardscope::app::published {
namespace {

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

/// What Aleph Alpha trains with: gradients in the weights' format and reduced whole in 32 bits, gathered
/// inputs kept, logits gathered (github.com/Aleph-Alpha/scaling: core/optimizer/parameter_group.py and
/// allreduce.py, core/nn/norm/rms_norm.py, core/nn/linear/column_parallel_linear.py).
Json sixteenBitGradients()
{
    Json precision = mixedPrecision({});
    precision["gradients"] = "bf16";
    return precision;
}

} // namespace

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
          // huggingface/nanotron, examples/bench_llama_7b.py and the playbook's benchmarks
          {"options", {{"tp_linear_async_communication", "on"}}},
          {"implementation", "nanotron"}}},
        {"measured",
         {{"step_seconds", static_cast<double>(samples * kTokens) / (row[kSpeed].get<double>() * devices)}}}};
    if (row.size() > kMemory && row[kMemory].is_number()) {
        constexpr double kGibi = 1024.0 * 1024.0 * 1024.0;
        document["measured"]["first_stage_peak_bytes"] = row[kMemory].get<double>() * kGibi;
    }
    return PublishedRun{valueOf(document), {}};
}

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
          {"implementation", "aleph-alpha-scaling"}}},
        {"measured", {{"fits", failed ? 0 : 1}}}};
    if (pipeline > 1)
        document["plan"]["layers_per_stage"] = uniformStages(layers, pipeline);
    if (!failed)
        document["measured"]["step_seconds"] = row[kStep];
    return PublishedRun{valueOf(document), {}};
}

} // namespace shardscope::app::published
