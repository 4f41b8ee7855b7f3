// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/lane_chart.h"

#include "app/session/simulate/simulation_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace shardscope::app {
namespace {

constexpr double kNanos = 1e-9;
constexpr std::size_t kMostRows = 4; ///< of one group; the rest is counted in its name

/// The number of the batch behind a name is no part of it.
std::string plainName(std::string name, const std::string& batch)
{
    name = plainSlice(std::move(name));
    if (!batch.empty() && name.ends_with(" " + batch))
        name.resize(name.size() - batch.size() - 1);
    return name;
}

class Lanes {
public:
    Lanes(const core::Run& run, double from, double to, ScheduleChart& chart)
        : m_run(run)
        , m_timeline(*run.timeline)
        , m_from(from)
        , m_to(to)
        , m_chart(chart)
    {
        chart.end = to - from;
        chart.schedule.stepTime = chart.end;
    }

    void add(const LaneGroup& group)
    {
        std::vector<Box> all;
        for (const core::Track& track : m_timeline.tracks()) {
            const std::string process(m_timeline.text(track.process));
            const std::string thread(m_timeline.text(track.thread));
            const bool shown = std::ranges::any_of(group.tracks, [&](const auto& one) {
                return process == one.first && thread.starts_with(one.second);
            });
            if (shown)
                addSlices(track, all);
        }
        if (group.operation) {
            for (Box& one : all)
                one.drawn.operation = *group.operation;
        }
        std::ranges::stable_sort(all,
                                 [](const Box& a, const Box& b) { return a.drawn.start < b.drawn.start; });
        std::vector<std::vector<Box>> rows;
        const double small = 1e-9 * m_chart.end;
        for (Box& one : all) {
            const auto free = std::ranges::find_if(
                rows, [&](const auto& row) { return row.back().drawn.end <= one.drawn.start + small; });
            if (free == rows.end())
                rows.emplace_back().push_back(std::move(one));
            else
                free->push_back(std::move(one));
        }
        for (std::size_t row = 0; row < std::min(rows.size(), kMostRows); ++row) {
            std::string name = row == 0 ? group.name : std::string();
            if (row + 1 == kMostRows && rows.size() > kMostRows)
                name = "+" + std::to_string(rows.size() - kMostRows);
            addRow(std::move(name), std::move(rows[row]));
        }
    }

    /// What each box waited for, as the run's arrows say.
    void addWaits()
    {
        std::map<std::uint32_t, planner::ActionPlace> places;
        for (std::size_t row = 0; row < m_slices.size(); ++row) {
            for (std::size_t index = 0; index < m_slices[row].size(); ++index)
                places[m_slices[row][index]] = {static_cast<std::int32_t>(row),
                                                static_cast<std::int32_t>(index)};
        }
        for (const core::Flow& flow : m_timeline.flows()) {
            if (!flow.from.valid() || !flow.to.valid())
                continue;
            const auto from = places.find(flow.from.value);
            const auto to = places.find(flow.to.value);
            if (from != places.end() && to != places.end())
                m_chart
                    .extras[static_cast<std::size_t>(to->second.rank)]
                           [static_cast<std::size_t>(to->second.index)]
                    .waitsFor.push_back(from->second);
        }
    }

private:
    struct Box {
        ScheduleExtra drawn;
        std::uint32_t slice; ///< of the timeline
    };

    void addSlices(const core::Track& track, std::vector<Box>& out) const
    {
        for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
            const core::Lane& of = m_timeline.lanes()[lane];
            for (std::uint32_t row = of.begin; row < of.begin + of.count; ++row) {
                ScheduleExtra extra;
                extra.start = static_cast<double>(m_timeline.ts()[row]) * kNanos;
                extra.end = extra.start + static_cast<double>(m_timeline.dur()[row]) * kNanos;
                if (extra.end <= m_from || extra.start >= m_to)
                    continue;
                extra.seconds = extra.end - extra.start;
                extra.start = std::max(0.0, extra.start - m_from);
                extra.end = std::min(m_chart.end, extra.end - m_from);
                const std::string name(m_timeline.text(m_timeline.name()[row]));
                extra.operation =
                    core::classify(name, std::string(m_timeline.text(m_timeline.category()[row])));
                extra.optimizer = false;
                note(m_timeline.args()[row], extra);
                extra.name = laneOperation(plainName(name, extra.label), extra.derivation).toStdString();
                out.push_back({std::move(extra), row});
            }
        }
    }

