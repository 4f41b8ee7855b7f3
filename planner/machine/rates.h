// SPDX-License-Identifier: GPL-3.0-or-later
// What the hardware achieves: peaks from its description, the achieved fraction from its efficiency curves
// where it has one, else an assumption that says so.
#pragma once

#include "core/base/text_mark.h"
#include "core/hardware/hardware_spec.h"
#include "planner/formula/source_kind.h"
#include "planner/formula/symbols.h"

#include <string_view>

namespace shardscope::planner {

template <class N>
using FlopRate = typename N::template Q<core::kFlopPerSecond>;
template <class N>
using ByteRate = typename N::template Q<core::kBytePerSecond>;
template <class N>
using Work = typename N::template Q<core::kFlop>;

/// Operations that have an efficiency curve of their own (EfficiencyCurve::operation).
enum class Efficiency {
    Gemm,
    Convolution, ///< as Gemm where the machine has no curve for it
    Elementwise,
    Optimizer,
    NodeCollective,
    Collective,
};

/// The achieved fraction at \p size (FLOPs of a GEMM or attention, bytes of the rest): a value and where it
/// is from.
struct Achieved {
    double fraction = 1;
    core::SourceKind source = core::SourceKind::Assumed;
    std::string_view citation;
};
[[nodiscard]] Achieved achievedFraction(const core::HardwareSpec& hardware, Efficiency operation,
                                        core::Dtype dtype, double size);

/// Rates of one device for one number format.
template <class N>
class Rates {
public:
    /// \p hardware must have an engine and a device memory, and must outlive this.
    Rates(const core::HardwareSpec& hardware, core::Dtype compute);

    /// Time of matrix multiplications (or fused attention) of \p flops in all, each \p one large, that touch
    /// \p bytes.
    [[nodiscard]] Duration<N> matrix(Efficiency operation, const Work<N>& flops, double one,
                                     const ByteCount<N>& bytes) const;
    /// Time to read and write \p bytes in pieces of \p one.
    [[nodiscard]] Duration<N> memory(Efficiency operation, const ByteCount<N>& bytes, double one) const;
    [[nodiscard]] const FlopRate<N>& peak() const { return m_peak; }

private:
    const core::HardwareSpec& m_hardware;
    core::Dtype m_dtype;
    FlopRate<N> m_peak;
    ByteRate<N> m_bandwidth;
};

} // namespace shardscope::planner
