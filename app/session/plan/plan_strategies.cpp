// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/plan_strategies.h"

#include "app/session/text/messages.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/explain/derivation.h"
#include "planner/layout.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

namespace shardscope::app {
namespace {

using core::ErrorCode;
using core::Plan;
using core::Result;

/// What all strategies share: the work of a step and its number formats, nothing of how it is laid out.
Plan bare(const Plan& plan)
{
    Plan made;
    made.batch = plan.batch;
    made.attention = plan.attention;
    made.precision = plan.precision;
    made.optimizer = plan.optimizer;
    made.implementation = plan.implementation;
    made.kernels = plan.kernels;
    made.gatheredInputs = plan.gatheredInputs;
    made.dropout = plan.dropout;
    made.fusedCrossEntropy = plan.fusedCrossEntropy;
    made.wire = plan.wire;
    return made;
}

/// Whether a strategy has to take every device, or may leave some idle that its degrees do not divide.
enum class Spread { AllDevices, MostDevices };

/// \p made over \p devices: what tensor, pipeline and context leave are replicas, which share the global
/// batch, or the nearest that they divide where devices are idle. One micro-batch each, of the replica's
/// share.
Result<Plan> spread(Plan made, std::int64_t devices, Spread how, StrategyBatch of)
{
    core::Axes& axes = made.axes;
    const std::int64_t inReplica = axes.tensor * axes.pipeline * axes.context;
    if (how == Spread::AllDevices && devices % inReplica != 0)
        return core::notDivisible("devices", devices, "tensor · pipeline", inReplica).under("/parallel");
    axes.replica = std::max<std::int64_t>(1, devices / inReplica);
    core::Batch& batch = made.batch;
    if (of == StrategyBatch::Largest) {
        constexpr std::int64_t kOfEachStage = 8;
        batch.microBatch = 1;
        batch.microBatches = axes.pipeline > 1 ? kOfEachStage * axes.pipeline : 1;
        batch.globalBatch = batch.microBatches * axes.replica;
        return made;
    }
    if (how == Spread::AllDevices && batch.globalBatch % axes.replica != 0)
        return core::notDivisible("global_batch", batch.globalBatch, "replica", axes.replica)
            .under("/batch/global_batch");
    batch.microBatch = std::max<std::int64_t>(1, (batch.globalBatch + axes.replica / 2) / axes.replica);
    batch.microBatches = 1;
    batch.globalBatch = batch.microBatch * axes.replica;
    return made;
}

class Fitter {
public:
    Fitter(const planner::Evaluator& evaluator, const Plan& plan, StrategyBatch batch, const core::Task& task)
        : m_evaluator(evaluator)
        , m_task(task)
        , m_batch(batch)
        , m_devices(plan.axes.devices())
        , m_layers(planner::layersOf(evaluator.model()))
        , m_base(bare(plan))
    {
    }

    [[nodiscard]] const Plan& base() const { return m_base; }
    [[nodiscard]] const core::ModelSpec& model() const { return m_evaluator.model(); }
    [[nodiscard]] const core::HardwareSpec& hardware() const { return m_evaluator.hardware(); }
    [[nodiscard]] std::int64_t layers() const { return m_layers; }
    [[nodiscard]] std::int64_t devices() const { return m_devices; }

