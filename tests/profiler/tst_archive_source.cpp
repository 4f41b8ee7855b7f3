// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using tests::formatData;
using tests::imported;
using Lines = std::vector<std::string>;

class TstArchiveSource : public QObject {
    Q_OBJECT
private slots:
    void ranks_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* const file : {"good.tar", "good.tar.gz", "good.zip"})
            QTest::newRow(file) << file;
    }
    void ranks()
    {
        QFETCH(QString, file);
        const auto run = imported(formatData("archive/" + file.toStdString()));
        QCOMPARE(run.report.files.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(run.report.files[i].rank, static_cast<std::int32_t>(i));
            QCOMPARE(run.report.files[i].slices, std::uint64_t{1});
        }
        QVERIFY(run.report.files[1].file.ends_with(file.toStdString() + "/run/rank1.json.gz"));
        QCOMPARE(tests::remarksOf(run), std::string("unread_file x1")); // the notes
        // Arguments are found again in either member, in any order.
        const core::Timeline& timeline = *run.run->timeline;
        QCOMPARE(timeline.sliceCount(), std::size_t{2});
        for (const int turn : {1, 0, 1}) {
            const auto row = static_cast<std::size_t>(turn);
            QCOMPARE(run.run->arguments->arguments(timeline.args()[row]),
                     "{\"rank\": " + std::to_string(timeline.ts()[row] / 1000 - 10) + "}");
        }
    }

    void filtered_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* const file : {"good.json.zst", "good.json.xz"})
            QTest::newRow(file) << file;
    }
    void filtered()
    {
        QFETCH(QString, file);
        const auto run = imported(formatData("archive/" + file.toStdString()));
        QCOMPARE(run.report.files.front().slices, std::uint64_t{1});
        QCOMPARE(tests::argumentsOf(run, "gemm"), std::string("{\"rank\": 0}"));
        QCOMPARE(tests::remarksOf(run), std::string());
    }

    void folder()
    {
        const tests::ScratchFolder scratch;
        const auto folder =
            scratch
                .write("b.json", R"({"traceEvents":[{"ph":"X","name":"b","pid":1,"tid":1,"ts":1,"dur":1}]})")
                .parent_path();
        std::filesystem::create_directories(folder / "deeper");
        std::filesystem::copy_file(formatData("archive/good.tar"), folder / "deeper/ranks.tar");
        static_cast<void>(scratch.write("notes.txt", "not a trace"));
        static_cast<void>(scratch.write("evil.pickle",
                                        tests::bytesOf(formatData("memory_snapshot/hostile_reduce.pickle"))));
        const auto run = imported(folder);
        // What cannot be read is remarked (evil.pickle is refused), the rest kept: b.json and two ranks.
        QCOMPARE(run.report.files.size(), std::size_t{3});
        QCOMPARE(run.run->timeline->sliceCount(), std::size_t{3});
        QCOMPARE(tests::remarkCount(run, "unread_file"), std::uint64_t{3});
        std::filesystem::create_directories(folder / "empty");
        QVERIFY(tests::importError(folder / "empty").code == core::ErrorCode::FormatUnknown);
    }

    void hostile()
    {
        // Names that lead out, links, a device: refused; an archive inside: not read.
        const auto run = imported(formatData("archive/hostile.tar"));
        QCOMPARE(tests::remarkCount(run, "archive_member_refused"), std::uint64_t{5});
        QCOMPARE(tests::remarkCount(run, "unread_file"), std::uint64_t{1});
        QCOMPARE(run.report.files.size(), std::size_t{1});
        QCOMPARE(run.report.files.front().rank, 3);
        for (const char* const file :
             {"archive/truncated.tar", "archive/truncated.json.zst", "archive/truncated.json.xz"}) {
            const auto cut = profiler::importTrace({formatData(file)});
            QVERIFY2(!cut.ok() || !cut->report.remarks.empty(), file);
        }
        tests::surviveDamage(tests::bytesOf(formatData("archive/good.tar.gz")), 20);
        tests::surviveDamage(tests::bytesOf(formatData("archive/good.zip")), 20);
    }
};

SHARDSCOPE_TEST(TstArchiveSource)
#include "tst_archive_source.moc"
