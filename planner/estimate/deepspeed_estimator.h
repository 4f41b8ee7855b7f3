// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed's estimators of model-state memory for ZeRO-2 and ZeRO-3, digit for digit
// (deepspeed/runtime/zero/ stage_1_and_2.py and stage3.py), and what the same training holds by the published
// accounting.
#pragma once

#include "core/base/result.h"
#include "core/units/quantity.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::planner {

struct DeepSpeedQuery {
    int stage = 2; ///< ZeRO stage: 2 or 3
    std::int64_t parameters = 0;
    std::int64_t largestLayer = 0; ///< parameters of the largest layer; stage 3 only
    std::int64_t gpusPerNode = 1;
    std::int64_t nodes = 1;
    bool offloadOptimizer = false;
    bool offloadParameters =
        false;            ///< stage 3, and only with the optimizer: as in DeepSpeed, else without effect
    bool zeroInit = true; ///< stage 3: weights are sharded as they are made
    double bufferFactor = 1.5;

    [[nodiscard]] std::int64_t gpus() const { return gpusPerNode * nodes; }
};

/// Why the two differ; sentences are made by the front ends.
enum class DeepSpeedDifference {
    ShardedBytes,       ///< args: their bytes a parameter of sharded state, ours
    ReduceBuckets,      ///< args: bytes of them
    GatheredLayers,     ///< args: theirs, ours
    HostState,          ///< args: their bytes a parameter on the hosts, ours
    HostBufferFactor,   ///< args: factor
    HostInitialization, ///< args: bytes that are there only while the model is made
    NoActivations       ///< neither counts activations, and theirs no fragmentation
};
struct DeepSpeedReason {
    DeepSpeedDifference difference;
    std::vector<double> args;
};

struct DeepSpeedAnswer {
    std::int64_t hostBytes = 0;                    ///< of one node, as DeepSpeed prints it
    std::int64_t deviceBytes = 0;                  ///< of one GPU
    std::optional<std::int64_t> largestLayerBytes; ///< stage 3
    // What is held while training, of one GPU unless said.
    core::Bytes weights;
    core::Bytes gradients;
    core::Bytes optimizer; ///< moments and master weights
    core::Bytes buffers;   ///< gathered layers, buckets of gradients under way
    core::Bytes host;      ///< of one node
    std::vector<DeepSpeedReason> why;

    [[nodiscard]] core::Bytes device() const { return weights + gradients + optimizer + buffers; }
};

/// Errors: OutOfRange for a size below one, a buffer factor below zero, or a largest layer above all
/// parameters; NotSupported for another stage.
[[nodiscard]] core::Result<DeepSpeedAnswer> estimateDeepSpeed(const DeepSpeedQuery& query);

} // namespace shardscope::planner
