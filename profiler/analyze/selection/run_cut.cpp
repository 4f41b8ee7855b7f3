// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/selection/run_cut.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/timeline/build/timeline_builder.h"
#include "profiler/analyze/input/input.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/trace/jobs.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace shardscope::profiler {

using core::Interval;
using core::Result;

namespace {

/// Which time stays.
struct Windows {
    std::map<std::uint32_t, Interval> tracks;
    std::map<std::uint32_t, Interval> sources;         ///< of their counters
    std::map<std::uint32_t, std::int64_t> deviceSince; ///< by source: where its device's first step begins
    std::vector<bool> rows;                            ///< that stay, of those in the time; empty: all
};

/// Leaves in \p rows those of \p phase and those that mark steps. Error: Inconsistent where no row of a part
/// tells a phase.
Result<core::Done> keepPhase(const AnalysisInput& input, Phase phase, const core::Task& task,
                             std::vector<bool>& rows)
{
    const core::Timeline& timeline = input.timeline();
    SHARDSCOPE_TRY(const RowPhases phases, phasesOf(input, task));
    std::set<core::NameId> steps;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        for (const RankStep& step : input.steps(part).steps)
            steps.insert(timeline.names().find(step.name));
    }
    rows.assign(timeline.sliceCount(), false);
    for (std::uint32_t row = 0; row < timeline.sliceCount(); ++row)
        rows[row] = phases.of(row) == phase || steps.contains(timeline.name()[row]);
    if (!phases.told())
        return noPhases(phase);
    return core::Done{};
}

/// Leaves out of \p rows what communicates in other groups than \p wanted. Error: UnknownValue.
Result<core::Done> keepGroup(const AnalysisInput& input, const std::string& wanted, const core::Task& task,
                             std::vector<bool>& rows)
{
    SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
    const Collectives& found = ranks->collectives;
    const auto is = [&](const CommunicationGroup& group) {
        return group.name == wanted || group.description == wanted || groupLabel(group) == wanted;
    };
    if (std::ranges::none_of(found.groups, is)) {
        std::set<std::string> names;
        for (const CommunicationGroup& group : found.groups)
            names.insert(groupLabel(group));
        std::string all;
        for (const std::string& name : names)
            all += (all.empty() ? "" : ", ") + name;
        return core::errorIn(
            core::ErrorCode::UnknownValue,
            {wanted, {}, all.empty() ? core::phrase(W_("no file names its process groups")) : all},
            "--group");
    }
    if (rows.empty())
        rows.assign(input.timeline().sliceCount(), true);
    for (const CollectiveCall& call : found.calls) {
        if (is(found.groups[call.group]))
            continue;
        rows[call.row] = false;
        if (call.host != core::SliceId::kNone)
            rows[call.host] = false;
    }
    return core::Done{};
}

