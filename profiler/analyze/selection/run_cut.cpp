// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/selection/run_cut.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/timeline/build/timeline_builder.h"
#include "profiler/analyze/input/input.h"

#include <algorithm>
#include <string>
#include <vector>

namespace shardscope::profiler {

using core::Error;
using core::ErrorCode;
using core::Interval;
using core::Result;

namespace {

/// Which time of which tracks stays.
using Windows = std::map<std::uint32_t, Interval>; ///< by track

Result<Windows> windowsOf(const core::RunPtr& run, const Selection& selection)
{
    const AnalysisInput input(run);
    const core::Timeline& timeline = *run->timeline;
    const std::int64_t begin = timeline.begin() + selection.fromNs.value_or(0);
    const std::int64_t end = selection.toNs ? timeline.begin() + *selection.toNs : timeline.end() + 1;
    if (begin >= end)
        return core::errorIn(ErrorCode::OutOfRange,
                             {std::to_string(selection.fromNs.value_or(0)), "0",
                              std::to_string(selection.toNs.value_or(timeline.end() - timeline.begin()))},
                             "--from");
    Windows windows;
    std::string ranks;
    std::size_t mostSteps = 0;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const RankPart& own = input.ranks()[part];
        ranks += (ranks.empty() ? "" : ", ") + std::to_string(own.rank);
        if (selection.rank && own.rank != *selection.rank)
            continue;
        Interval window{begin, end};
        if (selection.step) {
            const auto& steps = input.steps(part).steps;
            mostSteps = std::max(mostSteps, steps.size());
            if (*selection.step < 0 || static_cast<std::size_t>(*selection.step) >= steps.size())
                continue;
            const RankStep& step = steps[static_cast<std::size_t>(*selection.step)];
            window = {std::max(begin, step.begin), std::min(end, step.end)};
        }
        for (const core::TrackId track : own.tracks)
            windows[track.value] = window;
    }
    if (!windows.empty())
        return windows;
    if (selection.step && mostSteps > 0)
        return core::errorIn(ErrorCode::OutOfRange,
                             {std::to_string(*selection.step), "0", std::to_string(mostSteps - 1)}, "--step");
    if (selection.step)
        return core::errorIn(ErrorCode::UnknownValue,
                             {std::to_string(*selection.step), {}, core::phrase(W_("no step was found"))},
                             "--step");
    if (ranks == "-1")
        return core::errorIn(ErrorCode::Inconsistent, {core::phrase(W_("no file tells its rank"))}, "--rank");
    return core::errorIn(ErrorCode::UnknownValue, {std::to_string(selection.rank.value_or(-1)), {}, ranks},
                         "--rank");
}

/// Tells a builder what stays.
class Cutter {
public:
    Cutter(const core::Timeline& timeline, const Windows& windows)
        : m_timeline(timeline)
        , m_windows(windows)
        , m_tracks(timeline.tracks().size())
        , m_names(timeline.names().size())
    {
    }

    Result<core::TimelinePtr> cut(const core::Task& task)
    {
        for (const core::Lane& lane : m_timeline.lanes()) {
            if (task.cancelled())
                return Error{ErrorCode::Cancelled, {}, {}};
            takeLane(lane);
        }
        takeInstants();
        takeCounters();
        takeFlows();
        takeSteps();
        core::LayoutTally tally;
        return m_builder.build(task, tally);
    }

private:
    [[nodiscard]] const Interval* windowOf(core::TrackId track) const
    {
        const auto found = m_windows.find(track.value);
        return found == m_windows.end() ? nullptr : &found->second;
    }
    core::NameId nameOf(core::NameId name)
    {
        if (!name.valid())
            return name;
        core::NameId& known = m_names[name.index()];
        if (!known.valid())
            known = m_builder.intern(m_timeline.names().text(name));
        return known;
    }
    /// By its number, since two tracks may go by the same keys (a stream and its annotations).
    core::TrackId trackOf(core::TrackId id)
    {
        core::TrackId& known = m_tracks[id.index()];
        if (known.valid())
            return known;
        core::Track track = m_timeline.tracks()[id.index()];
        known = m_builder.track(std::string(m_timeline.names().text(track.processKey)),
                                std::to_string(id.value), track.source);
        for (core::NameId* name : {&track.process, &track.thread, &track.processKey, &track.threadKey})
            *name = nameOf(*name);
        m_builder.describe(known) = track;
        return known;
    }

