// SPDX-License-Identifier: GPL-3.0-or-later
// Coefficients are fitted on some of PERSIA's published runs and checked on the others (PersiaML/tutorials
// @18ccf21, src/benchmark, figures read off; resources/recommender_cases names each run's part):
// - sharedHost: Taobao on 1, 2, 4 and 8 V100; checked on Avazu and Criteo;
// - contentionPerNode: Kwai, asynchronous, 16 to 64 V100; checked on its hybrid and synchronous runs;
// - handledId and handledElement: Kwai, synchronous, 8 V100, and 100 T parameters, synchronous; checked on
// Kwai's
//   other synchronous runs.
// tests/planner/tst_persia.cpp holds that none of them can be moved without making its own runs worse.
// loadedId, hashedId, copiedByte and compression are assumed. sampleHost has no default worth trusting:
// calibrate it on one run.
#include "planner/recommender/persia/persia_rates.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "planner/machine/collective.h"
#include "planner/recommender/persia/persia_batch.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

using core::kNumber;
using core::kSecond;
using core::SourceKind;

namespace {

constexpr std::string_view rateLabel(PersiaRoleKind role)
{
    switch (role) {
    case PersiaRoleKind::DataLoader: return W_("data_loader_rate");
    case PersiaRoleKind::EmbeddingWorker: return W_("embedding_worker_rate");
    case PersiaRoleKind::ParameterServer: return W_("parameter_server_rate");
    case PersiaRoleKind::NnWorker: break;
    }
    return W_("nn_worker_rate");
}

constexpr const char* kRatesCitation = "docs/formulas.md, PERSIA's rates";
constexpr double kWireElement =
    2; // fp16 between embedding worker and NN worker (rust/persia-common/src/lib.rs)
constexpr double kServerElement = 4; // fp32 between parameter server and embedding worker
constexpr double kRatesIdBytes = 8;  // of an id that a parameter server is asked for

/// What one sample carries.
struct Sample {
    double ids = 0;
    double rowElements = 0;    ///< of all its rows
    double pooledElements = 0; ///< that go to the NN worker
    double idBytes = 0;        ///< compact format, published code
    double rowBytes = 0;       ///< of its different rows, between parameter server and embedding worker
    double vectorBytes = 0;    ///< between embedding worker and NN worker
    double distinct = 1;       ///< share of ids that differ within a batch
};

core::Result<Sample> sampleOf(const core::Recommender& model, std::int64_t batch, bool summation)
{
    SHARDSCOPE_TRY(const CompactBatch compact, compactBatch(model, batch));
    Sample sample;
    sample.ids = model.lookupsPerSample();
    for (const core::EmbeddingTable& table : model.tables)
        sample.rowElements +=
            static_cast<double>(table.count) * table.pooling * static_cast<double>(table.dim);
    sample.pooledElements = summation ? model.pooledWidth() : sample.rowElements;
    sample.idBytes = compact.compact().value() / static_cast<double>(batch);
    sample.distinct = compact.deduplication();
    sample.rowBytes = sample.rowElements * sample.distinct * kServerElement;
    sample.vectorBytes = sample.pooledElements * kWireElement;
    return sample;
}

double wireWidth(DenseSync sync)
{
    return sync == DenseSync::ByteGrad || sync == DenseSync::LowPrecisionDecentralized ? 1 : 4;
}

/// The machines of the NN workers as collectives see them: a machine's processes share its network card.
core::HardwareSpec workersMachine(const RoleMachines& workers, const PersiaSettings& settings)
{
    core::HardwareSpec machine;
    machine.devicesPerNode = workers.devices;
    core::Link inside;
    inside.bandwidth = {settings.nodeLink, "the accelerator's description", false};
    core::Link between;
    between.level = core::LinkLevel::Cluster;
    between.bandwidth = {workers.network / static_cast<double>(std::max<std::int64_t>(1, workers.devices)),
                         "the cluster description", false};
    machine.links = {inside, between};
    core::EfficiencyCurve reached;
    reached.operation = "collective";
    reached.x = {1};
    reached.y = {settings.coefficients.networkEfficiency};
    reached.source = "assumed of its links and its network";
    machine.efficiency = {reached};
    return machine;
}

template <class N>
class WorkerRates {
public:
    template <core::Dimension D>
    using Q = typename N::template Q<D>;
    using Time = Q<kSecond>;

