// SPDX-License-Identifier: GPL-3.0-or-later
// A row without its time is told and stands nowhere, in every format that has times: at 0 it would make the
// run begin there.
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <proto/chakra.pb.h>
#include <proto/perfetto.pb.h>
#include <sqlite3.h>

using namespace shardscope;

namespace {

class Database {
public:
    explicit Database(const std::filesystem::path& file) { sqlite3_open(file.c_str(), &m_handle); }
    ~Database() { sqlite3_close(m_handle); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void run(const std::string& sql)
    {
        QCOMPARE(sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    }
    std::vector<std::string> column(const std::string& sql)
    {
        std::vector<std::string> values;
        sqlite3_exec(
            m_handle, sql.c_str(),
            [](void* to, int, char** cells, char**) {
                static_cast<std::vector<std::string>*>(to)->emplace_back(cells[0] == nullptr ? "" : cells[0]);
                return 0;
            },
            &values, nullptr);
        return values;
    }

private:
    sqlite3* m_handle = nullptr;
};

std::size_t contentOf(const profiler::ImportedRun& run)
{
    const core::Timeline& timeline = *run.run->timeline;
    return timeline.sliceCount() + timeline.instants().size() + timeline.counterSamples().size();
}

std::string message(const google::protobuf::MessageLite& one, const std::string& before = {})
{
    const std::string bytes = one.SerializeAsString();
    std::string text = before;
    std::size_t length = bytes.size();
    for (; length > 0x7F; length >>= 7)
        text += static_cast<char>((length & 0x7Fu) | 0x80u);
    return text + static_cast<char>(length) + bytes;
}

std::string perfettoTrace()
{
    std::string trace;
    const auto packet = [&](std::uint64_t ts, int type) {
        perfetto::TracePacket one;
        if (ts > 0)
            one.set_timestamp(ts);
        one.set_trusted_packet_sequence_id(1);
        one.mutable_track_event()->set_type(type);
        one.mutable_track_event()->set_track_uuid(7);
        one.mutable_track_event()->set_name("a");
        trace += message(one, "\x0a");
    };
    packet(5'000'000, 1);
    packet(5'000'900, 2);
    packet(0, 3); // an instant
    return trace;
}

std::string chakraTrace()
{
    chakra::GlobalMetadata about;
    about.set_version("0.0.4");
    std::string trace = message(about);
    for (const std::uint64_t begin : {std::uint64_t{1'724'779'239'936'775}, std::uint64_t{0}}) {
        chakra::Node node;
        node.set_id(begin + 1);
        node.set_name("a");
        node.set_type(4);
        node.set_start_time_micros(begin);
        node.set_duration_micros(3);
        trace += message(node);
    }
    return trace;
}

/// torch.cuda.memory._dump_snapshot with two annotations, of which the second has no time.
std::string snapshot()
{
    const auto text = [](const std::string& word) {
        return std::string("X") + static_cast<char>(word.size()) + std::string(3, '\0') + word;
    };
    const std::string stage = text("stage") + text("START") + text("name") + text("a");
    return std::string("\x80\x02}(", 4) + text("segments") + "]" + text("device_traces") + "]" +
           text("external_annotations") + "](}(" + text("time_us") + "J" + std::string("\x10\x27\0\0", 4) +
           stage + "u}(" + stage + "ueu.";
}

} // namespace

class TstRowsWithoutTime : public QObject {
    Q_OBJECT
private slots:
    /// Every row of every table of times, one after the other.
    void databases_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("Nsight Systems") << "nsys/good.sqlite";
        QTest::newRow("rocpd") << "rocprof/good_results.db";
    }
    void databases()
    {
        QFETCH(const QString, file);
        const std::string good = tests::bytesOf(tests::formatData(file.toStdString()));
        const profiler::ImportedRun whole = tests::imported(tests::formatData(file.toStdString()));
        const tests::ScratchFolder scratch;
        std::size_t rows = 0;
        const auto first = scratch.write("all.db", good);
        for (const std::string& table :
             Database(first).column("SELECT name FROM sqlite_master WHERE type='table'")) {
            for (const std::string& time :
                 Database(first).column("SELECT name FROM pragma_table_info('" + table +
                                        "') WHERE name IN ('start', 'timestamp')")) {
                for (const std::string& row : Database(first).column("SELECT rowid FROM \"" + table + "\"")) {
                    const auto one = scratch.write("one.db", good);
                    Database(one).run("UPDATE \"" + table + "\" SET " + time + " = " +
                                      (++rows % 2 == 0 ? "NULL" : "'none'") + " WHERE rowid = " + row);
                    const profiler::ImportedRun run = tests::imported(one);
                    const std::string what = table + " " + row;
                    QVERIFY2(run.run->timeline->begin() >= whole.run->timeline->begin(), what.c_str());
                    const std::uint64_t told = tests::remarkCount(run, "event_without_time");
                    QVERIFY2(told == (contentOf(run) == contentOf(whole) ? 0u : 1u), what.c_str());
                    QCOMPARE(run.report.files.front().events, whole.report.files.front().events);
                }
            }
        }
        QVERIFY(rows > 8);
    }

    void others_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        row("Chrome",
            R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":5000,"dur":2},{"ph":"X","name":"b","pid":1,"tid":1,"dur":2}])");
        row("Perfetto", perfettoTrace());
        row("Chakra", chakraTrace());
        row("memory snapshot", snapshot());
        row("memory timeline",
            R"([[5000, 99999999999999999999, 5002], [[0,1,2,3,4,5,6,7,8],[0,2,2,3,4,5,6,7,8],[0,3,2,3,4,5,6,7,8]]])");
        row("rocprofv3 CSV", "\"Kind\",\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Start_"
                             "Timestamp\",\"End_Timestamp\"\n"
                             "\"K\",\"HIP_API\",\"a\",1,1,5000,5010\n\"K\",\"HIP_API\",\"a\",1,1,,5010\n");
        row("OTLP",
            R"({"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a","startTimeUnixNano":"1700000000000000000",)"
            R"("endTimeUnixNano":"1700000000000000009"},{"name":"b","endTimeUnixNano":"1700000000000000009"}]}]}]})");
        row("speedscope",
            R"({"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"a"}]},)"
            R"("profiles":[{"type":"evented","name":"p","unit":"nanoseconds","startValue":5000,"endValue":6000,"events":[)"
            R"({"type":"O","frame":0,"at":5000},{"type":"C","frame":0,"at":5500},{"type":"O","frame":0}]}]})");
    }
    void others()
    {
        QFETCH(const QByteArray, bytes);
        const tests::ScratchFolder scratch;
        const profiler::ImportedRun run = tests::imported(scratch.write("one", bytes.toStdString()));
        QCOMPARE(tests::remarkCount(run, "event_without_time"), std::uint64_t{1});
        if (contentOf(run) > 0)
            QVERIFY(run.run->timeline->begin() >= 5000);
        QVERIFY(contentOf(run) > 0 || !run.run->memory.empty());
    }
};

SHARDSCOPE_TEST(TstRowsWithoutTime)
#include "tst_rows_without_time.moc"
