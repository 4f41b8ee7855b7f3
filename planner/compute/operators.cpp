// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM's layer with its fused kernels (arXiv:1909.08053; arXiv:2205.05198, section 4), and which list
// of kernels a plan runs.
#include "planner/compute/operators.h"

#include "core/base/text_mark.h"
#include "planner/compute/row_writer.h"
#include "planner/formula/program_code.h"
#include "planner/framework/framework.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace shardscope::planner {
namespace {

using core::Recompute;
using K = KernelClass;
using E = Extent;

/// Grouped products with the activation and the biases between them in one kernel. Where the plan does not
/// say: gpt-oss's recipes in MXFP8 have it (Megatron-Bridge, scripts/performance/configs/gpt_oss,
/// cutedsl_fused_grouped_mlp), those in 16 bits not.
bool fusesBiases(const core::Plan& plan)
{
    if (plan.expertKernels != core::ExpertKernels::Calibrated)
        return plan.expertKernels == core::ExpertKernels::Fused;
    return factsOf(plan).habits.fusesBiases || computeDtype(plan) == core::Dtype::Mxfp8;
}

/// A fused kernel reads its inputs once and writes its output once.
class FusedWriter : private RowWriter {
public:
    FusedWriter(const core::Transformer& model, const core::Plan& plan)
        : m_model(model)
        , m_plan(plan)
        , m_repeats(plan)
        , m_width(core::widthOf(streamDtype(plan)).value())
    {
    }

    SegmentRows layer(LayerForm form)
    {
        const double h = m_width / 2; // bytes below are for 16-bit elements
        if (form.decoder)
            crossAttention(h);
        norms(m_model.normsOfLayer(form.parts), E::Hidden, W_("norms"));
        normsAgain(form.parts);
        switch (form.parts.mixer) {
        case core::Mixer::Attention: attention(h); break;
        case core::Mixer::StateSpace:
        case core::Mixer::DeltaRule:
        case core::Mixer::Lightning: recurrence(h); break;
        case core::Mixer::None: break;
        }
        switch (form.parts.tokens) {
        case core::TokenPart::Experts:
            m_repeats.during(Recompute::Moe, m_rows, 0, [&] { expertFeedForward(h); });
            break;
        case core::TokenPart::Dense:
            m_repeats.during(Recompute::Mlp, m_rows, 0,
                             [&] { feedForward(E::Tokens, E::FeedForward, E::GateUp, h); });
            break;
        case core::TokenPart::None: break;
        }
        const int parts = form.parts.count();
        m_plan.dropout ? both(K::FusedElementwise, 7 * h * parts, 11 * h * parts, E::NormTokens, E::Hidden,
                              W_("residuals"), parts)
                       : both(K::FusedElementwise, 6 * h * parts, 6 * h * parts, E::NormTokens, E::Hidden,
                              W_("residuals"), parts);
        m_repeats.whole(m_rows, 0);
        return std::move(m_rows);
    }

    SegmentRows embedding()
    {
        both(K::FusedElementwise, 2 * m_width, 3 * m_width, E::NormTokens, E::Hidden, W_("embedding_rows"),
             3);
        return std::move(m_rows);
    }

    SegmentRows head()
    {
        const double h = m_width / 2;
        norms(1, E::Hidden, W_("final_norm"));
        products(m_width, E::Tokens, E::Hidden, E::Vocabulary, W_("logits"), K::HeadProduct);
        if (gathersLogits(m_plan)) {
            m_repeats.whole(m_rows,
                            0); // each module is a checkpoint (core/nn/parallel_module/parallel_module.py)
            wholeRows();
            return std::move(m_rows);
        }
        m_plan.fusedCrossEntropy
            ? both(K::FusedLogits, 2 * h, 4 * h, E::Tokens, E::Vocabulary, W_("cross_entropy"), 2)
            : both(K::FusedLogits, 8 * h, 8 * h, E::Tokens, E::Vocabulary, W_("cross_entropy"), 4);
        return std::move(m_rows);
    }

