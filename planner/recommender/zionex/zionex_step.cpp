// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers share links: how long the step takes with that is the simulation's answer too (step_tasks.h).
// The step's composition follows Neo (arXiv:2104.05158, abstract; the maxima are recalled from its section on
// the model, unverified, and follow from the data flow):
//   forward  = max(bottom, [ids + misses +] lookup + vectors) + top; ids and misses only without a pipeline
//   backward = max(top + max(gradients + update, bottom), all-reduce) + optimizer
#include "planner/recommender/zionex/zionex_step.h"

#include "core/base/text_mark.h"
#include "planner/recommender/zionex/front_end.h"
#include "planner/recommender/zionex/step_tasks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::planner {

using core::kNumber;
using core::kSecond;
using core::SourceKind;

namespace {

constexpr const char* kStepCitation = "docs/formulas.md, a ZionEX step";

/// What a device hands to all-to-alls in one direction.
struct Exchanged {
    double bytes = 0;
    double partial = 0; ///< that meet in the node before they go on

    void most(const Exchanged& other)
    {
        bytes = std::max(bytes, other.bytes);
        partial = std::max(partial, other.partial);
    }
};

/// What a device does for its shards, by kind.
struct EmbeddingLoad {
    double lookup = 0;
    double update = 0;
    double misses = 0;
    double sending = 0; ///< seconds at the rates of large messages, to tell who is the busiest
    double ids = 0;     ///< bytes of what is looked up
    Exchanged vectors;  ///< what was found
    Exchanged gradients;
    double replicated = 0; ///< bytes of gradients of rows that every device keeps

    void add(const EmbeddingLoad& other, double times)
    {
        lookup += times * other.lookup;
        update += times * other.update;
        misses += times * other.misses;
        sending += times * other.sending;
        ids += times * other.ids;
        vectors.bytes += times * other.vectors.bytes;
        vectors.partial += times * other.vectors.partial;
        gradients.bytes += times * other.gradients.bytes;
        gradients.partial += times * other.gradients.partial;
        replicated += times * other.replicated;
    }
};

EmbeddingLoad loadOf(const TableOption& option)
{
    const ShardCost& cost = option.shard;
    const ShardBytes& sent = cost.sent;
    EmbeddingLoad load;
    load.lookup = cost.forwardCompute.value();
    load.update = cost.backwardCompute.value();
    load.misses = cost.prefetch.value();
    load.sending = (cost.forwardComms + cost.backwardComms).value();
    load.ids = sent.ids.value();
    (sent.partial ? load.vectors.partial : load.vectors.bytes) = sent.vectors.value();
    (sent.partial ? load.gradients.partial : load.gradients.bytes) = sent.gradients.value();
    load.replicated = sent.reduced.value();
    return load;
}

std::vector<EmbeddingLoad> loadsOf(const PlacementRequest& request, const Placement& placement)
{
    std::vector<EmbeddingLoad> loads(placement.devices.size());
    for (const PlacedTable& placed : placement.tables) {
        const EmbeddingLoad one = loadOf(placed.option);
        const auto add = [&](std::int64_t first, std::int64_t span) {
            for (std::int64_t device = std::max<std::int64_t>(0, first); device < first + span; ++device)
                loads[static_cast<std::size_t>(device)].add(one, 1);
        };
        if (placed.option.spread == Spread::Everywhere)
            add(0, request.cluster.devices);
        for (const std::int64_t first : placed.devices)
            add(first, placed.option.spread == Spread::OneNode ? request.cluster.devicesPerNode : 1);
    }
    return loads;
}

/// What the device does that has most to do. All devices take part in a collective, which lasts as long as
/// whoever has most to send to it.
EmbeddingLoad busiest(const PlacementRequest& request, const Placement& placement)
{
    const std::vector<EmbeddingLoad> loads = loadsOf(request, placement);
    const auto sum = [](const EmbeddingLoad& load) {
        return load.lookup + load.update + load.misses + load.sending;
    };
    EmbeddingLoad most = *std::ranges::max_element(loads, {}, sum);
    for (const EmbeddingLoad& load : loads) {
        most.ids = std::max(most.ids, load.ids);
        most.vectors.most(load.vectors);
        most.gradients.most(load.gradients);
    }
    return most;
}

EmbeddingLoad meanOf(const std::vector<EmbeddingLoad>& loads)
{
    EmbeddingLoad mean;
    for (const EmbeddingLoad& load : loads)
        mean.add(load, 1 / static_cast<double>(loads.size()));
    return mean;
}

/// What says how long collectives take, of a calibration or of the system; none: as measured alone.
std::optional<Coefficients> linksOf(const core::HardwareSpec& hardware, const ZionexSettings& settings)
{
    const core::Calibration* fit = settings.coefficients.fit.get();
    const core::NetworkRates* network = hardware.network ? &*hardware.network : nullptr;
    const Coefficients known = coefficientsOf(fit, nullptr, network);
    return fit != nullptr || known.ofLinks ? std::optional(known) : std::nullopt;
}

/// Everything the step formula needs, once for both number kinds.
struct StepInput {
    const core::Recommender& model;
    const core::HardwareSpec& hardware;
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
    Q<kSecond> ids{}, lookup{}, vectors{}, update{}, gradients{}, misses{}, allReduce{};
    Q<kSecond> ingest{}, reader{}, host{};
    Q<kSecond> embeddingForward{}, embeddingBackward{}, path{}, device{}, total{};
    Algorithm exchangeBy, reduceBy;
};

template <class N>
class StepFormula {
public:
    template <core::Dimension D>
    using Q = typename N::template Q<D>;

