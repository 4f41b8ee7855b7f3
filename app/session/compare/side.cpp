// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/side.h"

#include "app/session/compare/compared_parts.h"
#include "app/session/tables/tables.h"
#include "core/base/parallel.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/hardware/device_model.h"
#include "core/units/plain_number.h"
#include "planner/calibration.h"
#include "planner/simulate.h"
#include "profiler/profiler.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace shardscope::app {
namespace {

/// The format that products compute in, as PyTorch writes types.
std::string formatOf(std::string_view type)
{
    constexpr std::pair<std::string_view, core::Dtype> kTypes[]{{"c10::BFloat16", core::Dtype::Bf16},
                                                                {"c10::Half", core::Dtype::Fp16},
                                                                {"float", core::Dtype::Fp32},
                                                                {"c10::Float8_e4m3fn", core::Dtype::Fp8},
                                                                {"c10::Float8_e5m2", core::Dtype::Fp8}};
    const auto found = std::ranges::find(kTypes, type, [](const auto& one) { return one.first; });
    return found == std::end(kTypes) ? std::string() : std::string(core::nameOf(found->second));
}

/// The number format of most of some products; "" if the run does not tell.
core::Result<std::string> recordedPrecision(const profiler::AnalysisInput& input, const core::Task& task)
{
    constexpr std::size_t kSample = 256;
    const core::Timeline& timeline = input.timeline();
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < timeline.sliceCount() && rows.size() < kSample; ++row) {
        const core::RowVerdict& verdict = input.kinds().of(row);
        if (verdict.role == core::Role::Operator && verdict.work == core::WorkClass::Product)
            rows.push_back(row);
    }
    std::vector<std::string> types(rows.size());
    SHARDSCOPE_TRY_DONE(input.columns().visit(
        rows,
        [&](std::size_t at, std::string_view object) {
            const auto told = nlohmann::json::parse(object, nullptr, false);
            const auto all = told.is_object() ? told.find("Input type") : told.end();
            if (!told.is_object() || all == told.end() || !all->is_array())
                return;
            for (const auto& one : *all) { // the first that is an operand's
                if (one.is_string() && types[at].empty())
                    types[at] = formatOf(one.template get<std::string>());
            }
        },
        task));
    std::map<std::string, std::size_t> counts;
    for (const std::string& type : types) {
        if (!type.empty())
            ++counts[type];
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
    return most == counts.end() ? std::string() : most->first;
}

std::optional<std::int64_t> worldOf(const profiler::AnalysisInput& input)
{
    std::int64_t world = -1;
    for (const core::RunSource& source : input.run().sources)
        world = std::max(world, source.worldSize);
    std::int64_t ranks = 0;
    for (const profiler::RankPart& part : input.ranks())
        ranks += part.stands;
    // One file that does not say so may be one of many.
    return world > 0 ? std::optional(world) : ranks > 1 ? std::optional(ranks) : std::nullopt;
}

SideFacts factsOf(const PlanResult& planned)
{
    const core::Plan& plan = planned.evaluation.plan;
    SideFacts facts;
    facts.model = planned.model.name;
    facts.device = planned.hardware.title.empty() ? planned.hardware.name : planned.hardware.title;
    facts.deviceModel = core::deviceModel(planned.hardware);
    facts.world = planned.evaluation.devices;
    const core::Precision& precision = plan.precision;
    facts.precision = std::string(core::nameOf(precision.compute    ? *precision.compute
                                               : precision.autocast ? core::Dtype::Bf16
                                                                    : precision.weights));
    facts.samples = plan.batch.globalBatch;
    facts.sequence = plan.batch.sequenceLength;
    facts.microBatch = plan.batch.microBatch;
    facts.microBatches = plan.batch.microBatches;
    return facts;
}

/// What of \p planned is known without its simulation.
void describePlan(const PlanResult& planned, DifferenceSide& side)
{
    side.kind = SideKind::Plan;
    side.facts = factsOf(planned);
    const core::MemoryBreakdown& memory = planned.evaluation.memory;
    side.tensorPeak = planner::predictedFigure(planned.evaluation, "peak_bytes");
    const core::TierUse* use = memory.fullestUse(core::Tier::Device);
    if (use == nullptr)
        return;
    side.memoryPeak = use->peak.value();
    for (const core::Purpose purpose : memoryPurposes())
        side.owners[std::string(core::nameOf(purpose))] =
            memory.held(memory.fullest(core::Tier::Device), core::Tier::Device, purpose).value();
}

/// The plan's step in time, operator by operator.
core::Result<planner::Simulation> simulated(const PlanResult& planned, bool heap, const core::Task& task)
{
    planner::SimulationOptions options;
    options.detail = planner::SimulationDetail::Operator;
    options.heap = heap;
    return planner::simulate(planned.model, planned.hardware, planned.evaluation.plan, options, task);
}

/// Adds no answer if the plan has no step to time: memory is compared alone.
core::Result<core::Done> addPlan(const PlanResult& planned, DifferenceSide& side, const core::Task& task)
{
    describePlan(planned, side);
    if (planned.evaluation.step.empty())
        return core::Done{};
    SHARDSCOPE_TRY(const planner::Simulation simulation, simulated(planned, true, task));
    side.closedForm = simulation.closedFormSeconds;
    side.input = std::make_shared<const profiler::AnalysisInput>(simulation.run);
    SHARDSCOPE_TRY(side.steps.devices, profiler::stepAccounts(*side.input, task));
    side.steps.axes = planned.evaluation.plan.axes;
    SHARDSCOPE_TRY(side.memory, profiler::comparedMemory(*side.input, task));
    SHARDSCOPE_TRY(const std::vector<profiler::TrafficSum> laid, profiler::trafficOf(*side.input, task));
    side.traffic = plannedTraffic(planned.evaluation, laid);
    return core::Done{};
}

core::Result<core::Done> addRun(const std::shared_ptr<const profiler::AnalysisInput>& run,
                                DifferenceSide& side, const core::Task& task)
{
    side.input = run;
    const profiler::AnalysisInput& input = *run;
    // Steps and memory are told by other rows.
    using Accounts = core::Result<std::vector<profiler::DeviceAccount>>;
    std::optional<Accounts> accounts;
    std::optional<core::Result<std::optional<profiler::ComparedMemory>>> memory;
    core::parallelFor(2, [&](std::size_t part) {
        if (part == 0)
            accounts.emplace(profiler::stepAccounts(input, task));
        else
            memory.emplace(profiler::comparedMemory(input, task));
    });
    SHARDSCOPE_TRY(side.steps.devices, *std::move(accounts));
    SHARDSCOPE_TRY(side.memory, *std::move(memory));
    side.kind = side.steps.planned() || input.run().origin == core::RunOrigin::Simulated ? SideKind::Simulated
                                                                                         : SideKind::Recorded;
    const profiler::WorkedDevice device = profiler::workedDevice(input);
    side.facts.device = device.worked;
    side.facts.deviceModel =
        device.worked == profiler::kHostAlone ? device.worked : core::deviceModel(device.worked);
    side.facts.world = worldOf(input);
    SHARDSCOPE_TRY(side.facts.precision, recordedPrecision(input, task));
    if (side.memory) {
        side.memoryPeak = side.memory->peak;
        for (const auto& [purpose, bytes] : side.memory->owners)
            side.owners[std::string(core::nameOf(purpose))] = bytes;
    }
    SHARDSCOPE_TRY(side.traffic, profiler::trafficOf(input, task));
    side.absent = profiler::absentRanks(input).size();
    return core::Done{};
}

/// Tokens in front of the weights' extents: "8192x1024x3072" is 8192 and "1024x3072".
std::pair<std::int64_t, std::string> tokensAndWeights(const std::string& shape)
{
    const std::size_t at = shape.find('x');
    if (at == std::string::npos)
        return {0, shape};
    return {core::parseWhole(shape.substr(0, at)).value_or(0), shape.substr(at + 1)};
}

/// Weights that forward products meet: the tokens that they meet at once, and in a step.
struct Weights {
    std::int64_t tokens = 0;
    double all = 0;
    double seconds = 0; ///< a step
};
using WeightsByExtents = std::map<std::string, Weights>;

WeightsByExtents weightsOf(const profiler::DeviceAccount& device)
{
    WeightsByExtents own;
    for (const auto& [key, counted] : device.rows) {
        if (key.kind != core::WorkClass::Product || key.pass != core::Pass::Forward || key.shape.empty())
            continue;
        const auto [tokens, extents] = tokensAndWeights(key.shape);
        if (extents.find('x') == std::string::npos)
            continue; // of a compiled function: its largest operand, no product's extents
        Weights& of = own[extents];
        of.tokens = std::max(of.tokens, tokens);
        of.all += static_cast<double>(tokens) * static_cast<double>(counted.count) /
                  static_cast<double>(device.steps);
        of.seconds += device.perStep(counted.time);
    }
    return own;
}

/// The weights of a side's devices. A batch that only one device has is not the side's.
WeightsByExtents weightsOf(const profiler::ComparedSteps& steps)
{
    std::map<std::string, std::vector<Weights>> byDevice;
    for (const profiler::DeviceAccount& device : steps.devices) {
        for (const auto& [extents, weights] : weightsOf(device))
            byDevice[extents].push_back(weights);
    }
    WeightsByExtents all;
    for (auto& [extents, devices] : byDevice) {
        Weights& of = all[extents];
        for (const Weights& one : devices)
            of.seconds += one.seconds / static_cast<double>(steps.devices.size());
        const auto middle = devices.begin() + static_cast<std::ptrdiff_t>((devices.size() - 1) / 2);
        std::ranges::nth_element(devices, middle, {}, &Weights::tokens);
        of.tokens = middle->tokens;
        std::ranges::nth_element(devices, middle, {}, &Weights::all);
        of.all = middle->all;
    }
    return all;
}

std::string numberText(std::int64_t number) { return std::to_string(number); }

/// What the products' shapes say of model and batch.
void compareProducts(const DifferenceSide& a, const DifferenceSide& b, std::vector<Obstacle>& found)
{
    const WeightsByExtents own = weightsOf(a.steps);
    const WeightsByExtents other = weightsOf(b.steps);
    if (own.empty() || other.empty())
        return;
    double common = 0;
    double whole = 0;
    std::string largest; // of those that both have
    for (const auto& [extents, weights] : own) {
        whole += weights.seconds;
        if (!other.contains(extents))
            continue;
        common += weights.seconds;
        if (largest.empty() || weights.seconds > own.at(largest).seconds)
            largest = extents;
    }
    constexpr double kMost = 0.5; // of the products' time is of the same weights, or it is another model
    if (common < kMost * whole) {
        // Those that the other lacks tell them apart.
        const auto costliest = [](const WeightsByExtents& all, const WeightsByExtents& others) {
            return std::ranges::max_element(all, {},
                                            [&](const auto& one) {
                                                return std::pair(!others.contains(one.first),
                                                                 one.second.seconds);
                                            })
                ->first;
        };
        found.push_back({"model", costliest(own, other), costliest(other, own),
                         core::phrase(W_("the largest products have other weights: compare runs of one "
                                         "model"))});
        return;
    }
    const Weights& one = own.at(largest);
    const Weights& two = other.at(largest);
    // Steps need not hold the same number of calls to the last one. Weights that are fused on one side meet
    // more tokens there; where the steps are of one batch, others agree.
    constexpr double kSame = 0.02;
    constexpr double kEnough = 0.05; // of the products' time
    const bool sameStep = std::ranges::any_of(own, [&](const auto& of) {
        const auto partner = other.find(of.first);
        return partner != other.end() && of.second.seconds >= kEnough * whole &&
               std::abs(of.second.all - partner->second.all) <=
                   kSame * std::max(of.second.all, partner->second.all);
    });
    if (one.tokens != two.tokens && (!sameStep || (a.kind == SideKind::Plan) != (b.kind == SideKind::Plan)))
        found.push_back(
            {"micro_batch", core::phrase(W_("%1 tokens"), {numberText(one.tokens)}),
             core::phrase(W_("%1 tokens"), {numberText(two.tokens)}),
             a.kind == SideKind::Plan || b.kind == SideKind::Plan
                 ? core::phrase(W_("change the plan's micro-batch or sequence, and compare again"))
                 : core::phrase(W_("record both with one micro-batch and sequence"))});
    else if (!sameStep)
        found.push_back(
            {"batch", core::phrase(W_("%1 tokens"), {numberText(std::llround(one.all))}),
             core::phrase(W_("%1 tokens"), {numberText(std::llround(two.all))}),
             a.kind == SideKind::Plan || b.kind == SideKind::Plan
                 ? core::phrase(W_("change the plan's number of micro-batches, and compare again"))
                 : core::phrase(W_("record both with one number of micro-batches"))});
}

} // namespace

