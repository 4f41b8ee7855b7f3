// SPDX-License-Identifier: GPL-3.0-or-later
// The step's composition follows Neo (arXiv:2104.05158, abstract; the maxima are recalled from its section on
// the model, unverified, and follow from the data flow):
//   forward  = max(bottom, ids + lookup + vectors) + top
//   backward = max(top + max(gradients + update, bottom), all-reduce) + optimizer
#include "planner/recommender/zionex_step.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::planner {

using core::kNumber;
using core::kSecond;
using core::SourceKind;

namespace {

constexpr const char* kCitation = "docs/formulas.md, a ZionEX step";

/// What the busiest device does for its shards, by kind.
struct EmbeddingLoad {
    double lookup = 0;
    double update = 0;
    double vectors = 0; ///< forward all-to-all, ids included
    double gradients = 0;
    double misses = 0;
    double replicated = 0; ///< all-reduce of data-parallel tables
};

EmbeddingLoad busiest(const PlacementRequest& request, const Placement& placement)
{
    std::vector<EmbeddingLoad> loads(placement.devices.size());
    for (const PlacedTable& placed : placement.tables) {
        const ShardCost& cost = placed.option.shard;
        const bool replicated = placed.option.sharding == core::TableSharding::DataParallel;
        const auto add = [&](std::int64_t first, std::int64_t span) {
            for (std::int64_t device = std::max<std::int64_t>(0, first); device < first + span; ++device) {
                EmbeddingLoad& load = loads[static_cast<std::size_t>(device)];
                load.lookup += cost.forwardCompute.value();
                load.update += cost.backwardCompute.value();
                load.vectors += cost.forwardComms.value();
                (replicated ? load.replicated : load.gradients) += cost.backwardComms.value();
                load.misses += cost.prefetch.value();
            }
        };
        if (placed.option.spread == Spread::Everywhere)
            add(0, request.cluster.devices);
        for (const std::int64_t first : placed.devices)
            add(first, placed.option.spread == Spread::OneNode ? request.cluster.devicesPerNode : 1);
    }
    const auto sum = [](const EmbeddingLoad& load) {
        return load.lookup + load.update + load.vectors + load.gradients + load.misses + load.replicated;
    };
    return *std::max_element(loads.begin(), loads.end(),
                             [&](const EmbeddingLoad& a, const EmbeddingLoad& b) { return sum(a) < sum(b); });
}

/// Everything the step formula needs, once for both number kinds.
struct StepInput {
    const core::Recommender& model;
    const EmbeddingCluster& cluster;
    const DenseMachine& machine;
    const ZionexSettings& settings;
    EmbeddingLoad load;
};

template <class N>
struct StepTimes {
    template <core::Dimension D>
    using Q = typename N::template Q<D>;
    DenseTimes<N> dense;
    Q<kSecond> lookup{}, vectors{}, update{}, gradients{}, misses{}, allReduce{}, reader{}, host{};
    Q<kSecond> embeddingForward{}, embeddingBackward{}, path{}, device{}, total{};
};

template <class N>
class StepFormula {
public:
    template <core::Dimension D>
    using Q = typename N::template Q<D>;

    explicit StepFormula(const StepInput& input)
        : m_input(input)
    {
    }

    StepTimes<N> times() const
    {
        const ZionexSettings& settings = m_input.settings;
        StepTimes<N> times;
        times.dense = denseTimes<N>(m_input.model, static_cast<double>(settings.batch), m_input.machine,
                                    settings.coefficients.dense);
        times.lookup = seconds(m_input.load.lookup, "lookup_of_the_busiest_device") + kernels();
        times.update = seconds(m_input.load.update, "update_of_the_busiest_device") + kernels() + kernels();
        times.misses = seconds(m_input.load.misses, "rows_missed_by_the_cache");
        times.vectors =
            N::named("vector_all_to_all",
                     crowded(m_input.load.vectors, "vectors_of_the_busiest_device") + messages(), kCitation);
        times.gradients = N::named(
            "gradient_all_to_all",
            crowded(m_input.load.gradients, "gradients_of_the_busiest_device") + messages(), kCitation);
        times.allReduce = N::named(
            "all_reduce", allReduce() + seconds(m_input.load.replicated, "replicated_tables"), kCitation);
        times.reader = N::named("reader", reader(), kCitation);
        times.host =
            N::named("host", seconds(settings.coefficients.hostOverhead.value(), "host_overhead"), kCitation);
        // Rows that miss the cache come up before the lookup; a pipeline fetches them while the last batch
        // computes.
        times.embeddingForward = times.lookup + times.vectors;
        if (!settings.pipelined)
            times.embeddingForward = times.embeddingForward + times.misses;
        times.embeddingBackward = times.gradients + times.update;
        const auto forward =
            core::maximum(times.dense.bottomForward, times.embeddingForward) + times.dense.topForward;
        const auto backward =
            core::maximum(times.dense.topBackward +
                              core::maximum(times.embeddingBackward, times.dense.bottomBackward),
                          times.allReduce) +
            times.dense.optimizer;
        times.path = N::named("device_path", forward + backward, kCitation);
        times.device = settings.pipelined ? core::maximum(times.path, times.misses) : times.path;
        // The reader works for the next batch; a framework's host thread runs ahead of the device until it is
        // the slower.
        times.total = N::named(
            "step", core::maximum(core::maximum(times.device, times.host + times.reader), times.reader),
            kCitation);
        return times;
    }

private:
    static Q<kSecond> seconds(double value, std::string_view label)
    {
        return N::leaf(core::Seconds{value}, label, SourceKind::Given, "placement");
    }
    static Q<kNumber> given(double value, std::string_view label)
    {
        return N::leaf(core::Number{value}, label, SourceKind::Given, "");
    }

