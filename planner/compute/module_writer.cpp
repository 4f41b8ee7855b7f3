// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/compute/module_writer.h"

#include "core/base/text_mark.h"
#include "planner/formula/program_code.h"
#include "planner/formula/symbols.h"

namespace shardscope::planner {

using core::TransformerFamily;

ModuleWriter::ModuleWriter(const core::Transformer& model, const core::Plan& plan)
    : m_model(model)
    , m_plan(plan)
    , m_repeats(plan)
    , m_autocast(plan.precision.autocast && core::widthOf(plan.precision.weights).value() == 4)
    , m_width(core::widthOf(streamDtype(plan)).value())
    , m_stream(m_autocast ? 4 : m_width)
    , m_rms(model.norm == core::NormKind::RmsNorm)
    , m_eager(plan.attention == core::Attention::Eager)
{
}

void ModuleWriter::tiny(int inForward, int inBackward)
{
    if (inForward > 0)
        forward(K::Tiny, 0, E::One, E::One, E::One, W_("small_kernels"), inForward);
    if (inBackward > 0)
        backward(K::Tiny, 0, E::One, E::One, E::One, W_("small_kernels"), inBackward);
}

void ModuleWriter::linear(E rows, E in, E out, bool bias, const char* label, K kind)
{
    const K back = kind == K::HeadProduct ? K::HeadProductBackward
                   : kind == K::Grouped   ? K::GroupedBackward
                                          : K::ProductBackward;
    if (m_autocast)
        forward(K::AutocastCast, 6, in, out, E::One, W_("cast_weight"));
    forward(kind, m_width, rows, out, in, label);
    backward(back, m_width, rows, in, out, label);
    backward(back, m_width, out, in, rows, label);
    if (bias)
        backward(K::ColumnReduction, m_width, rows, out, E::One, W_("bias_gradient"));
    if (m_autocast)
        backward(K::AutocastCast, 6, in, out, E::One, W_("cast_weight_gradient"));
}

void ModuleWriter::accumulate(E rows, E width, int times)
{
    for (int i = 0; i < times; ++i)
        backward(K::Plain, 3 * m_stream, rows, width, E::One, W_("add_gradients"));
}

void ModuleWriter::norm(E rows, E width) { m_rms ? rmsNorm(rows, width) : layerNorm(rows, width); }

void ModuleWriter::layerNorm(E rows, E width)
{
    forward(K::NormForward, 2 * m_stream, rows, width, E::One, W_("layer_norm"));
    backward(K::NormBackward, 3 * m_stream, rows, width, E::One, W_("layer_norm_backward"));
    backward(K::NormWeight, 2 * m_stream, rows, width, E::One, W_("layer_norm_weight_gradient"));
}

void ModuleWriter::rmsNorm(E rows, E width)
{
    const double w = m_stream;
    const bool casts = w == 2;
    if (casts)
        forward(K::Plain, 6, rows, width, E::One, W_("norm_upcast"));
    forward(K::Power, 8, rows, width, E::One, W_("norm_square"));
    forward(K::RowReduction, 4, rows, width, E::One, W_("norm_mean"));
    tiny(2, 0);
    forward(K::RowBroadcast, 8, rows, width, E::One, W_("norm_scale"));
    // The weight meets the norm in the stream's format behind the cast, or in fp32 before it.
    const bool wide = casts && weighsNormsInFp32(m_model);
    const double met = wide ? 4 : w;
    if (casts && !wide)
        forward(K::Plain, 6, rows, width, E::One, W_("norm_downcast"));
    forward(K::RowBroadcast, 2 * met, rows, width, E::One, W_("norm_weight"));
    if (wide) {
        forward(K::Plain, 6, rows, width, E::One, W_("norm_downcast"));
        backward(K::Plain, 6, rows, width, E::One, W_("norm_upcast"));
    }
    backward(K::RowBroadcast, 2 * met, rows, width, E::One, W_("norm_weight_backward"));
    backward(K::Plain, 3 * met, rows, width, E::One, W_("norm_weight_gradient"));
    backward(K::ColumnReduction, met, rows, width, E::One, W_("norm_weight_sum"));
    if (casts && !wide)
        backward(K::Plain, 6, rows, width, E::One, W_("norm_upcast"));
    backward(K::RowBroadcast, 8, rows, width, E::One, W_("norm_scale_backward"));
    backward(K::Plain, 12, rows, width, E::One, W_("norm_root_gradient"));
    backward(K::RowReduction, 4, rows, width, E::One, W_("norm_root_sum"));
    tiny(0, 4);
    backward(K::Fill, 4, rows, width, E::One, W_("norm_mean_backward"));
    backward(K::Power, 28, rows, width, E::One, W_("norm_square_backward"), 3);
    backward(K::Plain, 12, rows, width, E::One, W_("add_gradients"));
    if (casts)
        backward(K::Plain, 6, rows, width, E::One, W_("norm_downcast"));
}

void ModuleWriter::dropout(double width)
{
    forward(K::DropoutForward, 2 * width + 1, E::Tokens, E::Hidden, E::One, W_("dropout"));
    backward(K::DropoutBackward, 2 * width + 1, E::Tokens, E::Hidden, E::One, W_("dropout_backward"));
}

void ModuleWriter::residual()
{
    if (m_model.hiddenDropout > 0 && m_plan.dropout)
        dropout(m_width);
    if (m_autocast) {
        forward(K::MixedAdd, m_width + 8, E::Tokens, E::Hidden, E::One, W_("add_residual"));
        backward(K::AutocastCast, 6, E::Tokens, E::Hidden, E::One, W_("cast_residual_gradient"));
    } else {
        forward(K::Plain, 3 * m_width, E::Tokens, E::Hidden, E::One, W_("add_residual"));
    }
}

void ModuleWriter::rotary(E width)
{
    const double w = m_width;
    const double s = m_autocast ? 4 : w; // cos and sin have the stream's type
    forward(K::Rotary, w, E::Tokens, width, E::One, W_("rotary_negate"));
    forward(K::Rotary, 2 * w, E::Tokens, width, E::One, W_("rotary_concatenate"));
    forward(K::Broadcast, 2 * (w + s), E::Tokens, width, E::One, W_("rotary_multiply"), 2);
    forward(K::Plain, 3 * s, E::Tokens, width, E::One, W_("rotary_add"));
    if (m_autocast)
        forward(K::AutocastCast, 6, E::Tokens, width, E::One, W_("cast_for_attention"));
    if (m_autocast)
        backward(K::AutocastCast, 6, E::Tokens, width, E::One, W_("cast_for_attention"));
    backward(K::Broadcast, 2 * (w + s), E::Tokens, width, E::One, W_("rotary_multiply"), 2);
    backward(K::Rotary, w, E::Tokens, width, E::One, W_("rotary_negate"));
    backward(K::Fill, 2 * w, E::Tokens, width, E::One, W_("rotary_zero"), 2);
    backward(K::Rotary, 2 * w, E::Tokens, width, E::One, W_("rotary_copy"), 2);
    backward(K::Plain, 6 * w, E::Tokens, width, E::One, W_("rotary_add"), 2);
}

void ModuleWriter::attention(E scores)
{
    m_repeats.during(core::Recompute::CoreAttention, m_rows, 0,
                     [&] { m_eager ? eagerAttention(scores) : fusedAttention(); });
}

void ModuleWriter::fusedAttention()
{
    const bool drops = m_model.attentionDropout > 0 && m_plan.dropout;
    forward(drops ? K::AttentionDropoutForward : K::AttentionForward, m_width, E::Tokens, E::Query, E::One,
            W_("attention"), 1);
    if (drops)
        tiny(1, 0);
    backward(drops ? K::AttentionDropoutBackward : K::AttentionBackward, m_width, E::Tokens, E::Query, E::One,
             W_("attention_backward"), 3);
}

void ModuleWriter::eagerAttention(E scores)
{
    const double w = m_width;
    const bool gpt2 = m_model.family == TransformerFamily::Gpt2;
    const bool native = gpt2 || m_model.family == TransformerFamily::Bert; // softmax in the scores' type
    const bool masked = m_model.family != TransformerFamily::Bert;
    const bool drops = m_model.attentionDropout > 0 && m_plan.dropout;
    const bool wide = m_autocast || (!native && w == 2); // softmax in fp32 between 16-bit tensors
    forward(K::StridedCopy, 6 * w, E::Tokens, E::Query, E::One, W_("copy_heads"), 3);
    forward(K::Batched, w, scores, E::HeadSize, E::One, W_("scores"));
    forward(K::Plain, 2 * w, scores, E::One, E::One, W_("scale_scores"));
    if (masked)
        forward(K::Broadcast, m_autocast ? 6 : 2 * w, scores, E::One, E::One, W_("mask_scores"));
    if (wide && !m_autocast)
        forward(K::Plain, 6, scores, E::One, E::One, W_("upcast_scores"));
    forward(wide || w == 4 ? K::SoftmaxSingle : K::Softmax, wide ? 8 : 2 * w, scores, E::One, E::One,
            W_("softmax"));
    if (wide)
        forward(K::Plain, 6, scores, E::One, E::One, W_("downcast_scores"));
    if (drops)
        forward(K::DropoutForward, 2 * w + 1, scores, E::One, E::One, W_("dropout_scores"));
    forward(K::Batched, w, scores, E::HeadSize, E::One, W_("context"));
    forward(K::StridedCopy, 2 * w, E::Tokens, E::Query, E::One, W_("copy_context"));
    backward(K::StridedCopy, 2 * w, E::Tokens, E::Query, E::One, W_("copy_context"));
    backward(K::Batched, w, scores, E::HeadSize, E::One, W_("scores_gradient"));
    backward(K::Batched, w, scores, E::HeadSize, E::One, W_("value_gradient"));
    if (drops)
        backward(K::DropoutBackward, 2 * w + 1, scores, E::One, E::One, W_("dropout_scores"));
    if (wide)
        backward(K::Plain, 6, scores, E::One, E::One, W_("upcast_scores"));
    backward(K::SoftmaxBackward, wide ? 12 : 3 * w, scores, E::One, E::One, W_("softmax_backward"));
    if (wide)
        backward(K::Plain, 6, scores, E::One, E::One, W_("downcast_scores"));
    backward(K::Plain, 2 * w, scores, E::One, E::One, W_("scale_scores"));
    backward(K::Batched, w, scores, E::HeadSize, E::One, W_("query_gradient"));
    backward(K::Batched, w, scores, E::HeadSize, E::One, W_("key_gradient"));
    backward(K::StridedCopy, 6 * w, E::Tokens, E::Query, E::One, W_("copy_heads"), 3);
}

void ModuleWriter::gelu(E width)
{
    forward(K::GeluForward, 2 * m_width, E::Tokens, width, E::One, W_("gelu"));
    backward(K::GeluBackward, 3 * m_width, E::Tokens, width, E::One, W_("gelu_backward"));
}

void ModuleWriter::tanhGelu()
{
    const double w = m_width;
    const double s = m_autocast ? 4 : w; // pow runs in fp32 under autocast, and all that follows from it
    const auto f = [&](K kernel, double bytes, const char* label, int kernels = 1) {
        forward(kernel, bytes, E::Tokens, E::FeedForward, E::One, label, kernels);
    };
    const auto b = [&](K kernel, double bytes, const char* label, int kernels = 1) {
        backward(kernel, bytes, E::Tokens, E::FeedForward, E::One, label, kernels);
    };
    if (m_autocast)
        f(K::AutocastCast, 6, W_("cast_input"));
    f(K::Plain, 2 * w + 4 * s, W_("gelu_scale"), 3);
    f(K::Power, 2 * s, W_("gelu_cube"));
    f(m_autocast ? K::MixedAdd : K::Plain, w + 2 * s, W_("gelu_add"));
    f(K::Tanh, 2 * s, W_("gelu_tanh"));
    f(K::Plain, 2 * s, W_("gelu_plus_one"));
    f(m_autocast ? K::MixedAdd : K::Plain, w + 2 * s, W_("gelu_multiply"));
    if (m_autocast)
        f(K::AutocastCast, 6, W_("cast_output"));
    if (m_autocast)
        b(K::AutocastCast, 12, W_("cast_gradients"), 2);
    b(K::Plain, 6 * s, W_("gelu_multiply"), 2);
    b(K::Tanh, 3 * s, W_("gelu_tanh"));
    b(K::Plain, 4 * s, W_("gelu_scale"), 2);
    b(K::Power, 7 * s, W_("gelu_cube"), 3);
    b(K::Plain, 2 * w, W_("gelu_scale"));
    b(K::Plain, 6 * w, W_("add_gradients"), 2);
    if (m_autocast)
        b(K::AutocastCast, 6, W_("cast_gradients"));
}

void ModuleWriter::castForProducts(int products)
{
    if (!m_autocast)
        return;
    for (int i = 0; i < products; ++i) {
        forward(K::AutocastCast, 6, E::Tokens, E::Hidden, E::One, W_("cast_input"));
        backward(K::AutocastCast, 6, E::Tokens, E::Hidden, E::One, W_("cast_input_gradient"));
    }
}

void ModuleWriter::rmsNormOfHeads(E width)
{
    const double stream = m_stream;
    m_stream = m_width;
    rmsNorm(E::Tokens, width);
    m_stream = stream;
}

void ModuleWriter::gated(E rows, E width, bool ofHalves)
{
    // Two halves of one tensor are not read in one piece (torch.profiler on an H100).
    const K strided = ofHalves ? K::Broadcast : K::Plain;
    forward(strided, 2 * m_width, rows, width, E::One, W_("silu"));
    forward(strided, 3 * m_width, rows, width, E::One, W_("gate"));
    backward(K::Plain, 6 * m_width, rows, width, E::One, W_("gate_backward"), 2);
    backward(strided, 3 * m_width, rows, width, E::One, W_("silu_backward"));
}

} // namespace shardscope::planner
