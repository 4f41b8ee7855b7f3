// SPDX-License-Identifier: GPL-3.0-or-later
// Why each stream waits, after HolisticTraceAnalysis' get_idle_time_breakdown: the host launched too late,
// the device took its time between kernels already launched, or something else held the kernel back.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace shardscope::profiler {

namespace {

enum Cause : std::size_t { HostWait, KernelWait, OtherWait, Causes };
constexpr std::array<const char*, Causes> kCauseKeys{"host_wait", "kernel_wait", "other"};
constexpr std::size_t kGapsShown = 5;

struct Gap {
    std::int64_t begin;
    std::int64_t end;
    core::TrackId track;
};

/// The gaps of one stream by cause. A row that starts before all earlier ones have ended leaves no gap.
struct StreamIdle {
    std::array<std::vector<std::int64_t>, Causes> gaps;
    std::array<std::vector<Gap>, Causes> longest;
};

class IdleReader {
public:
    IdleReader(const AnalysisInput& input, std::size_t part, const DeviceLaunches& launches,
               const AnalysisOptions& options)
        : m_timeline(input.timeline())
        , m_work(input.deviceWork(part))
        , m_launches(launches)
        , m_options(options)
    {
    }

    [[nodiscard]] StreamIdle read(const DeviceStream& stream, std::span<const std::uint32_t> rows) const
    {
        StreamIdle idle;
        std::int64_t busyUntil = 0;
        bool first = true;
        for (const std::uint32_t at : rows) {
            const auto [begin, end] = m_work.time(m_timeline, at);
            if (!first && begin >= busyUntil) {
                const Cause cause = causeOf(at, begin - busyUntil, busyUntil);
                idle.gaps[cause].push_back(begin - busyUntil);
                if (begin > busyUntil)
                    keepLongest(idle.longest[cause], {busyUntil, begin, stream.track});
            }
            busyUntil = first ? end : std::max(busyUntil, end);
            first = false;
        }
        return idle;
    }

private:
    [[nodiscard]] Cause causeOf(std::uint32_t at, std::int64_t gap, std::int64_t busyUntil) const
    {
        const std::uint32_t launch = m_launches.launch[at];
        if (launch != kNoRow && m_timeline.ts()[launch] > busyUntil)
            return HostWait;
        return gap < m_options.kernelGapNs ? KernelWait : OtherWait;
    }

    static void keepLongest(std::vector<Gap>& longest, const Gap& gap)
    {
        const auto longer = [](const Gap& a, const Gap& b) { return a.end - a.begin > b.end - b.begin; };
        if (longest.size() == kGapsShown && !longer(gap, longest.back()))
            return;
        longest.insert(std::upper_bound(longest.begin(), longest.end(), gap, longer), gap);
        if (longest.size() > kGapsShown)
            longest.pop_back();
    }

    const core::Timeline& m_timeline;
    const DeviceWork& m_work;
    const DeviceLaunches& m_launches;
    const AnalysisOptions& m_options;
};

core::Table idleTable()
{
    core::Table table = mainTable(
        {rankColumn(), deviceColumn(), integerColumn("stream", N_("Stream")),
         textColumn("track", N_("Track")),
         textColumn("cause", N_("Cause"),
                    N_("host_wait: launched after the stream ran dry; kernel_wait: launched before, "
                       "short gap; other: launched before, long gap")),
         nanosColumn("idle", N_("Idle")), fractionColumn("share", N_("Of the stream's idle time")),
         integerColumn("gaps", N_("Gaps"))});
    const auto summary = summaryColumns(core::CellKind::Nanoseconds, "_ns");
    table.columns.insert(table.columns.end(), summary.begin(), summary.end());
    return table;
}

void addStream(core::Report& report, const AnalysisInput& input, std::size_t part, const DeviceStream& stream,
               const StreamIdle& idle)
{
    std::array<std::int64_t, Causes> sums{};
    for (std::size_t cause = 0; cause < Causes; ++cause)
        sums[cause] = std::accumulate(idle.gaps[cause].begin(), idle.gaps[cause].end(), std::int64_t{0});
    const std::int64_t whole = sums[HostWait] + sums[KernelWait] + sums[OtherWait];
    const core::Track& track = input.timeline().tracks()[stream.track.index()];
    const std::string name =
        std::string(input.text(track.process)) + " / " + std::string(input.text(track.thread));
    for (std::size_t cause = 0; cause < Causes; ++cause) {
        std::vector<core::Cell> row{rankCell(input.ranks()[part]),
                                    deviceCell(input.ranks()[part]),
                                    stream.number,
                                    name,
                                    std::string(kCauseKeys[cause]),
                                    sums[cause],
                                    shareCell(sums[cause], whole),
                                    static_cast<std::int64_t>(idle.gaps[cause].size())};
        const auto cells = summaryCells(summaryOf(idle.gaps[cause]), core::CellKind::Nanoseconds);
        row.insert(row.end(), cells.begin(), cells.end());
        report.tables.front().rows.push_back(std::move(row));
    }
    if (2 * sums[HostWait] <= whole || idle.longest[HostWait].empty())
        return;
    std::vector<core::Mark> marks;
    for (const Gap& gap : idle.longest[HostWait])
        marks.push_back({gap.begin, gap.end, gap.track.value, kCauseKeys[HostWait]});
    report.findings.push_back(
        finding("idle.host_wait", core::Severity::Notice,
                {rankText(input.ranks()[part]), name, nanosText(sums[HostWait]), nanosText(whole)},
                std::move(marks)));
}

} // namespace

core::Result<core::Report> idleTime(const AnalysisInput& input, const AnalysisOptions& options,
                                    const core::Task& task)
{
    core::Report report;
    report.tables.push_back(idleTable());
    bool anyLaunch = false;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const DeviceWork& work = input.deviceWork(part);
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
        anyLaunch = anyLaunch ||
                    std::ranges::any_of(launches->launch, [](std::uint32_t row) { return row != kNoRow; });
        const IdleReader reader(input, part, *launches, options);
        auto begin = rows.begin();
        for (const DeviceStream& stream : work.streams) {
            const auto end = std::lower_bound(begin, rows.end(), stream.end);
            if (begin != end)
                addStream(report, input, part, stream, reader.read(stream, std::span(begin, end)));
            begin = end;
        }
    }
    if (!anyLaunch)
        report.findings.push_back(finding("idle.no_launches", core::Severity::Notice));
    return report;
}

} // namespace shardscope::profiler
