// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/calibration_choice.h"

#include "core/plan/plan_names.h"
#include "planner/formula/own_calibration.h"
#include "planner/formula/program_code.h"
#include "planner/formula/symbols.h"
#include "planner/framework/framework.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace shardscope::planner {
namespace {

/// A choice that no run made counts as much as a size e times as large as any.
constexpr double kOtherChoice = 1;

/// A plan within twice the sizes of a calibration's runs, in one quantity, is predicted with that
/// calibration.
constexpr double kNear = 0.6931471805599453; // ln 2

constexpr const char* kDevices = "devices";
constexpr const char* kComputeBits = "compute_bits"; ///< as calibrations' ranges call it
constexpr const char* kGathersLogits = "gathered_logits";
constexpr const char* kMixture = "mixture";
constexpr const char* kAttention = "attention";

/// Fewer have no middle.
constexpr std::size_t kFewestForMiddle = 3;

template <class Choice>
double placeOf(Choice choice)
{
    return static_cast<double>(static_cast<int>(choice));
}

/// None, some of a layer, all of it: as calibrations' ranges number them.
double placeOf(core::Recompute recompute) { return recompute.selective() ? 1 : recompute.parts > 0 ? 2 : 0; }

bool within(const core::CalibrationRange& range, double value)
{
    return range.low <= value && value <= range.high;
}

/// A framework that gathers its logits is another program, and so is one whose attention is a kernel of its
/// own in Triton: what was fitted to its runs alone speaks for no other, as one implementation's does not for
/// another's.
bool sawSuchProgram(const core::Calibration& calibration, const core::Plan& plan)
{
    const auto sawOthers = [&](const char* quantity, double highest) {
        const auto seen = calibration.range.find(quantity);
        return seen == calibration.range.end() || seen->second.low <= highest;
    };
    return (gathersLogits(plan) || sawOthers(kGathersLogits, 0)) &&
           (plan.attention == core::Attention::Triton ||
            sawOthers(kAttention, placeOf(core::Attention::Flash)));
}

/// Whether \p plan's attention is fused and all of its runs wrote theirs out: these are of other years and
/// libraries, and what their products were fitted to makes such a step a tenth too fast (docs/accuracy.md, "A
/// system that nobody calibrated").
bool wroteScoresOut(const core::Calibration& calibration, const core::Plan& plan)
{
    const auto kernels = calibration.range.find(kAttention);
    return plan.attention != core::Attention::Eager && kernels != calibration.range.end() &&
           kernels->second.high <= placeOf(core::Attention::Eager);
}

/// Whether runs of \p implementation speak for those of \p other, which has none: they compute with the same
/// code.
bool ofOneFamily(std::string_view implementation, core::Framework other)
{
    const Family family = factsOf(other).family;
    return family != Family::Own &&
           std::ranges::any_of(core::valuesOf<core::Framework>(), [&](core::Framework one) {
               return core::nameOf(one) == implementation && factsOf(one).family == family;
           });
}

bool holds(const core::Calibration& calibration, bool alone, const core::Plan& plan,
           const core::ModelSpec& model)
{
    const auto& models = calibration.models;
    // Runs of "any model" are transformers' and networks': a recommender's times ask for none of what they
    // fitted, but for what a recommenders' program fitted.
    const bool ofProgram =
        !factsOf(plan.implementation).can.transformers && !calibration.implementation.empty();
    return (alone || !calibration.askedAlone || fromRecordings(calibration)) &&
           (models.empty() ? model.recommender() == nullptr || ofProgram
                           : std::ranges::find(models, shapeName(model)) != models.end()) &&
           (calibration.implementation.empty() ||
            calibration.implementation == core::nameOf(plan.implementation) ||
            ofOneFamily(calibration.implementation, plan.implementation)) &&
           (calibration.kernels.empty() || calibration.kernels == core::nameOf(plan.kernels)) &&
           sawSuchProgram(calibration, plan) && (alone || !wroteScoresOut(calibration, plan));
}

/// Bits of an element in a product, without its share of a scale.
double computeBits(const core::Plan& plan)
{
    return std::floor(8 * core::widthOf(computeDtype(plan)).value());
}

using Ranges = std::vector<const core::CalibrationRange*>;
using Ranged = CalibrationChoice::Ranged;
using Quantities = std::vector<CalibratedQuantity>;

/// \p ofDevices: on how many devices its runs were says something about it. Where the system's network is
/// known by itself, they tell how fast a device is, and one is like a thousand.
Ranges rangesOf(const core::Calibration& calibration, const Quantities& quantities, bool ofDevices)
{
    Ranges ranges;
    ranges.reserve(quantities.size());
    for (const CalibratedQuantity& quantity : quantities) {
        const auto range = calibration.range.find(quantity.name);
        const bool counts = ofDevices || std::string_view(quantity.name) != kDevices;
        ranges.push_back(!counts || range == calibration.range.end() ? nullptr : &range->second);
    }
    return ranges;
}

/// How far the runs lie apart, in the quantities that tell sizes.
double widthOf(const Ranges& ranges, const Quantities& quantities)
{
    double width = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (quantities[i].choice || ranges[i] == nullptr || ranges[i]->low <= 0)
            continue;
        width += std::log(ranges[i]->high / ranges[i]->low);
    }
    return width;
}

