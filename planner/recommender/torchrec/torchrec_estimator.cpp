// SPDX-License-Identifier: GPL-3.0-or-later
// TorchRec's estimator: lookup traffic over kernel bandwidth, pooled vectors over link bandwidth.
#include "planner/recommender/torchrec/torchrec_estimator.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

using core::kByte;
using core::kBytePerSecond;
using core::kNumber;
using core::kSecond;
using core::SourceKind;
using core::TableSharding;

namespace {

// constants.py
constexpr double kIdBytes = 8;                // BIGINT_DTYPE
constexpr double kDefaultCachingRatio = 0.2;  // UVM_CACHING_RATIO
constexpr double kUvmSlowdown = 10;           // kernel_bw_lookup divides by 10
constexpr double kBackwardMultiplier = 2;     // BWD_COMPUTE_MULTIPLIER
constexpr double kWeightedMultiplier = 1.1;   // WEIGHTED_KERNEL_MULTIPLIER
constexpr double kBatchedCopy = 2.455;        // BATCHED_COPY_PERF_FACTOR
constexpr double kElementwiseKernels = 9.22;  // DP_ELEMENTWISE_KERNELS_PERF_FACTOR
constexpr std::int64_t kFullBlock = 128;      // FULL_BLOCK_EMB_DIM
constexpr double kHalfBlockPenalty = 1.15;    // HALF_BLOCK_PENALTY
constexpr double kQuarterBlockPenalty = 1.75; // QUARTER_BLOCK_PENALTY
constexpr std::int64_t kNarrowestLookup = 32; // rows narrower than 32 are read as 32
constexpr const char* kCitation = "pytorch/torchrec @a48cef7, planner/shard_estimators.py";
constexpr const char* kConstants = "pytorch/torchrec @a48cef7, planner/constants.py";

bool cutsRows(TableSharding sharding)
{
    return sharding == TableSharding::RowWise || sharding == TableSharding::TableRowWise ||
           sharding == TableSharding::Grid;
}
bool isHierarchical(TableSharding sharding)
{
    return sharding == TableSharding::TableRowWise || sharding == TableSharding::Grid;
}

/// Over how many devices one table's lookups are spread.
double rowParts(const TorchRecQuery& query)
{
    if (query.sharding == TableSharding::RowWise)
        return static_cast<double>(query.world);
    return isHierarchical(query.sharding) ? static_cast<double>(query.localWorld) : 1.0;
}

/// Ids (in) and pooled vectors (out) of one device's batch that one shard serves.
struct Counts {
    double in = 0;
    double out = 0;
    double ranks = 1; ///< whose batches a shard serves
};

Counts countsOf(const TorchRecQuery& query)
{
    Counts counts;
    for (std::size_t f = 0; f < query.batchSizes.size(); ++f) {
        const double bags = query.poolings[f] * static_cast<double>(query.batchSizes[f]);
        counts.in += query.inputLengths[f] * query.poolings[f] * static_cast<double>(query.batchSizes[f]);
        counts.out += bags;
    }
    counts.in /= rowParts(query);
    if (!query.pooled)
        counts.out = counts.in;
    counts.ranks = query.sharding == TableSharding::DataParallel ? 1.0 : static_cast<double>(query.world);
    return counts;
}

double blockPenalty(std::int64_t dim)
{
    if (dim >= kFullBlock)
        return 1;
    return dim >= kFullBlock / 2 ? kHalfBlockPenalty : kQuarterBlockPenalty;
}

/// The formulas, written once for both number kinds.
template <class N>
class Formula {
public:
    template <core::Dimension D>
    using Q = typename N::template Q<D>;

