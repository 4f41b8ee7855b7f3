// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/change_point.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

/// If a hundred splits of equal runs are tried, the largest lies further out in less than one case in a
/// hundred (normal law).
constexpr double kDeviations = 4;
constexpr double kLeast = 0.01; ///< of what came before: less is no news
constexpr std::size_t kFewRuns = 4;
constexpr std::size_t kFewSteps = 3;
/// No spread is believed that is smaller than this share of a step: clocks of devices and hosts wander.
constexpr double kLeastSpread = 0.001;

/// How much a run differs from its like: by what its steps allow, or by what neighbours differ, of which one
/// change leaves the median alone.
std::optional<double> spreadOf(const std::vector<RunValue>& runs)
{
    double squares = 0;
    std::size_t known = 0;
    double mean = 0;
    for (const RunValue& run : runs) {
        mean += run.value / static_cast<double>(runs.size());
        if (run.error) {
            squares += *run.error * *run.error;
            ++known;
        }
    }
    std::vector<double> apart;
    for (std::size_t at = 1; at < runs.size(); ++at)
        apart.push_back(std::abs(runs[at].value - runs[at - 1].value));
    if (known == 0 && runs.size() < kFewRuns)
        return std::nullopt;
    const double ofSteps = known > 0 ? std::sqrt(squares / static_cast<double>(known)) : 0;
    const double ofRuns =
        runs.size() < kFewRuns ? 0 : core::kDeviationsOfMedian * core::medianOf(apart) / std::sqrt(2.0);
    return std::max({ofSteps, ofRuns, kLeastSpread * mean});
}

double meanOf(const std::vector<RunValue>& runs, std::size_t begin, std::size_t end)
{
    double sum = 0;
    for (std::size_t at = begin; at < end; ++at)
        sum += runs[at].value;
    return sum / static_cast<double>(end - begin);
}

void split(const std::vector<RunValue>& runs, std::size_t begin, std::size_t end, double spread,
           std::vector<std::size_t>& found)
{
    std::size_t best = begin;
    double most = 0;
    for (std::size_t at = begin + 1; at < end; ++at) {
        const double change = std::abs(meanOf(runs, at, end) - meanOf(runs, begin, at));
        const double error =
            spread * std::sqrt(1 / static_cast<double>(at - begin) + 1 / static_cast<double>(end - at));
        if (change < kLeast * meanOf(runs, begin, at) || change / error <= std::max(most, kDeviations))
            continue;
        most = change / error;
        best = at;
    }
    if (best == begin)
        return;
    split(runs, begin, best, spread, found);
    found.push_back(best);
    split(runs, best, end, spread, found);
}

} // namespace

std::optional<double> errorOfSteps(const std::vector<double>& values)
{
    if (values.size() < kFewSteps)
        return std::nullopt;
    const double middle = core::medianOf(values);
    std::vector<double> apart;
    for (const double value : values)
        apart.push_back(std::abs(value - middle));
    return core::kDeviationsOfMedian * core::medianOf(std::move(apart)) /
           std::sqrt(static_cast<double>(values.size()));
}

std::optional<std::vector<ChangePoint>> changePoints(const std::vector<RunValue>& runs)
{
    if (runs.size() < 2)
        return std::nullopt;
    const std::optional<double> spread = spreadOf(runs);
    if (!spread)
        return std::nullopt;
    std::vector<std::size_t> found;
    split(runs, 0, runs.size(), *spread, found);
    std::vector<ChangePoint> changes;
    for (std::size_t at = 0; at < found.size(); ++at) {
        const std::size_t begin = at == 0 ? 0 : found[at - 1];
        const std::size_t end = at + 1 == found.size() ? runs.size() : found[at + 1];
        ChangePoint change{found[at], meanOf(runs, begin, found[at]), meanOf(runs, found[at], end), 0};
        const double error = *spread * std::sqrt(1 / static_cast<double>(found[at] - begin) +
                                                 1 / static_cast<double>(end - found[at]));
        change.deviations = std::abs(change.after - change.before) / error;
        changes.push_back(change);
    }
    return changes;
}

} // namespace shardscope::app