    Q<kSecond> kernels() const
    {
        return N::leaf(m_input.settings.coefficients.dense.kernel, "kernel_time", SourceKind::Measured,
                       "element-wise kernel on one H200 SXM");
    }
    /// Many nodes sending to one at once cost each other.
    Q<kSecond> crowded(double value, std::string_view label) const
    {
        const double further = static_cast<double>(m_input.cluster.nodes() - 1);
        return seconds(value, label) *
               (given(1, "1") + given(further, "further_nodes") *
                                    N::leaf(core::Number{m_input.settings.coefficients.incastPerNode},
                                            "incast_per_node", SourceKind::Assumed,
                                            "share of the rate that each further sender costs"));
    }
    Q<kSecond> messages() const
    {
        const EmbeddingCluster& cluster = m_input.cluster;
        if (cluster.devices == 1)
            return seconds(0, "one_device");
        const bool between = cluster.nodes() > 1;
        return N::leaf(between ? cluster.clusterLatency : cluster.nodeLatency, "latency",
                       SourceKind::Specification, "the hardware description") +
               given(static_cast<double>(cluster.devices - 1), "peers") *
                   N::leaf(m_input.settings.coefficients.messageTime, "message_time", SourceKind::Assumed,
                           "one send of an all-to-all");
    }
    /// Two levels: rings inside a node, then every device its share between nodes.
    Q<kSecond> allReduce() const
    {
        const EmbeddingCluster& cluster = m_input.cluster;
        const double local = static_cast<double>(cluster.devicesPerNode);
        const double nodes = static_cast<double>(cluster.nodes());
        const auto bytes =
            N::leaf(core::Number{m_input.model.denseParameters()}, "dense_parameters", SourceKind::Given,
                    "") *
            N::leaf(core::widthOf(m_input.settings.allReduceWire), "all_reduce_width", SourceKind::Given, "");
        const auto efficiency =
            N::leaf(core::Number{m_input.settings.coefficients.lookup.linkEfficiency}, "link_efficiency",
                    SourceKind::Assumed, "collectives rarely pass 80 % of a link");
        auto time = seconds(0, "0");
        if (local > 1)
            time = bytes * given(2 * (local - 1) / local, "ring_passes") /
                       (N::leaf(cluster.nodeLink, "node_link", SourceKind::Specification,
                                "the hardware description") *
                        efficiency) +
                   given(2 * std::ceil(std::log2(local)), "tree_steps") *
                       N::leaf(cluster.nodeLatency, "node_latency", SourceKind::Specification,
                               "the hardware description");
        if (nodes > 1)
            time = time +
                   bytes * given(2 * (nodes - 1) / nodes / local, "ring_passes_of_a_share") /
                       (N::leaf(cluster.clusterLink, "cluster_link", SourceKind::Specification,
                                "the hardware description") *
                        efficiency) +
                   given(2 * std::ceil(std::log2(nodes)), "tree_steps") *
                       N::leaf(cluster.clusterLatency, "cluster_latency", SourceKind::Specification,
                               "the hardware description");
        return time;
    }
    Q<kSecond> reader() const
    {
        const double ids = static_cast<double>(m_input.settings.batch) * m_input.model.lookupsPerSample();
        return given(ids, "ids") *
               N::leaf(m_input.settings.coefficients.readerPerId, "reader_time_per_id", SourceKind::Assumed,
                       "one host core, one id") /
               given(static_cast<double>(m_input.settings.readersPerDevice), "readers");
    }

