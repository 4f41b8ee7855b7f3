// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/calibrate/calibrate.h"

#include "core/base/phrase.h"
#include "planner/calibrate/few_runs.h"
#include "planner/calibrate/run_errors.h"
#include "planner/calibrate/spread.h"
#include "planner/formula/calibration_choice.h"
#include "planner/formula/coefficient_sets.h"
#include "planner/formula/coefficients.h"
#include "planner/formula/symbols.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <set>

namespace shardscope::planner {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr double kOutlier = 0.05; ///< residuals beyond weigh by their size, not its square
/// What moving a coefficient through its whole range costs, as a residual.
constexpr double kPull = 0.05;
constexpr int kIterations = 20;
constexpr double kDifference = 2e-3; ///< of a coefficient's range, for slopes

class Fit {
public:
    Fit(const CalibrationRequest& request, const std::vector<CalibrationRun>& runs)
        : m_request(request)
        , m_runs(runs)
        , m_all(figuresOf(request, runs))
    {
        for (const std::string& name : request.fit)
            m_info.push_back(&infoOf(*coefficientFromName(name)));
    }

    [[nodiscard]] const std::vector<RunFigure>& all() const { return m_all; }
    [[nodiscard]] const std::vector<const CoefficientInfo*>& info() const { return m_info; }

    /// Values of the coefficients to fit, each in units of its range, from the request or the defaults.
    [[nodiscard]] Vector start() const
    {
        Vector u(static_cast<Eigen::Index>(m_info.size()));
        for (std::size_t i = 0; i < m_info.size(); ++i) {
            const auto own = m_request.start.coefficients.find(std::string(m_info[i]->name));
            const double value =
                own == m_request.start.coefficients.end() ? m_info[i]->otherwise : own->second;
            u[static_cast<Eigen::Index>(i)] =
                std::clamp((value - m_info[i]->lowest) / (m_info[i]->highest - m_info[i]->lowest), 0.0, 1.0);
        }
        return u;
    }

    [[nodiscard]] core::Calibration at(const Vector& u) const
    {
        core::Calibration calibration = m_request.start;
        for (std::size_t i = 0; i < m_info.size(); ++i) {
            const double share = u[static_cast<Eigen::Index>(i)];
            calibration.coefficients[std::string(m_info[i]->name)] =
                m_info[i]->lowest + share * (m_info[i]->highest - m_info[i]->lowest);
        }
        return calibration;
    }

    /// log(predicted / measured) of \p which.
    [[nodiscard]] Vector logErrors(const Vector& u, const std::vector<RunFigure>& which) const
    {
        const std::vector<double> errors = planner::logErrors(m_request.hardware, at(u), m_runs, which);
        return Vector::Map(errors.data(), static_cast<Eigen::Index>(errors.size()));
    }

    /// Starts from the starting values and from the middle of all bounds, and takes whichever ends better:
    /// where a start hides a coefficient (a host faster than its device), no slope leads out of it.
    [[nodiscard]] Vector solve(const std::vector<RunFigure>& which, const core::Task& task) const
    {
        const Vector prior = start();
        const Descent near = descend(prior, prior, which, task);
        const Descent far = descend(Vector::Constant(prior.size(), 0.5), prior, which, task);
        return far.cost < near.cost ? far.at : near.at;
    }

private:
    struct Descent {
        Vector at;
        double cost;
    };

    [[nodiscard]] Descent descend(Vector u, const Vector& prior, const std::vector<RunFigure>& which,
                                  const core::Task& task) const
    {
        Vector errors = logErrors(u, which);
        double cost = costOf(errors, which, u, prior);
        double damping = 1e-3;
        for (int round = 0; round < kIterations && !task.cancelled(); ++round) {
            const Matrix slopes = slopesAt(u, errors, which);
            const Vector weights = weightsOf(errors, which);
            const double pull = kPull * kPull;
            Matrix normal = slopes.transpose() * weights.asDiagonal() * slopes;
            normal.diagonal().array() += pull;
            const Vector gradient = slopes.transpose() * weights.asDiagonal() * errors + pull * (u - prior);
            bool better = false;
            for (int attempt = 0; attempt < 6 && !better; ++attempt) {
                Matrix damped = normal;
                damped.diagonal() *= 1 + damping;
                const Vector next = bounded(u, damped, gradient);
                const Vector nextErrors = logErrors(next, which);
                const double nextCost = costOf(nextErrors, which, next, prior);
                better = nextCost < cost * (1 - 1e-5);
                damping *= better ? 0.3 : 5;
                if (better) {
                    u = next;
                    errors = nextErrors;
                    cost = nextCost;
                }
            }
            if (!better)
                break;
        }
        return {u, cost};
    }

