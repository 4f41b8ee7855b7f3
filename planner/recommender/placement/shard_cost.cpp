// SPDX-License-Identifier: GPL-3.0-or-later
// Our cost of a shard. Sources of its coefficients:
// - gather: planner/formula/recommender_rates.h;
// - stream: the same machine's fused Adam, 3.3–3.5 of 4.8 TB/s;
// - host link: the same machine's pinned copies, 55 of 64 GB/s (PCIe 5 x16);
// - collectives: planner/machine, of large messages.
#include "planner/recommender/placement/shard_cost.h"

#include "core/base/text_mark.h"
#include "planner/recommender/placement/id_skew.h"
#include "planner/recommender/torchrec/torchrec_estimator.h"

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

constexpr double kIdBytes = 8;
constexpr double kSector =
    32; // bytes a GPU's memory transaction moves (NVIDIA CUDA C++ Programming Guide, global memory)
constexpr double kSortBytes = 96; // 64-bit keys with 32-bit positions, four radix passes, read and written
constexpr double kGradientBytes = 4;
constexpr const char* kOwn = "docs/formulas.md, embedding shards";

bool hierarchical(TableSharding sharding)
{
    return sharding == TableSharding::TableRowWise || sharding == TableSharding::Grid;
}

/// Plain numbers that the formulas take as given.
struct Traffic {
    double ids = 0;      ///< a step, served by the busiest shard
    double bags = 0;     ///< pooled vectors it writes
    double distinct = 0; ///< different rows among the ids
    double missed = 0;   ///< different rows that HBM does not hold
    double parts = 1;    ///< devices that share the table's rows
    double sentIds = 1;  ///< share of ids that leave their device
    double sentBags = 1; ///< share of pooled vectors that come from another device
};

Traffic trafficOf(const ShardQuery& query)
{
    const double world = static_cast<double>(query.cluster.devices);
    const double local = static_cast<double>(query.cluster.devicesPerNode);
    const double ranks = query.sharding == TableSharding::DataParallel ? 1 : world;
    const double samples = static_cast<double>(query.batch) * ranks;
    Traffic traffic;
    traffic.parts = query.sharding == TableSharding::RowWise ? world
                    : hierarchical(query.sharding)           ? local
                                                             : 1;
    const double rows = static_cast<double>(query.table.rows);
    const double all = samples * query.table.pooling;
    // The shard that holds the hottest row serves it alone.
    const double hot = traffic.parts > 1 ? hottestShare(1, query.table) : 0;
    traffic.ids = all * (hot + (1 - hot) / traffic.parts);
    traffic.bags = samples;
    traffic.distinct =
        std::min(expectedDistinct(query.table, all) / traffic.parts, static_cast<double>(query.shard.rows));
    double held = 1;
    if (core::isCached(query.kernel))
        held = hottestShare(query.cachingRatio * rows, query.table);
    else if (core::tierOf(query.kernel) != core::Tier::Device)
        held = 0;
    traffic.missed = traffic.distinct * (1 - held);
    // A bag stays at home when all its ids are hot.
    const double hotShare = query.hotRows > 0 ? hottestShare(query.hotRows, query.table) : 0;
    traffic.sentIds = 1 - hotShare;
    traffic.sentBags = 1 - std::pow(hotShare, std::max(1.0, query.table.pooling));
    return traffic;
}

template <class N>
class Formula {
public:
    template <core::Dimension D>
    using Q = typename N::template Q<D>;

    Formula(const ShardQuery& query, const LookupCoefficients& coefficients)
        : m_query(query)
        , m_coefficients(coefficients)
        , m_traffic(trafficOf(query))
    {
    }

    ShardTimes<N> times() const
    {
        ShardTimes<N> times;
        times.forwardCompute = N::named(W_("forward_lookup"), lookup(), kOwn);
        times.backwardCompute = N::named(W_("backward_update"), update(), kOwn);
        times.prefetch = N::named(W_("missed_rows"), misses(), kOwn);
        if (m_query.sharding == TableSharding::DataParallel) {
            times.backwardComms = N::named(
                W_("all_reduce"), at(m_query.cluster.reduce, copyBytes(), W_("all_reduce_rate")), kOwn);
            return times;
        }
        times.ids = exchange(idBytes());
        times.forwardComms =
            N::named(W_("forward_all_to_all"), times.ids + vectors(m_query.wire.forward), kOwn);
        times.backwardComms =
            N::named(W_("backward_all_to_all"), vectors(m_query.wire.backward) + hotGradients(), kOwn);
        return times;
    }

