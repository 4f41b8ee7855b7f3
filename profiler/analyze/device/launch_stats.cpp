// SPDX-License-Identifier: GPL-3.0-or-later
// What launching costs, after HolisticTraceAnalysis' get_cuda_kernel_launch_stats: the call's time, the
// work's time, and how long the work waited after the call. CUDA graphs: one call, many kernels, counted by
// kernel.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kShown = 5;

struct Call {
    std::vector<std::int64_t> host;
    std::vector<std::int64_t> device;
    std::vector<std::int64_t> delays;
    std::int64_t calls = 0;   ///< fewer than launches where a call launches a graph
    std::int64_t hostSum = 0; ///< each call once
    std::int64_t deviceSum = 0;
    std::int64_t shorterThanCall = 0;
    std::int64_t farApart = 0;
    std::int64_t apartSum = 0;
};

/// The few device rows with the largest measure, of equals the earlier rows.
class Largest {
public:
    using Entry = std::pair<std::int64_t, std::uint32_t>;
    void add(std::int64_t measure, std::uint32_t row)
    {
        const Entry entry{measure, row};
        if (m_entries.size() == kShown && !isBefore(entry, m_entries.back()))
            return;
        m_entries.insert(std::upper_bound(m_entries.begin(), m_entries.end(), entry, isBefore), entry);
        m_entries.resize(std::min(m_entries.size(), kShown));
    }
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

private:
    static bool isBefore(const Entry& a, const Entry& b)
    {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    }
    std::vector<Entry> m_entries;
};

struct RankLaunches {
    std::map<core::NameId, Call> calls; ///< by the call's name
    Largest latest;                     ///< by delay
    Largest shortest;                   ///< by the call's time beyond theirs
    Largest apart;                      ///< by the gap before them
    Largest callless;                   ///< by their time
    std::int64_t withoutCall = 0;
};

RankLaunches collect(const AnalysisInput& input, std::size_t part, const DeviceLaunches& launches,
                     const std::vector<std::uint32_t>& rows, std::int64_t gapNs)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    RankLaunches found;
    std::vector<bool> seen(timeline.sliceCount(), false);
    std::size_t stream = 0;
    Call* call = nullptr;
    bool ofGraph = false;
    core::NameId lastName;
    std::optional<std::int64_t> free; // since when the stream has had nothing to run
    for (const std::uint32_t at : rows) {
        for (; at >= work.streams[stream].end; ++stream)
            free.reset();
        const auto [begin, end] = work.time(timeline, at);
        const std::int64_t gap = begin - free.value_or(begin);
        free = std::max(free.value_or(begin), end);
        const std::uint32_t launch = launches.launch[at];
        if (launch == kNoRow) {
            ++found.withoutCall;
            found.callless.add(timeline.dur()[work.rows[at]], work.rows[at]);
            continue;
        }
        const std::uint32_t row = work.rows[at];
        if (call == nullptr || timeline.name()[launch] != lastName) { // calls of one name follow each other
            lastName = timeline.name()[launch];
            call = &found.calls[lastName];
            ofGraph = input.kinds().ofName(lastName).launch == LaunchCall::Graph;
        }
        const std::int64_t hostTime = timeline.dur()[launch];
        const std::int64_t deviceTime = timeline.dur()[row];
        const std::int64_t delay =
            std::max<std::int64_t>(0, timeline.ts()[row] - (timeline.ts()[launch] + hostTime));
        if (!seen[launch]) {
            seen[launch] = true;
            ++call->calls;
            call->hostSum += hostTime;
        }
        call->host.push_back(hostTime);
        call->device.push_back(deviceTime);
        call->delays.push_back(delay);
        call->deviceSum += deviceTime;
        if (deviceTime < hostTime && !ofGraph) { // a graph's call is no kernel's own
            ++call->shorterThanCall;
            found.shortest.add(hostTime - deviceTime, row);
        }
        if (gap > gapNs) {
            ++call->farApart;
            call->apartSum = saturatedSum(call->apartSum, gap);
            found.apart.add(gap, row);
        }
        found.latest.add(delay, row);
    }
    return found;
}

