// SPDX-License-Identifier: GPL-3.0-or-later
// Activations at the ends of the network: embedding, head and loss, and what stages pass on.
#include "core/base/text_mark.h"
#include "planner/formula/program_code.h"
#include "planner/framework/framework.h"
#include "planner/memory/activations.h"
#include "planner/memory/kept_tensors.h"

namespace shardscope::planner {
namespace {

/// Kept beside the softmax that stays: the logits as the head gave them, and in fp32.
template <class N>
ByteCount<N> lossInCopies(const Symbols<N>& s)
{
    constexpr auto kLoss = "huggingface/nanotron, models/llama.py, cast_to_fp32, and "
                           "tensor_parallel/functional.py, _ShardedCrossEntropy";
    const ByteCount<N> single =
        N::leaf(core::Bytes{4}, W_("logit_width"), core::SourceKind::Specification, kLoss);
    return N::named(W_("logits_in_copies"),
                    s.tokens * s.vocabulary * (s.streamWidth + single) / s.innerTensor, kLoss);
}

constexpr auto kLossGradients =
    "as large as the logits they belong to; PyTorch, cross_entropy: nll_loss and log_softmax have one each; "
    "torch/distributed/tensor/parallel/loss.py: zeros, exponentials and their sum";

/// What gradients of logits take beside what the loss keeps of the logits.
double gradientsOfLogits(const core::Transformer& model, const core::Plan& plan)
{
    if (plan.fusedCrossEntropy || model.maskedHead)
        return 1;
    if (factsOf(plan).habits.loss == LossCode::TwiceOrThrice)
        return plan.axes.tensor > 1 ? 3 : 2;
    return runsLibraryModules(model, plan) ? 2 : 1;
}

/// Whole rows of logits on every rank of a tensor group: as gathered, those of the micro-batch before, which
/// nothing has let go, and the log-softmax; the loss's backward has two more in fp32 (PyTorch,
/// cross_entropy).
template <class N>
void addWholeRows(const Symbols<N>& s, const core::Plan& plan, const ByteCount<N>& inputs,
                  EndActivations<N>& ends)
{
    constexpr auto kWhole = "Aleph-Alpha/scaling, core/nn/linear/utils.py, _AllConcat, and "
                            "transformer/model/losses/cross_entropy.py";
    const ByteCount<N> single =
        N::leaf(core::Bytes{4}, W_("logit_width"), core::SourceKind::Specification, kWhole);
    const double held = plan.batch.microBatches > 1 ? 2 : 1;
    ends.head = N::named(W_("head_activations"),
                         inputs + s.tokens * s.vocabulary * (held * s.streamWidth + single), kWhole);
    ends.loss = N::named(W_("loss_gradient"), s.tokens * s.vocabulary * (2.0 * single), kWhole);
}

} // namespace

template <class N>
EndActivations<N> endActivations(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan)
{
    constexpr auto kEnds = "arXiv:2205.05198, section 4.3";
    EndActivations<N> ends;
    const auto embedding = [&](const Count<N>& tokens) {
        return keepsMasks(plan) ? N::named(W_("embedding_dropout"),
                                           tokens * s.hiddenHere * byte<N>(W_("mask_width")), kEnds)
                                : none<N>(W_("embedding_dropout"), "/dropout");
    };
    const Symbols<N> last = plan.batch.decoderLength > 0 ? decoderSymbolsOf<N>(model, plan) : s;
    ends.embedding = embedding(s.normTokens);
    ends.decoderEmbedding = embedding(last.normTokens);
    ends.encoder = model.decoderLayers > 0
                       ? N::named(W_("encoder_output"), 2.0 * s.normTokens * s.hiddenHere * s.streamWidth,
                                  "arXiv:1910.10683, section 2.1: its norm's input and what decoders read")
                       : none<N>(W_("no_encoder"), "model");
    if (!model.vocabularyHead) {
        ends.head = none<N>(W_("head_activations"), "model");
        ends.loss = none<N>(W_("loss_gradient"), "model");
        return ends;
    }
    const bool popart = factsOf(plan).habits.layers == LayerCode::Graph;
    const ByteCount<N> logit =
        plan.fusedCrossEntropy || popart
            ? s.streamWidth
            : N::leaf(core::Bytes{4}, W_("logit_width"), core::SourceKind::Specification, kEnds);
    const ByteCount<N> logits = last.tokens * s.vocabulary * logit / s.innerTensor;
    ByteCount<N> inputs =
        last.normTokens * s.hiddenHere * s.streamWidth +
        keptInput<N>(s, plan, 1, false, gatheredTokens<N>(last, plan) * s.hiddenHere * s.streamWidth);
    if (writesNormsOut(model, plan) || writesModuleNormsOut(model, plan))
        inputs = inputs + last.normTokens * s.hiddenHere * writtenOut<N>();
    if (popart && model.maskedHead) // the transform's input and its activation's, too
        inputs = inputs + last.normTokens * (2.0 * s.hiddenHere) * s.streamWidth;
    ByteCount<N> head = inputs + logits;
    if (popart && plan.axes.tensor > plan.axes.tensorSecond) // the logits beside their softmax
        head = head + logits;
    if (model.predictions > 0) { // each keeps a head's, both norms' inputs and what the projection reads
        const Count<N> modules = sized<N>(model.predictions, W_("prediction_modules"));
        head = head + modules * (head + last.normTokens * (4.0 * s.hiddenHere) * s.streamWidth);
    }
    if (gathersLogits(plan)) {
        addWholeRows<N>(last, plan, inputs, ends);
        return ends;
    }
    ends.head = N::named(W_("head_activations"), head, kEnds);
    ends.loss = factsOf(plan).habits.loss == LossCode::InCopies
                    ? lossInCopies<N>(last)
                    : N::named(W_("loss_gradient"), gradientsOfLogits(model, plan) * logits, kLossGradients);
    return ends;
}

template <class N>
ByteCount<N> boundaryBytes(const Symbols<N>& s)
{
    ByteCount<N> bytes = s.normTokens * s.hiddenHere * s.streamWidth;
    if (s.encoderOutput) // a decoder's stages pass the encoder's output on
        bytes = bytes + s.memoryNormTokens * s.hiddenHere * s.streamWidth;
    return N::named(W_("stage_boundary"), bytes, "arXiv:2104.04473, section 4.1");
}

#define SHARDSCOPE_END_ACTIVATIONS(N)                                                                        \
    template EndActivations<N> endActivations<N>(const Symbols<N>&, const core::Transformer&,                \
                                                 const core::Plan&);                                         \
    template ByteCount<N> boundaryBytes<N>(const Symbols<N>&);
SHARDSCOPE_END_ACTIVATIONS(core::PlainNumbers)
SHARDSCOPE_END_ACTIVATIONS(core::ExplainedNumbers)
#undef SHARDSCOPE_END_ACTIVATIONS

} // namespace shardscope::planner
