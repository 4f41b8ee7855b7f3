// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be done, by whom, after what: the one engine behind schedules and simulated plans.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace shardscope::planner {

using TaskIndex = std::uint32_t;
inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Tasks with a duration, each in at most one lane (what runs one thing at a time, in the order in which its
/// tasks were added: a rank's computing, a stream, a copy engine, a host thread) and on at most one link
/// (what several transfers share: two at once take twice as long each; those in its background have what
/// the others leave).
class TaskGraph {
public:
    struct Task {
        double seconds = 0; ///< alone on its link
        std::uint32_t lane = kNone;
        std::uint32_t link = kNone;
    };

    std::uint32_t addLane() { return m_lanes++; }
    /// \p capacity: transfers that go at full speed side by side.
    std::uint32_t addLink(double capacity = 1);
    /// \p link under another number and with a lower priority: for what is not waited for yet.
    std::uint32_t addBackground(std::uint32_t link);
    TaskIndex add(double seconds, std::uint32_t lane = kNone, std::uint32_t link = kNone);
    /// \p task starts when \p dependency has ended.
    void after(TaskIndex task, TaskIndex dependency);
    /// \p link is away from \p from until \p to: what was on its way then begins anew when it is back.
    void outage(std::uint32_t link, double from, double to) { m_outages.push_back({link, from, to}); }
    void reserve(std::size_t tasks, std::size_t dependencies);

    [[nodiscard]] const std::vector<Task>& tasks() const { return m_tasks; }
    [[nodiscard]] std::vector<Task>& tasks() { return m_tasks; }
    [[nodiscard]] std::uint32_t lanes() const { return m_lanes; }
    struct Link {
        double capacity = 1;
        std::uint32_t first = kNone; ///< whose background it is, at most by several steps; else itself
        std::uint32_t priority = 0;  ///< 0: goes first
    };
    [[nodiscard]] const std::vector<Link>& links() const { return m_links; }
    struct Edge {
        TaskIndex from;
        TaskIndex to;
    };
    [[nodiscard]] const std::vector<Edge>& edges() const { return m_edges; }
    struct Outage {
        std::uint32_t link;
        double from;
        double to;
    };
    [[nodiscard]] const std::vector<Outage>& outages() const { return m_outages; }

private:
    std::vector<Task> m_tasks;
    std::vector<Edge> m_edges;
    std::vector<Link> m_links;
    std::vector<Outage> m_outages;
    std::uint32_t m_lanes = 0;
};

struct TaskTimes {
    std::vector<double> start;
    std::vector<double> end;
    /// What each task waited for last: the task before it in its lane or a dependency; kNone: nothing.
    std::vector<TaskIndex> waitedFor;
    double makespan = 0;
};

/// Everything as soon as possible. The result depends on the graph only. Errors: Inconsistent where tasks
/// wait for each other in a circle, with the index of the first such task as first argument; Cancelled.
[[nodiscard]] core::Result<TaskTimes> runTasks(const TaskGraph& graph, const core::Task& task = {});

} // namespace shardscope::planner
