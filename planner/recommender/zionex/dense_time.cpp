// SPDX-License-Identifier: GPL-3.0-or-later
// Roofline of small matrix products. Sources of the coefficients:
// - matrix: planner/formula/recommender_rates.h;
// - vector: cuBLAS sgemm's usual share of the fp32 peak: assumed;
// - stream: fused Adam on one H200 SXM, 3.3–3.5 of 4.8 TB/s;
// - kernel: 6 µs for an element-wise kernel over 1 MiB on one H200 SXM, launch hidden.
#include "planner/recommender/zionex/dense_time.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"

namespace shardscope::planner {

using core::kSecond;
using core::SourceKind;

namespace {

constexpr const char* kCitation = "docs/formulas.md, dense part of a recommender";

template <class N>
class Dense {
public:
    template <core::Dimension D>
    using Q = typename N::template Q<D>;

    Dense(double batch, const DenseMachine& machine, const DenseCoefficients& coefficients)
        : m_batch(batch)
        , m_machine(machine)
        , m_coefficients(coefficients)
        , m_rate(N::leaf(machine.peak, W_("peak"), SourceKind::Specification, "the hardware description") *
                 (machine.vectorEngine
                      ? N::leaf(core::Number{coefficients.vectorEfficiency}, W_("gemm_efficiency"),
                                SourceKind::Assumed, kSmallProductsSource)
                      : N::leaf(core::Number{coefficients.matrixEfficiency}, W_("gemm_efficiency"),
                                coefficients.matrixSource.kind, coefficients.matrixSource.text)))
        , m_stream(N::leaf(machine.bandwidth, W_("device_bandwidth"), SourceKind::Specification,
                           "the hardware description") *
                   N::leaf(core::Number{coefficients.streamEfficiency}, W_("stream_efficiency"),
                           SourceKind::Measured, "fused Adam on one H200 SXM"))
    {
    }

    /// \p flops and \p elements a sample, \p kernels kernels.
    Q<kSecond> time(double flops, double elements, double kernels) const
    {
        const auto batch = N::leaf(core::Number{m_batch}, W_("batch"), SourceKind::Given, "");
        const auto compute =
            batch * N::leaf(core::Flops{flops}, W_("flops_per_sample"), SourceKind::Given, "") / m_rate;
        const auto memory =
            batch * N::leaf(core::Number{elements}, W_("elements_per_sample"), SourceKind::Given, "") *
            N::leaf(core::widthOf(m_machine.dtype), W_("element_width"), SourceKind::Given, "") / m_stream;
        return compute + memory + launches(kernels);
    }
    Q<kSecond> launches(double kernels) const
    {
        return N::leaf(core::Number{kernels}, W_("kernels"), SourceKind::Given, "") *
               N::leaf(m_coefficients.kernel, W_("kernel_time"), SourceKind::Measured,
                       "element-wise kernel on one H200 SXM");
    }
    Q<kSecond> stream(double bytes) const
    {
        return N::leaf(core::Bytes{bytes}, W_("bytes"), SourceKind::Given, "") / m_stream;
    }

private:
    double m_batch;
    const DenseMachine& m_machine;
    const DenseCoefficients& m_coefficients;
    Q<core::kFlopPerSecond> m_rate;
    Q<core::kBytePerSecond> m_stream;
};

double sumOf(const std::vector<std::int64_t>& widths)
{
    double total = 0;
    for (const std::int64_t width : widths)
        total += static_cast<double>(width);
    return total;
}

} // namespace

core::Result<DenseMachine> denseMachine(const core::HardwareSpec& hardware, core::Dtype dtype)
{
    const bool vectorEngine = dtype == core::Dtype::Fp32;
    const core::Engine* engine =
        hardware.engine(vectorEngine ? core::EngineKind::Vector : core::EngineKind::Matrix, dtype);
    const core::MemoryTier* device = hardware.tier(core::Tier::Device);
    if (!engine || !device)
        return core::notSupportedFor(std::string(nameOf(dtype)),
                                     W_("the hardware description has no engine or no device memory for it"));
    return DenseMachine{engine->peak.value, vectorEngine, device->bandwidth.value, dtype};
}

template <class Numbers>
DenseTimes<Numbers> denseTimes(const core::Recommender& model, double batch, const DenseMachine& machine,
                               const DenseCoefficients& coefficients)
{
    const Dense<Numbers> dense(batch, machine, coefficients);
    const double bottomLayers = static_cast<double>(model.bottomMlp.size());
    const double crossLayers =
        model.interaction == core::Interaction::Dcn ? static_cast<double>(model.crossLayers) : 0;
    const double topLayers = static_cast<double>(model.topMlp.size());
    const double mixing = model.interaction == core::Interaction::Cat ? 0 : 2 + 4 * crossLayers;
    const double bottom = model.bottomFlopsPerSample();
    const double top = model.topFlopsPerSample() + model.interactionFlopsPerSample();
    const double passes = coefficients.outputPasses;
    const double bottomElements = passes * sumOf(model.bottomMlp);
    const double topElements = passes * sumOf(model.topMlp) +
                               static_cast<double>(model.interactionInputs()) * (2 + passes * crossLayers) +
                               static_cast<double>(model.interactionOutputs());
    DenseTimes<Numbers> times;
    times.bottomForward = Numbers::named(W_("bottom_mlp_forward"),
                                         dense.time(bottom, bottomElements, 2 * bottomLayers), kCitation);
    times.topForward = Numbers::named(W_("interaction_and_top_mlp_forward"),
                                      dense.time(top, topElements, 2 * topLayers + mixing), kCitation);
    // Backward computes two products for each of forward's: for the inputs and for the weights.
    times.bottomBackward = Numbers::named(
        W_("bottom_mlp_backward"), dense.time(2 * bottom, 2 * bottomElements, 3 * bottomLayers), kCitation);
    times.topBackward =
        Numbers::named(W_("interaction_and_top_mlp_backward"),
                       dense.time(2 * top, 2 * topElements, 3 * topLayers + 2 * mixing), kCitation);
    // Weight, gradient and two slots read, weight and slots written, in fp32.
    times.optimizer = Numbers::named(
        W_("dense_optimizer"), dense.stream(model.denseParameters() * 4 * 7) + dense.launches(1), kCitation);
    return times;
}

template DenseTimes<core::PlainNumbers> denseTimes(const core::Recommender&, double, const DenseMachine&,
                                                   const DenseCoefficients&);
template DenseTimes<core::ExplainedNumbers> denseTimes(const core::Recommender&, double, const DenseMachine&,
                                                       const DenseCoefficients&);

} // namespace shardscope::planner
