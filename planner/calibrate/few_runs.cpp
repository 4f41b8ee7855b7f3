// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/calibrate/few_runs.h"

#include "core/base/phrase.h"
#include "planner/calibrate/run_errors.h"
#include "planner/calibrate/spread.h"
#include "planner/formula/calibration_choice.h"
#include "planner/formula/coefficients.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace shardscope::planner {
namespace {

constexpr const char* kStep = "step_seconds";
constexpr const char* kScaled = "gemm_rate";
constexpr double kBeside = 0.01; ///< of the factor's logarithm, for slopes
constexpr int kRounds = 6;
constexpr double kNinetieth = 1.2816; ///< percentile of a normal error, in standard deviations

/// One figure of each run, which is worth no more for having been measured in parts: the step where there is
/// one.
std::vector<RunFigure> oneOfEach(const CalibrationRequest& request, const std::vector<CalibrationRun>& runs)
{
    std::map<std::size_t, RunFigure> byRun;
    for (const RunFigure& figure : figuresOf(request, runs)) {
        const auto [known, isNew] = byRun.try_emplace(figure.run, figure);
        if (!isNew && figure.key == kStep)
            known->second = figure;
    }
    std::vector<RunFigure> figures;
    for (const auto& [run, figure] : byRun)
        figures.push_back(figure);
    return figures;
}

} // namespace

core::Result<core::Calibration> calibrateFewRuns(const CalibrationRequest& request,
                                                 const std::vector<CalibrationRun>& runs,
                                                 const SystemSpread& spread)
{
    std::vector<RunFigure> figures = oneOfEach(request, runs);
    core::Calibration start = request.start;
    double rate = 0;
    if (!runs.empty()) {
        const core::HardwareSpec& machine = request.hardware[runs.front().hardware];
        rate = coefficientFor(machine, runs.front(), kScaled);
        if (const core::Calibration* known =
                calibrationFor(machine, runs.front().plan, *runs.front().model)) {
            start.coefficients.insert(known->coefficients.begin(), known->coefficients.end());
            start.ranWith.insert(known->ranWith.begin(), known->ranWith.end());
            start.reasons.insert(known->reasons.begin(), known->reasons.end());
        }
    }
    const double highest = infoOf(Coefficient::GemmRate).highest;
    const auto at = [&](double slower) { // the logarithm of how much longer products take
        core::Calibration calibration = start;
        calibration.coefficients[kScaled] = std::min(highest, rate * std::exp(-slower));
        return calibration;
    };
    const auto errorsAt = [&](double slower) {
        return logErrors(request.hardware, at(slower), runs, figures);
    };
    std::vector<double> errors = errorsAt(0);
    for (std::size_t i = figures.size(); i-- > 0;) {
        if (errors[i] == kUnpredicted)
            figures.erase(figures.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (figures.empty())
        return core::Error{core::ErrorCode::Inconsistent,
                           {core::phrase(W_("no measured times among the cases"))}};
    // The mode of a normal prior times normal errors, by Gauss and Newton.
    std::vector<double> within;
    for (const RunFigure& figure : figures) {
        const core::Transformer* shape = runs[figure.run].model->transformer();
        const bool dense = shape != nullptr && shape->experts == 0 && !shape->hybrid();
        within.push_back(std::pow(dense ? spread.dense : spread.others, 2));
    }
    const double between = spread.between * spread.between;
    double slower = 0;
    for (int round = 0; round < kRounds; ++round) {
        errors = errorsAt(slower);
        const std::vector<double> beside = errorsAt(slower + kBeside);
        double gradient = slower / between;
        double curvature = 1 / between;
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const double slope = (beside[i] - errors[i]) / kBeside;
            gradient += slope * errors[i] / within[i];
            curvature += slope * slope / within[i];
        }
        slower -= gradient / curvature;
    }
    core::Calibration calibration = at(slower);
    errors = errorsAt(slower);
    // None was left out: how far another run is off as the spread has it, what is not known of the system
    // too.
    double told = 1 / between;
    for (const double one : within)
        told += 1 / one;
    const double unseen = std::sqrt(1 / told + within.front());
    calibration.fitted = {kScaled};
    addRange(calibration, runs);
    std::map<std::string, std::vector<double>> byFigure;
    for (std::size_t i = 0; i < figures.size(); ++i)
        byFigure[figures[i].key].push_back(errors[i]);
    for (const auto& [key, logs] : byFigure) {
        core::CalibrationResidual residual;
        residual.key = key;
        residual.cases = static_cast<std::int64_t>(logs.size());
        residual.fitted = meanError(logs);
        residual.heldOut = std::sqrt(2 / std::numbers::pi) * unseen; // mean of a normal error's size
        residual.low = std::exp(-kNinetieth * unseen) - 1;
        residual.high = std::exp(kNinetieth * unseen) - 1;
        calibration.residuals.push_back(residual);
    }
    return calibration;
}

} // namespace shardscope::planner