    WorkerRates(const core::Recommender& model, const RoleCluster& cluster, const PersiaSettings& settings,
                const Sample& sample)
        : m_model(model)
        , m_cluster(cluster)
        , m_settings(settings)
        , m_coefficients(settings.coefficients)
        , m_sample(sample)
    {
    }

    /// Forward and backward of one process, with what handling and its neighbours cost, for its batch.
    Time dense() const
    {
        const DenseMachine machine{m_settings.devicePeak, m_settings.compute == core::Dtype::Fp32,
                                   m_settings.deviceBandwidth, m_settings.compute};
        const auto times = denseTimes<N>(m_model, batch(), machine, m_settings.dense);
        const RoleMachines& workers = m_cluster[PersiaRoleKind::NnWorker];
        const auto host = seconds(m_coefficients.sampleHost, W_("sample_host"), SourceKind::Fitted,
                                  "calibrated on one run") +
                          number(static_cast<double>(workers.devices), W_("processes_of_a_host")) *
                              seconds(m_coefficients.sharedHost, W_("shared_host"), SourceKind::Fitted,
                                      "PERSIA's runs on 1 to 8 V100");
        const auto crowded =
            number(1, "1") + number(static_cast<double>(workers.replicas - 1), W_("further_machines")) *
                                 N::leaf(core::Number{m_coefficients.contentionPerNode},
                                         W_("contention_per_machine"), SourceKind::Fitted,
                                         "PERSIA's asynchronous runs");
        const auto device = times.bottomForward + times.topForward + times.bottomBackward +
                            times.topBackward + times.optimizer;
        return N::named(W_("dense"), number(batch(), W_("batch")) * host * crowded + device, kRatesCitation);
    }
    /// Gradients of the dense part between all processes: inside a machine, then over its network card.
    Time allReduce() const
    {
        const RoleMachines& workers = m_cluster[PersiaRoleKind::NnWorker];
        if (m_settings.sync == DenseSync::Asynchronous)
            return seconds(core::Seconds{0}, W_("asynchronous"), SourceKind::Given, "");
        const double local = static_cast<double>(workers.devices);
        // A decentralized step averages with one neighbour instead of all.
        const bool neighbour = m_settings.sync == DenseSync::Decentralized ||
                               m_settings.sync == DenseSync::LowPrecisionDecentralized;
        const auto bytes = N::leaf(core::Bytes{m_model.denseParameters() * wireWidth(m_settings.sync)},
                                   W_("gradient_bytes"), SourceKind::Given, "");
        const auto wire = wireWidth(m_settings.sync) == 1 ? core::Dtype::Int8 : core::Dtype::Fp32;
        const core::HardwareSpec machines = workersMachine(workers, m_settings);
        if (!neighbour || workers.replicas == 1)
            return N::named(W_("all_reduce"),
                            collectiveTime<N>({machines}, Collective::AllReduce,
                                              {workers.devices * workers.replicas, 1}, bytes, wire)
                                .seconds,
                            kRatesCitation);
        // All meet within the machine; each of its processes then sends its part to the other machine.
        const auto time =
            collectiveTime<N>({machines}, Collective::AllReduce, {workers.devices, 1}, bytes, wire).seconds +
            collectiveTime<N>({machines}, Collective::SendReceive, {2, workers.devices},
                              bytes / number(local, W_("processes_of_a_host")))
                .seconds;
        return N::named(W_("all_reduce"), time, kRatesCitation);
    }
    /// One way between NN worker and parameter server: half of the handling, and the slowest of the networks
    /// on the way.
    Time transfer() const
    {
        const auto handled =
            (number(m_sample.ids, W_("ids")) * seconds(m_coefficients.handledId, W_("handled_id"),
                                                       SourceKind::Fitted, "PERSIA's synchronous runs") +
             number(m_sample.rowElements, W_("row_elements")) *
                 seconds(m_coefficients.handledElement, W_("handled_element"), SourceKind::Fitted,
                         "PERSIA's synchronous runs")) *
            number(0.5, W_("one_way"));
        // Each message is copied where it is sent and where it is received.
        const auto copied = copying(2 * (m_sample.rowBytes + m_sample.vectorBytes));
        return N::named(W_("handling"), number(batch(), W_("batch")) * (handled + copied + compressing()),
                        kRatesCitation);
    }
    /// Seconds of one core of \p role for one sample.
    Time work(PersiaRoleKind role) const
    {
        switch (role) {
        case PersiaRoleKind::DataLoader:
            return number(m_sample.ids, W_("ids")) *
                       seconds(m_coefficients.loadedId, W_("loaded_id"), SourceKind::Assumed, "") +
                   seconds(core::Seconds{m_settings.customFeatureSeconds}, W_("custom_features"),
                           SourceKind::Given, "");
        case PersiaRoleKind::EmbeddingWorker: {
            // Counts both directions; duplicates are looked up once. It is one end of every message.
            return number(m_sample.ids * m_sample.distinct, W_("distinct_ids")) *
                       seconds(m_coefficients.handledId, W_("handled_id"), SourceKind::Fitted,
                               "PERSIA's synchronous runs") +
                   number(m_sample.rowElements, W_("row_elements")) *
                       seconds(m_coefficients.handledElement, W_("handled_element"), SourceKind::Fitted,
                               "PERSIA's synchronous runs") +
                   copying(2 * (m_sample.rowBytes + m_sample.vectorBytes)) + compressing() + compressing();
        }
        case PersiaRoleKind::ParameterServer:
            return number(2 * m_sample.ids * m_sample.distinct, W_("ids_both_ways")) *
                       seconds(m_coefficients.hashedId, W_("hashed_id"), SourceKind::Assumed, "") +
                   copying(2 * m_sample.rowBytes);
        case PersiaRoleKind::NnWorker: break;
        }
        return seconds(core::Seconds{0}, "0", SourceKind::Given, "");
    }
    /// Samples a second of a CPU role: its cores, and its network.
    Q<core::kItemPerSecond> capacity(PersiaRoleKind role, double cores, double busiestBytes) const
    {
        const RoleMachines& machines = m_cluster[role];
        const auto replicas = N::leaf(core::Items{static_cast<double>(machines.replicas)}, W_("replicas"),
                                      SourceKind::Given, "");
        const auto byCores = replicas * number(cores, W_("working_cores")) / work(role);
        const auto byNetwork =
            replicas *
            (N::leaf(machines.network, W_("network"), SourceKind::Specification, "the cluster description") *
             N::leaf(core::Number{m_coefficients.networkEfficiency}, W_("network_efficiency"),
                     SourceKind::Assumed, "")) /
            N::leaf(core::Bytes{std::max(busiestBytes, 1.0)}, W_("bytes_per_sample"), SourceKind::Given, "");
        return N::named(rateLabel(role), core::minimum(byCores, byNetwork), kRatesCitation);
    }
    Q<core::kItemPerSecond> workers(const Time& period) const
    {
        const auto processes = N::leaf(core::Items{static_cast<double>(m_cluster.accelerators())},
                                       W_("processes"), SourceKind::Given, "");
        return N::named(W_("nn_worker_rate"), processes * number(batch(), W_("batch")) / period,
                        kRatesCitation);
    }
    static Time seconds(core::Seconds value, std::string_view label, SourceKind kind,
                        std::string_view citation)
    {
        return N::leaf(value, label, kind, citation);
    }

private:
    static Q<kNumber> number(double value, std::string_view label)
    {
        return N::leaf(core::Number{value}, label, SourceKind::Given, "");
    }
    [[nodiscard]] double batch() const { return static_cast<double>(m_settings.batch); }
    /// What RPC without zero copy costs: of messages of \p bytes, which are a sample's rows and vectors (the
    /// article on PERSIA: payloads of embeddings and gradients), not of its ids or of the host's other work.
    Time copying(double bytes) const
    {
        return number(m_settings.zeroCopy ? 0 : bytes, W_("copied_bytes")) *
               seconds(m_coefficients.copiedByte, W_("copied_byte"), SourceKind::Assumed,
                       "4 GB/s of one core into new memory");
    }
    Time compressing() const
    {
        const double bytes = m_settings.compression ? m_sample.pooledElements * kWireElement : 0;
        return number(bytes, W_("compressed_bytes")) *
               seconds(m_coefficients.compressedByte, W_("compressed_byte"), SourceKind::Assumed, "");
    }

