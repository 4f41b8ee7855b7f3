// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/stage_activations.h"

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

/// Of a stage's layers, those whose activations leave the device.
template <class N>
Count<N> offloadedPart(const core::Plan& plan, const Stage& stage)
{
    return planned<N>(offloadedLayers(plan, stage), W_("layers_offloaded"), "/offloaded_layers") /
           planned<N>(stage.layers, W_("layers_on_stage"), "/parallel/pipeline");
}

template <class N>
StageActivations<N> stageActivations(const PlanParts<N>& parts, const ActivationParts<N>& kinds,
                                     const Stage& stage)
{
    const core::Plan& plan = parts.plan;
    std::optional<ByteCount<N>> kept;
    const auto add = [&](const ByteCount<N>& bytes) { kept = kept ? *kept + bytes : bytes; };
    const LayerActivations<N>* any = &kinds.forms[0];
    std::optional<ByteCount<N>> again; // of the kind of layer that makes most
    const std::int64_t recomputing = recomputedLayers(plan, stage);
    for (const LayerKind& kind : parts.inventory.layers) {
        const std::int64_t here = kind.within(stage.firstLayer, stage.firstLayer + stage.layers);
        if (here == 0 || kind.extra)
            continue;
        any = &kinds.forms[kind.form.index()];
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
    if (nothing && !stage.last)
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
std::optional<StageActivations<N>> Activations<N>::of(const Stage& stage) const
{
    if (m_kinds)
        return stageActivations<N>(m_parts, *m_kinds, stage);
    if (m_parts.model.layerList() != nullptr)
        return layeredActivations<N>(m_parts, stage);
    return std::nullopt;
}

template class Activations<core::PlainNumbers>;
template class Activations<core::ExplainedNumbers>;

} // namespace shardscope::planner