    ShardBytes sent() const
    {
        if (m_query.sharding == TableSharding::DataParallel)
            return {{}, {}, {}, false, N::plain(copyBytes())};
        return {N::plain(idBytes()), N::plain(vectorBytes(m_query.wire.forward)),
                N::plain(vectorBytes(m_query.wire.backward)), hierarchical(m_query.sharding),
                m_query.hotRows > 0 ? N::plain(hotBytes()) : core::Bytes{}};
    }

private:
    static Q<kNumber> given(double value, std::string_view label)
    {
        return N::leaf(core::Number{value}, label, SourceKind::Given, "");
    }
    static Q<kNumber> measured(double value, std::string_view label, std::string_view source)
    {
        return N::leaf(core::Number{value}, label, SourceKind::Measured, source);
    }
    static Q<kByte> bytes(double value, std::string_view label)
    {
        return N::leaf(core::Bytes{value}, label, SourceKind::Given, "");
    }
    static Q<kBytePerSecond> rate(core::BytesPerSecond value, std::string_view label)
    {
        return N::leaf(value, label, SourceKind::Specification, "the hardware description");
    }

    [[nodiscard]] double elementBytes() const { return core::widthOf(m_query.table.dtype).value(); }
    [[nodiscard]] double rowBytes() const
    {
        return std::ceil(static_cast<double>(m_query.shard.columns) * elementBytes() / kSector) * kSector;
    }
    [[nodiscard]] double slotBytes() const
    {
        const double rows = static_cast<double>(m_query.table.rows * m_query.table.count);
        return m_query.table.optimizerBytes().value() / rows * static_cast<double>(m_query.shard.columns) /
               static_cast<double>(m_query.table.dim);
    }
    Q<kBytePerSecond> gather() const
    {
        return rate(m_query.cluster.deviceBandwidth, W_("device_bandwidth")) *
               N::leaf(core::Number{m_coefficients.gatherEfficiency}, W_("gather_efficiency"),
                       m_coefficients.gatherSource.kind, m_coefficients.gatherSource.text);
    }
    Q<kBytePerSecond> stream() const
    {
        return rate(m_query.cluster.deviceBandwidth, W_("device_bandwidth")) *
               measured(m_coefficients.streamEfficiency, W_("stream_efficiency"),
                        "fused Adam on one H200 SXM");
    }

    /// Ids and rows in, pooled vectors out.
    Q<kSecond> lookup() const
    {
        const auto rows = given(m_traffic.ids, W_("ids")) * bytes(rowBytes(), W_("row_bytes"));
        const auto ids = given(m_traffic.ids, W_("ids")) * bytes(kIdBytes, W_("id_bytes"));
        const auto out =
            given(m_traffic.bags, W_("bags")) *
            bytes(static_cast<double>(m_query.shard.columns) * elementBytes(), W_("vector_bytes"));
        return rows / gather() + (ids + out) / stream();
    }
    /// Ids sorted, gradients read for each id, each different row and its optimizer state read and written
    /// once.
    Q<kSecond> update() const
    {
        const auto sort = given(m_traffic.ids, W_("ids")) * bytes(kSortBytes, W_("sort_bytes"));
        const auto gradients =
            given(m_traffic.ids, W_("ids")) *
            bytes(static_cast<double>(m_query.shard.columns) * m_coefficients.gradientBytes,
                  W_("gradient_bytes"));
        const auto rows = given(2 * m_traffic.distinct, W_("rows_read_and_written")) *
                          bytes(rowBytes() + slotBytes(), W_("row_and_state_bytes"));
        return (gradients + rows) / gather() + sort / stream();
    }
    /// Missed rows come up before the lookup and go back dirty after it.
    Q<kSecond> misses() const
    {
        if (m_traffic.missed <= 0)
            return N::leaf(core::Seconds{0}, W_("no_misses"), SourceKind::Given, "");
        const bool ssd = core::tierOf(m_query.kernel) == core::Tier::Nvme;
        const auto link = rate(ssd ? m_query.cluster.nvmeBandwidth : m_query.cluster.hostBandwidth,
                               ssd ? W_("nvme_bandwidth") : W_("host_bandwidth")) *
                          measured(m_coefficients.hostLinkEfficiency, W_("host_link_efficiency"),
                                   "pinned copies on one H200 SXM");
        return given(2 * m_traffic.missed, W_("rows_in_and_out")) *
               bytes(rowBytes() + slotBytes(), W_("row_and_state_bytes")) / link;
    }

