// SPDX-License-Identifier: GPL-3.0-or-later
// What one rank puts on the wire in a step, and what of it computing does not hide.
#pragma once

#include "core/plan/evaluation.h"
#include "planner/machine/collective.h"

#include <string_view>
#include <vector>

namespace shardscope::planner {

/// Traffic of one rank in one step.
template <class N>
struct Traffic {
    std::string_view
        operation; ///< contract: all_reduce all_gather reduce_scatter all_to_all send_receive streaming
    std::string_view group; ///< tensor context expert replica pipeline, or the tier of a streaming
    ByteCount<N> bytes;     ///< payload handed over
    Duration<N> seconds;
    Duration<N> exposed; ///< not hidden behind computing
    Algorithm algorithm = {};
};

/// No time at all, in a sum or a comparison.
template <class N>
[[nodiscard]] Duration<N> noTime()
{
    return N::leaf(core::Seconds{0}, "0", core::SourceKind::Constant, "");
}

/// The part of \p seconds that does not fit behind \p window.
template <class N>
[[nodiscard]] Duration<N> exposedBeyond(const Duration<N>& seconds, const Duration<N>& window)
{
    return maximum(noTime<N>(), seconds - window);
}

/// Appends \p entry, or adds it to the one of the same operation and group.
template <class N>
void addTraffic(const Traffic<N>& entry, std::vector<Traffic<N>>& traffic)
{
    for (Traffic<N>& known : traffic) {
        if (known.operation != entry.operation || known.group != entry.group)
            continue;
        known.bytes = known.bytes + entry.bytes;
        known.seconds = known.seconds + entry.seconds;
        known.exposed = known.exposed + entry.exposed;
        return;
    }
    traffic.push_back(entry);
}

/// \p bytes a step between the device and \p tier, hidden as far as \p window reaches.
template <class N>
[[nodiscard]] Traffic<N> streamed(const core::HardwareSpec& hardware, core::Tier tier,
                                  const ByteCount<N>& bytes, const Duration<N>& window);

/// How much of \p phases phases' streaming runs beside \p computing. Devices that copy in the background hide
/// all of it; a bulk-synchronous one (IPU) streams and computes in turn, unless IO tiles stream while the
/// others compute (Graphcore PopART, overlapped IO). They hold what they have fetched until the phase's next
/// exchange: one fill of their memory for each pass of a micro-batch (assumed).
template <class N>
[[nodiscard]] Duration<N> streamingWindow(const core::HardwareSpec& hardware, const core::Plan& plan,
                                          const Count<N>& phases, const Duration<N>& computing);

/// What is not hidden: of the streaming between memories, or of all else.
template <class N>
[[nodiscard]] Duration<N> exposedSum(const std::vector<Traffic<N>>& traffic, bool streaming);

template <class N>
void addCommunication(const std::vector<Traffic<N>>& traffic, core::Evaluation& evaluation);

} // namespace shardscope::planner