    /// A step that keeps within 0 and 1: what would leave is held and the rest solved again.
    static Vector bounded(const Vector& u, const Matrix& normal, const Vector& gradient)
    {
        const Eigen::Index n = u.size();
        std::vector<bool> held(static_cast<std::size_t>(n), false);
        Vector next = u;
        for (Eigen::Index round = 0; round <= n; ++round) {
            Matrix reduced = normal;
            Vector right = -gradient;
            for (Eigen::Index i = 0; i < n; ++i) {
                if (!held[static_cast<std::size_t>(i)])
                    continue;
                const double step = next[i] - u[i];
                right -= normal.col(i) * step;
                reduced.row(i).setZero();
                reduced.col(i).setZero();
                reduced(i, i) = 1;
            }
            for (Eigen::Index i = 0; i < n; ++i) {
                if (held[static_cast<std::size_t>(i)])
                    right[i] = next[i] - u[i];
            }
            const Vector step = reduced.ldlt().solve(right);
            bool left = false;
            for (Eigen::Index i = 0; i < n; ++i) {
                if (held[static_cast<std::size_t>(i)])
                    continue;
                const double wanted = u[i] + step[i];
                next[i] = std::clamp(wanted, 0.0, 1.0);
                if (wanted != next[i]) {
                    held[static_cast<std::size_t>(i)] = true;
                    left = true;
                }
            }
            if (!left)
                break;
        }
        return next;
    }

    [[nodiscard]] Matrix slopesAt(const Vector& u, const Vector& errors,
                                  const std::vector<RunFigure>& which) const
    {
        Matrix slopes(errors.size(), u.size());
        for (Eigen::Index i = 0; i < u.size(); ++i) {
            Vector beside = u;
            const double step = u[i] + kDifference <= 1 ? kDifference : -kDifference;
            beside[i] += step;
            slopes.col(i) = (logErrors(beside, which) - errors) / step;
        }
        return slopes;
    }

    static Vector weightsOf(const Vector& errors, const std::vector<RunFigure>& which)
    {
        Vector weights(errors.size());
        for (Eigen::Index i = 0; i < errors.size(); ++i)
            weights[i] =
                which[static_cast<std::size_t>(i)].weight * std::min(1.0, kOutlier / std::abs(errors[i]));
        return weights;
    }

    /// Huber's, so that it agrees with the weights.
    static double costOf(const Vector& errors, const std::vector<RunFigure>& which, const Vector& u,
                         const Vector& prior)
    {
        double cost = kPull * kPull * (u - prior).squaredNorm();
        for (Eigen::Index i = 0; i < errors.size(); ++i) {
            const double size = std::abs(errors[i]);
            cost += which[static_cast<std::size_t>(i)].weight *
                    (size <= kOutlier ? size * size : 2 * kOutlier * size - kOutlier * kOutlier);
        }
        return cost;
    }

    const CalibrationRequest& m_request;
    const std::vector<CalibrationRun>& m_runs;
    std::vector<RunFigure> m_all;
    std::vector<const CoefficientInfo*> m_info;
};

/// The shapes in order of appearance, dealt into folds.
std::vector<int> foldsOf(const std::vector<CalibrationRun>& runs, int folds)
{
    std::map<std::string, int> dealt;
    std::vector<int> fold;
    for (const CalibrationRun& run : runs) {
        const auto next = static_cast<int>(dealt.size()) % folds;
        fold.push_back(dealt.emplace(shapeName(*run.model), next).first->second);
    }
    return fold;
}

std::optional<core::Error> unusable(const CalibrationRequest& request, const Fit* fit)
{
    if (request.fit.empty())
        return core::Error{core::ErrorCode::MissingKey, {"--fit"}};
    for (const std::string& name : request.fit) {
        if (!coefficientFromName(name))
            return core::Error{core::ErrorCode::UnknownName,
                               {name, {}, core::phrase(W_("coefficient of the time model"))}};
    }
    if (fit != nullptr && fit->all().empty())
        return core::Error{core::ErrorCode::Inconsistent,
                           {core::phrase(W_("no measured times among the cases"))}};
    return std::nullopt;
}

using LeftOuts = std::map<std::string, LeftOut>;

/// Errors on each part of the runs of a fit to the others, by figure; none where there are fewer than two
/// parts.
LeftOuts leaveOut(const Fit& fit, const std::vector<int>& parts, int count, const core::Task& task)
{
    LeftOuts leftOut;
    for (int out = 0; out < count && count > 1 && !task.cancelled(); ++out) {
        task.report("fit", static_cast<double>(out) / count);
        std::vector<RunFigure> seen;
        std::vector<RunFigure> unseen;
        for (const RunFigure& residual : fit.all())
            (parts[residual.run] == out ? unseen : seen).push_back(residual);
        const Vector errors = fit.logErrors(fit.solve(seen, task), unseen);
        for (std::size_t i = 0; i < unseen.size(); ++i)
            leftOut[unseen[i].key].add(errors[static_cast<Eigen::Index>(i)], out);
    }
    return leftOut;
}

core::CalibrationResidual residualOf(const std::string& key, const std::vector<double>& fitted,
                                     const LeftOuts& unseenShapes, const LeftOuts& unseenCases)
{
    core::CalibrationResidual residual;
    residual.key = key;
    residual.cases = static_cast<std::int64_t>(fitted.size());
    residual.fitted = meanError(fitted);
    const auto shapes = unseenShapes.find(key);
    const bool any = shapes != unseenShapes.end();
    const ErrorSpread spread = any ? spreadOf(shapes->second) : spreadOf(fitted);
    residual.heldOut = meanError(any ? shapes->second.logs : fitted);
    residual.low = spread.low;
    residual.high = spread.high;
    if (any)
        residual.coverage = coverageOf(shapes->second);
    if (const auto cases = unseenCases.find(key); cases != unseenCases.end()) {
        residual.seenLow = spreadOf(cases->second.logs).low;
        residual.seenHigh = spreadOf(cases->second.logs).high;
    }
    return residual;
}

/// A fit of what can be fitted.
core::Result<Fit> fitOf(const CalibrationRequest& request, const std::vector<CalibrationRun>& runs)
{
    if (const auto error = unusable(request, nullptr))
        return *error;
    Fit fit(request, runs);
    if (const auto error = unusable(request, &fit))
        return *error;
    return fit;
}

} // namespace