    /// \p sent as a share of a large message; no time where there is nobody to send to.
    static Q<kSecond> at(const CollectiveRate& rate, const Q<kByte>& sent, std::string_view label)
    {
        if (rate.rate.value() <= 0)
            return N::leaf(core::Seconds{0}, W_("nobody_to_send_to"), SourceKind::Given, "");
        return sent / N::leaf(rate.rate, label, rate.source.kind, rate.source.text);
    }
    Q<kSecond> exchange(const Q<kByte>& sent) const
    {
        return at(m_query.cluster.exchange, sent, W_("all_to_all_rate"));
    }
    Q<kByte> idBytes() const
    {
        return given(m_traffic.ids * m_traffic.sentIds, W_("ids_sent")) * bytes(kIdBytes, W_("id_bytes"));
    }
    /// The dense gradient of a table that every device keeps.
    Q<kByte> copyBytes() const
    {
        return rowGradients(static_cast<double>(m_query.shard.rows), kGradientBytes);
    }
    Q<kByte> vectorBytes(const std::optional<core::Dtype>& wire) const
    {
        const double width = core::widthOf(wire.value_or(m_query.table.dtype)).value();
        return given(m_traffic.bags * m_traffic.sentBags, W_("bags_sent")) *
               bytes(static_cast<double>(m_query.shard.columns) * width, W_("vector_bytes_on_wire"));
    }
    /// Pooled vectors or their gradients: table- and column-wise all-to-all, row-wise reduce-scatter of
    /// partial sums.
    Q<kSecond> vectors(const std::optional<core::Dtype>& wire) const
    {
        const auto sent = vectorBytes(wire);
        if (!hierarchical(m_query.sharding))
            return exchange(sent);
        // Partial sums meet inside the node, then 1/l of them crosses to the other nodes.
        const double local = static_cast<double>(m_query.cluster.devicesPerNode);
        return at(m_query.cluster.scatter, sent, W_("reduce_scatter_rate")) +
               at(m_query.cluster.across, sent * given(1 / local, W_("share_of_the_node")),
                  W_("all_to_all_rate"));
    }
    /// Gradients of the rows that every device keeps.
    Q<kByte> hotBytes() const
    {
        const double rows =
            std::min(m_query.hotRows, static_cast<double>(m_query.table.rows)) / m_traffic.parts;
        return rowGradients(rows, core::widthOf(m_query.wire.backward.value_or(core::Dtype::Fp32)).value());
    }
    Q<kSecond> hotGradients() const
    {
        if (m_query.hotRows <= 0)
            return N::leaf(core::Seconds{0}, W_("no_hot_rows"), SourceKind::Given, "");
        return at(m_query.cluster.reduce, hotBytes(), W_("all_reduce_rate"));
    }
    Q<kByte> rowGradients(double rows, double width) const
    {
        return given(rows, W_("rows")) *
               bytes(static_cast<double>(m_query.shard.columns) * width, W_("gradient_bytes"));
    }

    const ShardQuery& m_query;
    const LookupCoefficients& m_coefficients;
    Traffic m_traffic;
};

class LookupCost final : public ShardCostModel {
public:
    explicit LookupCost(const LookupCoefficients& coefficients)
        : m_coefficients(coefficients)
    {
    }
    [[nodiscard]] std::string_view name() const override { return "shardscope"; }
    [[nodiscard]] ShardCost cost(const ShardQuery& query) const override
    {
        const Formula<core::PlainNumbers> formula(query, m_coefficients);
        const auto times = formula.times();
        return {times.forwardCompute, times.forwardComms, times.backwardCompute, times.backwardComms,
                times.prefetch,       times.ids,          formula.sent()};
    }
    [[nodiscard]] core::DerivationPtr explain(const ShardQuery& query) const override
    {
        const auto times = Formula<core::ExplainedNumbers>(query, m_coefficients).times();
        const auto total = times.forwardCompute + times.forwardComms + times.backwardCompute +
                           times.backwardComms + times.prefetch;
        return core::ExplainedNumbers::named(W_("shard_seconds"), total, kOwn).derivation();
    }

private:
    LookupCoefficients m_coefficients;
};

