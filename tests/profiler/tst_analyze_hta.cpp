// SPDX-License-Identifier: GPL-3.0-or-later
// The analyses that HolisticTraceAnalysis has, against its exact values.
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/input.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/profiler.h"
#include "tests/profiler/hta_case.h"
#include "tests/profiler/import_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace shardscope;
using nlohmann::json;
using tests::compareMicroseconds;
using tests::compareShare;
using tests::isOurs;
using tests::kHtaSummary;
using tests::kLikeHta;
using tests::ofRank;
using tests::ReportRow;
using tests::rowsOf;

class TstAnalyzeHta : public QObject {
    Q_OBJECT
private slots:
    void deviceAnalyses_data();
    void deviceAnalyses();
    void criticalPaths_data();
    void criticalPaths();
};

namespace {

void checkTemporal(const std::string& name, const profiler::AnalysisInput& input, const json& exact)
{
    const bool several = input.ranks().size() > 1;
    const auto rows = rowsOf(tests::analyzed(input, "temporal_breakdown", kLikeHta), "temporal_breakdown");
    const auto overlaps = rowsOf(tests::analyzed(input, "overlap", kLikeHta), "overlap");
    for (const json& wanted : exact["temporal_breakdown"]) {
        const auto own = ofRank(rows, wanted["rank"], several);
        QCOMPARE(own.size(), std::size_t{1});
        for (const std::string part : {"idle", "compute", "non_compute", "kernel_time"})
            compareMicroseconds(name + " " + part, own[0].at(part + "_ns").get<std::int64_t>(),
                                wanted[part + (part == "kernel_time" ? "(us)" : "_time(us)")].get<double>());
        for (const std::string part : {"idle", "compute", "non_compute"}) {
            if (isOurs(name + " " + part) || isOurs(name + " kernel_time"))
                continue;
            compareShare(name + " " + part, own[0].at(part + "_share"), wanted[part + "_time_pctg"], 100);
        }
    }
    for (const json& wanted : exact["comm_comp_overlap"]) {
        if (overlaps.empty()) { // nothing communicates
            QVERIFY(wanted["comp_comm_overlap_pctg"].is_null());
            continue;
        }
        const auto own = ofRank(overlaps, wanted["rank"], several);
        QCOMPARE(own.size(), std::size_t{1});
        const json& share = own[0].at("hidden_share");
        // HTA knows collectives on the device alone; this run's are gloo's, on the host, and ours count.
        if (name == "ns_resolution" && wanted["comp_comm_overlap_pctg"].is_null()) {
            QVERIFY(!share.is_null());
            continue;
        }
        QCOMPARE(share.is_null(), wanted["comp_comm_overlap_pctg"].is_null());
        if (!share.is_null())
            QVERIFY(std::abs(100 * share.get<double>() - wanted["comp_comm_overlap_pctg"].get<double>()) <
                    0.0051);
    }
}

void checkIdle(const std::string& name, const profiler::AnalysisInput& input, const json& exact)
{
    const bool several = input.ranks().size() > 1;
    const auto rows = rowsOf(tests::analyzed(input, "idle_time", kLikeHta), "idle_time");
    for (const json& wanted : exact["idle_time_breakdown"]["by_category"]) {
        bool found = false;
        for (const ReportRow& row : ofRank(rows, wanted["rank"], several)) {
            if (row.at("stream") != wanted["stream"] || row.at("cause") != wanted["idle_category"])
                continue;
            found = true;
            const std::string stream =
                name + " " + wanted["rank"].dump() + "/" + wanted["stream"].dump() + " ";
            compareMicroseconds(stream + wanted["idle_category"].get<std::string>(),
                                row.at("idle_ns").get<std::int64_t>(), wanted["idle_time"].get<double>(),
                                0.0051);
            if (!isOurs(stream + "host_wait") && !isOurs(stream + "kernel_wait"))
                compareShare(stream + "share", row.at("share"), wanted["idle_time_ratio"], 1);
        }
        QVERIFY(found);
    }
    for (const json& wanted : exact["idle_time_breakdown"]["interval_stats"]) {
        const std::string what = name + " " + wanted["rank"].dump() + "/" + wanted["stream"].dump() + " " +
                                 wanted["idle_category"].get<std::string>();
        for (const ReportRow& row : ofRank(rows, wanted["rank"], several)) {
            if (row.at("stream") != wanted["stream"] || row.at("cause") != wanted["idle_category"] ||
                isOurs(what))
                continue;
            QVERIFY2(row.at("gaps").get<double>() == wanted["count"].get<double>(), what.c_str());
            for (const auto& [ours, theirs] : kHtaSummary) {
                const json& value = wanted[theirs];
                const json& got = row.at(std::string(ours) + "_ns");
                QVERIFY2(got.is_null() == value.is_null(), (what + " " + ours).c_str());
                if (!got.is_null()) // to two digits of a microsecond there
                    compareMicroseconds(what + " " + ours, got.get<std::int64_t>(), value.get<double>(),
                                        0.0056);
            }
        }
    }
}

void checkLaunches(const std::string& name, const profiler::AnalysisInput& input, const json& exact)
{
    // Its list of calls; ours has all.
    const std::set<json> calls{"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaMemcpyAsync",
                               "cudaMemsetAsync"};
    const bool several = input.ranks().size() > 1;
    const auto rows = rowsOf(tests::analyzed(input, "launch_stats", kLikeHta), "launches");
    for (const auto& [rank, wanted] : exact["cuda_kernel_launch_stats"].items()) {
        std::map<std::string, std::int64_t> sums;
        std::int64_t latest = 0;
        for (const ReportRow& row : ofRank(rows, std::stoi(rank), several)) {
            if (calls.count(row.at("call")) == 0)
                continue;
            for (const char* key : {"work", "host_by_work_ns", "device_ns", "delay_ns"})
                sums[key] += row.at(key).get<std::int64_t>();
            latest = std::max(latest, row.at("delay_max_ns").get<std::int64_t>());
        }
        if (!wanted["max_launch_delay"].is_null())
            compareMicroseconds(name + " max_launch_delay", latest, wanted["max_launch_delay"].get<double>());
        QCOMPARE(sums["work"], wanted["rows"].get<std::int64_t>());
        compareMicroseconds(name + " cpu_duration", sums["host_by_work_ns"],
                            wanted["sum"]["cpu_duration"].get<double>());
        compareMicroseconds(name + " gpu_duration", sums["device_ns"],
                            wanted["sum"]["gpu_duration"].get<double>());
        compareMicroseconds(name + " launch_delay", sums["delay_ns"],
                            wanted["sum"]["launch_delay"].get<double>());
    }
}

/// Each kernel beside its call: medians over all, and the first three by correlation.
void checkEachLaunch(const std::string& name, const profiler::AnalysisInput& input, const json& exact)
{
    const std::set<std::string_view> calls{"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaMemcpyAsync",
                                           "cudaMemsetAsync"};
    const core::Timeline& timeline = input.timeline();
    const auto& correlations = **input.columns().integers(profiler::ArgKey::Correlation, {});
    constexpr double kRounding = 0.0006; // half a nanosecond of a median, and what its doubles leave
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const auto wanted = exact["cuda_kernel_launch_stats"].find(
            input.ranks().size() > 1 ? std::to_string(input.ranks()[part].rank)
                                     : exact["cuda_kernel_launch_stats"].begin().key());
        QVERIFY(wanted != exact["cuda_kernel_launch_stats"].end());
        std::vector<std::int64_t> host;
        std::vector<std::int64_t> device;
        std::vector<std::int64_t> delay;
        std::map<std::int64_t, std::size_t> byCorrelation; // -> where in the three
        const profiler::DeviceLaunches& launches = **input.launches(part, {});
        const std::vector<std::uint32_t> counted = *profiler::countedRows(input, part, kLikeHta, {});
        for (const std::uint32_t at : counted) {
            const std::uint32_t row = input.deviceWork(part).rows[at];
            const std::uint32_t call = launches.launch[at];
            if (call == profiler::kNoRow || calls.count(input.text(timeline.name()[call])) == 0)
                continue;
            byCorrelation.emplace(correlations[row], host.size());
            host.push_back(timeline.dur()[call]);
            device.push_back(timeline.dur()[row]);
            delay.push_back(
                std::max<std::int64_t>(0, timeline.ts()[row] - (timeline.ts()[call] + timeline.dur()[call])));
        }
        const std::pair<const char*, const std::vector<std::int64_t>&> measured[] = {
            {"cpu_duration", host}, {"gpu_duration", device}, {"launch_delay", delay}};
        for (const auto& [key, values] : measured) {
            const json& median = (*wanted)["median"][key];
            QCOMPARE(median.is_null(), values.empty());
            if (!median.is_null())
                compareMicroseconds(name + " median " + key, std::llround(profiler::summaryOf(values).median),
                                    median.get<double>(), kRounding);
        }
        auto next = byCorrelation.begin();
        for (const json& first : (*wanted)["first3_by_correlation"]) {
            QVERIFY(next != byCorrelation.end());
            QCOMPARE(next->first, first["correlation"].get<std::int64_t>());
            for (const auto& [key, values] : measured)
                compareMicroseconds(name + " " + std::to_string(next->first) + " " + key,
                                    values[next->second], first[key].get<double>(), kRounding);
            ++next;
        }
    }
}

