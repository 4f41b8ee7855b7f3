// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is, is told by its grammar: words within it say nothing, wherever they stand, and neither does
// how much stands before what decides.
#include "core/base/phrase.h"
#include "profiler/import/formats.h"
#include "profiler/import/run/run_files.h"
#include "profiler/import/text/json_head.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/memory_source.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <sqlite3.h>

using namespace shardscope;
using tests::imported;

namespace {

/// Words that some format's files have.
constexpr const char* kWords[]{"Nsight Systems",
                               "QuadD",
                               "rocpd_event",
                               "StringIds",
                               "CUPTI_ACTIVITY_KIND_KERNEL",
                               "profiling_name",
                               "collective_seq_id",
                               "pg_config",
                               "pg_status",
                               "segments",
                               "traceEvents",
                               "resourceSpans",
                               "resourceMetrics",
                               "$schema",
                               "schema",
                               "nodes",
                               "https://www.speedscope.app/file-format-schema.json",
                               "rocprofiler-sdk-tool",
                               "cppCodeToPost",
                               "preToPost",
                               "post_grad_nodes",
                               "pre_grad_nodes",
                               "resultType",
                               "communicators",
                               "nccl_version",
                               "frame",
                               "metrics",
                               "workload_graph"};

void run(const std::filesystem::path& file, const std::string& sql)
{
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    char* problem = nullptr;
    QVERIFY2(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &problem) == SQLITE_OK, problem);
    sqlite3_close(database);
}

const std::string kOneKernel = "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, \"end\" INTEGER, "
                               "deviceId INTEGER, streamId INTEGER,"
                               " correlationId INTEGER, demangledName INTEGER);"
                               "CREATE TABLE StringIds(id INTEGER, value TEXT);"
                               "INSERT INTO StringIds VALUES(1, 'gemm');"
                               "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(100, 250, 0, 7, 1, 1);";

// Pickles, as torch's own pickler writes them: protocol 2, every key once and then by its number.

std::string size32(std::size_t size)
{
    std::string bytes;
    for (int byte = 0; byte < 4; ++byte)
        bytes += static_cast<char>(size >> (8 * byte) & 0xFF);
    return bytes;
}
std::string text(const std::string& word) { return 'X' + size32(word.size()) + word; }
std::string number(std::uint64_t value)
{
    std::string bytes("\x8a\x08", 2); // LONG1
    for (int byte = 0; byte < 8; ++byte)
        bytes += static_cast<char>(value >> (8 * byte) & 0xFF);
    return bytes;
}

std::string rankList(std::size_t ranks)
{
    std::string list = "[";
    for (std::size_t rank = 0; rank < ranks; ++rank)
        list += (rank > 0 ? ", " : "") + std::to_string(rank);
    return list + "]";
}

constexpr std::uint64_t kStart = 1'724'779'239'936'775'119;

/// A dump of one group of \p ranks ranks with \p calls calls.
std::string pickledDump(std::size_t ranks, std::size_t calls)
{
    const std::string keys[]{"collective_seq_id", "profiling_name", "time_created_ns", "state"};
    std::string bytes("\x80\x02}(", 4);
    bytes += text("version") + text("2.10") + text("pg_config") + "}(" + text("0") + "}(" + text("name") +
             text("0") + text("desc") + text("default_pg") + text("ranks") + text(rankList(ranks)) + "uu" +
             text("entries") + "](";
    for (std::size_t call = 0; call < calls; ++call) {
        bytes += "}(";
        for (std::size_t key = 0; key < std::size(keys); ++key) {
            bytes += call == 0 ? text(keys[key]) + 'q' + static_cast<char>(key)
                               : std::string{'h', static_cast<char>(key)};
            bytes += key == 0   ? number(call)
                     : key == 2 ? number(kStart + 1000 * call)
                     : call > 0 ? std::string{'h', static_cast<char>(10 + key)}
                                : text(key == 1 ? "nccl:all_reduce" : "completed") + 'q' +
                                      static_cast<char>(10 + key);
        }
        bytes += 'u';
    }
    return bytes + "eu.";
}

std::string jsonDump(std::size_t ranks)
{
    return R"({"version":"2.10","pg_config":{"0":{"name":"0","desc":"default_pg","ranks":")" +
           rankList(ranks) +
           R"("}},"pg_status":{},"entries":[{"collective_seq_id":1,"profiling_name":"nccl:all_reduce","time_created_ns":)" +
           std::to_string(kStart) + R"(,"state":"scheduled"}]})";
}

std::string importerNameOf(const std::string& bytes)
{
    const auto importer = profiler::importerOf(std::string_view(bytes).substr(0, std::size_t{64} << 10));
    return importer.ok() ? std::string((*importer)->name()) : std::string();
}

} // namespace

