// SPDX-License-Identifier: GPL-3.0-or-later
// Streaming memory of other machines: what does not fit a machine's own is kept where there is room and
// travels over the links between machines (Graphcore, "Building large models on IPU", December 2021: any part
// of an IPU-POD streams from any other).
#pragma once

#include "core/plan/evaluation.h"
#include "planner/formula/plan_parts.h"
#include "planner/traffic/traffic.h"

namespace shardscope::planner {

/// Which devices lack streaming memory and which have some to lend, over all machines that the hardware's
/// file names, or that the plan uses where it names none.
struct StreamingPool {
    core::Bytes own;    ///< one device's share of its machine's
    core::Bytes wanted; ///< beyond their own, by all that lack some
    core::Bytes unused; ///< free beside devices that the plan does not use
    core::Bytes spared; ///< free beside devices that it does
    double borrowers = 0;
    double lenders = 0;                           ///< devices whose machine has room
    core::LinkLevel level = core::LinkLevel::Pod; ///< what the bytes cross

    [[nodiscard]] bool suffices() const { return wanted <= unused + spared; }
};

/// An empty pool if the hardware has no streaming memory, or no link between machines.
[[nodiscard]] StreamingPool streamingPool(const core::HardwareSpec& hardware, const core::Plan& plan,
                                          const core::MemoryBreakdown& memory);

/// Gives whoever lacks streaming memory, beside a device's share, an even part of what others have to lend;
/// anew where what is held has changed.
void lendStreaming(const core::HardwareSpec& hardware, const core::Plan& plan, core::MemoryBreakdown& memory);

/// Divides the streaming of the stage \p index into what its own machine serves and what comes from others,
/// an entry of its own ("remote_streaming"): the optimizer's state goes first, since it is moved once a step.
template <class N>
void streamFromOthers(const PlanParts<N>& parts, std::size_t index, std::vector<Traffic<N>>& traffic);

} // namespace shardscope::planner
