// SPDX-License-Identifier: GPL-3.0-or-later
// One bad file of several: the good ones open as if it were not there, the bad one is named.
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <fstream>

using namespace shardscope;

namespace {

std::string rankTrace(int rank)
{
    return R"({"distributedInfo":{"rank":)" + std::to_string(rank) +
           R"(},"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":)" + std::to_string(rank) +
           R"(,"dur":5}]})";
}

struct Bad {
    const char* name;
    const char* file;
    std::string bytes;
    bool other; ///< no trace at all: told in a folder, and no loss there
};

std::vector<Bad> badFiles()
{
    const std::string gzip = tests::gzipped(rankTrace(7));
    return {{"text", "README", "What was run, and why.", true},
            {"model", "config.json", R"({"model_type":"llama"})", true},
            {"binary", "core", std::string("\x01\x02\0\x04", 4), true},
            {"empty", "rank7.json", "", false},
            {"without events", "rank7.json", R"({"traceEvents":[]})", false},
            {"cut before its events", "rank7.json",
             "{\"distributedInfo\":{\"rank\":7},\"traceEvents\":[{\"ph", false},
            {"damaged", "rank7.json.gz", gzip.substr(0, 12) + std::string(40, '\x55'), false},
            {"cut pickle", "rank7.pickle", std::string("\x80\x02}(", 4), false},
            {"cut database", "rank7.sqlite", std::string("SQLite format 3\0abc", 19), false}};
}

} // namespace

class TstLostFiles : public QObject {
    Q_OBJECT
private slots:
    void theGoodOnesOpen_data()
    {
        QTest::addColumn<int>("bad");
        for (std::size_t at = 0; at < badFiles().size(); ++at)
            QTest::newRow(badFiles()[at].name) << static_cast<int>(at);
    }
    void theGoodOnesOpen()
    {
        QFETCH(const int, bad);
        const Bad one = badFiles()[static_cast<std::size_t>(bad)];
        const tests::ScratchFolder scratch;
        const std::vector good{scratch.write("rank0.json", rankTrace(0)),
                               scratch.write("rank1.json", rankTrace(1))};
        const auto wanted = tests::slicesOf(tests::imported(good));
        const auto lost = scratch.write(one.file, one.bytes);
        for (std::size_t place = 0; place <= good.size(); ++place) {
            std::vector<std::filesystem::path> files = good;
            files.insert(files.begin() + static_cast<std::ptrdiff_t>(place), lost);
            const auto run = tests::imported(files);
            QCOMPARE(tests::slicesOf(run), wanted);
            QCOMPARE(run.run->sources.size(), good.size()); // it is no rank of the run
            QCOMPARE(run.report.lost.size(), std::size_t{1});
            QCOMPARE(run.report.lost.front().error.place.file, lost.string());
            QCOMPARE(tests::remarkCount(run, "lost_file"), std::uint64_t{1});
            QVERIFY(profiler::isPart(run.report));
        }
        const auto folder = tests::imported(lost.parent_path());
        QCOMPARE(tests::slicesOf(folder), wanted);
        QCOMPARE(profiler::isPart(folder.report), !one.other);
        QCOMPARE(tests::remarkCount(folder, one.other ? "unread_file" : "lost_file"), std::uint64_t{1});
        QVERIFY(!tests::importError(lost).place.file.empty()); // alone there is nothing to open
        profiler::ImportOptions whole;
        whole.whole = true;
        QVERIFY(!profiler::importTrace({good.front(), lost}, {}, whole).ok());
    }

    void aFileThatIsNotThere()
    {
        const tests::ScratchFolder scratch;
        const auto good = scratch.write("rank0.json", rankTrace(0));
        const auto run = tests::imported({good, good.parent_path() / "rank1.json"});
        QCOMPARE(run.report.lost.size(), std::size_t{1});
        QCOMPARE(run.report.lost.front().error.code, core::ErrorCode::FileNotFound);
    }

    /// Nothing opens where all are bad, and the first one says why.
    void allBad()
    {
        const tests::ScratchFolder scratch;
        const auto empty = scratch.write("rank0.json", "");
        const auto other = scratch.write("README", "text");
        const auto none = profiler::importTrace({empty, other});
        QVERIFY(!none.ok());
        QCOMPARE(none.error().code, core::ErrorCode::FileEmpty);
        QCOMPARE(none.error().place.file, empty.string());
    }

    /// A pack is a run of its own.
    void aPackBesideOthers()
    {
        const tests::ScratchFolder scratch;
        const auto first = scratch.write("rank0.json", rankTrace(0));
        const auto pack = scratch.write("run.shardpack", "");
        profiler::SoloWorker worker;
        QVERIFY(profiler::buildPack({scratch.write("rank1.json", rankTrace(1))}, pack, worker).ok());
        for (const auto& files : {std::vector{first, pack}, std::vector{pack, first}}) {
            const auto run = tests::imported(files);
            QCOMPARE(run.run->timeline->sliceCount(), std::size_t{1});
            QCOMPARE(run.report.lost.size(), std::size_t{1});
            QCOMPARE(run.report.lost.front().file, pack.string());
            QCOMPARE(run.report.lost.front().error.code, core::ErrorCode::NotSupported);
        }
        QVERIFY(!profiler::importTrace({pack, scratch.write("b.shardpack", tests::bytesOf(pack))}).ok());
    }
};

SHARDSCOPE_TEST(TstLostFiles)
#include "tst_lost_files.moc"
