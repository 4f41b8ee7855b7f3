// SPDX-License-Identifier: GPL-3.0-or-later
// How a model is laid over devices. One form for all four systems: axes, shard degrees, residency, phases,
// consistency.
#pragma once

#include "core/base/copied_once.h"
#include "core/base/enum_names.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/dtype.h"
#include "core/model/optimizer.h"
#include "core/plan/axes.h"
#include "core/plan/embedding.h"
#include "core/plan/framework_names.h"
#include "core/plan/recompute.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::core {

struct Batch {
    std::int64_t microBatch = 1;     ///< samples a replica takes at a time
    std::int64_t microBatches = 1;   ///< accumulation steps
    std::int64_t globalBatch = 1;    ///< = microBatch * microBatches * replica
    std::int64_t sequenceLength = 0; ///< tokens a sample; 0: the model's maximum
    std::int64_t decoderLength = 0;  ///< tokens a sample of an encoder-decoder's decoder; 0: as many
    /// Mean tokens of the samples that are packed into a sequence, whose attention stays within each; 0: one
    /// sample fills it.
    std::int64_t packedLength = 0;
    [[nodiscard]] std::int64_t decoderTokens() const
    {
        return decoderLength > 0 ? decoderLength : sequenceLength;
    }
    /// The sequence that attention sees.
    [[nodiscard]] std::int64_t attendedTokens() const
    {
        return packedLength > 0 ? packedLength : sequenceLength;
    }
    friend bool operator==(const Batch&, const Batch&) = default;
};

/// Shard degrees over the R replicas. weights is rts, optimizer is rts'. ZeRO 0..3 = (1,1,1) (1,1,R) (1,R,R)
/// (R,R,R).
struct Sharding {
    std::int64_t weights = 1;
    std::int64_t gradients = 1;
    std::int64_t optimizer = 1;
    friend bool operator==(const Sharding&, const Sharding&) = default;
};

/// ZeroBubble is ZB-H1. Those after Phased have no closed form: their figures come from their orders.
enum class Schedule {
    Gpipe,
    OneForwardOneBackward,
    Interleaved,
    ZeroBubble,
    Phased,
    ZbH2,
    Zb1p,
    Zb2p,
    Zbv,
    VHalf,
    VMin,
    DualPipeV
};
constexpr auto enumNames(Schedule)
{
    return namesUpTo<Schedule::DualPipeV>("gpipe", "1f1b", "interleaved", "zero_bubble", "phased", "zb_h2",
                                          "zb1p", "zb2p", "zbv", "v_half", "v_min", "dualpipev");
}
[[nodiscard]] constexpr bool timedByOrder(Schedule schedule) { return schedule > Schedule::Phased; }
/// Whether a rank holds a chunk from the front of the pipeline and its mirror from the back: the first rank
/// has the embedding and the head.
[[nodiscard]] constexpr bool foldsPipeline(Schedule schedule)
{
    return schedule == Schedule::Zbv || schedule == Schedule::VHalf || schedule == Schedule::VMin ||
           schedule == Schedule::DualPipeV;
}
/// Scores written out, or one fused kernel: the device's own, or one in Triton as frameworks of 2023 had for
/// positions that the former lacked (ALiBi). Both keep the same tensors.
enum class Attention { Eager, Flash, Triton };
constexpr auto enumNames(Attention) { return namesUpTo<Attention::Triton>("eager", "flash", "triton"); }
enum class GatheredInputs { Saved, Regathered };
constexpr auto enumNames(GatheredInputs)
{
    return namesUpTo<GatheredInputs::Regathered>("saved", "regathered");
}
enum class Kernels { Fused, Separate };
constexpr auto enumNames(Kernels) { return namesUpTo<Kernels::Separate>("fused", "separate"); }

/// Whether ranks wait for each other's update (synchronous) or read weights some steps old (asynchronous).
enum class Consistency { Synchronous, Asynchronous };
constexpr auto enumNames(Consistency)
{
    return namesUpTo<Consistency::Asynchronous>("synchronous", "asynchronous");
}