Result<Windows> windowsOf(const core::RunPtr& run, const Jobs& jobs, const Selection& selection,
                          const core::Task& task)
{
    const AnalysisInput input(run);
    const core::Timeline& timeline = *run->timeline;
    const std::int64_t begin = timeline.begin() + selection.fromNs.value_or(0);
    const std::int64_t end = selection.toNs ? timeline.begin() + *selection.toNs : timeline.end() + 1;
    if (begin >= end)
        return core::outOfRange(selection.fromNs.value_or(0), "0",
                                selection.toNs.value_or(timeline.end() - timeline.begin()))
            .in("--from");
    Windows windows;
    std::string ranks;
    std::string devices;
    std::size_t mostSteps = 0;
    const std::uint32_t job = selection.job.value_or(0);
    // A file of counters alone has no rank.
    for (std::uint32_t source = 0;
         !selection.rank && !selection.device && !selection.step && source < run->sources.size(); ++source) {
        if (jobs.of(source) == job)
            windows.sources[source] = {begin, end};
    }
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const RankPart& own = input.ranks()[part];
        if (jobs.of(own.source) != job)
            continue;
        ranks += (ranks.empty() ? "" : ", ") + std::to_string(own.rank);
        if (selection.rank && own.rank != *selection.rank)
            continue;
        devices += (devices.empty() ? "" : ", ") + std::to_string(own.number);
        if (selection.device && own.number != *selection.device)
            continue;
        Interval window{begin, end};
        Interval host = window;
        if (selection.step) {
            const auto& steps = input.steps(part).steps;
            mostSteps = std::max(mostSteps, steps.size());
            if (*selection.step < 0 || static_cast<std::size_t>(*selection.step) >= steps.size())
                continue;
            const RankStep& step = steps[static_cast<std::size_t>(*selection.step)];
            window = {std::max(begin, step.begin), std::min(end, step.end)};
            host = {std::max(begin, step.host.begin), std::min(end, step.host.end)};
            if (steps.empty() || input.steps(part).onDevice)
                windows.deviceSince[own.source] = window.begin;
        }
        for (const core::TrackId track : own.tracks)
            windows.tracks[track.value] = timeline.tracks()[track.index()].device ? window : host;
        for (const core::TrackId track : own.captures)
            windows.tracks[track.value] = {timeline.begin(), timeline.end() + 1};
        windows.sources[own.source] = window;
    }
    if (selection.phase && !windows.tracks.empty())
        SHARDSCOPE_TRY_DONE(keepPhase(input, *selection.phase, task, windows.rows));
    if (!selection.group.empty() && !windows.tracks.empty())
        SHARDSCOPE_TRY_DONE(keepGroup(input, selection.group, task, windows.rows));
    if (!windows.tracks.empty())
        return windows;
    if (selection.step && mostSteps > 0)
        return core::outOfRange(*selection.step, 0, mostSteps - 1).in("--step");
    if (selection.step)
        return core::errorIn(core::ErrorCode::UnknownValue,
                             {std::to_string(*selection.step), {}, core::phrase(W_("no step was found"))},
                             "--step");
    if (selection.device && !devices.empty())
        return core::errorIn(core::ErrorCode::UnknownValue, {std::to_string(*selection.device), {}, devices},
                             "--device");
    if (ranks == "-1")
        return core::inconsistent(W_("no file tells its rank")).in("--rank");
    return core::errorIn(core::ErrorCode::UnknownValue,
                         {std::to_string(selection.rank.value_or(-1)), {}, ranks}, "--rank");
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
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
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
        const auto found = m_windows.tracks.find(track.value);
        return found == m_windows.tracks.end() ? nullptr : &found->second;
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
    /// Goes by the track's number, since two tracks may have the same keys (a stream and its annotations).
    core::TrackId trackOf(core::TrackId id)
    {
        core::TrackId& known = m_tracks[id.index()];
        if (known.valid())
            return known;
        core::Track track = m_timeline.tracks()[id.index()];
        known = m_builder.track(std::string(m_timeline.names().text(track.processKey)),
                                std::to_string(id.value), track.source);
        track.forEachName([&](core::NameId& name) { name = nameOf(name); });
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
            if (!touches || (!m_windows.rows.empty() && !m_windows.rows[row]))
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
        for (const core::CounterTrack& counter : m_timeline.counterTracks()) {
            const auto window = m_windows.sources.find(counter.source);
            if (window == m_windows.sources.end())
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
               m_timeline.ts()[slice.index()] < window->end &&
               (m_windows.rows.empty() || m_windows.rows[slice.index()]);
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
            for (const auto& [track, window] : m_windows.tracks) {
                const core::Track& own = m_timeline.tracks()[track];
                if (own.source != step.source || own.device || (own.rank != step.rank && step.rank >= 0))
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

core::RunSource nameOnly(const core::RunSource& source)
{
    core::RunSource named;
    named.file = source.file;
    return named;
}

} // namespace

Result<core::RunPtr> selectedRun(const core::RunPtr& run, const Selection& selection, const core::Task& task)
{
    const Jobs jobs = jobsOf(*run);
    const std::uint32_t job = selection.job.value_or(0);
    if (job >= jobs.count)
        return core::outOfRange(job, 0, jobs.count - 1).in("--job");
    if (selection.isWholeJob() && !jobs.several())
        return run;
    SHARDSCOPE_TRY(const Windows windows, windowsOf(run, jobs, selection, task));
    auto cut = std::make_shared<core::Run>(*run);
    SHARDSCOPE_TRY(cut->timeline, Cutter(*run->timeline, windows).cut(task));
    cut->reports.clear(); // they were made of the whole
    for (std::uint32_t source = 0; source < cut->sources.size(); ++source) {
        // Slices name their source by number: it stays, but says nothing of ranks and groups.
        if (jobs.of(source) != job)
            cut->sources[source] = nameOnly(cut->sources[source]);
        else
            cut->sources[source].leftOut = !windows.sources.contains(source);
        if (const auto since = windows.deviceSince.find(source); since != windows.deviceSince.end())
            cut->sources[source].deviceSince = since->second;
    }
    return core::RunPtr(std::move(cut));
}

} // namespace shardscope::profiler
