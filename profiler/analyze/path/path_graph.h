// SPDX-License-Identifier: GPL-3.0-or-later
// Who waited for whom, as a graph over begins and ends of events, and the longest path through it.
#pragma once

#include "core/base/enum_names.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// Why the end of an edge cannot come before its begin; the kinds of HolisticTraceAnalysis' critical path.
enum class PathEdgeKind : std::uint8_t {
    Operator,          ///< time of the event itself, between its children
    Dependency,        ///< the next operation of a thread; weighs nothing
    LaunchDelay,       ///< from the call to the work it launches, where nothing was queued before
    KernelKernelDelay, ///< from a kernel's end to the next start on its stream
    Sync,              ///< the device ends what a call or another stream waits for; weighs nothing
};
constexpr auto enumNames(PathEdgeKind)
{
    return core::namesUpTo<PathEdgeKind::Sync>("operator", "dependency", "launch_delay",
                                               "kernel_kernel_delay", "sync");
}
inline constexpr std::size_t kPathEdgeKinds = core::kEnumNames<PathEdgeKind>.size();

/// Event e has the nodes 2e (its begin) and 2e + 1 (its end).
struct PathEvent {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t row = 0; ///< of the timeline
    bool device = false;
};

struct PathEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::int64_t weight = 0;
    std::uint32_t event = 0; ///< whose time it is
    PathEdgeKind kind = PathEdgeKind::Operator;
};

class PathGraph {
public:
    std::uint32_t addEvent(PathEvent event);
    /// Weighs the time between the nodes, or nothing. An edge that would go back in time (clocks of host and
    /// device differ) is left out; returns whether it was taken.
    bool addEdge(std::uint32_t from, std::uint32_t to, std::uint32_t event, PathEdgeKind kind,
                 bool weighs = true);

    [[nodiscard]] std::span<const PathEvent> events() const { return m_events; }
    [[nodiscard]] std::span<const PathEdge> edges() const { return m_edges; }
    [[nodiscard]] std::int64_t timeOf(std::uint32_t node) const
    {
        return node % 2 == 0 ? m_events[node / 2].begin : m_events[node / 2].end;
    }

    /// Edges of the path of greatest weight, in order; of equal ones the edge that was added first.
    [[nodiscard]] std::vector<PathEdge> longestPath() const;

private:
    std::vector<PathEvent> m_events;
    std::vector<PathEdge> m_edges;
};

[[nodiscard]] constexpr std::uint32_t beginNode(std::uint32_t event) { return 2 * event; }
[[nodiscard]] constexpr std::uint32_t endNode(std::uint32_t event) { return 2 * event + 1; }

} // namespace shardscope::profiler
