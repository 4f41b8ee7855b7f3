// SPDX-License-Identifier: GPL-3.0-or-later
// Chains of element-wise kernels of one stream and step that one kernel could do, and what that would save.
#pragma once

#include "profiler/analyze/device/moving_calls.h"
#include "profiler/analyze/overview/slow/lost_time.h"

#include <cstdint>
#include <vector>

namespace shardscope::profiler {

class FusionChains {
public:
    explicit FusionChains(const CostInput& cost)
        : m_cost(cost)
    {
    }
    /// Chains of one device. Where shapes are known a chain goes on where an operation reads what the one
    /// before it wrote; it saves what its results take on their way through memory, at the rate its own
    /// kernels reach. Elsewhere all kernels in a row are one, and all but its longest is the most that it
    /// could save.
    /// Errors: Cancelled.
    [[nodiscard]] core::Result<core::Done> addRank(const RankTime& rank, const MovingCalls& calls,
                                                   const core::Task& task);
    /// One finding of chains whose price is known, one of those that only have a bound.
    [[nodiscard]] CostFindings findings() &&;

private:
    /// A kernel of a chain.
    struct Link {
        std::size_t at = 0; ///< into DeviceWork's columns
        core::Interval time;
        const MovedBytes* moved = nullptr;
    };
    using Chain = std::vector<Link>;
    void close(const RankTime& rank, Chain& chain);
    [[nodiscard]] bool isElementwise(std::uint32_t row, std::size_t at, const DeviceWork& work);

    const CostInput& m_cost;
    std::vector<std::int8_t> m_elementwise; ///< by name, without shapes; -1: not asked yet
    LostTime m_priced;
    LostTime m_bound;
    std::int64_t m_chains = 0;
    std::int64_t m_boundChains = 0;
    std::vector<Evidence> m_evidence;
    std::vector<Evidence> m_boundEvidence;
};

} // namespace shardscope::profiler
