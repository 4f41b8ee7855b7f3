// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/text/clock_text.h"
#include "tests/profiler/import_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using tests::formatData;
using tests::imported;
using Lines = std::vector<std::string>;

class TstMetrics : public QObject {
    Q_OBJECT
private slots:
    /// Against QDateTime, an independent calendar.
    void calendar()
    {
        for (const char* const text : {"1970-01-01T00:00:00", "2000-02-29T23:59:59", "2026-11-20T06:25:44",
                                       "1999-12-31T12:00:00", "2100-03-01T00:00:01"}) {
            const auto read = profiler::readCalendarTime(text);
            QVERIFY2(read, text);
            const QDateTime wanted = QDateTime::fromString(QString(text) + "Z", Qt::ISODate);
            QCOMPARE(read->ns, std::int64_t{wanted.toSecsSinceEpoch()} * 1'000'000'000);
            QVERIFY(!read->zoned);
        }
        QCOMPARE(profiler::readCalendarTime("2026/11/20 06:25:44,123 x")->ns % 1'000'000'000,
                 std::int64_t{123'000'000});
        QCOMPARE(profiler::readCalendarTime("2026-11-20 06:25:44.123456789Z")->ns % 1'000'000'000,
                 std::int64_t{123'456'789});
        const auto east = profiler::readCalendarTime("2026-11-20T06:25:44+09:00");
        QVERIFY(east->zoned);
        QCOMPARE(east->ns, profiler::readCalendarTime("2026-11-19T21:25:44Z")->ns);
        for (const char* const text : {"", "2026", "2026-13-01 00:00:00", "2026-01-00 00:00:00",
                                       "2026-01-01 25:00:00", "20261-01-01 00:00:00", "2026-01-01"})
            QVERIFY2(!profiler::readCalendarTime(text), text);
        QCOMPARE(profiler::readDecimalSeconds("1700000015.781").value(), std::int64_t{1700000015781000000});
        QCOMPARE(profiler::readDecimalSeconds("-1.5").value(), std::int64_t{-1500000000});
        for (const char* const text : {"", ".5", "1e9", "1700000000x", "99999999999999999999"})
            QVERIFY2(!profiler::readDecimalSeconds(text), text);
    }

    void nvidiaSmi()
    {
        const auto run = imported(formatData("metrics/good.nvidia-smi.csv"));
        QCOMPARE(run.report.files.front().events, std::uint64_t{3});
        QCOMPARE(tests::countersOf(run),
                 (Lines{
                     "GPU 0 / memory.used [MiB] / value: 1795155944100000000=1234 1795155945100000000=2345",
                     "GPU 0 / power.draw [W] / value: 1795155944100000000=350.25 1795155945100000000=600",
                     "GPU 0 / pstate / value: 1795155944100000000=0 1795155945100000000=0",
                     "GPU 0 / utilization.gpu [%] / value: 1795155944100000000=45 1795155945100000000=90",
                     "GPU 1 / memory.used [MiB] / value: 1795155944100000000=3",
                     "GPU 1 / pstate / value: 1795155944100000000=0",
                     "GPU 1 / utilization.gpu [%] / value: 1795155944100000000=0",
                 }));
        // One "[N/A]".
        QCOMPARE(tests::remarksOf(run), std::string("counter_value_not_a_number x1, unknown_clock x1"));
        const auto cut = imported(formatData("metrics/truncated.nvidia-smi.csv"));
        QCOMPARE(tests::remarksOf(cut), std::string("odd_entry x1, unknown_clock x1"));
        QCOMPARE(cut.report.files.front().counters, std::uint64_t{2});
        const auto hostile = imported(formatData("metrics/hostile.nvidia-smi.csv"));
        QCOMPARE(hostile.report.files.front().counters, std::uint64_t{0});
        tests::surviveDamage(tests::bytesOf(formatData("metrics/good.nvidia-smi.csv")), 10);
    }

    void prometheusText()
    {
        const auto run = imported(formatData("metrics/good.prom"));
        QCOMPARE(run.report.files.front().events, std::uint64_t{8});
        QCOMPARE(
            tests::countersOf(run),
            (Lines{
                "GPU 0 / DCGM_FI_DEV_GPU_UTIL / Hostname=node-a: 1700000000000000000=45 "
                "1700000001000000000=55",
                "ew-0 / lookup_total_time_cost_sec / quantile=0.9, text=a\"b\\c: 1700000000000000000=0.125",
                "nn-worker-0 / nan_grad_skipped / value: 1700000000000000000=0 1700000001000000000=0 "
                "1700000002000000000=2",
                "nn-worker-0 / staleness / value: 1700000000000000000=3",
            }));
        // A count of troubles that rises marks the span in which it did.
        QCOMPARE(
            tests::slicesOf(run),
            Lines{
                "nan_grad_skipped rises [trouble] 1700000001000000000+1000000000 on nn-worker-0 / troubles"});
        QCOMPARE(tests::remarksOf(run), std::string("counter_value_not_a_number x1")); // NaN
        const auto untimed = imported(formatData("metrics/good_untimed.prom"));
        QCOMPARE(tests::countersOf(untimed), (Lines{"metrics / num_pending_batches / value: 0=4 1000=5",
                                                    "metrics / staleness / value: 0=1 1000=2"}));
        QCOMPARE(tests::remarksOf(untimed), std::string("events_without_times x4"));
        QCOMPARE(tests::remarksOf(imported(formatData("metrics/truncated.prom"))),
                 std::string("odd_entry x1"));
        const auto hostile = imported(formatData("metrics/hostile.prom"));
        QCOMPARE(tests::remarksOf(hostile),
                 std::string("counter_value_not_a_number x1, events_without_times x1, odd_entry x5"));
        tests::surviveDamage(tests::bytesOf(formatData("metrics/good.prom")), 10);
    }

    void prometheusQuery()
    {
        const auto run = imported(formatData("metrics/good.query.json"));
        QCOMPARE(tests::countersOf(run),
                 (Lines{
                     "GPU 1 / DCGM_FI_DEV_POWER_USAGE / value: 1700000000000000000=600.5",
                     "nn-0 / staleness / job=persia: 1700000000500000000=3 1700000015781000000=4.5",
                 }));
        QCOMPARE(tests::remarksOf(run), std::string("odd_entry x1"));
        QCOMPARE(tests::countersOf(imported(formatData("metrics/good_instant.query.json"))),
                 Lines{"a / up / value: 1700000000250000000=1"});
        const auto cut = imported(formatData("metrics/truncated.query.json"));
        QCOMPARE(tests::remarksOf(cut), std::string("truncated_text x1"));
        QCOMPARE(cut.report.files.front().counters, std::uint64_t{1});
        QCOMPARE(imported(formatData("metrics/hostile.query.json")).report.files.front().counters,
                 std::uint64_t{0});
        tests::surviveDamage(tests::bytesOf(formatData("metrics/good.query.json")), 10);
    }
};

SHARDSCOPE_TEST(TstMetrics)
#include "tst_metrics.moc"
