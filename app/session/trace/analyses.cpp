// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/analyses.h"

#include "app/session/tables/json_rows.h"
#include "core/io/json_tree.h"
#include "core/report/columns.h"
#include "core/report/table_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

Json markJson(const core::Mark& mark)
{
    return {{"begin_ns", mark.beginNs},
            {"end_ns", mark.endNs},
            {"track", mark.track == core::Mark{}.track ? Json() : Json(mark.track)},
            {"label", mark.label}};
}

Json marksJson(const std::vector<core::Mark>& marks)
{
    Json all = Json::array();
    for (const core::Mark& mark : marks)
        all.push_back(markJson(mark));
    return all;
}

/// Which analyses heed an option; "" is the overview.
struct Heeders {
    const char* option;
    std::vector<std::string> analyses;
};

const std::vector<Heeders>& allHeeders()
{
    static const std::vector<Heeders> all{
        {"--hardware", {"utilization"}},
        {"--annotation", {"critical_path"}},
        {"--instance", {"critical_path"}},
        {"--top",
         {"kernel_breakdown", "utilization", "operator_tree", "memory", "memory_snapshot", "stragglers"}},
        {"--kernel-gap-us", {"", "idle_time", "launch_stats"}},
        {"--tree-rows", {"operator_tree"}},
        {"--full-queue", {"queue_length"}},
        {"--window",
         {"", "temporal_breakdown", "overlap", "idle_time", "kernel_breakdown", "queue_length",
          "copy_bandwidth", "launch_stats", "steps", "communication", "stragglers", "rank_critical_path",
          "rank_skew"}},
    };
    return all;
}

} // namespace

std::vector<std::string> heededOptions(const std::string& key)
{
    std::vector<std::string> options;
    for (const Heeders& heeders : allHeeders()) {
        if (std::ranges::find(heeders.analyses, key) != heeders.analyses.end())
            options.emplace_back(heeders.option);
    }
    return options;
}

core::Table analysisTable()
{
    core::Table table{"analyses",
                      N_("Analyses"),
                      {core::textColumn("key", N_("Name")),
                       core::wordColumn(core::Words::Text, "title", N_("Title")),
                       core::wordColumn(core::Words::Text, "needs", N_("Needs")),
                       core::wordColumn(core::Words::Text, "help", N_("What it tells"))},
                      {}};
    for (const profiler::Analysis& analysis : profiler::builtinAnalyses())
        table.rows.push_back({std::string(analysis.key), std::string(analysis.title),
                              std::string(analysis.needs), std::string(analysis.help)});
    return table;
}

std::string reportJson(const core::Report& report)
{
    Json tables = Json::array();
    for (const core::Table& table : report.tables)
        tables.push_back(core::jsonOf<Json>(core::tableDocument(table)));
    Json series = Json::array();
    for (const core::Series& line : report.series)
        series.push_back({{"key", line.key}, {"title", line.title}, {"x", line.x}, {"y", line.y}});
    Json findings = Json::array();
    for (const core::Finding& finding : report.findings)
        findings.push_back({{"key", finding.key},
                            {"severity", core::nameOf(finding.severity)},
                            {"text", findingText(finding).toStdString()},
                            {"args", finding.args},
                            {"evidence", marksJson(finding.evidence)}});
    const Json json{{"key", report.key},
                    {"title", report.title},
                    {"tables", tables},
                    {"series", series},
                    {"marks", marksJson(report.marks)},
                    {"findings", findings}};
    return documentText(json);
}

} // namespace shardscope::app