void checkQueues(const std::string& name, const profiler::AnalysisInput& input, const json& exact)
{
    // Its list of calls is shorter than ours on these two.
    if (name == "trace_diff_test" || name == "tracelens_mi300_resnet_act_ckpt")
        return;
    const bool several = input.ranks().size() > 1;
    const auto rows = rowsOf(tests::analyzed(input, "queue_length", kLikeHta), "queue_length");
    for (const auto& [rank, wanted] : exact["queue_length_series"].items()) {
        std::int64_t points = 0;
        std::int64_t most = 0;
        std::int64_t least = 0;
        for (const ReportRow& row : ofRank(rows, std::stoi(rank), several)) {
            least = std::min(least, row.at("min").get<std::int64_t>());
            points += row.at("points").get<std::int64_t>();
            most = std::max(most, row.at("max").get<std::int64_t>());
        }
        QCOMPARE(points, wanted["points"].get<std::int64_t>());
        QCOMPARE(most, wanted["max"].get<std::int64_t>());
        QCOMPARE(least, wanted["min"].get<std::int64_t>());
    }
}

void checkCopies(const std::string& name, const profiler::AnalysisInput& input, const json& exact)
{
    if (!exact["memory_bw_summary"].is_array())
        return;
    const bool several = input.ranks().size() > 1;
    const auto rows = rowsOf(tests::analyzed(input, "copy_bandwidth", kLikeHta), "copies");
    for (const json& wanted : exact["memory_bw_summary"]) {
        // What is left of its floating-point sum between copies counts as points there.
        if (name == "trace_diff_test" && wanted["name"] == "Memcpy DtoD")
            continue;
        bool found = false;
        for (const ReportRow& row : ofRank(rows, wanted["rank"], several)) {
            if (row.at("kind") != wanted["name"])
                continue;
            found = true;
            QVERIFY2(row.at("points").get<double>() == wanted["memory_bw_gbps.count"].get<double>(),
                     (name + " points").c_str());
            for (const auto& [ours, theirs] : kHtaSummary) {
                const json& got = row.at(std::string(ours) + "_bytes_per_second");
                const json& value = wanted[std::string("memory_bw_gbps.") + theirs];
                QCOMPARE(got.is_null(), value.is_null());
                if (!got.is_null())
                    QVERIFY2(std::abs(got.get<double>() / 1e9 - value.get<double>()) <=
                                 std::max(1e-6 * value.get<double>(), 6e-7),
                             (name + " " + ours).c_str());
            }
        }
        QVERIFY(found);
    }
}