    explicit StepFormula(const StepInput& input)
        : m_input(input)
        , m_links(linksOf(input.hardware, input.settings))
    {
    }

    StepTimes<N> times() const
    {
        const ZionexSettings& settings = m_input.settings;
        StepTimes<N> times;
        times.dense = denseTimes<N>(m_input.model, static_cast<double>(settings.batch), m_input.machine,
                                    settings.coefficients.dense);
        times.lookup = seconds(m_input.load.lookup, W_("lookup_of_the_busiest_device")) + kernels(1);
        times.update = seconds(m_input.load.update, W_("update_of_the_busiest_device")) + kernels(2);
        times.misses = seconds(m_input.load.misses, W_("rows_missed_by_the_cache"));
        const EmbeddingLoad& load = m_input.load;
        times.ids = N::named(W_("id_all_to_all"), exchanged({load.ids, 0}), kStepCitation);
        times.vectors = N::named(W_("vector_all_to_all"), exchanged(load.vectors), kStepCitation);
        times.gradients = N::named(W_("gradient_all_to_all"), exchanged(load.gradients), kStepCitation);
        const auto reduction = collectiveOf(Collective::AllReduce, allDevices(m_input.cluster),
                                            reducedBytes(), settings.allReduceWire);
        times.allReduce = N::named(W_("all_reduce"), reduction.seconds, kStepCitation);
        times.reduceBy = reduction.algorithm;
        times.exchangeBy = collectiveOf(Collective::AllToAll, allDevices(m_input.cluster),
                                        bytesOf(load.vectors.bytes, ""), core::Dtype::Fp32)
                               .algorithm;
        times.reader = readersSized()
                           ? seconds(0, W_("readers_that_keep_up"))
                           : N::named(W_("reader"), reader(settings.readersPerDevice), kStepCitation);
        times.ingest = N::named(W_("ingest"), ingest(), kStepCitation);
        times.host =
            N::named(W_("host"), seconds(settings.coefficients.hostOverhead.value(), W_("host_overhead")),
                     kStepCitation);
        // Ids travel, then rows that miss the cache come up, before the lookup; a pipeline does both while
        // the last batch computes.
        const auto input = times.ids + times.misses;
        times.embeddingForward = times.lookup + times.vectors;
        if (!settings.pipelined)
            times.embeddingForward = input + times.embeddingForward;
        times.embeddingBackward = times.gradients + times.update;
        const auto forward =
            core::maximum(times.dense.bottomForward, times.embeddingForward) + times.dense.topForward;
        const auto backward =
            core::maximum(times.dense.topBackward +
                              core::maximum(times.embeddingBackward, times.dense.bottomBackward),
                          times.allReduce) +
            times.dense.optimizer;
        times.path = N::named(W_("device_path"), forward + backward, kStepCitation);
        times.device = settings.pipelined ? core::maximum(times.path, input) : times.path;
        // The reader works for the next batch and the hosts' network brings it; a framework's host thread
        // runs ahead of the device until it is the slower.
        times.total = N::named(
            W_("step"), core::maximum(core::maximum(times.device, times.host + times.reader), times.ingest),
            kStepCitation);
        return times;
    }