    /// What the run tells of a slice when it is clicked: which batch, and where its time is derived.
    void note(std::uint64_t args, ScheduleExtra& extra) const
    {
        if (args == core::kNoArgs || !m_run.arguments)
            return;
        const nlohmann::json told = nlohmann::json::parse(m_run.arguments->arguments(args), nullptr, false);
        if (!told.is_object())
            return;
        if (const auto batch = told.find("iteration");
            batch != told.end() && batch->is_number_integer() && batch->get<std::int64_t>() >= 0)
            extra.label = std::to_string(batch->get<std::int64_t>());
        if (const auto why = told.find("derivation"); why != told.end() && why->is_string())
            extra.derivation = why->get<std::string>();
    }

    void addRow(std::string name, std::vector<Box> boxes)
    {
        std::vector<ScheduleExtra> extras;
        std::vector<std::uint32_t>& slices = m_slices.emplace_back();
        extras.reserve(boxes.size());
        slices.reserve(boxes.size());
        for (Box& one : boxes) {
            extras.push_back(std::move(one.drawn));
            slices.push_back(one.slice);
        }
        planner::RankFigures figures;
        std::vector<planner::Action> actions;
        std::vector<planner::ActionSpan> spans;
        for (const ScheduleExtra& one : extras) {
            figures.busy += one.end - one.start;
            actions.push_back(
                {planner::ActionKind::Forward, static_cast<std::int32_t>(m_chart.rows.size()), -1, -1, -1});
            spans.push_back({one.start, one.end});
        }
        figures.idle = std::max(0.0, m_chart.end - figures.busy);
        m_chart.rows.push_back(std::move(name));
        m_chart.schedule.order.ranks.push_back(std::move(actions));
        m_chart.schedule.spans.push_back(std::move(spans));
        m_chart.schedule.ranks.push_back(figures);
        m_chart.extras.push_back(std::move(extras));
    }

    const core::Run& m_run;
    const core::Timeline& m_timeline;
    double m_from;
    double m_to;
    ScheduleChart& m_chart;
    std::vector<std::vector<std::uint32_t>> m_slices; ///< of the timeline, as the chart's boxes
};

} // namespace

void addLaneGroups(const core::Run& run, const std::vector<LaneGroup>& groups, double from, double to,
                   ScheduleChart& chart)
{
    Lanes lanes(run, from, to, chart);
    for (const LaneGroup& group : groups)
        lanes.add(group);
    lanes.addWaits();
}

void addLanes(const core::Run& run, std::int64_t behind, ScheduleChart& chart)
{
    constexpr std::size_t kShown = 3; ///< a step, the one before, the one after: they overlap
    const core::Timeline& timeline = *run.timeline;
    std::vector<std::int64_t> ends;
    for (const core::StepMark& step : timeline.steps()) {
        if (step.rank == timeline.steps().front().rank)
            ends.push_back(step.end);
    }
    const std::size_t shown = std::min(kShown, ends.size());
    // The last of which others follow: before them the pipeline fills, behind them it empties.
    const std::size_t after = std::min(static_cast<std::size_t>(behind), ends.size() - shown);
    const std::size_t first = ends.size() - shown - after;
    const double from = first > 0 ? static_cast<double>(ends[first - 1]) * kNanos : 0;
    const double to = ends.empty() ? 0 : static_cast<double>(ends[first + shown - 1]) * kNanos;
    chart.steps = static_cast<std::int64_t>(shown);
    std::vector<LaneGroup> groups;
    for (const core::Track& track : timeline.tracks()) {
        const std::string process(timeline.text(track.process));
        const std::string thread(timeline.text(track.thread));
        groups.push_back({(laneName(process) + QStringLiteral(": ") + laneName(thread)).toStdString(),
                          {{process, thread}},
                          {}});
    }
    addLaneGroups(run, groups, from, to, chart);
}

void addLaneCounter(const core::Run& run, const std::string& process, const std::string& name,
                    std::string title, double from, double to, ScheduleChart& chart)
{
    const core::Timeline& timeline = *run.timeline;
    std::vector<HeldSample> samples{{0, 0}};
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        if (timeline.text(counter.processKey) != process || timeline.text(counter.name) != name)
            continue;
        for (const core::CounterSample& sample :
             timeline.counterSamples().subspan(counter.begin, counter.count)) {
            const double at = static_cast<double>(sample.ts) * kNanos;
            if (at <= from)
                samples.front().value = sample.value; // what it is when the picture begins
            else if (at < to)
                samples.push_back({at - from, sample.value});
        }
    }
    for (const HeldSample& sample : samples)
        chart.mostHeld = std::max(chart.mostHeld, sample.value);
    chart.held = {std::move(samples)};
    chart.heldName = std::move(title);
}

} // namespace shardscope::app
