// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/engine/task_graph.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <tuple>

namespace shardscope::planner {

std::uint32_t TaskGraph::addLink(double capacity)
{
    const std::uint32_t link = static_cast<std::uint32_t>(m_links.size());
    m_links.push_back({capacity, link, 0});
    return link;
}

std::uint32_t TaskGraph::addBackground(std::uint32_t link)
{
    m_links.push_back({m_links[link].capacity, m_links[link].first, m_links[link].priority + 1});
    return static_cast<std::uint32_t>(m_links.size() - 1);
}

TaskIndex TaskGraph::add(double seconds, std::uint32_t lane, std::uint32_t link)
{
    m_tasks.push_back({seconds, lane, link});
    return static_cast<TaskIndex>(m_tasks.size() - 1);
}

void TaskGraph::after(TaskIndex task, TaskIndex dependency) { m_edges.push_back({dependency, task}); }

void TaskGraph::reserve(std::size_t tasks, std::size_t dependencies)
{
    m_tasks.reserve(tasks);
    m_edges.reserve(dependencies);
}

namespace {

constexpr std::size_t kCancelEvery = 1 << 14; ///< tasks between looks at the stop token

/// For each task the tasks that wait for it, in one array; the order of a lane counts too.
class Waiting {
public:
    explicit Waiting(const TaskGraph& graph)
        : m_pending(graph.tasks().size(), 0)
        , m_begin(graph.tasks().size() + 1, 0)
        , m_laneNext(graph.tasks().size(), kNone)
    {
        for (const TaskGraph::Edge& edge : graph.edges()) {
            ++m_begin[edge.from + 1];
            ++m_pending[edge.to];
        }
        for (std::size_t task = 0; task < graph.tasks().size(); ++task)
            m_begin[task + 1] += m_begin[task];
        m_successors.resize(graph.edges().size());
        std::vector<std::uint32_t> fill(m_begin.begin(), m_begin.end() - 1);
        for (const TaskGraph::Edge& edge : graph.edges())
            m_successors[fill[edge.from]++] = edge.to;
        std::vector<TaskIndex> last(graph.lanes(), kNone);
        for (TaskIndex task = 0; task < graph.tasks().size(); ++task) {
            const std::uint32_t lane = graph.tasks()[task].lane;
            if (lane == kNone)
                continue;
            if (last[lane] != kNone) {
                m_laneNext[last[lane]] = task;
                ++m_pending[task];
            }
            last[lane] = task;
        }
    }

    [[nodiscard]] bool free(TaskIndex task) const { return m_pending[task] == 0; }
    /// Tells \p visit of everything that waited for \p task, and whether it waits for nothing else.
    template <class Visit>
    void done(TaskIndex task, const Visit& visit)
    {
        for (std::uint32_t at = m_begin[task]; at < m_begin[task + 1]; ++at)
            visit(m_successors[at], --m_pending[m_successors[at]] == 0);
        if (m_laneNext[task] != kNone)
            visit(m_laneNext[task], --m_pending[m_laneNext[task]] == 0);
    }

private:
    std::vector<std::uint32_t> m_pending;
    std::vector<std::uint32_t> m_begin;
    std::vector<TaskIndex> m_successors;
    std::vector<TaskIndex> m_laneNext;
};

/// Transfers of one priority on a link, in a time of their own: it advances as one of them does.
struct Transfers {
    double now = 0;
    using Entry = std::pair<double, TaskIndex>; ///< when the task ends, in this time
    /// What was done of each is lost.
    void beginAnew(const TaskGraph& graph)
    {
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> again;
        for (; !active.empty(); active.pop())
            again.push({now + graph.tasks()[active.top().second].seconds, active.top().second});
        active = std::move(again);
    }
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> active;