/// It truncates kinds to whole microseconds, interval by interval: its sums may fall short by as much as a
/// microsecond for each, and files of whole ones agree. Ours add up to the times that are compared exactly.
void checkKinds(const std::string& name, const profiler::AnalysisInput& input, const json& exact)
{
    std::map<std::string, std::int64_t> sums;
    std::int64_t whole = 0;
    std::int64_t computing = 0;
    for (const ReportRow& row :
         rowsOf(tests::analyzed(input, "kernel_breakdown", kLikeHta), "kernel_types")) {
        const std::string kind = row.at("kind");
        const std::int64_t time = row.at("time_ns");
        sums[kind] += time;
        whole += time;
        computing += kind.find("compute") == std::string::npos ? 0 : time;
    }
    for (const ReportRow& row :
         rowsOf(tests::analyzed(input, "temporal_breakdown", kLikeHta), "temporal_breakdown")) {
        computing -= row.at("compute_ns").get<std::int64_t>();
        whole -= row.at("compute_ns").get<std::int64_t>() + row.at("non_compute_ns").get<std::int64_t>();
    }
    QCOMPARE(computing, std::int64_t{0});
    QCOMPARE(whole, std::int64_t{0});
    for (const auto& [kind, time] : sums)
        whole += time;
    const auto ts = input.timeline().ts();
    const bool microseconds =
        std::all_of(ts.begin(), ts.end(), [](std::int64_t time) { return time % 1000 == 0; });
    std::int64_t slack = 0;
    for (std::size_t part = 0; !microseconds && part < input.ranks().size(); ++part)
        slack += 1000 * static_cast<std::int64_t>(input.deviceWork(part).rows.size());
    const std::map<std::string, std::string> words{
        {"COMPUTATION", "compute"}, {"COMMUNICATION", "communication"}, {"MEMORY", "copy"}};
    if (isOurs(name + " compute"))
        return; // other rows are computing here
    for (const json& wanted : exact["gpu_kernel_breakdown_types"]) {
        std::string key;
        std::string left = wanted["kernel_type"];
        for (std::size_t end = 0; !left.empty(); left.erase(0, end + 13)) {
            end = std::min(left.find(" overlapping "), left.size());
            key += (key.empty() ? "" : "+") + words.at(left.substr(0, end));
            if (end == left.size())
                break;
        }
        const std::int64_t theirs = wanted["sum"].get<std::int64_t>() * 1000;
        QVERIFY2(
            sums[key] >= theirs && sums[key] <= theirs + slack,
            (name + " " + key + ": " + std::to_string(sums[key]) + " and " + std::to_string(theirs)).c_str());
        if (!microseconds)
            continue;
        const double share = static_cast<double>(sums[key]) / static_cast<double>(whole); // to a tenth there
        QVERIFY2(std::abs(100 * share - wanted["percentage"].get<double>()) < 0.051,
                 (name + " " + key).c_str());
    }
}

} // namespace