/// A distance beyond \p most is only known to be beyond it.
double distanceOf(const Ranges& ranges, const Quantities& quantities,
                  double most = std::numeric_limits<double>::infinity())
{
    double distance = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const CalibratedQuantity& quantity = quantities[i];
        if (distance > most) // nothing is taken away from it
            break;
        if (ranges[i] == nullptr || within(*ranges[i], quantity.value))
            continue;
        if (quantity.choice || quantity.value <= 0 || ranges[i]->low <= 0)
            distance += kOtherChoice;
        else
            distance += std::max(std::log(ranges[i]->low / quantity.value),
                                 std::log(quantity.value / ranges[i]->high));
    }
    return distance;
}

/// Whether it can speak for \p plan's traffic.
bool seesTraffic(const Ranged& one, const core::Plan& plan)
{
    const auto devices = static_cast<double>(plan.axes.devices());
    return devices <= 1 || one.devices > (devices > one.node ? one.node : 1);
}

/// Whether it is one of the systems between which a plan that is like none of them is placed.
bool systemOfAnyModel(const Ranged& one, const core::Plan& plan)
{
    return one.calibration->models.empty() && seesTraffic(one, plan);
}

const Ranges& rangesFor(const Ranged& one, const core::ModelSpec& model)
{
    return model.transformer() != nullptr ? one.ranges : one.ofNetwork;
}

/// Whether \p plan lies within all that its runs were.
bool sawSuchPlans(const Ranged& one, const core::Plan& plan, const core::ModelSpec& model)
{
    return !plan.adapters.any() && plan.batch.packedLength == 0 &&
           distanceOf(rangesFor(one, model), calibratedQuantities(model, plan)) <= 0;
}

bool sawKind(const Ranged& one, bool mixture)
{
    return one.mixture == nullptr || within(*one.mixture, mixture ? 1 : 0);
}

/// Whether its runs had \p plan's kernel of attention, or it does not say.
bool sawAttention(const Ranged& one, const core::Plan& plan)
{
    const auto seen = one.calibration->range.find(kAttention);
    return seen == one.calibration->range.end() || within(seen->second, placeOf(plan.attention));
}

/// How far off its steps are on what the fit had not seen; none: it does not say.
std::optional<double> stepError(const core::Calibration& calibration)
{
    const auto step =
        std::ranges::find(calibration.residuals, "step_seconds", &core::CalibrationResidual::key);
    return step == calibration.residuals.end() ? std::nullopt : std::optional(step->heldOut);
}

/// Takes out of \p speakers what is from somebody's recordings where another one errs less that saw the model
/// as well and that the plan lies within.
void withoutWorse(std::vector<const Ranged*>& speakers, const core::Plan& plan, const core::ModelSpec& model)
{
    const auto better = [&](const core::Calibration& own) {
        const auto most = stepError(own);
        const std::string name = shapeName(model);
        return most && std::ranges::any_of(speakers, [&](const Ranged* one) {
                   const core::Calibration& other = *one->calibration;
                   return !fromRecordings(other) && stepError(other).value_or(*most) < *most &&
                          std::ranges::find(other.shapes, name) != other.shapes.end() &&
                          sawSuchPlans(*one, plan, model);
               });
    };
    const auto isWorse = [&](const Ranged* one) {
        return !one->alone && fromRecordings(*one->calibration) && better(*one->calibration);
    };
    if (std::ranges::any_of(speakers, isWorse)) {
        std::vector<const Ranged*> kept;
        std::ranges::copy_if(speakers, std::back_inserter(kept), std::not_fn(isWorse));
        speakers = std::move(kept);
    }
}

