// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/compute/compute.h"

#include "core/base/text_mark.h"
#include "planner/formula/inventory.h"
#include "planner/framework/framework.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace shardscope::planner {
namespace {

using C = Coefficient;

constexpr auto kCursor = "host and device side by side, docs/formulas.md section 5";
/// The share of a layer's host work before its first kernel, and the share of its last kernels' device work
/// after the host's end: a layer's launches are spread over it.
constexpr double kBeforeFirst = 0.1;
constexpr double kAfterLast = 0.15;
constexpr double kExpertForward = 0.5;

template <class N>
Duration<N> none(std::string_view label)
{
    return N::leaf(core::Seconds{0}, label, core::SourceKind::Given, "/recompute");
}

/// [out, tokens] · [tokens, in] of a layer whose outputs are divided over the tensor group
/// (arXiv:1909.08053, section 3).
bool isColumnSplitGradient(const Row& row)
{
    constexpr std::array kOutputs{Extent::QueryKeyValue, Extent::Query,  Extent::KeyValueUp,
                                  Extent::FeedForward,   Extent::GateUp, Extent::SharedFeedForward,
                                  Extent::SharedGateUp};
    return row.kernel == KernelClass::ProductBackward && row.c == Extent::Tokens &&
           std::ranges::find(kOutputs, row.a) != kOutputs.end();
}

} // namespace

SegmentKey segmentKey(const core::Plan& plan)
{
    std::int64_t choices = 0;
    const auto add = [&choices](auto choice, std::int64_t number) {
        choices = choices * number + static_cast<std::int64_t>(choice);
    };
    constexpr std::int64_t kDtypes = 8;
    constexpr std::int64_t kRecomputes = 1 << 9;
    constexpr auto kFrameworks = static_cast<std::int64_t>(core::kEnumNames<core::Framework>.size());
    constexpr auto kAttentions = static_cast<std::int64_t>(core::kEnumNames<core::Attention>.size());
    add(plan.attention, kAttentions);
    add(plan.recompute.parts, kRecomputes);
    add(plan.kernels, 2);
    add(plan.implementation, kFrameworks);
    add(plan.precision.weights, kDtypes);
    add(computeDtype(plan), kDtypes);
    add(plan.precision.autocast, 2);
    add(plan.dropout, 2);
    add(plan.fusedCrossEntropy, 2);
    add(plan.axes.sequenceParallel, 2);
    add(plan.expertDispatch, 3);
    add(plan.expertKernels, 3);
    add(plan.precision.attention.has_value(), 2);
    add(plan.cudaGraphs == core::CudaGraphs::FullIteration, 2);
    add(plan.phases > 0, 2);
    return {plan.axes.tensor,          plan.axes.tensorSecond,
            plan.axes.context,         plan.axes.expert,
            plan.axes.expertSlices(),  plan.batch.microBatch,
            plan.batch.sequenceLength, plan.batch.decoderLength,
            plan.batch.packedLength,   choices,
            adapterKey(plan),          std::bit_cast<std::int64_t>(plan.expertImbalance)};
}

template <class N>
SegmentTime<N> segmentTime(Segment segment, const DeviceClock<N>& clock, const core::Transformer& model,
                           const core::Plan& plan)
{
    const SegmentRows rows = rowsOf(segment, model, plan);
    SegmentTime<N> time;
    time.forward = clock.time(rows.forward);
    time.backward = clock.time(rows.backward);
    time.recompute = clock.time(rows.again);
    time.nodes = rows.nodes;
    time.segment = segment;
    Rows gradients;
    if (plan.axes.tensor > 1)
        std::ranges::copy_if(rows.backward, std::back_inserter(gradients), isColumnSplitGradient);
    const DeviceTime<N> gradientTime = clock.time(gradients);
    time.weightGradients = gradientTime.products + gradientTime.rest;
    if (segment.form.hasExperts() && plan.kernels == core::Kernels::Fused &&
        plan.cudaGraphs != core::CudaGraphs::FullIteration) {
        // Routing, permutation and the wait for token counts, as far as no row lists them.
        const Duration<N> fixed = clock.seconds(C::ExpertFixed);
        time.forward.rest = time.forward.rest + kExpertForward * fixed;
        time.backward.rest = time.backward.rest + (1 - kExpertForward) * fixed;
    }
    return time;
}