    const StepInput& m_input;
};

std::string boundOf(const StepTimes<core::PlainNumbers>& times)
{
    if (times.host + times.reader > times.device)
        return times.reader > times.host ? "reader" : "host";
    if (times.device <= times.misses)
        return "embedding_misses";
    const core::Seconds dense = times.dense.topForward + times.dense.topBackward + times.dense.optimizer;
    const bool embedding = times.embeddingForward > times.dense.bottomForward;
    const core::Seconds exchange = embedding ? times.vectors + times.gradients : core::Seconds{0};
    const core::Seconds lookup = embedding ? times.lookup + times.update : core::Seconds{0};
    if (times.allReduce >
            times.dense.topBackward + core::maximum(times.embeddingBackward, times.dense.bottomBackward) &&
        times.allReduce > dense)
        return "all_reduce";
    if (exchange >= lookup && exchange >= dense)
        return "all_to_all";
    return lookup >= dense ? "embedding" : "dense";
}

/// What is left of each of \p parts, one after the other, beside something that lasts \p beside.
template <std::size_t Count>
std::array<core::Seconds, Count> leftOver(std::array<core::Seconds, Count> parts, core::Seconds beside)
{
    for (core::Seconds& part : parts) {
        const core::Seconds hidden = part < beside ? part : beside;
        part -= hidden;
        beside -= hidden;
    }
    return parts;
}

std::vector<RecommenderPart> partsOf(const StepTimes<core::PlainNumbers>& times,
                                     const StepTimes<core::ExplainedNumbers>& why, bool pipelined)
{
    using core::Seconds;
    const Seconds none{0};
    // The bottom perceptron hides what the embeddings do beside it, as far as it lasts.
    const auto forward = leftOver<3>({times.lookup, times.vectors, pipelined ? none : times.misses},
                                     times.dense.bottomForward);
    const auto backward = leftOver<2>({times.gradients, times.update}, times.dense.bottomBackward);
    const Seconds beside =
        times.dense.topBackward + core::maximum(times.embeddingBackward, times.dense.bottomBackward);
    std::vector<RecommenderPart> parts;
    const auto add = [&](const char* key, Seconds seconds, Seconds exposed,
                         const core::DerivationPtr& derivation) {
        parts.push_back({key, seconds, exposed, derivation});
    };
    const auto whole = [&](const char* key, Seconds seconds, const core::DerivationPtr& derivation) {
        add(key, seconds, seconds, derivation);
    };
    whole("bottom_mlp_forward", times.dense.bottomForward, why.dense.bottomForward.derivation());
    add("lookup", times.lookup, forward[0], why.lookup.derivation());
    add("vector_all_to_all", times.vectors, forward[1], why.vectors.derivation());
    whole("top_mlp_forward", times.dense.topForward, why.dense.topForward.derivation());
    whole("top_mlp_backward", times.dense.topBackward, why.dense.topBackward.derivation());
    add("gradient_all_to_all", times.gradients, backward[0], why.gradients.derivation());
    add("update", times.update, backward[1], why.update.derivation());
    whole("bottom_mlp_backward", times.dense.bottomBackward, why.dense.bottomBackward.derivation());
    add("all_reduce", times.allReduce, leftOver<1>({times.allReduce}, beside)[0], why.allReduce.derivation());
    whole("optimizer", times.dense.optimizer, why.dense.optimizer.derivation());
    add("cache_misses", times.misses, pipelined ? times.device - times.path : forward[2],
        why.misses.derivation());
    add("reader", times.reader, none, why.reader.derivation());
    add("host", times.host, times.total - times.device, why.host.derivation());
    return parts;
}

} // namespace