core::Table launchTable()
{
    return {
        "launches",
        N_("Launches by call"),
        {rankColumn(), deviceColumn(), textColumn("call", N_("Call")), integerColumn("calls", N_("Calls")),
         integerColumn("work", N_("Kernels and copies"), N_("More than calls where a call launches a graph")),
         nanosColumn("host", N_("Time of the calls"), N_("Each call once")),
         nanosColumn("host_by_work", N_("Time of the calls, by kernel"),
                     N_("A graph's call counts for each of its kernels")),
         nanosColumn("host_median", N_("Call, median")), nanosColumn("device", N_("Device time")),
         nanosColumn("device_median", N_("Device time, median")),
         nanosColumn("delay", N_("Delay"), N_("Sum of the times from the call's end to the work's start")),
         nanosColumn("delay_median", N_("Delay, median")), nanosColumn("delay_max", N_("Delay, longest")),
         integerColumn("shorter_than_call", N_("Shorter than their call"),
                       N_("Kernels that run shorter than the call that launches them")),
         integerColumn("far_apart", N_("Far apart"),
                       N_("Kernels that begin long after the work before them on their stream was over")),
         nanosColumn("apart", N_("Before these"), N_("Sum of the gaps before kernels far apart"))},
        {}};
}

std::int64_t median(const std::vector<std::int64_t>& values)
{
    return std::llround(summaryOf(values).median);
}

std::int64_t sumOf(const std::vector<std::int64_t>& values)
{
    std::int64_t sum = 0;
    for (const std::int64_t value : values)
        sum += value;
    return sum;
}

std::vector<core::Mark> marksOf(const AnalysisInput& input, const Largest& largest)
{
    std::vector<core::Mark> marks;
    marks.reserve(largest.entries().size());
    for (const auto& [value, row] : largest.entries())
        marks.push_back(markOf(input, row));
    return marks;
}

void addFindings(core::Report& report, const AnalysisInput& input, std::size_t part,
                 const RankLaunches& found)
{
    std::int64_t work = 0;
    std::int64_t shorter = 0;
    std::int64_t apart = 0;
    std::int64_t apartSum = 0;
    for (const auto& [name, call] : found.calls) {
        work += static_cast<std::int64_t>(call.device.size());
        shorter += call.shorterThanCall;
        apart += call.farApart;
        apartSum = saturatedSum(apartSum, call.apartSum);
    }
    const std::string rank = rankText(input.ranks()[part]);
    if (2 * shorter > work)
        report.findings.push_back(
            finding(couldUseGraphs(input) ? "launch.short_kernels" : "launch.short_kernels_alone",
                    core::Severity::Notice, {rank, std::to_string(shorter), std::to_string(work)},
                    marksOf(input, found.shortest)));
    if (2 * apart > work) {
        std::vector<core::Mark> gaps;
        for (const auto& [gap, row] : found.apart.entries()) {
            const core::Mark next = markOf(input, row);
            gaps.push_back({next.beginNs - gap, next.beginNs, next.track, next.label});
        }
        report.findings.push_back(finding(
            "launch.far_apart", core::Severity::Notice,
            {rank, std::to_string(apart), std::to_string(work), nanosText(apartSum)}, std::move(gaps)));
    }
    if (found.withoutCall > 0)
        report.findings.push_back(finding("launch.without_call", core::Severity::Info,
                                          {rank, std::to_string(found.withoutCall)},
                                          marksOf(input, found.callless)));
    if (!found.latest.entries().empty()) {
        report.findings.push_back(finding("launch.latest", core::Severity::Info,
                                          {rank, nanosText(found.latest.entries().front().first)},
                                          marksOf(input, found.latest)));
    }
}

} // namespace

core::Result<std::string_view> launchStatsLacks(const AnalysisInput& input, const AnalysisOptions& options,
                                                const core::Task& task)
{
    SHARDSCOPE_TRY(const bool known, knowsLaunches(input, options, task));
    return std::string_view(known ? "" : "no_launches");
}

core::Result<core::Report> launchStats(const AnalysisInput& input, const AnalysisOptions& options,
                                       const core::Task& task)
{
    core::Report report;
    core::Table table = launchTable();
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
        const RankLaunches found = collect(input, part, *launches, rows, options.kernelGapNs);
        for (const auto& [name, call] : found.calls) {
            table.rows.push_back(
                {rankCell(input.ranks()[part]), deviceCell(input.ranks()[part]),
                 std::string(input.text(name)), call.calls, static_cast<std::int64_t>(call.device.size()),
                 call.hostSum, sumOf(call.host), median(call.host), call.deviceSum, median(call.device),
                 sumOf(call.delays), median(call.delays), *std::ranges::max_element(call.delays),
                 call.shorterThanCall, call.farApart, call.apartSum});
        }
        addFindings(report, input, part, found);
    }
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
