// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/row_pairs.h"

#include "profiler/analyze/input/measured_steps.h"
#include "profiler/analyze/time/told_steps.h"
#include "profiler/compare/work_keys.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace shardscope::profiler {

namespace {

/// Rows of a device by line of the difference and by step, each in the order in which they begin.
using Rows = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>;
using Lines = std::map<core::WorkKey, std::uint32_t>;

core::Result<Rows> rowsOf(const AnalysisInput& input, const DeviceAccount& device, const Lines& lines,
                          const core::Task& task)
{
    const core::Timeline& timeline = input.timeline();
    SHARDSCOPE_TRY(MeasuredSteps steps, measuredSteps(input, device.part, task));
    windowOfToldSteps(input, device.part, steps);
    SHARDSCOPE_TRY(const WorkKeys keys, workKeys(input, device.part, task));
    const DeviceWork& work = input.deviceWork(device.part);
    std::vector<std::int64_t> begins;
    for (const RankStep& step : steps.steps)
        begins.push_back(step.begin);
    Rows rows;
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        const core::Interval time = work.time(timeline, at);
        const auto line = lines.find(keys.keys[keys.of[at]]);
        if (line == lines.end() || time.begin >= time.end || time.begin >= steps.window.end ||
            time.end <= steps.window.begin)
            continue;
        const auto behind = std::ranges::upper_bound(begins, std::max(time.begin, steps.window.begin));
        const auto step = behind == begins.begin() ? 0 : behind - begins.begin() - 1;
        rows[{line->second, static_cast<std::uint32_t>(step)}].push_back(work.rows[at]);
    }
    for (auto& [what, own] : rows)
        std::ranges::sort(own, {}, [&](std::uint32_t row) { return std::pair(timeline.ts()[row], row); });
    return rows;
}

} // namespace

core::Result<std::vector<RowPair>> rowPairs(const AnalysisInput& a, const ComparedSteps& ofA,
                                            const AnalysisInput& b, const ComparedSteps& ofB,
                                            const StepDifference& difference, const core::Task& task)
{
    Lines linesA;
    Lines linesB;
    for (std::uint32_t line = 0; line < difference.rows.size(); ++line) {
        for (const core::WorkKey& key : difference.rows[line].keysA)
            linesA.emplace(key, line);
        for (const core::WorkKey& key : difference.rows[line].keysB)
            linesB.emplace(key, line);
    }
    std::vector<RowPair> pairs;
    // One device may stand for several of the other side: its rows are then each one's.
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (const auto& [one, other] : difference.pairs) {
        if (!seen.insert({one, other}).second)
            continue;
        SHARDSCOPE_TRY(Rows own, rowsOf(a, ofA.devices[one], linesA, task));
        SHARDSCOPE_TRY(Rows theirs, rowsOf(b, ofB.devices[other], linesB, task));
        for (const auto& [what, rows] : own)
            theirs.try_emplace(what);
        for (const auto& [what, rowsB] : theirs) {
            const std::vector<std::uint32_t>& rowsA = own[what];
            for (std::size_t at = 0; at < std::max(rowsA.size(), rowsB.size()); ++at)
                pairs.push_back({at < rowsA.size() ? rowsA[at] : kNoRow,
                                 at < rowsB.size() ? rowsB[at] : kNoRow, what.first, what.second});
        }
    }
    return pairs;
}

} // namespace shardscope::profiler
