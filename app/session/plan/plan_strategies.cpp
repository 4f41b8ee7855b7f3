// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/plan_strategies.h"

#include "app/session/text/messages.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/explain/derivation.h"
#include "core/plan/plan_fields.h"
#include "core/report/columns.h"
#include "planner/layout.h"

#include <algorithm>
#include <array>
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

/// \p made over all \p devices: what tensor, pipeline and context leave are replicas, which share the global
/// batch.
Result<Plan> spread(Plan made, std::int64_t devices)
{
    core::Axes& axes = made.axes;
    axes.replica = devices / (axes.tensor * axes.pipeline * axes.context);
    core::Batch& batch = made.batch;
    if (batch.globalBatch % axes.replica != 0)
        return core::notDivisible("global_batch", batch.globalBatch, "replica", axes.replica)
            .under("/batch/global_batch");
    const std::int64_t share = batch.globalBatch / axes.replica;
    std::int64_t micro = std::min(batch.microBatch, share);
    while (share % micro != 0)
        --micro;
    batch.microBatch = micro;
    batch.microBatches = share / micro;
    return made;
}

class Fitter {
public:
    Fitter(const planner::Evaluator& evaluator, const Plan& plan)
        : m_evaluator(evaluator)
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
    bool offer(const Plan& shape)
    {
        if (m_fits)
            return false;
        const std::int64_t inReplica = shape.axes.tensor * shape.axes.pipeline;
        if (m_devices % inReplica != 0) {
            if (!m_problem)
                m_problem = core::notDivisible("devices", m_devices, "tensor · pipeline", inReplica)
                                .under("/parallel");
            return true;
        }
        const Result<Plan> made = spread(shape, m_devices);
        const auto tried = made.ok() ? m_evaluator.evaluate(*made, planner::Detail::Plain)
                                     : Result<core::Evaluation>(made.error());
        if (!tried.ok()) {
            if (!m_problem)
                m_problem = tried.error();
            return true;
        }
        m_best = *made;
        m_fits = tried->verdict.feasible();
        return !m_fits;
    }
    [[nodiscard]] Result<Plan> best() const
    {
        if (m_best)
            return *m_best;
        return m_problem ? *m_problem
                         : errorAt(ErrorCode::NotSupported, {core::phrase(W_("this layout")), ""}, "");
    }

private:
    const planner::Evaluator& m_evaluator;
    std::int64_t m_devices;
    std::int64_t m_layers;
    Plan m_base;
    std::optional<Plan> m_best;
    std::optional<core::Error> m_problem; ///< of the first candidate
    bool m_fits = false;
};

/// With sharding also beside tensor parallelism inside a node, where replicas of one device hold too little
/// (arXiv:1910.02054, section 10).
template <int stage>
Result<Plan> replicated(Fitter fitter)
{
    Plan plan = fitter.base();
    if (stage > 0 && planner::factsOf(plan).habits.sharder != planner::Sharder::FullyShard)
        plan = planner::withFramework(std::move(plan), core::Framework::DeepSpeed);
    const std::int64_t widest = stage > 0 ? fitter.hardware().devicesPerNode : 1;
    for (std::int64_t t = 1; t <= widest; t *= 2) {
        plan.axes.tensor = t;
        plan.sharding = core::zeroSharding(stage, std::max<std::int64_t>(1, fitter.devices() / t));
        const bool legal = t == 1 || planner::checkLayout(plan, fitter.model()).ok();
        if (!legal || !fitter.offer(plan))
            break;
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

/// In words of ours, marked for translated(), and of plan files.
std::string valueText(const core::FieldValue& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return std::to_string(*number);
    if (const auto* real = std::get_if<double>(&value))
        return core::numberText(*real);
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? N_("yes") : N_("no");
    if (const auto* word = std::get_if<std::string>(&value))
        return *word;
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
        return core::joined(*list, ", ");
    const auto* map = std::get_if<core::WordMap>(&value);
    return map == nullptr
               ? std::string()
               : core::joined(*map, ", ", [](const auto& each) { return each.first + " " + each.second; });
}

} // namespace

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

Result<Plan> strategyPlan(std::string_view key, const planner::Evaluator& evaluator, const Plan& plan)
{
    if (evaluator.model().recommender() != nullptr)
        return core::notSupported(W_("this layout"), W_("the model is a recommender"));
    const Strategy* strategy = strategyOf(key);
    if (strategy == nullptr)
        return core::Error{ErrorCode::UnknownName, {std::string(key), "", core::phrase(W_("strategy"))}};
    Result<Plan> made = strategy->follow(Fitter(evaluator, plan));
    if (!made.ok() || made->batch.microBatch == 1 ||
        evaluator.evaluate(*made, planner::Detail::Plain)->verdict.feasible())
        return made;
    // Nothing fits with so many samples at a time: one at a time needs the least.
    Plan smaller = plan;
    smaller.batch.microBatch = 1;
    return strategy->follow(Fitter(evaluator, smaller));
}

core::Table planDifferences(const NamedPlans& plans)
{
    core::Table table{"differences", N_("What the plans differ in"), {}, {}};
    table.columns = {core::textColumn("key", N_("Key"))};
    for (std::size_t index = 0; index < plans.size(); ++index)
        table.columns.push_back(
            core::wordColumn(core::Words::Text, "plan_" + std::to_string(index), plans[index].first));
    table.columns.push_back(core::wordColumn(core::Words::Text, "meaning", N_("What it means")));
    for (const core::PlanField& field : core::planFields()) {
        if (!field.get || plans.empty())
            continue;
        std::vector<core::Cell> row{core::Cell(field.key.pointer.substr(1))};
        bool differs = false;
        const core::FieldValue first = field.get(plans.front().second);
        for (const auto& named : plans) {
            const core::FieldValue value = field.get(named.second);
            differs = differs || value != first;
            const std::string text = valueText(value);
            row.push_back(text.empty() ? core::Cell() : core::Cell(text));
        }
        row.emplace_back(std::string(field.key.help));
        if (differs)
            table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace shardscope::app
