// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/zionex/recommender_plan.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/plan/fit_verdict.h"
#include "core/units/plain_number.h"
#include "planner/formula/calibration_choice.h"
#include "planner/formula/coefficients.h"
#include "planner/formula/unverified.h"
#include "planner/framework/framework.h"
#include "planner/recommender/zionex/replicated_state.h"
#include "planner/step/costs.h"

#include <algorithm>
#include <array>
#include <map>

namespace shardscope::planner {

using core::Bytes;
using core::ExplainedNumbers;
using core::Purpose;
using core::SourceKind;
using core::Tier;

namespace {

constexpr const char* kPlanCitation = "docs/formulas.md, recommenders";
constexpr const char* kClass = "fullest device";

using ExplainedBytes = core::Explained<core::kByte>;
using ExplainedSeconds = core::Explained<core::kSecond>;

core::Error refused(const char* pointer, std::string what, std::string why)
{
    return core::errorAt(core::ErrorCode::NotSupported, {std::move(what), std::move(why)}, pointer);
}

core::Result<core::Done> checkAxes(const core::Plan& plan)
{
    struct Degree {
        const char* pointer;
        std::int64_t value;
    };
    for (const Degree& degree : std::array<Degree, 7>{{{"/parallel/tensor", plan.axes.tensor},
                                                       {"/parallel/pipeline", plan.axes.pipeline},
                                                       {"/parallel/context", plan.axes.context},
                                                       {"/parallel/expert", plan.axes.expert},
                                                       {"/sharding/weights", plan.sharding.weights},
                                                       {"/sharding/gradients", plan.sharding.gradients},
                                                       {"/sharding/optimizer", plan.sharding.optimizer}}})
        if (degree.value != 1)
            return refused(
                degree.pointer, core::phrase(W_("a degree of %1"), {std::to_string(degree.value)}),
                core::phrase(W_(
                    "a recommender's perceptrons are replicated and its tables sharded over the replicas")));
    if (plan.phases != 0)
        return refused("/phases", core::phrase(W_("phased execution")),
                       core::phrase(W_("a recommender has no stack of layers to cut")));
    if (plan.residency.weights != Tier::Device || plan.residency.gradients != Tier::Device ||
        plan.residency.optimizer != Tier::Device || plan.residency.activations != Tier::Device)
        return refused("/residency", core::phrase(W_("another residency")),
                       core::phrase(W_("the placement chooses each table's tier")));
    core::ConsistencyPlan synchronous; // with or without looking ahead: timeZionex takes both
    synchronous.prefetch = plan.consistency.prefetch;
    if (plan.consistency != synchronous)
        return refused(
            "/consistency", core::phrase(W_("asynchronous training on sharded tables")),
            core::phrase(
                W_("devices that shard the tables update them together; parameter servers do not: name a "
                   "cluster of PERSIA's roles as the hardware")));
    return core::Done{};
}

/// Fills the evaluation part by part; everything is computed explained once and the derivations dropped where
/// not wanted.
class Answer {
public:
    Answer(const core::ModelSpec& spec, const core::HardwareSpec& hardware, const core::Plan& plan,
           const ZionexStep& step, const EmbeddingCluster& cluster, bool explained)
        : m_model(*spec.recommender())
        , m_hardware(hardware)
        , m_plan(plan)
        , m_step(step)
        , m_cluster(cluster)
        , m_explained(explained)
    {
        m_evaluation.plan = plan;
        m_evaluation.parameters = core::parameterCount(spec);
        m_evaluation.devices = plan.axes.devices();
        m_evaluation.available = hardware.devices();
        m_evaluation.unverified = spec.unverified;
        for (const core::Link& link : hardware.links) {
            const bool used = link.level == core::LinkLevel::FrontEnd ||
                              (link.level == core::LinkLevel::Cluster ? cluster.domains() > 1
                                                                      : cluster.devicesPerDomain > 1);
            if (used)
                noteUnverified(link, m_evaluation.unverified);
        }
        for (const std::string& operation : cluster.unverified)
            m_evaluation.unverified.push_back("measured " + operation);
    }

