// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/stage_activations.h"
#include "planner/framework/framework.h"

#include "core/base/text_mark.h"
#include "planner/memory/layered_activations.h"
#include "planner/schedule/pipeline_order.h"

namespace shardscope::planner {
namespace {

/// A partitioned checkpoint is gathered before its layer is run again.
template <class N>
ByteCount<N> gatheredCheckpoint(const Symbols<N>& s)
{
    return N::named(W_("gathered_checkpoint"), s.normTokens * s.hiddenHere * s.streamWidth,
                    "arXiv:1910.02054, section 6.1");
}

/// The share of a stage's layers whose activations leave the device.
template <class N>
Count<N> offloadedPart(const core::Plan& plan, const Stage& stage)
{
    return planned<N>(offloadedLayers(plan, stage), W_("layers_offloaded"), "/offloaded_layers") /
           planned<N>(stage.layers, W_("layers_on_stage"), "/parallel/pipeline");
}

/// A layer's one half alone.
LayerForm halfOf(LayerForm form, LayerHalf half)
{
    if (half == LayerHalf::Attention)
        form.parts.tokens = core::TokenPart::None;
    if (half == LayerHalf::FeedForward)
        form.parts.mixer = core::Mixer::None;
    return form;
}

/// What a rank holds of the rows that the tensor group's outer dimension cuts.
template <class N>
Count<N> matrix(const Symbols<N>& s, const Count<N>& rows)
{
    return rows * s.hiddenHere / s.innerTensor;
}

/// What replicas that share out weights gather of a layer or the head while it runs; phases hold theirs.
template <class N>
struct GatheredWeights {
    std::optional<ByteCount<N>> layer;
    std::optional<ByteCount<N>> head;

