// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/cost/compute.h"

namespace shardscope::planner {
namespace {

constexpr auto kFlopsPaper = "arXiv:2205.05198, appendix A";
constexpr auto kOperators = "operator list, docs/formulas.md section 5";
// Work of backward against forward: a linear layer has two products for one. FlashAttention recomputes the
// scores, five products for two (arXiv:2307.08691, section 3.2).
constexpr double kBackwardGemm = 2.0;
constexpr double kBackwardFlash = 2.5;

/// Bytes read and written by elementwise kernels, for 16-bit elements, by what they run over.
struct ElementwiseBytes {
    double norms;     ///< a token and unit of hidden
    double residuals; ///< a token and unit of hidden: dropouts and additions
    double split;     ///< a token and unit of hidden / t: copies and rotations around attention
    double inner;     ///< a token and unit of feed-forward / t: the activation
    double scores;    ///< a score, where attention is eager
};

struct LayerBytes {
    ElementwiseBytes forward;
    ElementwiseBytes backward;
};

/// Fused: one kernel reads its inputs once and writes its output once. Separate: one kernel an operation, RMS
/// norms and gated activations in the pieces PyTorch modules are written in.
LayerBytes elementwiseBytes(const core::Transformer& model, core::Kernels kernels)
{
    const bool gated = core::isGated(model.activation);
    if (kernels == core::Kernels::Fused)
        return {{8, 14, 16, gated ? 6.0 : 4.0, 9}, {20, 22, 14, gated ? 10.0 : 8.0, 11}};
    const bool rms = model.norm == core::NormKind::RmsNorm;
    return {{rms ? 72.0 : 8.0, 22, rms ? 40.0 : 4.0, gated ? 10.0 : 4.0, 21},
            {rms ? 192.0 : 20.0, 22, rms ? 50.0 : 12.0, gated ? 18.0 : 6.0, 23}};
}

/// The decoder families attend to what came before only; fused kernels skip the rest.
bool isCausal(const core::Transformer& model) { return model.family != core::TransformerFamily::Bert; }

template <class N>
class LayerClock {
public:
    LayerClock(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan,
               const Rates<N>& rates)
        : m_s(s)
        , m_model(model)
        , m_plan(plan)
        , m_rates(rates)
        , m_bytes(elementwiseBytes(model, plan.kernels))
    {
    }

    /// A linear layer: tokens · in · out products, 2 FLOPs each.
    [[nodiscard]] Duration<N> linear(std::string_view label, const Count<N>& rows, const Count<N>& in,
                                     const Count<N>& out, double apart = 1) const
    {
        const Work<N> two =
            N::leaf(core::Flops{2}, "flops_of_a_product", core::SourceKind::Specification, kFlopsPaper);
        const Work<N> flops = two * rows * in * out;
        const ByteCount<N> bytes = (rows * in + in * out + rows * out) * m_s.computeWidth;
        return N::named(label,
                        m_rates.matrix(Efficiency::Gemm, flops, N::plain(flops).value() / apart, bytes),
                        kFlopsPaper);
    }

    [[nodiscard]] Duration<N> linears(bool experts) const
    {
        const Symbols<N>& s = m_s;
        const Duration<N> qkv =
            linear("qkv_projection", s.tokens, s.hidden, (s.queryWidth + 2.0 * s.keyValueWidth) / s.tensor);
        const Duration<N> out = linear("output_projection", s.tokens, s.queryWidth / s.tensor, s.hidden);
        return qkv + out + (experts ? expertLinears() : feedForward(s.tokens, s.feedForward, 1));
    }

    /// Two batched products over the scores: 4 · tokens · s · query width (arXiv:2205.05198, appendix A).
    [[nodiscard]] Duration<N> attention(bool backward) const
    {
        const Symbols<N>& s = m_s;
        const bool flash = m_plan.attention == core::Attention::Flash;
        const Work<N> four =
            N::leaf(core::Flops{4}, "flops_of_a_score", core::SourceKind::Specification, kFlopsPaper);
        Work<N> flops = four * s.tokens * s.sequence * s.queryWidth / s.tensor;
        ByteCount<N> bytes =
            s.tokens * (2.0 * s.queryWidth + 2.0 * s.keyValueWidth) * s.computeWidth / s.tensor;
        if (flash && isCausal(m_model))
            flops = flops * N::leaf(core::Number{0.5}, "causal_half", core::SourceKind::Specification,
                                    "arXiv:2307.08691, section 3.1");
        if (!flash)
            bytes = bytes + 2.0 * scoreBytes(1);
        if (backward) {
            flops = (flash ? kBackwardFlash : kBackwardGemm) * flops;
            bytes = kBackwardGemm * bytes;
        }
        const Efficiency kernel = !flash     ? Efficiency::ScoreProducts
                                  : backward ? Efficiency::AttentionBackward
                                             : Efficiency::Attention;
        return N::named(backward ? "attention_backward" : "attention",
                        m_rates.matrix(kernel, flops, N::plain(flops).value(), bytes), kFlopsPaper);
    }