    core::Evaluation make()
    {
        addMemory();
        addStep();
        addCommunication();
        addThroughput();
        addVerdict();
        return std::move(m_evaluation);
    }

private:
    core::DerivationPtr why(core::DerivationPtr derivation) const
    {
        return m_explained ? std::move(derivation) : nullptr;
    }
    [[nodiscard]] double batch() const
    {
        return static_cast<double>(m_plan.batch.globalBatch) / static_cast<double>(m_plan.axes.replica);
    }

    void addEntry(Tier tier, Purpose purpose, const ExplainedBytes& bytes, std::string_view name)
    {
        const auto named = ExplainedNumbers::named(name, bytes, kPlanCitation);
        m_evaluation.memory.entries.push_back({0, tier, purpose, named.quantity(), why(named.derivation())});
        auto [sum, fresh] = m_peak.try_emplace(tier, named);
        if (!fresh)
            sum->second = sum->second + named;
    }

    void addMemory()
    {
        m_evaluation.memory.classes = {{kClass, m_plan.axes.devices(), 0, 0, 0}};
        const auto& loads = m_step.placement.devices;
        const auto fullest = [&](Bytes DeviceLoad::*tier) {
            const auto found = std::ranges::max_element(
                loads, [&](const DeviceLoad& a, const DeviceLoad& b) { return a.*tier < b.*tier; });
            return ExplainedNumbers::leaf(found == loads.end() ? Bytes{} : (*found).*tier,
                                          W_("shards_of_the_fullest_device"), SourceKind::Given,
                                          W_("placement"));
        };
        // Devices of a node share its host memory and SSDs, whoever of them asked for a row: the fullest
        // node's mean.
        const auto fullestNode = [&](Bytes DeviceLoad::*tier) {
            const auto local = static_cast<std::size_t>(std::max<std::int64_t>(1, m_cluster.devicesPerNode));
            Bytes most;
            for (std::size_t first = 0; first < loads.size(); first += local) {
                const std::size_t end = std::min(loads.size(), first + local);
                Bytes sum;
                for (std::size_t device = first; device < end; ++device)
                    sum += loads[device].*tier;
                most = std::max(most, sum / static_cast<double>(end - first));
            }
            return ExplainedNumbers::leaf(most, W_("shards_of_the_fullest_node_a_device"), SourceKind::Given,
                                          W_("placement"));
        };
        for (const ReplicatedEntry& entry : replicatedState(m_model, m_plan, batch()))
            addEntry(Tier::Device, entry.purpose, entry.bytes, entry.name);
        addEntry(Tier::Device, Purpose::Embedding, fullest(&DeviceLoad::device), W_("embedding_shards"));
        const auto samples = ExplainedNumbers::leaf(core::Number{batch()}, W_("batch_of_a_device"),
                                                    SourceKind::Given, "/batch");
        // Pooled vectors before and after the all-to-all, and the ids of two batches.
        addEntry(Tier::Device, Purpose::Buffers,
                 samples * (givenBytes(2 * m_model.pooledWidth(), W_("vectors_sent_and_received"),
                                       core::widthOf(m_plan.precision.weights), W_("weight_width"),
                                       "/precision/weights") +
                            givenBytes(2 * m_model.lookupsPerSample(), W_("ids_of_two_batches"), Bytes{8},
                                       W_("id_width"), kPlanCitation)),
                 W_("all_to_all_buffers"));
        if (const auto host = fullestNode(&DeviceLoad::host); host.value() > 0)
            addEntry(Tier::Host, Purpose::Embedding, host, W_("embedding_shards"));
        if (const auto nvme = fullestNode(&DeviceLoad::nvme); nvme.value() > 0)
            addEntry(Tier::Nvme, Purpose::Embedding, nvme, W_("embedding_shards"));
        for (const auto& [tier, peak] : m_peak)
            m_evaluation.memory.tiers.push_back(
                {0, tier, m_cluster.capacity(tier), peak.quantity(), why(peak.derivation())});
    }