    Formula(const TorchRecQuery& query, const core::TableShard& shard, const TorchRecTopology& topology,
            core::BytesPerSecond kernel)
        : m_query(query)
        , m_shard(shard)
        , m_topology(topology)
        , m_counts(countsOf(query))
        , m_kernel(leaf(kernel, W_("kernel_bandwidth"), SourceKind::Specification, kConstants))
        , m_intra(leaf(topology.intraNode, W_("intra_node_bandwidth"), SourceKind::Specification, kConstants))
        , m_inter(leaf(topology.interNode, W_("inter_node_bandwidth"), SourceKind::Specification, kConstants))
        , m_ranks(number(m_counts.ranks, W_("ranks"), SourceKind::Given))
        , m_columns(number(static_cast<double>(shard.columns), W_("columns"), SourceKind::Given))
        , m_element(leaf(core::Bytes{query.elementBytes}, W_("element_width"), SourceKind::Given, ""))
    {
        const auto out = number(m_counts.out, W_("pooled_vectors"), SourceKind::Given);
        const auto sent = [&](const std::optional<double>& bytes, const char* label) {
            return out * m_ranks * m_columns *
                   leaf(core::Bytes{bytes.value_or(query.elementBytes)}, label, SourceKind::Given, "");
        };
        const bool scatters =
            isHierarchical(query.sharding) || (query.sharding == TableSharding::RowWise && query.pooled);
        m_forwardAllToAll = sent(query.allToAllForwardBytes, "all_to_all_forward_width");
        m_backwardAllToAll = sent(query.allToAllBackwardBytes, "all_to_all_backward_width");
        m_forwardOut =
            scatters ? sent(query.scatterForwardBytes, "reduce_scatter_forward_width") : m_forwardAllToAll;
        m_backwardOut =
            scatters ? sent(query.scatterBackwardBytes, "reduce_scatter_backward_width") : m_backwardAllToAll;
        m_forwardCompute = forwardCompute();
    }

    TorchRecPerf<N> perf() const
    {
        TorchRecPerf<N> perf = m_query.sharding == TableSharding::DataParallel ? dataParallel()
                               : isHierarchical(m_query.sharding)              ? hierarchical()
                                                                               : flat();
        if (m_query.sharding != TableSharding::DataParallel)
            perf.prefetch = prefetch();
        perf.total = N::named(W_("total"),
                              perf.forwardCompute + perf.forwardComms + perf.backwardCompute +
                                  perf.backwardComms + perf.prefetch,
                              kCitation);
        return perf;
    }

private:
    template <class Value>
    static auto leaf(Value value, std::string_view label, SourceKind kind, std::string_view citation)
    {
        return N::leaf(value, label, kind, citation);
    }
    static Q<kNumber> number(double value, std::string_view label, SourceKind kind,
                             std::string_view citation = "")
    {
        return N::leaf(core::Number{value}, label, kind, citation);
    }
    static Q<kNumber> constant(double value, std::string_view label)
    {
        return number(value, label, SourceKind::Specification, kConstants);
    }

    Q<kSecond> forwardCompute() const
    {
        const bool tableOrColumn =
            !cutsRows(m_query.sharding) && m_query.sharding != TableSharding::DataParallel;
        const double idBytes =
            std::ceil(m_counts.in * m_counts.ranks * kIdBytes) * (m_query.weighted ? 2 : 1);
        const auto ids = leaf(core::Bytes{idBytes}, W_("id_bytes"), SourceKind::Given, kCitation);
        const auto width = tableOrColumn
                               ? number(static_cast<double>(std::max(m_shard.columns, kNarrowestLookup)),
                                        W_("columns_read"), SourceKind::Specification, kCitation)
                               : m_columns;
        const auto lookup = number(m_counts.in, W_("ids"), SourceKind::Given) * m_ranks * width * m_element;
        // A replicated table writes its own rows' type: nothing goes over a wire.
        const auto written = m_query.sharding == TableSharding::DataParallel
                                 ? number(m_counts.out, W_("pooled_vectors"), SourceKind::Given) * m_ranks *
                                       m_columns * m_element
                                 : m_forwardOut;
        const auto penalty =
            constant(tableOrColumn ? blockPenalty(m_shard.columns) : 1.0, W_("narrow_row_penalty"));
        return N::named(W_("forward_compute"), (ids + lookup + written) * penalty / m_kernel, kCitation);
    }

    Q<kSecond> backwardCompute() const
    {
        auto time = m_forwardCompute * constant(kBackwardMultiplier, W_("backward_multiplier"));
        if (m_query.weighted)
            time = time + m_forwardCompute * constant(kWeightedMultiplier, W_("weighted_multiplier"));
        return N::named(W_("backward_compute"), time, kCitation);
    }