template <class N>
SegmentTime<N> withoutRecompute(SegmentTime<N> time)
{
    time.recompute = {none<N>(W_("nothing_recomputed")), none<N>(W_("nothing_recomputed")), 0, {}};
    time.keeps = true;
    return time;
}

namespace {

/// If the plan does not say, does as the calibration's runs did.
template <class N>
core::CudaGraphs graphsOf(const DeviceClock<N>& clock, const core::Plan& plan)
{
    if (plan.cudaGraphs != core::CudaGraphs::Calibrated)
        return plan.cudaGraphs;
    return core::fromName<core::CudaGraphs>(clock.coefficients().ranWith("cuda_graphs"))
        .value_or(core::CudaGraphs::None);
}

/// Why; null: the host launches.
const char* launchesNothing(const core::Plan& plan, core::CudaGraphs graphs)
{
    if (factsOf(plan).habits.layers == LayerCode::Graph)
        return W_("compiled_graph");
    return graphs == core::CudaGraphs::FullIteration ? W_("captured_step") : nullptr;
}

} // namespace

template <class N>
HostPace<N>::HostPace(const DeviceClock<N>& clock, const core::Plan& plan)
    : m_clock(clock)
    , m_plan(plan)
    , m_cursor(plan.kernels == core::Kernels::Separate)
    , m_graphs(graphsOf(clock, plan))
    , m_absent(launchesNothing(plan, m_graphs))
{
}

template <class N>
Duration<N> HostPace<N>::forward(const SegmentTime<N>& segment, bool layer) const
{
    if (m_absent != nullptr)
        return none<N>(m_absent);
    if (m_cursor)
        return static_cast<double>(segment.forward.kernels) * m_clock.seconds(C::HostForward);
    if (!layer)
        return segment.segment.part == Segment::Part::Embedding ? m_clock.seconds(C::HostInput)
                                                                : none<N>(W_("host_of_the_head"));
    return this->layer(segment, m_clock.seconds(C::HostLayerForward)) + tensorParallel();
}

/// \p dense: of a layer without experts that no graph launches.
template <class N>
Duration<N> HostPace<N>::layer(const SegmentTime<N>& segment, const Duration<N>& dense) const
{
    const bool captured = m_graphs == core::CudaGraphs::Partial;
    if (segment.segment.form.hasExperts())
        return dense * m_clock.number(captured ? C::HostGraphed : C::HostExperts);
    return captured ? dense * (m_clock.number(C::HostGraphed) / m_clock.number(C::HostExperts)) : dense;
}

template <class N>
Duration<N> HostPace<N>::backward(const SegmentTime<N>& segment, bool layer) const
{
    if (m_absent != nullptr)
        return none<N>(m_absent);
    if (m_cursor)
        return static_cast<double>(segment.nodes) * m_clock.seconds(C::HostBackward) +
               static_cast<double>(segment.recompute.kernels) * m_clock.seconds(C::HostForward);
    if (!layer)
        return segment.segment.part == Segment::Part::Head ? m_clock.seconds(C::HostMicroBatch)
                                                           : none<N>(W_("host_of_the_embedding"));
    Duration<N> own = this->layer(segment, m_clock.seconds(C::HostLayerBackward)) + tensorParallel();
    if (segment.keeps)
        return own;
    if (m_plan.recompute == core::Recompute::Full)
        return own + forward(segment, layer);
    // The core's launches alone are in the layer's own time, as its runs had them.
    if (m_plan.recompute.selective() && m_plan.recompute != core::Recompute::Selective)
        return own + static_cast<double>(segment.recompute.kernels) /
                         static_cast<double>(segment.forward.kernels) * forward(segment, layer);
    return own;
}

