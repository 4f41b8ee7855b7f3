// SPDX-License-Identifier: GPL-3.0-or-later
// What TorchRec's planner would estimate for one table: time and memory of each shard, number for number.
// Formulas and constants are those of pytorch/torchrec @a48cef7 (BSD-3-Clause), torchrec/distributed/planner:
// shard_estimators.py and constants.py, written down here in our own terms. Its times rank plans; they know
// no latency, no skew and no overlap (our own model is planner/recommender/placement/shard_cost.h).
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/explain/explained.h"
#include "core/plan/embedding.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::planner {

using core::nameOf;

/// TorchRec's default topology: V100-era figures which a user of other machines must replace.
struct TorchRecTopology {
    core::BytesPerSecond device{897.0 * 1073741824.0};      ///< HBM_MEM_BW
    core::BytesPerSecond host{51.0 * 1073741824.0};         ///< DDR_MEM_BW
    core::BytesPerSecond deviceToHost{32.0 * 1073741824.0}; ///< HBM_TO_DDR_MEM_BW
    core::BytesPerSecond intraNode{600.0 * 1073741824.0};   ///< INTRA_NODE_BANDWIDTH
    core::BytesPerSecond interNode{12.5 * 1073741824.0};    ///< CROSS_NODE_BANDWIDTH
};

enum class TorchRecDevice { Cuda, Cpu, Mtia };

/// One table under one sharding option. Vectors have one entry for each feature that reads the table.
struct TorchRecQuery {
    core::LookupKernel kernel = core::LookupKernel::Fused;
    TorchRecDevice device = TorchRecDevice::Cuda;
    core::TableSharding sharding = core::TableSharding::TableWise;
    std::vector<std::int64_t> batchSizes; ///< samples a device takes
    std::vector<double> inputLengths;     ///< mean ids in a bag
    std::vector<double> poolings;         ///< bags a sample
    std::int64_t world = 1;
    std::int64_t localWorld = 1;
    bool pooled = true;
    bool weighted = false;
    bool inference = false;
    std::optional<double> cachingRatio;
    std::int64_t rows = 0;
    std::int64_t dim = 0;
    double elementBytes = 4;                    ///< of the table
    std::optional<double> allToAllForwardBytes; ///< width on the wire; none: as the table
    std::optional<double> allToAllBackwardBytes;
    std::optional<double> scatterForwardBytes; ///< of the reduce-scatter that follows a row-wise lookup
    std::optional<double> scatterBackwardBytes;
    double expectedCacheFetches = 0; ///< rows a step fetches into the cache
    std::int64_t prefetchPasses = 1; ///< of a multi-pass prefetch
    std::int64_t columnWidth = core::kDefaultColumnWidth;
};

/// Time of one shard in one step.
template <class Numbers>
struct TorchRecPerf {
    typename Numbers::template Q<core::kSecond> forwardCompute{};
    typename Numbers::template Q<core::kSecond> forwardComms{};
    typename Numbers::template Q<core::kSecond> backwardCompute{};
    typename Numbers::template Q<core::kSecond> backwardComms{};
    typename Numbers::template Q<core::kSecond> prefetch{};
    typename Numbers::template Q<core::kSecond> total{};
};

/// The bandwidth TorchRec gives a kernel; NotSupported where it has none for the device.
[[nodiscard]] core::Result<core::BytesPerSecond> torchRecKernelBandwidth(const TorchRecQuery& query,
                                                                         const TorchRecTopology& topology);

/// Time of \p shard of the query's table. Numbers: core::PlainNumbers or core::ExplainedNumbers (instantiated
/// for both).
template <class Numbers>
[[nodiscard]] core::Result<TorchRecPerf<Numbers>>
torchRecPerf(const TorchRecQuery& query, const core::TableShard& shard, const TorchRecTopology& topology);

/// Training pipelines for which TorchRec estimates input buffers.
enum class TorchRecPipeline { None, TrainBase, TrainSparseDist, TrainPrefetchSparseDist };
constexpr auto enumNames(TorchRecPipeline)
{
    return core::namesUpTo<TorchRecPipeline::TrainPrefetchSparseDist>(
        "NONE", "TRAIN_BASE", "TRAIN_SPARSE_DIST", "TRAIN_PREFETCH_SPARSE_DIST");
}
inline constexpr auto kTorchRecPipelines = core::valuesOf<TorchRecPipeline>();

/// Bytes of one shard (whole numbers, rounded up as TorchRec does).
struct TorchRecStorage {
    double inputBytes = 0;
    double outputBytes = 0;
    double tensorBytes = 0; ///< of the table's share, without optimizer state
};

[[nodiscard]] TorchRecStorage torchRecStorage(const TorchRecQuery& query, const core::TableShard& shard);
/// Input and output buffers that \p pipeline keeps beside the shard.
[[nodiscard]] double torchRecPipelineBytes(const TorchRecQuery& query, const TorchRecStorage& storage,
                                           TorchRecPipeline pipeline);

/// The query's shards, in device order.
[[nodiscard]] std::vector<core::TableShard> torchRecShards(const TorchRecQuery& query);

} // namespace shardscope::planner
