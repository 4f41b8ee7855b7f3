// SPDX-License-Identifier: GPL-3.0-or-later
// What one shard of a table costs a device in a step: one interface, two models (TorchRec's and ours).
#pragma once

#include "core/explain/explained.h"
#include "core/model/recommender.h"
#include "core/plan/embedding.h"
#include "planner/formula/recommender_rates.h"
#include "planner/recommender/placement/embedding_cluster.h"

#include <memory>
#include <optional>
#include <string_view>

namespace shardscope::planner {

/// Number formats on the wire; none: the table's own.
struct EmbeddingWire {
    std::optional<core::Dtype> forward;
    std::optional<core::Dtype> backward;
};

/// One shard, asked about.
struct ShardQuery {
    const core::EmbeddingTable& table;
    core::TableSharding sharding = core::TableSharding::TableWise;
    core::LookupKernel kernel = core::LookupKernel::Fused;
    double cachingRatio = 0; ///< rows of a cached kernel that HBM holds, of all
    core::TableShard shard;
    std::int64_t batch = 1; ///< samples a device takes
    const EmbeddingCluster& cluster;
    EmbeddingWire wire;
    double hotRows =
        0; ///< the most frequent rows, kept by every device beside its shards ("hybrid embedding")
};

/// Seconds of one device in one step.
template <class Numbers>
struct ShardTimes {
    typename Numbers::template Q<core::kSecond> forwardCompute{};
    typename Numbers::template Q<core::kSecond> forwardComms{};
    typename Numbers::template Q<core::kSecond> backwardCompute{};
    typename Numbers::template Q<core::kSecond> backwardComms{};
    typename Numbers::template Q<core::kSecond> prefetch{};
    typename Numbers::template Q<core::kSecond> ids{};
};
/// What a device hands to the collectives of a step for a shard.
struct ShardBytes {
    core::Bytes ids;
    core::Bytes vectors;   ///< pooled
    core::Bytes gradients; ///< of pooled vectors
    bool partial = false;  ///< vectors are parts of sums, which meet in the node before they go on
    core::Bytes reduced;   ///< gradients of rows that every device keeps: copies, and hot rows

    /// Which of the two exchanges of vectors it takes part in; a copy in neither.
    [[nodiscard]] bool exchangesWhole() const { return vectors.value() > 0 && !partial; }
    [[nodiscard]] bool exchangesParts() const { return vectors.value() > 0 && partial; }
};
struct ShardCost {
    core::Seconds forwardCompute;
    core::Seconds forwardComms;
    core::Seconds backwardCompute;
    core::Seconds backwardComms;
    core::Seconds prefetch;
    core::Seconds ids; ///< of forwardComms: the ids that are sent to their shards
    ShardBytes sent = {};
    [[nodiscard]] core::Seconds total() const
    {
        return forwardCompute + forwardComms + backwardCompute + backwardComms + prefetch;
    }
};

class ShardCostModel {
public:
    virtual ~ShardCostModel() = default;
    [[nodiscard]] virtual std::string_view name() const = 0; ///< stable: "torchrec", "shardscope"
    [[nodiscard]] virtual ShardCost cost(const ShardQuery& query) const = 0;
    /// The derivation of the shard's total.
    [[nodiscard]] virtual core::DerivationPtr explain(const ShardQuery& query) const = 0;

protected:
    ShardCostModel() = default;
    ShardCostModel(const ShardCostModel&) = default;
    ShardCostModel& operator=(const ShardCostModel&) = default;
};

/// TorchRec's estimator, with the cluster's own bandwidths in place of its V100-era defaults.
[[nodiscard]] std::unique_ptr<ShardCostModel> torchRecCostModel();

/// What our model assumes or has measured; each with its source in shard_cost.cpp.
struct LookupCoefficients {
    double gatherEfficiency = kRowGather; ///< of device bandwidth, row gathers
    RateSource gatherSource{core::SourceKind::Measured, kRowGatherSource};
    double gradientBytes = 4;         ///< an element of a pooled vector's gradient, as the update reads it
    double streamEfficiency = 0.7;    ///< of device bandwidth, plain reads and writes
    double hostLinkEfficiency = 0.85; ///< of the link to host memory, rows fetched in bulk
};

/// Ours: sectors, duplicates, hot rows, cache hits from the skew, ids and vectors as shares of large
/// messages.
[[nodiscard]] std::unique_ptr<ShardCostModel> lookupCostModel(const LookupCoefficients& coefficients = {});

/// Bytes a shard keeps in one tier, optimizer state included; a cached kernel keeps its share in HBM and all
/// rows below.
[[nodiscard]] core::Bytes shardBytes(const ShardQuery& query, core::Tier tier);

} // namespace shardscope::planner
