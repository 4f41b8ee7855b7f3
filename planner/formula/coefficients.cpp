// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/coefficients.h"

#include "core/base/text_mark.h"
#include "planner/formula/recommender_rates.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

using C = Coefficient;
using K = KernelClass;

constexpr auto kProbe = "measured on one H200 SXM, torch 2.11.0+cu130, calls back to back";
constexpr auto kTrace = "read in a profiler trace of GPT-2 medium on one H200 SXM";
constexpr auto kFit = "fitted on training steps of one H200 SXM";
constexpr auto kNoMore = "none beyond the parts that are computed; calibrations find it";
constexpr auto kWholePorts = "ranks share no port of a node; calibrations find where they do";
constexpr auto kOffloadLog = "DeepSpeed @38327e0, zero_offload_dp1_10B_log.png: 6217 ms for 10.28e9 "
                             "parameters on a DGX-2's processors";
constexpr auto kMixedPrecision =
    "NVIDIA Megatron-LM, core/optimizer/optimizer.py: what prepares gradients and copies weights back";
constexpr auto kEagerExperts =
    "a layer with experts and no CUDA graph, of a dense one's: fitted to Qwen3-30B under Megatron-Bridge on "
    "H100, B200 and B300 (docs/accuracy.md)";
constexpr auto kGraphedExperts =
    "the same where graphs launch all but the experts and their exchange: between it and none";
constexpr auto kExchangeProcessors =
    "the exchange's kernels take 20 of an H100's 132 processors (deepseek-ai/DeepEP, Buffer.num_sms) and 32 "
    "of a B200's 148 (NVIDIA Megatron-LM, examples/moe_recipes, moe_hybridep_num_sms)";
constexpr auto kPermutation = "rows are whole cache lines, and who sends a token once permutes while it "
                              "sends: fits of Megatron-Bridge's "
                              "mixtures on six machines end at their upper bound (docs/accuracy.md)";
constexpr auto kModuleGather =
    "hooks, start and wait of one module's weights: fitted to one published run, Qwen3-30B-A3B under "
    "DeepSpeed's ZeRO 3 on 16 A800 (modelscope/ms-swift, Megatron-SWIFT's benchmark)";
constexpr auto kRingSteps =
    "what attention over others' keys takes more where each part is a kernel of its own, FlashAttention 2's: "
    "between 0.7, which fits torchtitan's Llama 3.1 8B of 2024, and nothing (docs/accuracy.md)";
constexpr auto kSecondFlash = "FlashAttention 2 is the fastest there is for the device, as on an A100";
constexpr auto kNarrowAttention = "arXiv:2407.08608, section 4.1: forward at 1.2 PFLOP/s in fp8, 0.74 in 16 "
                                  "bits, on one H100; backward the same";
constexpr auto kAlone = "as long as measured alone";
constexpr auto kBesideProducts = "assumed, between 0.8 and 1: how fast a collective goes beside products";
constexpr auto kGrids = "as many processors as a collective's kernels are said to hold";
constexpr auto kWholeTier = "as long as the bytes take at the memory's bandwidth";
constexpr auto kCasts =
    "fitted on 8-bit products of an H100 that cast one operand before (NVIDIA aiconfigurator, "
    "h100_sxm_gemm_vllm_0.24.0); an inference engine's kernels";
constexpr auto kMegatron =
    "as on A100, where it was fitted on Megatron-LM steps (arXiv:2104.04473, arXiv:2205.05198)";