    /// What joins a prediction module's two inputs; its layers are among the model's.
    SegmentRows prediction()
    {
        norms(2, E::Hidden, W_("prediction_norms"));
        linear(E::Tokens, E::TwiceHidden, E::Hidden, W_("prediction_projection"));
        return std::move(m_rows);
    }

private:
    /// \p copies: experts that each have such a matrix.
    void linear(E tokens, E in, E out, const char* label, E copies = E::One)
    {
        products(m_width, tokens, in, out, label, copies == E::One ? K::Product : K::Grouped);
        if (gathersLogits(m_plan)) { // PyTorch's AccumulateGrad: what there is, what comes, their sum
            const double width = core::widthOf(m_plan.precision.gradients).value();
            backward(K::Plain, 2 * width + m_width, in, out, copies, W_("accumulate_weight_gradient"));
        } else { // fp32 gradients, read and written (Megatron-LM's gradient accumulation fusion)
            backward(K::FusedElementwise, 8, in, out, copies, W_("accumulate_weight_gradient"), 0);
        }
    }
    /// PyTorch's loss on rows that every rank of a tensor group has whole, and how many tokens it hits
    /// (Aleph-Alpha/scaling, transformer/model/losses/cross_entropy.py): 16 bits cast to 32, the logarithm of
    /// the softmax, the largest of a row; back a zeroed tensor, the softmax's gradient and a cast.
    void wholeRows()
    {
        if (m_plan.axes.tensor > 1) // parts put together, and taken apart again (core/nn/linear/utils.py)
            both(K::Plain, 2 * m_width, 2 * m_width / static_cast<double>(m_plan.axes.tensor), E::Tokens,
                 E::WholeVocabulary, W_("gathered_logits"));
        both(K::LogitCast, 4 + m_width, 4 + m_width, E::Tokens, E::WholeVocabulary, W_("cast_logits"));
        forward(K::LogSoftmax, 8, E::Tokens, E::WholeVocabulary, E::One, W_("log_softmax"));
        forward(K::RowReduction, 4, E::Tokens, E::WholeVocabulary, E::One, W_("largest_logit"));
        backward(K::Fill, 4, E::Tokens, E::WholeVocabulary, E::One, W_("zero_logit_gradient"));
        backward(K::LogSoftmaxBackward, 12, E::Tokens, E::WholeVocabulary, E::One,
                 W_("log_softmax_backward"));
    }
    /// Bytes of an element as it is read and written once, or by each operation of one that is written out:
    /// five passes of its own in forward (cast, square, mean, product, cast) and the weight's; eleven in
    /// backward.
    void norms(int count, E width, const char* label)
    {
        const double elements = count * m_width / 2; // bytes below are for 16-bit elements
        if (writesNormsOut(m_model, m_plan))
            both(K::FusedElementwise, 36 * elements, 86 * elements, E::NormTokens, width, label, 8 * count);
        else
            both(K::FusedNorm, 4 * elements, 10 * elements, E::NormTokens, width, label, count);
    }
    /// The norm before a dense feed-forward is part of it, one before latent attention or experts a kernel of
    /// its own (NVIDIA Megatron-LM, core/models/gpt/gpt_layer_specs.py).
    void normsAgain(const core::LayerParts& parts)
    {
        const bool latent = parts.mixer == core::Mixer::Attention && m_model.keyValueRank > 0;
        const int own = (latent ? 1 : 0) + (parts.tokens == core::TokenPart::Experts ? 1 : 0);
        const int count = (m_repeats.part(Recompute::Layernorm) ? own : 0) +
                          (m_repeats.part(Recompute::Mlp) && parts.tokens == core::TokenPart::Dense ? 1 : 0);
        if (count == 0)
            return;
        Row row = m_rows.forward.back();
        const int all = m_model.normsOfLayer(parts);
        row.bytes *= static_cast<double>(count) / all;
        row.kernels = static_cast<std::uint8_t>(row.kernels * count / all);
        m_rows.again.push_back(row);
    }
    /// YaRN scales gpt-oss's rotation, which Transformer Engine's fused kernel does not take (Megatron-LM,
    /// core/models/common/embeddings/rope_utils.py, apply_rotary_pos_emb: "mscale … is not supported by TE's
    /// fused RoPE"; pull request 2038): a negation of half and a concatenation, two products, a sum, and a
    /// concatenation with what is not rotated; back two products, a negation, two zeroed tensors with half
    /// copied into each, two sums. 4 and 4 B of it are the fused kernel's, which the row before has.
    void writtenOutRotation(E width)
    {
        both(K::FusedElementwise, 24 - 4, 30 - 4, E::Tokens, width, W_("written_out_rotation"), 8);
    }
    /// Queries and keys with values through their low ranks (arXiv:2412.19437, section 2.1.1).
    void latentProjections()
    {
        const auto up = [&](E rank, const char* norm, E width, const char* label) {
            m_repeats.during(Recompute::MlaUpProjection, m_rows, 0, [&] {
                linear(E::Tokens, rank, width, label);
                norms(1, rank, norm);
            });
        };
        linear(E::NormTokens, E::Hidden, E::LatentDown, W_("key_value_down"));
        up(E::KeyValueRank, W_("key_value_norm"), E::KeyValueUp, W_("key_value_up"));
        if (m_model.queryRank == 0)
            return m_repeats.during(Recompute::MlaUpProjection, m_rows, 0,
                                    [&] { linear(E::Tokens, E::Hidden, E::Query, W_("query_projection")); });
        linear(E::NormTokens, E::Hidden, E::QueryRank, W_("query_down"));
        up(E::QueryRank, W_("query_norm"), E::Query, W_("query_up"));
    }
    /// What chooses the keys that queries attend to (arXiv:2512.02556, section 2.1): small queries of the
    /// compressed ones, a key and a weight for each head from the layer's input, rotated; the scores of all
    /// keys before a query, and the best of them. It learns from attention's own scores at the keys chosen,
    /// which are made once more, and only there (equation 4). NVIDIA/Megatron-LM,
    /// core/transformer/experimental_attention_variant/dsa.py.
    void chooseKeys(double h)
    {
        linear(E::Tokens, E::QueryRank, E::IndexQuery, W_("index_queries"));
        linear(E::Tokens, E::Hidden, E::IndexKey, W_("index_keys_and_weights"));
        both(K::FusedElementwise, 16 * h, 14 * h, E::Tokens, E::IndexQuery, W_("index_rotations"), 4);
        forward(K::Product, m_width, E::Tokens, E::IndexedKeys, E::IndexQuery, W_("index_scores"));
        forward(K::RowReduction, 4, E::Tokens, E::IndexedKeys, E::One, W_("chosen_keys"));
        forward(K::Product, m_width, E::Tokens, E::AttendedKeys, E::AbsorbedQuery, W_("index_targets"));
        backward(K::ProductBackward, m_width, E::Tokens, E::IndexQuery, E::AttendedKeys,
                 W_("index_query_gradient"));
        backward(K::ProductBackward, m_width, E::AttendedKeys, E::IndexQuery, E::Tokens,
                 W_("index_key_gradient"));
    }
    /// Queries of the decoder's tokens, keys and values of the encoder's; scores are written out (T5's
    /// models alone have it).
    void crossAttention(double h)
    {
        norms(1, E::Hidden, W_("norms"));
        linear(E::Tokens, E::Hidden, E::Query, W_("cross_query_projection"));
        linear(E::MemoryTokens, E::Hidden, E::KeyAndValue, W_("cross_key_value_projection"));
        m_repeats.during(Recompute::CoreAttention, m_rows, 0, [&] { eagerCore(h, E::CrossScores); });
        linear(E::Tokens, E::Value, E::Hidden, W_("output_projection"));
        both(K::FusedElementwise, 7 * h, 11 * h, E::NormTokens, E::Hidden, W_("residuals"));
    }
    void attention(double h)
    {
        const bool latent = m_model.keyValueRank > 0;
        const auto rotate = [&] {
            both(K::FusedElementwise, 16 * h, 14 * h, E::Tokens, E::Query, W_("copies_and_rotations"), 4);
            if (m_model.family == core::TransformerFamily::GptOss) {
                writtenOutRotation(E::Query);
                writtenOutRotation(E::KeyValue);
            }
        };
        if (latent) {
            latentProjections();
            m_repeats.during(Recompute::MlaUpProjection, m_rows, 0, rotate);
        } else {
            linear(E::Tokens, E::Hidden, E::QueryKeyValue, W_("qkv_projection"));
            rotate();
        }
        m_repeats.during(Recompute::CoreAttention, m_rows, 0, [&] {
            if (m_model.indexer.heads > 0)
                chooseKeys(h);
            m_plan.attention == core::Attention::Eager ? eagerCore(h) : flashCore();
        });
        if (m_model.attentionGate) // sigmoid of the gate, times the context
            both(K::FusedElementwise, 6 * h, 10 * h, E::Tokens, E::Value, W_("gated_attention"));
        linear(E::Tokens, E::Value, E::Hidden, W_("output_projection"));
    }
    /// Mamba-2, the gated delta rule and lightning attention in chunks (arXiv:2405.21060, section 6;
    /// arXiv:2412.06464, section 3.3; arXiv:2501.08313, section 2.2): inside a chunk products, between chunks
    /// a state for each head. The states are written in fp32 and read to be passed on, written and read in 16
    /// bits; backward makes them again and does the same with their gradients (mamba_ssm,
    /// ops/triton/ssd_combined.py).
    void recurrence(double h)
    {
        constexpr double kStates = 12;
        linear(E::Tokens, E::Hidden, E::RecurrentInputs, W_("recurrence_inputs"));
        both(K::FusedElementwise, 4 * h, 6 * h, E::Tokens, E::RecurrentConvolved,
             m_model.recurrence.kernel > 0 ? W_("convolution") : W_("activation"));
        forward(K::Scan, m_width, E::Tokens, E::ScanProducts, E::One, W_("chunk_products"));
        both(K::FusedElementwise, 2 * h, 6 * h, E::Tokens, E::RecurrentInputs, W_("chunk_inputs"), 2);
        both(K::FusedElementwise, kStates, 3 * kStates, E::Tokens, E::ChunkStates, W_("chunk_states"), 2);
        // The chunks' products once more, then two for each.
        backward(K::Scan, m_width, E::Tokens, E::ScanProducts, E::One, W_("chunk_products_again"));
        backward(K::Scan, m_width, E::Tokens, E::ScanProducts, E::One, W_("chunk_input_gradients"));
        backward(K::Scan, m_width, E::Tokens, E::ScanProducts, E::One, W_("chunk_state_gradients"));
        both(K::FusedNorm, 6 * h, 14 * h, E::Tokens, E::RecurrentWidth, W_("gated_norm"));
        linear(E::Tokens, E::RecurrentWidth, E::Hidden, W_("output_projection"));
    }
    void flashCore()
    {
        forward(K::AttentionForward, m_width, E::Tokens, E::Query, E::One, W_("attention"));
        backward(K::AttentionBackward, m_width, E::Tokens, E::Query, E::One, W_("attention_backward"), 2);
    }
    void eagerCore(double h, E scores = E::Scores)
    {
        forward(K::Batched, m_width, scores, E::HeadSize, E::One, W_("scores"));
        both(K::FusedScores, 9 * h, 11 * h, scores, E::One, W_("masked_softmax_and_dropout"), 2);
        forward(K::Batched, m_width, scores, E::HeadSize, E::One, W_("context"));
        for (const char* label :
             {W_("scores_gradient"), W_("value_gradient"), W_("query_gradient"), W_("key_gradient")})
            backward(K::Batched, m_width, scores, E::HeadSize, E::One, label);
    }
    void feedForward(E tokens, E width, E gateUp, double h, E copies = E::One, E hidden = E::Hidden)
    {
        const bool gated = core::isGated(m_model.activation);
        linear(tokens, hidden, gated ? gateUp : width, W_("feed_forward_in"), copies);
        const auto activate = [&] {
            if (copies != E::One && clampsGates())
                both(K::FusedElementwise, 16, 20, tokens, width, W_("clamped_gate"), 3);
            gated ? both(K::FusedElementwise, 6 * h, 10 * h, tokens, width, W_("gated_activation"))
                  : both(K::FusedElementwise, 4 * h, 8 * h, tokens, width, W_("activation"));
        };
        copies == E::One ? activate() : m_repeats.during(Recompute::MoeActivation, m_rows, 0, activate);
        linear(tokens, width, hidden, W_("feed_forward_out"), copies);
    }
    /// One kernel a direction from an expert's first product to its second one's operand: the activation and
    /// its gradient are made, and cast, where the product has them (Transformer Engine,
    /// pytorch/ops/fused/forward_grouped_mlp.py and backward_grouped_mlp.py).
    void fusedExperts(E hidden)
    {
        const E in = core::isGated(m_model.activation) ? E::ExpertGateUp : E::ExpertFeedForward;
        linear(E::ChosenTokens, hidden, in, W_("feed_forward_in"), E::LocalExperts);
        m_rows.backward[m_rows.backward.size() - 3].narrowed = true; // the input's gradient
        linear(E::ChosenTokens, E::ExpertFeedForward, hidden, W_("feed_forward_out"), E::LocalExperts);
        m_rows.forward.back().narrowed = true;
    }
    /// Router, permutation, grouped products, permutation back and weighted sum; shared experts beside.
    void expertFeedForward(double h)
    {
        linear(E::Tokens, E::Hidden, E::Experts, W_("router"));
        const E hidden = m_model.expertWidth > 0 ? E::ExpertHidden : E::Hidden;
        if (m_model.expertWidth > 0)
            linear(E::NormTokens, E::Hidden, E::ExpertHidden, W_("expert_width_down"));
        // Dispatchers that send a token once permute while they send (DeepEP's HybridEP,
        // dispatch_with_permute): what is left of it is the calibration's.
        const bool plain = !dispatchesOnce(m_plan);
        both(plain ? K::StridedCopy : K::TokenPermutation, 8 * h, 8 * h, E::ChosenTokens, hidden,
             W_("permute_tokens"), 4);
        // What came from all ranks in a plain all-to-all is sorted by local expert, and back (Megatron-LM,
        // core/transformer/moe/token_dispatcher.py, sort_chunks_by_idxs).
        if (plain && m_model.experts > std::max<std::int64_t>(1, m_plan.axes.expert) &&
            m_plan.axes.expert > 1)
            both(K::StridedCopy, 8 * h, 8 * h, E::ChosenTokens, hidden, W_("sort_tokens"), 2);
        if (m_plan.expertKernels == core::ExpertKernels::Fused)
            fusedExperts(hidden);
        else
            feedForward(E::ChosenTokens, E::ExpertFeedForward, E::ExpertGateUp, h, E::LocalExperts, hidden);
        if (clampsGates())
            expertBiases(hidden);
        if (m_model.expertWidth > 0)
            linear(E::NormTokens, E::ExpertHidden, E::Hidden, W_("expert_width_up"));
        if (m_model.sharedExperts > 0)
            m_repeats.during(Recompute::SharedExperts, m_rows, 0,
                             [&] { feedForward(E::Tokens, E::SharedFeedForward, E::SharedGateUp, h); });
    }

