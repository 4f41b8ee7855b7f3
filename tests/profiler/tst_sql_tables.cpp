// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables and table functions hold beside slices, and what is promised of their columns.
#include "core/timeline/build/timeline_builder.h"
#include "profiler/sql/sql_session.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/sql_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace shardscope;
using profiler::SqlSession;
using tests::rowsOf;
using tests::sampleRun;
using tests::sessionOf;

class TstSqlTables : public QObject {
    Q_OBJECT
private slots:
    void smallTablesHoldTheRun();
    void functionsComputeWhatGroupingDoes();
    void overlapIsExact();
    void launchesTellWhoAsked();
    void launchesOfARealRun();
    void columnsAreAsToldAndAsPromised();
    void theDocumentationIsTheDeclaration();
    void emptyRun();
};

void TstSqlTables::smallTablesHoldTheRun()
{
    auto run = std::make_shared<core::Run>(*sampleRun(6));
    core::RunSource& source = run->sources.emplace_back();
    source.file = "/traces/rank0.json";
    source.fileBytes = 1234;
    source.rank = 0;
    source.rankFrom = "file name";
    source.worldSize = 8;
    source.baseTimeNs = 5000;
    run->metadata = {{"device", "H200"}};
    profiler::ImportReport report;
    report.files.emplace_back();
    report.files.front().events = 99;
    report.remarks.push_back({"displaced", core::Severity::Notice, 3, 77, "rank0.json", "words"});
    const auto session = std::move(SqlSession::open(run, report)).value();
    QCOMPARE(rowsOf(*session,
                    "SELECT source, rank, rank_from, world_size, file, file_bytes, base_time_ns, events "
                    "FROM rank"),
             (std::vector<std::string>{"0|0|file name|8|/traces/rank0.json|1234|5000|99|"}));
    QCOMPARE(rowsOf(*session, "SELECT kind, severity, count, first_offset, file, help FROM remark"),
             (std::vector<std::string>{"displaced|notice|3|77|rank0.json|words|"}));
    QCOMPARE(rowsOf(*session, "SELECT ts, dur, name, rank FROM step ORDER BY ts"),
             (std::vector<std::string>{"0|900|ProfilerStep#1|0|", "900|1100|ProfilerStep#2|0|"}));
    QCOMPARE(rowsOf(*session, "SELECT name, value FROM metadata"),
             (std::vector<std::string>{"device|H200|"}));
    QCOMPARE(
        rowsOf(*session,
               "SELECT t.name, h.tid, typeof(h.tid), p.pid, p.name, t.device FROM thread_track t JOIN "
               "thread h USING(utid) JOIN process p USING(upid) ORDER BY t.name"),
        (std::vector<std::string>{"thread 0|0|integer|4000|python|0|", "thread 1|1|integer|4000|python|0|",
                                  "thread 2|2|integer|GPU|device|1|", "thread 3|3|integer|GPU|device|1|"}));
    QCOMPARE(rowsOf(*session, "SELECT count(*) FROM thread_slice"),
             rowsOf(*session, "SELECT count(*) FROM slice"));
    QCOMPARE(rowsOf(*session, "SELECT sum(slices) FROM thread_track"),
             rowsOf(*session, "SELECT count(*) FROM op"));
    QCOMPARE(rowsOf(*session, "SELECT name, count(*) FROM counters GROUP BY name"),
             (std::vector<std::string>{"memory|30|", "power|30|"}));
    QCOMPARE(rowsOf(*session, "SELECT type, count(*) FROM track GROUP BY type"),
             (std::vector<std::string>{"counter_track|2|", "thread_track|4|"}));
}

