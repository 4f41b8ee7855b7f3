// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using tests::formatData;
using tests::imported;
using Lines = std::vector<std::string>;

class TstLogText : public QObject {
    Q_OBJECT
private slots:
    void lines()
    {
        const auto run = imported(formatData("log/good.log"));
        QCOMPARE(tests::instantsOf(run),
                 (Lines{
                     "INFO trainer: step 1 loss 3.5 1795155944123000000 on log / INFO",
                     "WARNING nccl: slow ring 1795155945500000000 on log / WARNING",
                     "ERROR trainer: stopped 1795155946000000000 on log / ERROR",
                 }));
        QCOMPARE(tests::remarksOf(run), std::string("unknown_clock x1"));
        QCOMPARE(run.report.files.front().metadata, std::uint64_t{2}); // lines of a stack trace
        const std::string arguments = tests::argumentsOf(run, "WARNING nccl: slow ring");
        QVERIFY(arguments.find("train.py") != std::string::npos);
        QVERIFY(arguments.find("stopped") == std::string::npos);
    }

    void zoned()
    {
        const auto run = imported(formatData("log/good_zoned.log"));
        QCOMPARE(tests::instantsOf(run), (Lines{
                                             "INFO three 1700000000250000000 on log / INFO",
                                             "DEBUG one 1795123544123456789 on log / DEBUG",
                                             "two 1795123545000000000 on log / log",
                                         }));
        QCOMPARE(tests::remarksOf(run), std::string());
    }

    void mlperf()
    {
        const auto run = imported(formatData("log/good_mlperf.log"));
        QCOMPARE(tests::slicesOf(run), Lines{"run [mlperf] 1700000001000000000+60000000000 on log / MLPerf"});
        QCOMPARE(tests::instantsOf(run),
                 Lines{"global_batch_size = 3072 1700000000000000000 on log / MLPerf"});
    }

    void damaged()
    {
        QCOMPARE(imported(formatData("log/truncated.log")).report.files.front().instants, std::uint64_t{2});
        const auto hostile = imported(formatData("log/hostile.log"));
        QCOMPARE(hostile.report.files.front().instants, std::uint64_t{2});
        QCOMPARE(tests::remarksOf(hostile),
                 std::string("begin_without_end x1, odd_entry x1, unknown_clock x1"));
        QVERIFY(tests::instantsOf(hostile).front().size() < 300);
        tests::surviveDamage(tests::bytesOf(formatData("log/good.log")), 20);
    }
};

SHARDSCOPE_TEST(TstLogText)
#include "tst_log_text.moc"
