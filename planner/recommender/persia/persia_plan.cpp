// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/persia_plan.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "planner/recommender/persia/persia_batch.h"
#include "planner/recommender/zionex/replicated_state.h"

#include <algorithm>

namespace shardscope::planner {

using core::ExplainedNumbers;
using core::Seconds;
using core::SourceKind;
using core::Tier;

namespace {

constexpr const char* kCitation = "docs/formulas.md, PERSIA's rates";
constexpr std::size_t kWorkers = 0; ///< indices of the classes of rank
constexpr std::size_t kServers = 1;

using ExplainedSeconds = core::Explained<core::kSecond>;

ExplainedSeconds seconds(Seconds value, std::string_view label, const char* citation)
{
    return ExplainedNumbers::leaf(value, label, SourceKind::Derived, citation);
}

class Answer {
public:
    Answer(const core::ModelSpec& spec, const RoleCluster& cluster, const PersiaSettings& settings,
           const core::Plan& plan, PersiaMode mode, const PersiaRate& rate, bool explained)
        : m_spec(spec)
        , m_model(*spec.recommender())
        , m_cluster(cluster)
        , m_settings(settings)
        , m_plan(plan)
        , m_mode(mode)
        , m_rate(rate)
        , m_memory(persiaMemory(m_model, persiaMemorySettings(cluster)))
        , m_explained(explained)
    {
    }

    core::Evaluation make(const core::HardwareSpec& hardware)
    {
        m_evaluation.plan = m_plan;
        m_evaluation.parameters = core::parameterCount(m_spec);
        m_evaluation.devices = m_cluster.accelerators();
        m_evaluation.unverified = m_cluster.unverified;
        m_evaluation.unverified.insert(m_evaluation.unverified.end(), m_spec.unverified.begin(),
                                       m_spec.unverified.end());
        addWorkerMemory(hardware);
        addServerMemory();
        addStep();
        addCommunication();
        addThroughput(hardware);
        addFigures();
        return std::move(m_evaluation);
    }

private:
    core::DerivationPtr why(core::DerivationPtr derivation) const
    {
        return m_explained ? std::move(derivation) : nullptr;
    }

    void addWorkerMemory(const core::HardwareSpec& hardware)
    {
        m_evaluation.memory.classes = {
            {"nn worker", m_cluster.accelerators(), 0, 0, 0},
            {"parameter server", m_cluster[PersiaRoleKind::ParameterServer].replicas, 0, 0, 0}};
        auto peak = ExplainedNumbers::leaf(core::Bytes{0}, "0", SourceKind::Constant, "");
        for (const ReplicatedEntry& entry :
             replicatedState(m_model, m_plan, static_cast<double>(m_settings.batch))) {
            const auto bytes = ExplainedNumbers::named(entry.name, entry.bytes, kCitation);
            m_evaluation.memory.entries.push_back(
                {kWorkers, Tier::Device, entry.purpose, bytes.quantity(), why(bytes.derivation())});
            peak = peak + bytes;
        }
        const core::MemoryTier* device = hardware.tier(Tier::Device);
        const core::Bytes capacity = device->capacity.value / static_cast<double>(device->sharedBy);
        m_evaluation.memory.tiers.push_back(
            {kWorkers, Tier::Device, capacity, peak.quantity(), why(peak.derivation())});
        if (peak.quantity() > capacity) {
            core::Violation violation{"memory",         "nn worker device", peak.value(),
                                      capacity.value(), core::kByte,        {}};
            if (m_plan.batch.microBatch > 1)
                violation.remedies.push_back(
                    {"micro_batch", {std::to_string(m_plan.batch.microBatch / 2)}, core::Bytes{}, false});
            m_evaluation.verdict.violations.push_back(std::move(violation));
        }
    }