    [[nodiscard]] bool readersSized() const { return m_input.settings.readersPerDevice == 0; }
    /// A batch of a device, shared by \p readers host cores.
    Q<kSecond> reader(std::int64_t readers) const
    {
        const double ids = static_cast<double>(m_input.settings.batch) * m_input.model.lookupsPerSample();
        return given(ids, "ids") *
               N::leaf(m_input.settings.coefficients.readerPerId, "reader_time_per_id", SourceKind::Assumed,
                       "one host core, one id") /
               given(static_cast<double>(readers), "readers");
    }

private:
    static Q<kSecond> seconds(double value, std::string_view label)
    {
        return N::leaf(core::Seconds{value}, label, SourceKind::Given, W_("placement"));
    }
    static Q<kNumber> given(double value, std::string_view label)
    {
        return N::leaf(core::Number{value}, label, SourceKind::Given, "");
    }

    /// The seconds that launching a lookup's kernels takes, \p times over.
    Q<kSecond> kernels(double times) const
    {
        const ZionexCoefficients& coefficients = m_input.settings.coefficients;
        return given(times, W_("passes")) *
               N::leaf(core::Number{coefficients.embeddingKernels}, W_("kernels_of_a_lookup"),
                       coefficients.embeddingKernelsSource.kind, coefficients.embeddingKernelsSource.text) *
               N::leaf(coefficients.dense.kernel, W_("kernel_time"), SourceKind::Measured,
                       "element-wise kernel on one H200 SXM");
    }
    CollectiveTime<N> collectiveOf(Collective what, const Ranks& ranks, const Q<core::kByte>& bytes,
                                   core::Dtype dtype) const
    {
        return collectiveTime<N>({m_input.hardware, m_links ? &*m_links : nullptr}, what, ranks, bytes,
                                 dtype);
    }
    Q<kSecond> collective(Collective what, const Ranks& ranks, const Q<core::kByte>& bytes,
                          core::Dtype dtype = core::Dtype::Fp32) const
    {
        return collectiveOf(what, ranks, bytes, dtype).seconds;
    }
    static Q<core::kByte> bytesOf(double bytes, std::string_view label)
    {
        return N::leaf(core::Bytes{bytes}, label, SourceKind::Given, W_("placement"));
    }
    /// Sends all tables' parts in one message; parts of sums meet in the node first, and 1/l of them goes on.
    Q<kSecond> exchanged(const Exchanged& sent) const
    {
        const EmbeddingCluster& cluster = m_input.cluster;
        auto time = seconds(0, "0");
        if (sent.bytes > 0)
            time = collective(Collective::AllToAll, allDevices(cluster),
                              bytesOf(sent.bytes, W_("bytes_of_the_busiest_device")));
        if (sent.partial <= 0)
            return time;
        const auto partial = bytesOf(sent.partial, W_("partial_sums_of_the_busiest_device"));
        const auto summed =
            partial / given(static_cast<double>(cluster.devicesPerNode), W_("devices_of_a_node"));
        return time + collective(Collective::ReduceScatter, inNode(cluster), partial) +
               collective(Collective::AllToAll, acrossNodes(cluster), summed);
    }
    /// Gradients of the perceptrons, of tables and of hot rows that every device keeps, in one message
    /// (NVIDIA-Merlin/HugeCTR, solver's grouped_all_reduce).
    Q<core::kByte> reducedBytes() const
    {
        const auto dense = N::leaf(core::Number{m_input.model.denseParameters()}, W_("dense_parameters"),
                                   SourceKind::Given, "") *
                           N::leaf(core::widthOf(m_input.settings.allReduceWire), W_("all_reduce_width"),
                                   SourceKind::Given, "");
        if (m_input.load.replicated <= 0)
            return dense;
        return dense + bytesOf(m_input.load.replicated, W_("replicated_rows"));
    }
    /// A batch over the device's share of the hosts' network.
    Q<kSecond> ingest() const
    {
        if (!(m_input.cluster.frontEndLink.value() > 0))
            return seconds(0, W_("no_front_end_network_described"));
        return given(static_cast<double>(m_input.settings.batch), W_("batch_of_a_device")) *
               ingestOfSample<N>(m_input.model) /
               N::leaf(m_input.cluster.frontEndLink, W_("front_end_link"), SourceKind::Specification,
                       "the hardware description");
    }

