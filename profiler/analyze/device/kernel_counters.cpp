// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware counters of kernels (CUPTI's range profiler through kineto), by kernel and by the operator that
// launched it. Ranges say neither when nor by whom: as in HolisticTraceAnalysis' cupti_counter_analysis.py
// the first range is of the first kernel that was launched, and so on.
#include "core/base/text_mark.h"
#include "core/kinds/op_class.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/track_walk.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/trace/kernel_kind.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

/// One launch of a kernel: when, and the innermost operator around it (invalid: none).
struct KernelLaunch {
    std::int64_t ts = 0;
    core::NameId operation;
};

struct CounterSum {
    std::int64_t kernels = 0;
    double total = 0;
    double most = 0;
    void add(double value)
    {
        most = kernels == 0 ? value : std::max(most, value);
        total += value;
        ++kernels;
    }
};

/// Sums by counter, then operator or kernel.
using Sums = std::map<std::pair<std::string, core::NameId>, CounterSum>;

std::vector<KernelLaunch> launchesOf(const AnalysisInput& input, const RankPart& part)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<KernelLaunch> launches;
    for (const core::TrackId id : part.tracks) {
        if (timeline.tracks()[id.index()].device)
            continue;
        std::vector<std::uint32_t> operators;
        walkTrack(
            timeline, id,
            [&](std::uint32_t row, std::size_t) {
                const core::RowVerdict& kind = input.kinds().of(row, id);
                if (kind.role == core::Role::Operator)
                    operators.push_back(row);
                else if (kind.role == core::Role::Launch && kind.launch == LaunchCall::Kernel)
                    launches.push_back({timeline.ts()[row], operators.empty()
                                                                ? core::NameId()
                                                                : timeline.name()[operators.back()]});
            },
            [&](std::uint32_t row, std::size_t) {
                if (!operators.empty() && operators.back() == row)
                    operators.pop_back();
            });
    }
    std::ranges::stable_sort(launches, {}, &KernelLaunch::ts);
    return launches;
}

/// The ranges of each of the rank's devices, in their order.
std::vector<std::vector<std::uint32_t>> rangesOf(const AnalysisInput& input, const RankPart& part)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<std::vector<std::uint32_t>> devices;
    for (const core::TrackId id : part.tracks) {
        std::vector<std::uint32_t> rows;
        const core::Track& track = timeline.tracks()[id.index()];
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; track.device && row < lane.begin + lane.count; ++row) {
                if (input.text(timeline.category()[row]) == core::kCounterRange)
                    rows.push_back(row);
            }
        }
        std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) { return timeline.ts()[row]; });
        if (!rows.empty())
            devices.push_back(std::move(rows));
    }
    return devices;
}

/// Floating-point operations that an instruction of a counter is: HolisticTraceAnalysis'
/// CUDA_SASS_INSTRUCTION_COUNTER_FLOPS, what kineto's "kineto__cuda_core_flops" stands for. 0: another
/// counter.
double flopsOf(std::string_view counter)
{
    constexpr std::string_view kHead = "smsp__sass_thread_inst_executed_op_";
    constexpr std::string_view kTail = "_pred_on.sum";
    if (!counter.starts_with(kHead) || !counter.ends_with(kTail) ||
        counter.size() < kHead.size() + kTail.size())
        return 0;
    const std::string_view op = counter.substr(kHead.size(), counter.size() - kHead.size() - kTail.size());
    constexpr std::array kOnce =
        std::to_array<std::string_view>({"fadd", "fmul", "hadd", "hmul", "dadd", "dmul"});
    constexpr std::array kTwice = std::to_array<std::string_view>({"ffma", "hfma", "dfma"});
    return std::ranges::find(kTwice, op) != kTwice.end() ? 2
           : std::ranges::find(kOnce, op) != kOnce.end() ? 1
                                                         : 0;
}

constexpr std::string_view kFlops = "flop"; ///< of CUDA cores, worked out