// Fractions of memory bandwidth are H200 rates over its data sheet's 4.8 TB/s, fractions of peak over
// 989.4 TFLOP/s.
constexpr std::array<CoefficientInfo, kCoefficients> kTable{{
    {rateOf(K::Plain), W_("plain"), 0.873, 0.6, 0.95, "", kTrace},
    {rateOf(K::Fill), W_("fill"), 0.958, 0.5, 1, "", kTrace},
    {rateOf(K::Concatenate), W_("concatenate"), 0.833, 0.4, 0.95, "", kTrace},
    {rateOf(K::Tanh), W_("tanh"), 0.781, 0.4, 0.95, "", kTrace},
    {rateOf(K::Power), W_("power"), 0.833, 0.4, 0.95, "", kTrace},
    {rateOf(K::GeluForward), W_("gelu_forward"), 0.458, 0.35, 0.9, "", kFit},
    {rateOf(K::GeluBackward), W_("gelu_backward"), 0.79, 0.4, 0.95, "", kFit},
    {rateOf(K::MixedAdd), W_("mixed_add"), 0.625, 0.35, 0.95, "", kFit},
    {rateOf(K::AutocastCast), W_("autocast_cast"), 0.417, 0.25, 0.95, "", kFit},
    {rateOf(K::RowBroadcast), W_("row_broadcast"), 0.333, 0.25, 0.95, "", kFit},
    {rateOf(K::Broadcast), W_("broadcast"), 0.354, 0.25, 0.95, "", kFit},
    {rateOf(K::Rotary), W_("rotary"), 0.448, 0.2, 0.95, "", kFit},
    {rateOf(K::StridedCopy), W_("strided_copy"), 0.208, 0.15, 0.9, "", kFit},
    {rateOf(K::TokenPermutation), W_("token_permutation"), 0.9, 0.15, 0.95, "", kPermutation},
    {rateOf(K::MaskedFill), W_("masked_fill"), 0.333, 0.2, 0.95, "", kFit},
    {rateOf(K::Repeat), W_("repeat"), 0.29, 0.2, 0.95, "", kFit},
    {rateOf(K::RowReduction), W_("row_reduction"), 0.615, 0.3, 0.95, "", kFit},
    {rateOf(K::ColumnReduction), W_("column_reduction"), 0.708, 0.4, 0.95, "", kTrace},
    {rateOf(K::NormForward), W_("norm_forward"), 0.271, 0.2, 0.9, "", kFit},
    {rateOf(K::NormBackward), W_("norm_backward"), 0.573, 0.3, 0.9, "", kFit},
    {rateOf(K::NormWeight), W_("norm_weight"), 0.333, 0.2, 0.9, "", kFit},
    {rateOf(K::DropoutForward), W_("dropout_forward"), 0.542, 0.3, 0.9, "", kTrace},
    {rateOf(K::DropoutBackward), W_("dropout_backward"), 0.917, 0.5, 1, "", kTrace},
    {rateOf(K::Softmax), W_("softmax"), 0.3125, 0.2, 0.8, "", kFit},
    {rateOf(K::SoftmaxBackward), W_("softmax_backward"), 0.417, 0.25, 0.9, "", kFit},
    {rateOf(K::SoftmaxSingle), W_("softmax_single"), 0.417, 0.25, 0.9, "", kFit},
    {rateOf(K::LogitCast), W_("logit_cast"), 0.431, 0.25, 0.9, "", kTrace},
    {rateOf(K::LogSoftmax), W_("log_softmax"), 0.458, 0.25, 0.9, "", kTrace},
    {rateOf(K::LogSoftmaxBackward), W_("log_softmax_backward"), 0.59, 0.3, 0.9, "", kTrace},
    {rateOf(K::FusedNorm), W_("fused_norm"), 0.7, 0.3, 0.95, "", kMegatron},
    {rateOf(K::FusedElementwise), W_("fused_elementwise"), 0.75, 0.3, 0.95, "", kMegatron},
    {rateOf(K::FusedScores), W_("fused_scores"), 0.66, 0.3, 0.95, "", kMegatron},
    {rateOf(K::FusedLogits), W_("fused_logits"), 0.75, 0.2, 0.95, "", kMegatron},
    {C::OptimizerSingle, W_("optimizer_single"), 0.725, 0.4, 0.9, "", kProbe},
    {C::OptimizerHalf, W_("optimizer_half"), 0.546, 0.3, 0.9, "", kFit},
    {C::ShardCopy, W_("shard_copy"), 0.458, 0.2, 0.9, "", kFit},
    {C::GemmRate, W_("gemm_rate"), 0.7085, 0.4, 0.97, "", kProbe},
    {C::GemmHalfTile, W_("gemm_half_tile"), 0.867, 0.6, 1, "", kProbe},
    {C::GemmQuarterTile, W_("gemm_quarter_tile"), 0.949, 0.5, 1, "", kProbe},
    {C::GemmDepth, W_("gemm_depth"), 26, 0, 600, "", kProbe},
    {C::GemmWaves, W_("gemm_waves"), 1, 0, 1, "", kProbe},
    {C::GemmStart, W_("gemm_start"), 1.2e-6, 0, 6e-6, "s", kTrace},
    {C::GemmMemory, W_("gemm_memory"), 0.833, 0.5, 0.95, "", kProbe},
    {C::BatchedRate, W_("batched_rate"), 0.387, 0.2, 0.8, "", kFit},
    {C::BatchedStart, W_("batched_start"), 2e-6, 0, 1e-5, "s", "as long as the gap between two kernels"},
    {C::OddRate, W_("odd_rate"), 0.096, 0.05, 0.3, "", kTrace},
    {C::OddBackwardRate, W_("odd_backward_rate"), 0.1435, 0.05, 0.4, "", kTrace},
    {C::EvenRate, W_("even_rate"), 0.359, 0.15, 0.7, "", kFit},
    {C::VectorRate, W_("vector_rate"), 0.717, 0.5, 0.9, "", kProbe},
    {C::CastRate, W_("cast_rate"), 0.537, 0.1, 1, "", kCasts},
    {C::CastStart, W_("cast_start"), 3.5e-6, 0, 2e-5, "s", kCasts},
    {C::CastRow, W_("cast_row"), 4.6e-9, 0, 2e-8, "s", kCasts},
    {C::BlockScaled, W_("block_scaled"), 1, 0.5, 1, "", "as fast as with a scale for a whole tensor"},
    {C::HeadRate, W_("head_rate"), 1, 0.25, 1.1, "", "as fast as other products of its size"},
    {C::CoolGain, W_("cool_gain"), 1.14, 1, 1.2, "", kFit},
    {C::CoolShare, W_("cool_share"), 0.30, 0, 3, "", kFit},
    {C::HotShare, W_("hot_share"), 0.51, 0.31, 4, "", kFit},
    {C::AttentionRate64, W_("attention_rate_64"), 0.465, 0.2, 0.9, "", kProbe},
    {C::AttentionRate128, W_("attention_rate_128"), 0.637, 0.2, 0.9, "", kProbe},
    {C::AttentionBackwardRate64, W_("attention_backward_rate_64"), 0.466, 0.2, 0.9, "", kProbe},
    {C::AttentionBackwardRate128, W_("attention_backward_rate_128"), 0.596, 0.2, 0.9, "", kProbe},
    {C::AttentionStart, W_("attention_start"), 6.1e-6, 0, 2e-5, "s", kProbe},
    {C::AttentionBackwardStart, W_("attention_backward_start"), 15.6e-6, 0, 4e-5, "s", kProbe},
    {C::AttentionEnds, W_("attention_ends"), 130, 0, 1000, "", kProbe},
    {C::AttentionDropout, W_("attention_dropout"), 2.36, 1, 3, "", kFit},
    {C::AttentionDropoutBackward, W_("attention_dropout_backward"), 1.12, 1, 2, "", kTrace},
    {C::AttentionNarrow, W_("attention_narrow"), 1.6, 1, 2, "", kNarrowAttention},
    {C::FlashTwo, W_("flash_two"), 1, 0.3, 1, "", kSecondFlash},
    {C::RingSteps, W_("ring_steps"), 0.5, 0, 2, "", kRingSteps},
    {C::KernelGap, W_("kernel_gap"), 2e-6, 0.5e-6, 5e-6, "s", kTrace},
    {C::KernelLeast, W_("kernel_least"), 1e-6, 0.5e-6, 3e-6, "s",
     "what the shortest kernels of PyTorch's traces take, a microsecond or two"},
    {C::ColumnFixed, W_("column_fixed"), 13.9e-6, 0, 3e-5, "s", kFit},
    {C::WeightFixed, W_("weight_fixed"), 12e-6, 0, 3e-5, "s", kFit},
    {C::ScatterFixed, W_("scatter_fixed"), 40e-6, 0, 2e-4, "s",
     "sorting a batch's tokens before their rows are added, a few small kernels"},
    {C::CacheGain, W_("cache_gain"), 1.4, 1, 2, "", kProbe},
    {C::HostForward, W_("host_forward"), 29e-6, 10e-6, 60e-6, "s", kFit},
    {C::HostBackward, W_("host_backward"), 19e-6, 8e-6, 40e-6, "s", kFit},
    {C::HostOptimizer, W_("host_optimizer"), 0.22e-3, 0, 2e-3, "s", kFit},
    {C::HostTensor, W_("host_tensor"), 9.6e-6, 2e-6, 30e-6, "s", kFit},
    {C::HostStart, W_("host_start"), 0.28e-3, 0, 2e-3, "s", kFit},
    {C::HostLayerForward, W_("host_layer_forward"), 400e-6, 50e-6, 4e-3, "s", kMegatron},
    {C::HostLayerBackward, W_("host_layer_backward"), 600e-6, 50e-6, 4e-3, "s", kMegatron},
    {C::HostTensorParallel, W_("host_tensor_parallel"), 50e-6, 0, 1e-3, "s", kMegatron},
    {C::HostTensorParallelGrowth, W_("host_tensor_parallel_growth"), 0, 0, 1e-3, "s", kMegatron},
    {C::HostInput, W_("host_input"), 100e-6, 0, 5e-3, "s",
     "a batch is handed over in a tenth of a millisecond"},
    {C::HostMicroBatch, W_("host_micro_batch"), 200e-6, 0, 5e-3, "s", kMegatron},
    {C::HostExperts, W_("host_experts"), 9, 1, 20, "", kEagerExperts},
    {C::HostGraphed, W_("host_graphed"), 1.5, 0, 20, "", kGraphedExperts},
    {C::HostGather, W_("host_gather"), 1.55e-3, 0, 10e-3, "s", kModuleGather},
    {C::HostUpdate, W_("host_update"), 6.05e-10, 5e-11, 5e-9, "s", kOffloadLog},
    {C::HostJoin, W_("host_join"), 8, 3, 12, "",
     "nearly the longer of host and device: neither waits for the other but where both take as long"},
    {C::StepConstant, W_("step_constant"), 0, 0, 50e-3, "s", kNoMore},
    {C::ExpertFixed, W_("expert_fixed"), 0, 0, 5e-3, "s", kNoMore},
    {C::NodeLatency, W_("node_latency"), 30e-6, 0, 150e-6, "s", kMegatron},
    {C::NodeRate, W_("node_rate"), 0.717, 0.2, 1, "", kMegatron},
    {C::ClusterLatency, W_("cluster_latency"), 20e-6, 0, 200e-6, "s",
     "of the order of NCCL's start between nodes"},
    {C::NodeEgress, W_("node_egress"), 0.85, 0.1, 1, "", kMegatron},
    {C::RingLinks, W_("ring_links"), 1024, 1, 1024, "", kWholePorts},
    {C::NodeCollectives, W_("node_collectives"), 1, 0.5, 10, "", kAlone},
    {C::ClusterCollectives, W_("cluster_collectives"), 1, 0.2, 20, "", kAlone},
    {C::NodeStarts, W_("node_starts"), 1, 0.2, 20, "", kAlone},
    {C::ClusterStarts, W_("cluster_starts"), 1, 0.2, 20, "", kAlone},
    {C::ClusterHop, W_("cluster_hop"), 0, 0, 2e-3, "s", kAlone},
    {C::PipelinedHop, W_("pipelined_hop"), 0, 0, 2e-3, "s", kAlone},
    {C::PipelineStall, W_("pipeline_stall"), 0, 0, 2, "s", kAlone},
    {C::StallNodes, W_("stall_nodes"), 1 << 20, 1, 1 << 20, "", kAlone},
    {C::ReplicaShare, W_("replica_share"), 1, 0.1, 1, "", kWholePorts},
    {C::PipelineShare, W_("pipeline_share"), 1, 0, 2.5, "",
     "a message between stages takes as long as alone"},
    {C::BesideProducts, W_("beside_products"), 0.9, 0.4, 1, "", kBesideProducts},
    {C::BesideCollectives, W_("beside_collectives"), 1, 0.25, 4, "", kGrids},
    {C::ExpertExposed, W_("expert_exposed"), 1, 0, 1, "", kAlone},
    {C::ExpertBeside, W_("expert_beside"), 0.2, 0, 1, "", kExchangeProcessors},
    {C::OptimizerPasses, W_("optimizer_passes"), 1, 0, 1, "", kMixedPrecision},
    {C::HostCopies, W_("host_copies"), 1, 0.5, 10, "", kWholeTier},
    {C::NvmeCopies, W_("nvme_copies"), 1, 0.5, 10, "", kWholeTier},
    {C::LayerRate, W_("layer_rate"), 1, 0.02, 2, "", "as fast as the rooflines of its layers"},
    {C::RowGather, W_("row_gather"), kRowGather, 0.1, 0.9, "", kRowGatherSource},
    {C::PerceptronRate, W_("perceptron_rate"), kSmallProducts, 0.2, 0.9, "", kSmallProductsSource},
    {C::EmbeddingKernels, W_("embedding_kernels"), 1, 1, 200, "", "one fused kernel looks up, two update"},
}};