    const StepInput& m_input;
    std::optional<Coefficients> m_links;
};

std::string boundOf(const StepTimes<core::PlainNumbers>& times, bool pipelined, core::Seconds shared)
{
    const core::Seconds input = times.ids + times.misses;
    const core::Seconds device = times.device + shared;
    if (times.ingest > core::maximum(device, times.host + times.reader))
        return "front_end";
    if (times.host + times.reader > device)
        return times.reader > times.host ? "reader" : "host";
    if (pipelined && times.device <= input)
        return times.misses >= times.ids ? "embedding_misses" : "id_all_to_all";
    const core::Seconds dense = times.dense.topForward + times.dense.topBackward + times.dense.optimizer;
    const bool embedding = times.embeddingForward > times.dense.bottomForward;
    const core::Seconds exchange =
        (embedding ? times.vectors + times.gradients + (pipelined ? core::Seconds{0} : times.ids)
                   : core::Seconds{0}) +
        shared;
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
                                     const StepTimes<core::ExplainedNumbers>& why, bool pipelined,
                                     const EmbeddingLoad& load)
{
    using core::Seconds;
    const Seconds none{0};
    // The bottom perceptron hides what the embeddings do beside it, as far as it lasts.
    const auto forward = leftOver<4>(
        {pipelined ? none : times.ids, pipelined ? none : times.misses, times.lookup, times.vectors},
        times.dense.bottomForward);
    // What a pipeline cannot hide of its input: the misses' last, since they come after the ids.
    const Seconds late = times.device - times.path;
    const Seconds lateMisses = late < times.misses ? late : times.misses;
    const Seconds lateIds = late - lateMisses < times.ids ? late - lateMisses : times.ids;
    const auto backward = leftOver<2>({times.gradients, times.update}, times.dense.bottomBackward);
    const Seconds beside =
        times.dense.topBackward + core::maximum(times.embeddingBackward, times.dense.bottomBackward);
    std::vector<RecommenderPart> parts;
    const auto add = [&](const char* key, Seconds seconds, Seconds exposed,
                         const core::DerivationPtr& derivation, Algorithm algorithm = {}) {
        parts.push_back({key, seconds, exposed, derivation, algorithm});
    };
    const auto whole = [&](const char* key, Seconds seconds, const core::DerivationPtr& derivation) {
        add(key, seconds, seconds, derivation);
    };
    whole(W_("bottom_mlp_forward"), times.dense.bottomForward, why.dense.bottomForward.derivation());
    add("id_all_to_all", times.ids, pipelined ? lateIds : forward[0], why.ids.derivation(), times.exchangeBy);
    add("cache_misses", times.misses, pipelined ? lateMisses : forward[1], why.misses.derivation());
    add("lookup", times.lookup, forward[2], why.lookup.derivation());
    add("vector_all_to_all", times.vectors, forward[3], why.vectors.derivation(), times.exchangeBy);
    whole(W_("top_mlp_forward"), times.dense.topForward, why.dense.topForward.derivation());
    whole(W_("top_mlp_backward"), times.dense.topBackward, why.dense.topBackward.derivation());
    add("gradient_all_to_all", times.gradients, backward[0], why.gradients.derivation(), times.exchangeBy);
    add("update", times.update, backward[1], why.update.derivation());
    whole(W_("bottom_mlp_backward"), times.dense.bottomBackward, why.dense.bottomBackward.derivation());
    add("all_reduce", times.allReduce, leftOver<1>({times.allReduce}, beside)[0], why.allReduce.derivation(),
        times.reduceBy);
    for (RecommenderPart& part : parts) {
        if (part.key == "id_all_to_all")
            part.sent = core::Bytes{load.ids};
        if (part.key == "vector_all_to_all")
            part.sent = core::Bytes{load.vectors.bytes + load.vectors.partial};
        if (part.key == "gradient_all_to_all")
            part.sent = core::Bytes{load.gradients.bytes + load.gradients.partial};
    }
    whole(W_("optimizer"), times.dense.optimizer, why.dense.optimizer.derivation());
    // What the device waits for is the reader's first, then the host's, then the network's that feeds both; a
    // host that runs ahead waits for none.
    const Seconds local = core::maximum(times.device, times.host + times.reader);
    const auto waited = leftOver<1>({local - times.device}, times.reader)[0];
    add("ingest", times.ingest, times.total - local, why.ingest.derivation());
    add("reader", times.reader, local - times.device - waited, why.reader.derivation());
    add("host", times.host, waited, why.host.derivation());
    return parts;
}

/// The largest shard of \p placed, asked about.
ShardQuery questionOf(const PlacementRequest& request, const PlacedTable& placed)
{
    const core::EmbeddingTable& table = request.tables[placed.table];
    const EmbeddingCluster& cluster = request.cluster;
    return {table,
            placed.option.sharding,
            placed.option.kernel,
            placed.option.cachingRatio,
            core::shardTable(placed.option.sharding, table.rows, table.dim, cluster.devices,
                             cluster.devicesPerNode, placed.option.columnWidth)
                .front(),
            request.settings.batch,
            cluster,
            request.settings.wire,
            request.settings.hotRows};
}

/// If the readers' number is not given, takes the fewest that have a batch ready when the last one is done.
/// Their time then hides behind the step.
void sizeReaders(const StepInput& input, core::Seconds total, ZionexStep& step)
{
    step.readersPerDevice = input.settings.readersPerDevice;
    step.readersSized = step.readersPerDevice == 0;
    if (!step.readersSized)
        return;
    const core::Seconds alone = StepFormula<core::PlainNumbers>(input).reader(1);
    step.readersPerDevice = std::max<std::int64_t>(1, std::llround(std::ceil((alone / total).value())));
    const auto shared = StepFormula<core::ExplainedNumbers>(input).reader(step.readersPerDevice);
    for (RecommenderPart& part : step.parts) {
        if (part.key == "reader") {
            part.seconds = shared.quantity();
            part.why = core::ExplainedNumbers::named("reader", shared, kStepCitation).derivation();
        }
    }
}

} // namespace

