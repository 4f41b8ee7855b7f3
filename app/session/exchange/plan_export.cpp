// SPDX-License-Identifier: GPL-3.0-or-later
// A plan in the words of those who run or simulate it.
#include "app/session/exchange/interchange.h"

#include "app/session/exchange/launch_files.h"
#include "app/session/exchange/programs/accelerate_config.h"
#include "app/session/exchange/programs/automodel_recipe.h"
#include "app/session/exchange/programs/deepspeed_config.h"
#include "app/session/exchange/programs/megatron_export.h"
#include "app/session/exchange/programs/torchtitan_config.h"
#include "app/session/text/messages.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/plan/plan_fields.h"
#include "core/plan/plan_file.h"
#include "core/units/plain_number.h"
#include "planner/layout.h"
#include "planner/search.h"

#include <algorithm>
#include <iterator>

namespace shardscope::app {
namespace {

using core::Tier;
using core::Value;

core::Error refused(std::string what, std::string why)
{
    return core::Error{core::ErrorCode::NotSupported, {std::move(what), std::move(why)}};
}

const char* place(Tier tier) { return tier == Tier::Device ? "OnChip" : "OffChip"; }

/// The words of Graphcore's PopART session options and the MLPerf configurations (docs/popart, tensor
/// locations).
core::Result<std::vector<ExportedFile>> ipuLayout(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    std::vector<Value> layers;
    for (const core::RankClass& stage : result.evaluation.memory.classes)
        layers.push_back(Value::ofInteger(stage.layers));
    const auto whole = [](std::int64_t value) { return Value::ofInteger(value); };
    const bool phased = plan.phases > 0;
    const auto location = [&](Tier tier, std::int64_t shards) {
        return Value::ofMembers({{"storage", Value::ofText(phased ? "OffChip" : place(tier))},
                                 {"replicatedTensorSharding", Value::ofText(shards > 1 ? "On" : "Off")},
                                 {"shardingDomain", Value::ofInteger(shards)}});
    };
    const Value document = Value::ofMembers(
        {{"tensor_parallel", whole(plan.axes.tensor)},
         {"pipeline_stages", whole(plan.axes.pipeline)},
         {"replication_factor", whole(plan.axes.replica)},
         {"ipus", whole(result.evaluation.devices)},
         {"layers_per_ipu", Value::ofItems(std::move(layers))},
         {"micro_batch_size", whole(plan.batch.microBatch)},
         {"gradient_accumulation", whole(plan.batch.microBatches)},
         {"global_batch_size", whole(plan.batch.globalBatch)},
         {"sequence_length", whole(plan.batch.sequenceLength)},
         {"phases", whole(plan.phases)},
         {"weightTensorLocation", location(plan.residency.weights, plan.sharding.weights)},
         {"optimizerStateTensorLocation", location(plan.residency.optimizer, plan.sharding.optimizer)},
         {"activationTensorLocation", location(plan.residency.activations, 1)},
         {"recompute", Value::ofFlag(plan.recompute != core::Recompute::None || phased)}});
    return std::vector<ExportedFile>{{"", core::jsonText(document) + "\n"}};
}

/// Network and system description of ASTRA-sim's analytical backend: one dimension for each level of links
/// that the plan's devices span, from the inside out.
core::Result<std::vector<ExportedFile>> astraSim(const PlanResult& result)
{
    const core::HardwareSpec& hardware = result.hardware;
    struct Dimension {
        std::int64_t devices;
        const core::Link* link;
    };
    std::vector<Dimension> dimensions;
    std::int64_t left = result.evaluation.devices;
    for (const core::LinkLevel level :
         {core::LinkLevel::Node, core::LinkLevel::Pod, core::LinkLevel::Cluster}) {
        const core::Link* link = hardware.link(level);
        if (link == nullptr || left <= 1)
            continue;
        std::int64_t reach = left;
        if (level == core::LinkLevel::Node)
            reach = std::min(left, hardware.devicesPerNode);
        else if (link->span > 0) {
            std::int64_t inside = 1;
            for (const Dimension& dimension : dimensions)
                inside *= dimension.devices;
            reach = std::clamp<std::int64_t>(link->span / inside, 1, left);
        }
        if (left % reach != 0)
            return refused(
                core::phrase(W_("a machine of %1 devices"), {std::to_string(result.evaluation.devices)}),
                core::phrase(W_("ASTRA-sim's levels must divide it")));
        if (reach > 1)
            dimensions.push_back({reach, link});
        left /= reach;
    }
    if (dimensions.empty())
        return refused(core::phrase(W_("a network of one device")),
                       core::phrase(W_("there is nothing to simulate")));
    const auto list = [&](const auto& text) {
        std::string joined;
        for (const Dimension& dimension : dimensions)
            joined += (joined.empty() ? "[ " : ", ") + text(dimension);
        return joined + " ]\n";
    };
    const auto number = [](double value) {
        std::string text = core::fixedText(value, 3);
        text.erase(text.find_last_not_of('0') + 1);
        return text.back() == '.' ? text + "0" : text;
    };
    const std::string network =
        "topology: " + list([](const Dimension&) { return std::string("Switch"); }) +
        "npus_count: " + list([](const Dimension& d) { return std::to_string(d.devices); }) + "bandwidth: " +
        list([&](const Dimension& d) { return number(d.link->bandwidth.value.value() / 1e9); }) +
        "latency: " + list([&](const Dimension& d) { return number(d.link->latency.value.value() * 1e9); });
    const auto algorithm = [&](const char* name) {
        return Value::ofItems(std::vector<Value>(dimensions.size(), Value::ofText(name)));
    };
    const core::MemoryTier* memory = hardware.tier(Tier::Device);
    const Value system = Value::ofMembers(
        {{"scheduling-policy", Value::ofText("LIFO")},
         {"endpoint-delay", Value::ofInteger(10)},
         {"active-chunks-per-dimension", Value::ofInteger(1)},
         {"preferred-dataset-splits", Value::ofInteger(4)},
         {"all-reduce-implementation", algorithm("ring")},
         {"all-gather-implementation", algorithm("ring")},
         {"reduce-scatter-implementation", algorithm("ring")},
         {"all-to-all-implementation", algorithm("direct")},
         {"collective-optimization", Value::ofText("localBWAware")},
         {"local-mem-bw", Value::ofReal(memory == nullptr ? 0 : memory->bandwidth.value.value() / 1e9)}});
    return std::vector<ExportedFile>{{"network.yml", network},
                                     {"system.json", core::jsonText(system) + "\n"}};
}

/// \p plan as another that says the same with fewer words.
core::Plan plainly(core::Plan plan)
{
    const auto alike = [](const std::vector<std::int64_t>& numbers) {
        return std::ranges::adjacent_find(numbers, std::not_equal_to<>()) == numbers.end();
    };
    if (plan.precision.compute == plan.precision.weights)
        plan.precision.compute.reset();
    if (plan.axes.expertTensor == plan.axes.tensor)
        plan.axes.expertTensor = 0;
    if (plan.recomputeLayers.size() > 1 && alike(plan.recomputeLayers))
        plan.recomputeLayers.resize(1);
    if (alike(plan.layersPerStage))
        plan.layersPerStage.clear();
    if (plan.residency.optimizer == Tier::Device)
        plan.offloadedPercent = 100; // of what lies elsewhere
    if (plan.axes.context == 1)
        plan.contextExchange = core::ContextExchange::Ring;
    if (plan.axes.expert == 1)
        plan.expertImbalance = 1;
    return plan;
}

std::string textOf(const core::FieldValue& value)
{
    if (std::holds_alternative<std::monostate>(value))
        return {};
    const Value document = core::fieldDocument(value);
    return document.kind == Value::Kind::Text ? document.text : core::jsonText(document, -1);
}

/// Reads \p text as importPlan does, and compares key by key: nothing is lost without a word.
core::Result<std::vector<LostKey>> lostIn(const std::string& text, const std::string& what, bool namesModel,
                                          const PlanResult& result)
{
    SHARDSCOPE_TRY(const ImportedPlan imported, importPlan(text, what, result.evaluation.devices));
    const auto anything = [](const core::Plan&, const core::ModelSpec&) {
        return core::Result<core::Done>(core::Done{});
    };
    SHARDSCOPE_TRY(core::Plan read, planner::parsePlan(imported.plan, what, {}, result.model, anything));
    const core::Plan again = plainly(std::move(read));
    const core::Plan plan = plainly(result.evaluation.plan);
    std::vector<LostKey> lost;
    if (namesModel && imported.modelName.empty())
        lost.push_back({"/model", result.model.name, {}});
    for (const core::PlanField& field : core::planFields()) {
        const core::FieldValue value = field.get(plan);
        const core::FieldValue back = field.get(again);
        if (value != back)
            lost.push_back({field.key.pointer, textOf(value), textOf(back)});
    }
    return lost;
}

using Writer = core::Result<std::vector<ExportedFile>> (*)(const PlanResult&);

/// A program's own words, which importPlan reads; or a description that nobody reads back.
struct Export {
    const char* name;
    const char* title;
    Writer write;
    bool readBack;
    bool namesModel = false; ///< of the program's own, which another model is not
};
constexpr Export kExports[]{{"slurm", N_("Slurm job"), slurmJob, true},
                            {"kubernetes", N_("Kubernetes job"), kubernetesJob, false},
                            {"megatron", N_("Megatron-LM arguments"), megatronArguments, true},
                            {"megatron-bridge", N_("Megatron-Bridge overrides"), bridgeOverrides, true},
                            {"torchtitan", N_("torchtitan job"), torchtitanConfig, true, true},
                            {"ds_config", N_("DeepSpeed ds_config.json"), deepSpeedConfig, true},
                            {"automodel", N_("NeMo AutoModel recipe"), autoModelRecipe, true},
                            {"accelerate", N_("accelerate configuration"), accelerateConfig, true},
                            {"ipu-layout", N_("PopART session options"), ipuLayout, false},
                            {"astra-sim", N_("ASTRA-sim network and system"), astraSim, false}};

} // namespace

const std::vector<std::string>& planExports()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> made;
        for (const Export& one : kExports)
            made.emplace_back(one.name);
        return made;
    }();
    return names;
}