    [[nodiscard]] Duration<N> elementwise(const ElementwiseBytes& bytes, bool experts) const
    {
        const Symbols<N>& s = m_s;
        const Count<N> halves = s.computeWidth / N::leaf(core::Bytes{2}, "listed_width",
                                                         core::SourceKind::Specification, kOperators);
        const Count<N> whole = s.normTokens * s.hidden;
        const Count<N> split = s.tokens * s.hidden / s.tensor;
        const Count<N> inner = s.tokens * innerWidth(experts) / s.tensor;
        const Duration<N> time = moved(Efficiency::Reduction, bytes.norms, "norm_bytes", whole) +
                                 moved(Efficiency::Elementwise, bytes.residuals, "residual_bytes", whole) +
                                 moved(Efficiency::Elementwise, bytes.split, "copy_bytes", split) +
                                 moved(Efficiency::Elementwise, bytes.inner, "activation_bytes", inner);
        return N::named("elementwise", halves * time, kOperators);
    }

    /// Softmax, mask and dropout over the scores of eager attention.
    [[nodiscard]] Duration<N> scores(const ElementwiseBytes& bytes) const
    {
        if (m_plan.attention == core::Attention::Flash)
            return N::leaf(core::Seconds{0}, "no_score_kernels", core::SourceKind::Given, "/attention");
        return N::named("score_kernels",
                        moved(Efficiency::Reduction, bytes.scores, "score_bytes", scoreCount()), kOperators);
    }

    [[nodiscard]] const LayerBytes& bytes() const { return m_bytes; }

private:
    [[nodiscard]] ByteCount<N> perUnit(double bytes, std::string_view label) const
    {
        return N::leaf(core::Bytes{bytes}, label, core::SourceKind::Specification, kOperators);
    }
    [[nodiscard]] Count<N> scoreCount() const { return m_s.tokens * m_s.sequence * m_s.heads / m_s.tensor; }
    [[nodiscard]] ByteCount<N> scoreBytes(double passes) const
    {
        return passes * scoreCount() * m_s.computeWidth;
    }
    /// \p bytes for each of \p elements, by kernels that each read and write one tensor of them.
    [[nodiscard]] Duration<N> moved(Efficiency kernel, double bytes, std::string_view label,
                                    const Count<N>& elements) const
    {
        constexpr double kReadAndWrite = 4; // bytes an element of 16 bits
        return m_rates.memory(kernel, perUnit(bytes, label) * elements,
                              kReadAndWrite * N::plain(elements).value());
    }
    [[nodiscard]] Duration<N> feedForward(const Count<N>& rows, const Count<N>& inner, double apart) const
    {
        const double inputs = core::isGated(m_model.activation) ? 2 : 1;
        return linear("feed_forward_in", rows, m_s.hidden, inputs * inner / m_s.tensor, apart) +
               linear("feed_forward_out", rows, inner / m_s.tensor, m_s.hidden, apart);
    }
    /// What a token's activation functions run over.
    [[nodiscard]] Count<N> innerWidth(bool experts) const
    {
        if (!experts)
            return m_s.feedForward;
        return (sized<N>(m_model.expertsPerToken, "experts_per_token") +
                sized<N>(m_model.sharedExperts, "shared_experts")) *
               sized<N>(m_model.expertFeedForward, "expert_f");
    }
    /// Each token goes to k experts and the shared ones; the router is a linear layer of its own.
    [[nodiscard]] Duration<N> expertLinears() const
    {
        const Count<N> chosen = sized<N>(m_model.expertsPerToken, "experts_per_token");
        const Count<N> inner = sized<N>(m_model.expertFeedForward, "expert_f");
        const Count<N> experts = sized<N>(m_model.experts, "experts");
        Duration<N> time = linear("router", m_s.tokens, m_s.hidden, experts) +
                           feedForward(m_s.tokens * chosen, inner, static_cast<double>(m_model.experts));
        if (m_model.sharedExperts > 0)
            time =
                time + feedForward(m_s.tokens, sized<N>(m_model.sharedExperts, "shared_experts") * inner, 1);
        return time;
    }