    /// One more candidate, each larger than the one before; false once one fits.
    bool offer(const Plan& shape, Spread how = Spread::AllDevices)
    {
        if (m_fits || m_task.cancelled())
            return false;
        offerToo(shape, how);
        return !m_fits;
    }
    /// One that may be faster than what fits already.
    void offerToo(const Plan& shape, Spread how = Spread::AllDevices)
    {
        const Result<Plan> made = spread(shape, m_devices, how, m_batch);
        if (!made.ok())
            note(made.error());
        else if (m_batch == StrategyBatch::Given)
            divide(*made);
        else
            grow(*made);
    }
    [[nodiscard]] Result<Plan> best() const
    {
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        if (m_best)
            return *m_best;
        return m_problem ? *m_problem
                         : errorAt(ErrorCode::NotSupported, {core::phrase(W_("this layout")), ""}, "");
    }

private:
    void note(const core::Error& error)
    {
        if (!m_problem)
            m_problem = error;
    }
    struct Tried {
        bool fits = false;
        double rate = 0; ///< samples a second
    };
    /// Evaluates \p plan and keeps it where it is better than what there is: it fits and is faster a sample,
    /// or nothing fits yet and it is \p last of its kind. None where it cannot be evaluated.
    std::optional<Tried> take(const Plan& plan, bool last)
    {
        if (m_task.cancelled())
            return {};
        const auto evaluated = m_evaluator.evaluate(plan, planner::Detail::Plain, m_task);
        if (!evaluated.ok()) {
            note(evaluated.error());
            return {};
        }
        const Tried tried{evaluated->verdict.feasible(), evaluated->throughput.samplesPerSecond};
        if (tried.fits ? !m_fits || tried.rate > m_rate : !m_fits && last) {
            m_best = plan;
            m_fits = tried.fits;
            m_rate = tried.rate;
        }
        return tried;
    }
    /// The largest micro-batch of a replica's share that fits; with stages, smaller ones for as long as their
    /// shorter bubble is worth more than what they compute slower.
    void divide(Plan plan)
    {
        const std::int64_t share = plan.batch.microBatch;
        double before = 0;
        for (std::int64_t micro = share; micro >= 1; --micro) {
            if (share % micro != 0)
                continue;
            plan.batch.microBatch = micro;
            plan.batch.microBatches = share / micro;
            const auto tried = take(plan, micro == 1);
            if (!tried || (tried->fits && (plan.axes.pipeline == 1 || tried->rate <= before)))
                return;
            before = tried->fits ? tried->rate : 0;
        }
    }
    /// One sample, and more for as long as they fit and are worth it: each time a third as many again.
    void grow(Plan plan)
    {
        const std::int64_t microBatches = plan.batch.microBatches;
        double before = 0;
        for (std::int64_t micro = 1; micro <= kMostSamples; micro += std::max<std::int64_t>(1, micro / 3)) {
            plan.batch.microBatch = micro;
            plan.batch.globalBatch = micro * microBatches * plan.axes.replica;
            const auto tried = take(plan, micro == 1);
            if (!tried || !tried->fits || tried->rate <= before)
                return;
            before = tried->rate;
        }
    }

    static constexpr std::int64_t kMostSamples = 1 << 16;

