// SPDX-License-Identifier: GPL-3.0-or-later
// Work of several ranks and roles in time, row by row, and the run of it: what a system that is no pipeline
// of stages is simulated with.
#pragma once

#include "planner/engine/task_graph.h"
#include "planner/simulate/run/planned_run.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::planner {

/// How a task is drawn.
struct LaneSlice {
    std::string name;            ///< as a recorder would name it
    std::string category;        ///< "kernel", "user_annotation", …
    std::string derivation = {}; ///< key of Simulation::derivations
    std::int64_t iteration = -1;
    std::string collective = {}; ///< "all_to_all"; empty: none
    std::string group = {};
};

using LaneIndex = std::uint32_t;

class LaneRun {
public:
    LaneIndex row(LaneRow row);
    [[nodiscard]] std::uint32_t link() { return m_graph.addLink(); }

    /// What \p row does next, after \p dependencies.
    TaskIndex add(LaneIndex row, double seconds, LaneSlice slice,
                  const std::vector<TaskIndex>& dependencies = {}, std::uint32_t link = kNone);
    /// Something that takes no time and is not drawn.
    TaskIndex join(const std::vector<TaskIndex>& dependencies);
    /// Something of \p row that lasts as long as others need: begins after \p dependencies ...
    TaskIndex open(LaneIndex row, const std::vector<TaskIndex>& dependencies);
    /// ... and ends when all of \p until have ended. Gives the end.
    TaskIndex close(LaneIndex row, TaskIndex opened, LaneSlice slice, const std::vector<TaskIndex>& until);
    /// A collective of \p rows: begins when all have come (each after its own dependency), keeps all of them
    /// until it ends. Gives the end.
    TaskIndex together(const std::vector<std::pair<LaneIndex, TaskIndex>>& rows, double seconds,
                       const LaneSlice& slice, std::uint32_t link = kNone);
    void after(TaskIndex task, TaskIndex dependency) { m_graph.after(task, dependency); }
    /// Something that several share and that no row does in order: \p link is at it until \p seconds of it
    /// are done. \p row shows when there is any of it.
    TaskIndex serve(LaneIndex row, std::uint32_t link, double seconds,
                    const std::vector<TaskIndex>& dependencies);
    /// The server of \p link on \p row is away between these times, and begins its work anew.
    void fail(LaneIndex row, std::uint32_t link, double from, double to)
    {
        m_graph.outage(link, from, to);
        m_failed.push_back({row, from, to});
    }
    /// \p counter of \p process changes by \p change when \p task begins or ends.
    void count(const std::string& process, const std::string& counter, TaskIndex task, bool atEnd,
               double change);
    /// A step lasts from where the one before ended, or from the begin of the run, until \p end.
    void step(TaskIndex end) { m_steps.push_back(end); }

    [[nodiscard]] TaskGraph& graph() { return m_graph; }
    [[nodiscard]] const TaskGraph& graph() const { return m_graph; }
    [[nodiscard]] const std::vector<LaneRow>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<TaskIndex>& steps() const { return m_steps; }

    /// Seconds in which a device row of \p rank computes, and in which it only communicates, of \p times from
    /// \p begin to \p end.
    struct Shares {
        double computing = 0;
        double exposed = 0;
    };
    [[nodiscard]] Shares shares(const TaskTimes& times, std::int32_t rank, double begin, double end) const;

    /// The run of \p plan. Errors: those of TimelineBuilder::build.
    [[nodiscard]] core::Result<core::RunPtr> run(const TaskTimes& times, const core::Plan& plan,
                                                 const std::string& title, const core::Task& task) const;

private:
    /// Pairs of drawn tasks, by index, of which one waits for the other on another row.
    [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> arrows(const TaskTimes& times) const;
    [[nodiscard]] std::optional<std::size_t> drawnOf(TaskIndex task, std::int32_t rank,
                                                     const std::vector<std::size_t>& endingWith) const;
    struct Drawn {
        LaneIndex row;
        TaskIndex from; ///< the slice begins when this begins
        TaskIndex task; ///< and ends when this ends
        LaneSlice slice;
    };
    struct Served {
        LaneIndex row;
        TaskIndex task;
    };
    struct Failed {
        LaneIndex row;
        double from;
        double to;
    };
    struct Change {
        TaskIndex task;
        bool atEnd;
        double change;
    };

    TaskGraph m_graph;
    std::vector<LaneRow> m_rows;
    std::vector<Drawn> m_drawn;
    std::map<TaskIndex, std::pair<std::size_t, std::size_t>> m_together; ///< what is drawn of a collective
    std::vector<Served> m_served;
    std::vector<Failed> m_failed;
    std::map<std::pair<std::string, std::string>, std::vector<Change>> m_counters;
    std::vector<TaskIndex> m_steps;
};

/// A run whose tasks have their times, and the steps of it that count.
struct TimedRun {
    LaneRun run;
    TaskTimes times;
    double begin = 0; ///< of what counts
    double end = 0;
    double count = 1; ///< steps between them
    [[nodiscard]] double seconds() const { return (end - begin) / count; }
    /// What one of these steps is spent on by \p rank.
    [[nodiscard]] LaneRun::Shares shares(std::int32_t rank) const;
};

/// What counts are \p counted steps, with \p behind steps after them. \p jitter: standard deviation of each
/// duration, as a share of it. Errors: those of runTasks.
[[nodiscard]] core::Result<TimedRun> timedRun(LaneRun run, std::int64_t counted, std::int64_t behind,
                                              double jitter, std::uint64_t seed, const core::Task& task);

/// How many of \p all the one with \p number stands for, where \p shown are shown.
[[nodiscard]] inline std::int64_t standsFor(std::int64_t all, std::int64_t shown, std::int64_t number)
{
    return all / shown + (number < all % shown ? 1 : 0);
}

} // namespace shardscope::planner