    /// Each at full speed while there is \p capacity for all.
    [[nodiscard]] double rate(double capacity) const
    {
        const double count = static_cast<double>(active.size());
        return count <= capacity ? 1 : capacity / count;
    }
};

struct Link {
    double capacity = 1;
    double now = 0; ///< real time of the last change
    std::uint32_t version = 0;
    std::vector<Transfers> transfers; ///< by priority

    /// Tells \p visit of the transfers of each priority, and of the capacity that those before them leave.
    template <class Visit>
    void each(const Visit& visit)
    {
        double left = capacity;
        for (Transfers& of : transfers) {
            if (of.active.empty())
                continue;
            if (left <= 0)
                return;
            visit(of, left);
            left -= static_cast<double>(of.active.size());
        }
    }
    void advance(double time)
    {
        each([&](Transfers& of, double left) { of.now += (time - now) * of.rate(left); });
        now = time;
    }
    /// The first end of a task, if nothing changes before.
    [[nodiscard]] std::optional<std::pair<double, TaskIndex>> nextEnd()
    {
        std::optional<std::pair<double, TaskIndex>> next;
        each([&](const Transfers& of, double left) {
            const auto [end, task] = of.active.top();
            const double at = now + std::max(0.0, end - of.now) / of.rate(left);
            if (!next || at < next->first)
                next = {at, task};
        });
        return next;
    }
};

class Engine {
public:
    Engine(const TaskGraph& graph, const core::Task& task)
        : m_graph(graph)
        , m_task(task)
        , m_waiting(graph)
    {
        const std::size_t count = graph.tasks().size();
        m_times.start.assign(count, 0);
        m_times.end.assign(count, 0);
        m_times.waitedFor.assign(count, kNone);
        for (const TaskGraph::Link& link : graph.links()) {
            m_links.emplace_back();
            m_links.back().capacity = link.capacity;
            std::vector<Transfers>& transfers = m_links[link.first].transfers;
            transfers.resize(std::max<std::size_t>(transfers.size(), link.priority + 1));
        }
        for (const TaskGraph::Outage& outage : graph.outages()) {
            m_changes.push_back({outage.from, outage.link, true});
            m_changes.push_back({outage.to, outage.link, false});
        }
        std::ranges::stable_sort(m_changes, {}, &Change::time);
    }

    core::Result<TaskTimes> run()
    {
        const bool shared = std::ranges::any_of(
            m_graph.tasks(), [](const TaskGraph::Task& task) { return task.link != kNone; });
        const std::size_t done = shared ? runEvents() : runInOrder();
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        if (done < m_graph.tasks().size()) {
            TaskIndex stuck = 0;
            while (m_finished[stuck])
                ++stuck;
            return core::Error{core::ErrorCode::Inconsistent, {std::to_string(stuck)}};
        }
        for (const double end : m_times.end)
            m_times.makespan = std::max(m_times.makespan, end);
        return std::move(m_times);
    }

private:
    /// \p task is ready no sooner than what it waited for has ended.
    void hold(TaskIndex task, TaskIndex dependency)
    {
        const double end = m_times.end[dependency];
        if (m_times.waitedFor[task] == kNone || end > m_times.start[task]) {
            m_times.start[task] = end;
            m_times.waitedFor[task] = dependency;
        }
    }

    /// Without shared links a start is the latest end of what it waits for: no clock is needed.
    std::size_t runInOrder()
    {
        const std::size_t count = m_graph.tasks().size();
        std::vector<TaskIndex> ready;
        ready.reserve(count);
        for (TaskIndex task = 0; task < count; ++task) {
            if (m_waiting.free(task))
                ready.push_back(task);
        }
        m_finished.assign(count, false);
        for (std::size_t at = 0; at < ready.size(); ++at) {
            if (at % kCancelEvery == 0 && m_task.cancelled())
                break;
            const TaskIndex task = ready[at];
            m_times.end[task] = m_times.start[task] + m_graph.tasks()[task].seconds;
            m_finished[task] = true;
            m_waiting.done(task, [&](TaskIndex next, bool free) {
                hold(next, task);
                if (free)
                    ready.push_back(next);
            });
        }
        return ready.size();
    }

