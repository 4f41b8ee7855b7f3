// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/compute/update.h"

#include "core/base/text_mark.h"
#include "planner/compute/operators.h"
#include "planner/framework/framework.h"

#include <algorithm>
#include <cstdint>

namespace shardscope::planner {

namespace {

/// The devices of a node share its processors; `host_update` is for one parameter on all of them.
template <class N>
Duration<N> hostUpdateTime(const PlanParts<N>& parts, std::size_t stage, const DeviceClock<N>& clock)
{
    const std::int64_t sharing = std::min(parts.hardware.devicesPerNode, parts.plan.axes.devices());
    const Count<N> devices = N::leaf(core::Number{static_cast<double>(sharing)}, W_("devices_sharing"),
                                     core::SourceKind::Derived, "those of a node share its processors");
    return N::named(W_("optimizer"),
                    parts.elements[stage].optimizer * devices * clock.seconds(Coefficient::HostUpdate),
                    "arXiv:2101.06840, section 5");
}

/// Bytes a parameter that Megatron-LM's mixed-precision update moves beside the optimizer's own kernel:
/// 16-bit gradients copied to fp32, unscaled where there is a loss scale (fp16), their norm taken, the
/// clipped ones written, the master's copy for the weights read. *Assumed*: the norm is beyond the clip.
double mixedPrecisionPasses(const core::Plan& plan)
{
    if (!factsOf(plan).habits.clipsInPasses || !plan.precision.master)
        return 0;
    constexpr double kSingle = 4;
    const double gradient = core::widthOf(plan.precision.gradients).value();
    const double copied = gradient < kSingle ? gradient + kSingle + (kSingle - gradient) : 0;
    const double unscaled = plan.precision.weights == core::Dtype::Fp16 ? 2 * kSingle : 0;
    constexpr double kNormAndClip = 3 * kSingle;
    return copied + unscaled + kNormAndClip + kSingle;
}

template <class N>
Duration<N> deviceUpdateTime(const PlanParts<N>& parts, std::size_t stage, const DeviceClock<N>& clock)
{
    const core::Plan& plan = parts.plan;
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients");
    const ByteCount<N> weight = width<N>(plan.precision.weights, W_("weight_width"), "/precision/weights");
    const ByteCount<N> state =
        width<N>(plan.precision.optimizerState, W_("state_width"), "/precision/optimizer_state");
    const Count<N> slots = N::leaf(core::Number{optimizerSlots(plan.optimizer)}, W_("optimizer_slots"),
                                   core::SourceKind::Given, "/optimizer");
    ByteCount<N> perElement = gradient + 2.0 * slots * state + weight;
    perElement = perElement + (plan.precision.master ? 2.0 * width<N>(*plan.precision.master,
                                                                      W_("master_width"), "/precision/master")
                                                     : weight);
    if (const double passes = mixedPrecisionPasses(plan); passes > 0)
        perElement =
            perElement + clock.number(Coefficient::OptimizerPasses) *
                             N::leaf(core::Bytes{passes}, W_("mixed_precision_passes"),
                                     core::SourceKind::Specification,
                                     "NVIDIA Megatron-LM, core/optimizer/optimizer.py and clip_grads.py");
    const ByteCount<N> bytes =
        N::named(W_("optimizer_bytes_moved"), parts.elements[stage].optimizer * perElement,
                 "each value read and written as often as the update needs it");
    const bool single = core::widthOf(plan.precision.optimizerState).value() == 4;
    return N::named(W_("optimizer"),
                    clock.moved(single ? Coefficient::OptimizerSingle : Coefficient::OptimizerHalf, bytes),
                    "arXiv:2101.06840, section 4.1");
}

} // namespace

template <class N>
Duration<N> optimizerTime(const PlanParts<N>& parts, std::size_t stage, const DeviceClock<N>& clock)
{
    const core::Plan& plan = parts.plan;
    if (!updatesOnHost(plan))
        return deviceUpdateTime<N>(parts, stage, clock);
    const Duration<N> host = hostUpdateTime<N>(parts, stage, clock);
    if (plan.offloadedPercent >= 100)
        return host;
    // One part after the other: what of it runs side by side is not known.
    const Count<N> away = offloadedShare<N>(plan);
    return N::named(W_("optimizer"),
                    away * host + (constant<N>(1) - away) * deviceUpdateTime<N>(parts, stage, clock),
                    "/offloaded_percent");
}

template <class N>
Duration<N> optimizerHost(const PlanParts<N>& parts, const Stage& stage, const DeviceClock<N>& clock)
{
    if (!runsModules(parts.plan))
        return N::leaf(core::Seconds{0}, W_("host_of_optimizer"), core::SourceKind::Assumed,
                       "flat buffers, hidden behind the device");
    double tensors = 0;
    const auto count = [&](const std::vector<TensorGroup>& groups, double times) {
        for (const TensorGroup& group : groups)
            tensors += group.shared ? 0 : times * static_cast<double>(group.number);
    };
    for (const LayerKind& kind : parts.inventory.layers)
        count(kind.tensors,
              static_cast<double>(kind.within(stage.firstLayer, stage.firstLayer + stage.layers)));
    if (stage.first)
        count(parts.inventory.embedding, 1);
    if (stage.last)
        count(parts.inventory.head, 1);
    const Count<N> number =
        N::leaf(core::Number{tensors}, W_("parameter_tensors"), core::SourceKind::Given, "model");
    return N::named(W_("host_of_optimizer"),
                    clock.seconds(Coefficient::HostOptimizer) +
                        number * clock.seconds(Coefficient::HostTensor),
                    "docs/formulas.md section 7");
}

template <class N>
ShardCopies<N> shardCopies(const PlanParts<N>& parts, const Stage& stage, const DeviceClock<N>& clock)
{
    const Duration<N> none =
        N::leaf(core::Seconds{0}, W_("no_shard_copies"), core::SourceKind::Given, "/sharding");
    const bool fullySharded = factsOf(parts.plan).habits.sharder == Sharder::FullyShard;
    if (!fullySharded || parts.plan.sharding.weights == 1)
        return {none, none};
    const StateElements<N>& elements = parts.elements[static_cast<std::size_t>(stage.index)];
    const Count<N> all = elements.used;
    const Count<N> shard = elements.weights;
    const auto bytes = [](double each) {
        return N::leaf(core::Bytes{each}, W_("bytes_a_parameter"), core::SourceKind::Specification,
                       "PyTorch 2.11, _fsdp_collectives.py");
    };
    const Duration<N> gather = clock.moved(rateOf(KernelClass::Concatenate), shard * bytes(10)) +
                               clock.moved(Coefficient::ShardCopy, all * bytes(4));
    const Duration<N> reduce = clock.moved(Coefficient::ShardCopy, all * bytes(6)) +
                               clock.moved(rateOf(KernelClass::Concatenate), shard * bytes(8));
    const double kept = keptShare(parts.plan, stage);
    const auto backward = [&] {
        if (kept >= 1)
            return reduce;
        return kept > 0 ? (1 - kept) * gather + reduce : gather + reduce;
    };
    return {N::named(W_("shard_copies_forward"), gather, "docs/formulas.md section 5"),
            N::named(W_("shard_copies_backward"), backward(), "docs/formulas.md section 5")};
}

#define SHARDSCOPE_UPDATE(N)                                                                                 \
    template Duration<N> optimizerTime<N>(const PlanParts<N>&, std::size_t, const DeviceClock<N>&);          \
    template Duration<N> optimizerHost<N>(const PlanParts<N>&, const Stage&, const DeviceClock<N>&);         \
    template ShardCopies<N> shardCopies<N>(const PlanParts<N>&, const Stage&, const DeviceClock<N>&);
SHARDSCOPE_UPDATE(core::PlainNumbers)
SHARDSCOPE_UPDATE(core::ExplainedNumbers)
#undef SHARDSCOPE_UPDATE

} // namespace shardscope::planner