    /// Whether gpt-oss's experts run as Megatron-LM has them beside its grouped products. Both halves of the
    /// gate are clamped and put together again before the fused activation, and with it where that runs again
    /// (core/fusions/fused_bias_geglu.py, weighted_bias_quick_geglu_impl): 2 bytes in and out for each half,
    /// 4 and 4 for both; back the same, with the clamps' inputs.
    [[nodiscard]] bool clampsGates() const { return m_model.expertBiases && !fusesBiases(m_plan); }
    /// The second product's bias times the router's fp32 probabilities makes a product, a sum, a
    /// concatenation and a cast (core/transformer/moe/experts.py, TEGroupedMLP._apply_bias): 4 + 10 + 8 + 6
    /// bytes; back the two casts, the split, and for the bias and for the probabilities a product and a sum
    /// over it: 6 + 6 + 4 + 12 + 12.
    void expertBiases(E hidden)
    {
        both(K::FusedElementwise, 28, 40, E::ChosenTokens, hidden, W_("expert_biases"), 6);
    }

    const core::Transformer& m_model;
    const core::Plan& m_plan;
    Repeats m_repeats;
    double m_width;
};

} // namespace

bool runsModules(const core::Plan& plan)
{
    const Habits& habits = factsOf(plan).habits;
    // Experts that lie on different ranks are one grouped product in code of one's own.
    const bool own = habits.layers == LayerCode::Own && plan.axes.expert > 1;
    return habits.modulesOnly ||
           (habits.modulesWhereSeparate && plan.kernels == core::Kernels::Separate && !own);
}

