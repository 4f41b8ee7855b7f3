// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/sharded_buffers.h"
#include "planner/framework/framework.h"

#include "core/base/text_mark.h"
#include "planner/formula/megatron_units.h"

#include <cmath>

namespace shardscope::planner {
namespace {

using core::Tier;

constexpr auto kFullyShard = "PyTorch, torch/distributed/fsdp/_fully_shard";

bool fullySharded(const core::Plan& plan, const Stage& stage)
{
    return factsOf(plan).habits.sharder == Sharder::FullyShard && plan.sharding.weights > 1 &&
           plan.axes.pipeline == 1 && !plan.keepWeightsAfterForward && plan.keptLayers < stage.layers &&
           plan.residency.weights == Tier::Device && plan.residency.gradients == Tier::Device;
}

/// What fully_shard holds beside what \p activations work with. At the loss: the root's weights and those of
/// the layer gathered last. In a layer's backward, while all activations are still there: that layer's and
/// the next one's weights, and the head's gradient. torchtitan wraps embedding and head by themselves, so
/// only the head is whole then, and its gradient is being reduced.
template <class N>
ByteCount<N> fullyShardedBuffers(const PlanParts<N>& parts, const ModelState<N>& state, const Stage& stage,
                                 const StageActivations<N>& activations)
{
    const core::Plan& plan = parts.plan;
    const ByteCount<N> weight = width<N>(computeDtype(plan), W_("compute_width"), "/precision/compute");
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients");
    const Count<N>& layer = largestLayer<N>(state).used;
    const Count<N> layers =
        N::leaf(core::Number{static_cast<double>(std::min<std::int64_t>(2 + plan.keptLayers, stage.layers))},
                W_("layers_gathered"), core::SourceKind::Specification, kFullyShard);
    const bool own = factsOf(plan).habits.ownEnds;
    const Count<N> whole = own ? state.head.used : state.embedding.used + state.headBeside.used;
    const ByteCount<N> atLoss = own ? whole * weight : (whole + layer) * weight;
    const ByteCount<N> inLayer = own ? layers * layer * weight + state.head.used * gradient
                                     : (whole + layers * layer + state.head.used) * weight;
    const ByteCount<N> fuller = maximum(atLoss + *activations.loss, inLayer + *activations.again);
    return N::named(W_("gathered_weights"), fuller - activations.working, kFullyShard);
}

bool megatronSharded(const core::Plan& plan)
{
    return factsOf(plan).habits.sharder == Sharder::MegatronFsdp && plan.sharding.weights > 1 &&
           plan.axes.pipeline == 1 && plan.residency.weights == Tier::Device &&
           plan.residency.gradients == Tier::Device;
}

/// Megatron-FSDP, beside what \p activations work with: the ends stay gathered, of the layers half of the
/// unit's capacity, one at least. Of gradients the head's is there at the loss, a layer's besides when its
/// backward begins; later as many as may wait, less what the activations of the head and of their layers
/// were. Of each form of weight a placeholder stands (get_dummy_wgrad); experts share theirs.
template <class N>
ByteCount<N> megatronShardedBuffers(const PlanParts<N>& parts, const ModelState<N>& state,
                                    const StageActivations<N>& activations)
{
    const core::Plan& plan = parts.plan;
    const ByteCount<N> weight = width<N>(plan.precision.weights, W_("weight_width"), "/precision/weights");
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients");
    const Count<N>& layer = largestLayer<N>(state).used;
    const double elements = N::plain(layer).value();
    const auto capacity = static_cast<double>(unitCapacity(static_cast<std::int64_t>(elements)));
    const auto given = [](double value, std::string_view label) {
        return N::leaf(core::Number{value}, label, core::SourceKind::Specification, kMegatronFsdp);
    };
    const core::Transformer& model = *parts.model.transformer();
    const auto layers = static_cast<double>(model.layers);
    const Count<N> ahead =
        given(std::clamp(std::ceil(capacity / 2 / elements), 1.0, layers), W_("layers_gathered"));
    const Count<N> waits = given(std::min(std::floor(capacity / elements) + 1, layers), W_("layers_waiting"));
    ByteCount<N> ends = (state.embedding.used + state.headBeside.used + state.head.used) * weight;
    if (model.experts == 0)
        ends = ends + layer * weight;
    const ByteCount<N> first = (state.head.used + layer) * gradient;
    const ByteCount<N> waiting = (waits + constant<N>(1)) * layer * gradient;
    const ByteCount<N> later = waiting - minimum(waiting, waits * activations.layer + *activations.head);
    const ByteCount<N> fuller =
        maximum(ends + state.head.used * gradient + *activations.loss,
                ends + ahead * layer * weight + maximum(first, later) + *activations.again);
    return N::named(W_("gathered_weights"), fuller - activations.working, kMegatronFsdp);
}

} // namespace

template <class N>
std::optional<ByteCount<N>> shardedBuffers(const PlanParts<N>& parts, std::size_t stage,
                                           const StageActivations<N>& activations)
{
    if (!activations.loss)
        return std::nullopt;
    if (fullySharded(parts.plan, parts.stages[stage]))
        return fullyShardedBuffers<N>(parts, *parts.modelState, parts.stages[stage], activations);
    if (megatronSharded(parts.plan))
        return megatronShardedBuffers<N>(parts, *parts.modelState, activations);
    return std::nullopt;
}

#define SHARDSCOPE_SHARDED_BUFFERS(N)                                                                        \
    template std::optional<ByteCount<N>> shardedBuffers<N>(const PlanParts<N>&, std::size_t,                 \
                                                           const StageActivations<N>&);
SHARDSCOPE_SHARDED_BUFFERS(core::PlainNumbers)
SHARDSCOPE_SHARDED_BUFFERS(core::ExplainedNumbers)
#undef SHARDSCOPE_SHARDED_BUFFERS

} // namespace shardscope::planner
