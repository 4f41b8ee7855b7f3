// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor parallelism with or without sequence parallelism: arXiv:1909.08053, section 3; arXiv:2205.05198,
// section 4.2.
#include "planner/parallelism/modifiers.h"

namespace shardscope::planner {
namespace {

constexpr auto kTensor = "arXiv:1909.08053, section 3";
constexpr auto kSequence = "arXiv:2205.05198, section 4.2.2";

/// How often a layer's hidden tensor is reduced in one micro-batch: after attention and after the
/// feed-forward, in forward and in backward, and again in a forward that is recomputed whole.
double reductionsOfLayer(const core::Plan& plan)
{
    const bool again = plan.recompute == core::Recompute::Full || plan.phases > 0;
    return again ? 6 : 4;
}

/// The embedding's sum in forward, the head's input gradient in backward.
template <class N>
Count<N> reductions(const StepSetting<N>& step)
{
    const double layer = reductionsOfLayer(step.parts.plan);
    Count<N> number = layer * planned<N>(step.stage.layers, "layers_on_stage", "/parallel/pipeline");
    if (step.stage.first)
        number = number + constant<N>(1);
    if (step.stage.last)
        number = number + constant<N>(1);
    return N::named("reductions_per_micro_batch", number, kTensor);
}

} // namespace

template <class N>
void tensorTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    if (plan.axes.tensor == 1)
        return;
    const Symbols<N>& s = step.symbols;
    const GroupLink<N> link = groupLink<N>(step.parts.hardware, groupOf(plan, core::MeshAxis::Tensor));
    const ByteCount<N> hidden = N::named("hidden_tensor", s.tokens * s.hidden * s.computeWidth, kTensor);
    const Count<N> number = s.microBatches * reductions<N>(step);
    if (!plan.axes.sequenceParallel) {
        const Duration<N> seconds =
            N::named("tensor_all_reduce", number * allReduceTime<N>(link, hidden), kTensor);
        traffic.push_back(
            {"all_reduce", "tensor", N::named("tensor_bytes", number * hidden, kTensor), seconds, seconds});
        return;
    }
    // Each reduction becomes a scatter and a gather; inputs that were not saved are gathered once more in
    // backward, which overlaps with the weight gradient's product.
    const Duration<N> scatter =
        N::named("tensor_reduce_scatter", number * gatherTime<N>(link, hidden), kSequence);
    traffic.push_back({"reduce_scatter", "tensor", N::named("scattered_bytes", number * hidden, kSequence),
                       scatter, scatter});
    Count<N> gathers = number;
    if (plan.gatheredInputs == core::GatheredInputs::Regathered) {
        const Count<N> layers = planned<N>(step.stage.layers, "layers_on_stage", "/parallel/pipeline");
        gathers = number + s.microBatches * (2.0 * layers);
    }
    const Duration<N> gather =
        N::named("tensor_all_gather", gathers * gatherTime<N>(link, hidden), kSequence);
    const Duration<N> exposed =
        N::named("exposed_all_gather", number * gatherTime<N>(link, hidden), kSequence);
    traffic.push_back(
        {"all_gather", "tensor", N::named("gathered_bytes", gathers * hidden, kSequence), gather, exposed});
}

void tensorChanges(const core::Plan& plan, const core::HardwareSpec&, std::vector<Change>& changes)
{
    for (const std::int64_t factor : {2, 4, 8}) {
        const core::Plan more = widened(plan, &core::Axes::tensor, factor);
        changes.push_back(
            {"tensor", {std::to_string(more.axes.tensor), std::to_string(more.axes.replica)}, more});
    }
    if (plan.axes.tensor > 1 && !plan.axes.sequenceParallel) {
        core::Plan cut = plan;
        cut.axes.sequenceParallel = true;
        changes.push_back({"sequence_parallel", {}, cut});
    }
}

template void tensorTraffic<core::PlainNumbers>(const StepSetting<core::PlainNumbers>&,
                                                std::vector<Traffic<core::PlainNumbers>>&);
template void tensorTraffic<core::ExplainedNumbers>(const StepSetting<core::ExplainedNumbers>&,
                                                    std::vector<Traffic<core::ExplainedNumbers>>&);

} // namespace shardscope::planner
