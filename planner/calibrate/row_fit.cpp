// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/calibrate/row_fit.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace shardscope::planner {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr double kBeyond = 2; ///< errors
constexpr int kMostRounds = 40;
constexpr double kSettled = 1e-7;
constexpr double kMostStep = 0.5;   ///< of a logarithm at once
constexpr double kLeastPart = 0.01; ///< of a row's prediction: what other coefficients take from it

Matrix precisionOf(const std::vector<FactorPrior>& priors)
{
    const auto count = static_cast<Eigen::Index>(priors.size());
    Matrix covariance = Matrix::Zero(count, count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const FactorPrior& one = priors[static_cast<std::size_t>(i)];
        covariance(i, i) = one.own * one.own;
        for (Eigen::Index j = 0; j < count; ++j) {
            const FactorPrior& other = priors[static_cast<std::size_t>(j)];
            if (one.family >= 0 && one.family == other.family)
                covariance(i, j) += one.together * other.together;
        }
    }
    return covariance.inverse();
}

} // namespace

double secondsBy(const MeasuredRow& row, const std::vector<double>& logs)
{
    double seconds = row.predicted;
    for (std::size_t at = 0; at < logs.size(); ++at) {
        if (row.parts[at] != 0)
            seconds += row.parts[at] * std::expm1(logs[at]);
    }
    return std::max(seconds, kLeastPart * row.predicted);
}

FittedFactors fitFactors(const std::vector<MeasuredRow>& rows, const std::vector<FactorPrior>& priors)
{
    FittedFactors fitted{std::vector<double>(priors.size(), 0), std::vector<double>(priors.size(), 0)};
    if (priors.empty())
        return fitted;
    const auto count = static_cast<Eigen::Index>(priors.size());
    const Matrix precision = precisionOf(priors);
    Vector logs = Vector::Zero(count);
    Matrix normal = precision;
    for (int round = 0; round < kMostRounds; ++round) {
        normal = precision;
        Vector gradient = precision * logs;
        const std::vector<double> now(logs.data(), logs.data() + count);
        for (const MeasuredRow& row : rows) {
            const double seconds = secondsBy(row, now);
            if (row.predicted <= 0 || row.measured <= 0) // what one side has nothing of tells no factor
                continue;
            const double apart = std::log(seconds / row.measured) / row.error;
            const double weight = std::abs(apart) <= kBeyond ? 1 : kBeyond / std::abs(apart);
            Vector slope(count);
            for (Eigen::Index i = 0; i < count; ++i) {
                const auto at = static_cast<std::size_t>(i);
                slope[i] = row.parts[at] * std::exp(now[at]) / seconds / row.error;
            }
            normal += weight * slope * slope.transpose();
            gradient += weight * apart * slope;
        }
        Vector step = -normal.ldlt().solve(gradient);
        const double most = step.cwiseAbs().maxCoeff();
        if (most > kMostStep)
            step *= kMostStep / most;
        logs += step;
        if (most < kSettled)
            break;
    }
    const Matrix covariance = normal.inverse();
    for (Eigen::Index i = 0; i < count; ++i) {
        fitted.logs[static_cast<std::size_t>(i)] = logs[i];
        fitted.errors[static_cast<std::size_t>(i)] = std::sqrt(std::max(0.0, covariance(i, i)));
    }
    return fitted;
}

} // namespace shardscope::planner