std::vector<OtherBatch> otherBatches(const profiler::ComparedSteps& steps)
{
    std::vector<OtherBatch> others;
    if (steps.planned())
        return others;
    constexpr double kHalf = 0.5; // of a device's products' time
    const WeightsByExtents usual = weightsOf(steps);
    for (const profiler::DeviceAccount& device : steps.devices) {
        double all = 0;
        double apart = 0;
        double most = 0;
        OtherBatch other{device.rank};
        for (const auto& [extents, weights] : weightsOf(device)) {
            const std::int64_t tokens = usual.at(extents).tokens;
            all += weights.seconds;
            if (weights.tokens == tokens)
                continue;
            apart += weights.seconds;
            if (weights.seconds > most)
                other = {device.rank, weights.tokens, tokens};
            most = std::max(most, weights.seconds);
        }
        if (apart > kHalf * all)
            others.push_back(other);
    }
    if (2 * others.size() >= steps.devices.size()) // each has its own, as experts do
        others.clear();
    return others;
}

bool hidesModel(const DifferenceSide& side)
{
    return side.kind == SideKind::Recorded && !side.steps.devices.empty() && weightsOf(side.steps).empty();
}

core::Result<DifferenceSide> differenceSide(const core::Catalog& catalog, const ComparedSide& side,
                                            const PlanRequest& request, const core::Task& task)
{
    DifferenceSide own;
    own.label = side.title;
    own.job = side.job;
    if (side.plan) {
        SHARDSCOPE_TRY(const PlanResult planned, evaluatePlan(catalog, request, planner::Detail::Plain));
        SHARDSCOPE_TRY_DONE(addPlan(planned, own, task));
    } else {
        own.input = side.run;
        SHARDSCOPE_TRY_DONE(addRun(side.run, own, task));
    }
    return own;
}