    const core::Recommender& m_model;
    const RoleCluster& m_cluster;
    const PersiaSettings& m_settings;
    const PersiaCoefficients& m_coefficients;
    const Sample& m_sample;
};

/// Bytes of a sample on each edge; compression shrinks vectors, ids are compact already.
std::vector<PersiaEdge> edgesOf(const core::Recommender& model, const PersiaSettings& settings,
                                const Sample& sample)
{
    using Kind = PersiaRoleKind;
    const double shrink = settings.compression ? settings.coefficients.compressionRatio : 1;
    const core::Bytes rows{sample.rowBytes * shrink};
    const core::Bytes vectors{sample.vectorBytes * shrink};
    const core::Bytes ids{sample.idBytes};
    const core::Bytes asked{sample.ids * sample.distinct * kRatesIdBytes};
    const core::Bytes dense{static_cast<double>(model.denseFeatures) * 4 + 4};
    return {{Kind::DataLoader, Kind::EmbeddingWorker, ids, 0},
            {Kind::DataLoader, Kind::NnWorker, dense, 0},
            {Kind::EmbeddingWorker, Kind::ParameterServer, asked + rows, 0},
            {Kind::ParameterServer, Kind::EmbeddingWorker, rows, 0},
            {Kind::EmbeddingWorker, Kind::NnWorker, vectors, 0},
            {Kind::NnWorker, Kind::EmbeddingWorker, vectors, 0}};
}

double busiestBytes(const std::vector<PersiaEdge>& edges, PersiaRoleKind role)
{
    double sent = 0;
    double received = 0;
    for (const PersiaEdge& edge : edges) {
        sent += edge.from == role ? edge.bytesPerSample.value() : 0;
        received += edge.to == role ? edge.bytesPerSample.value() : 0;
    }
    return std::max(sent, received);
}

template <class N>
std::vector<typename N::template Q<core::kItemPerSecond>>
roleRates(const WorkerRates<N>& rates, const RoleCluster& cluster, const std::vector<PersiaEdge>& edges,
          double locks)
{
    std::vector<typename N::template Q<core::kItemPerSecond>> all;
    for (const PersiaRoleKind role :
         {PersiaRoleKind::DataLoader, PersiaRoleKind::EmbeddingWorker, PersiaRoleKind::ParameterServer}) {
        const double cores = cluster[role].cores * (role == PersiaRoleKind::ParameterServer ? locks : 1);
        all.push_back(rates.capacity(role, cores, busiestBytes(edges, role)));
    }
    return all;
}

} // namespace

