// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/simulate/run/lane_run.h"

#include "core/base/joined.h"
#include "core/base/mapped.h"
#include "core/timeline/intervals.h"
#include "planner/engine/jitter.h"

#include <algorithm>
#include <set>

namespace shardscope::planner {
namespace {

/// What a slice tells when it is clicked, as JSON.
class LaneNotes final : public core::ArgumentSource {
public:
    struct Note {
        LaneSlice slice;
        std::string ranks; ///< of a collective: "[0, 1]"
    };
    explicit LaneNotes(std::vector<Note> notes)
        : m_notes(std::move(notes))
    {
    }
    [[nodiscard]] std::string arguments(std::uint64_t args) const override
    {
        if (args >= m_notes.size())
            return "{}";
        const Note& note = m_notes[args];
        std::string out = "{\"iteration\":" + std::to_string(note.slice.iteration);
        if (!note.slice.derivation.empty())
            out += ",\"derivation\":\"" + note.slice.derivation + "\"";
        if (!note.slice.collective.empty())
            out += ",\"Collective name\":\"" + note.slice.collective + "\",\"Process Group Name\":\"" +
                   note.slice.group + "\",\"Process Group Description\":\"" + note.slice.group +
                   "\",\"Process Group Ranks\":\"" + note.ranks + "\"";
        return out + "}";
    }

private:
    std::vector<Note> m_notes;
};

} // namespace

LaneIndex LaneRun::row(LaneRow row)
{
    m_rows.push_back(std::move(row));
    return m_graph.addLane();
}

TaskIndex LaneRun::add(LaneIndex row, double seconds, LaneSlice slice,
                       const std::vector<TaskIndex>& dependencies, std::uint32_t link)
{
    const TaskIndex task = m_graph.add(seconds, row, link);
    for (const TaskIndex dependency : dependencies)
        m_graph.after(task, dependency);
    m_drawn.push_back({row, task, task, std::move(slice)});
    return task;
}

TaskIndex LaneRun::join(const std::vector<TaskIndex>& dependencies)
{
    const TaskIndex task = m_graph.add(0);
    for (const TaskIndex dependency : dependencies)
        m_graph.after(task, dependency);
    return task;
}

TaskIndex LaneRun::serve(LaneIndex row, std::uint32_t link, double seconds,
                         const std::vector<TaskIndex>& dependencies)
{
    const TaskIndex task = m_graph.add(seconds, kNone, link);
    for (const TaskIndex dependency : dependencies)
        m_graph.after(task, dependency);
    m_served.push_back({row, task});
    return task;
}

TaskIndex LaneRun::open(LaneIndex row, const std::vector<TaskIndex>& dependencies)
{
    const TaskIndex task = m_graph.add(0, row);
    for (const TaskIndex dependency : dependencies)
        m_graph.after(task, dependency);
    return task;
}

TaskIndex LaneRun::close(LaneIndex row, TaskIndex opened, LaneSlice slice,
                         const std::vector<TaskIndex>& until)
{
    const TaskIndex task = m_graph.add(0, row);
    for (const TaskIndex one : until)
        m_graph.after(task, one);
    m_drawn.push_back({row, opened, task, std::move(slice)});
    return task;
}

TaskIndex LaneRun::together(const std::vector<std::pair<LaneIndex, TaskIndex>>& rows, double seconds,
                            const LaneSlice& slice, std::uint32_t link)
{
    const TaskIndex transfer = m_graph.add(seconds, kNone, link);
    m_together[transfer] = {m_drawn.size(), m_drawn.size() + rows.size()};
    for (const auto& [row, dependency] : rows) {
        const TaskIndex came =
            open(row, dependency == kNone ? std::vector<TaskIndex>{} : std::vector<TaskIndex>{dependency});
        m_graph.after(transfer, came);
        close(row, came, slice, {transfer});
    }
    return transfer;
}

void LaneRun::count(const std::string& process, const std::string& counter, TaskIndex task, bool atEnd,
                    double change)
{
    m_counters[{process, counter}].push_back({task, atEnd, change});
}

LaneRun::Shares LaneRun::shares(const TaskTimes& times, std::int32_t rank, double begin, double end) const
{
    std::vector<core::Interval> computing;
    std::vector<core::Interval> communicating;
    for (const Drawn& drawn : m_drawn) {
        if (m_rows[drawn.row].rank != rank || !m_rows[drawn.row].device)
            continue;
        const std::int64_t from = nanos(std::max(begin, times.start[drawn.from]));
        const std::int64_t to = nanos(std::min(end, times.end[drawn.task]));
        if (to > from)
            (drawn.slice.collective.empty() ? computing : communicating).push_back({from, to});
    }
    const core::IntervalSet busy = core::unite(std::move(computing));
    const core::IntervalSet exposed = core::subtract(core::unite(std::move(communicating)), busy);
    return {1e-9 * static_cast<double>(core::measure(busy)),
            1e-9 * static_cast<double>(core::measure(exposed))};
}

/// What is drawn of \p task for who waits on a row of \p rank: of a collective its own part.
std::optional<std::size_t> LaneRun::drawnOf(TaskIndex task, std::int32_t rank,
                                            const std::vector<std::size_t>& endingWith) const
{
    if (endingWith[task] < m_drawn.size())
        return endingWith[task];
    const auto all = m_together.find(task);
    if (all == m_together.end())
        return std::nullopt;
    const auto [first, end] = all->second;
    for (std::size_t index = first; index < end; ++index) {
        if (m_rows[m_drawn[index].row].rank == rank)
            return index;
    }
    return first;
}

std::vector<std::pair<std::size_t, std::size_t>> LaneRun::arrows(const TaskTimes& times) const
{
    const auto lasts = [&](std::size_t index) {
        return nanos(times.end[m_drawn[index].task]) > nanos(times.start[m_drawn[index].from]);
    };
    std::vector<std::size_t> endingWith(m_graph.tasks().size(), m_drawn.size()); // that: nothing
    for (std::size_t index = 0; index < m_drawn.size(); ++index)
        endingWith[m_drawn[index].task] = index;
    std::vector<std::vector<TaskIndex>> before(m_graph.tasks().size());
    for (const TaskGraph::Edge& edge : m_graph.edges())
        before[edge.to].push_back(edge.from);
    std::vector<std::pair<std::size_t, std::size_t>> out;
    std::vector<TaskIndex> open;
    std::set<TaskIndex> seen;
    for (std::size_t index = 0; index < m_drawn.size(); ++index) {
        if (!lasts(index))
            continue;
        // Back over what only joins others or takes no time, to what is drawn.
        open = before[m_drawn[index].from];
        seen.clear();
        while (!open.empty()) {
            const TaskIndex task = open.back();
            open.pop_back();
            if (!seen.insert(task).second)
                continue;
            const auto of = drawnOf(task, m_rows[m_drawn[index].row].rank, endingWith);
            if (!of || !lasts(*of)) {
                const TaskIndex from = of ? m_drawn[*of].from : task;
                open.insert(open.end(), before[task].begin(), before[task].end());
                open.insert(open.end(), before[from].begin(), before[from].end());
            } else if (m_drawn[*of].row != m_drawn[index].row) // a row goes from one to the next by itself
                out.emplace_back(*of, index);
        }
    }
    return out;
}

core::Result<core::RunPtr> LaneRun::run(const TaskTimes& times, const core::Plan& plan,
                                        const std::string& title, const core::Task& task) const
{
    PlannedRun run;
    // What has no rank (servers, loaders) is told with the first.
    std::map<std::int32_t, std::uint32_t> sourceOf{{-1, 0}};
    std::set<std::int32_t> ranks;
    for (const LaneRow& row : m_rows) {
        if (row.rank >= 0)
            ranks.insert(row.rank);
    }
    for (const std::int32_t rank : ranks)
        sourceOf[rank] = run.addRank(rank);
    const std::string all = "[" + core::joined(ranks, ", ") + "]";

    core::TimelineBuilder& builder = run.builder();
    std::map<std::string, std::int64_t> processes;
    std::map<std::string, std::uint32_t> sources;
    std::vector<core::TrackId> tracks;
    for (const LaneRow& row : m_rows) {
        const auto order = processes.try_emplace(row.process, static_cast<std::int64_t>(processes.size()));
        sources.try_emplace(row.process, sourceOf[row.rank]);
        tracks.push_back(run.addRow(row, sourceOf[row.rank], order.first->second,
                                    static_cast<std::int64_t>(tracks.size())));
    }

    std::vector<LaneNotes::Note> notes;
    for (const Drawn& drawn : m_drawn) {
        const std::int64_t begin = nanos(times.start[drawn.from]);
        const std::int64_t length = nanos(times.end[drawn.task]) - begin;
        if (length <= 0)
            continue;
        builder.slice(tracks[drawn.row], begin, length, builder.intern(drawn.slice.name),
                      builder.intern(drawn.slice.category), notes.size());
        notes.push_back({drawn.slice, all});
    }
    std::map<LaneIndex, std::vector<core::Interval>> served;
    for (const Served& one : m_served)
        served[one.row].push_back({nanos(times.start[one.task]), nanos(times.end[one.task])});
    for (auto& [row, intervals] : served) {
        std::vector<core::Interval> away;
        for (const Failed& one : m_failed) {
            if (one.row == row && nanos(one.to) > nanos(one.from))
                away.push_back({nanos(one.from), nanos(one.to)});
        }
        const core::IntervalSet failed = core::unite(std::move(away));
        for (const core::Interval& one : failed)
            builder.slice(tracks[row], one.begin, one.end - one.begin, builder.intern("restart"),
                          builder.intern("user_annotation"));
        for (const core::Interval& busy : core::subtract(core::unite(std::move(intervals)), failed))
            builder.slice(tracks[row], busy.begin, busy.end - busy.begin, builder.intern("serving"),
                          builder.intern("user_annotation"));
    }
    std::uint64_t id = 0;
    const core::NameId category = builder.intern("batch");
    for (const auto& [before, behind] : arrows(times)) {
        const Drawn& from = m_drawn[before];
        const Drawn& to = m_drawn[behind];
        builder.flow(core::FlowPhase::Begin, tracks[from.row], nanos(times.end[from.task]) - 1, category, id);
        builder.flow(core::FlowPhase::End, tracks[to.row], nanos(times.start[to.from]), category, id++);
    }
    builder.shareFlowIds();
    for (const auto& [of, changes] : m_counters) {
        const core::NameId process = builder.intern(of.first);
        const core::NameId counter = builder.intern(of.second);
        const core::NameId series = builder.intern("");
        std::map<std::int64_t, double> byTime{{0, 0}};
        for (const Change& change : changes)
            byTime[nanos(change.atEnd ? times.end[change.task] : times.start[change.task])] += change.change;
        double value = 0;
        for (const auto& [time, change] : byTime)
            builder.counter(process, counter, series, time, value += change, sources[of.first]);
    }
    run.addSteps(core::mapped(m_steps, [&](TaskIndex step) { return times.end[step]; }));
    return run.finish(title, plan, std::make_shared<LaneNotes>(std::move(notes)), task);
}

LaneRun::Shares TimedRun::shares(std::int32_t rank) const
{
    const LaneRun::Shares all = run.shares(times, rank, begin, end);
    return {all.computing / count, all.exposed / count};
}

core::Result<TimedRun> timedRun(LaneRun run, std::int64_t counted, std::int64_t behind, double jitter,
                                std::uint64_t seed, const core::Task& task)
{
    TimedRun out{std::move(run), {}, 0, 0, static_cast<double>(counted)};
    if (jitter > 0)
        planner::jitter(out.run.graph(), jitter, seed);
    SHARDSCOPE_TRY(out.times, runTasks(out.run.graph(), task));
    const std::vector<TaskIndex>& steps = out.run.steps();
    const auto last = steps.size() - 1 - static_cast<std::size_t>(behind);
    out.end = out.times.end[steps[last]];
    out.begin = out.times.end[steps[last - static_cast<std::size_t>(counted)]];
    return out;
}

} // namespace shardscope::planner
