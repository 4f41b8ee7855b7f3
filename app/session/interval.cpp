// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/interval.h"

#include "planner/calibration.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

// Uncalibrated times come out too short: stragglers, host and contention are not in the model, and nothing
// makes a device faster than its curves but cooler clocks (docs/accuracy.md).
constexpr double kFastest = 0.9;
constexpr double kSlowest = 1.6;
// Formulas of what is kept leave out transient tensors and the allocator's rounding.
constexpr double kLeast = 0.98;
constexpr double kMost = 1.09;

bool holds(std::string_view key, std::string_view part) { return key.find(part) != std::string_view::npos; }

/// The spread that \p calibration found for \p key; the whole step's where it has none of its own.
const core::CalibrationResidual* spreadOf(const core::Calibration& calibration, const std::string& key)
{
    const core::CalibrationResidual* whole = nullptr;
    for (const core::CalibrationResidual& residual : calibration.residuals) {
        if (residual.key == key)
            return &residual;
        if (residual.key == "step_seconds")
            whole = &residual;
    }
    return whole;
}

bool isTime(std::string_view key) { return holds(key, "seconds"); }
bool isRate(std::string_view key)
{
    return holds(key, "per_second") || holds(key, "tflops") || holds(key, "utilization");
}

} // namespace

Interval specificationInterval(std::string_view key, double predicted)
{
    if (isRate(key))
        return {predicted / kSlowest, predicted / kFastest};
    if (isTime(key))
        return {predicted * kFastest, predicted * kSlowest};
    if (holds(key, "activation") || holds(key, "peak"))
        return {predicted * kLeast, predicted * kMost};
    return {predicted, predicted}; // counted, not estimated
}

bool sawShape(const core::Calibration& calibration, const core::ModelSpec& model)
{
    const auto& shapes = calibration.shapes;
    return std::find(shapes.begin(), shapes.end(), planner::shapeName(model)) != shapes.end();
}

PredictedInterval predictedInterval(const std::string& key, double predicted,
                                    const core::Calibration* calibration, bool seen)
{
    PredictedInterval answer{specificationInterval(key, predicted), "specification",
                             calibration != nullptr ? calibration->name : std::string()};
    if (calibration == nullptr || !(isTime(key) || isRate(key)))
        return answer;
    answer.regime = seen ? "replayed" : "calibrated";
    const core::CalibrationResidual* spread = spreadOf(*calibration, key);
    constexpr int kFewest = 4; // fewer residuals say nothing of their percentiles
    if (spread == nullptr || spread->cases < kFewest)
        return answer;
    // A shape that the fit had seen is predicted better than one it had not.
    const double least = seen ? spread->seenLow.value_or(spread->low) : spread->low;
    const double most = seen ? spread->seenHigh.value_or(spread->high) : spread->high;
    answer.interval = isRate(key) ? Interval{predicted / (1 + most), predicted / (1 + least)}
                                  : Interval{predicted * (1 + least), predicted * (1 + most)};
    return answer;
}

PredictedInterval stepInterval(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                               const core::Evaluation& evaluation)
{
    const core::Calibration* calibration = planner::calibrationFor(hardware, evaluation.plan, model.name);
    // Residuals say nothing of plans beyond the runs they are from.
    const bool beyond =
        calibration != nullptr && !planner::outsideRange(*calibration, model, evaluation.plan).empty();
    PredictedInterval answer = predictedInterval(
        "step_seconds", evaluation.step.at(core::StepPart::Total).seconds.value(),
        beyond ? nullptr : calibration, calibration != nullptr && sawShape(*calibration, model));
    if (beyond)
        answer.calibration = calibration->name;
    return answer;
}

QString intervalBasis(const PredictedInterval& found)
{
    const auto told = [&](const char* text) {
        return QCoreApplication::translate("Interval", text).arg(QString::fromStdString(found.calibration));
    };
    if (found.calibration.empty())
        return QCoreApplication::translate("Interval", "no calibration of this machine");
    if (found.regime == "specification")
        return told(QT_TRANSLATE_NOOP("Interval", "stated: beyond the runs of calibration %1"));
    return told(found.regime == "replayed"
                    ? QT_TRANSLATE_NOOP("Interval", "calibration %1, which saw this shape of a model")
                    : QT_TRANSLATE_NOOP("Interval", "calibration %1, which saw other shapes of models"));
}

} // namespace shardscope::app
