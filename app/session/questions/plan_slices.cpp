// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/plan_slices.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "planner/planner.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace shardscope::app {
namespace {

/// Weights, gradients and optimizer state of a device, in this order.
std::array<double, 3> stateOf(const core::Evaluation& evaluation)
{
    const auto figure = [&](std::string_view name) {
        const auto* found = evaluation.figures.find(name);
        return found == evaluation.figures.end() ? 0.0 : found->second;
    };
    const double weights = figure("weights_bytes");
    const double gradients = figure("gradient_bytes");
    return {weights, gradients, figure("model_state_bytes") - weights - gradients};
}

} // namespace

core::Result<PlanSlices> planSlices(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                    const core::Evaluation& evaluation, const core::Task& task)
{
    const core::Plan& plan = evaluation.plan;
    PlanSlices slices;
    slices.replicas = plan.axes.replicas();
    slices.parts = evaluation.devices / slices.replicas;
    slices.phased = plan.schedule == core::Schedule::Phased;
    if (slices.replicas < 2)
        return core::inconsistent(W_("there is one replica: nobody shares its tensors"));
    core::Plan whole = plan;
    whole.sharding = {};
    SHARDSCOPE_TRY(const core::Evaluation uncut,
                   planner::evaluate(model, hardware, whole, planner::Detail::LaidOut, task));
    const std::array<double, 3> used = stateOf(uncut);
    const std::array<double, 3> kept = stateOf(evaluation);
    const std::array cuts{std::pair(core::Purpose::Weights, plan.sharding.weights),
                          std::pair(core::Purpose::Gradients, plan.sharding.gradients),
                          std::pair(core::Purpose::OptimizerState, plan.sharding.optimizer)};
    for (std::size_t at = 0; at < cuts.size(); ++at)
        slices.tensors.push_back(
            {cuts[at].first, cuts[at].second, core::Bytes{used[at]}, core::Bytes{kept[at]}});
    std::ranges::copy_if(
        evaluation.communication, std::back_inserter(slices.messages),
        [](const core::CommunicationEntry& entry) { return entry.group == core::TrafficGroup::Replica; });
    return slices;
}

core::Table sliceTable(const PlanSlices& slices)
{
    core::Table table{"slices", N_("What replicas share"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Label, "tensor", N_("Tensor")),
                     core::integerColumn("cut", N_("Slices"), N_("replicas that share one copy")),
                     core::bytesColumn("used", N_("Used"), N_("by a device of the first stage")),
                     core::bytesColumn("kept", N_("Kept"), N_("by a device of the first stage"))};
    for (const SlicedTensor& one : slices.tensors)
        table.rows.push_back({core::Cell(std::string(core::nameOf(one.purpose))), core::Cell(one.cut),
                              core::Cell(one.used.value()), core::Cell(one.kept.value())});
    return table;
}

} // namespace shardscope::app
