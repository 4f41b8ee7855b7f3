// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/expert_dispatch.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "planner/collectives.h"
#include "planner/planner.h"

#include <algorithm>

namespace shardscope::app {

core::Result<ExpertDispatch> expertDispatch(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const core::Evaluation& evaluation, const core::Task& task)
{
    const core::Plan& plan = evaluation.plan;
    const core::Transformer* transformer = model.transformer();
    const auto exchange = std::ranges::find(evaluation.communication, core::TrafficGroup::Expert,
                                            &core::CommunicationEntry::group);
    if (transformer == nullptr || exchange == evaluation.communication.end())
        return core::inconsistent(W_("no ranks share the experts of a layer"));
    ExpertDispatch dispatch;
    if (const auto route = planner::routeOf(hardware, plan, *exchange))
        dispatch.ranks = route->ranks;
    dispatch.experts = transformer->experts;
    dispatch.perToken = transformer->expertsPerToken;
    // Samples of all replicas at a time, over the ranks that hold a part of one each.
    dispatch.tokens = static_cast<double>(plan.batch.globalBatch * plan.batch.sequenceLength) /
                      static_cast<double>(plan.batch.microBatches * plan.axes.replicas());
    dispatch.mean = dispatch.tokens * static_cast<double>(dispatch.perToken);
    dispatch.busiest = dispatch.mean * planner::busiestShare(*transformer, plan);
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        if (entry.group == core::TrafficGroup::Expert)
            dispatch.exchange = dispatch.exchange + entry.seconds;
    }
    dispatch.step = evaluation.step.at(core::StepPart::Total).seconds;
    core::Plan even = plan;
    even.expertImbalance = 1;
    SHARDSCOPE_TRY(const core::Evaluation balanced,
                   planner::evaluate(model, hardware, even, planner::Detail::Plain, task));
    dispatch.even = balanced.step.at(core::StepPart::Total).seconds;
    return dispatch;
}

core::Table dispatchTable(const ExpertDispatch& dispatch)
{
    core::Table table{"dispatch", N_("Tokens on their way to experts"), {}, {}};
    table.columns = {core::integerColumn("ranks", N_("Ranks")),
                     core::realColumn("mean", N_("Rows of a rank"), N_("of a micro-batch, in the mean")),
                     core::realColumn("busiest", N_("Rows of the busiest")),
                     core::secondsColumn("exchange", N_("Exchange"), N_("of a rank in a step")),
                     core::secondsColumn("step", N_("Step")),
                     core::secondsColumn("even", N_("Step if all had as many"))};
    table.rows.push_back({core::Cell(dispatch.ranks), core::Cell(dispatch.mean), core::Cell(dispatch.busiest),
                          core::Cell(dispatch.exchange.value()), core::Cell(dispatch.step.value()),
                          core::Cell(dispatch.even.value())});
    return table;
}

} // namespace shardscope::app