    /// Table-, column-, table-column- and row-wise: one collective over the slowest link.
    TorchRecPerf<N> flat() const
    {
        const auto& link = m_query.world > m_query.localWorld ? m_inter : m_intra;
        TorchRecPerf<N> perf;
        perf.forwardCompute = m_forwardCompute;
        perf.forwardComms = N::named(W_("forward_comms"), m_forwardOut / link, kCitation);
        if (m_query.inference)
            return perf;
        perf.backwardCompute = backwardCompute();
        auto comms = m_backwardOut / link;
        if (m_query.sharding == TableSharding::RowWise)
            comms = comms + m_backwardOut * constant(kBatchedCopy, W_("batched_copy")) / m_kernel;
        perf.backwardComms = N::named(W_("backward_comms"), comms, kCitation);
        return perf;
    }

    /// Row-wise inside a node (reduce-scatter), table-wise between nodes (all-to-all). TorchRec counts its
    /// backward pass in inference too.
    TorchRecPerf<N> hierarchical() const
    {
        TorchRecPerf<N> perf;
        perf.forwardCompute = m_forwardCompute;
        perf.forwardComms =
            N::named(W_("forward_comms"), twoLevels(m_forwardOut, m_forwardAllToAll), kCitation);
        perf.backwardCompute = backwardCompute();
        perf.backwardComms =
            N::named(W_("backward_comms"),
                     twoLevels(m_backwardOut, m_backwardAllToAll) +
                         m_backwardOut * constant(kBatchedCopy, W_("batched_copy")) / m_kernel,
                     kCitation);
        return perf;
    }
    Q<kSecond> twoLevels(const Q<kByte>& inside, const Q<kByte>& between) const
    {
        auto time = inside / m_intra;
        if (m_query.world > m_query.localWorld)
            time = time + between /
                              number(static_cast<double>(m_query.localWorld), W_("devices_per_node"),
                                     SourceKind::Given) /
                              m_inter;
        return time;
    }

    /// Gradients of the whole table are all-reduced, and element-wise kernels step it.
    TorchRecPerf<N> dataParallel() const
    {
        const auto table =
            number(static_cast<double>(m_shard.rows), W_("rows"), SourceKind::Given) * m_columns * m_element;
        const double local = static_cast<double>(m_query.localWorld);
        const double world = static_cast<double>(m_query.world);
        const auto nodes =
            number(std::min(world / local, 2.0), W_("nodes_counted"), SourceKind::Given, kCitation);
        auto allReduce = table * (2.0 * nodes - number(1, "1", SourceKind::Given)) / nodes /
                         (m_inter * number(local, W_("devices_per_node"), SourceKind::Given));
        if (world > 2 * local)
            allReduce = allReduce * constant(2, W_("more_than_two_nodes"));
        TorchRecPerf<N> perf;
        perf.forwardCompute = m_forwardCompute;
        perf.backwardCompute = backwardCompute();
        perf.backwardComms =
            N::named(W_("backward_comms"),
                     allReduce + table * constant(kElementwiseKernels, W_("elementwise_kernels")) / m_kernel,
                     kCitation);
        return perf;
    }

    Q<kSecond> prefetch() const
    {
        const auto fetched = number(m_query.inference ? 0 : m_query.expectedCacheFetches / rowParts(m_query),
                                    W_("rows_fetched"), SourceKind::Given);
        const auto link = leaf(m_topology.deviceToHost, W_("device_to_host_bandwidth"),
                               SourceKind::Specification, kConstants);
        return N::named(W_("prefetch"), fetched * m_columns * m_element / link, kCitation);
    }

    const TorchRecQuery& m_query;
    const core::TableShard& m_shard;
    const TorchRecTopology& m_topology;
    Counts m_counts;
    Q<kBytePerSecond> m_kernel;
    Q<kBytePerSecond> m_intra;
    Q<kBytePerSecond> m_inter;
    Q<kNumber> m_ranks;
    Q<kNumber> m_columns;
    Q<kByte> m_element;
    Q<kByte> m_forwardAllToAll{};
    Q<kByte> m_backwardAllToAll{};
    Q<kByte> m_forwardOut{}; ///< what the lookup kernel writes
    Q<kByte> m_backwardOut{};
    Q<kSecond> m_forwardCompute{};
};

} // namespace