QString planExportTitle(const std::string& what)
{
    const Export* const found = std::ranges::find(kExports, what, &Export::name);
    return found == std::end(kExports) ? QString::fromStdString(what) : translated(found->title);
}

std::vector<std::pair<std::filesystem::path, std::string>> exportedPaths(const ExportedPlan& exported,
                                                                         const std::filesystem::path& out)
{
    std::vector<std::pair<std::filesystem::path, std::string>> paths;
    for (const ExportedFile& file : exported.files)
        paths.emplace_back(file.name.empty() ? out : out / file.name, file.text);
    return paths;
}

core::Result<ExportedPlan> exportPlan(const std::string& what, const PlanResult& result)
{
    ExportedPlan exported;
    // What its framework cannot run is nobody's configuration: in the words of every other verb.
    const std::vector<std::string> refusals = planner::refusalsOf(result.evaluation.plan, result.hardware);
    if (result.model.recommender() == nullptr && !refusals.empty())
        return core::Error{core::ErrorCode::NotSupported, {core::phrase(W_("this plan")), refusals.front()}};
    const Export* const found = std::ranges::find(kExports, what, &Export::name);
    if (found == std::end(kExports))
        return core::unknownName(what, planExports(), W_("export"));
    SHARDSCOPE_TRY(exported.files, found->write(result));
    if (found->readBack) {
        SHARDSCOPE_TRY(exported.lost, lostIn(exported.files.front().text, what, found->namesModel, result));
    }
    return exported;
}

} // namespace shardscope::app
