// SPDX-License-Identifier: GPL-3.0-or-later
// Context parallelism: every rank has a part of each sequence. Keys and values travel around the ring while
// attention works on those that are there (arXiv:2310.01889, section 3), or all ranks swap parts of sequences
// for parts of heads before attention and back after it (arXiv:2309.14509, section 3.1). Everything else sees
// fewer tokens.
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "planner/parallelism/parallelism.h"
#include "planner/parallelism/plan_layout.h"

#include <array>

namespace shardscope::planner {
namespace {

constexpr core::TrafficGroup kContextGroup = core::TrafficGroup::Context;
constexpr auto kRing = "arXiv:2310.01889, section 3";
constexpr auto kExchange = "arXiv:2309.14509, section 3.1";

/// The part of a layer's work that attention is, by FLOPs: what the ring can hide behind.
template <class N>
Count<N> attentionShare(const StepSetting<N>& step)
{
    const Symbols<N>& s = step.symbols;
    const core::Transformer& model = *step.parts.model.transformer();
    // Each token has two products over the scores, and half of them is above the diagonal. Packed samples
    // count as whole sequences.
    const core::Batch& batch = step.parts.plan.batch;
    const Count<N> keys = batch.packedLength > 0
                              ? planned<N>(batch.packedLength, W_("packed_length"), "/batch/packed_length")
                              : s.sequence;
    const Count<N> scores = keys * (s.queryWidth + s.valueWidth) / 2.0;
    const double matrices = core::isGated(model.activation) ? 3 : 2;
    const Count<N> linears = s.hidden * (s.queryWidth + 2.0 * s.keyValueWidth + s.valueWidth) +
                             matrices * s.hidden * feedForwardOfToken<N>(s, model);
    return N::named(W_("attention_share"), scores / (scores + linears), kRing);
}

/// Queries, keys and values go out in forward and the context comes back; their gradients go the other ways.
/// Attention waits for all of it.
template <class N>
void exchangeTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    const Symbols<N>& s = step.symbols;
    const core::Transformer& model = *step.parts.model.transformer();
    const Count<N> layers = planned<N>(step.stage.layers, W_("layers_on_stage"), "/parallel/pipeline");
    const Count<N> values = sized<N>(model.kvHeads * model.valueHeadDim, W_("value_width_of_key_heads"));
    const auto bytes = [&](const Count<N>& width) { return s.tokens * width * s.streamWidth / s.tensor; };
    const GroupLink<N> link = step.link(groupOf(plan, core::MeshAxis::Context));
    const double again = recomputedShare(plan, step.stage, core::Recompute::CoreAttention);
    const Count<N> passes = s.microBatches * layers * constant<N>(2 + again);
    const std::array tensors{bytes(s.queryWidth), bytes(s.keyValueWidth), bytes(values), bytes(s.valueWidth)};
    ByteCount<N> sent = tensors[0];
    Duration<N> one = allToAllTime<N>(link, tensors[0]);
    for (std::size_t i = 1; i < tensors.size(); ++i) {
        sent = sent + tensors[i];
        one = one + allToAllTime<N>(link, tensors[i]);
    }
    const Duration<N> seconds =
        step.asked(kContextGroup, N::named(W_("context_exchange"), passes * one, kExchange));
    const Duration<N> forward = 1 / (2 + again) * seconds;
    addInPasses<N>({core::Transfer::AllToAll, kContextGroup,
                    N::named(W_("exchanged_bytes"), passes * sent, kExchange), seconds, seconds,
                    ringAlgorithm<N>(link, core::Transfer::AllToAll)},
                   link.level, forward, seconds - forward, traffic);
}

template <class N>
void contextTraffic(const StepSetting<N>& step, std::vector<Traffic<N>>& traffic)
{
    const core::Plan& plan = step.parts.plan;
    if (plan.axes.context == 1)
        return;
    if (plan.contextExchange == core::ContextExchange::AllToAll)
        return exchangeTraffic<N>(step, traffic);
    const Symbols<N>& s = step.symbols;
    const core::Transformer& model = *step.parts.model.transformer();
    const Count<N> others = s.context - constant<N>(1);
    const Count<N> layers = planned<N>(step.stage.layers, W_("layers_on_stage"), "/parallel/pipeline");
    const Count<N> values = sized<N>(model.kvHeads * model.valueHeadDim, W_("value_width_of_key_heads"));
    const ByteCount<N> message = N::named(
        W_("keys_and_values"), s.tokens * (s.keyValueWidth + values) * s.streamWidth / s.tensor, kRing);
    // Forward passes keys and values on, backward these and their gradients; attention run again passes them
    // once more.
    const double again = recomputedShare(plan, step.stage, core::Recompute::CoreAttention);
    const auto passes = [&](double times) { return s.microBatches * layers * others * constant<N>(times); };
    const GroupLink<N> link = step.link(groupOf(plan, core::MeshAxis::Context));
    const Duration<N> one = step.asked(kContextGroup, sendTime<N>(link, message));
    // A rank has its own keys and values first: all its parts but one wait for others'.
    const Count<N> share = attentionShare<N>(step) * (others / s.context);
    const auto exposed = [&](double times, const Duration<N>& pass) {
        const Duration<N> attention = share * (s.microBatches * pass);
        return N::named(W_("exposed_ring"),
                        step.overlap().together(attention, passes(times) * one) - attention, kRing);
    };
    const Duration<N> forward = exposed(1, step.forward);
    const Duration<N> backward = exposed(2 + again, step.backward);
    const Count<N> all = passes(3 + again);
    addInPasses<N>({core::Transfer::SendReceive, kContextGroup,
                    N::named(W_("ring_bytes"), all * message, kRing),
                    N::named(W_("ring_passes"), all * one, kRing), forward + backward, kNeighbourAlgorithm},
                   link.level, forward, backward, traffic);
}

core::PlanProblem contextLegal(const core::Plan& plan, const core::ModelSpec& model)
{
    const char* where = "/parallel/context";
    if (model.layerList() != nullptr && plan.axes.context > 1)
        return needsTransformer(core::phrase(W_("context parallelism")), where);
    if (model.transformer() == nullptr)
        return {};
    if (model.transformer()->hybrid() && plan.axes.context > 1)
        return core::inconsistent(core::phrase(W_("context above 1 is not covered for recurrent layers")),
                                  where);
    if (plan.batch.decoderLength > 0 && plan.axes.context > 1)
        return core::inconsistent(
            core::phrase(W_("decoder_sequence_length and context above 1 exclude each other")),
            "/batch/decoder_sequence_length");
    if (plan.axes.context > 1 && plan.contextExchange == core::ContextExchange::AllToAll) {
        if (auto problem = divides(W_("key heads"), model.transformer()->kvHeads, "tensor · context",
                                   plan.axes.tensor * plan.axes.context, where))
            return problem;
    }
    return divides(W_("sequence length"), plan.batch.sequenceLength, "context", plan.axes.context, where);
}

void contextChanges(const core::Plan& plan, const core::HardwareSpec&, std::vector<Change>& changes)
{
    for (const std::int64_t factor : {2, 4, 8}) {
        const core::Plan more = widened(plan, &core::Axes::context, factor);
        changes.push_back(
            {"context", {std::to_string(more.axes.context), std::to_string(more.axes.replica)}, more});
    }
}

} // namespace

constinit const Parallelism kContextParallelism{
    .name = "context",
    .legal = contextLegal,
    .plain = {.besidePasses = contextTraffic<core::PlainNumbers>},
    .explained = {.besidePasses = contextTraffic<core::ExplainedNumbers>},
    .changes = contextChanges};

} // namespace shardscope::planner