    ExplainedSeconds exposed(std::initializer_list<std::string_view> labels) const
    {
        auto sum = ExplainedNumbers::leaf(core::Seconds{0}, "0", SourceKind::Constant, "");
        for (const RecommenderPart& part : m_step.parts) {
            const std::string label = "exposed_" + part.key;
            if (std::ranges::find(labels, label) != labels.end())
                sum = sum +
                      ExplainedNumbers::leaf(part.exposed, label, SourceKind::Given, "the step's overlap");
        }
        return sum;
    }
    void put(core::StepPart part, const ExplainedSeconds& seconds)
    {
        const auto named = ExplainedNumbers::named(core::nameOf(part), seconds, kPlanCitation);
        m_evaluation.step[part] = {named.quantity(), why(named.derivation())};
    }
    void addStep()
    {
        put(core::StepPart::Forward,
            exposed({W_("exposed_bottom_mlp_forward"), W_("exposed_lookup"), W_("exposed_top_mlp_forward")}));
        put(core::StepPart::Backward, exposed({W_("exposed_top_mlp_backward"),
                                               W_("exposed_bottom_mlp_backward"), W_("exposed_update")}));
        put(core::StepPart::Recompute, exposed({}));
        put(core::StepPart::Optimizer, exposed({W_("exposed_optimizer")}));
        put(core::StepPart::ExposedCommunication,
            exposed({W_("exposed_id_all_to_all"), W_("exposed_vector_all_to_all"),
                     W_("exposed_gradient_all_to_all"), W_("exposed_all_reduce"),
                     W_("exposed_shared_links")}));
        put(core::StepPart::Bubble, exposed({}));
        put(core::StepPart::Host, exposed({W_("exposed_ingest"), W_("exposed_host"), W_("exposed_reader")}));
        put(core::StepPart::Streaming, exposed({W_("exposed_cache_misses")}));
        m_evaluation.step[core::StepPart::Total] = {m_step.seconds, why(m_step.why)};
    }

    void addCommunication()
    {
        const auto width = [&](const char* key) {
            const auto found = m_plan.wire.find(key);
            return core::widthOf(found == m_plan.wire.end() ? m_plan.precision.weights : found->second);
        };
        const auto add = [&](const char* key, core::Transfer operation, core::TrafficGroup group,
                             const ExplainedBytes& bytes) {
            for (const RecommenderPart& part : m_step.parts)
                if (part.key == key && m_plan.axes.devices() > 1)
                    m_evaluation.communication.push_back(
                        {operation, group, bytes.quantity(), part.seconds, part.exposed,
                         why(bytes.derivation()), why(part.why), part.algorithm.name, part.algorithm.reason});
        };
        // An all-to-all is over when whoever has most to send has sent it: its payload is that device's.
        const auto exchanged = [&](const char* key, core::TrafficGroup group) {
            for (const RecommenderPart& part : m_step.parts)
                if (part.key == key)
                    add(key, core::Transfer::AllToAll, group,
                        ExplainedNumbers::leaf(part.sent, W_("bytes_of_the_busiest_device"),
                                               SourceKind::Given, W_("placement")));
        };
        exchanged("id_all_to_all", core::TrafficGroup::EmbeddingIds);
        exchanged("vector_all_to_all", core::TrafficGroup::Embedding);
        exchanged("gradient_all_to_all", core::TrafficGroup::EmbeddingBackward);
        add("all_reduce", core::Transfer::AllReduce, core::TrafficGroup::Replica,
            givenBytes(m_model.denseParameters(), W_("dense_parameters"), width("all_reduce"),
                       W_("width_on_the_wire"), "/wire/all_reduce") +
                ExplainedNumbers::leaf(m_step.replicatedGradients, W_("replicated_rows"), SourceKind::Given,
                                       W_("placement")));
    }

