// SPDX-License-Identifier: GPL-3.0-or-later
// What one rank puts on the wire in a step, and what of it computing does not hide.
#pragma once

#include "core/plan/evaluation.h"
#include "planner/machine/collective.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace shardscope::planner {

/// No time at all, in a sum or a comparison.
template <class N>
[[nodiscard]] Duration<N> noTime()
{
    return N::leaf(core::Seconds{0}, "0", core::SourceKind::Constant, "");
}

/// Where in a step traffic goes out.
enum class Place : std::uint8_t {
    Passes,      ///< inside the passes of every micro-batch, which wait for what is exposed of it
    Beside,      ///< unit after unit beside the passes of every micro-batch
    LastPass,    ///< unit after unit beside the last micro-batch's backward
    After,       ///< once a step, behind the passes
    AfterUpdate, ///< once a step, behind the update
    Messages     ///< between stages, one by one
};

/// What the passes of all micro-batches through a stage wait for.
template <class N>
struct PassSeconds {
    Duration<N> forward = noTime<N>();
    Duration<N> backward = noTime<N>();

    void add(const Duration<N>& inForward, const Duration<N>& inBackward)
    {
        forward = m_any ? forward + inForward : inForward;
        backward = m_any ? backward + inBackward : inBackward;
        m_any = true;
    }
    [[nodiscard]] bool any() const { return m_any; }

private:
    bool m_any = false;
};

/// Traffic of one rank in one step.
template <class N>
struct Traffic {
    core::Transfer operation{};
    core::TrafficGroup group{};
    ByteCount<N> bytes;  ///< payload handed over
    Duration<N> seconds; ///< alone
    Duration<N> exposed; ///< not hidden behind computing
    Algorithm algorithm = {};
    Place place = Place::After;
    core::LinkLevel level = core::LinkLevel::Node; ///< Passes: the outermost that it crosses
    bool inForward = false;         ///< Beside: forward's, else backward's; Passes: split by \c waited
    PassSeconds<N> waited = {};     ///< Passes and Beside: what of \c exposed each pass waits for
    double units = 1;               ///< Beside and LastPass: how many go out in a pass
    double uses = 1;                ///< how often a step all of it goes out
    Duration<N> laid = noTime<N>(); ///< Beside and LastPass: of one use, beside what computes meanwhile
    Duration<N> lost = noTime<N>(); ///< and what that loses to it
};

/// The part of \p seconds that does not fit behind \p window.
template <class N>
[[nodiscard]] Duration<N> exposedBeyond(const Duration<N>& seconds, const Duration<N>& window)
{
    return maximum(noTime<N>(), seconds - window);
}

/// Appends \p entry, which crosses \p level and of whose exposed seconds the passes wait for \p forward and
/// \p backward.
template <class N>
void addInPasses(Traffic<N> entry, core::LinkLevel level, const Duration<N>& forward,
                 const Duration<N>& backward, std::vector<Traffic<N>>& traffic)
{
    entry.place = Place::Passes;
    entry.level = level;
    entry.waited.add(forward, backward);
    traffic.push_back(std::move(entry));
}

/// Appends \p entry, or adds it to the one of the same operation and group: what is told of a step.
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

/// \p bytes a step between the device and \p tier, \p slower times as long as its specification says, hidden
/// as far as \p window reaches.
template <class N>
[[nodiscard]] Traffic<N> streamed(const core::HardwareSpec& hardware, core::Tier tier,
                                  const ByteCount<N>& bytes, const Duration<N>& window, double slower = 1);

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
