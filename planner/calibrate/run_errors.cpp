// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/calibrate/run_errors.h"

#include "planner/calibrate/predicted_figure.h"
#include "planner/evaluate/evaluate.h"
#include "planner/formula/calibration_choice.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace shardscope::planner {

std::vector<RunFigure> figuresOf(const CalibrationRequest& request, const std::vector<CalibrationRun>& runs)
{
    std::vector<RunFigure> figures;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (const auto& [key, value] : runs[i].measured) {
            const auto weight = request.weights.find(key);
            if (weight != request.weights.end() && value > 0)
                figures.push_back({i, key, weight->second, value});
        }
    }
    return figures;
}

std::vector<double> logErrors(std::vector<core::HardwareSpec> hardware, const core::Calibration& calibration,
                              const std::vector<CalibrationRun>& runs, const std::vector<RunFigure>& figures)
{
    for (core::HardwareSpec& each : hardware)
        each.calibrations = {calibration};
    std::vector<double> errors;
    errors.reserve(figures.size());
    std::optional<core::Evaluation> evaluation;
    std::size_t evaluated = runs.size();
    for (const RunFigure& figure : figures) {
        const CalibrationRun& run = runs[figure.run];
        if (evaluated != figure.run) {
            const auto answer = evaluate(*run.model, hardware[run.hardware], run.plan, Detail::Bound);
            evaluation = answer.ok() ? std::optional(*answer) : std::nullopt;
            evaluated = figure.run;
        }
        const auto value = evaluation ? predictedFigure(*evaluation, figure.key) : std::nullopt;
        errors.push_back(value && *value > 0 ? std::log(*value / figure.measured) : kUnpredicted);
    }
    return errors;
}

void addRange(core::Calibration& calibration, const std::vector<CalibrationRun>& runs)
{
    std::set<std::string> shapes;
    for (const CalibrationRun& run : runs) {
        shapes.insert(shapeName(*run.model));
        for (const CalibratedQuantity& quantity : calibratedQuantities(*run.model, run.plan)) {
            const auto [at, first] = calibration.range.emplace(
                quantity.name, core::CalibrationRange{quantity.value, quantity.value});
            at->second.low = std::min(at->second.low, quantity.value);
            at->second.high = std::max(at->second.high, quantity.value);
        }
    }
    calibration.shapes = {shapes.begin(), shapes.end()};
}

} // namespace shardscope::planner