    void addThroughput()
    {
        const double flops = 3 * (m_model.bottomFlopsPerSample() + m_model.topFlopsPerSample() +
                                  m_model.interactionFlopsPerSample());
        const double devices = static_cast<double>(m_plan.axes.devices());
        core::Throughput& throughput = m_evaluation.throughput;
        throughput.samplesPerSecond = m_step.samplesPerSecond;
        throughput.modelTflopsPerDevice = m_step.samplesPerSecond * flops / devices / 1e12;
        const auto machine =
            denseMachine(m_hardware, m_plan.precision.compute.value_or(m_plan.precision.weights));
        throughput.modelFlopsUtilization = throughput.modelTflopsPerDevice * 1e12 / machine->peak.value();
        if (m_hardware.power)
            m_evaluation.energyPerStep =
                core::Joules{m_hardware.power->value.value() * devices * m_step.seconds.value()};
        addPrice<core::ExplainedNumbers>(
            m_hardware, ExplainedNumbers::leaf(m_step.seconds, W_("step"), SourceKind::Given, kPlanCitation),
            m_evaluation);
        m_evaluation.currencyWhy = why(std::move(m_evaluation.currencyWhy));
        m_evaluation.figures["parameters"] = m_evaluation.parameters;
        m_evaluation.figures["embedding_bytes"] = m_model.embeddingBytes().value();
        m_evaluation.figures["embedding_optimizer_bytes"] = m_model.embeddingOptimizerBytes().value();
        m_evaluation.figures["dense_parameters"] = m_model.denseParameters();
        m_evaluation.figures["samples_per_second"] = m_step.samplesPerSecond;
        m_evaluation.figures["readers_per_device"] = static_cast<double>(m_step.readersPerDevice);
        m_evaluation.figures["readers_sized"] = m_step.readersSized ? 1 : 0;
        m_evaluation.figures["placement_lower_bound_seconds"] = m_step.placement.lowerBound.value();
        m_evaluation.figures["placement_seconds"] = m_step.placement.slowest.value();
        m_evaluation.figures["table_memory_share"] = m_step.placement.memoryShare;
        m_evaluation.figures["placement_gap"] = m_step.placement.gap();
        m_evaluation.figures["time_imbalance"] = m_step.placement.timeImbalance();
        m_evaluation.figures["byte_imbalance"] = m_step.placement.byteImbalance();
    }

    void addVerdict()
    {
        m_evaluation.verdict = m_step.placement.verdict;
        for (const core::TierUse& use : m_evaluation.memory.tiers) {
            if (!m_evaluation.verdict.feasible() || core::fitVerdict(m_evaluation.memory, use).feasible())
                continue;
            core::Violation violation{
                "memory",         std::string(kClass) + " " + std::string(core::nameOf(use.tier)),
                use.peak.value(), use.capacity.value(),
                core::kByte,      {}};
            const std::int64_t half = m_plan.batch.microBatch / 2;
            if (half > 0)
                violation.remedies.push_back({"micro_batch", {std::to_string(half)}, Bytes{}, false});
            m_evaluation.verdict.violations.push_back(std::move(violation));
        }
    }