core::Result<DifferenceSide> planSide(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                      const core::Plan& plan, std::string label, const core::Task& task)
{
    SHARDSCOPE_TRY(core::Evaluation evaluation,
                   planner::evaluate(model, hardware, plan, planner::Detail::Plain, task));
    DifferenceSide own;
    own.label = std::move(label);
    SHARDSCOPE_TRY_DONE(addPlan({model, hardware, std::move(evaluation)}, own, task));
    return own;
}

core::Result<DifferenceSide> evaluatedSide(const PlanResult& planned, const core::Task& task)
{
    DifferenceSide side;
    describePlan(planned, side);
    SHARDSCOPE_TRY(side.steps, plannedSteps(planned, task));
    return side;
}

core::Result<profiler::ComparedSteps> plannedSteps(const PlanResult& planned, const core::Task& task)
{
    SHARDSCOPE_TRY(const planner::Simulation simulation, simulated(planned, false, task));
    profiler::ComparedSteps steps;
    SHARDSCOPE_TRY(steps.devices, profiler::stepAccounts(profiler::AnalysisInput(simulation.run), task));
    steps.axes = planned.evaluation.plan.axes;
    return steps;
}

namespace {

/// Whether \p side's rows are whole passes, or layers of them, and say nothing of what a pass computes.
bool drawsPassesWhole(const DifferenceSide& side)
{
    constexpr std::string_view kPasses[]{"forward", "backward", "input gradient", "weight gradient",
                                         "forward and backward"};
    return side.steps.planned() &&
           std::ranges::any_of(side.steps.devices, [&](const profiler::DeviceAccount& device) {
               return std::ranges::any_of(device.rows, [&](const auto& row) {
                   return std::ranges::find(kPasses, row.first.operation) != std::end(kPasses);
               });
           });
}

} // namespace

