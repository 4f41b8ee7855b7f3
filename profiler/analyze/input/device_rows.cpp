// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/device_rows.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace shardscope::profiler {

using core::IntervalSet;

namespace {

/// Finds where HolisticTraceAnalysis cuts: the last begin of a row named ProfilerStep# that carries no
/// stream, which in some files is an annotation of the device's time. None with fewer than two steps.
core::Result<std::optional<std::int64_t>> lastStepBegin(const AnalysisInput& input, std::size_t part,
                                                        const core::Task& task)
{
    const core::Timeline& timeline = input.timeline();
    SHARDSCOPE_TRY(const IntegerColumn* const stream, input.columns().integers(ArgKey::Stream, task));
    std::set<core::NameId> names;
    for (std::size_t name = 0; name < timeline.names().size(); ++name) {
        if (timeline.names().text(core::NameId{name}).starts_with("ProfilerStep"))
            names.insert(core::NameId{name});
    }
    std::set<core::NameId> seen;
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const core::TrackId id : input.ranks()[part].tracks) {
        const core::Track& track = timeline.tracks()[id.index()];
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                const bool none = (*stream)[row] == IntegerColumn::kMissing || (*stream)[row] == -1;
                if (names.count(timeline.name()[row]) == 0 || !none)
                    continue;
                seen.insert(timeline.name()[row]);
                last = std::max(last, timeline.ts()[row]);
            }
        }
    }
    return seen.size() < 2 ? std::nullopt : std::optional(last);
}

} // namespace

core::Result<std::vector<std::uint32_t>> countedRows(const AnalysisInput& input, std::size_t part,
                                                     const AnalysisOptions& options, const core::Task& task)
{
    std::vector<std::uint32_t> rows(input.deviceWork(part).rows.size());
    std::iota(rows.begin(), rows.end(), 0U);
    if (options.window == AnalysisWindow::Whole)
        return rows;
    SHARDSCOPE_TRY(const std::optional<std::int64_t> end, lastStepBegin(input, part, task));
    if (!end)
        return rows;
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    const auto ts = input.timeline().ts();
    std::erase_if(rows, [&](std::uint32_t at) {
        const std::uint32_t launch = launches->launch[at];
        return launch == kNoRow || ts[launch] >= *end;
    });
    return rows;
}

core::Result<bool> knowsLaunches(const AnalysisInput& input, const AnalysisOptions& options,
                                 const core::Task& task)
{
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
        if (std::ranges::any_of(rows, [&](std::uint32_t at) { return launches->launch[at] != kNoRow; }))
            return true;
    }
    return false;
}

namespace {

/// All kinds' times as one set, in one pass: sets united two by two would be written as often.
IntervalSet unionOf(const std::array<IntervalSet, kKernelKinds>& kinds)
{
    IntervalSet all;
    std::size_t most = 0;
    for (const IntervalSet& kind : kinds)
        most += kind.size();
    all.reserve(most);
    std::array<std::size_t, kKernelKinds> next{};
    while (true) {
        std::size_t first = kKernelKinds;
        for (std::size_t kind = 0; kind < kKernelKinds; ++kind) {
            if (next[kind] < kinds[kind].size() &&
                (first == kKernelKinds || kinds[kind][next[kind]].begin < kinds[first][next[first]].begin))
                first = kind;
        }
        if (first == kKernelKinds)
            return all;
        core::extend(all, kinds[first][next[first]++]);
    }
}

/// Takes intervals of several streams, each sorted by begin, into one set.
class Uniter {
public:
    /// \p most: how many may come of this stream.
    void add(core::Interval interval, std::size_t most)
    {
        if (m_run.empty())
            m_run.reserve(most); // a set that grows is touched twice, and its pages are new
        core::extend(m_run, interval);
    }
    void endStream()
    {
        if (!m_run.empty())
            m_sets.push_back(std::exchange(m_run, {}));
    }
    /// Unites sets two by two, so that each interval is looked at as often as the streams halve.
    IntervalSet take()
    {
        while (m_sets.size() > 1) {
            std::vector<IntervalSet> halves;
            for (std::size_t at = 0; at + 1 < m_sets.size(); at += 2)
                halves.push_back(core::unite(m_sets[at], m_sets[at + 1]));
            if (m_sets.size() % 2 == 1)
                halves.push_back(std::move(m_sets.back()));
            m_sets = std::move(halves);
        }
        return m_sets.empty() ? IntervalSet{} : std::move(m_sets.front());
    }

private:
    IntervalSet m_run;
    std::vector<IntervalSet> m_sets;
};

} // namespace

BusyTimes busyTimes(const AnalysisInput& input, std::size_t part, std::span<const std::uint32_t> counted)
{
    const DeviceWork& work = input.deviceWork(part);
    std::array<Uniter, kKernelKinds> uniters;
    std::size_t next = 0;
    for (const DeviceStream& stream : work.streams) {
        for (; next < counted.size() && counted[next] < stream.end; ++next) {
            uniters[static_cast<std::size_t>(work.kinds[counted[next]])].add(
                work.time(input.timeline(), counted[next]), stream.end - counted[next]);
        }
        for (Uniter& uniter : uniters)
            uniter.endStream();
    }
    BusyTimes busy;
    for (std::size_t kind = 0; kind < kKernelKinds; ++kind)
        busy.kinds[kind] = uniters[kind].take();
    busy.all = unionOf(busy.kinds);
    return busy;
}

} // namespace shardscope::profiler