/// One table as TorchRec's estimator asks for it.
class TorchRecCost final : public ShardCostModel {
public:
    [[nodiscard]] std::string_view name() const override { return "torchrec"; }
    [[nodiscard]] ShardCost cost(const ShardQuery& query) const override
    {
        const auto perf =
            torchRecPerf<core::PlainNumbers>(torchRecQuery(query), query.shard, topology(query.cluster));
        SHARDSCOPE_CHECK(perf.ok()); // CUDA devices have every kernel
        return {perf->forwardCompute,
                perf->forwardComms,
                perf->backwardCompute,
                perf->backwardComms,
                perf->prefetch,
                core::Seconds{0},
                {}};
    }
    [[nodiscard]] core::DerivationPtr explain(const ShardQuery& query) const override
    {
        const auto perf =
            torchRecPerf<core::ExplainedNumbers>(torchRecQuery(query), query.shard, topology(query.cluster));
        SHARDSCOPE_CHECK(perf.ok());
        return perf->total.derivation();
    }

private:
    static TorchRecTopology topology(const EmbeddingCluster& cluster)
    {
        TorchRecTopology topology;
        topology.device = cluster.deviceBandwidth;
        topology.intraNode = cluster.insideLink;
        topology.interNode = cluster.nodesLink();
        if (cluster.hostBandwidth.value() > 0)
            topology.deviceToHost = cluster.hostBandwidth;
        return topology;
    }
    static TorchRecQuery torchRecQuery(const ShardQuery& asked)
    {
        TorchRecQuery query;
        query.kernel = asked.kernel;
        query.sharding = asked.sharding;
        query.batchSizes = {asked.batch};
        query.inputLengths = {asked.table.pooling};
        query.poolings = {1};
        query.world = asked.cluster.devices;
        query.localWorld = asked.cluster.devicesPerNode;
        if (asked.cachingRatio > 0)
            query.cachingRatio = asked.cachingRatio;
        query.rows = asked.table.rows;
        query.dim = asked.table.dim;
        query.elementBytes = core::widthOf(asked.table.dtype).value();
        if (asked.wire.forward)
            query.allToAllForwardBytes = query.scatterForwardBytes =
                core::widthOf(*asked.wire.forward).value();
        if (asked.wire.backward)
            query.allToAllBackwardBytes = query.scatterBackwardBytes =
                core::widthOf(*asked.wire.backward).value();
        return query;
    }
};

} // namespace

std::unique_ptr<ShardCostModel> torchRecCostModel() { return std::make_unique<TorchRecCost>(); }
std::unique_ptr<ShardCostModel> lookupCostModel(const LookupCoefficients& coefficients)
{
    return std::make_unique<LookupCost>(coefficients);
}

core::Bytes shardBytes(const ShardQuery& query, core::Tier tier)
{
    const double elements = static_cast<double>(query.shard.rows) * static_cast<double>(query.shard.columns);
    const core::Bytes weights = elements * core::widthOf(query.table.dtype);
    // A row-wise slot is kept by every column shard of its row.
    const double slotsPerRow =
        query.table.optimizerBytes().value() / static_cast<double>(query.table.rows * query.table.count);
    const bool rowwise = query.table.optimizer == core::OptimizerKind::RowwiseAdagrad;
    const double columnShare =
        rowwise ? 1 : static_cast<double>(query.shard.columns) / static_cast<double>(query.table.dim);
    const core::Bytes all =
        weights + core::Bytes{static_cast<double>(query.shard.rows) * slotsPerRow * columnShare};
    if (tier == core::tierOf(query.kernel))
        return all;
    if (tier != core::Tier::Device || !core::isCached(query.kernel))
        return core::Bytes{};
    // The cache, and its state: 4 B a row of the table, 16 B a cached row (pytorch/torchrec @a48cef7,
    // shard_estimators.py).
    const double rows = static_cast<double>(query.shard.rows);
    return query.cachingRatio * all + core::Bytes{rows * (4 + 16 * query.cachingRatio)};
}

} // namespace shardscope::planner
