// SPDX-License-Identifier: GPL-3.0-or-later
// Device time by kind of work, overlaps apart, and by kernel; after HolisticTraceAnalysis'
// get_gpu_kernel_breakdown.
#include "core/base/text_mark.h"
#include "core/report/words.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <array>
#include <limits>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kCombinations = std::size_t{1} << kKernelKinds;

/// Time during which exactly the kinds of each set of bits run; [0] stays 0.
std::array<std::int64_t, kCombinations> timesByCombination(const BusyTimes& busy)
{
    // Each kind's begins and ends lie in order: even ones are begins.
    constexpr std::int64_t kOver = std::numeric_limits<std::int64_t>::max();
    std::array<std::size_t, kKernelKinds> passed{};
    const auto nextOf = [&](std::size_t kind) {
        const core::IntervalSet& set = busy.kinds[kind];
        const std::size_t at = passed[kind];
        return at == 2 * set.size() ? kOver : at % 2 == 0 ? set[at / 2].begin : set[at / 2].end;
    };
    std::array<std::int64_t, kCombinations> times{};
    std::array<std::int64_t, kKernelKinds> next{};
    for (std::size_t kind = 0; kind < kKernelKinds; ++kind)
        next[kind] = nextOf(kind);
    std::size_t running = 0;
    std::int64_t before = 0;
    while (true) {
        const std::size_t kind = static_cast<std::size_t>(std::ranges::min_element(next) - next.begin());
        if (next[kind] == kOver)
            return times;
        if (running != 0)
            times[running] += next[kind] - before;
        before = next[kind];
        running ^= std::size_t{1} << kind; // intervals of a kind neither overlap nor touch
        ++passed[kind];
        next[kind] = nextOf(kind);
    }
}

std::string combinationKey(std::size_t combination)
{
    std::string key;
    for (std::size_t kind = 0; kind < kKernelKinds; ++kind) {
        if ((combination >> kind & 1) != 0)
            key += (key.empty() ? "" : "+") + std::string(core::nameOf(static_cast<KernelKind>(kind)));
    }
    return key;
}

core::Table typeTable()
{
    return {
        "kernel_types",
        N_("Device time by kind"),
        {rankColumn(), deviceColumn(),
         textColumn("kind", N_("Kind"), N_("What runs at once: compute, communication, copy, joined by +")),
         nanosColumn("time", N_("Time"), N_("While exactly these kinds run")),
         fractionColumn("share", N_("Of the busy time"))},
        {}};
}

core::Table kernelTable()
{
    core::Table table{"kernels",
                      N_("Kernels"),
                      {rankColumn(), deviceColumn(), textColumn("kind", N_("Kind")),
                       textColumn("name", N_("Name")), integerColumn("count", N_("Calls")),
                       nanosColumn("sum", N_("Total")), fractionColumn("share", N_("Of its kind"))},
                      {}};
    const auto summary = summaryColumns(core::CellKind::Nanoseconds, "_ns");
    table.columns.insert(table.columns.end(), summary.begin(), summary.end());
    return table;
}

struct Kernel {
    KernelKind kind = KernelKind::Compute;
    core::NameId name;
    std::int64_t sum = 0;
    std::vector<std::int64_t> durations;
    std::uint32_t longest = kNoRow;
};

/// Lists all kernels of a rank, by kind, then total time.
std::vector<Kernel> kernelsOf(const AnalysisInput& input, std::size_t part,
                              const std::vector<std::uint32_t>& rows)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    std::vector<std::uint32_t> slots(timeline.names().size() * kKernelKinds, kNoRow);
    std::vector<Kernel> kernels;
    for (const std::uint32_t at : rows) {
        const std::uint32_t row = work.rows[at];
        std::uint32_t& slot =
            slots[timeline.name()[row].index() * kKernelKinds + static_cast<std::size_t>(work.kinds[at])];
        if (slot == kNoRow) {
            slot = static_cast<std::uint32_t>(kernels.size());
            kernels.push_back({work.kinds[at], timeline.name()[row], 0, {}, row});
        }
        Kernel& kernel = kernels[slot];
        const core::Interval time = work.time(timeline, at);
        kernel.sum = saturatedSum(kernel.sum, time.end - time.begin);
        kernel.durations.push_back(time.end - time.begin);
        if (timeline.dur()[row] > timeline.dur()[kernel.longest])
            kernel.longest = row;
    }
    std::ranges::sort(kernels, [](const Kernel& a, const Kernel& b) {
        if (a.kind != b.kind)
            return a.kind < b.kind;
        return a.sum != b.sum ? a.sum > b.sum : a.name < b.name;
    });
    return kernels;
}

/// What the rest of a kind is called, as one row of kernelTable().
constexpr const char* kOthers = N_("all others");
constexpr std::size_t kNameColumn = 2;

/// The \p top kernels of each kind; the rest of a kind is one row without a name.
std::vector<Kernel> folded(std::vector<Kernel> kernels, std::size_t top)
{
    std::vector<Kernel> kept;
    std::size_t ofKind = 0;
    for (Kernel& kernel : kernels) {
        ofKind = !kept.empty() && kept.back().kind == kernel.kind ? ofKind + 1 : 1;
        if (top == 0 || ofKind <= top) {
            kept.push_back(std::move(kernel));
        } else if (ofKind == top + 1) {
            kernel.name = {};
            kept.push_back(std::move(kernel));
        } else {
            Kernel& rest = kept.back();
            rest.sum = saturatedSum(rest.sum, kernel.sum);
            rest.durations.insert(rest.durations.end(), kernel.durations.begin(), kernel.durations.end());
        }
    }
    return kept;
}

