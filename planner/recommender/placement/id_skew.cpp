// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/id_skew.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

namespace {

constexpr double kExactRows = 64;
constexpr int kStepsPerDecade = 12;

/// Sum of f(k) for k = 1 … rows: exact for the first rows, then the integral over logarithmic steps (midpoint
/// rule).
template <class Function>
double sumOverRows(double rows, Function f)
{
    double total = 0;
    const double exact = std::min(rows, kExactRows);
    for (double k = 1; k <= exact; ++k)
        total += f(k);
    if (rows <= kExactRows)
        return total;
    const double from = std::log(kExactRows + 0.5);
    const double to = std::log(rows + 0.5);
    const int steps =
        std::max(1, static_cast<int>(std::ceil((to - from) / std::log(10.0) * kStepsPerDecade)));
    const double width = (to - from) / steps;
    for (int i = 0; i < steps; ++i) {
        const double low = std::exp(from + width * i);
        const double high = std::exp(from + width * (i + 1));
        total += f(std::sqrt(low * high)) * (high - low);
    }
    return total;
}

double norm(double rows, double skew)
{
    return sumOverRows(rows, [skew](double k) { return std::pow(k, -skew); });
}

} // namespace

double hottestShare(double hottest, double rows, double skew)
{
    hottest = std::clamp(hottest, 0.0, rows);
    if (hottest <= 0)
        return 0;
    if (skew <= 0 || hottest >= rows)
        return hottest / rows;
    return std::min(1.0, norm(std::max(1.0, hottest), skew) / norm(rows, skew));
}

double expectedDistinct(double rows, double draws, double skew)
{
    if (draws <= 0)
        return 0;
    // 1 - (1 - p)^n, written so that tiny p keeps its digits.
    const auto met = [draws](double p) { return p >= 1 ? 1.0 : -std::expm1(draws * std::log1p(-p)); };
    if (skew <= 0)
        return rows * met(1 / rows);
    const double all = norm(rows, skew);
    return std::min(draws, sumOverRows(rows, [&](double k) { return met(std::pow(k, -skew) / all); }));
}

double hottestShare(double hottest, const core::EmbeddingTable& table)
{
    const double set = table.repeatedSets ? std::max(1.0, table.pooling) : 1;
    const double rows = static_cast<double>(table.rows);
    return std::min(1.0, hottest / set) * hottestShare(std::max(1.0, hottest / set), rows, table.skew);
}

double expectedDistinct(const core::EmbeddingTable& table, double draws)
{
    const double set = table.repeatedSets ? std::max(1.0, table.pooling) : 1;
    const double rows = static_cast<double>(table.rows);
    return std::min(rows, set * expectedDistinct(rows, draws / set, table.skew));
}

double collisionProbability(double rows, double skew)
{
    if (skew <= 0)
        return 1 / rows;
    const double all = norm(rows, skew);
    return sumOverRows(rows, [&](double k) { return std::pow(std::pow(k, -skew) / all, 2); });
}

} // namespace shardscope::planner
