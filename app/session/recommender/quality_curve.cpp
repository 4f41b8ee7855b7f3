// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/quality_curve.h"

#include "app/session/published/published_quality.h"
#include "core/report/columns.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

core::Cell ifPublished(const std::optional<double>& value)
{
    return value ? core::Cell(*value) : core::Cell();
}

} // namespace

const planner::ConvergenceBound& hybridBound(const Operations& operations)
{
    const auto own = std::ranges::find(operations.bounds, planner::PersiaMode::Persia, &ModeBound::mode);
    return own->bound;
}

std::vector<QualityPoint> qualityCurve(const Operations& operations)
{
    planner::ConvergenceBound bound = hybridBound(operations); // α, σ, T and the exponents
    const double alpha = bound.collision;
    const auto added = [&](double staleness, double collision) {
        bound.staleness = staleness;
        bound.collision = collision;
        return bound.hybridTerm() / bound.synchronous();
    };
    std::vector<QualityPoint> points;
    points.reserve(operations.growth.size());
    for (const planner::RoleGrowth& one : operations.growth) {
        const auto workers = static_cast<double>(one.accelerators);
        const double batches = workers * static_cast<double>(operations.settings.staleness);
        points.push_back({one.accelerators, added(workers, alpha), added(batches, alpha), added(batches, 1),
                          publishedGap(operations.model, planner::PersiaMode::Persia, one.accelerators),
                          publishedGap(operations.model, planner::PersiaMode::FullAsync, one.accelerators)});
    }
    return points;
}

core::Table qualityTableOf(const Operations& operations)
{
    core::Table table{"quality", N_("What staleness may cost, by accelerators"), {}, {}};
    table.columns = {
        core::integerColumn("accelerators", N_("Accelerators")),
        core::realColumn("by_workers", N_("Added, τ the workers"),
                         N_("share of the synchronous bound: τ as the article has it")),
        core::realColumn("by_batches", N_("Added, τ the batches in flight"),
                         N_("share of the synchronous bound: workers times the batches each may have looked "
                            "up without an update")),
        core::realColumn(
            "asynchronous", N_("Added, full async"),
            N_("the same where the dense part is as stale: it changes with every update, α = 1")),
        core::fractionColumn("published_hybrid", N_("Published AUC gap, hybrid"),
                             N_("read off within 0.3 %; –: not published for this size")),
        core::fractionColumn("published_async", N_("Published AUC gap, full async"),
                             N_("read off within 0.3 %; –: not published for this size"))};
    for (const QualityPoint& one : qualityCurve(operations))
        table.rows.push_back({one.accelerators, one.byWorkers, one.byBatches, one.asynchronous,
                              ifPublished(one.gap), ifPublished(one.async)});
    return table;
}

std::vector<ConvergencePoint> convergenceCurve(const Operations& operations)
{
    planner::ConvergenceBound bound = hybridBound(operations);
    const double alpha = bound.collision;
    std::vector<ConvergencePoint> points;
    constexpr int kFirst = 2; // powers of ten
    constexpr int kLast = 9;
    for (int power = kFirst; power <= kLast; ++power) {
        bound.iterations = std::pow(10.0, power);
        bound.collision = alpha;
        ConvergencePoint point{bound.iterations, bound.synchronous(), bound.value(), 0};
        bound.collision = 1;
        point.asynchronous = bound.value();
        points.push_back(point);
    }
    return points;
}

core::Table convergenceTableOf(const Operations& operations)
{
    core::Table table{"convergence", N_("The bound, by steps"), {}, {}};
    table.columns = {core::realColumn("iterations", N_("Steps T")),
                     core::realColumn("synchronous", N_("Full sync"), N_("σ/√T + 1/T")),
                     core::realColumn("hybrid", N_("PERSIA, hybrid"), N_("and τ^a · α^b / T")),
                     core::realColumn("asynchronous", N_("Full async"), N_("and τ^a / T: α = 1")),
                     core::fractionColumn("added", N_("Added by hybrid"))};
    for (const ConvergencePoint& one : convergenceCurve(operations))
        table.rows.push_back({one.iterations, one.synchronous, one.hybrid, one.asynchronous,
                              one.hybrid / one.synchronous - 1});
    return table;
}

} // namespace shardscope::app