/// Per parameter group, as hybrid recommender training has it: dense synchronous, embedding asynchronous.
struct ConsistencyPlan {
    Consistency dense = Consistency::Synchronous;
    Consistency embedding = Consistency::Synchronous;
    std::int64_t staleness = 0; ///< steps an asynchronous reader may be behind
    bool prefetch = true; ///< embeddings are looked up while earlier batches train (without: naive hybrid)
    friend bool operator==(const ConsistencyPlan&, const ConsistencyPlan&) = default;
};

struct Precision {
    Dtype weights = Dtype::Bf16;
    Dtype gradients = Dtype::Bf16;
    std::optional<Dtype> master; ///< none: no master weights
    Dtype optimizerState = Dtype::Fp32;
    bool autocast = false;
    std::optional<Dtype> compute;   ///< where it differs from the weights
    std::optional<Dtype> attention; ///< of the products inside fused attention, where not 16 bits wide
    friend bool operator==(const Precision&, const Precision&) = default;
};

struct Residency {
    Tier weights = Tier::Device;
    Tier gradients = Tier::Device;
    Tier optimizer = Tier::Device;
    Tier activations = Tier::Device;
    friend bool operator==(const Residency&, const Residency&) = default;
};

/// DeepSpeed's buffers of constant size, in elements; its own defaults (runtime/zero/config.py).
struct Buckets {
    std::int64_t reduce = 500'000'000;           ///< reduce_bucket_size
    std::int64_t prefetch = 50'000'000;          ///< stage3_prefetch_bucket_size
    std::int64_t liveParameters = 1'000'000'000; ///< stage3_max_live_parameters
    std::int64_t persistence = 100'000; ///< stage3_param_persistence_threshold: smaller tensors stay gathered
    bool contiguous = true;             ///< contiguous_gradients: reduced out of a buffer made beforehand
    friend bool operator==(const Buckets&, const Buckets&) = default;
};

/// How ranks that share a sequence attend over all of it: keys and values go round (arXiv:2310.01889), or
/// every rank gets whole sequences of a part of the heads (arXiv:2309.14509, section 3.1).
enum class ContextExchange { Ring, AllToAll };
constexpr auto enumNames(ContextExchange)
{
    return namesUpTo<ContextExchange::AllToAll>("ring", "all_to_all");
}

/// How many copies of a token go to its experts: as the framework does where nobody says it, one an expert,
/// or one for each rank and, between nodes, one a node (deepseek-ai/DeepEP).
enum class ExpertDispatch { Calibrated, AllToAll, Once };
constexpr auto enumNames(ExpertDispatch)
{
    return namesUpTo<ExpertDispatch::Once>("calibrated", "all_to_all", "once");
}

/// Whether an expert's activation and the casts around it are kernels of their own, or part of the grouped
/// products (Transformer Engine's grouped MLP on cuDNN's CuTe DSL kernels).
enum class ExpertKernels { Calibrated, Separate, Fused };
constexpr auto enumNames(ExpertKernels)
{
    return namesUpTo<ExpertKernels::Fused>("calibrated", "separate", "fused");
}

/// What the host launches kernel by kernel: everything, the experts and their exchange alone, or nothing
/// (Megatron-LM, --cuda-graph-impl none, transformer_engine, full_iteration).
enum class CudaGraphs { Calibrated, None, Partial, FullIteration };
constexpr auto enumNames(CudaGraphs)
{
    return namesUpTo<CudaGraphs::FullIteration>("calibrated", "none", "partial", "full_iteration");
}

/// Which matrices of a layer get an adapter: attention's, all that a tensor group cuts, or those that make
/// queries, keys and values.
enum class AdapterTargets { Attention, Linear, QueryKeyValue };
constexpr auto enumNames(AdapterTargets)
{
    return namesUpTo<AdapterTargets::QueryKeyValue>("attention", "linear", "query_key_value");
}

/// Low-rank adaptation (arXiv:2106.09685): the model's weights are frozen, and beside a matrix of \c in × \c
/// out two of in × rank and rank × out learn.
struct Adapters {
    std::int64_t rank = 0; ///< 0: none, all weights learn
    AdapterTargets targets = AdapterTargets::Linear;
    [[nodiscard]] bool any() const { return rank > 0; }
    [[nodiscard]] bool besideFeedForward() const { return targets == AdapterTargets::Linear; }
    /// Whether an adapter stands beside the projection of what attention gives.
    [[nodiscard]] bool besideOutput() const { return targets != AdapterTargets::QueryKeyValue; }
    friend bool operator==(const Adapters&, const Adapters&) = default;
};