/// What a tensor-parallel layer's collectives cost the host.
template <class N>
Duration<N> HostPace<N>::tensorParallel() const
{
    if (m_plan.axes.tensor == 1)
        return none<N>(W_("no_tensor_parallelism"));
    const double hops = static_cast<double>(m_plan.axes.tensor - 1);
    const double share = hops / 7;
    Duration<N> alone =
        m_clock.seconds(C::HostTensorParallel) + share * share * m_clock.seconds(C::HostTensorParallelGrowth);
    // Found on AWS p5: while stages' messages leave the node, a layer's four collectives of a pass start
    // later by every hop of the tensor group, however much there is to compute.
    const bool beyond = m_plan.axes.pipeline > 1 && m_plan.axes.devices() > m_clock.devicesPerNode();
    if (!beyond || m_clock.coefficients()[C::PipelinedHop] == 0)
        return alone;
    constexpr double kCollectives = 4;
    return alone + kCollectives * hops * m_clock.seconds(C::PipelinedHop);
}

template <class N>
Duration<N> HostPace<N>::join(const Duration<N>& device, const Duration<N>& host) const
{
    const double d = N::plain(device).value();
    const double h = N::plain(host).value();
    const double longer = std::max(d, h);
    if (longer <= 0)
        return device;
    const double n = m_clock.coefficients()[C::HostJoin];
    const double ratio = std::min(d, h) / longer;
    double stretch = 1;
    if (n == 8) { // the usual one, without powers
        const double fourth = ratio * ratio * ratio * ratio;
        stretch = std::sqrt(std::sqrt(std::sqrt(1 + fourth * fourth)));
    } else {
        stretch = std::pow(1 + std::pow(ratio, n), 1 / n);
    }
    const Count<N> factor =
        N::leaf(core::Number{stretch}, W_("waits_for_each_other"), m_clock.coefficients().kind(C::HostJoin),
                "(1 + (shorter / longer)^n)^(1/n), docs/formulas.md section 5");
    return maximum(device, host) * factor;
}

template <class N>
void HostPace<N>::Cursors::run(double count, const Duration<N>& device, const Duration<N>& host_)
{
    const Duration<N> start = maximum(gpu, host + kBeforeFirst * host_);
    host = host + count * host_;
    gpu = maximum(start + count * device, host + kAfterLast * device);
}

template <class N>
typename HostPace<N>::Pass HostPace<N>::pass(const std::vector<Part>& parts, const Pass& collectives) const
{
    const Duration<N> zero = N::leaf(core::Seconds{0}, "0", core::SourceKind::Constant, "");
    if (!m_cursor) {
        Duration<N> df = collectives.forward;
        Duration<N> db = collectives.backward;
        Duration<N> hf = zero;
        Duration<N> hb = zero;
        Duration<N> endsForward = zero; // few large kernels: the host does not run ahead of them
        Duration<N> endsBackward = zero;
        for (const Part& part : parts) {
            if (!part.layer) {
                endsForward = endsForward + part.deviceForward + part.hostForward;
                endsBackward = endsBackward + part.deviceBackward + part.hostBackward;
                continue;
            }
            df = df + part.count * part.deviceForward;
            db = db + part.count * part.deviceBackward;
            hf = hf + part.count * part.hostForward;
            hb = hb + part.count * part.hostBackward;
        }
        return {N::named(W_("forward_pass"), join(df, hf) + endsForward, kCursor),
                N::named(W_("backward_pass"), join(db, hb) + endsBackward, kCursor), zero};
    }
    Cursors cursors{m_clock.seconds(C::HostStart), zero};
    for (const Part& part : parts)
        cursors.run(part.count, part.deviceForward, part.hostForward);
    const Duration<N> forward = cursors.gpu;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        cursors.run(part->count, part->deviceBackward, part->hostBackward);
    return {N::named(W_("forward_pass"), forward + collectives.forward, kCursor),
            N::named(W_("backward_pass"), cursors.gpu - forward + collectives.backward, kCursor),
            N::named(W_("host_lead"), maximum(zero, cursors.gpu - cursors.host), kCursor)};
}

#define SHARDSCOPE_COMPUTE(N)                                                                                \
    template SegmentTime<N> segmentTime<N>(Segment, const DeviceClock<N>&, const core::Transformer&,         \
                                           const core::Plan&);                                               \
    template SegmentTime<N> withoutRecompute<N>(SegmentTime<N>);                                             \
    template class HostPace<N>;
SHARDSCOPE_COMPUTE(core::PlainNumbers)
SHARDSCOPE_COMPUTE(core::ExplainedNumbers)
#undef SHARDSCOPE_COMPUTE

} // namespace shardscope::planner
