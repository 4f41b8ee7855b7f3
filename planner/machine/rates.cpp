// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/rates.h"

namespace shardscope::planner {
namespace {

struct Named {
    const char* curve;
    const char* label;
};

constexpr Named named(Efficiency operation)
{
    switch (operation) {
    case Efficiency::Gemm: return {"gemm", W_("gemm_efficiency")};
    case Efficiency::Convolution: return {"convolution", W_("convolution_efficiency")};
    case Efficiency::Elementwise: return {"elementwise", W_("elementwise_efficiency")};
    case Efficiency::Optimizer: return {"optimizer", W_("optimizer_efficiency")};
    case Efficiency::NodeCollective:
    case Efficiency::Collective: break;
    }
    return {"collective", W_("collective_efficiency")};
}

/// A machine without a curve of its own is taken to achieve what one H200 was measured to (its description
/// carries the curves), and its links what calculon's authors found on DGX A100s; calibration says what it
/// really does.
Achieved assumed(Efficiency operation)
{
    constexpr auto kAssumed = core::SourceKind::Assumed;
    switch (operation) {
    case Efficiency::Gemm:
    case Efficiency::Convolution: return {0.69, kAssumed, "as large matrix products on an H200"};
    case Efficiency::Elementwise: return {0.77, kAssumed, "as large tensors on an H200"};
    case Efficiency::Optimizer: return {0.72, kAssumed, "as fused AdamW on an H200"};
    case Efficiency::NodeCollective:
        return {0.65, kAssumed, "NVLink in calculon's systems/a100_80g.json (Apache-2.0)"};
    case Efficiency::Collective: break;
    }
    return {0.9, kAssumed, "InfiniBand in calculon's systems/a100_80g.json (Apache-2.0)"};
}

template <class N>
Count<N> efficiencyLeaf(const Achieved& achieved, Efficiency operation)
{
    return N::leaf(core::Number{achieved.fraction}, named(operation).label, achieved.source,
                   achieved.citation);
}

core::SourceKind sourceOfRegime(const std::string& regime)
{
    if (regime == "measured")
        return core::SourceKind::Measured;
    if (regime == "assumed") // of a machine that was edited
        return core::SourceKind::Assumed;
    return regime == "fitted" ? core::SourceKind::Fitted : core::SourceKind::Specification;
}

} // namespace

Achieved achievedFraction(const core::HardwareSpec& hardware, Efficiency operation, core::Dtype dtype,
                          double size)
{
    const core::EfficiencyCurve* curve = hardware.curve(named(operation).curve, dtype);
    if (curve == nullptr && operation == Efficiency::Convolution)
        return achievedFraction(hardware, Efficiency::Gemm, dtype, size);
    if (curve == nullptr)
        return assumed(operation);
    return {curve->at(size), sourceOfRegime(curve->regime), curve->source};
}

template <class N>
Rates<N>::Rates(const core::HardwareSpec& hardware, core::Dtype compute)
    : m_hardware(hardware)
    , m_dtype(compute)
{
    const core::Engine* engine = hardware.engine(core::EngineKind::Matrix, compute);
    const core::MemoryTier* memory = hardware.tier(core::Tier::Device);
    m_peak = N::leaf(engine->peak.value, W_("peak"), sourceOf(engine->peak), engine->peak.source);
    m_bandwidth = N::leaf(memory->bandwidth.value, W_("memory_bandwidth"), sourceOf(memory->bandwidth),
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