    void takeLane(const core::Lane& lane)
    {
        const Interval* const window = windowOf(lane.track);
        if (window == nullptr)
            return;
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            const std::int64_t begin = m_timeline.ts()[row];
            const std::int64_t end = begin + m_timeline.dur()[row];
            const bool touches = begin < window->end && (end > window->begin || begin >= window->begin);
            if (!touches)
                continue;
            const std::int64_t from = std::max(begin, window->begin);
            m_builder.slice(trackOf(lane.track), from, std::min(end, window->end) - from,
                            nameOf(m_timeline.name()[row]), nameOf(m_timeline.category()[row]),
                            m_timeline.args()[row]);
        }
    }

    void takeInstants()
    {
        for (const core::Instant& instant : m_timeline.instants()) {
            const Interval* const window = windowOf(instant.track);
            if (window != nullptr && instant.ts >= window->begin && instant.ts < window->end)
                m_builder.instant(trackOf(instant.track), instant.ts, nameOf(instant.name),
                                  nameOf(instant.category), instant.args);
        }
    }

    void takeCounters()
    {
        std::map<std::uint32_t, Interval> bySource;
        for (const auto& [track, window] : m_windows)
            bySource.emplace(m_timeline.tracks()[track].source, window);
        for (const core::CounterTrack& counter : m_timeline.counterTracks()) {
            const auto window = bySource.find(counter.source);
            if (window == bySource.end())
                continue;
            for (const core::CounterSample& sample :
                 m_timeline.counterSamples().subspan(counter.begin, counter.count)) {
                if (sample.ts >= window->second.begin && sample.ts < window->second.end)
                    m_builder.counter(nameOf(counter.processKey), nameOf(counter.name),
                                      nameOf(counter.series), sample.ts, sample.value, counter.source);
            }
        }
    }

    [[nodiscard]] core::TrackId trackOfSlice(core::SliceId slice) const
    {
        return m_timeline.lanes()[m_timeline.laneOf(slice).index()].track;
    }
    [[nodiscard]] bool stays(core::SliceId slice) const
    {
        const Interval* const window = windowOf(trackOfSlice(slice));
        return window != nullptr && m_timeline.ts()[slice.index()] >= window->begin &&
               m_timeline.ts()[slice.index()] < window->end;
    }

    void takeFlows()
    {
        std::uint64_t number = 0;
        for (const core::Flow& flow : m_timeline.flows()) {
            if (!flow.from.valid() || !flow.to.valid() || !stays(flow.from) || !stays(flow.to))
                continue;
            ++number;
            const auto at = [&](core::SliceId slice, std::int64_t ts) {
                const std::int64_t begin = m_timeline.ts()[slice.index()];
                return std::clamp(ts, begin, begin + m_timeline.dur()[slice.index()]);
            };
            m_builder.flow(core::FlowPhase::Begin, trackOf(trackOfSlice(flow.from)),
                           at(flow.from, flow.fromTs), nameOf(flow.category), number);
            m_builder.flow(core::FlowPhase::End, trackOf(trackOfSlice(flow.to)), at(flow.to, flow.toTs),
                           nameOf(flow.category), number);
        }
    }

    void takeSteps()
    {
        for (const core::StepMark& step : m_timeline.steps()) {
            for (const auto& [track, window] : m_windows) {
                const core::Track& own = m_timeline.tracks()[track];
                if (own.source != step.source || (own.rank != step.rank && step.rank >= 0))
                    continue;
                if (step.begin < window.end && step.end > window.begin)
                    m_builder.step(std::max(step.begin, window.begin), std::min(step.end, window.end),
                                   nameOf(step.name), step.rank, step.source);
                break;
            }
        }
    }

    const core::Timeline& m_timeline;
    const Windows& m_windows;
    core::TimelineBuilder m_builder;
    std::vector<core::TrackId> m_tracks; ///< by the run's track
    std::vector<core::NameId> m_names;
};

} // namespace

Result<core::RunPtr> selectedRun(const core::RunPtr& run, const Selection& selection, const core::Task& task)
{
    if (selection.isWhole())
        return run;
    SHARDSCOPE_TRY(const Windows windows, windowsOf(run, selection));
    auto cut = std::make_shared<core::Run>(*run);
    SHARDSCOPE_TRY(cut->timeline, Cutter(*run->timeline, windows).cut(task));
    cut->reports.clear(); // they were made of the whole
    return core::RunPtr(std::move(cut));
}

} // namespace shardscope::profiler
