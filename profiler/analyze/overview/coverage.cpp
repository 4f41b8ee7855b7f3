// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/coverage.h"

#include "core/kinds/op_class.h"
#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <map>
#include <optional>

namespace shardscope::profiler {

namespace {

/// Of launches, or of the device's time: recordings lose a few of them at their ends.
constexpr double kTolerated = 0.05;

/// Times in which a thread captures launches into a graph.
core::IntervalSet captures(std::vector<std::pair<std::int64_t, LaunchCall>> calls)
{
    std::ranges::sort(calls, {}, [](const auto& call) { return call.first; });
    core::IntervalSet times;
    std::optional<std::int64_t> since;
    for (const auto& [ts, call] : calls) {
        if (call == LaunchCall::BeginCapture) {
            since = since.value_or(ts);
        } else if (since) {
            times.push_back({*since, ts});
            since.reset();
        }
    }
    return times;
}

/// Counts the launches of one host's threads, whichever of its devices they are for.
class LaunchCount {
public:
    LaunchCount(const AnalysisInput& input, const RankPart& host,
                std::span<const DeviceLaunches* const> devices, Coverage& sum)
        : m_timeline(input.timeline())
        , m_sum(sum)
        , m_calls(input.launchCalls())
        , m_works(m_timeline.sliceCount(), false)
    {
        bool linked = std::ranges::all_of(
            devices, [](const DeviceLaunches* one) { return one->launch.empty(); }); // none has any work
        for (const DeviceLaunches* const launches : devices) {
            for (const std::uint32_t call : launches->launch) {
                if (call == kNoRow)
                    continue;
                linked = true;
                markWorks(call);
            }
        }
        for (const core::TrackId track : host.tracks) {
            if (!m_timeline.tracks()[track.index()].device)
                countTrack(track, linked);
        }
    }

private:
    [[nodiscard]] LaunchCall callOf(std::uint32_t row) const
    {
        const core::NameId name = m_timeline.name()[row];
        return name.valid() ? m_calls[name.index()] : LaunchCall::None;
    }
    [[nodiscard]] bool launches(std::uint32_t row) const { return profiler::launches(callOf(row)); }
    /// A runtime's call around a driver's launches the same work.
    [[nodiscard]] std::optional<std::uint32_t> around(std::uint32_t row) const
    {
        const auto parent = m_timeline.parentOf(core::SliceId{row});
        return parent && launches(parent->value) ? std::optional(parent->value) : std::nullopt;
    }
    void markWorks(std::uint32_t call)
    {
        for (std::optional<std::uint32_t> at = call; at && !m_works[*at]; at = around(*at))
            m_works[*at] = true;
    }

    void countTrack(core::TrackId id, bool linked)
    {
        const core::Track& track = m_timeline.tracks()[id.index()];
        const auto lanes = m_timeline.lanes().subspan(track.firstLane, track.laneCount);
        std::vector<std::pair<std::int64_t, LaunchCall>> ends;
        const auto forEachCall = [&](auto visit) {
            for (const core::Lane& lane : lanes) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    if (callOf(row) != LaunchCall::None && callOf(row) != LaunchCall::Instantiate)
                        visit(row);
                }
            }
        };
        forEachCall([&](std::uint32_t row) {
            if (!launches(row))
                ends.emplace_back(m_timeline.ts()[row], callOf(row));
        });
        const core::IntervalSet captured = captures(std::move(ends));
        forEachCall([&](std::uint32_t row) {
            if (!launches(row) || around(row))
                return;
            ++m_sum.launches;
            if (m_works[row])
                return;
            const std::int64_t ts = m_timeline.ts()[row];
            const auto in = std::ranges::partition_point(
                captured, [&](const core::Interval& one) { return one.end <= ts; });
            if (in != captured.end() && in->begin <= ts)
                ++m_sum.capturedLaunches;
            else if (linked)
                ++m_sum.launchesWithoutWork;
        });
    }

    const core::Timeline& m_timeline;
    Coverage& m_sum;
    const std::vector<LaunchCall>& m_calls; ///< by name
    std::vector<bool> m_works;              ///< by row: its work is there
};

/// Whether the operation that launched a kernel tells what it does.
bool operationTells(const AnalysisInput& input, std::uint32_t launch)
{
    const core::Timeline& timeline = input.timeline();
    for (std::optional<core::SliceId> at = core::SliceId{launch}; at; at = timeline.parentOf(*at)) {
        const core::NameId name = timeline.name()[at->value];
        const core::NameId category = timeline.category()[at->value];
        const std::string_view kind = category.valid() ? input.text(category) : std::string_view();
        if (kind == "cpu_op" && name.valid() && core::classify(input.text(name), kind) != core::OpClass::Host)
            return true;
    }
    return false;
}

