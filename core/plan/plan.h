// SPDX-License-Identifier: GPL-3.0-or-later
// How a model is laid over devices. One form for all four systems: axes, shard degrees, residency, phases,
// consistency.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/dtype.h"
#include "core/model/optimizer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::core {

/// Degrees of the device mesh. devices = tensor * pipeline * replica * context; expert divides replica *
/// context.
struct Axes {
    std::int64_t tensor = 1;   ///< t
    std::int64_t pipeline = 1; ///< p
    std::int64_t replica = 1;  ///< r
    std::int64_t context = 1;
    std::int64_t expert = 1;
    std::int64_t virtualStages = 1; ///< chunks of layers a pipeline rank holds
    bool sequenceParallel = false;

    [[nodiscard]] std::int64_t devices() const { return tensor * pipeline * replica * context; }
    /// R: how many ranks hold the same part of the weights.
    [[nodiscard]] std::int64_t replicas() const { return replica * context; }
    friend bool operator==(const Axes&, const Axes&) = default;
};

struct Batch {
    std::int64_t microBatch = 1;     ///< samples a replica takes at a time
    std::int64_t microBatches = 1;   ///< accumulation steps
    std::int64_t globalBatch = 1;    ///< = microBatch * microBatches * replica
    std::int64_t sequenceLength = 0; ///< tokens a sample; 0: the model's maximum
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

enum class Schedule { Gpipe, OneForwardOneBackward, Interleaved, ZeroBubble, Phased };
enum class Recompute { None, Selective, Full };
enum class Attention { Eager, Flash };
enum class GatheredInputs { Saved, Regathered };
enum class Implementation { Megatron, HuggingFace, Fsdp2, DeepSpeed, PopArt };
enum class Kernels { Fused, Separate };

/// Whether ranks wait for each other's update (synchronous) or read weights some steps old (asynchronous).
enum class Consistency { Synchronous, Asynchronous };

/// Per parameter group, as hybrid recommender training has it: dense synchronous, embedding asynchronous.
struct ConsistencyPlan {
    Consistency dense = Consistency::Synchronous;
    Consistency embedding = Consistency::Synchronous;
    std::int64_t staleness = 0; ///< steps an asynchronous reader may be behind
    friend bool operator==(const ConsistencyPlan&, const ConsistencyPlan&) = default;
};

struct Precision {
    Dtype weights = Dtype::Bf16;
    Dtype gradients = Dtype::Bf16;
    std::optional<Dtype> master; ///< none: no master weights
    Dtype optimizerState = Dtype::Fp32;
    bool autocast = false;
    std::optional<Dtype> compute; ///< where it differs from the weights
    friend bool operator==(const Precision&, const Precision&) = default;
};

struct Residency {
    Tier weights = Tier::Device;
    Tier gradients = Tier::Device;
    Tier optimizer = Tier::Device;
    Tier activations = Tier::Device;
    friend bool operator==(const Residency&, const Residency&) = default;
};

/// Everything a plan says, with defaults filled in. Files and options are read by plan_file.h.
struct Plan {
    Axes axes;
    Batch batch;
    Sharding sharding;
    Schedule schedule = Schedule::OneForwardOneBackward;
    Recompute recompute = Recompute::None;
    Attention attention = Attention::Flash;
    GatheredInputs gatheredInputs = GatheredInputs::Saved;
    Precision precision;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    Residency residency;
    std::int64_t phases = 0; ///< phased execution: parts a stage runs one after another; 0: all at once
    Tier phaseSource = Tier::Streaming;
    Implementation implementation = Implementation::Megatron;
    Kernels kernels = Kernels::Fused;
    bool dropout = true;
    bool fusedCrossEntropy = false;
    bool keepWeightsAfterForward = false;
    std::vector<std::int64_t> layersPerStage; ///< empty: even
    std::map<std::string, Dtype> wire;        ///< collective -> dtype
    ConsistencyPlan consistency;
    friend bool operator==(const Plan&, const Plan&) = default;
};

} // namespace shardscope::core