/// The processor of a Graphcore GC200 IPU has so many tiles.
inline constexpr std::int64_t kProcessorTiles = 1472;

/// What a program for IPUs sets aside of the memory inside the processor.
struct InProcessor {
    std::int64_t ioTiles = 0;       ///< tiles that only stream
    std::int64_t memoryPercent = 0; ///< available memory proportion: set aside for an operation's temporaries
    friend bool operator==(const InProcessor&, const InProcessor&) = default;
};

/// How much the whole training sees; at most one of tokens, samples and epochs is not 0.
struct Training {
    std::int64_t tokens = 0;
    std::int64_t samples = 0;
    std::int64_t epochs = 0;         ///< times the data set
    std::int64_t datasetSamples = 0; ///< of one epoch
    friend bool operator==(const Training&, const Training&) = default;
};

/// Everything a plan says, with defaults filled in. Files and options are read by plan_file.h.
struct Plan {
    SHARDSCOPE_COPIED_ONCE(Plan);

    Axes axes;
    Batch batch;
    Sharding sharding;
    Schedule schedule = Schedule::OneForwardOneBackward;
    Recompute recompute = Recompute::None;
    Attention attention = Attention::Flash;
    GatheredInputs gatheredInputs = GatheredInputs::Saved;
    ContextExchange contextExchange = ContextExchange::Ring;
    ExpertDispatch expertDispatch = ExpertDispatch::Calibrated;
    /// While tokens travel to experts and back, another micro-batch computes in the other direction
    /// (Megatron-LM, --overlap-moe-expert-parallel-comm).
    bool expertOverlap = false;
    /// Rows that reach the busiest of the ranks that share a layer's experts, over the mean of these ranks;
    /// 1: as many each.
    double expertImbalance = 1;
    ExpertKernels expertKernels = ExpertKernels::Calibrated;
    CudaGraphs cudaGraphs = CudaGraphs::Calibrated;
    Precision precision;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    Residency residency;
    std::int64_t phases = 0; ///< phased execution: parts a stage runs one after another; 0: all at once
    Tier phaseSource = Tier::Streaming;
    Framework implementation = Framework::Megatron; ///< "framework" in files
    std::optional<Release> release;                 ///< of the framework; none: the newest known here
    /// What the framework does only where it is told to, or does unless it is told not to: its own words
    /// (planner/framework, FrameworkOption).
    std::map<std::string, bool> options;
    Kernels kernels = Kernels::Fused;
    Kernels normKernels =
        Kernels::Fused; ///< of RMS norms beside fused kernels; separate: written out operation by operation
    bool dropout = true;
    bool fusedCrossEntropy = false;
    bool keepWeightsAfterForward = false;
    std::int64_t keptLayers = 0; ///< where not all are kept: so many layers of each stage are, the last ones
    /// One number for each stage, or one for each chunk in the order in which a micro-batch meets them;
    /// empty: even.
    std::vector<std::int64_t> layersPerStage;
    /// The first so many layers of each stage (of each of its chunks) are recomputed: one number for all
    /// stages, or one for each stage; empty: all layers.
    std::vector<std::int64_t> recomputeLayers;
    std::int64_t offloadedPercent = 100; ///< of the optimizer's state, where residency has it elsewhere
    /// The first so many layers of each stage (of each of its chunks) leave their activations where residency
    /// has them elsewhere; 0: all do, and the network's ends.
    std::int64_t offloadedLayers = 0;
    std::map<std::string, Dtype> wire; ///< collective -> dtype
    ConsistencyPlan consistency;
    bool partitionedActivations = false; ///< checkpoints are cut over t (arXiv:1910.02054, section 6.1)
    Buckets buckets;
    InProcessor inProcessor;
    Adapters adapters;
    Training training;
    std::map<std::string, TableConstraint> placement; ///< what is fixed, by embedding table
    friend bool operator==(const Plan&, const Plan&);
};

} // namespace shardscope::core
