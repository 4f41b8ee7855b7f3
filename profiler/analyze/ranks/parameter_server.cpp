// SPDX-License-Identifier: GPL-3.0-or-later
// Training with parameter servers: how long each stage of a batch takes, what overlaps what, and how stale
// the embeddings of a batch were: how many earlier batches had not been put back when they were read
// (PERSIA's bounded staleness, arXiv:2111.05897, section 3.2). Stages are annotations that end in the batch's
// number, as in "## embedding get 7 ##".
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/report_parts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace shardscope::profiler {

namespace {

constexpr std::string_view kGet = "embedding get";
constexpr std::string_view kPut = "embedding put";

struct StageName {
    std::string stage;
    std::int64_t batch = 0;
};

/// "## embedding get 7 ##" -> ("embedding get", 7)
std::optional<StageName> stageOf(std::string_view name)
{
    const auto strip = [](char c) { return c == '#' || c == ' '; };
    while (!name.empty() && strip(name.front()))
        name.remove_prefix(1);
    while (!name.empty() && strip(name.back()))
        name.remove_suffix(1);
    const auto space = name.rfind(' ');
    if (space == std::string_view::npos)
        return std::nullopt;
    StageName found{std::string(name.substr(0, space)), 0};
    const std::string_view digits = name.substr(space + 1);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), found.batch);
    return parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size() && found.batch >= 0
               ? std::optional(found)
               : std::nullopt;
}

/// "0.9": whole batches would hide that nearly all wait for one.
std::string meanText(std::int64_t sum, std::size_t count)
{
    return core::fixedText(static_cast<double>(sum) / static_cast<double>(count), 1);
}

struct Stage {
    std::uint32_t row = 0;
    std::int64_t batch = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
};
using Stages = std::map<std::string, std::vector<Stage>>; ///< by batch

Stages stagesOf(const AnalysisInput& input, const RankPart& part,
                const std::vector<std::optional<StageName>>& names)
{
    Stages stages;
    const core::Timeline& timeline = input.timeline();
    forEachHostLane(timeline, part, [&](const core::Lane& lane) {
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            const core::NameId name = timeline.name()[row];
            if (name.valid() && names[name.index()])
                stages[names[name.index()]->stage].push_back({row, names[name.index()]->batch,
                                                              timeline.ts()[row],
                                                              timeline.ts()[row] + timeline.dur()[row]});
        }
    });
    for (auto& [stage, all] : stages)
        std::ranges::stable_sort(all, {}, &Stage::batch);
    return stages;
}

void addStageRows(const AnalysisInput& input, const RankPart& part, const Stages& stages, core::Table& table)
{
    for (const auto& [stage, all] : stages) {
        std::vector<std::int64_t> durations;
        std::int64_t total = 0;
        for (const Stage& one : all) {
            durations.push_back(one.end - one.begin);
            total += one.end - one.begin;
        }
        std::ranges::sort(durations);
        table.rows.push_back(
            {rankCell(part), deviceCell(part), stage, static_cast<std::int64_t>(all.size()), total,
             total / static_cast<std::int64_t>(all.size()), durations[(durations.size() - 1) / 2],
             durations.front(), durations.back(),
             std::string(input.text(
                 input.timeline()
                     .tracks()[input.timeline()
                                   .lanes()[input.timeline()
                                                .laneOf(core::SliceId{std::size_t{all.front().row}})
                                                .index()]
                                   .track.index()]
                     .thread))});
    }
}