double coefficientFor(const core::HardwareSpec& hardware, const CalibrationRun& run, const std::string& name)
{
    const CoefficientSets sets(hardware);
    const core::Calibration* const chosen = calibrationFor(hardware, run.plan, *run.model);
    return sets.of(hardware, chosen, core::Dtype::Bf16)[*coefficientFromName(name)];
}

core::Result<std::map<std::string, UnseenError>> leavePartsOut(const CalibrationRequest& request,
                                                               const std::vector<CalibrationRun>& runs,
                                                               const std::vector<int>& parts,
                                                               const core::Task& task)
{
    SHARDSCOPE_TRY(const Fit fit, fitOf(request, runs));
    const int count = parts.empty() ? 0 : 1 + *std::ranges::max_element(parts);
    std::map<std::string, UnseenError> errors;
    for (const auto& [figure, unseen] : leaveOut(fit, parts, count, task))
        errors[figure] = {static_cast<std::int64_t>(unseen.logs.size()), meanError(unseen.logs)};
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    return errors;
}

core::Result<core::Calibration> calibrate(const CalibrationRequest& request,
                                          const std::vector<CalibrationRun>& runs, const core::Task& task)
{
    if (request.fit.empty())
        return calibrateFewRuns(request, runs);
    SHARDSCOPE_TRY(const Fit fit, fitOf(request, runs));
    const Vector solution = fit.solve(fit.all(), task);
    const Vector errors = fit.logErrors(solution, fit.all());
    std::map<std::string, std::vector<double>> fitted;
    for (std::size_t i = 0; i < fit.all().size(); ++i)
        fitted[fit.all()[i].key].push_back(errors[static_cast<Eigen::Index>(i)]);

    std::set<std::string> shapes;
    for (const CalibrationRun& run : runs)
        shapes.insert(shapeName(*run.model));
    const int shapeFolds = std::min(request.folds, static_cast<int>(shapes.size()));
    const auto unseenShapes = leaveOut(fit, foldsOf(runs, std::max(1, shapeFolds)), shapeFolds, task);
    const int caseFolds = std::min(request.folds, static_cast<int>(runs.size()));
    std::vector<int> dealt(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i)
        dealt[i] = static_cast<int>(i) % std::max(1, caseFolds);
    const auto unseenCases = leaveOut(fit, dealt, caseFolds, task);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());

    core::Calibration calibration = fit.at(solution);
    calibration.fitted = request.fit;
    addRange(calibration, runs);
    for (std::size_t i = 0; i < fit.info().size(); ++i) {
        const double share = solution[static_cast<Eigen::Index>(i)];
        if (share < 0.005 || share > 0.995)
            calibration.atBound.emplace_back(fit.info()[i]->name);
    }
    for (const auto& [key, logs] : fitted)
        calibration.residuals.push_back(residualOf(key, logs, unseenShapes, unseenCases));
    return calibration;
}

} // namespace shardscope::planner
