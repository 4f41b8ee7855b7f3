// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/path/path_graph.h"

#include <algorithm>

namespace shardscope::profiler {

std::uint32_t PathGraph::addEvent(PathEvent event)
{
    m_events.push_back(event);
    return static_cast<std::uint32_t>(m_events.size() - 1);
}

bool PathGraph::addEdge(std::uint32_t from, std::uint32_t to, std::uint32_t event, PathEdgeKind kind,
                        bool weighs)
{
    const std::int64_t time = timeOf(to) - timeOf(from);
    if (time < 0)
        return false;
    m_edges.push_back({from, to, weighs ? time : 0, event, kind});
    return true;
}

namespace {

/// Nodes so that every edge goes forward. Nodes on a cycle, which equal times could make, are left out.
std::vector<std::uint32_t> sorted(std::span<const PathEdge> edges, std::size_t nodes)
{
    std::vector<std::uint32_t> waiting(nodes, 0);
    std::vector<std::uint32_t> begins(nodes + 1, 0);
    for (const PathEdge& edge : edges) {
        ++waiting[edge.to];
        ++begins[edge.from + 1];
    }
    for (std::size_t node = 0; node < nodes; ++node)
        begins[node + 1] += begins[node];
    std::vector<std::uint32_t> targets(edges.size());
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    for (const PathEdge& edge : edges)
        targets[next[edge.from]++] = edge.to;
    std::vector<std::uint32_t> order;
    order.reserve(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) {
        if (waiting[node] == 0)
            order.push_back(node);
    }
    for (std::size_t at = 0; at < order.size(); ++at) {
        for (std::uint32_t target = begins[order[at]]; target < begins[order[at] + 1]; ++target) {
            if (--waiting[targets[target]] == 0)
                order.push_back(targets[target]);
        }
    }
    return order;
}

} // namespace

std::vector<PathEdge> PathGraph::longestPath() const
{
    constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    const std::size_t nodes = 2 * m_events.size();
    std::vector<std::uint32_t> order(m_edges.size());
    std::vector<std::uint32_t> begins(nodes + 1, 0);
    for (const PathEdge& edge : m_edges)
        ++begins[edge.to + 1];
    for (std::size_t node = 0; node < nodes; ++node)
        begins[node + 1] += begins[node];
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    for (std::uint32_t edge = 0; edge < m_edges.size(); ++edge)
        order[next[m_edges[edge].to]++] = edge;

    std::vector<std::int64_t> weights(nodes, 0);
    std::vector<std::uint32_t> through(nodes, kNone);
    std::uint32_t last = kNone;
    for (const std::uint32_t node : sorted(m_edges, nodes)) {
        for (std::uint32_t at = begins[node]; at < begins[node + 1]; ++at) {
            const PathEdge& edge = m_edges[order[at]];
            const std::int64_t weight = weights[edge.from] + edge.weight;
            if (through[node] == kNone || weight > weights[node]) {
                weights[node] = weight;
                through[node] = order[at];
            }
        }
        if (last == kNone || weights[node] > weights[last])
            last = node;
    }
    std::vector<PathEdge> path;
    while (last != kNone && through[last] != kNone) {
        path.push_back(m_edges[through[last]]);
        last = path.back().from;
    }
    std::ranges::reverse(path);
    return path;
}

} // namespace shardscope::profiler
