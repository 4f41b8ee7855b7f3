// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/coverage.h"

#include "profiler/analyze/builtin.h"
#include "profiler/analyze/device/operation_calls.h"
#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <map>
#include <optional>

namespace shardscope::profiler {

namespace {

/// A share of launches, or of the device's time, that may be missing: recordings lose a few at their ends.
constexpr double kTolerated = 0.05;

/// Counts the launches of one host's threads, whichever of its devices they are for.
class LaunchCount {
public:
    LaunchCount(const AnalysisInput& input, const RankPart& host,
                std::span<const DeviceLaunches* const> devices, std::vector<bool>& works, Coverage& sum)
        : m_timeline(input.timeline())
        , m_sum(sum)
        , m_kinds(input.kinds())
        , m_calls(input.launchCalls())
        , m_works(works)
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
        const core::IntervalSet captured = captureTimes(m_timeline, m_kinds, id);
        for (const core::Lane& lane : lanes) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                if (launches(row) && !around(row))
                    count(row, captured, linked);
            }
        }
    }

    void count(std::uint32_t row, const core::IntervalSet& captured, bool linked)
    {
        ++m_sum.launches;
        if (m_works[row])
            return;
        const std::int64_t ts = m_timeline.ts()[row];
        const auto in =
            std::ranges::partition_point(captured, [&](const core::Interval& one) { return one.end <= ts; });
        if (in != captured.end() && in->begin <= ts)
            ++m_sum.capturedLaunches;
        else if (linked)
            ++m_sum.launchesWithoutWork;
    }

    const core::Timeline& m_timeline;
    Coverage& m_sum;
    const core::RowKinds& m_kinds;
    const std::vector<LaunchCall>& m_calls; ///< by name
    std::vector<bool>& m_works;             ///< by row: its work is there
};

void countRows(const AnalysisInput& input, std::size_t part, const DeviceLaunches& launches, Coverage& sum)
{
    for (const std::uint32_t row : input.deviceWork(part).rows)
        sum.deviceNs = saturatedSum(sum.deviceNs, input.timeline().dur()[row]);
    sum.deviceRows += static_cast<std::int64_t>(launches.launch.size());
    sum.deviceRowsWithoutLaunch += std::ranges::count(launches.launch, kNoRow);
}

void countImpossible(const AnalysisInput& input, std::size_t part, Coverage& sum)
{
    const DeviceWork& work = input.deviceWork(part);
    for (const std::uint32_t at : work.impossible)
        sum.impossibleNs = saturatedSum(sum.impossibleNs, input.timeline().dur()[work.rows[at]]);
    sum.impossibleRows += static_cast<std::int64_t>(work.impossible.size());
}

/// Whether devices or hosts communicate and no call says how much.
core::Result<bool> lacksCommunicationSizes(const AnalysisInput& input, const core::Task& task)
{
    if (!input.kinds().any([](const core::RowVerdict& row) { return row.role == core::Role::Communicate; }))
        return false;
    SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
    const std::vector<CollectiveCall>& calls = ranks->collectives.calls;
    return !calls.empty() &&
           std::ranges::none_of(calls, [](const CollectiveCall& call) { return call.bytes >= 0; });
}

core::Result<std::vector<std::string>> notRecordedOf(const AnalysisInput& input, const Coverage& sum,
                                                     const core::Task& task)
{
    std::vector<std::string> lacks;
    if (input.run().origin != core::RunOrigin::Recorded || input.timeline().sliceCount() == 0)
        return lacks;
    const auto add = [&](bool lack, const char* what) {
        if (lack)
            lacks.emplace_back(what);
    };
    const auto has = [&](core::Role role) {
        return input.kinds().any([role](const core::RowVerdict& row) { return row.role == role; });
    };
    SHARDSCOPE_TRY(const ShapesKnown shapes, shapesKnown(input, task));
    SHARDSCOPE_TRY(const bool noSizes, lacksCommunicationSizes(input, task));
    SHARDSCOPE_TRY(const std::string_view memory, memoryLacks(input, {}, task));
    add(sum.deviceRows == 0, "device_work");
    add(sum.deviceRows > 0 && sum.deviceRowsWithoutLaunch == sum.deviceRows, "launches");
    add(sum.deviceRows > 0 && !has(core::Role::Operator), "operators");
    add(has(core::Role::Operator) && !has(core::Role::Python), "stacks");
    add(shapes == ShapesKnown::No, "shapes");
    add(noSizes, "communication_sizes");
    add(!memory.empty() && input.run().memory.empty(), "memory");
    bool steps = false;
    for (std::size_t part = 0; part < input.ranks().size(); ++part)
        steps = steps || !input.steps(part).steps.empty();
    add(!steps, "steps");
    return lacks;
}

std::vector<std::string> unknownArgs(const UnknownKernels& unknown)
{
    std::string largest;
    for (const std::string& name : unknown.largest)
        largest += (largest.empty() ? "" : "; ") + name;
    return {percentText(unknown.share), std::to_string(unknown.names), largest};
}

} // namespace

core::Result<Coverage> coverageOf(const AnalysisInput& input, const core::Task& task)
{
    Coverage sum;
    std::map<std::uint32_t, std::vector<const DeviceLaunches*>> byHost;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
        byHost[input.ranks()[part].hostSource].push_back(launches);
        countRows(input, part, *launches, sum);
        countImpossible(input, part, sum);
    }
    std::vector<bool> works(input.timeline().sliceCount(), false); // hosts have no rows in common
    for (const RankPart& part : input.ranks()) {
        if (part.ownsHost)
            const LaunchCount counted(input, part, byHost[part.hostSource], works, sum);
    }
    SHARDSCOPE_TRY(sum.unknown, unknownKernels(input, task));
    SHARDSCOPE_TRY(sum.notRecorded, notRecordedOf(input, sum, task));
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
    if (coverage.unknown.share > kTolerated)
        all.push_back({"kernels", "unknown_kernels", unknownArgs(coverage.unknown), "operations"});
    if (much(coverage.impossibleNs, coverage.deviceNs))
        all.push_back({"durations",
                       "impossible_rows",
                       {std::to_string(coverage.impossibleRows), nanosText(coverage.impossibleNs)},
                       "profiler"});
    return all;
}

} // namespace shardscope::profiler