    const core::Recommender& m_model;
    const core::HardwareSpec& m_hardware;
    const core::Plan& m_plan;
    const ZionexStep& m_step;
    const EmbeddingCluster& m_cluster;
    bool m_explained;
    core::Evaluation m_evaluation;
    std::map<Tier, ExplainedBytes> m_peak;
};

} // namespace

namespace {

/// What the program does by itself.
void addHabits(const core::Plan& plan, ZionexSettings& settings)
{
    const Habits& habits = factsOf(plan.implementation).habits;
    if (habits.fusesPerceptrons)
        settings.coefficients.dense.outputPasses = 1;
    if (!habits.pooledAsSent)
        return;
    const bool inHalves = core::widthOf(settings.compute) == core::widthOf(core::Dtype::Fp16);
    for (std::optional<core::Dtype>* const sent : {&settings.wire.forward, &settings.wire.backward}) {
        if (!*sent && inHalves)
            *sent = settings.compute;
    }
    if (settings.wire.backward)
        settings.coefficients.lookup.gradientBytes = core::widthOf(*settings.wire.backward).value();
}

/// What runs of the machine's calibration were fitted to.
void addCalibration(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan,
                    ZionexCoefficients& coefficients)
{
    const core::Calibration* calibration = calibrationFor(hardware, plan, model);
    if (calibration == nullptr)
        return;
    coefficients.fit = std::make_shared<const core::Calibration>(*calibration);
    const Coefficients fitted = coefficientsOf(calibration, nullptr);
    const auto take = [&](Coefficient which, double& value, RateSource& source) {
        if (calibration->coefficients.count(std::string(infoOf(which).name)) == 0)
            return;
        value = fitted[which];
        source = {fitted.kind(which), std::string(fitted.citation(which))};
    };
    take(Coefficient::RowGather, coefficients.lookup.gatherEfficiency, coefficients.lookup.gatherSource);
    take(Coefficient::PerceptronRate, coefficients.dense.matrixEfficiency, coefficients.dense.matrixSource);
    take(Coefficient::EmbeddingKernels, coefficients.embeddingKernels, coefficients.embeddingKernelsSource);
}

} // namespace

core::Result<ZionexSettings> zionexSettings(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const core::Plan& given, const ZionexOptions& options)
{
    const core::Plan plan = withTrainer(given, hardware);
    SHARDSCOPE_TRY_DONE(checkAxes(plan));
    ZionexSettings settings;
    settings.batch = std::max<std::int64_t>(1, plan.batch.globalBatch / plan.axes.replica);
    settings.compute = plan.precision.compute.value_or(plan.precision.weights);
    const auto wire = [&](const char* key) -> std::optional<core::Dtype> {
        const auto found = plan.wire.find(key);
        return found == plan.wire.end() ? std::nullopt : std::optional(found->second);
    };
    settings.wire = {wire("all_to_all_forward"), wire("all_to_all_backward")};
    settings.allReduceWire = wire("all_reduce").value_or(plan.precision.gradients);
    settings.constraints = plan.placement;
    settings.pipelined = plan.consistency.prefetch && options.pipelined;
    settings.readersPerDevice = options.readersPerDevice;
    settings.torchRecCosts = options.torchRecCosts;
    settings.hotRows = options.hotRows;
    settings.deviceReserve = options.deviceReserve;
    addHabits(plan, settings);
    addCalibration(model, hardware, plan, settings.coefficients);
    return settings;
}

namespace {

/// The training that the plan asks for.
void addRecommenderTraining(core::Evaluation& evaluation)
{
    const auto* total = evaluation.step.find(core::StepPart::Total);
    if (total == evaluation.step.end())
        return;
    if (total->second.why)
        addTraining<core::ExplainedNumbers>(core::Explained<core::kSecond>(total->second.why), evaluation);
    else
        addTraining<core::PlainNumbers>(total->second.seconds, evaluation);
}

} // namespace

void proveMoreDevices(const core::Recommender& model, const core::HardwareSpec& hardware,
                      const ZionexSettings& settings, std::int64_t devices, core::Verdict& verdict)
{
    constexpr int kSteps = 6;
    const std::int64_t node = hardware.devicesPerNode;
    const auto suffice = [&](std::int64_t nodes) {
        const auto step = zionexStep(model, hardware, nodes * node, settings);
        return step.ok() && step->placement.verdict.feasible();
    };
    for (core::Violation& violation : verdict.violations) {
        for (core::Remedy& remedy : violation.remedies) {
            if (remedy.key != "more_devices")
                continue;
            const std::int64_t estimate =
                core::parseWhole(remedy.args.front()).value_or(1) / node; // fewer cannot hold the bytes
            std::int64_t few = std::max(devices / node, estimate - 1);
            std::int64_t enough = few + 1;
            std::int64_t step = 1;
            for (int trial = 0; trial < kSteps && !remedy.suffices; ++trial) {
                remedy.suffices = suffice(enough);
                if (remedy.suffices)
                    break;
                few = enough;
                enough += step;
                step *= 2;
            }
            while (remedy.suffices && enough - few > 1) {
                const std::int64_t middle = few + (enough - few) / 2;
                (suffice(middle) ? enough : few) = middle;
            }
            remedy.args = {std::to_string(enough * node)};
        }
    }
}

core::Result<core::Evaluation> evaluatePlaced(const core::ModelSpec& model,
                                              const core::HardwareSpec& hardware, const core::Plan& plan,
                                              const ZionexStep& step, bool explained)
{
    SHARDSCOPE_TRY(const EmbeddingCluster cluster, embeddingCluster(hardware, plan.axes.devices()));
    core::Evaluation evaluation = Answer(model, hardware, plan, step, cluster, explained).make();
    addRecommenderTraining(evaluation);
    return evaluation;
}

core::Result<core::Evaluation> evaluateRecommender(const core::ModelSpec& model,
                                                   const core::HardwareSpec& hardware, const core::Plan& plan,
                                                   bool explained)
{
    SHARDSCOPE_CHECK(model.recommender() != nullptr);
    SHARDSCOPE_TRY(const ZionexSettings settings, zionexSettings(model, hardware, plan));
    SHARDSCOPE_TRY(ZionexStep step,
                   zionexStep(*model.recommender(), hardware, plan.axes.devices(), settings));
    if (explained)
        proveMoreDevices(*model.recommender(), hardware, settings, plan.axes.devices(),
                         step.placement.verdict);
    return evaluatePlaced(model, hardware, plan, step, explained);
}

} // namespace shardscope::planner