    void addServerMemory()
    {
        const RoleMachines& servers = m_cluster[PersiaRoleKind::ParameterServer];
        const auto bytes = ExplainedNumbers::named(
            W_("rows_of_one_server"),
            ExplainedNumbers::leaf(
                m_memory.residentBytes, W_("resident_rows_with_their_state"), SourceKind::Given,
                "the model; 4 B an element, 67 B a row of links and map; what finds no room "
                "is evicted") /
                ExplainedNumbers::leaf(core::Number{static_cast<double>(servers.replicas)},
                                       W_("parameter_servers"), SourceKind::Given, "the cluster description"),
            kCitation);
        m_evaluation.memory.entries.push_back({kServers, Tier::ParameterServer, core::Purpose::Embedding,
                                               bytes.quantity(), why(bytes.derivation())});
        const double share = persiaMemorySettings(m_cluster).memoryShare;
        m_evaluation.memory.tiers.push_back({kServers, Tier::ParameterServer, share * servers.memory,
                                             bytes.quantity(), why(bytes.derivation())});
        for (const core::Violation& violation : m_memory.verdict.violations)
            m_evaluation.verdict.violations.push_back(violation);
    }

    void addStep()
    {
        const DenseMachine machine{m_settings.devicePeak, m_settings.compute == core::Dtype::Fp32,
                                   m_settings.deviceBandwidth, m_settings.compute};
        const auto dense = denseTimes<ExplainedNumbers>(m_model, static_cast<double>(m_settings.batch),
                                                        machine, m_settings.dense);
        const auto forward = dense.bottomForward + dense.topForward;
        const auto backward = dense.topBackward + dense.bottomBackward;
        const auto stage = seconds(m_rate.stages.dense, W_("dense_stage"), kCitation);
        const auto host = stage - (forward + backward + dense.optimizer);
        const auto allReduce = seconds(m_rate.stages.allReduce, W_("all_reduce"), kCitation);
        const auto samples =
            ExplainedNumbers::leaf(core::Items{static_cast<double>(m_settings.batch) *
                                               static_cast<double>(m_cluster.accelerators())},
                                   W_("samples_of_a_step"), SourceKind::Given, "/batch");
        const auto total = samples / core::Explained<core::kItemPerSecond>(m_rate.why);
        const auto none = seconds(Seconds{0}, "0", "");
        // Where the device is the slower nothing is waited for; what the subtraction leaves is rounding.
        constexpr double kRounding = 1e-12;
        const auto left = total - stage - allReduce;
        const auto waiting = left.value() > kRounding * total.value() ? left : none;
        const auto put = [&](core::StepPart part, const ExplainedSeconds& value) {
            const auto named = ExplainedNumbers::named(core::nameOf(part), value, kCitation);
            m_evaluation.step[part] = {named.quantity(), why(named.derivation())};
        };
        put(core::StepPart::Forward, forward);
        put(core::StepPart::Backward, backward);
        put(core::StepPart::Recompute, none);
        put(core::StepPart::Optimizer, dense.optimizer);
        put(core::StepPart::ExposedCommunication, allReduce);
        put(core::StepPart::Bubble, none);
        put(core::StepPart::Host, host);
        put(core::StepPart::Streaming, waiting);
        put(core::StepPart::Total, total);
    }

