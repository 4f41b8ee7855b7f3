// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM's layer written in plain PyTorch operations; declared with the other lists in operators.h.
#include "core/base/text_mark.h"
#include "planner/compute/row_writer.h"

namespace shardscope::planner {
namespace {

using core::Recompute;
using K = KernelClass;
using E = Extent;

/// LayerNorm, QKV, core, projection, dropout, residual, LayerNorm, MLP, dropout, residual, each an operation.
class PlainLayer : private RowWriter {
public:
    PlainLayer(const core::Transformer& model, const core::Plan& plan)
        : m_model(model)
        , m_plan(plan)
        , m_repeats(plan)
        , m_width(core::widthOf(streamDtype(plan)).value())
    {
    }

    SegmentRows write()
    {
        const double w = m_width;
        norm();
        gather();
        linear(E::Hidden, E::QueryKeyValue, W_("qkv_projection"));
        backward(K::StridedCopy, 2 * w, E::Tokens, E::QueryKeyValue, E::One, W_("concatenate_qkv"));
        // The written-out core saves nothing of its last product.
        const bool eager = m_plan.attention == core::Attention::Eager;
        m_repeats.during(Recompute::CoreAttention, m_rows, eager ? 1 : 0,
                         [&] { eager ? eagerCore() : flashCore(); });
        both(K::StridedCopy, 2 * w, 2 * w, E::Tokens, E::Query, W_("copy_context"));
        linear(E::Query, E::Hidden, W_("output_projection"));
        scatterAndAdd();
        norm();
        gather();
        const bool gated = core::isGated(m_model.activation);
        linear(E::Hidden, gated ? E::GateUp : E::FeedForward, W_("feed_forward_in"));
        if (gated) {
            both(K::Plain, 2 * w, 3 * w, E::Tokens, E::FeedForward, W_("silu"));
            both(K::Plain, 3 * w, 6 * w, E::Tokens, E::FeedForward, W_("gate"));
        } else {
            forward(K::GeluForward, 2 * w, E::Tokens, E::FeedForward, E::One, W_("gelu"));
            backward(K::GeluBackward, 3 * w, E::Tokens, E::FeedForward, E::One, W_("gelu_backward"));
        }
        linear(E::FeedForward, E::Hidden, W_("feed_forward_out"));
        scatterAndAdd();
        backward(K::Plain, 6 * w, E::NormTokens, E::Hidden, E::One, W_("add_gradients"), 2);
        m_repeats.whole(m_rows, 1);
        m_rows.nodes = static_cast<int>(m_rows.backward.size());
        return std::move(m_rows);
    }

private:
    void linear(E in, E out, const char* label)
    {
        products(m_width, E::Tokens, in, out, label);
        if (m_model.bias)
            backward(K::ColumnReduction, m_width, E::Tokens, out, E::One, W_("bias_gradient"));
        // Gradients exist from the micro-batch before.
        backward(K::Plain, 3 * m_width, in, out, E::One, W_("accumulate_weight_gradient"));
    }
    void norm()
    {
        forward(K::NormForward, 2 * m_width, E::NormTokens, E::Hidden, E::One, W_("layer_norm"));
        backward(K::NormBackward, 3 * m_width, E::NormTokens, E::Hidden, E::One, W_("layer_norm_backward"));
        backward(K::NormWeight, 2 * m_width, E::NormTokens, E::Hidden, E::One,
                 W_("layer_norm_weight_gradient"));
    }
    [[nodiscard]] bool split() const { return m_plan.axes.sequenceParallel && m_plan.axes.tensor > 1; }
    /// The gathered tensor is written and read by copies on the device; the link's time is apart.
    void gather()
    {
        if (!split())
            return;
        const double bytes = m_width * (1 + 1.0 / static_cast<double>(m_plan.axes.tensor));
        both(K::Repeat, bytes, bytes, E::Tokens, E::Hidden, W_("gather_copy"));
    }
    void scatterAndAdd()
    {
        const double w = m_width;
        if (split()) {
            forward(K::Plain, 2 * w, E::NormTokens, E::Hidden, E::One, W_("scatter_copy"));
            backward(K::Fill, w, E::Tokens, E::Hidden, E::One, W_("scatter_zero"));
            backward(K::Plain, 2 * w, E::NormTokens, E::Hidden, E::One, W_("scatter_copy"));
        }
        if (m_plan.dropout) {
            forward(K::DropoutForward, 2 * w + 1, E::NormTokens, E::Hidden, E::One, W_("dropout"));
            backward(K::DropoutBackward, 2 * w + 1, E::NormTokens, E::Hidden, E::One, W_("dropout_backward"));
        }
        forward(K::Plain, 3 * w, E::NormTokens, E::Hidden, E::One, W_("add_residual"));
    }
    void flashCore()
    {
        forward(K::AttentionForward, m_width, E::Tokens, E::Query, E::One, W_("attention"));
        backward(K::AttentionBackward, m_width, E::Tokens, E::Query, E::One, W_("attention_backward"), 3);
    }
    void eagerCore()
    {
        const double w = m_width;
        forward(K::Batched, w, E::Scores, E::HeadSize, E::One, W_("scores"));
        forward(K::Plain, 2 * w, E::Scores, E::One, E::One, W_("scale_scores"));
        forward(K::Plain, 2 * w, E::Scores, E::One, E::One, W_("copy_scores"));
        forward(K::MaskedFill, 2 * w, E::Scores, E::One, E::One, W_("mask_scores"));
        forward(K::Softmax, 2 * w, E::Scores, E::One, E::One, W_("softmax"));
        if (m_plan.dropout)
            forward(K::DropoutForward, 2 * w + 1, E::Scores, E::One, E::One, W_("dropout_scores"));
        forward(K::Batched, w, E::Scores, E::HeadSize, E::One, W_("context"));
        backward(K::Batched, w, E::Scores, E::HeadSize, E::One, W_("scores_gradient"));
        backward(K::Batched, w, E::Scores, E::HeadSize, E::One, W_("value_gradient"));
        if (m_plan.dropout)
            backward(K::DropoutBackward, 2 * w + 1, E::Scores, E::One, E::One, W_("dropout_scores"));
        backward(K::SoftmaxBackward, 3 * w, E::Scores, E::One, E::One, W_("softmax_backward"));
        backward(K::Plain, 2 * w, E::Scores, E::One, E::One, W_("copy_scores"));
        backward(K::MaskedFill, 2 * w, E::Scores, E::One, E::One, W_("mask_scores"));
        backward(K::Plain, 2 * w, E::Scores, E::One, E::One, W_("scale_scores"));
        backward(K::Batched, w, E::Scores, E::HeadSize, E::One, W_("query_gradient"));
        backward(K::Batched, w, E::Scores, E::HeadSize, E::One, W_("key_gradient"));
    }

    const core::Transformer& m_model;
    const core::Plan& m_plan;
    Repeats m_repeats;
    double m_width;
};

} // namespace

SegmentRows plainLayerRows(const core::Transformer& model, const core::Plan& plan)
{
    return PlainLayer(model, plan).write();
}

} // namespace shardscope::planner
