// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/lane_chart.h"

#include <QCoreApplication>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kNanos = 1e-9;
constexpr std::size_t kMostRows = 4; ///< of one group; the rest is counted in its name

std::string text(const core::Timeline& timeline, core::NameId name)
{
    return name.valid() ? std::string(timeline.names().text(name)) : std::string();
}

/// The planner's names of devices and of what they do, in the reader's language.
std::string laneWord(const std::string& name)
{
    static constexpr const char* kKnown[] = {QT_TRANSLATE_NOOP("ScheduleChart", "busiest device"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "mean device"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "perceptrons"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "embeddings"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "NVLink vectors"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "NVLink ids"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "RoCE vectors"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "RoCE ids"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "RoCE all-reduce"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "host"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "reader"),
                                             QT_TRANSLATE_NOOP("ScheduleChart", "front-end")};
    const auto* known =
        std::find_if(std::begin(kKnown), std::end(kKnown), [&](const char* one) { return name == one; });
    return known == std::end(kKnown) ? name
                                     : QCoreApplication::translate("ScheduleChart", *known).toStdString();
}

/// A recorder's marks around a name are no part of it: "## embedding get 12 ##", "forward (gemm)".
std::string plainName(std::string name)
{
    constexpr std::string_view kMark = "## ";
    constexpr std::string_view kProduct = " (gemm)";
    if (name.starts_with(kMark) && name.ends_with(" ##"))
        name = name.substr(kMark.size(), name.size() - 2 * kMark.size());
    if (const std::size_t product = name.find(kProduct); product != std::string::npos)
        name.erase(product, kProduct.size());
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
        std::vector<ScheduleExtra> all;
        for (const core::Track& track : m_timeline.tracks()) {
            const std::string process = text(m_timeline, track.process);
            const std::string thread = text(m_timeline, track.thread);
            const bool shown = std::any_of(group.tracks.begin(), group.tracks.end(), [&](const auto& one) {
                return process == one.first && thread.starts_with(one.second);
            });
            if (shown)
                addSlices(track, all);
        }
        if (group.operation) {
            for (ScheduleExtra& one : all)
                one.operation = *group.operation;
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const ScheduleExtra& a, const ScheduleExtra& b) { return a.start < b.start; });
        std::vector<std::vector<ScheduleExtra>> rows;
        const double small = 1e-9 * m_chart.end;
        for (ScheduleExtra& one : all) {
            const auto free = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
                return row.back().end <= one.start + small;
            });
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

private:
    void addSlices(const core::Track& track, std::vector<ScheduleExtra>& out) const
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
                const std::string name = text(m_timeline, m_timeline.name()[row]);
                extra.operation = core::classify(name, text(m_timeline, m_timeline.category()[row]));
                extra.optimizer = false;
                extra.name = plainName(name);
                note(m_timeline.args()[row], extra);
                out.push_back(std::move(extra));
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

    void addRow(std::string name, std::vector<ScheduleExtra> extras)
    {
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
};

} // namespace

void addLaneGroups(const core::Run& run, const std::vector<LaneGroup>& groups, double from, double to,
                   ScheduleChart& chart)
{
    Lanes lanes(run, from, to, chart);
    for (const LaneGroup& group : groups)
        lanes.add(group);
}

void addLanes(const core::Run& run, ScheduleChart& chart)
{
    constexpr std::size_t kShown = 3; ///< a step, the one before, the one after: they overlap
    const core::Timeline& timeline = *run.timeline;
    std::vector<std::int64_t> ends;
    for (const core::StepMark& step : timeline.steps()) {
        if (step.rank == timeline.steps().front().rank)
            ends.push_back(step.end);
    }
    const std::size_t shown = std::min(kShown, ends.size());
    // Behind the first, which fills the pipeline; in the last ones nothing is read ahead any more.
    const std::size_t first = shown < ends.size() ? 1 : 0;
    const double from = first > 0 ? static_cast<double>(ends[first - 1]) * kNanos : 0;
    const double to = ends.empty() ? 0 : static_cast<double>(ends[first + shown - 1]) * kNanos;
    chart.steps = static_cast<std::int64_t>(shown);
    std::vector<LaneGroup> groups;
    for (const core::Track& track : timeline.tracks()) {
        const std::string process = text(timeline, track.process);
        const std::string thread = text(timeline, track.thread);
        groups.push_back({laneWord(process) + ": " + laneWord(thread), {{process, thread}}, {}});
    }
    addLaneGroups(run, groups, from, to, chart);
}

void addLaneCounter(const core::Run& run, const std::string& process, const std::string& name,
                    std::string title, double from, double to, ScheduleChart& chart)
{
    const core::Timeline& timeline = *run.timeline;
    std::vector<HeldSample> samples{{0, 0}};
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        if (text(timeline, counter.processKey) != process || text(timeline, counter.name) != name)
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
