// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a transformer layer and of the ends of the network, for one micro-batch on one rank: the device's
// kernels, and the host that launches them.
#pragma once

#include "core/model/model_spec.h"
#include "planner/compute/kernels.h"
#include "planner/compute/operators.h"
#include "planner/formula/symbols.h"

#include <array>
#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// Device time of computing; collectives are apart.
template <class N>
struct SegmentTime {
    DeviceTime<N> forward;
    DeviceTime<N> backward;  ///< without recompute
    DeviceTime<N> recompute; ///< forward work done again in backward
    /// The part of backward that makes the weight gradients of column-split layers, while their input
    /// gradients travel. Zero without a tensor group.
    Duration<N> weightGradients;
    int nodes = 0;      ///< of autograd
    bool keeps = false; ///< nothing runs again, whatever the plan's recompute says
    Segment segment = Segment::layer(kDenseLayer);
};

template <class N>
[[nodiscard]] SegmentTime<N> segmentTime(Segment segment, const DeviceClock<N>& clock,
                                         const core::Transformer& model, const core::Plan& plan);

/// \p time of a layer that the plan leaves out of its recompute (recomputedLayers).
template <class N>
[[nodiscard]] SegmentTime<N> withoutRecompute(SegmentTime<N> time);

/// Everything in a plan that kernels depend on (rowsOf, extentsOf, DeviceClock).
using SegmentKey = std::array<std::int64_t, 12>;
[[nodiscard]] SegmentKey segmentKey(const core::Plan& plan);

/// The host beside the device. Separate kernels: two cursors walk over the segments, the device never ahead
/// of the launches. Fused kernels: host and device time of a pass's layers joined, (d^n + h^n)^(1/n), the
/// ends' few large kernels and what the host does between micro-batches one after the other. Compiled graphs
/// (popart) need no host.
template <class N>
class HostPace {
public:
    HostPace(const DeviceClock<N>& clock, const core::Plan& plan);

    [[nodiscard]] Duration<N> forward(const SegmentTime<N>& segment, bool layer) const;
    /// The backward pass, with what is computed again.
    [[nodiscard]] Duration<N> backward(const SegmentTime<N>& segment, bool layer) const;
    [[nodiscard]] Duration<N> join(const Duration<N>& device, const Duration<N>& host) const;

    /// \c count equal segments one after another.
    struct Part {
        double count = 1;
        Duration<N> deviceForward;
        Duration<N> deviceBackward; ///< with recompute
        Duration<N> hostForward;
        Duration<N> hostBackward;
        bool layer = true; ///< else an end of the network
    };
    struct Pass {
        Duration<N> forward;
        Duration<N> backward; ///< with recompute
        Duration<N> lead;     ///< how far the host is ahead at the end
    };
    /// One micro-batch through \p parts and back. \p collectives: exposed ones inside the passes, which the
    /// host launches like kernels.
    [[nodiscard]] Pass pass(const std::vector<Part>& parts, const Pass& collectives) const;

private:
    struct Cursors {
        Duration<N> host;
        Duration<N> gpu;
        void run(double count, const Duration<N>& device, const Duration<N>& host);
    };
    [[nodiscard]] Duration<N> tensorParallel() const;
    [[nodiscard]] Duration<N> layer(const SegmentTime<N>& segment, const Duration<N>& dense) const;

    const DeviceClock<N>& m_clock;
    const core::Plan& m_plan;
    bool m_cursor;
    core::CudaGraphs m_graphs;
    const char* m_absent; ///< why the host launches nothing; null: it does
};

} // namespace shardscope::planner