class TstFileGrammar : public QObject {
    Q_OBJECT
private slots:
    /// Such words in an event's name, as a key of its arguments, or in the header's values decide nothing.
    void wordsInsideDecideNothing()
    {
        for (const std::string word : kWords) {
            const std::string quoted = '"' + word + '"';
            const std::string event = R"({"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":)" + quoted +
                                      R"(,"args":{)" + quoted + ":{" + quoted + ":[{" + quoted + ":1}]}}}";
            const std::string header = R"({"otherData":{)" + quoted + ":" + quoted + "},";
            for (const std::string& text :
                 {header + R"("traceEvents":[)" + event + "]}", "[" + event + "]"}) {
                QVERIFY2(importerNameOf(text) == "Chrome-trace JSON", text.c_str());
                QCOMPARE(tests::readText(text).tally.slices, std::uint64_t{1});
            }
        }
    }

    void headsAreReadByTheirGrammar()
    {
        const profiler::json::Head whole(R"( {"a": {"b": 1}, "c": [2]} {"d": 3})");
        QVERIFY(whole.isObject() && whole.has("a") && whole.has("c") && !whole.has("b") && !whole.has("d"));
        QCOMPARE(std::string(whole.next()), std::string(R"({"d": 3})"));
        const profiler::json::Head cut("{\"a\": {\"b\": [{\"c\": \"x");
        QVERIFY(cut.has("a") && cut.next().empty());
        QVERIFY(profiler::json::headMember(cut.firstValue(), "b").has_value());
        const profiler::json::Head broken(R"({"a": 1, "nodes": [{"id": 1}, }}}})");
        QVERIFY(broken.has("a") && broken.has("nodes"));
        for (const char* const none : {"", "[1]", R"([{"a": 1}])", "{", "{\"", "{]", "text"})
            QVERIFY(profiler::json::Head(none).members().empty());
    }

    /// Databases are told by their tables: in small pages, behind hundreds of others, with words of reports
    /// in their rows, with nothing but a part of what there can be.
    void databasesByTheirTables()
    {
        const tests::ScratchFolder scratch;
        std::string others;
        for (int table = 0; table < 600; ++table)
            others += "CREATE TABLE a_table_of_somebody_else_with_a_long_name_" + std::to_string(table) +
                      "(a_column_with_a_long_name_as_well TEXT, another_one_of_these INTEGER);";
        const std::string told =
            "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT); INSERT INTO META_DATA_EXPORT "
            "VALUES('EXPORT_APPLICATION', 'Nsight Systems 2026.1 QuadD');";
        int at = 0;
        for (const std::string& before :
             {std::string(), told, "PRAGMA page_size=512;" + told, "BEGIN;" + others + told + "COMMIT;"}) {
            const auto file = scratch.write("export" + std::to_string(at++) + ".sqlite", "");
            run(file, before + kOneKernel);
            const auto opened = imported(file);
            QCOMPARE(tests::slicesOf(opened),
                     std::vector<std::string>{"gemm [kernel] 100+150 on GPU 0 / stream 7"});
        }
        const auto other = scratch.write("other.db", "");
        run(other, "CREATE TABLE rocpd_event_log(a); CREATE TABLE StringId(a);");
        const core::Error error = tests::importError(other);
        QVERIFY(error.code == core::ErrorCode::FormatUnknown);
        const auto what = core::phraseOf(error.args.front());
        QVERIFY(what && what->values == std::vector<std::string>{"StringId, rocpd_event_log"});
    }

    void dumpsOfManyRanks_data()
    {
        QTest::addColumn<int>("ranks");
        for (const int ranks : {8, 10'900, 16'384, 100'000})
            QTest::addRow("%d", ranks) << ranks;
    }
    void dumpsOfManyRanks()
    {
        QFETCH(const int, ranks);
        const auto count = static_cast<std::size_t>(ranks);
        for (const std::string& bytes : {pickledDump(count, 3), jsonDump(count)}) {
            const auto importer =
                profiler::importerOf(std::string_view(bytes).substr(0, std::size_t{64} << 10));
            QVERIFY(importer.ok());
            const tests::ReadText read = tests::readWith(**importer, bytes);
            QVERIFY(read.outcome.ok());
            QCOMPARE(read.source.worldSize, std::int64_t{ranks});
            QCOMPARE(read.source.groups.size(), std::size_t{1});
            QCOMPARE(read.source.groups.front().ranks.size(), count);
            QVERIFY(read.tally.slices >= 1);
        }
    }

    void aDumpOfAMillionCalls()
    {
        const std::size_t calls = tests::kSanitized ? 100'000 : 1'000'000;
        const std::string bytes = pickledDump(8, calls);
        const tests::ReadText read = tests::readWith(profiler::kPickleFormat, bytes, std::size_t{1} << 16);
        QVERIFY(read.outcome.ok());
        QCOMPARE(read.tally.slices, std::uint64_t{calls});
        QVERIFY(read.arguments->at(calls - 1).find(R"("Seq":)" + std::to_string(calls - 1)) !=
                std::string::npos);
    }

    /// A pickle of neither kind says what it lacks.
    void otherPickles()
    {
        const tests::ScratchFolder scratch;
        const core::Error error =
            tests::importError(scratch.write("a", "\x80\x02}" + text("weights") + "K\x01s."));
        QVERIFY(error.code == core::ErrorCode::FormatUnknown);
        QVERIFY(core::phraseOf(error.args.front())->text.find("segments") != std::string::npos);
    }
};

SHARDSCOPE_TEST(TstFileGrammar)
#include "tst_file_grammar.moc"
