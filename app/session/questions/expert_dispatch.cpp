// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/expert_dispatch.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "planner/collectives.h"
#include "planner/planner.h"

namespace shardscope::app {

core::Result<ExpertDispatch> expertDispatch(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const core::Evaluation& evaluation, const core::Task& task)
{
    const core::Plan& plan = evaluation.plan;
    const core::Transformer* transformer = model.transformer();
    if (transformer == nullptr || transformer->experts == 0 || plan.axes.expert < 2)
        return core::inconsistent(W_("no ranks share the experts of a layer"));
    ExpertDispatch dispatch;
    dispatch.ranks = plan.axes.expert;
    dispatch.experts = transformer->experts;
    dispatch.perToken = transformer->expertsPerToken;
    dispatch.tokens = static_cast<double>(plan.batch.microBatch * plan.batch.sequenceLength) /
                      static_cast<double>(plan.axes.context);
    dispatch.mean = dispatch.tokens * static_cast<double>(dispatch.perToken);
    dispatch.busiest = dispatch.mean * planner::busiestShare(*transformer, plan);
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        if (entry.group == "expert")
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