core::Table overlapTable()
{
    return {"overlapping_work",
            N_("Work that overlaps on one stream"),
            {rankColumn(), deviceColumn(), integerColumn("stream", N_("Stream")),
             textColumn("track", N_("Track")), integerColumn("rows", N_("Kernels and copies")),
             integerColumn("overlapping", N_("Overlapping"),
                           N_("Begin before an earlier one on the stream is over")),
             nanosColumn("sum", N_("Summed"), N_("Of each row's own duration")),
             nanosColumn("busy", N_("Busy"), N_("Time in which the stream runs anything, counted once"))},
            {}};
}

/// Kernels that begin before the one before them is over (programmatic dependent launch): all are kept; their
/// times overlap, so that sums over rows are more than the time that passes.
void addOverlaps(core::Report& report, core::Table& table, const AnalysisInput& input, std::size_t part,
                 const std::vector<std::uint32_t>& rows)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    auto at = rows.begin();
    for (const DeviceStream& stream : work.streams) {
        std::int64_t count = 0;
        std::int64_t overlapping = 0;
        std::int64_t sum = 0;
        std::int64_t busy = 0;
        std::int64_t until = -core::kMaxTime;
        std::vector<core::Mark> first;
        for (; at != rows.end() && *at < stream.end; ++at) {
            const std::uint32_t row = work.rows[*at];
            const std::int64_t begin = timeline.ts()[row];
            const std::int64_t end = begin + timeline.dur()[row];
            if (begin < until && end > begin) {
                ++overlapping;
                if (first.empty())
                    first.push_back(markOf(input, row));
            }
            ++count;
            sum += end - begin;
            busy += std::max<std::int64_t>(0, end - std::max(begin, until));
            until = std::max(until, end);
        }
        if (overlapping == 0)
            continue;
        const core::Track& track = timeline.tracks()[stream.track.index()];
        const std::string name =
            std::string(input.text(track.process)) + " / " + std::string(input.text(track.thread));
        table.rows.push_back({rankCell(input.ranks()[part]), deviceCell(input.ranks()[part]), stream.number,
                              name, count, overlapping, sum, busy});
        report.findings.push_back(finding("kernels.overlap", core::Severity::Info,
                                          {rankText(input.ranks()[part]), name, std::to_string(overlapping),
                                           std::to_string(count), nanosText(sum - busy)},
                                          std::move(first)));
    }
}

} // namespace

core::Result<core::Report> kernelBreakdown(const AnalysisInput& input, const AnalysisOptions& options,
                                           const core::Task& task)
{
    core::Report report;
    core::Table types = typeTable();
    core::Table names = kernelTable();
    core::Table overlaps = overlapTable();
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        const BusyTimes busy = busyTimes(input, part, rows);
        const auto times = timesByCombination(busy);
        const std::int64_t whole = core::measure(busy.all);
        for (std::size_t combination = 1; combination < kCombinations; ++combination) {
            if (times[combination] > 0)
                types.rows.push_back({rankCell(input.ranks()[part]), deviceCell(input.ranks()[part]),
                                      combinationKey(combination), times[combination],
                                      shareCell(times[combination], whole)});
        }
        addOverlaps(report, overlaps, input, part, rows);
        std::array<std::int64_t, kKernelKinds> sums{};
        std::vector<Kernel> kernels = kernelsOf(input, part, rows);
        for (const Kernel& kernel : kernels) {
            std::int64_t& sum = sums[static_cast<std::size_t>(kernel.kind)];
            sum = saturatedSum(sum, kernel.sum);
        }
        for (const Kernel& kernel : kernels) {
            // One kernel that takes a third of all computing is worth knowing.
            if (kernel.kind == KernelKind::Compute && kernel.sum > sums[0] / 3)
                report.findings.push_back(
                    finding("kernels.dominant", core::Severity::Info,
                            {rankText(input.ranks()[part]), std::string(input.text(kernel.name)),
                             nanosText(kernel.sum), nanosText(sums[0])},
                            {markOf(input, kernel.longest)}));
        }
        for (const Kernel& kernel : folded(std::move(kernels), options.top)) {
            std::vector<core::Cell> row{rankCell(input.ranks()[part]),
                                        deviceCell(input.ranks()[part]),
                                        std::string(core::nameOf(kernel.kind)),
                                        std::string(kernel.name.valid() ? input.text(kernel.name) : kOthers),
                                        static_cast<std::int64_t>(kernel.durations.size()),
                                        kernel.sum,
                                        shareCell(kernel.sum, sums[static_cast<std::size_t>(kernel.kind)])};
            const auto cells = summaryCells(summaryOf(kernel.durations), core::CellKind::Nanoseconds);
            row.insert(row.end(), cells.begin(), cells.end());
            names.rows.push_back(std::move(row));
            if (!kernel.name.valid())
                names.noteLast(kNameColumn).words = core::Words::Text;
        }
    }
    addTables(report, std::move(types), std::move(names));
    if (!overlaps.rows.empty())
        report.tables.push_back(std::move(overlaps));
    return report;
}

} // namespace shardscope::profiler
