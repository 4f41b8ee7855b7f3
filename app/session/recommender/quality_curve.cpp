// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/quality_curve.h"

#include "core/report/columns.h"

#include <algorithm>

namespace shardscope::app {

std::vector<QualityPoint> qualityCurve(const Study& study)
{
    std::vector<QualityPoint> points;
    if (study.operations.bounds.empty())
        return points;
    planner::ConvergenceBound bound = study.operations.bounds.front().bound; // α, σ, T and the exponents
    for (const ModeBound& one : study.operations.bounds)
        bound.collision = std::max(bound.collision, one.bound.collision);
    const auto added = [&](double staleness) {
        bound.staleness = staleness;
        return bound.hybridTerm() / bound.synchronous();
    };
    points.reserve(study.growth.size());
    for (const planner::RoleGrowth& one : study.growth) {
        const auto workers = static_cast<double>(one.accelerators);
        points.push_back({one.accelerators, added(workers),
                          added(workers * static_cast<double>(study.request.settings.staleness))});
    }
    return points;
}

core::Table qualityTableOf(const Study& study)
{
    core::Table table{"quality", N_("What staleness may cost, by accelerators"), {}, {}};
    table.columns = {
        core::integerColumn("accelerators", N_("Accelerators")),
        core::realColumn("by_workers", N_("Added, τ the workers"),
                         N_("share of the synchronous bound: τ as the article has it")),
        core::realColumn("by_batches", N_("Added, τ the batches in flight"),
                         N_("share of the synchronous bound: workers times the batches each may have looked "
                            "up without an update")),
        core::fractionColumn("published_hybrid", N_("Published AUC gap, hybrid"), N_("at most")),
        core::fractionColumn("published_async", N_("Published AUC gap, full async"), N_("at most"))};
    const double hybrid = planner::accuracyGap(planner::PersiaMode::Persia).to;
    const double asynchronous = planner::accuracyGap(planner::PersiaMode::FullAsync).to;
    for (const QualityPoint& one : qualityCurve(study))
        table.rows.push_back({one.accelerators, one.byWorkers, one.byBatches, hybrid, asynchronous});
    return table;
}

} // namespace shardscope::app