/// Those that may speak for \p plan: those that saw its number format, since products in 8 bits are twice as
/// fast as in 16, whatever else is alike (where none did, a device's own rates say more); of them its
/// framework's where there is one, else its family's and those that are of no framework. Where one of these
/// saw mixtures of experts, none that did not speaks for them: most of what they wait for is theirs alone.
/// Likewise of attention's kernel.
std::vector<const Ranged*> speakersFor(const std::vector<Ranged>& calibrations, const core::Plan& plan,
                                       const core::ModelSpec& model)
{
    std::vector<const Ranged*> all;
    for (const Ranged& one : calibrations) {
        if (holds(*one.calibration, one.alone, plan, model))
            all.push_back(&one);
    }
    std::erase_if(all, [bits = computeBits(plan)](const Ranged* one) {
        return one->bits != nullptr && !within(*one->bits, bits);
    });
    const bool ofProgram = std::ranges::any_of(all, [&plan](const Ranged* one) {
        return one->calibration->implementation == core::nameOf(plan.implementation);
    });
    if (ofProgram)
        std::erase_if(all, [&plan](const Ranged* one) { return borrowed(*one->calibration, plan); });
    std::erase_if(all, [&](const Ranged* one) {
        return !one->alone && fromRecordings(*one->calibration) && !sawSuchPlans(*one, plan, model);
    });
    const core::Transformer* const shape = model.transformer();
    const auto preferThose = [&all](const auto& saw) {
        if (std::ranges::any_of(all, saw))
            std::erase_if(all, std::not_fn(saw));
    };
    preferThose([mixture = shape != nullptr && shape->experts > 0](const Ranged* one) {
        return sawKind(*one, mixture);
    });
    if (shape != nullptr)
        preferThose([&plan](const Ranged* one) { return sawAttention(*one, plan); });
    return all;
}

double paceOf(const core::Calibration& calibration)
{
    const auto rate = calibration.coefficients.find("gemm_rate");
    return rate == calibration.coefficients.end() ? 1 : rate->second;
}

/// A plan far from what every calibration saw runs on a system that none of them may be like. The one whose
/// products run neither fastest nor slowest errs least there: docs/accuracy.md, "A system that nobody
/// calibrated". Of two in the middle the nearer.
const Ranged* middleOf(std::vector<const Ranged*> all, const core::Plan& plan, const core::ModelSpec& model,
                       const Quantities& quantities)
{
    std::erase_if(all, [&plan](const Ranged* one) { return !systemOfAnyModel(*one, plan); });
    std::ranges::sort(all, [](const Ranged* a, const Ranged* b) {
        return std::pair{a->pace, std::string_view(a->calibration->name)} <
               std::pair{b->pace, std::string_view(b->calibration->name)};
    });
    const Ranged* const slower = all[(all.size() - 1) / 2];
    const Ranged* const faster = all[all.size() / 2];
    return distanceOf(rangesFor(*faster, model), quantities) <
                   distanceOf(rangesFor(*slower, model), quantities)
               ? faster
               : slower;
}

Quantities quantitiesOfNetwork(const core::Plan& plan)
{
    return {{"micro_batch", static_cast<double>(plan.batch.microBatch)},
            {kDevices, static_cast<double>(plan.axes.devices())}};
}

