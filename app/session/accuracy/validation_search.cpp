// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/validation_search.h"

#include "app/session/text/messages.h"
#include "core/report/columns.h"
#include "planner/planner.h"
#include "planner/search.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

/// So far down our list a published plan is looked for.
constexpr std::size_t kList = 1000;
/// Bounds and evaluations are sums in different orders.
constexpr double kRounding = 1e-9;

std::string wordsOf(const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    return "t " + std::to_string(axes.tensor) + " p " + std::to_string(axes.pipeline) + " r " +
           std::to_string(axes.replica) + " c " + std::to_string(axes.context) + " e " +
           std::to_string(axes.expert) + " v " + std::to_string(axes.virtualStages) + " b " +
           std::to_string(plan.batch.microBatch);
}

/// Places from 1; equal values share the mean of theirs.
std::vector<double> placesOf(const std::vector<double>& values)
{
    std::vector<double> places;
    places.reserve(values.size());
    for (const double value : values) {
        double before = 0;
        double equal = 0;
        for (const double other : values) {
            before += other < value ? 1 : 0;
            equal += other == value ? 1 : 0;
        }
        places.push_back(before + (equal + 1) / 2);
    }
    return places;
}

} // namespace

bool ValidationSearch::missed() const
{
    return planFits && reason.empty() && bestSeconds && *bestSeconds > planSeconds * (1 + kRounding);
}

core::Result<ValidationSearch> searchAroundRun(const Case& one, const core::HardwareSpec& hardware,
                                               const core::Task& task)
{
    ValidationSearch found{one.id, one.group, wordsOf(one.plan), {}, 0, true, {}, {}, {}};
    const auto own = planner::evaluate(*one.model, hardware, one.plan, planner::Detail::Bound);
    if (!own.ok()) {
        found.planFits = false;
        found.reason = errorText(own.error()).toStdString();
        return found;
    }
    found.planSeconds = own->step.at(core::StepPart::Total).seconds.value();
    found.planFits = own->verdict.feasible();
    planner::PlanSearch search;
    search.model = *one.model;
    search.machines = {{hardware, {one.plan.axes.devices()}}};
    search.space.variants = {one.plan};
    search.space.globalBatch = {one.plan.batch.globalBatch, one.plan.batch.globalBatch};
    const auto& usual = planner::schedulesAsked(search.space, one.plan); // what was run can be run
    const bool usualSchedule = std::ranges::find(usual, one.plan.schedule) != usual.end();
    if (!usualSchedule) {
        search.space.schedules = usual;
        search.space.schedules.push_back(one.plan.schedule);
    }
    search.space.runnableOnly = usualSchedule && planner::keepsRules(one.plan, planner::Key::Sharding);
    search.top = kList;
    const auto outcome = planner::searchTransformer(search, task);
    if (!outcome.ok()) {
        if (outcome.error().code == core::ErrorCode::Cancelled)
            return outcome.error();
        found.reason = errorText(outcome.error()).toStdString();
        return found;
    }
    if (outcome->best.empty()) {
        found.reason = "nothing fits by our model";
        return found;
    }
    const auto& best = outcome->best;
    found.best = wordsOf(best.front().plan);
    found.bestSeconds = best.front().stepSeconds;
    if (!found.planFits) {
        found.reason = "by our model the published plan does not fit";
        return found;
    }
    const core::Axes& axes = one.plan.axes;
    const core::Transformer* shape = one.model->transformer();
    if (found.missed() && axes.virtualStages > 1 && shape != nullptr &&
        shape->layers % (axes.pipeline * axes.virtualStages) != 0) {
        found.reason = "its chunks hold uneven numbers of layers, which a search does not try";
        return found;
    }
    const auto behind = std::ranges::find_if(best, [&](const planner::PlanHit& hit) {
        return hit.stepSeconds >= found.planSeconds * (1 - kRounding);
    });
    if (behind != best.end())
        found.rank = 1 + (behind - best.begin());
    return found;
}

double rankCorrelation(const std::vector<double>& a, const std::vector<double>& b)
{
    const std::vector<double> x = placesOf(a);
    const std::vector<double> y = placesOf(b);
    const double middle = (static_cast<double>(x.size()) + 1) / 2;
    double both = 0;
    double ofX = 0;
    double ofY = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        both += (x[i] - middle) * (y[i] - middle);
        ofX += (x[i] - middle) * (x[i] - middle);
        ofY += (y[i] - middle) * (y[i] - middle);
    }
    return ofX > 0 && ofY > 0 ? both / std::sqrt(ofX * ofY) : 0;
}

core::Table validationSearchTable(const Validation& validation)
{
    using core::Cell;
    core::Table table{"searches", N_("The search against published runs"), {}, {}};
    table.columns = {
        core::textColumn("id", N_("Case")),
        core::textColumn("plan", N_("Published plan")),
        core::textColumn("best", N_("Our best")),
        core::secondsColumn("plan_seconds", N_("Its step"), N_("by our model")),
        core::secondsColumn("best_seconds", N_("Our best's step"), N_("by our model")),
        core::integerColumn("rank", N_("Its place"), N_("in our list; none: beyond the first thousand")),
        core::flagColumn("missed", N_("Missed"), N_("it is faster than our best by our model")),
        core::textColumn("reason", N_("Reason"))};
    for (const ValidationSearch& one : validation.searches)
        table.rows.push_back({one.id, one.plan, one.best.empty() ? Cell() : Cell(one.best),
                              one.planSeconds > 0 ? Cell(one.planSeconds) : Cell(),
                              one.bestSeconds ? Cell(*one.bestSeconds) : Cell(),
                              one.rank ? Cell(*one.rank) : Cell(), one.missed(),
                              one.reason.empty() ? Cell() : Cell(one.reason)});
    return table;
}

core::Table validationSweepTable(const Validation& validation)
{
    core::Table table{"sweeps", N_("Sweeps"), {}, {}};
    table.columns = {
        core::textColumn("group", N_("Group")),
        core::textColumn("set", N_("Machine; model; length; devices; batch")),
        core::integerColumn("plans", N_("Plans")),
        core::fractionColumn("loss", N_("Loss"), N_("of the plan that we call the fastest, as measured")),
        core::integerColumn("rank", N_("Place"), N_("of the fastest measured plan in our order")),
        core::realColumn("correlation", N_("Correlation"), N_("of both orders, Spearman's"))};
    for (const ValidationSweep& one : validation.sweeps)
        table.rows.push_back({one.group, one.set, one.plans, one.loss, one.rank, one.correlation});
    return table;
}

} // namespace shardscope::app