double lockEfficiency(double cores, std::int64_t shards)
{
    return shards > 1 ? std::pow(1 - 1 / static_cast<double>(shards), std::max(0.0, cores - 1))
                      : 1 / std::max(1.0, cores);
}

core::Result<PersiaRate> persiaRate(const core::Recommender& model, const RoleCluster& cluster,
                                    PersiaMode mode, const PersiaSettings& asked)
{
    PersiaSettings settings = asked;
    if (mode == PersiaMode::FullAsync)
        settings.sync = DenseSync::Asynchronous;
    SHARDSCOPE_TRY(const Sample sample, sampleOf(model, settings.batch, settings.summation));
    const WorkerRates<core::PlainNumbers> plain(model, cluster, settings, sample);
    const WorkerRates<core::ExplainedNumbers> explained(model, cluster, settings, sample);
    PersiaRate rate;
    rate.edges = edgesOf(model, settings, sample);
    rate.lockEfficiency =
        lockEfficiency(cluster[PersiaRoleKind::ParameterServer].cores, settings.internalShards);
    rate.messageTooLarge =
        sample.idBytes * static_cast<double>(settings.batch) > static_cast<double>(settings.largestMessage);

    rate.stages = {plain.transfer(), plain.dense(), plain.allReduce(), plain.transfer(), 1, 1, 1};
    // Long past the ramp-up, and a whole number of bursts; the limit keeps odd numbers of workers from taking
    // seconds.
    const std::int64_t batches =
        std::clamp<std::int64_t>(2 * steadyBurst(settings.staleness, settings.workers) + 1, 65, 4001);
    const PersiaTimeline timeline =
        persiaTimeline(rate.stages, mode, settings.staleness, batches, settings.workers);
    rate.staleness = static_cast<double>(timeline.staleness.back());

    const auto rolesPlain = roleRates(plain, cluster, rate.edges, rate.lockEfficiency);
    const auto rolesWhy = roleRates(explained, cluster, rate.edges, rate.lockEfficiency);
    const auto workers = plain.workers(timeline.period);
    const auto workersWhy = explained.workers(
        core::ExplainedNumbers::leaf(timeline.period, W_("period_of_a_batch"), SourceKind::Given,
                                     std::string("the rules of ") + std::string(nameOf(mode))));
    rate.samplesPerSecond = workers.value();
    for (std::size_t i = 0; i < rolesPlain.size(); ++i) {
        rate.roles.push_back({kPersiaRoles[i], rolesPlain[i].value(), 0, rolesWhy[i].derivation()});
        if (rolesPlain[i].value() < rate.samplesPerSecond) {
            rate.samplesPerSecond = rolesPlain[i].value();
            rate.saturated = kPersiaRoles[i];
        }
    }
    rate.roles.push_back({PersiaRoleKind::NnWorker, workers.value(), 0, workersWhy.derivation()});
    for (PersiaRoleRate& role : rate.roles) {
        role.utilisation = rate.samplesPerSecond / role.samplesPerSecond;
        if (role.role == rate.saturated)
            rate.why = role.why;
    }
    for (PersiaEdge& edge : rate.edges) {
        const auto end = [&](PersiaRoleKind kind) {
            return static_cast<double>(cluster[kind].replicas) * cluster[kind].network.value();
        };
        edge.utilisation =
            rate.samplesPerSecond * edge.bytesPerSample.value() / std::min(end(edge.from), end(edge.to));
    }
    return rate;
}

core::Result<PersiaCoefficients> calibratePersia(const core::Recommender& model, const RoleCluster& cluster,
                                                 PersiaMode mode, const PersiaSettings& settings,
                                                 double samplesPerSecond)
{
    double low = 0;
    double high = 1;
    const auto rateWith = [&](double host) {
        PersiaSettings tried = settings;
        tried.coefficients.sampleHost = core::Seconds{host};
        return persiaRate(model, cluster, mode, tried);
    };
    SHARDSCOPE_TRY(const PersiaRate fastest, rateWith(low));
    if (fastest.samplesPerSecond < samplesPerSecond)
        return core::outOfRange(samplesPerSecond, "0", fastest.samplesPerSecond);
    for (int i = 0; i < 50; ++i) {
        const double host = (low + high) / 2;
        SHARDSCOPE_TRY(const PersiaRate rate, rateWith(host));
        (rate.samplesPerSecond > samplesPerSecond ? low : high) = host;
    }
    PersiaCoefficients coefficients = settings.coefficients;
    coefficients.sampleHost = core::Seconds{(low + high) / 2};
    return coefficients;
}

} // namespace shardscope::planner
