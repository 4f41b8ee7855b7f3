// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/calibration_choice.h"

#include "core/plan/plan_names.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace shardscope::planner {
namespace {

/// A choice that no run made counts as much as a size e times as large as any.
constexpr double kOtherChoice = 1;

/// A plan within twice the sizes of a calibration's runs, in one quantity, is predicted with that
/// calibration.
constexpr double kNear = 0.6931471805599453; // ln 2

/// Fewer have no middle.
constexpr std::size_t kFewestForMiddle = 3;

template <class Choice>
double placeOf(Choice choice)
{
    return static_cast<double>(static_cast<int>(choice));
}

bool within(const core::CalibrationRange& range, double value)
{
    return range.low <= value && value <= range.high;
}

bool holds(const core::Calibration& calibration, const core::Plan& plan, const core::ModelSpec& model)
{
    const auto& models = calibration.models;
    // Runs of "any model" are transformers' and networks': a recommender's times ask for none of what they
    // fitted.
    return (models.empty() ? model.recommender() == nullptr
                           : std::find(models.begin(), models.end(), model.name) != models.end()) &&
           (calibration.implementation.empty() ||
            calibration.implementation == core::choiceName(plan.implementation)) &&
           (calibration.kernels.empty() || calibration.kernels == core::choiceName(plan.kernels));
}

/// How far the runs of \p calibration lie apart, in the quantities that tell sizes.
double widthOf(const core::Calibration& calibration, const std::vector<CalibratedQuantity>& quantities)
{
    double width = 0;
    for (const CalibratedQuantity& quantity : quantities) {
        const auto range = calibration.range.find(quantity.name);
        if (quantity.choice || range == calibration.range.end() || range->second.low <= 0)
            continue;
        width += std::log(range->second.high / range->second.low);
    }
    return width;
}

/// Where it is beyond \p most, something that is too.
double distanceOf(const core::Calibration& calibration, const std::vector<CalibratedQuantity>& quantities,
                  double most = std::numeric_limits<double>::infinity())
{
    double distance = 0;
    for (const CalibratedQuantity& quantity : quantities) {
        if (distance > most) // nothing is taken away from it
            break;
        const auto range = calibration.range.find(quantity.name);
        if (range == calibration.range.end() || within(range->second, quantity.value))
            continue;
        if (quantity.choice || quantity.value <= 0 || range->second.low <= 0)
            distance += kOtherChoice;
        else
            distance += std::max(std::log(range->second.low / quantity.value),
                                 std::log(quantity.value / range->second.high));
    }
    return distance;
}

/// Whether it can speak for \p plan's traffic: runs of one device say nothing about a network.
bool sawTraffic(const core::Calibration& calibration, const core::Plan& plan)
{
    const auto devices = calibration.range.find("devices");
    return plan.axes.devices() == 1 || devices == calibration.range.end() || devices->second.high > 1;
}

/// Whether it is one of the systems between which a plan that is like none of them is placed.
bool systemOfAnyModel(const core::Calibration& calibration, const core::Plan& plan)
{
    return calibration.models.empty() && sawTraffic(calibration, plan);
}

/// How fast a system's products are told to run beside the others of its device.
double paceOf(const core::Calibration& calibration)
{
    const auto rate = calibration.coefficients.find("gemm_rate");
    return rate == calibration.coefficients.end() ? 1 : rate->second;
}

/// A plan far from what every calibration saw runs on a system that none of them may be like. The one whose
/// products run neither fastest nor slowest errs least there: docs/accuracy.md, "A system that nobody
/// calibrated". Of two in the middle the nearer.
const core::Calibration* middleOf(const core::HardwareSpec& hardware, const core::Plan& plan,
                                  const core::ModelSpec& model,
                                  const std::vector<CalibratedQuantity>& quantities)
{
    std::vector<const core::Calibration*> all;
    for (const core::Calibration& calibration : hardware.calibrations) {
        if (systemOfAnyModel(calibration, plan) && holds(calibration, plan, model))
            all.push_back(&calibration);
    }
    std::sort(all.begin(), all.end(), [](const core::Calibration* a, const core::Calibration* b) {
        return std::pair{paceOf(*a), std::string_view(a->name)} <
               std::pair{paceOf(*b), std::string_view(b->name)};
    });
    const core::Calibration* const slower = all[(all.size() - 1) / 2];
    const core::Calibration* const faster = all[all.size() / 2];
    return distanceOf(*faster, quantities) < distanceOf(*slower, quantities) ? faster : slower;
}

/// In a plan file's words where the quantity is a choice.
std::string textOf(std::string_view name, double value)
{
    const auto whole = static_cast<std::int64_t>(value);
    if (name == "recompute")
        return std::string(core::choiceName(static_cast<core::Recompute>(whole)));
    if (name == "attention")
        return std::string(core::choiceName(static_cast<core::Attention>(whole)));
    if (name == "sequence_parallel")
        return whole != 0 ? "true" : "false";
    return std::to_string(whole);
}

} // namespace

