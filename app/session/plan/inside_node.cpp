// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/inside_node.h"

#include "app/session/text/words.h"
#include "core/units/text.h"
#include "planner/layout.h"
#include "planner/planner.h"

#include <numeric>

namespace shardscope::app {
namespace {

/// \p plan with tensor groups of \p tensor, and \p stages times as many stages.
std::optional<core::Plan> narrowed(core::Plan plan, std::int64_t tensor, std::int64_t stages,
                                   const core::ModelSpec& model)
{
    const std::int64_t freed = plan.axes.tensor / tensor / stages;
    const bool wasSharded = plan.sharding.optimizer == plan.axes.replicas();
    plan.axes.tensor = tensor;
    plan.axes.pipeline *= stages;
    plan.axes.replica *= freed;
    if (wasSharded) // over all replicas, as before
        for (std::int64_t* degree :
             {&plan.sharding.weights, &plan.sharding.gradients, &plan.sharding.optimizer})
            *degree *= *degree > 1 ? freed : 1;
    // The global batch stays: fewer micro-batches, else smaller ones, for each of more replicas.
    core::Batch& batch = plan.batch;
    const std::int64_t share = batch.microBatch * batch.microBatches;
    if (share % freed != 0)
        batch.globalBatch = share * plan.axes.replica; // one that the replicas divide
    else if (batch.microBatches % freed == 0)
        batch.microBatches /= freed;
    else {
        batch.microBatch = std::gcd(batch.microBatch, share / freed);
        batch.microBatches = share / freed / batch.microBatch;
    }
    if (!planner::checkLayout(plan, model).ok())
        return {};
    return plan;
}

} // namespace

std::optional<core::Evaluation> insideNode(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                           const core::Evaluation& evaluation)
{
    const core::Plan& plan = evaluation.plan;
    const std::int64_t inside = std::gcd(plan.axes.tensor, hardware.devicesPerNode);
    if (inside == plan.axes.tensor || evaluation.step.empty() || model.transformer() == nullptr)
        return {};
    const std::int64_t freed = plan.axes.tensor / inside;
    const planner::Evaluator evaluator(model, hardware);
    std::optional<core::Evaluation> best;
    for (const std::int64_t stages : {std::int64_t{1}, freed}) {
        const auto other = narrowed(plan, inside, stages, model);
        auto tried = other ? evaluator.evaluate(*other, planner::Detail::Plain)
                           : core::Result<core::Evaluation>(core::Error{core::ErrorCode::NotSupported});
        if (!tried.ok() || !tried->verdict.feasible())
            continue;
        if (!best || tried->throughput.modelTflopsPerDevice > best->throughput.modelTflopsPerDevice)
            best = std::move(tried).value();
    }
    return best;
}

QString insideNodeText(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                       const core::Evaluation& evaluation)
{
    const auto found = insideNode(model, hardware, evaluation);
    if (!found || !(evaluation.throughput.modelTflopsPerDevice > 0))
        return {};
    const core::Axes& axes = found->plan.axes;
    const double rate = found->throughput.modelTflopsPerDevice;
    constexpr double kTera = 1e12;
    return Words::tr(
               "With groups inside a node (t %1 · p %2 · r %3): %4 a device, %5 times this plan's rate.")
        .arg(axes.tensor)
        .arg(axes.pipeline)
        .arg(axes.replica)
        .arg(QString::fromStdString(
                 core::toText(core::FlopsPerSecond{rate * kTera}, {3, core::BytePrefix::Binary})),
             QString::fromStdString(
                 core::toText(core::Number{rate / evaluation.throughput.modelTflopsPerDevice},
                              {3, core::BytePrefix::Binary})));
}

} // namespace shardscope::app