core::Result<ZionexStep> zionexStep(const core::Recommender& model, const core::HardwareSpec& hardware,
                                    std::int64_t devices, const ZionexSettings& settings,
                                    const core::Task& task)
{
    SHARDSCOPE_TRY(const EmbeddingCluster cluster, embeddingCluster(hardware, devices));
    SHARDSCOPE_TRY(const DenseMachine machine, denseMachine(hardware, settings.compute));
    PlacementRequest request;
    request.tables = model.tables;
    request.cluster = cluster;
    request.settings.batch = settings.batch;
    request.settings.wire = settings.wire;
    request.settings.hotRows = settings.hotRows;
    const auto ours = lookupCostModel(settings.coefficients.lookup);
    const auto theirs = torchRecCostModel();
    ZionexStep step;
    SHARDSCOPE_TRY(step.placement, placeTables(request, settings.torchRecCosts ? *theirs : *ours, task));
    if (settings.torchRecCosts) {
        // TorchRec ranked the options; the step is timed by our model.
        for (PlacedTable& placed : step.placement.tables) {
            const core::EmbeddingTable& table = model.tables[placed.table];
            const ShardQuestion question{table,
                                         placed.option.sharding,
                                         placed.option.kernel,
                                         placed.option.cachingRatio,
                                         core::shardTable(placed.option.sharding, table.rows, table.dim,
                                                          cluster.devices, cluster.devicesPerNode,
                                                          placed.option.columnWidth)
                                             .front(),
                                         settings.batch,
                                         cluster,
                                         settings.wire,
                                         settings.hotRows};
            placed.option.shard = ours->cost(question);
        }
    }
    const StepInput input{model, cluster, machine, settings, busiest(request, step.placement)};
    const auto times = StepFormula<core::PlainNumbers>(input).times();
    const auto why = StepFormula<core::ExplainedNumbers>(input).times();
    step.seconds = times.total;
    step.why = why.total.derivation();
    step.deviceSeconds = times.device;
    step.parts = partsOf(times, why, settings.pipelined);
    step.bound = boundOf(times);
    step.samplesPerSecond =
        static_cast<double>(settings.batch) * static_cast<double>(devices) / times.total.value();
    return step;
}

core::Result<ZionexCoefficients> calibrateZionex(const core::Recommender& model,
                                                 const core::HardwareSpec& hardware, std::int64_t devices,
                                                 const ZionexSettings& settings, core::Seconds seconds)
{
    ZionexSettings tried = settings;
    tried.coefficients.hostOverhead = core::Seconds{0};
    SHARDSCOPE_TRY(const ZionexStep bare, zionexStep(model, hardware, devices, tried));
    if (bare.deviceSeconds < seconds) {
        // The device would be quicker: the host is what is missing.
        double reader = 0;
        for (const RecommenderPart& part : bare.parts)
            if (part.key == "reader")
                reader = part.seconds.value();
        tried.coefficients.hostOverhead = core::Seconds{std::max(0.0, seconds.value() - reader)};
        return tried.coefficients;
    }
    // Else all device rates were taken too low: find the one factor on them.
    double low = 1;
    double high = 16;
    for (int i = 0; i < 60; ++i) {
        const double factor = std::sqrt(low * high);
        ZionexSettings scaled = tried;
        scaled.coefficients.lookup.gatherEfficiency *= factor;
        scaled.coefficients.lookup.streamEfficiency *= factor;
        scaled.coefficients.lookup.linkEfficiency *= factor;
        scaled.coefficients.dense.matrixEfficiency *= factor;
        scaled.coefficients.dense.vectorEfficiency *= factor;
        scaled.coefficients.dense.streamEfficiency *= factor;
        SHARDSCOPE_TRY(const ZionexStep step, zionexStep(model, hardware, devices, scaled));
        (step.deviceSeconds > seconds ? low : high) = factor;
        tried = scaled;
        tried.coefficients = scaled.coefficients;
        if (std::abs(step.deviceSeconds.value() / seconds.value() - 1) < 1e-6)
            return scaled.coefficients;
        tried = settings;
        tried.coefficients.hostOverhead = core::Seconds{0};
    }
    return core::Error{core::ErrorCode::OutOfRange,
                       {std::to_string(seconds.value()), "a sixteenth of the model's device time", "any"},
                       {}};
}

core::Result<std::vector<ScalingPoint>> zionexScaling(const core::Recommender& model,
                                                      const core::HardwareSpec& hardware,
                                                      const std::vector<std::int64_t>& devices, bool strong,
                                                      const ZionexSettings& settings, const core::Task& task)
{
    std::vector<ScalingPoint> points;
    const std::int64_t globalBatch = devices.empty() ? 0 : settings.batch * devices.front();
    for (const std::int64_t count : devices) {
        ZionexSettings one = settings;
        if (strong)
            one.batch = std::max<std::int64_t>(1, globalBatch / count);
        SHARDSCOPE_TRY(const ZionexStep step, zionexStep(model, hardware, count, one, task));
        if (!step.placement.verdict.feasible())
            continue;
        core::Seconds exchange;
        for (const RecommenderPart& part : step.parts)
            if (part.key == "vector_all_to_all" || part.key == "gradient_all_to_all")
                exchange += part.seconds;
        ScalingPoint point{count, step.samplesPerSecond, 1, step.bound, 0};
        if (exchange.value() > 0)
            point.ceiling = static_cast<double>(one.batch * count) / exchange.value();
        if (!points.empty())
            point.efficiency =
                point.samplesPerSecond / static_cast<double>(count) /
                (points.front().samplesPerSecond / static_cast<double>(points.front().devices));
        points.push_back(point);
    }
    return points;
}

} // namespace shardscope::planner