void TstSqlTables::functionsComputeWhatGroupingDoes()
{
    for (const std::uint64_t seed : {7, 8}) {
        const core::RunPtr run = sampleRun(seed);
        const auto session = sessionOf(run);
        const std::string inside = "min(ts + dur, 1500) - max(ts, 300)";
        for (const char* by : {"name", "category", "op", "track"}) {
            const std::string column = std::string(by) == "track" ? "track_id" : by;
            // A slice touches the window where it begins in it, or begins before and ends behind its begin.
            const std::string touching =
                " FROM slice WHERE instant = 0 AND ts < 1500 AND (ts >= 300 OR ts + dur > 300) ";
            QCOMPARE(rowsOf(*session, std::string("SELECT key, count, dur, min_dur, max_dur FROM "
                                                  "slice_summary(300, 1500, NULL, '") +
                                          by + "') ORDER BY key"),
                     rowsOf(*session, "SELECT " + column + ", count(*), sum(" + inside +
                                          "), min(dur), max(dur)" + touching + "GROUP BY " + column +
                                          " ORDER BY " + column));
        }
        // Self time of one track: every slice without what lies directly below it in regular lanes.
        const core::Timeline& timeline = *run->timeline;
        std::map<std::string, std::int64_t> self;
        for (const core::Lane& lane : timeline.lanes()) {
            for (std::size_t row = lane.begin; row < std::size_t{lane.begin} + lane.count; ++row) {
                if (lane.track.index() != 1)
                    continue;
                const auto nameOf = [&](std::size_t of) {
                    return std::string(timeline.names().text(timeline.name()[of]));
                };
                self[nameOf(row)] += timeline.dur()[row];
                const auto parent = timeline.parentOf(core::SliceId(row));
                if (parent && !lane.overflow)
                    self[nameOf(parent->index())] -= timeline.dur()[row];
            }
        }
        std::vector<std::string> selfRows;
        for (const auto& [name, time] : self)
            selfRows.push_back(name + "|" + std::to_string(time) + "|");
        QCOMPARE(rowsOf(*session, "SELECT key, self FROM slice_summary(NULL, NULL, 1) ORDER BY key"),
                 selfRows);
        QCOMPARE(rowsOf(*session, "SELECT count(*) FROM slice_summary(5, 5)"),
                 (std::vector<std::string>{"0|"}));
        QCOMPARE(rowsOf(*session, "SELECT count(*) FROM slice_summary(0, 9, 77)"),
                 (std::vector<std::string>{"0|"}));
        QCOMPARE(rowsOf(*session, "SELECT * FROM slice_summary(0, 9, 1, 'colour')").front().substr(0, 6),
                 std::string("error:"));
        // Busy time nanosecond by nanosecond.
        std::vector<std::string> expected;
        for (std::size_t track = 0; track < timeline.tracks().size(); ++track) {
            std::vector<bool> covered(400, false);
            for (const core::Lane& lane : timeline.lanes()) {
                for (std::size_t row = lane.begin; row < std::size_t{lane.begin} + lane.count; ++row) {
                    for (std::int64_t at = timeline.ts()[row]; at < timeline.ts()[row] + timeline.dur()[row];
                         ++at) {
                        if (lane.track.index() == track && at >= 100 && at < 500)
                            covered[static_cast<std::size_t>(at - 100)] = true;
                    }
                }
            }
            expected.push_back(std::to_string(track) + "|" +
                               std::to_string(std::count(covered.begin(), covered.end(), true)) + "|");
        }
        QCOMPARE(rowsOf(*session, "SELECT track_id, busy FROM busy(100, 500)"), expected);
    }
}