core::Result<PlacementRequest> placementRequest(const core::Recommender& model,
                                                const core::HardwareSpec& hardware, std::int64_t devices,
                                                const ZionexSettings& settings)
{
    PlacementRequest request;
    const std::optional<Coefficients> links = linksOf(hardware, settings);
    SHARDSCOPE_TRY(request.cluster, embeddingCluster(hardware, devices, links ? &*links : nullptr));
    request.tables = model.tables;
    request.settings.batch = settings.batch;
    request.settings.wire = settings.wire;
    request.settings.hotRows = settings.hotRows;
    request.deviceReserve = settings.deviceReserve;
    request.constraints = settings.constraints;
    return request;
}

core::Result<Placement> placeZionex(const PlacementRequest& request, const ZionexSettings& settings,
                                    const core::Task& task)
{
    const auto ours = lookupCostModel(settings.coefficients.lookup);
    if (!settings.torchRecCosts)
        return placeTables(request, *ours, task);
    SHARDSCOPE_TRY(Placement placement, placeTables(request, *torchRecCostModel(), task));
    // TorchRec ranked the options; the step is timed by our model.
    for (PlacedTable& placed : placement.tables)
        placed.option.shard = ours->cost(questionOf(request, placed));
    return placement;
}

core::DerivationPtr explainShard(const PlacementRequest& request, const PlacedTable& placed,
                                 const LookupCoefficients& coefficients)
{
    return lookupCostModel(coefficients)->explain(questionOf(request, placed));
}