    void addCommunication()
    {
        const auto exposed = m_evaluation.step.at(core::StepPart::Streaming).seconds;
        const auto vectors =
            ExplainedNumbers::leaf(core::Number{static_cast<double>(m_settings.batch)}, W_("batch"),
                                   SourceKind::Given, "/batch") *
            givenBytes(m_model.pooledWidth(), W_("pooled_elements"), core::Bytes{2}, W_("width_on_the_wire"),
                       "fp16, PersiaML/PERSIA @ff754b8, rust/persia-common/src/lib.rs");
        const auto add = [&](core::Transfer operation, core::TrafficGroup group,
                             const core::Explained<core::kByte>& bytes, Seconds time, Seconds left) {
            m_evaluation.communication.push_back(
                {operation, group, bytes.quantity(), time, left, why(bytes.derivation()),
                 why(seconds(time, core::nameOf(operation), kCitation).derivation())});
        };
        // What is waited for is shared out by how long each direction takes.
        const Seconds both = m_rate.stages.get + m_rate.stages.put;
        const double got = both.value() > 0 ? m_rate.stages.get.value() / both.value() : 0;
        add(core::Transfer::ParameterServer, core::TrafficGroup::Embedding, vectors, m_rate.stages.get,
            got * exposed);
        add(core::Transfer::ParameterServer, core::TrafficGroup::EmbeddingBackward, vectors,
            m_rate.stages.put, (1 - got) * exposed);
        if (m_cluster.accelerators() > 1 && m_mode != PersiaMode::FullAsync)
            add(core::Transfer::AllReduce, core::TrafficGroup::Replica,
                givenBytes(m_model.denseParameters(), W_("dense_parameters"), core::Bytes{4},
                           W_("gradient_width"), kCitation),
                m_rate.stages.allReduce, m_rate.stages.allReduce);
    }

    void addThroughput(const core::HardwareSpec& hardware)
    {
        const double flops = 3 * (m_model.bottomFlopsPerSample() + m_model.topFlopsPerSample() +
                                  m_model.interactionFlopsPerSample());
        core::Throughput& throughput = m_evaluation.throughput;
        throughput.samplesPerSecond = m_rate.samplesPerSecond;
        throughput.modelTflopsPerDevice =
            m_rate.samplesPerSecond * flops / static_cast<double>(m_cluster.accelerators()) / 1e12;
        throughput.modelFlopsUtilization =
            throughput.modelTflopsPerDevice * 1e12 / m_settings.devicePeak.value();
        m_evaluation.currencyPerHour = m_cluster.costPerHour();
        constexpr double kSecondsPerHour = 3600;
        if (m_evaluation.currencyPerHour)
            m_evaluation.currencyPerStep = *m_evaluation.currencyPerHour / kSecondsPerHour *
                                           m_evaluation.step.at(core::StepPart::Total).seconds.value();
        if (hardware.power) // of the accelerators alone: the CPU machines' is not described
            m_evaluation.figures["accelerator_joules_per_step"] =
                hardware.power->value.value() * static_cast<double>(m_cluster.accelerators()) *
                m_evaluation.step.at(core::StepPart::Total).seconds.value();
    }

    void addFigures()
    {
        auto& figures = m_evaluation.figures;
        figures["parameters"] = m_evaluation.parameters;
        figures["samples_per_second"] = m_rate.samplesPerSecond;
        figures["staleness"] = m_rate.staleness;
        figures["lock_efficiency"] = m_rate.lockEfficiency;
        figures["message_too_large"] = m_rate.messageTooLarge ? 1 : 0;
        figures["most_frequent_id"] = mostFrequentId(m_model).alpha;
        figures["addressable_bytes"] = m_memory.addressableBytes.value();
        figures["resident_bytes"] = m_memory.residentBytes.value();
        figures["miss_ratio"] = m_memory.missRatio;
        figures["checkpoint_seconds"] = m_memory.checkpoint.value();
        figures["goodput"] = m_memory.goodput;
        for (const PersiaRoleRate& role : m_rate.roles)
            figures.named(std::string(nameOf(role.role)) + "_utilisation") = role.utilisation;
    }