core::Result<core::BytesPerSecond> torchRecKernelBandwidth(const TorchRecQuery& query,
                                                           const TorchRecTopology& topology)
{
    using core::LookupKernel;
    const double ratio = query.cachingRatio.value_or(0) > 0 ? *query.cachingRatio : kDefaultCachingRatio;
    const bool cpu = query.device == TorchRecDevice::Cpu;
    const core::BytesPerSecond own = cpu ? topology.host : topology.device;
    const bool cuda = query.device == TorchRecDevice::Cuda;
    switch (query.kernel) {
    case LookupKernel::Dense: return 0.5 * own;
    case LookupKernel::Fused:
    case LookupKernel::Quant: return own;
    case LookupKernel::FusedUvm:
    case LookupKernel::QuantUvm:
        if (cuda)
            return topology.deviceToHost / kUvmSlowdown;
        break;
    case LookupKernel::FusedUvmCaching:
    case LookupKernel::QuantUvmCaching:
        if (cuda)
            return (ratio * topology.device + (1 - ratio) * topology.deviceToHost) / kUvmSlowdown;
        break;
    case LookupKernel::KeyValue:
        if (cuda)
            return topology.deviceToHost;
        break;
    }
    return core::notSupportedFor(std::string(nameOf(query.kernel)),
                                 W_("TorchRec has this kernel on CUDA devices only"));
}

template <class Numbers>
core::Result<TorchRecPerf<Numbers>> torchRecPerf(const TorchRecQuery& query, const core::TableShard& shard,
                                                 const TorchRecTopology& topology)
{
    SHARDSCOPE_CHECK(query.batchSizes.size() == query.inputLengths.size() &&
                     query.poolings.size() == query.inputLengths.size());
    SHARDSCOPE_TRY(const core::BytesPerSecond kernel, torchRecKernelBandwidth(query, topology));
    return Formula<Numbers>(query, shard, topology, kernel).perf();
}
template core::Result<TorchRecPerf<core::PlainNumbers>>
torchRecPerf(const TorchRecQuery&, const core::TableShard&, const TorchRecTopology&);
template core::Result<TorchRecPerf<core::ExplainedNumbers>>
torchRecPerf(const TorchRecQuery&, const core::TableShard&, const TorchRecTopology&);

TorchRecStorage torchRecStorage(const TorchRecQuery& query, const core::TableShard& shard)
{
    const Counts counts = countsOf(query);
    TorchRecStorage storage;
    const bool empty = cutsRows(query.sharding) && (shard.rows == 0 || shard.columns == 0);
    if (!empty) {
        storage.inputBytes = std::ceil(counts.in * counts.ranks * kIdBytes);
        storage.outputBytes =
            std::ceil(counts.out * counts.ranks * static_cast<double>(shard.columns) * query.elementBytes);
    }
    storage.tensorBytes =
        std::ceil(static_cast<double>(shard.rows) * static_cast<double>(shard.columns) * query.elementBytes);
    return storage;
}

double torchRecPipelineBytes(const TorchRecQuery& query, const TorchRecStorage& storage,
                             TorchRecPipeline pipeline)
{
    switch (pipeline) {
    case TorchRecPipeline::TrainSparseDist: return 2 * storage.inputBytes;
    case TorchRecPipeline::TrainPrefetchSparseDist: {
        const double prefetched = core::isCached(query.kernel) ? storage.inputBytes : 0;
        return 3 * storage.inputBytes +
               std::trunc((1 + 6.0 / static_cast<double>(query.prefetchPasses)) * prefetched);
    }
    case TorchRecPipeline::None:
    case TorchRecPipeline::TrainBase: break;
    }
    return storage.inputBytes + storage.outputBytes;
}

std::vector<core::TableShard> torchRecShards(const TorchRecQuery& query)
{
    return core::shardTable(query.sharding, query.rows, query.dim, query.world, query.localWorld,
                            query.columnWidth);
}

} // namespace shardscope::planner
