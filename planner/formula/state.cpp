// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/state.h"

#include "core/base/text_mark.h"
#include <numeric>

namespace shardscope::planner {
namespace {

// Tensor-parallel split of each matrix: arXiv:1909.08053, section 3. Whole rows of a vocabulary table go to
// one rank.
// Experts of a layer are divided over ranks first (arXiv:2006.16668, section 3.2).
template <class N>
Count<N> usedElements(const TensorGroup& group, const Count<N>& t, const Count<N>& slices,
                      const Count<N>& expert, bool experts)
{
    const auto size = [&](double value, std::string_view label) {
        return N::leaf(core::Number{value}, label, core::SourceKind::Given, "model");
    };
    switch (group.split) {
    case core::TensorSplit::Replicated:
        return experts ? size(group.elements, group.label) / expert : size(group.elements, group.label);
    case core::TensorSplit::Columns:
    case core::TensorSplit::Rows:
        return ceilDivide(size(group.elements, group.label), experts ? slices * expert : t);
    case core::TensorSplit::Vocabulary: break;
    }
    std::string label;
    if constexpr (N::kExplains)
        label = "rows of " + group.label;
    return ceilDivide(size(group.rows, label), t) * size(group.elements / group.rows, W_("row_width"));
}

/// A shard holds a whole number of elements; the last one is padded (arXiv:1910.02054, section 5; PopART's
/// replicated tensor sharding pads the same way).
template <class N>
Count<N> storedElements(const Count<N>& used, const Count<N>& degree, std::int64_t shards)
{
    return shards == 1 ? used : ceilDivide(used, degree);
}

template <class N>
struct Degrees {
    Count<N> tensor;
    Count<N> weights;
    Count<N> gradients;
    Count<N> optimizer;
    Count<N> expert;
    Count<N> expertSlices;
    core::Sharding sharding;
    bool expertsApart;

    explicit Degrees(const core::Plan& plan)
        : tensor(planned<N>(plan.axes.tensor, "t", "/parallel/tensor"))
        , weights(planned<N>(plan.sharding.weights, "rts", "/sharding/weights"))
        , gradients(planned<N>(plan.sharding.gradients, W_("gradient_shards"), "/sharding/gradients"))
        , optimizer(planned<N>(plan.sharding.optimizer, "rts'", "/sharding/optimizer"))
        , expert(planned<N>(plan.axes.expert, W_("experts_divided_over"), "/parallel/expert"))
        , expertSlices(plan.axes.expertTensor > 0 ? planned<N>(plan.axes.expertTensor, W_("expert_slices"),
                                                               "/parallel/expert_tensor")
                                                  : tensor)
        , sharding(plan.sharding)
        , expertsApart(plan.axes.expertsApart())
    {
    }

    /// The same for experts, of which fewer ranks hold the same ones.
    [[nodiscard]] Degrees ofExperts(const core::Plan& plan) const
    {
        core::Plan own = plan;
        own.sharding = expertSharding(plan);
        return Degrees(own);
    }