SegmentRows fusedRows(Segment segment, const core::Transformer& model, const core::Plan& plan)
{
    return writtenBy(FusedWriter(model, plan), segment);
}

/// Every module that predicts a further token runs the head once more.
void addPredictions(SegmentRows& head, const core::Transformer& model, const core::Plan& plan)
{
    const SegmentRows own = head;
    const SegmentRows module = FusedWriter(model, plan).prediction();
    for (std::int64_t i = 0; i < model.predictions; ++i) {
        for (const SegmentRows* more : {&module, &own}) {
            head.forward.insert(head.forward.end(), more->forward.begin(), more->forward.end());
            head.backward.insert(head.backward.end(), more->backward.begin(), more->backward.end());
            head.nodes += more->nodes;
        }
    }
}

namespace {

/// The rows of a segment where all weights learn.
SegmentRows wholeRows(Segment segment, const core::Transformer& model, const core::Plan& plan)
{
    if (segment.part == Segment::Part::Head && model.predictions > 0) {
        core::Transformer alone = model;
        alone.predictions = 0;
        SegmentRows head = wholeRows(segment, alone, plan);
        addPredictions(head, model, plan);
        return head;
    }
    const bool layer = segment.part == Segment::Part::Layer;
    if (segment.part == Segment::Part::Head && !model.vocabularyHead)
        return {};
    // The kernels of recurrent mixers are the same in all frameworks, and lists of modules have none.
    if (layer && model.hybrid())
        return fusedRows(segment, model, plan);
    if (runsModules(plan))
        return moduleRows(segment, model, plan);
    if (plan.kernels == core::Kernels::Separate && layer && segment.form == kDenseLayer &&
        model.decoderLayers == 0)
        return plainLayerRows(model, plan);
    return fusedRows(segment, model, plan);
}

/// Habits::againByModule.
void endEarly(Rows& again)
{
    constexpr std::array<std::string_view, 2> kLast{"output_projection", "feed_forward_out"};
    std::erase_if(again, [&](const Row& row) {
        return std::ranges::find(kLast, std::string_view(row.label)) != kLast.end();
    });
}

} // namespace

SegmentRows rowsOf(Segment segment, const core::Transformer& model, const core::Plan& plan)
{
    SegmentRows rows = wholeRows(segment, model, plan);
    if (plan.recompute == Recompute::Full && factsOf(plan).habits.againByModule && !runsModules(plan) &&
        !segment.form.hasExperts())
        endEarly(rows.again);
    if (plan.adapters.any())
        addAdapters(rows, segment, plan);
    return rows;
}

} // namespace shardscope::planner