    const planner::Evaluator& m_evaluator;
    const core::Task& m_task;
    StrategyBatch m_batch;
    std::int64_t m_devices;
    std::int64_t m_layers;
    Plan m_base;
    std::optional<Plan> m_best;
    std::optional<core::Error> m_problem; ///< of the first candidate
    bool m_fits = false;
    double m_rate = 0; ///< of the best, samples a second
};

/// ZeRO, also beside tensor parallelism inside a node, of whatever degree is fastest. Layers are computed
/// again if their activations are what does not fit, and what is kept of them is cut over the tensor group
/// (arXiv:1910.02054, sections 6.1 and 10).
template <int stage>
Result<Plan> replicated(Fitter fitter)
{
    Plan plan = fitter.base();
    if (stage > 0 && planner::factsOf(plan).habits.sharder != planner::Sharder::FullyShard)
        plan = planner::withFramework(std::move(plan), core::Framework::DeepSpeed);
    const core::Recompute given = plan.recompute;
    const std::int64_t widest = stage > 0 ? fitter.hardware().devicesPerNode : 1;
    for (std::int64_t t = 1; t <= widest; t *= 2) {
        plan.axes.tensor = t;
        plan.axes.replica = std::max<std::int64_t>(1, fitter.devices() / t);
        plan.sharding = core::zeroSharding(stage, plan.axes.replica);
        for (const core::Recompute recompute : {given, core::Recompute::Full}) {
            plan.recompute = recompute;
            plan.partitionedActivations = stage > 0 && t > 1 && recompute == core::Recompute::Full;
            const bool legal = t == 1 || planner::checkLayout(plan, fitter.model()).ok();
            if (legal)
                fitter.offerToo(plan);
        }
    }
    return fitter.best();
}

/// \p plan with two stages, three and so on, for as long as that helps.
Result<Plan> withStages(Fitter fitter, Plan plan)
{
    for (std::int64_t p = 2; p <= fitter.layers(); ++p) {
        plan.axes.pipeline = p;
        if (!fitter.offer(plan))
            break;
    }
    return fitter.best();
}

/// Takeaways 1 and 2 of arXiv:2104.04473: tensor parallelism up to the devices of a node, then stages; no
/// more model parallelism than the memory asks for. Selective recompute and sequence parallelism as in
/// arXiv:2205.05198.
Result<Plan> megatron(Fitter fitter)
{
    Plan plan = planner::withFramework(fitter.base(), core::Framework::Megatron);
    plan.recompute = core::Recompute::Selective;
    std::int64_t widest = 1;
    for (std::int64_t t = 1; t <= fitter.hardware().devicesPerNode; t *= 2) {
        plan.axes.tensor = t;
        plan.axes.sequenceParallel = t > 1;
        const bool legal = planner::checkLayout(plan, fitter.model()).ok();
        if (!legal)
            break;
        widest = t;
        if (!fitter.offer(plan))
            return fitter.best();
    }
    plan.axes.tensor = widest;
    plan.axes.sequenceParallel = widest > 1;
    return withStages(std::move(fitter), std::move(plan));
}

/// arXiv:1909.08053: layers are divided over as many devices as the memory asks for, beyond a node too, and
/// computed again in backward; gradients are as wide as weights (NVIDIA Megatron-LM v1.1, fp16/fp16.py). What
/// ZeRO's authors set their runs against (arXiv:1910.02054, section 10.1); it leaves devices idle that its
/// degree does not divide, as theirs did (384 of 400).
Result<Plan> megatronOfTensors(Fitter fitter)
{
    Plan plan = planner::withFramework(fitter.base(), core::Framework::Megatron);
    plan.recompute = core::Recompute::Full;
    plan.precision.gradients = plan.precision.weights;
    for (std::int64_t t = 1; t <= fitter.devices(); t *= 2) {
        plan.axes.tensor = t;
        if (!planner::checkLayout(plan, fitter.model()).ok() || !fitter.offer(plan, Spread::MostDevices))
            break;
    }
    return fitter.best();
}

/// arXiv:1811.06965, section 2.3: layers are recomputed in backward.
Result<Plan> gpipe(Fitter fitter)
{
    Plan plan = fitter.base();
    plan.schedule = core::Schedule::Gpipe;
    plan.recompute = core::Recompute::Full;
    return withStages(std::move(fitter), std::move(plan));
}

Result<Plan> meshTensorFlow(Fitter fitter)
{
    Plan plan = fitter.base();
    const core::Transformer* shape = fitter.model().transformer();
    for (std::int64_t t = 1; t <= fitter.devices(); ++t) {
        if (fitter.devices() % t != 0)
            continue;
        plan.axes.tensor = t;
        plan.axes.expert = 1;
        const std::int64_t replicas = fitter.devices() / t;
        for (std::int64_t e = 2; shape != nullptr && e <= std::min(shape->experts, replicas); ++e) {
            if (shape->experts % e == 0 && replicas % e == 0)
                plan.axes.expert = e;
        }
        if (!fitter.offer(plan))
            break;
    }
    return fitter.best();
}

Result<Plan> phased(Fitter fitter)
{
    const core::HardwareSpec& hardware = fitter.hardware();
    const bool streaming = hardware.tier(core::Tier::Streaming) != nullptr;
    if (!streaming && hardware.tier(core::Tier::Host) == nullptr)
        return errorAt(ErrorCode::NotSupported,
                       {core::phrase(W_("phased execution")),
                        core::phrase(W_("%1 has no larger memory"), {hardware.name})},
                       "/phase_source");
    Plan plan = fitter.base();
    plan.schedule = core::Schedule::Phased;
    plan.phaseSource = streaming ? core::Tier::Streaming : core::Tier::Host;
    plan.phases = std::max<std::int64_t>(1, fitter.layers());
    for (std::int64_t t = 1; t <= std::min(fitter.devices(), hardware.devicesPerNode); t *= 2) {
        plan.axes.tensor = t;
        // First every replica streams its own copy, then each a share of one (replicated tensor sharding).
        for (const std::int64_t shards : {std::int64_t{1}, fitter.devices() / t}) {
            plan.sharding = {shards, shards, shards};
            if (!fitter.offer(plan))
                return fitter.best();
        }
    }
    return fitter.best();
}

struct Strategy {
    std::string_view key;
    const char* name;
    const char* help;
    Result<Plan> (*follow)(Fitter fitter);
};

constexpr std::array kStrategies{
    Strategy{"data_parallel", N_("plain data parallelism"),
             N_("Every device holds the whole model and all-reduces the gradients (PyTorch DDP, "
                "arXiv:2006.15704)"),
             replicated<0>},
    Strategy{"zero_1", N_("ZeRO-1"),
             N_("The optimizer state is divided over the replicas, and layers inside a node where that is "
                "not enough (arXiv:1910.02054)"),
             replicated<1>},
    Strategy{"zero_2", N_("ZeRO-2"),
             N_("Gradients and optimizer state are divided over the replicas, and layers inside a node "
                "where that is not enough (arXiv:1910.02054)"),
             replicated<2>},
    Strategy{"zero_3", N_("ZeRO-3"),
             N_("Weights, gradients and optimizer state are divided over the replicas, and layers inside a "
                "node where that is not enough (arXiv:1910.02054)"),
             replicated<3>},
    Strategy{"megatron", N_("Megatron-LM"),
             N_("Tensor parallelism inside a node, then a 1F1B pipeline, as little of both as fits; replicas "
                "for the rest (arXiv:2104.04473)"),
             megatron},
    Strategy{"megatron_tensor", N_("Megatron-LM of 2020"),
             N_("Tensor parallelism alone, over as many devices as the memory asks for, beyond a node too "
                "(arXiv:1909.08053)"),
             megatronOfTensors},
    Strategy{"gpipe", N_("GPipe"),
             N_("A pipeline that runs all micro-batches forward, then all backward, and recomputes the "
                "layers (arXiv:1811.06965)"),
             gpipe},
    Strategy{"mesh_tensorflow", N_("Mesh-TensorFlow, GShard"),
             N_("Layers are split over a tensor axis and experts over the replicas, without a pipeline "
                "(arXiv:1811.02084, arXiv:2006.16668)"),
             meshTensorFlow},
    Strategy{"phased", N_("phased execution"),
             N_("Layers run one after another on the same devices, their weights streamed in from a larger "
                "memory (Graphcore PopXL)"),
             phased}};

const Strategy* strategyOf(std::string_view key)
{
    const auto found = std::ranges::find(kStrategies, key, &Strategy::key);
    return found == kStrategies.end() ? nullptr : &*found;
}

} // namespace

StrategyBatch suggestedBatch(const Plan& plan)
{
    const bool given = plan.batch.microBatch > 1 || plan.batch.microBatches > 1;
    return given ? StrategyBatch::Given : StrategyBatch::Largest;
}

std::span<const std::string_view> strategyKeys()
{
    static const auto keys = [] {
        std::array<std::string_view, kStrategies.size()> names;
        std::ranges::transform(kStrategies, names.begin(), &Strategy::key);
        return names;
    }();
    return keys;
}

QString strategyName(std::string_view key)
{
    const Strategy* strategy = strategyOf(key);
    return strategy != nullptr ? translated(strategy->name)
                               : QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
}

QString strategyHelp(std::string_view key)
{
    const Strategy* strategy = strategyOf(key);
    return strategy != nullptr ? translated(strategy->help) : QString();
}

bool strategyApplies(std::string_view key, const core::ModelSpec& model, const core::HardwareSpec& hardware)
{
    if (model.recommender() != nullptr)
        return false;
    if (key == "gpipe")
        return planner::layersOf(model) > 1;
    if (key == "phased")
        return hardware.tier(core::Tier::Streaming) != nullptr || hardware.tier(core::Tier::Host) != nullptr;
    return strategyOf(key) != nullptr;
}

Result<Plan> strategyPlan(std::string_view key, const planner::Evaluator& evaluator, const Plan& plan,
                          StrategyBatch batch, const core::Task& task)
{
    if (evaluator.model().recommender() != nullptr)
        return core::notSupported(W_("this layout"), W_("the model is a recommender"));
    const Strategy* strategy = strategyOf(key);
    if (strategy == nullptr)
        return core::Error{ErrorCode::UnknownName, {std::string(key), "", core::phrase(W_("strategy"))}};
    return strategy->follow(Fitter(evaluator, plan, batch, task));
}

std::string shapeText(const Plan& plan)
{
    return std::to_string(plan.axes.tensor) + " · " + std::to_string(plan.axes.pipeline) + " · " +
           std::to_string(plan.axes.replica);
}

std::int64_t tensorGroup(const Plan& plan) { return plan.axes.tensor; }

std::optional<Plan> withTensorGroups(Plan plan, std::int64_t tensor, std::int64_t stages,
                                     const core::ModelSpec& model)
{
    const std::int64_t freed = plan.axes.tensor / tensor / stages;
    const bool wasSharded = plan.sharding.optimizer == plan.axes.replicas();
    plan.axes.tensor = tensor;
    plan.axes.pipeline *= stages;
    plan.axes.replica *= freed;
    if (wasSharded) // over all replicas, as before
        for (std::int64_t* degree :
             {&plan.sharding.weights, &plan.sharding.gradients, &plan.sharding.optimizer})
            *degree *= *degree > 1 ? freed : 1;
    // The global batch stays: fewer micro-batches, else smaller ones, for each of more replicas.
    core::Batch& batch = plan.batch;
    const std::int64_t share = batch.microBatch * batch.microBatches;
    if (share % freed != 0)
        batch.globalBatch = share * plan.axes.replica; // one that the replicas divide
    else if (batch.microBatches % freed == 0)
        batch.microBatches /= freed;
    else {
        batch.microBatch = std::gcd(batch.microBatch, share / freed);
        batch.microBatches = share / freed / batch.microBatch;
    }
    if (!planner::checkLayout(plan, model).ok())
        return {};
    return plan;
}

} // namespace shardscope::app