void addStaleness(const AnalysisInput& input, const RankPart& part, const Stages& stages, core::Table& table,
                  core::Report& report)
{
    const auto gets = stages.find(std::string(kGet));
    const auto puts = stages.find(std::string(kPut));
    if (gets == stages.end() || puts == stages.end())
        return;
    core::Series series{"staleness", N_("Staleness by batch"), core::kItem, core::kItem, {},
                        {},          core::Words::Text};
    std::int64_t worst = 0;
    std::int64_t sum = 0;
    const Stage* worstGet = nullptr;
    for (const Stage& get : gets->second) {
        std::int64_t missing = 0;
        std::int64_t reach = 0; // of the oldest batch that was not put back yet
        for (const Stage& put : puts->second) {
            if (put.batch < get.batch && put.end > get.begin) {
                ++missing;
                reach = std::max(reach, get.batch - put.batch);
            }
        }
        table.rows.push_back({rankCell(part), deviceCell(part), get.batch,
                              get.begin - input.timeline().begin(), missing, reach});
        series.x.push_back(static_cast<double>(get.batch));
        series.y.push_back(static_cast<double>(missing));
        sum += missing;
        if (worstGet == nullptr || missing > worst) {
            worst = missing;
            worstGet = &get;
        }
    }
    report.series.push_back(std::move(series));
    report.findings.push_back(finding(
        worst == 0 ? "parameter_server.synchronous" : "parameter_server.staleness", core::Severity::Info,
        {rankText(part), std::to_string(worst), std::to_string(worstGet->batch),
         meanText(sum, gets->second.size())},
        {markOf(input, worstGet->row)}));
}

/// Time of a batch, one after the other: from the first put's end to the last's.
void addPace(const RankPart& part, const Stages& stages, core::Report& report)
{
    const auto puts = stages.find(std::string(kPut));
    if (puts == stages.end() || puts->second.size() < 2)
        return;
    std::int64_t first = puts->second.front().end;
    std::int64_t last = first;
    for (const Stage& put : puts->second) {
        first = std::min(first, put.end);
        last = std::max(last, put.end);
    }
    std::int64_t stageSum = 0;
    for (const auto& [stage, all] : stages) {
        for (const Stage& one : all)
            stageSum += one.end - one.begin;
    }
    const auto batches = static_cast<std::int64_t>(puts->second.size());
    report.findings.push_back(
        finding("parameter_server.pace", core::Severity::Info,
                {rankText(part), nanosText((last - first) / (batches - 1)), nanosText(stageSum / batches)}));
}

} // namespace

core::Result<std::string_view> parameterServerLacks(const AnalysisInput& input,
                                                    const AnalysisOptions& /*options*/,
                                                    const core::Task& /*task*/)
{
    const core::StringPool& pool = input.timeline().names();
    for (std::size_t id = 0; id < pool.size(); ++id) {
        const auto name = stageOf(pool.text(core::NameId{id}));
        if (name && (name->stage == kGet || name->stage == kPut))
            return std::string_view();
    }
    return std::string_view("no_parameter_server");
}

core::Result<core::Report> parameterServer(const AnalysisInput& input, const AnalysisOptions&,
                                           const core::Task& task)
{
    const core::StringPool& pool = input.timeline().names();
    std::vector<std::optional<StageName>> names(pool.size());
    for (std::size_t id = 0; id < pool.size(); ++id)
        names[id] = stageOf(pool.text(core::NameId{id}));
    core::Report report;
    core::Table stageTable{"stages",
                           N_("Stages of a batch"),
                           {rankColumn(), deviceColumn(),
                            wordColumn(core::Words::Label, "stage", N_("Stage")),
                            integerColumn("batches", N_("Batches")), nanosColumn("total", N_("Total")),
                            nanosColumn("mean", N_("Mean")), nanosColumn("median", N_("Median")),
                            nanosColumn("shortest", N_("Shortest")), nanosColumn("longest", N_("Longest")),
                            textColumn("thread", N_("Thread"))},
                           {}};
    core::Table stalenessTable{
        "staleness",
        N_("Staleness of each batch's embeddings"),
        {rankColumn(), deviceColumn(), integerColumn("batch", N_("Batch")),
         nanosColumn("begin", N_("Read at"), N_("Since the run's begin")),
         integerColumn("staleness", N_("Staleness"), N_("Earlier batches not put back when they were read")),
         integerColumn("reach", N_("Reach"), N_("How far back the oldest of these lies"))},
        {}};
    for (const RankPart& part : input.ranks()) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const Stages stages = stagesOf(input, part, names);
        addStageRows(input, part, stages, stageTable);
        addStaleness(input, part, stages, stalenessTable, report);
        addPace(part, stages, report);
    }
    addTables(report, std::move(stageTable), std::move(stalenessTable));
    return report;
}

} // namespace shardscope::profiler
