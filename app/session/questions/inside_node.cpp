// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/inside_node.h"

#include "app/session/plan/plan_strategies.h"
#include "app/session/text/words.h"
#include "core/units/text.h"
#include "planner/planner.h"

#include <numeric>

namespace shardscope::app {

std::optional<core::Evaluation> insideNode(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                           const core::Evaluation& evaluation)
{
    const core::Plan& plan = evaluation.plan;
    const std::int64_t group = tensorGroup(plan);
    const std::int64_t inside = std::gcd(group, hardware.devicesPerNode);
    if (inside == group || evaluation.step.empty() || model.transformer() == nullptr)
        return {};
    const std::int64_t freed = group / inside;
    const planner::Evaluator evaluator(model, hardware);
    std::optional<core::Evaluation> best;
    for (const std::int64_t stages : {std::int64_t{1}, freed}) {
        const auto other = withTensorGroups(plan, inside, stages, model);
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
    const double rate = found->throughput.modelTflopsPerDevice;
    constexpr double kTera = 1e12;
    return Words::tr("With groups inside a node (t · p · r = %1): %2 a device, %3 times this plan's rate.")
        .arg(QString::fromStdString(shapeText(found->plan)),
             QString::fromStdString(
                 core::toText(core::FlopsPerSecond{rate * kTera}, {3, core::BytePrefix::Binary})),
             QString::fromStdString(
                 core::toText(core::Number{rate / evaluation.throughput.modelTflopsPerDevice},
                              {3, core::BytePrefix::Binary})));
}

} // namespace shardscope::app