Quantities quantitiesOf(const core::Transformer& model, const core::Plan& plan)
{
    return {{"hidden", static_cast<double>(model.hidden)},
            {"sequence", static_cast<double>(plan.batch.sequenceLength)},
            {"tokens", static_cast<double>(plan.batch.microBatch * plan.batch.sequenceLength)},
            {"tensor", static_cast<double>(plan.axes.tensor)},
            {"pipeline", static_cast<double>(plan.axes.pipeline)},
            {kDevices, static_cast<double>(plan.axes.devices())},
            {"context", static_cast<double>(plan.axes.context)},
            {kMixture, model.experts > 0 ? 1.0 : 0.0, true},
            {kComputeBits, computeBits(plan), true},
            {"recompute", placeOf(plan.recompute), true},
            {"sequence_parallel", plan.axes.sequenceParallel ? 1.0 : 0.0, true},
            {kGathersLogits, gathersLogits(plan) ? 1.0 : 0.0, true},
            {kAttention, placeOf(plan.attention), true}};
}

/// The value in a plan file's words if the quantity is a choice.
std::string textOf(std::string_view name, double value)
{
    const auto whole = static_cast<std::int64_t>(value);
    if (name == "recompute")
        return core::nameOf(core::valuesOf<core::Recompute>()[static_cast<std::size_t>(whole)]);
    if (name == kAttention)
        return std::string(core::nameOf(static_cast<core::Attention>(whole)));
    if (name == "sequence_parallel" || name == kGathersLogits || name == kMixture)
        return whole != 0 ? "true" : "false";
    return std::to_string(whole);
}

std::string networkName(const core::LayerList& list)
{
    double parameters = 0;
    double operations = 0;
    for (const core::NetworkLayer& layer : list.layers) {
        operations += layer.flops;
        for (const std::vector<std::int64_t>& shape : layer.parameters)
            parameters += std::accumulate(shape.begin(), shape.end(), 1.0, [](double all, std::int64_t of) {
                return all * static_cast<double>(of);
            });
    }
    return std::to_string(list.layers.size()) + " layers, " + std::to_string(std::llround(parameters)) +
           " parameters, " + std::to_string(std::llround(operations)) + " operations";
}

} // namespace

std::string shapeName(const core::ModelSpec& model)
{
    if (const core::LayerList* list = model.layerList())
        return networkName(*list);
    const core::Transformer* form = model.transformer();
    if (form == nullptr) {
        const core::Recommender* tables = model.recommender();
        return (tables == nullptr ? "" : std::to_string(tables->tables.size()) + " tables, ") +
               std::to_string(std::llround(core::parameterCount(model))) + " parameters";
    }
    std::string name = std::to_string(form->hidden) + " x " + std::to_string(form->layers) + ", " +
                       std::to_string(form->heads);
    if (form->experts > 0)
        name += ", " + std::to_string(form->experts) + " experts";
    return form->indexer.heads > 0 ? name + ", sparse attention" : name;
}

std::vector<CalibratedQuantity> calibratedQuantities(const core::ModelSpec& model, const core::Plan& plan)
{
    const core::Transformer* form = model.transformer();
    return form == nullptr ? quantitiesOfNetwork(plan) : quantitiesOf(*form, plan);
}

bool askedForAlone(const core::HardwareSpec& hardware)
{
    return hardware.calibrations.size() == 1 && hardware.calibrations.front().askedAlone;
}

bool borrowed(const core::Calibration& calibration, const core::Plan& plan)
{
    return !calibration.implementation.empty() &&
           calibration.implementation != core::nameOf(plan.implementation);
}

namespace {

/// Whether the system itself says how fast messages go between devices.
bool tellsLinks(const std::optional<core::NetworkRates>& network)
{
    return network &&
           (network->coefficients.count("node_egress") > 0 || network->coefficients.count("node_rate") > 0);
}

} // namespace

CalibrationChoice::CalibrationChoice(const core::HardwareSpec& hardware)
{
    const bool alone = askedForAlone(hardware);
    const Quantities ofTransformer = quantitiesOf({}, {});
    const Quantities ofNetwork = quantitiesOfNetwork({});
    m_all.reserve(hardware.calibrations.size());
    for (const core::Calibration& one : hardware.calibrations) {
        const auto rangeOf = [&](const char* name) {
            const auto range = one.range.find(name);
            return range == one.range.end() ? nullptr : &range->second;
        };
        const bool own = !tellsLinks(hardware.network);
        const core::CalibrationRange* devices = own ? rangeOf(kDevices) : nullptr;
        m_all.push_back({&one, rangesOf(one, ofTransformer, own), rangesOf(one, ofNetwork, own),
                         rangeOf(kComputeBits), rangeOf(kMixture),
                         devices == nullptr ? std::numeric_limits<double>::infinity() : devices->high,
                         static_cast<double>(hardware.devicesPerNode), paceOf(one), alone});
    }
}