constexpr std::string_view kNoReason = "set by hand in the calibration, which says no reason";

} // namespace

const CoefficientInfo& infoOf(Coefficient which) { return kTable.at(static_cast<std::size_t>(which)); }

std::optional<Coefficient> coefficientFromName(std::string_view name)
{
    const auto found = std::ranges::find(kTable, name, &CoefficientInfo::name);
    return found == kTable.end() ? std::nullopt : std::optional(found->which);
}

std::string_view Coefficients::citation(Coefficient which) const
{
    const std::string name{infoOf(which).name};
    if (calibration != nullptr && calibration->coefficients.count(name) > 0) {
        const auto reason = calibration->reasons.find(name);
        if (reason != calibration->reasons.end())
            return reason->second;
        return kind(which) == core::SourceKind::Set ? kNoReason : std::string_view(calibration->source);
    }
    if (network != nullptr && network->coefficients.count(name) > 0)
        return network->source;
    if (rates != nullptr && rates->coefficients.count(name) > 0)
        return rates->source;
    return infoOf(which).source;
}

std::string_view Coefficients::ranWith(std::string_view key) const
{
    if (calibration == nullptr || calibration->ranWith.empty())
        return {};
    const auto said = calibration->ranWith.find(std::string(key));
    return said == calibration->ranWith.end() ? std::string_view{} : said->second;
}