void TstAnalyzeHta::deviceAnalyses_data()
{
    QTest::addColumn<QString>("file");
    for (const tests::HtaCase& one : tests::kHtaCases)
        QTest::newRow(one.name) << one.file;
}

void TstAnalyzeHta::deviceAnalyses()
{
    QFETCH(QString, file);
    const std::string name = QTest::currentDataTag();
    const auto files = tests::htaFiles(file.toStdString());
    if (tests::htaGolden().is_null() || files.empty())
        QSKIP("reference values or traces are not at hand");
    const json& run = tests::htaGolden()["runs"][name];
    const json& exact = run["exact_ns"];
    const profiler::AnalysisInput input(tests::imported(files).run);
    if (name == "rank_non_gpu") { // an IndexError there
        for (const char* key : {"temporal_breakdown", "overlap", "idle_time", "kernel_breakdown",
                                "queue_length", "copy_bandwidth", "launch_stats"})
            QVERIFY2(tests::hasFinding(tests::analyzed(input, key), "empty.no_device_rows"), key);
        return;
    }
    checkTemporal(name, input, exact);
    checkIdle(name, input, exact);
    checkLaunches(name, input, exact);
    checkQueues(name, input, exact);
    checkCopies(name, input, exact);
    checkEachLaunch(name, input, exact);
    checkKinds(name, input, exact);
}