/// Time of kernels whose names tell nothing, by name; each name asked once, by its first kernel's operation.
void countUnknown(const AnalysisInput& input, std::size_t part, const DeviceLaunches& launches,
                  std::map<core::NameId, std::int64_t>& unknown, Coverage& sum)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    std::vector<std::int8_t> known(timeline.names().size(), -1);
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        const std::uint32_t row = work.rows[at];
        const core::NameId name = timeline.name()[row];
        sum.deviceRowsWithoutLaunch += launches.launch[at] == kNoRow ? 1 : 0;
        sum.deviceNs = saturatedSum(sum.deviceNs, timeline.dur()[row]);
        if (!name.valid() || work.kinds[at] != KernelKind::Compute)
            continue;
        std::int8_t& told = known[name.index()];
        if (told < 0) {
            const core::NameId category = timeline.category()[row];
            told = core::tellsItsWork(input.text(name),
                                      category.valid() ? input.text(category) : std::string_view()) ||
                   (launches.launch[at] != kNoRow && operationTells(input, launches.launch[at]));
        }
        if (told == 0)
            unknown[name] = saturatedSum(unknown[name], timeline.dur()[row]);
    }
    sum.deviceRows += static_cast<std::int64_t>(work.rows.size());
}

/// A kernel may run on while the next one begins (programmatic dependent launch), but not through three.
void countImpossible(const AnalysisInput& input, std::size_t part, Coverage& sum)
{
    constexpr std::uint32_t kBehind = 3;
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    for (const DeviceStream& stream : work.streams) {
        if (timeline.tracks()[stream.track.index()].laneCount < 2)
            continue; // rows of one lane follow one another
        for (std::uint32_t at = stream.begin; at + kBehind < stream.end; ++at) {
            const std::uint32_t row = work.rows[at];
            const core::NameId category = timeline.category()[row];
            if (!category.valid() || input.text(category) != "kernel")
                continue;
            const std::int64_t end = timeline.ts()[row] + timeline.dur()[row];
            const auto runsOn = [&](std::uint32_t next) {
                return timeline.ts()[work.rows[next]] > timeline.ts()[row] &&
                       timeline.ts()[work.rows[next]] < end;
            };
            if (!runsOn(at + kBehind))
                continue;
            ++sum.impossibleRows;
            sum.impossibleNs = saturatedSum(sum.impossibleNs, timeline.dur()[row]);
        }
    }
}

} // namespace

core::Result<Coverage> coverageOf(const AnalysisInput& input, const core::Task& task)
{
    Coverage sum;
    std::map<core::NameId, std::int64_t> unknown;
    std::map<std::uint32_t, std::vector<const DeviceLaunches*>> byHost;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
        byHost[input.ranks()[part].hostSource].push_back(launches);
        countUnknown(input, part, *launches, unknown, sum);
        countImpossible(input, part, sum);
    }
    for (const RankPart& part : input.ranks()) {
        if (part.ownsHost())
            const LaunchCount counted(input, part, byHost[part.hostSource], sum);
    }
    std::int64_t time = 0;
    std::int64_t most = 0;
    for (const auto& [name, own] : unknown) {
        time = saturatedSum(time, own);
        if (own > most)
            sum.unknownKernel = input.text(name);
        most = std::max(most, own);
    }
    if (sum.deviceNs > 0)
        sum.unknownKernelsShare = static_cast<double>(time) / static_cast<double>(sum.deviceNs);
    return sum;
}

std::vector<NotKnown> notKnownOf(const Coverage& coverage, const std::string& device,
                                 const std::string& framework)
{
    std::vector<NotKnown> all;
    const std::string recorder = framework == "PyTorch" ? "torch" : framework == "JAX" ? "jax" : "other";
    const auto much = [](std::int64_t part, std::int64_t whole) {
        return static_cast<double>(part) > kTolerated * static_cast<double>(whole);
    };
    if (coverage.deviceRows == 0) {
        if (coverage.launchesWithoutWork > 0)
            all.push_back({"devices",
                           "work_not_recorded",
                           {std::to_string(coverage.launchesWithoutWork)},
                           "devices." + recorder});
        else if (!device.empty() && device != "CPU")
            all.push_back({"devices", "device_without_work", {device}, "devices." + recorder});
        else
            all.push_back({"devices", "no_device", {}, "devices." + recorder});
        return all;
    }
    if (much(coverage.launchesWithoutWork, coverage.launches))
        all.push_back({"devices",
                       "work_missing",
                       {std::to_string(coverage.launchesWithoutWork), std::to_string(coverage.launches)},
                       "whole"});
    if (coverage.unknownKernelsShare > kTolerated)
        all.push_back({"kernels",
                       "unknown_kernels",
                       {percentText(coverage.unknownKernelsShare), coverage.unknownKernel},
                       "operations"});
    if (much(coverage.impossibleNs, coverage.deviceNs))
        all.push_back({"durations",
                       "impossible_rows",
                       {std::to_string(coverage.impossibleRows), nanosText(coverage.impossibleNs)},
                       "profiler"});
    return all;
}

} // namespace shardscope::profiler