core::Table tableOf(const char* key, const char* title, const char* what, const char* whatTitle)
{
    return core::Table{key,
                       title,
                       {rankColumn(), deviceColumn(), textColumn("counter", N_("Counter")),
                        textColumn(what, whatTitle), integerColumn("kernels", N_("Kernels")),
                        realColumn("total", N_("Total"), N_("Of counts")), realColumn("mean", N_("Mean")),
                        realColumn("most", N_("Most"))},
                       {}};
}

void addRows(core::Table& table, const AnalysisInput& input, const RankPart& part, const Sums& sums)
{
    std::vector<Sums::const_iterator> sorted;
    for (auto at = sums.begin(); at != sums.end(); ++at)
        sorted.push_back(at);
    std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
        return a->first.first != b->first.first ? a->first.first < b->first.first
                                                : a->second.total > b->second.total;
    });
    for (const auto& at : sorted) {
        const auto& [counter, name] = at->first;
        const CounterSum& sum = at->second;
        const bool counts = counter.ends_with(".sum") || counter == kFlops; // others are shares and means
        table.rows.push_back({rankCell(part), deviceCell(part), counter,
                              name.valid() ? core::Cell{std::string(input.text(name))} : core::Cell{},
                              sum.kernels, counts ? core::Cell{sum.total} : core::Cell{},
                              sum.total / static_cast<double>(sum.kernels), sum.most});
    }
}

} // namespace

core::Result<std::string_view> kernelCountersLacks(const AnalysisInput& input,
                                                   const AnalysisOptions& /*options*/,
                                                   const core::Task& /*task*/)
{
    const bool any = std::ranges::any_of(
        input.ranks(), [&](const RankPart& part) { return !rangesOf(input, part).empty(); });
    return std::string_view(any ? "" : "no_counter_ranges");
}

core::Result<core::Report> kernelCounters(const AnalysisInput& input, const AnalysisOptions& /*options*/,
                                          const core::Task& task)
{
    core::Report report;
    core::Table operators =
        tableOf("counters_by_operator", N_("Counters by operator"), "operator", N_("Operator"));
    core::Table kernels = tableOf("counters_by_kernel", N_("Counters by kernel"), "kernel", N_("Kernel"));
    for (const RankPart& part : input.ranks()) {
        const std::vector<std::vector<std::uint32_t>> devices = rangesOf(input, part);
        if (devices.empty())
            continue;
        const std::vector<KernelLaunch> launches = launchesOf(input, part);
        // Launches do not say on which device.
        const bool known = devices.size() == 1 && devices.front().size() == launches.size();
        std::size_t ranges = 0;
        Sums byOperator;
        Sums byKernel;
        for (const std::vector<std::uint32_t>& rows : devices) {
            ranges += rows.size();
            std::vector<std::map<std::string, double>> values(rows.size());
            SHARDSCOPE_TRY_DONE(input.columns().visit(
                rows,
                [&](std::size_t at, std::string_view object) {
                    json::walkObject(object, [&](std::string_view counter, std::string_view value) {
                        const std::optional<double> number = json::realOf(value);
                        if (!number)
                            return;
                        values[at].emplace(counter, *number);
                        if (const double flops = flopsOf(counter); flops > 0)
                            values[at][std::string(kFlops)] += flops * *number;
                    });
                },
                task));
            for (std::size_t at = 0; at < rows.size(); ++at) {
                for (const auto& [counter, value] : values[at]) {
                    byKernel[{counter, input.timeline().name()[rows[at]]}].add(value);
                    if (known)
                        byOperator[{counter, launches[at].operation}].add(value);
                }
            }
        }
        addRows(operators, input, part, byOperator);
        addRows(kernels, input, part, byKernel);
        if (!known)
            report.findings.push_back(
                finding("kernel_counters.unmatched", core::Severity::Notice,
                        {rankText(part), std::to_string(ranges), std::to_string(launches.size())}));
    }
    report.findings.push_back(finding("kernel_counters.no_times", core::Severity::Info));
    addTables(report, std::move(operators), std::move(kernels));
    return report;
}

} // namespace shardscope::profiler