void TstSqlTables::overlapIsExact()
{
    core::TimelineBuilder builder;
    const auto add = [&](const char* thread, std::int64_t ts, std::int64_t dur, const char* name) {
        const core::TrackId track = builder.track("0", thread);
        builder.describe(track).device = true;
        builder.describe(track).rank = 2;
        builder.slice(track, ts, dur, builder.intern(name), builder.intern("kernel"));
    };
    add("7", 0, 10, "ampere_sgemm_128x64_nn");
    add("7", 20, 10, "ampere_sgemm_128x64_nn");
    add("20", 5, 20, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->timeline = builder.build({}, tally).value();
    const auto session = sessionOf(run);
    // [0, 10) and [20, 30) against [5, 25)
    const std::vector<std::string> expected{"2|20|20|10|30|"};
    QCOMPARE(rowsOf(*session, "SELECT * FROM overlap('compute', 'communication')"), expected);
    QCOMPARE(rowsOf(*session, "SELECT * FROM overlap('*sgemm*', 'nccl*')"), expected);
    QCOMPARE(rowsOf(*session, "SELECT both_ns FROM overlap('kernel', 'matrix_product')"),
             (std::vector<std::string>{"20|"}));
    QCOMPARE(rowsOf(*session, "SELECT a_ns FROM overlap('nobody', 'nothing')"),
             (std::vector<std::string>{"0|"}));
    QCOMPARE(rowsOf(*session, "SELECT * FROM overlap('compute')").front().substr(0, 6),
             std::string("error:"));
}

/// A kernel below call, operator, module, function and annotation; one that nothing is known of; a graph's
/// two.
void TstSqlTables::launchesTellWhoAsked()
{
    core::TimelineBuilder builder;
    auto arguments = std::make_shared<tests::FakeArguments>();
    const core::TrackId host = builder.track("1", "1");
    const core::TrackId stream = builder.track("0", "7");
    builder.describe(stream).device = true;
    arguments->texts[1] = R"({"correlation": 5, "External id": 40})";
    arguments->texts[2] = R"({"correlation": 5, "External id": 40, "stream": 7})";
    arguments->texts[3] = R"({"correlation": 99, "External id": 41, "stream": 7})";
    arguments->texts[6] = R"({"External id": 40})";
    arguments->texts[4] = R"({"correlation": 6})";
    arguments->texts[5] = R"({"correlation": 6, "stream": 7})";
    const auto add = [&](core::TrackId track, std::int64_t ts, std::int64_t dur, const char* name,
                         const char* category, std::uint64_t place = core::kNoArgs) {
        builder.slice(track, ts, dur, builder.intern(name), builder.intern(category), place);
    };
    add(host, 0, 1000, "ProfilerStep#1", "user_annotation");
    add(host, 10, 900, "train.py(3): step", "python_function");
    add(host, 20, 800, "nn.Module: Linear_0", "python_function");
    add(host, 30, 700, "torch/nn/functional.py(9): linear", "python_function");
    add(host, 40, 100, "aten::linear", "cpu_op");
    add(host, 50, 80, "aten::addmm", "cpu_op", 6);
    add(host, 60, 20, "cudaLaunchKernel", "cuda_runtime", 1);
    add(host, 2000, 10, "cudaGraphLaunch", "cuda_runtime", 4);
    add(stream, 100, 50, "sgemm", "kernel", 2);
    add(stream, 200, 50, "stray", "kernel", 3);
    add(stream, 2005, 3, "first", "kernel", 5);
    add(stream, 2020, 3, "second", "kernel", 5);
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->sources.emplace_back();
    run->timeline = builder.build({}, tally).value();
    run->arguments = arguments;
    const auto session = sessionOf(run);
    QCOMPARE(
        rowsOf(*session,
               "SELECT name, call, delay, operator, module, function, annotation FROM launch ORDER BY ts"),
        (std::vector<std::string>{
            "sgemm|cudaLaunchKernel|20|aten::addmm|nn.Module: Linear_0|torch/nn/functional.py(9): linear|"
            "ProfilerStep#1|",
            "stray|NULL|NULL|NULL|NULL|NULL|NULL|", "first|cudaGraphLaunch|0|NULL|NULL|NULL|NULL|",
            "second|cudaGraphLaunch|10|NULL|NULL|NULL|NULL|"}));
    // Each row is found by its id, and the ids are those of slices.
    QCOMPARE(
        rowsOf(*session, "SELECT count(*) FROM slice k JOIN launch l ON l.id = k.id AND l.name = k.name"),
        (std::vector<std::string>{"4|"}));
    QCOMPARE(rowsOf(*session,
                    "SELECT c.name, o.name FROM launch l JOIN slice c ON c.id = l.call_id JOIN slice o ON "
                    "o.id = l.operator_id"),
             (std::vector<std::string>{"cudaLaunchKernel|aten::addmm|"}));
    QCOMPARE(rowsOf(*session, "SELECT count(*) FROM launch WHERE id = -1 OR id = 'x' OR id IS NULL"),
             (std::vector<std::string>{"0|"}));
    // The operation that launched a kernel has its external id: looked up as correlations are, alone or with
    // them.
    const std::string byColumn = "SELECT k.name, o.name FROM slice k JOIN slice o ON o.external_id = "
                                 "k.external_id AND o.id <> k.id WHERE k.category = 'kernel' ORDER BY 2";
    const std::vector<std::string> launched{"sgemm|aten::addmm|", "sgemm|cudaLaunchKernel|"};
    QCOMPARE(rowsOf(*session, byColumn), launched);
    QCOMPARE(rowsOf(*session,
                    "SELECT k.name, o.name FROM slice k JOIN slice o ON arg(o.id, 'External id') = "
                    "arg(k.id, 'External id') AND o.id <> k.id WHERE k.category = 'kernel' ORDER BY 2"),
             launched);
    QCOMPARE(
        rowsOf(*session, "SELECT name FROM slice WHERE external_id = 40 AND correlation = 5 ORDER BY ts"),
        (std::vector<std::string>{"cudaLaunchKernel|", "sgemm|"}));
    QCOMPARE(rowsOf(*session, "SELECT count(*) FROM slice WHERE external_id = 41 AND correlation = 5"),
             (std::vector<std::string>{"0|"}));
}

/// Counted from the JSON by a Python script of its own: kernels, copies and fills, by the shortest operator
/// that spans the call of their correlation.
void TstSqlTables::launchesOfARealRun()
{
    const auto file = tests::sharedTraces() / "shardscope/h200_dlrm_gpu.json.gz";
    if (!std::filesystem::exists(file))
        QSKIP("shared traces are not here");
    const auto session = sessionOf(tests::imported(file).run);
    QCOMPARE(rowsOf(*session, "SELECT count(*), sum(call_id IS NULL) FROM launch"),
             (std::vector<std::string>{"683|11|"}));
    QCOMPARE(
        rowsOf(*session,
               "SELECT operator, count(*), sum(dur) / 1000 FROM launch GROUP BY 1 ORDER BY 3 DESC LIMIT 6"),
        (std::vector<std::string>{"aten::gather|104|5292|", "aten::index_add_|104|4398|", "aten::mm|80|3826|",
                                  "aten::_index_put_impl_|8|2536|", "aten::addmm|32|1907|",
                                  "aten::_embedding_bag|104|1831|"}));
}

void TstSqlTables::columnsAreAsToldAndAsPromised()
{
    const auto session = sessionOf(sampleRun(13, 20));
    std::map<std::string, std::vector<std::string>> told;
    for (const profiler::SqlTable& table : profiler::sqlTables()) {
        QVERIFY2(*table.help.c_str() != 0, table.name.c_str());
        std::string all;
        std::string arguments;
        for (const profiler::SqlColumn& column : table.columns) {
            QVERIFY2(!column.help.empty(), (table.name + "." + column.name).c_str());
            told[table.name].push_back(column.name);
            all += (all.empty() ? "\"" : ", \"") + column.name + "\"";
            if (column.parameter)
                arguments += arguments.empty() ? (table.name == "overlap" ? "('a'" : "(NULL")
                                               : (table.name == "overlap" ? ", 'b'" : ", NULL");
        }
        const auto answer = session->query("SELECT " + all + " FROM " + table.name +
                                           (arguments.empty() ? "" : arguments + ")"));
        QVERIFY2(answer.ok(), (table.name + ": " + (answer.ok() ? "" : answer.error().args.front())).c_str());
    }
    // The contract, section 5.
    const std::map<std::string, std::vector<std::string>> promised{
        {"slice",
         {"id", "ts", "dur", "track_id", "depth", "parent_id", "name", "category", "arg_set_id", "op"}},
        {"counter", {"ts", "track_id", "value"}},
        {"flow", {"slice_out", "slice_in"}},
        {"args", {"arg_set_id", "key", "value"}},
        {"thread_track", {"id"}},
        {"process", {"pid"}},
        {"thread", {"tid"}},
        {"rank", {"rank"}},
        {"step", {"ts"}},
        {"remark", {"kind"}},
        {"op", {"op"}}};
    for (const auto& [table, columns] : promised) {
        for (const std::string& column : columns)
            QVERIFY2(std::count(told[table].begin(), told[table].end(), column) == 1,
                     (table + "." + column).c_str());
    }
}

namespace {

/// The table of docs/sql.md about \p table, made of its declaration.
std::string documented(const profiler::SqlTable& table)
{
    std::string rows = "| column | type | |\n|---|---|---|\n";
    for (const profiler::SqlColumn& column : table.columns) {
        const char* kind = column.parameter ? " (argument)" : column.hidden ? " (hidden)" : "";
        rows += "| `" + column.name + "`" + kind + " | " + (column.type.empty() ? "any" : column.type) +
                " | " + column.help + " |\n";
    }
    return rows;
}

/// "### busy(window_begin, window_end)"
std::string headingOf(const profiler::SqlTable& table)
{
    std::string arguments;
    for (const profiler::SqlColumn& column : table.columns)
        if (column.parameter)
            arguments += (arguments.empty() ? "" : ", ") + column.name;
    return "\n### " + table.name + (arguments.empty() ? "" : "(" + arguments + ")") + "\n";
}

} // namespace

/// Names, types and words of columns are said where the table is declared. With SHARDSCOPE_WRITE_SQL set,
/// docs/sql.md is given them anew instead of being compared.
void TstSqlTables::theDocumentationIsTheDeclaration()
{
    const std::filesystem::path file = std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "docs/sql.md";
    std::string page = tests::bytesOf(file);
    std::vector<profiler::SqlTable> tables = profiler::sqlTables();
    for (profiler::SqlTable& table : profiler::sqlPairTables())
        tables.push_back(std::move(table));
    const bool write = qEnvironmentVariableIsSet("SHARDSCOPE_WRITE_SQL");
    for (const profiler::SqlTable& table : tables) {
        const std::size_t section = page.find(headingOf(table));
        QVERIFY2(section != std::string::npos, headingOf(table).c_str());
        const std::size_t begin = page.find("| column | type | |\n", section);
        const std::size_t end = std::min(page.find("|\n\n", begin), page.size() - 2);
        QVERIFY2(end < page.find("\n### ", section + 1), table.name.c_str());
        const std::string rows = page.substr(begin, end + 2 - begin);
        if (write)
            page.replace(begin, rows.size(), documented(table));
        else
            QCOMPARE(QString::fromStdString(rows), QString::fromStdString(documented(table)));
    }
    if (write) {
        std::ofstream(file, std::ios::binary) << page;
        QSKIP("docs/sql.md was written, not compared");
    }
}

void TstSqlTables::emptyRun()
{
    auto run = std::make_shared<core::Run>();
    run->timeline = std::make_shared<core::Timeline>();
    const auto session = sessionOf(run);
    for (const profiler::SqlTable& table : profiler::sqlTables()) {
        const auto parameters = std::count_if(table.columns.begin(), table.columns.end(),
                                              [](const profiler::SqlColumn& one) { return one.parameter; });
        const std::string arguments = table.name == "overlap" ? "('a', 'b')"
                                      : parameters == 1       ? "(0)"
                                      : table.function        ? "(0, 9)"
                                                              : "";
        QCOMPARE(rowsOf(*session, "SELECT * FROM " + table.name + arguments), std::vector<std::string>{});
    }
    QCOMPARE(
        rowsOf(*session, "SELECT name, count(*) FROM slice WHERE ts > 5 GROUP BY name ORDER BY name DESC"),
        std::vector<std::string>{});
}

SHARDSCOPE_TEST(TstSqlTables)
#include "tst_sql_tables.moc"