    struct Event {
        double time;
        TaskIndex task;        ///< that ends; of a link: the first to end on it
        std::uint32_t link;    ///< kNone: the end of a task that shares nothing
        std::uint32_t version; ///< of the link: an older event is void
        friend bool operator>(const Event& a, const Event& b)
        {
            return std::tie(a.time, a.task) > std::tie(b.time, b.task);
        }
    };

    void schedule(std::uint32_t index)
    {
        Link& link = m_links[index];
        ++link.version;
        if (const auto next = link.nextEnd())
            m_events.push({next->first, next->second, index, link.version});
    }
    /// The link that \p task is on, whatever its priority.
    [[nodiscard]] std::uint32_t linkOf(TaskIndex task) const
    {
        return m_graph.links()[m_graph.tasks()[task].link].first;
    }
    [[nodiscard]] Transfers& transfersOf(TaskIndex task)
    {
        const TaskGraph::Link& link = m_graph.links()[m_graph.tasks()[task].link];
        return m_links[link.first].transfers[link.priority];
    }
    void begin(TaskIndex task)
    {
        const TaskGraph::Task& what = m_graph.tasks()[task];
        if (what.link == kNone) {
            m_events.push({m_times.start[task] + what.seconds, task, kNone, 0});
            return;
        }
        m_links[linkOf(task)].advance(m_times.start[task]);
        Transfers& transfers = transfersOf(task);
        transfers.active.push({transfers.now + what.seconds, task});
        schedule(linkOf(task));
    }

    /// A link goes away, or is back.
    struct Change {
        double time;
        std::uint32_t link;
        bool away;
    };
    void apply(const Change& change)
    {
        const std::uint32_t first = m_graph.links()[change.link].first;
        Link& link = m_links[first];
        link.advance(change.time);
        link.capacity = change.away ? 0 : m_graph.links()[first].capacity;
        for (Transfers& of : link.transfers) {
            if (change.away)
                of.beginAnew(m_graph);
        }
        schedule(first);
    }

    std::size_t runEvents()
    {
        const std::size_t count = m_graph.tasks().size();
        m_finished.assign(count, false);
        std::size_t done = 0;
        for (TaskIndex task = 0; task < count; ++task) {
            if (m_waiting.free(task))
                begin(task);
        }
        auto change = m_changes.begin();
        while (!m_events.empty() || change != m_changes.end()) {
            // What ends as a link goes away has ended.
            if (change != m_changes.end() && (m_events.empty() || change->time < m_events.top().time)) {
                apply(*change++);
                continue;
            }
            const Event event = m_events.top();
            m_events.pop();
            if (event.link != kNone) {
                Link& link = m_links[event.link];
                if (event.version != link.version)
                    continue;
                link.advance(event.time);
                Transfers& transfers = transfersOf(event.task);
                transfers.now = transfers.active.top().first; // exactly: no rest of rounding stays
                transfers.active.pop();
                schedule(event.link);
            }
            if (done % kCancelEvery == 0 && m_task.cancelled())
                break;
            ++done;
            m_finished[event.task] = true;
            m_times.end[event.task] = event.time;
            m_waiting.done(event.task, [&](TaskIndex next, bool free) {
                hold(next, event.task);
                if (free)
                    begin(next);
            });
        }
        return done;
    }

    const TaskGraph& m_graph;
    const core::Task& m_task;
    Waiting m_waiting;
    TaskTimes m_times;
    std::vector<Link> m_links;
    std::vector<Change> m_changes; ///< by time
    std::vector<bool> m_finished;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events;
};

} // namespace

core::Result<TaskTimes> runTasks(const TaskGraph& graph, const core::Task& task)
{
    return Engine(graph, task).run();
}

} // namespace shardscope::planner