    const Symbols<N>& m_s;
    const core::Transformer& m_model;
    const core::Plan& m_plan;
    const Rates<N>& m_rates;
    LayerBytes m_bytes;
};

} // namespace

template <class N>
ComputeTime<N> layerTime(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan,
                         const Rates<N>& rates, bool experts)
{
    const LayerClock<N> clock(s, model, plan, rates);
    const Duration<N> linears = clock.linears(experts);
    const Duration<N> attention = clock.attention(false);
    const Duration<N> core =
        N::named("attention_core_forward", attention + clock.scores(clock.bytes().forward), kFlopsPaper);
    ComputeTime<N> time;
    time.forward = N::named("layer_forward",
                            linears + core + clock.elementwise(clock.bytes().forward, experts), kFlopsPaper);
    const Duration<N> backward = kBackwardGemm * linears + clock.attention(true) +
                                 clock.scores(clock.bytes().backward) +
                                 clock.elementwise(clock.bytes().backward, experts);
    time.backward = N::named("layer_backward", backward, kFlopsPaper);
    switch (plan.recompute) {
    case core::Recompute::None:
        time.recompute =
            N::leaf(core::Seconds{0}, "nothing_recomputed", core::SourceKind::Given, "/recompute");
        break;
    case core::Recompute::Selective:
        time.recompute = N::named("layer_recompute", core, "arXiv:2205.05198, section 5");
        break;
    case core::Recompute::Full:
        time.recompute = N::named("layer_recompute", time.forward, "arXiv:1604.06174, section 3");
        break;
    }
    if (plan.phases > 0) // only phase boundaries are kept, so a phase's backward begins with its forward
        time.recompute =
            N::named("layer_recompute", time.forward, "recompute inside a phase, Graphcore PopXL examples");
    return time;
}

template <class N>
ComputeTime<N> embeddingTime(const Symbols<N>& s, const Rates<N>& rates)
{
    const ByteCount<N> rows = s.tokens * s.hidden * s.computeWidth;
    const auto moved = [&](double passes) {
        const ByteCount<N> bytes = passes * rows;
        return rates.memory(Efficiency::Elementwise, bytes, N::plain(bytes).value());
    };
    return {N::named("embedding_forward", moved(2), "rows read and written"),
            N::named("embedding_backward", moved(3), "rows read, gradients read and written"),
            N::leaf(core::Seconds{0}, "nothing_recomputed", core::SourceKind::Given,
                    "the ends are not recomputed")};
}

template <class N>
ComputeTime<N> headTime(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan,
                        const Rates<N>& rates)
{
    const Duration<N> nothing =
        N::leaf(core::Seconds{0}, "no_vocabulary_head", core::SourceKind::Given, "model");
    if (!model.vocabularyHead)
        return {nothing, nothing, nothing};
    const LayerClock<N> clock(s, model, plan, rates);
    const Duration<N> logits = clock.linear("logits", s.tokens, s.hidden, s.vocabulary / s.tensor);
    // Bytes a logit: cast to fp32 and log-softmax forward, its gradient and the cast back; fused kernels
    // leave out the 32-bit copy.
    const bool separate = plan.kernels == core::Kernels::Separate;
    const double forwardBytes = plan.fusedCrossEntropy ? 2 : separate ? 14 : 8;
    const double backwardBytes = plan.fusedCrossEntropy ? 4 : separate ? 18 : 8;
    const auto moved = [&](double each) {
        const ByteCount<N> bytes =
            N::leaf(core::Bytes{each}, "logit_bytes", core::SourceKind::Specification, kOperators) *
            s.tokens * s.vocabulary / s.tensor;
        return rates.memory(Efficiency::Elementwise, bytes, N::plain(bytes).value());
    };
    return {N::named("head_forward", logits + moved(forwardBytes), kFlopsPaper),
            N::named("head_backward", kBackwardGemm * logits + moved(backwardBytes), kFlopsPaper), nothing};
}

double modelFlopsPerSample(const core::Transformer& model, double sequence)
{
    const auto h = static_cast<double>(model.hidden);
    const auto q = static_cast<double>(model.queryWidth());
    const auto kv = static_cast<double>(model.keyValueWidth());
    const double matrices = core::isGated(model.activation) ? 3 : 2;
    double forward = 0; // of one token
    for (std::int64_t layer = 0; layer < model.layers; ++layer) {
        const double inner =
            model.hasExperts(layer)
                ? static_cast<double>((model.expertsPerToken + model.sharedExperts) * model.expertFeedForward)
                : static_cast<double>(model.feedForward);
        forward += 2 * h * (q + 2 * kv) + 2 * q * h + 4 * sequence * q + 2 * matrices * h * inner;
    }
    if (model.vocabularyHead)
        forward += 2 * h * static_cast<double>(model.vocabulary);
    return 3 * forward * sequence;
}

#define SHARDSCOPE_COMPUTE(N)                                                                                \
    template ComputeTime<N> layerTime<N>(const Symbols<N>&, const core::Transformer&, const core::Plan&,     \
                                         const Rates<N>&, bool);                                             \
    template ComputeTime<N> embeddingTime<N>(const Symbols<N>&, const Rates<N>&);                            \
    template ComputeTime<N> headTime<N>(const Symbols<N>&, const core::Transformer&, const core::Plan&,      \
                                        const Rates<N>&);
SHARDSCOPE_COMPUTE(core::PlainNumbers)
SHARDSCOPE_COMPUTE(core::ExplainedNumbers)
#undef SHARDSCOPE_COMPUTE

} // namespace shardscope::planner