    explicit GatheredWeights(const PlanParts<N>& parts)
    {
        const core::Plan& plan = parts.plan;
        if (plan.phases > 0 || plan.sharding.weights == 1 || parts.modelState == nullptr)
            return;
        const ByteCount<N> weight =
            width<N>(plan.precision.weights, W_("weight_width"), "/precision/weights");
        for (const StateElements<N>& kind : parts.modelState->layerKinds)
            layer = layer ? maximum(*layer, kind.used * weight) : kind.used * weight;
        head = parts.modelState->head.used * weight;
    }
};

/// What stands in an IPU while backward runs, beside what forward kept: the gradient that came in, and the
/// gradient of one matrix of weights before it is added up, with the shard that it is reduced to. \p layers:
/// what one micro-batch's layers kept; \p again: what recompute makes. Of what they kept, a head and layers
/// before an embedding are done with.
template <class N>
ByteCount<N> workingInProcessor(const PlanParts<N>& parts, const ActivationParts<N>& kinds,
                                const Stage& stage, LayerHalf half, const ByteCount<N>& layers,
                                const ByteCount<N>& again)
{
    constexpr auto kAdded = "graphcore/popxl-addons @1586c14, transforms/autodiff.py: accumulate_mean_";
    const core::Plan& plan = parts.plan;
    const core::Transformer& model = *parts.model.transformer();
    const Symbols<N>& s = kinds.symbols;
    const ByteCount<N> edge = s.normTokens * s.hiddenHere * s.streamWidth;
    const GatheredWeights<N> gathers(parts);
    const auto gradientOf = [&](const Count<N>& rows) {
        const Count<N> elements = matrix<N>(s, rows);
        if (plan.phases > 0 || plan.sharding.gradients == 1)
            return ByteCount<N>(elements * s.streamWidth);
        return ByteCount<N>(
            elements * s.streamWidth +
            elements / planned<N>(plan.sharding.gradients, W_("shards"), "/sharding/gradients") *
                width<N>(plan.precision.gradients, W_("gradient_width"), "/precision/gradients"));
    };
    const ByteCount<N> table = gradientOf(s.vocabulary);
    std::optional<ByteCount<N>> most;
    const auto add = [&](const ByteCount<N>& bytes) { most = most ? maximum(*most, bytes) : bytes; };
    if (stage.layers > 0) {
        // The last matrix with all that was kept; the first of a feed-forward when its activation is done.
        const Count<N>& rows = half == LayerHalf::Attention ? s.queryWidth : s.feedForward;
        const bool repeats = plan.recompute == core::Recompute::Full && recomputedLayers(plan, stage) > 0;
        const ByteCount<N> beside = repeats ? again : edge; // a layer that is run again has its input already
        const ByteCount<N> gathered = s.tokens * s.hiddenHere * s.streamWidth;
        ByteCount<N> layer = beside + gradientOf(rows);
        if (plan.axes.sequenceParallel) // the gradient's rows of all ranks
            layer = layer + gathered;
        if (half != LayerHalf::Attention) {
            const double gates = core::isGated(model.activation) ? 2 : 1;
            ByteCount<N> first =
                beside + gates * gradientOf(rows) - gates * (s.tokens * rows * s.streamWidth / s.innerTensor);
            if (plan.axes.sequenceParallel && plan.gatheredInputs == core::GatheredInputs::Regathered)
                first = first + gathered;
            layer = maximum(layer, first);
        }
        if (gathers.layer)
            layer = layer + *gathers.layer;
        add(stage.last ? layer - kinds.ends.head : layer);
    }
    if (stage.last) {
        const auto beside = [&](const ByteCount<N>& bytes) {
            return gathers.head ? bytes + *gathers.head : bytes;
        };
        add(beside(kinds.ends.loss));
        add(beside(N::plain(s.innerTensor).value() > 1 ? table - kinds.ends.loss : table));
    }
    if (stage.first) {
        const ByteCount<N> after = table + edge - layers;
        add(stage.last ? after - kinds.ends.head : after);
    }
    return N::named(W_("workspace"), *most, kAdded);
}

template <class N>
StageActivations<N> stageActivations(const PlanParts<N>& parts, const ActivationParts<N>& kinds,
                                     const Stage& stage, LayerHalf half)
{
    const core::Plan& plan = parts.plan;
    std::optional<ByteCount<N>> kept;
    const auto add = [&](const ByteCount<N>& bytes) { kept = kept ? *kept + bytes : bytes; };
    const LayerActivations<N>* any = &kinds.forms[0];
    std::optional<LayerActivations<N>> one; // of half a layer
    std::optional<ByteCount<N>> again;      // of the kind of layer that makes most
    const std::int64_t recomputing = recomputedLayers(plan, stage);
    for (const LayerKind& kind : parts.inventory.layers) {
        const std::int64_t here = kind.within(stage.firstLayer, stage.firstLayer + stage.layers);
        if (here == 0 || kind.extra)
            continue;
        any = &kinds.forms[kind.form.index()];
        if (half != LayerHalf::Whole) {
            const LayerForm form = halfOf(kind.form, half);
            one = layerActivations<N>(kinds.symbols, *parts.model.transformer(), plan, form);
            any = &*one;
        }
        const std::int64_t repeated = kind.within(stage.firstLayer, stage.firstLayer + recomputing);
        if (repeated > 0)
            again = again ? maximum(*again, any->again) : any->again;
        if (repeated == here) {
            add(planned<N>(here, W_("layers_on_stage"), "/parallel/pipeline") * any->kept);
        } else {
            if (repeated > 0)
                add(planned<N>(repeated, W_("layers_that_recompute"), "/recompute_layers") * any->kept);
            add(planned<N>(here - repeated, W_("layers_that_keep_all"), "/recompute_layers") * any->whole);
        }
        if (kind.form.decoder)
            add(kinds.ends.encoder);
        if (kind.form.decoder && stage.firstLayer <= kind.first)
            add(kinds.ends.decoderEmbedding);
    }
    StageActivations<N> result;
    if (kept && plan.offloadedLayers > 0 && stage.layers > 0)
        result.away =
            N::named(W_("activations_of_layers_offloaded"),
                     inFlight<N>(kinds.symbols, plan, stage) * (offloadedPart<N>(plan, stage) * *kept),
                     "/offloaded_layers");
    const std::optional<ByteCount<N>> ofLayers = kept;
    if (stage.first)
        add(kinds.ends.embedding);
    if (stage.last)
        add(kinds.ends.head);
    result.layer = recomputing < stage.layers ? any->whole : any->kept;
    result.boundary = kinds.boundary;
    result.microBatches = kinds.symbols.microBatches;
    const ByteCount<N> perMicroBatch =
        N::named(W_("activations_per_micro_batch"), kept.value_or(kinds.ends.embedding),
                 "arXiv:2205.05198, section 4.3");
    result.stored = N::named(W_("activations"), inFlight<N>(kinds.symbols, plan, stage) * perMicroBatch,
                             "arXiv:2205.05198, section 4.3");
    ByteCount<N> recomputed = again.value_or(
        N::leaf(core::Bytes{0}, W_("nothing_recomputed"), core::SourceKind::Given, "/recompute"));
    if (recomputing > 0 && plan.partitionedActivations && !plan.axes.sequenceParallel)
        recomputed =
            N::named(W_("layer_recomputed_with_input"), recomputed + gatheredCheckpoint<N>(kinds.symbols),
                     "arXiv:1910.02054, section 6.1");
    result.again = recomputed;
    if (stage.last) {
        result.loss = kinds.ends.loss;
        result.head = kinds.ends.head;
    }
    const bool nothing = stage.layers == 0;
    if (factsOf(plan).habits.layers == LayerCode::Graph && (stage.first || stage.last || !nothing)) {
        const ByteCount<N> none =
            N::leaf(core::Bytes{0}, W_("no_layer_in_work"), core::SourceKind::Given, "/phases");
        result.working =
            workingInProcessor<N>(parts, kinds, stage, half, ofLayers.value_or(none), recomputed);
    } else if (nothing && !stage.last)
        result.working = N::leaf(core::Bytes{0}, W_("no_layer_in_work"), core::SourceKind::Given, "/phases");
    else if (nothing)
        result.working = N::named(W_("workspace"), kinds.ends.loss, "the loss's gradient");
    else
        result.working =
            N::named(W_("workspace"), stage.last ? maximum(recomputed, kinds.ends.loss) : recomputed,
                     "the larger of a layer being recomputed and the loss's gradient");
    return result;
}

} // namespace

template <class N>
Activations<N>::Activations(const PlanParts<N>& parts)
    : m_parts(parts)
{
    if (const core::Transformer* transformer = parts.model.transformer())
        m_kinds.emplace(*transformer, parts.plan, parts.inventory);
}

template <class N>
std::optional<StageActivations<N>> Activations<N>::of(const Stage& stage, LayerHalf half) const
{
    if (m_kinds)
        return stageActivations<N>(m_parts, *m_kinds, stage, half);
    if (m_parts.model.layerList() != nullptr)
        return layeredActivations<N>(m_parts, stage);
    return std::nullopt;
}

template <class N>
Count<N> Activations<N>::largestMatrix(const Stage& stage) const
{
    const Symbols<N>& s = m_kinds->symbols;
    const bool gated = core::isGated(m_parts.model.transformer()->activation);
    Count<N> rows = stage.first || stage.last ? s.vocabulary : s.queryWidth + 2.0 * s.keyValueWidth;
    if (stage.layers > 0)
        rows = maximum(rows, gated ? 2.0 * s.feedForward : s.feedForward);
    return matrix<N>(s, rows);
}

template class Activations<core::PlainNumbers>;
template class Activations<core::ExplainedNumbers>;

} // namespace shardscope::planner