std::vector<Obstacle> obstaclesOf(const DifferenceSide& a, const DifferenceSide& b)
{
    std::vector<Obstacle> found;
    const SideFacts& x = a.facts;
    const SideFacts& y = b.facts;
    const auto differ = [&](const char* what, const std::string& one, const std::string& two,
                            std::string way) {
        if (!one.empty() && !two.empty() && one != two)
            found.push_back({what, one, two, std::move(way)});
    };
    const auto text = [](const std::optional<std::int64_t>& number) {
        return number ? numberText(*number) : std::string();
    };
    const bool planned = a.kind == SideKind::Plan || b.kind == SideKind::Plan;
    // Of some machines a plan itself knows no more.
    if (const bool whole = drawsPassesWhole(a);
        whole != drawsPassesWhole(b) && (whole ? a : b).kind == SideKind::Simulated)
        found.push_back({"detail", core::phrase(whole ? W_("whole passes") : W_("operators")),
                         core::phrase(whole ? W_("operators") : W_("whole passes")),
                         core::phrase(W_("simulate with --detail operator"))});
    differ("model", x.model, y.model, core::phrase(W_("compare plans of one model")));
    if (!x.deviceModel.empty() && !y.deviceModel.empty() && x.deviceModel != y.deviceModel)
        found.push_back({"device", x.device, y.device,
                         planned ? core::phrase(W_("plan for the device that the run was made on"))
                                 : core::phrase(W_("compare runs of one device"))});
    differ("world", text(x.world), text(y.world),
           planned ? core::phrase(W_("plan for as many devices as the run had, or compare a rank of each"))
                   : core::phrase(W_("compare runs of as many ranks, or a rank of each")));
    // Operands of 32 bits may go through either; what a product does with them is not recorded.
    const auto format = [](const std::string& one) {
        return one == core::nameOf(core::Dtype::Tf32) ? std::string(core::nameOf(core::Dtype::Fp32)) : one;
    };
    differ("precision", format(x.precision), format(y.precision),
           planned ? core::phrase(W_("plan in the format of the run's products"))
                   : core::phrase(W_("compare runs in one format")));
    differ("sequence", text(x.sequence), text(y.sequence), core::phrase(W_("give both one sequence length")));
    differ("batch", text(x.samples), text(y.samples), core::phrase(W_("give both one global batch")));
    if (a.kind != SideKind::Plan || b.kind != SideKind::Plan)
        compareProducts(a, b, found);
    return found;
}

} // namespace shardscope::app
