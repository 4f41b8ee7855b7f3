// SPDX-License-Identifier: GPL-3.0-or-later
// Communication that runs while the device computes, after HolisticTraceAnalysis' get_comm_comp_overlap.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/time/rank_time.h"

namespace shardscope::profiler {

namespace {

constexpr std::size_t kExposedShown = 5;

} // namespace

core::Result<std::string_view> overlapLacks(const AnalysisInput& input, const AnalysisOptions& options,
                                            const core::Task& task)
{
    SHARDSCOPE_TRY(const auto byHost, hostCommunication(input, task));
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        const DeviceWork& work = input.deviceWork(part);
        const auto own = byHost.find(input.ranks()[part].hostSource);
        const bool onHost = !rows.empty() && own != byHost.end() && core::measure(own->second) > 0;
        if (onHost || std::ranges::any_of(rows, [&](std::uint32_t at) {
                return work.kinds[at] == KernelKind::Communication &&
                       input.timeline().dur()[work.rows[at]] > 0;
            }))
            return std::string_view();
    }
    return std::string_view("no_communication");
}

core::Result<core::Report> overlap(const AnalysisInput& input, const AnalysisOptions& options,
                                   const core::Task& task)
{
    core::Report report;
    core::Table table = mainTable(
        {rankColumn(), deviceColumn(),
         nanosColumn("communication", N_("Communicating"), N_("At least one collective or transfer runs")),
         nanosColumn("hidden", N_("Hidden"), N_("Communication while a kernel computes")),
         nanosColumn("exposed", N_("Exposed"), N_("Communication while no kernel computes")),
         fractionColumn("hidden_share", N_("Hidden"))});
    SHARDSCOPE_TRY(const auto byHost, hostCommunication(input, task));
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        const BusyTimes busy = busyTimes(input, part, rows);
        if (busy.all.empty())
            continue;
        core::IntervalSet communication = busy.of(KernelKind::Communication);
        if (const auto own = byHost.find(input.ranks()[part].hostSource); own != byHost.end())
            communication = core::unite(communication, own->second);
        const std::int64_t whole = core::measure(communication);
        const std::int64_t hidden = core::measureCommon(communication, busy.of(KernelKind::Compute));
        table.rows.push_back({rankCell(input.ranks()[part]), deviceCell(input.ranks()[part]), whole, hidden,
                              whole - hidden, shareCell(hidden, whole)});
        if (2 * hidden < whole)
            report.findings.push_back(
                finding("overlap.exposed", core::Severity::Notice,
                        {rankText(input.ranks()[part]), nanosText(whole - hidden), nanosText(whole)},
                        longestMarks(core::subtract(communication, busy.of(KernelKind::Compute)),
                                     kExposedShown, "exposed communication")));
    }
    report.tables.push_back(std::move(table));
    if (!byHost.empty())
        report.findings.push_back(finding("overlap.by_host", core::Severity::Info));
    return report;
}

} // namespace shardscope::profiler
