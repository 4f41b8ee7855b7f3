// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/calibrate/spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>

namespace shardscope::planner {
namespace {

/// The value that 90 of 100 further ones stay below where the values are worth \p independent ones: linear
/// between order statistics, share (n + 1) / n of the way up (the n + 1 rule), beyond the sample's own
/// quantile where it is small.
double upper(std::vector<double> values, double independent)
{
    constexpr double kShare = 0.9;
    std::ranges::sort(values);
    const auto n = static_cast<double>(values.size());
    const double place = std::clamp(n * kShare * (independent + 1) / independent - 1, 0.0, n - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

ErrorSpread spreadOf(std::vector<double> logs, double independent)
{
    if (logs.empty())
        return {};
    const double most = upper(logs, independent);
    for (double& log : logs)
        log = -log;
    const double least = -upper(logs, independent);
    return {std::min(0.0, std::expm1(-most)), std::max(0.0, std::expm1(-least))};
}

constexpr double kInside = 0.8;

struct Part {
    double count = 0;
    double sum = 0;
};

/// Share of the cases that lie in what \p spread makes of all parts but their own.
template <class Make>
double insideOthers(const LeftOut& leftOut, const Make& spread)
{
    double inside = 0;
    for (const int out : std::set<int>(leftOut.parts.begin(), leftOut.parts.end())) {
        LeftOut others;
        std::vector<double> own;
        for (std::size_t i = 0; i < leftOut.logs.size(); ++i) {
            if (leftOut.parts[i] == out)
                own.push_back(std::expm1(-leftOut.logs[i]));
            else
                others.add(leftOut.logs[i], leftOut.parts[i]);
        }
        const ErrorSpread found = spread(others);
        inside += static_cast<double>(std::ranges::count_if(
            own, [&](double ratio) { return found.low <= ratio && ratio <= found.high; }));
    }
    return leftOut.logs.empty() ? 0 : inside / static_cast<double>(leftOut.logs.size());
}

/// What t stays below in 90 of 100 cases; beyond the table as good as the normal distribution's.
double upperT(std::size_t degrees)
{
    constexpr std::array kTable{3.078, 1.886, 1.638, 1.533, 1.476, 1.440, 1.415, 1.397, 1.383, 1.372};
    constexpr double kNormal = 1.2816;
    return degrees <= kTable.size() ? kTable[degrees - 1]
                                    : kNormal * (1 + 0.66 / static_cast<double>(degrees));
}

} // namespace

double meanError(const std::vector<double>& logs)
{
    double sum = 0;
    for (const double error : logs)
        sum += std::abs(std::expm1(error));
    return logs.empty() ? 0 : sum / static_cast<double>(logs.size());
}

double independentCases(const LeftOut& leftOut)
{
    std::map<int, Part> parts;
    Part all;
    double squares = 0; // of the parts' counts
    for (std::size_t i = 0; i < leftOut.logs.size(); ++i) {
        Part& part = parts[leftOut.parts[i]];
        squares += 2 * part.count + 1;
        for (Part* each : {&part, &all}) {
            each->count += 1;
            each->sum += leftOut.logs[i];
        }
    }
    const auto groups = static_cast<double>(parts.size());
    if (groups < 2 || all.count <= groups)
        return all.count;
    double between = 0;
    double within = 0;
    for (const auto& [index, part] : parts) {
        const double off = part.sum / part.count - all.sum / all.count;
        between += part.count * off * off / (groups - 1);
    }
    for (std::size_t i = 0; i < leftOut.logs.size(); ++i) {
        const Part& part = parts.at(leftOut.parts[i]);
        const double off = leftOut.logs[i] - part.sum / part.count;
        within += off * off / (all.count - groups);
    }
    const double usual = (all.count - squares / all.count) / (groups - 1);
    const double total = between + (usual - 1) * within;
    const double alike = total > 0 ? std::clamp((between - within) / total, 0.0, 1.0) : 0;
    return all.count / (1 + (squares / all.count - 1) * alike);
}

ErrorSpread spreadOf(const std::vector<double>& logs)
{
    return spreadOf(logs, static_cast<double>(logs.size()));
}

namespace {

/// Of cases that are worth as many as they are, or as \p step of kSteps says, down to independentCases.
constexpr int kSteps = 10;
ErrorSpread spreadAt(const LeftOut& cases, int step)
{
    const auto all = static_cast<double>(cases.logs.size());
    const double share = static_cast<double>(step) / kSteps;
    return spreadOf(cases.logs, all * std::pow(independentCases(cases) / all, share));
}

/// The narrowest step that would have held 80 of 100 cases of each part among the others, or the widest.
ErrorSpread narrowestSpread(const LeftOut& leftOut)
{
    const std::set<int> parts(leftOut.parts.begin(), leftOut.parts.end());
    int step = parts.size() < 3 ? kSteps : 0;
    while (step < kSteps &&
           insideOthers(leftOut, [step](const LeftOut& cases) { return spreadAt(cases, step); }) < kInside)
        ++step;
    return spreadAt(leftOut, step);
}

/// With more parts the narrowest step is chosen by enough of them to hold others.
constexpr std::size_t kFewParts = 12;

/// How parts differ and how the cases of one do, as normal errors, with \p fewer degrees of freedom than
/// parts; none where that cannot be told apart.
std::optional<ErrorSpread> normalSpread(const LeftOut& leftOut, std::size_t fewer)
{
    std::map<int, Part> parts;
    for (std::size_t i = 0; i < leftOut.logs.size(); ++i) {
        Part& part = parts[leftOut.parts[i]];
        part.count += 1;
        part.sum += leftOut.logs[i];
    }
    const std::size_t count = parts.size();
    if (count < 2 || leftOut.logs.size() == count)
        return std::nullopt;
    double within = 0;
    for (std::size_t i = 0; i < leftOut.logs.size(); ++i) {
        const Part& part = parts[leftOut.parts[i]];
        const double apart = leftOut.logs[i] - part.sum / part.count;
        within += apart * apart / static_cast<double>(leftOut.logs.size() - count);
    }
    // Weights of the parts' means, without and with the variance between them.
    const auto weighed = [&parts, within](double between) {
        double sum = 0, squares = 0, mean = 0, apart = 0;
        for (const auto& [number, part] : parts) {
            const double weight = 1 / (between + within / part.count);
            sum += weight;
            squares += weight * weight;
            mean += weight * part.sum / part.count;
        }
        mean /= sum;
        for (const auto& [number, part] : parts) {
            const double off = part.sum / part.count - mean;
            apart += off * off / (between + within / part.count);
        }
        return std::array{sum, squares, mean, apart};
    };
    if (within <= 0)
        return std::nullopt;
    const auto [sum, squares, plain, apart] = weighed(0);
    const double between = std::max(0.0, (apart - static_cast<double>(count - 1)) / (sum - squares / sum));
    const auto weights = weighed(between);
    const double half = upperT(count - fewer) * std::sqrt(between + within + 1 / weights[0]);
    return ErrorSpread{std::min(0.0, std::expm1(-weights[2] - half)),
                       std::max(0.0, std::expm1(-weights[2] + half))};
}

} // namespace

ErrorSpread spreadOf(const LeftOut& leftOut)
{
    const std::set<int> parts(leftOut.parts.begin(), leftOut.parts.end());
    const ErrorSpread percentiles = narrowestSpread(leftOut);
    if (parts.size() > kFewParts || insideOthers(leftOut, narrowestSpread) >= kInside)
        return percentiles;
    // No percentile lies beyond the cases that there are.
    const ErrorSpread normal = normalSpread(leftOut, 1).value_or(percentiles);
    return {std::min(percentiles.low, normal.low), std::max(percentiles.high, normal.high)};
}

ErrorSpread spreadOfAnotherPart(const LeftOut& leftOut)
{
    constexpr std::size_t kFewestParts = 3;
    const std::set<int> parts(leftOut.parts.begin(), leftOut.parts.end());
    const auto normal = parts.size() < kFewestParts ? std::nullopt : normalSpread(leftOut, 2);
    return normal ? *normal : spreadOf(leftOut);
}

ErrorSpread widened(const ErrorSpread& within, double variance)
{
    constexpr double kTenth = 1.2816; // of a normal distribution, in standard deviations
    const double apart = kTenth * std::sqrt(variance);
    return {std::expm1(-std::hypot(std::log1p(within.low), apart)),
            std::expm1(std::hypot(std::log1p(within.high), apart))};
}

double coverageOf(const LeftOut& leftOut)
{
    return insideOthers(leftOut, [](const LeftOut& others) { return spreadOf(others); });
}

} // namespace shardscope::planner