    const core::ModelSpec& m_spec;
    const core::Recommender& m_model;
    const RoleCluster& m_cluster;
    const PersiaSettings& m_settings;
    const core::Plan& m_plan;
    PersiaMode m_mode;
    const PersiaRate& m_rate;
    PersiaMemory m_memory;
    bool m_explained;
    core::Evaluation m_evaluation;
};

} // namespace

core::Result<PersiaSettings> persiaSettings(const core::HardwareSpec& hardware, core::Dtype compute)
{
    SHARDSCOPE_TRY(const DenseMachine machine, denseMachine(hardware, compute));
    PersiaSettings settings;
    settings.compute = compute;
    settings.devicePeak = machine.peak;
    settings.deviceBandwidth = machine.bandwidth;
    if (const core::Link* node = hardware.link(core::LinkLevel::Node))
        settings.nodeLink = node->bandwidth.value;
    return settings;
}

core::Result<PersiaMode> persiaMode(const core::ConsistencyPlan& consistency)
{
    const bool dense = consistency.dense == core::Consistency::Asynchronous;
    const bool embedding = consistency.embedding == core::Consistency::Asynchronous;
    if (dense && !embedding) {
        return core::notSupported(
                   W_("an asynchronous dense part with synchronous embeddings"),
                   W_("PERSIA knows both synchronous, both asynchronous, or the embeddings alone"))
            .under("/consistency/dense");
    }
    if (dense && !consistency.prefetch) {
        return core::notSupported(W_("fully asynchronous training that looks nothing up ahead"),
                                  W_("where nobody waits for anybody, lookups run ahead"))
            .under("/consistency/prefetch");
    }
    if (!embedding)
        return PersiaMode::FullSync;
    return dense                  ? PersiaMode::FullAsync
           : consistency.prefetch ? PersiaMode::Persia
                                  : PersiaMode::NaiveHybrid;
}

core::Result<RoleCluster> withAccelerators(RoleCluster cluster, std::int64_t accelerators)
{
    RoleMachines& workers = cluster[PersiaRoleKind::NnWorker];
    if (accelerators > workers.devices && accelerators % workers.devices != 0) {
        return core::notDivisible("replica", accelerators,
                                  core::phrase(W_("accelerators of an NN worker machine")), workers.devices)
            .under("/parallel/replica");
    }
    workers.replicas = std::max<std::int64_t>(1, accelerators / workers.devices);
    workers.devices = std::min(workers.devices, accelerators);
    return cluster;
}

PersiaMemorySettings persiaMemorySettings(const RoleCluster& cluster)
{
    PersiaMemorySettings settings;
    const RoleMachines& servers = cluster[PersiaRoleKind::ParameterServer];
    settings.servers = servers.replicas;
    settings.memoryPerServer = servers.memory;
    settings.machines = cluster.machines();
    settings.evicts = true;
    return settings;
}

core::Result<core::Evaluation> evaluatePersia(const core::ModelSpec& model, const RoleCluster& cluster,
                                              const core::HardwareSpec& hardware, const core::Plan& plan,
                                              const PersiaSettings& settings, bool explained)
{
    const core::Recommender* recommender = model.recommender();
    if (recommender == nullptr)
        return core::notSupportedFor(cluster.name,
                                     W_("parameter servers hold the tables of recommendation models"));
    if (plan.axes.devices() != plan.axes.replica) {
        return core::notSupported(W_("a degree beside replica"),
                                  W_("NN workers hold the whole dense part each"))
            .under("/parallel");
    }
    if (!plan.placement.empty()) {
        return core::notSupported(W_("a fixed place for a table"),
                                  W_("parameter servers spread rows by hashing their ids"))
            .under("/placement");
    }
    SHARDSCOPE_TRY(const PersiaMode mode, persiaMode(plan.consistency));
    SHARDSCOPE_TRY(const RoleCluster used, withAccelerators(cluster, plan.axes.replica));
    PersiaSettings planned = settings;
    planned.batch = plan.batch.microBatch * plan.batch.microBatches;
    if (plan.consistency.staleness > 0)
        planned.staleness = plan.consistency.staleness;
    SHARDSCOPE_TRY(const PersiaRate rate, persiaRate(*recommender, used, mode, planned));
    return Answer(model, used, planned, plan, mode, rate, explained).make(hardware);
}

} // namespace shardscope::planner
