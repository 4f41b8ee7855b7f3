// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/cost/rates.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {
namespace {

constexpr std::string_view curveName(Efficiency operation)
{
    switch (operation) {
    case Efficiency::Gemm: return "gemm";
    case Efficiency::Attention: return "attention";
    case Efficiency::Elementwise: return "elementwise";
    case Efficiency::Optimizer: return "optimizer";
    case Efficiency::Collective: break;
    }
    return "collective";
}

/// Without a curve. Large GEMMs of training reach 0.7 to 0.9 of the dense peak on data-centre GPUs, streaming
/// kernels 0.8 to 0.9 of memory bandwidth; what a given machine does is for calibration to say.
Achieved assumed(Efficiency operation)
{
    switch (operation) {
    case Efficiency::Gemm:
        return {0.7, core::SourceKind::Assumed, "large GEMMs; no curve in the hardware description"};
    case Efficiency::Attention:
        return {0.4, core::SourceKind::Assumed, "attention; no curve in the hardware description"};
    case Efficiency::Elementwise:
    case Efficiency::Optimizer:
        return {0.8, core::SourceKind::Assumed, "streaming kernels; no curve in the hardware description"};
    case Efficiency::Collective: break;
    }
    return {0.8, core::SourceKind::Assumed, "ring collectives; no curve in the hardware description"};
}

const core::EfficiencyCurve* curveFor(const core::HardwareSpec& hardware, Efficiency operation,
                                      core::Dtype dtype)
{
    const core::EfficiencyCurve* other = nullptr;
    for (const core::EfficiencyCurve& curve : hardware.efficiency) {
        if (curve.operation != curveName(operation) || curve.x.empty())
            continue;
        if (curve.dtype == dtype)
            return &curve;
        other = other == nullptr ? &curve : other;
    }
    return other;
}

/// Linear between points on a logarithmic axis, constant beyond its ends.
double interpolated(const core::EfficiencyCurve& curve, double size)
{
    const auto above = std::upper_bound(curve.x.begin(), curve.x.end(), size);
    if (above == curve.x.begin())
        return curve.y.front();
    if (above == curve.x.end())
        return curve.y.back();
    const auto i = static_cast<std::size_t>(above - curve.x.begin());
    if (curve.x[i - 1] <= 0)
        return curve.y[i - 1];
    const double share = std::log(size / curve.x[i - 1]) / std::log(curve.x[i] / curve.x[i - 1]);
    return curve.y[i - 1] + share * (curve.y[i] - curve.y[i - 1]);
}

template <class N>
Count<N> efficiencyLeaf(const Achieved& achieved, Efficiency operation)
{
    std::string label;
    if constexpr (N::kExplains)
        label = std::string(curveName(operation)) + "_efficiency";
    return N::leaf(core::Number{achieved.fraction}, label, achieved.source, achieved.citation);
}

core::SourceKind sourceOfRegime(const std::string& regime)
{
    if (regime == "measured")
        return core::SourceKind::Measured;
    return regime == "fitted" ? core::SourceKind::Fitted : core::SourceKind::Specification;
}

} // namespace

Achieved achievedFraction(const core::HardwareSpec& hardware, Efficiency operation, core::Dtype dtype,
                          double size)
{
    const core::EfficiencyCurve* curve = curveFor(hardware, operation, dtype);
    if (curve == nullptr)
        return assumed(operation);
    return {interpolated(*curve, size), sourceOfRegime(curve->regime), curve->source};
}

template <class N>
Rates<N>::Rates(const core::HardwareSpec& hardware, core::Dtype compute)
    : m_hardware(hardware)
    , m_dtype(compute)
{
    const core::Engine* engine = hardware.engine(core::EngineKind::Matrix, compute);
    const core::MemoryTier* memory = hardware.tier(core::Tier::Device);
    m_peak = N::leaf(engine->peak.value, "peak", sourceOf(engine->peak), engine->peak.source);
    m_bandwidth = N::leaf(memory->bandwidth.value, "memory_bandwidth", sourceOf(memory->bandwidth),
                          memory->bandwidth.source);
}

template <class N>
Duration<N> Rates<N>::matrix(Efficiency operation, const Work<N>& flops, double one,
                             const ByteCount<N>& bytes) const
{
    const Count<N> efficiency =
        efficiencyLeaf<N>(achievedFraction(m_hardware, operation, m_dtype, one), operation);
    return maximum(flops / (m_peak * efficiency),
                   memory(Efficiency::Elementwise, bytes, N::plain(bytes).value()));
}

template <class N>
Duration<N> Rates<N>::memory(Efficiency operation, const ByteCount<N>& bytes, double one) const
{
    const Count<N> efficiency =
        efficiencyLeaf<N>(achievedFraction(m_hardware, operation, m_dtype, one), operation);
    return bytes / (m_bandwidth * efficiency);
}

template class Rates<core::PlainNumbers>;
template class Rates<core::ExplainedNumbers>;

} // namespace shardscope::planner