std::vector<CalibratedQuantity> calibratedQuantities(const core::ModelSpec& model, const core::Plan& plan)
{
    const core::Transformer* form = model.transformer();
    if (form == nullptr) {
        return {{"micro_batch", static_cast<double>(plan.batch.microBatch)},
                {"devices", static_cast<double>(plan.axes.devices())}};
    }
    const core::Dtype compute =
        plan.precision.compute.value_or(plan.precision.autocast ? core::Dtype::Bf16 : plan.precision.weights);
    return {{"hidden", static_cast<double>(form->hidden)},
            {"sequence", static_cast<double>(plan.batch.sequenceLength)},
            {"tokens", static_cast<double>(plan.batch.microBatch * plan.batch.sequenceLength)},
            {"tensor", static_cast<double>(plan.axes.tensor)},
            {"pipeline", static_cast<double>(plan.axes.pipeline)},
            {"devices", static_cast<double>(plan.axes.devices())},
            {"context", static_cast<double>(plan.axes.context)},
            {"compute_bits", 8 * core::widthOf(compute).value(), true},
            {"recompute", placeOf(plan.recompute), true},
            {"sequence_parallel", plan.axes.sequenceParallel ? 1.0 : 0.0, true},
            {"attention", placeOf(plan.attention), true}};
}

double distanceFrom(const core::Calibration& calibration, const core::ModelSpec& model,
                    const core::Plan& plan)
{
    return distanceOf(calibration, calibratedQuantities(model, plan));
}

const core::Calibration* calibrationFor(const core::HardwareSpec& hardware, const core::Plan& plan,
                                        const core::ModelSpec& model)
{
    // A search asks for every plan: no more is worked out than the order needs.
    const core::Calibration* nearest = nullptr;
    std::vector<CalibratedQuantity> quantities;
    std::pair<bool, double> least;
    std::size_t systems = 0;
    for (const core::Calibration& calibration : hardware.calibrations) {
        if (!holds(calibration, plan, model))
            continue;
        // What a network's own layers achieve goes before what any model's do.
        const bool anyModel = calibration.models.empty();
        systems += systemOfAnyModel(calibration, plan) ? 1 : 0;
        if (nearest == nullptr) { // against nobody yet
            nearest = &calibration;
            continue;
        }
        if (quantities.empty()) {
            quantities = calibratedQuantities(model, plan);
            least = {nearest->models.empty(), distanceOf(*nearest, quantities)};
        }
        const std::pair at{anyModel, anyModel == least.first
                                         ? distanceOf(calibration, quantities, least.second)
                                         : distanceOf(calibration, quantities)};
        if (at < least || (at == least && widthOf(calibration, quantities) < widthOf(*nearest, quantities))) {
            nearest = &calibration;
            least = at;
        }
    }
    if (systems < kFewestForMiddle || !least.first || least.second <= kNear)
        return nearest;
    return middleOf(hardware, plan, model, quantities);
}

CalibrationKey calibrationKey(const core::Plan& plan)
{
    const core::Dtype compute =
        plan.precision.compute.value_or(plan.precision.autocast ? core::Dtype::Bf16 : plan.precision.weights);
    std::int64_t choices = 0;
    const auto add = [&choices](auto choice) {
        constexpr std::int64_t kMostChoices = 16;
        choices = choices * kMostChoices + static_cast<std::int64_t>(choice);
    };
    add(plan.implementation);
    add(plan.kernels);
    add(compute);
    add(plan.recompute);
    add(plan.axes.sequenceParallel);
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
    return outside;
}

} // namespace shardscope::planner