    [[nodiscard]] StateElements<N> of(const Count<N>& used) const
    {
        return {used,
                storedElements<N>(used, weights, sharding.weights),
                storedElements<N>(used, gradients, sharding.gradients),
                storedElements<N>(used, optimizer, sharding.optimizer),
                constant<N>(0),
                used,
                constant<N>(0)};
    }
    /// The state of weights that do not learn.
    [[nodiscard]] StateElements<N> frozen(const Count<N>& used) const
    {
        const Count<N> none = constant<N>(0);
        return {used, storedElements<N>(used, weights, sharding.weights), none, none, none, none, none};
    }
};

template <class N>
StateElements<N> zeroElements()
{
    const Count<N> none = constant<N>(0);
    return {none, none, none, none, none, none, none};
}

template <class N>
StateElements<N> times(double number, const StateElements<N>& a)
{
    return {number * a.used,    number * a.weights, number * a.gradients,     number * a.optimizer,
            number * a.experts, number * a.trained, number * a.trainedExperts};
}

template <class N>
StateElements<N> sum(const StateElements<N>& a, const StateElements<N>& b)
{
    return {a.used + b.used,
            a.weights + b.weights,
            a.gradients + b.gradients,
            a.optimizer + b.optimizer,
            a.experts + b.experts,
            a.trained + b.trained,
            a.trainedExperts + b.trainedExperts};
}

template <class N>
StateElements<N> named(const StateElements<N>& a, const char* used, const char* weights,
                       const char* gradients, const char* optimizer)
{
    return {N::named(used, a.used, "arXiv:1909.08053, section 3"),
            N::named(weights, a.weights, "arXiv:1910.02054, section 5"),
            N::named(gradients, a.gradients, "arXiv:1910.02054, section 5"),
            N::named(optimizer, a.optimizer, "arXiv:1910.02054, section 5"),
            a.experts,
            a.trained,
            a.trainedExperts};
}

template <class N>
void markExperts(StateElements<N>& elements)
{
    elements.experts = elements.used;
    elements.trainedExperts = elements.trained;
}

template <class N>
StateElements<N> groupsState(const std::vector<TensorGroup>& groups, const Degrees<N>& degrees,
                             const Degrees<N>& expertDegrees, bool withShared, bool frozen)
{
    bool any = false;
    StateElements<N> total = zeroElements<N>();
    for (const TensorGroup& group : groups) {
        if (group.shared && !withShared)
            continue;
        const bool experts = group.experts > 0 && degrees.expertsApart;
        const Count<N> used =
            usedElements<N>(group, degrees.tensor, degrees.expertSlices, degrees.expert, experts);
        const Degrees<N>& own = experts ? expertDegrees : degrees;
        StateElements<N> one = frozen ? own.frozen(used) : own.of(used);
        if (experts)
            markExperts<N>(one);
        const StateElements<N> all =
            group.number == 1 ? one : times<N>(static_cast<double>(group.number), one);
        total = any ? sum<N>(total, all) : all;
        any = true;
    }
    return total;
}

/// Adapters of one layer, cut over the tensor group as the matrices beside them (NVIDIA-NeMo/Megatron-Bridge,
/// peft/utils.py, ParallelLinearAdapter).
template <class N>
StateElements<N> adaptersState(const LayerKind& kind, const core::Plan& plan, const Degrees<N>& degrees,
                               const Degrees<N>& expertDegrees)
{
    const auto cut = [&](double elements, const Count<N>& over) {
        return ceilDivide(
            N::leaf(core::Number{elements}, W_("adapter_elements"), core::SourceKind::Given, "/lora/rank"),
            over);
    };
    const AdapterSizes sizes = adapterSizes(kind, plan);
    StateElements<N> total = degrees.of(cut(sizes.dense, degrees.tensor));
    if (sizes.experts > 0) {
        const bool apart = degrees.expertsApart;
        StateElements<N> experts = expertDegrees.of(
            cut(sizes.experts, apart ? degrees.expertSlices * degrees.expert : degrees.tensor));
        if (apart)
            markExperts<N>(experts);
        total = sum<N>(total, experts);
    }
    return total;
}

} // namespace

core::Sharding expertSharding(const core::Plan& plan)
{
    const std::int64_t replicas = plan.axes.expertReplicas();
    return {std::gcd(plan.sharding.weights, replicas), std::gcd(plan.sharding.gradients, replicas),
            std::gcd(plan.sharding.optimizer, replicas)};
}

template <class N>
ModelState<N> modelState(const Inventory& inventory, const core::Plan& plan)
{
    const Degrees<N> degrees(plan);
    const Degrees<N> expertDegrees = degrees.expertsApart ? degrees.ofExperts(plan) : degrees;
    ModelState<N> state;
    state.layerKinds.reserve(inventory.layers.size());
    const bool frozen = plan.adapters.any();
    for (const LayerKind& kind : inventory.layers) {
        StateElements<N> layer = groupsState<N>(kind.tensors, degrees, expertDegrees, true, frozen);
        if (frozen)
            layer = sum<N>(layer, adaptersState<N>(kind, plan, degrees, expertDegrees));
        state.layerKinds.push_back(named<N>(layer, W_("layer_elements_used"), W_("layer_elements_stored"),
                                            W_("layer_gradient_elements"), W_("layer_optimizer_elements")));
    }
    state.embedding = named<N>(groupsState<N>(inventory.embedding, degrees, expertDegrees, true, frozen),
                               W_("embedding_elements_used"), W_("embedding_elements_stored"),
                               W_("embedding_gradient_elements"), W_("embedding_optimizer_elements"));
    const auto head = [&](bool withShared) {
        return named<N>(groupsState<N>(inventory.head, degrees, expertDegrees, withShared, frozen),
                        W_("head_elements_used"), W_("head_elements_stored"), W_("head_gradient_elements"),
                        W_("head_optimizer_elements"));
    };
    state.head = head(true);
    state.headBeside = head(false);
    return state;
}

StateKey stateKey(const core::Plan& plan)
{
    const core::Sharding& sharding = plan.sharding;
    // The replicas limit how far experts' state is sharded.
    const std::int64_t replicas = plan.axes.expertsApart() ? plan.axes.replicas() : 0;
    return {plan.axes.tensor, plan.axes.tensorSecond, plan.axes.expert,   plan.axes.expertSlices(), replicas,
            sharding.weights, sharding.gradients,     sharding.optimizer, adapterKey(plan)};
}

template <class N>
StateElements<N> stageState(const ModelState<N>& state, const Inventory& inventory, const Stage& stage)
{
    StateElements<N> total = zeroElements<N>();
    bool any = false;
    const auto add = [&](const StateElements<N>& part) {
        total = any ? sum<N>(total, part) : part;
        any = true;
    };
    for (std::size_t i = 0; i < inventory.layers.size(); ++i) {
        const std::int64_t here =
            inventory.layers[i].within(stage.firstLayer, stage.firstLayer + stage.layers);
        if (here == 0)
            continue;
        const Count<N> layers = planned<N>(here, W_("layers_on_stage"), "/parallel/pipeline");
        const StateElements<N>& one = state.layerKinds[i];
        add({layers * one.used, layers * one.weights, layers * one.gradients, layers * one.optimizer,
             layers * one.experts, layers * one.trained, layers * one.trainedExperts});
    }
    if (stage.first)
        add(state.embedding);
    else if (inventory.firstDecoder > 0 && stage.firstLayer <= inventory.firstDecoder &&
             inventory.firstDecoder < stage.firstLayer + stage.layers)
        add(state.embedding); // the decoder's own copy
    if (stage.last)
        add(stage.first ? state.headBeside : state.head);
    return named<N>(total, W_("weight_elements_used"), W_("weight_elements_stored"), W_("gradient_elements"),
                    W_("optimizer_elements"));
}

template <class N>
StateElements<N> bareState(double parameters, const core::Plan& plan)
{
    const Degrees<N> degrees(plan);
    const Count<N> all =
        N::leaf(core::Number{parameters}, W_("parameters"), core::SourceKind::Given, "model");
    const Count<N> p = planned<N>(plan.axes.pipeline, "p", "/parallel/pipeline");
    const Count<N> used = N::named(W_("weight_elements_used"), ceilDivide(all, degrees.tensor * p),
                                   "arXiv:1909.08053, section 3");
    const StateElements<N> stored = degrees.of(used);
    return {used,
            N::named(W_("weight_elements_stored"), stored.weights, "arXiv:1910.02054, section 5"),
            N::named(W_("gradient_elements"), stored.gradients, "arXiv:1910.02054, section 5"),
            N::named(W_("optimizer_elements"), stored.optimizer, "arXiv:1910.02054, section 5"),
            constant<N>(0),
            stored.trained,
            constant<N>(0)};
}

double optimizerSlots(core::OptimizerKind kind)
{
    switch (kind) {
    case core::OptimizerKind::Adam:
    case core::OptimizerKind::AdamW:
    case core::OptimizerKind::Lamb: // arXiv:1904.00962: Adam's moments with a layer-wise rate
        return 2;
    case core::OptimizerKind::Momentum:
    case core::OptimizerKind::Adagrad: return 1;
    case core::OptimizerKind::RowwiseAdagrad: // one value for each row of an embedding table: refused for
                                              // dense models
    case core::OptimizerKind::Sgd: break;
    }
    return 0;
}

template <class N>
StateBytes<N> stateBytes(const StateElements<N>& elements, const core::Plan& plan)
{
    const auto citation = "arXiv:1910.02054, section 3.1";
    const Count<N> slots = N::leaf(core::Number{optimizerSlots(plan.optimizer)}, W_("optimizer_slots"),
                                   core::SourceKind::Given, "/optimizer");
    const ByteCount<N> weight = width<N>(plan.precision.weights, W_("weight_width"), "/precision/weights");
    const ByteCount<N> gradient =
        width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients");
    const ByteCount<N> state =
        width<N>(plan.precision.optimizerState, W_("state_width"), "/precision/optimizer_state");
    const ByteCount<N> master =
        plan.precision.master
            ? width<N>(*plan.precision.master, W_("master_width"), "/precision/master")
            : N::leaf(core::Bytes{0}, W_("no_master_weights"), core::SourceKind::Given, "/precision/master");
    return {N::named(W_("weights"), elements.weights * weight, citation),
            N::named(W_("gradients"), elements.gradients * gradient, citation),
            N::named(W_("optimizer_state"), elements.optimizer * slots * state, citation),
            N::named(W_("master_weights"), elements.optimizer * master, citation)};
}

#define SHARDSCOPE_STATE(N)                                                                                  \
    template ModelState<N> modelState<N>(const Inventory&, const core::Plan&);                               \
    template StateElements<N> stageState<N>(const ModelState<N>&, const Inventory&, const Stage&);           \
    template StateElements<N> bareState<N>(double, const core::Plan&);                                       \
    template StateBytes<N> stateBytes<N>(const StateElements<N>&, const core::Plan&);
SHARDSCOPE_STATE(core::PlainNumbers)
SHARDSCOPE_STATE(core::ExplainedNumbers)
#undef SHARDSCOPE_STATE

} // namespace shardscope::planner