Coefficients coefficientsOf(const core::Calibration* calibration, const core::DeviceRates* rates,
                            const core::NetworkRates* network)
{
    Coefficients all;
    all.calibration = calibration;
    all.rates = rates;
    all.network = network;
    const auto tellsLinks = [](const auto* from) {
        return from != nullptr &&
               (from->coefficients.count("node_rate") > 0 || from->coefficients.count("node_egress") > 0);
    };
    all.ofLinks = tellsLinks(calibration) || tellsLinks(network);
    const auto isFitted = [](const std::vector<std::string>& fitted, std::string_view name) {
        return std::ranges::find(fitted, name) != fitted.end();
    };
    for (const CoefficientInfo& info : kTable) {
        const auto index = static_cast<std::size_t>(info.which);
        all.values[index] = info.otherwise;
        all.kinds[index] = core::SourceKind::Assumed; // another machine's figures
        const auto take = [&](const auto* from) {
            if (from == nullptr)
                return;
            const auto own = from->coefficients.find(std::string(info.name));
            if (own == from->coefficients.end())
                return;
            all.values[index] = own->second;
            all.kinds[index] =
                isFitted(from->fitted, info.name) ? core::SourceKind::Fitted : core::SourceKind::Set;
        };
        take(rates);
        take(network);
        take(calibration);
    }
    return all;
}

} // namespace shardscope::planner