core::Result<ZionexStep> timeZionex(const core::Recommender& model, const core::HardwareSpec& hardware,
                                    const PlacementRequest& request, Placement placement,
                                    const ZionexSettings& settings)
{
    SHARDSCOPE_TRY(const DenseMachine machine, denseMachine(hardware, settings.compute));
    ZionexStep step;
    step.placement = std::move(placement);
    const StepInput input{model,   hardware, request.cluster,
                          machine, settings, busiest(request, step.placement)};
    const auto times = StepFormula<core::PlainNumbers>(input).times();
    const auto why = StepFormula<core::ExplainedNumbers>(input).times();
    step.pipelined = settings.pipelined;
    step.readersSized = settings.readersPerDevice == 0;
    step.parts = partsOf(times, why, settings.pipelined, input.load);
    step.formulaSeconds = times.total;
    SHARDSCOPE_TRY(const std::vector<RecommenderPart> mean,
                   partsOfMeanDevice(model, hardware, request, step.placement, settings));
    StepTasks tasks = stepTasks(model, request, step, mean);
    SHARDSCOPE_TRY(const TimedRun inTime, timedStep(tasks));
    const core::Seconds shared =
        core::maximum(core::Seconds{0}, core::Seconds{inTime.seconds()} - times.total);
    step.seconds = times.total + shared;
    step.deviceSeconds = step.seconds;
    if (times.total > times.device) { // something else bounds it: the device alone
        for (const char* other : {"ingest", "reader", "host"})
            tasks.busiest[other] = tasks.mean[other] = 0;
        SHARDSCOPE_TRY(const TimedRun alone, timedStep(tasks));
        step.deviceSeconds = core::maximum(times.device, core::Seconds{alone.seconds()});
    }
    const auto waiting = core::ExplainedNumbers::leaf(shared, kSharedLinks, SourceKind::Given,
                                                      W_("the step in time: transfers that share a link"));
    step.why =
        shared.value() > 0
            ? core::ExplainedNumbers::named(W_("step"), why.total + waiting, kStepCitation).derivation()
            : why.total.derivation();
    step.parts.push_back({kSharedLinks, shared, shared, waiting.derivation()});
    step.bound = boundOf(times, settings.pipelined, shared);
    step.replicatedGradients = core::Bytes{input.load.replicated};
    sizeReaders(input, step.seconds, step);
    step.samplesPerSecond = static_cast<double>(settings.batch) *
                            static_cast<double>(request.cluster.devices) / step.seconds.value();
    return step;
}

core::Result<std::vector<RecommenderPart>>
partsOfMeanDevice(const core::Recommender& model, const core::HardwareSpec& hardware,
                  const PlacementRequest& request, const Placement& placement, const ZionexSettings& settings)
{
    SHARDSCOPE_TRY(const DenseMachine machine, denseMachine(hardware, settings.compute));
    const StepInput input{model,   hardware, request.cluster,
                          machine, settings, meanOf(loadsOf(request, placement))};
    return partsOf(StepFormula<core::PlainNumbers>(input).times(),
                   StepFormula<core::ExplainedNumbers>(input).times(), settings.pipelined, input.load);
}

core::Result<ZionexStep> zionexStep(const core::Recommender& model, const core::HardwareSpec& hardware,
                                    std::int64_t devices, const ZionexSettings& settings,
                                    const core::Task& task)
{
    SHARDSCOPE_TRY(const PlacementRequest request, placementRequest(model, hardware, devices, settings));
    SHARDSCOPE_TRY(Placement placement, placeZionex(request, settings, task));
    return timeZionex(model, hardware, request, std::move(placement), settings);
}

} // namespace shardscope::planner
