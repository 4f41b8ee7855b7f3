// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels a device launches, as rows of constant data over named extents, and how long each takes.
#pragma once

#include "planner/formula/coefficients.h"
#include "planner/formula/extents.h"
#include "planner/formula/kernel_class.h"
#include "planner/formula/symbols.h"
#include "planner/machine/exchange.h"
#include "planner/machine/rates.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::planner {

/// One kernel (or \c kernels equal ones, bytes of all of them together). Memory-bound: bytes · a · b · c.
/// Product: [a, c] · [c, b]. Grouped: the
/// same, one for each of the rank's experts, the chosen tokens divided among them. Batched: a = scores, c =
/// head size. Scan: tokens, multiplications a token. Attention: tokens, mean width of queries and values.
struct Row {
    KernelClass kernel = KernelClass::Plain;
    double bytes = 0; ///< an element; of products: the operands' width
    Extent a = Extent::One;
    Extent b = Extent::One;
    Extent c = Extent::One;
    std::uint8_t kernels = 1;
    const char* label = "";
    bool narrowed = false; ///< of products: the tokens' operand comes in the format that they compute in
};
using Rows = std::vector<Row>;

/// Device time in the parts that the power limit treats differently.
template <class N>
struct DeviceTime {
    Duration<N> products; ///< at full rate on the matrix engine: faster where the device runs cool
    Duration<N> rest;
    int kernels = 0;
    Superstep supersteps; ///< of both, on a bulk-synchronous machine
};
template <class N>
[[nodiscard]] DeviceTime<N> operator+(const DeviceTime<N>& a, const DeviceTime<N>& b)
{
    DeviceTime<N> sum{a.products + b.products, a.rest + b.rest, a.kernels + b.kernels, a.supersteps};
    sum.supersteps.add(b.supersteps);
    return sum;
}

/// Times rows on one device for one number format.
template <class N>
class DeviceClock {
public:
    /// All arguments must outlive this; \p hardware must have an engine and a device memory.
    DeviceClock(const core::HardwareSpec& hardware, const core::Transformer& model, const core::Plan& plan,
                const Coefficients& coefficients, const Extents<N>& extents);

    /// The first \p end rows, one after another.
    [[nodiscard]] DeviceTime<N> time(const Rows& rows, std::size_t end) const;
    [[nodiscard]] DeviceTime<N> time(const Rows& rows) const { return time(rows, rows.size()); }
    /// Bytes read and written at the rate of \p which.
    [[nodiscard]] Duration<N> moved(Coefficient which, const ByteCount<N>& bytes) const;
    [[nodiscard]] Count<N> number(Coefficient which) const;
    [[nodiscard]] Duration<N> seconds(Coefficient which) const;
    /// What stays of \p seconds where a system hides all but the share \p which.
    [[nodiscard]] Duration<N> exposed(Coefficient which, const Duration<N>& seconds) const
    {
        return m_coefficients[which] == 1 ? seconds : number(which) * seconds;
    }
    [[nodiscard]] const FlopRate<N>& peak() const { return m_peak; }
    [[nodiscard]] std::int64_t devicesPerNode() const { return m_hardware.devicesPerNode; }
    [[nodiscard]] const Coefficients& coefficients() const { return m_coefficients; }

private:
    [[nodiscard]] Duration<N> memoryRow(const Row& row) const;
    [[nodiscard]] Duration<N> productRow(const Row& row) const;
    [[nodiscard]] Duration<N> castTime(const Row& row) const;
    [[nodiscard]] Count<N> groupedElements(const Row& row) const;
    [[nodiscard]] Duration<N> batchedRow(const Row& row) const;
    [[nodiscard]] Duration<N> scanRow(const Row& row) const;
    [[nodiscard]] Duration<N> attentionRow(const Row& row) const;
    /// What \p row exchanges between tiles, and where they meet for it.
    [[nodiscard]] Superstep superstep(const Row& row) const;
    [[nodiscard]] double size(Extent extent) const
    {
        return N::plain(m_extents[static_cast<std::size_t>(extent)]).value();
    }
    [[nodiscard]] const Count<N>& at(Extent extent) const
    {
        return m_extents[static_cast<std::size_t>(extent)];
    }

    const core::HardwareSpec& m_hardware;
    const core::Transformer& m_model;
    const core::Plan& m_plan;
    const Coefficients& m_coefficients;
    const Extents<N>& m_extents;
    core::Dtype m_dtype;
    FlopRate<N> m_peak;
    FlopRate<N> m_streamPeak; ///< of what recipes of fewer bits leave in 16
    ByteRate<N> m_bandwidth;
    std::optional<TileExchange> m_exchange; ///< of a bulk-synchronous machine
};

} // namespace shardscope::planner