void TstAnalyzeHta::criticalPaths_data()
{
    QTest::addColumn<QString>("run");
    QTest::newRow("simple_add_forward_1") << "simple_add";
    QTest::newRow("alexnet_forward_1") << "alexnet";
    QTest::newRow("ns_resolution_ProfilerStep_1") << "ns_resolution";
    QTest::newRow("amd_mi250_ProfilerStep_0") << "amd_mi250";
}

void TstAnalyzeHta::criticalPaths()
{
    QFETCH(QString, run);
    const auto* const one = std::find_if(tests::kHtaCases.begin(), tests::kHtaCases.end(),
                                         [&](const tests::HtaCase& known) { return run == known.name; });
    const auto files = tests::htaFiles(one->file);
    if (tests::htaGolden().is_null() || files.empty())
        QSKIP("reference values or traces are not at hand");
    const json& wanted = tests::htaGolden()["critical_path_runs_exact_ns"][QTest::currentDataTag()];
    const profiler::AnalysisInput input(tests::imported(files).run);
    profiler::AnalysisOptions options;
    options.annotation = wanted["annotation"];
    options.instance = wanted["instance"];
    const core::Report report = tests::analyzed(input, "critical_path", options);
    const ReportRow totals = rowsOf(report, "critical_path_totals").at(0);
    // It links the last operation of one thread of ns_resolution to the first of another.
    const std::int64_t links = run == "ns_resolution" ? 1 : 0;
    QCOMPARE(totals.at("nodes"), wanted["graph_nodes"]);
    QCOMPARE(totals.at("edges").get<std::int64_t>(), wanted["graph_edges"].get<std::int64_t>() - links);
    QCOMPARE(totals.at("path_nodes"), wanted["path_nodes"]);
    QCOMPARE(totals.at("path_events"), wanted["path_events"]);
    QCOMPARE(totals.at("path_nodes").get<std::int64_t>() - 1, wanted["path_edges"].get<std::int64_t>());
    QVERIFY(
        std::abs(totals.at("path_time_ns").get<double>() / 1000 - wanted["path_weight_us"].get<double>()) <=
        1e-6 * wanted["path_weight_us"].get<double>());
    const std::map<std::string, std::string> kinds{
        {"operator", "critical_path_operator"},
        {"dependency", "critical_path_dependency"},
        {"launch_delay", "critical_path_kernel_launch_delay"},
        {"kernel_kernel_delay", "critical_path_kernel_kernel_delay"},
        {"sync", "critical_path_sync_dependency"}};
    for (const ReportRow& row : rowsOf(report, "critical_path_graph")) {
        const std::string kind = row.at("kind");
        const std::string& theirs = kinds.at(kind);
        QCOMPARE(row.at("edges").get<std::int64_t>(),
                 wanted["edge_types"].value(theirs, 0) - (kind == "dependency" ? links : 0));
        QCOMPARE(row.at("path_edges").get<std::int64_t>(), wanted["path_edge_types"].value(theirs, 0));
    }
    // Its heaviest edges are among ours, each with its time (it shortens names).
    std::vector<std::pair<std::string, std::int64_t>> path;
    for (const ReportRow& row : rowsOf(report, "critical_path_events")) {
        if (row.at("bound_by").is_string())
            path.emplace_back(row.at("bound_by"), row.at("time_ns").get<std::int64_t>());
    }
    for (const json& edge : wanted["top_path_edges"]) {
        const std::int64_t nanoseconds = std::llround(edge["duration"].get<double>() * 1000);
        const auto found = std::find_if(path.begin(), path.end(), [&](const auto& own) {
            constexpr std::int64_t kOfDoubles = 500; // two timestamps of its, each up to 0.25 us off
            return own.first == edge["bound_by"] && std::abs(own.second - nanoseconds) <= kOfDoubles;
        });
        QVERIFY2(found != path.end(), edge.dump().c_str());
        path.erase(found);
    }
    for (const ReportRow& row : rowsOf(report, "critical_path"))
        QVERIFY(std::abs(100 * row.at("share").get<double>() -
                         wanted["summary_percent"].value(row.at("bound_by").get<std::string>(), 0.0)) <=
                1e-4);
}

SHARDSCOPE_TEST(TstAnalyzeHta)
#include "tst_analyze_hta.moc"