std::ptrdiff_t CalibrationChoice::placeFor(const core::Plan& plan, const core::ModelSpec& model) const
{
    // A search asks for every plan: no more is worked out than the order needs.
    std::vector<const Ranged*> speakers = speakersFor(m_all, plan, model);
    if (speakers.size() > 1)
        withoutWorse(speakers, plan, model);
    if (speakers.size() < 2)
        return speakers.empty() ? -1 : speakers.front() - m_all.data();
    const Quantities quantities = calibratedQuantities(model, plan);
    const Ranged* nearest = nullptr;
    std::pair<bool, double> least;
    std::size_t systems = 0;
    for (const Ranged* one : speakers) {
        // A rate of the network's own layers goes before one of any model's.
        const bool anyModel = one->calibration->models.empty();
        systems += systemOfAnyModel(*one, plan) ? 1 : 0;
        const Ranges& ranges = rangesFor(*one, model);
        const bool comparable = nearest != nullptr && anyModel == least.first;
        const std::pair at{anyModel, comparable ? distanceOf(ranges, quantities, least.second)
                                                : distanceOf(ranges, quantities)};
        if (nearest == nullptr || at < least ||
            (at == least && widthOf(ranges, quantities) < widthOf(rangesFor(*nearest, model), quantities))) {
            nearest = one;
            least = at;
        }
    }
    const auto& shapes = nearest->calibration->shapes;
    const bool sawModel = std::ranges::find(shapes, shapeName(model)) != shapes.end();
    if (systems >= kFewestForMiddle && least.first && least.second > kNear && !sawModel)
        nearest = middleOf(speakers, plan, model, quantities);
    return nearest - m_all.data();
}

const core::Calibration* calibrationFor(const core::HardwareSpec& hardware, const core::Plan& plan,
                                        const core::ModelSpec& model)
{
    const std::ptrdiff_t place = CalibrationChoice(hardware).placeFor(plan, model);
    return place < 0 ? nullptr : &hardware.calibrations[static_cast<std::size_t>(place)];
}

CalibrationKey calibrationKey(const core::Plan& plan)
{
    std::int64_t choices = 0;
    const auto add = [&choices](auto choice) {
        constexpr std::int64_t kMostChoices = 32;
        choices = choices * kMostChoices + static_cast<std::int64_t>(choice);
    };
    add(plan.implementation);
    add(plan.kernels);
    add(computeDtype(plan));
    add(placeOf(plan.recompute));
    add(plan.axes.sequenceParallel);
    add(gathersLogits(plan));
    add(plan.attention);
    return {plan.axes.tensor,
            plan.axes.pipeline,
            plan.axes.devices(),
            plan.axes.context,
            plan.batch.microBatch,
            plan.batch.sequenceLength,
            choices};
}

std::vector<std::string> outsideRange(const core::Calibration& calibration, const core::ModelSpec& model,
                                      const core::Plan& plan)
{
    std::vector<std::string> outside;
    for (const CalibratedQuantity& quantity : calibratedQuantities(model, plan)) {
        const auto range = calibration.range.find(quantity.name);
        if (range == calibration.range.end() || within(range->second, quantity.value))
            continue;
        const std::string low = textOf(quantity.name, range->second.low);
        const std::string high = textOf(quantity.name, range->second.high);
        const bool single = quantity.choice && low == high;
        outside.push_back(std::string(quantity.name) + " " + textOf(quantity.name, quantity.value) + " (" +
                          low + (single ? "" : " to " + high) + ")");
    }
    if (plan.adapters.any()) // no calibration has seen them, nor packed samples
        outside.push_back("adapter_rank " + std::to_string(plan.adapters.rank) + " (0)");
    if (plan.batch.packedLength > 0)
        outside.push_back("packed_length " + std::to_string(plan.batch.packedLength) + " (0)");
    return outside;
}

} // namespace shardscope::planner
