// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase.h"
#include "profiler/import/text/clock_text.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <chrono>

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

    /// What stands before the time says who writes; each of these patterns is of a program that is named.
    void whoWrites()
    {
        const tests::ScratchFolder scratch;
        const auto instants = [&](const char* text) {
            return tests::instantsOf(imported(scratch.write("a.log", text)));
        };
        QCOMPARE(instants("[rank3]:[titan] 2024-05-01 12:00:00,123 - root - INFO - step: 1\n" // torchtitan
                          "[rank0]:[titan] 2024-05-01 12:00:01,123 - root - INFO - step: 1\n"),
                 (Lines{"root - INFO - step: 1 1714564800123000000 on log of rank 3 / INFO",
                        "root - INFO - step: 1 1714564801123000000 on log of rank 0 / INFO"}));
        QCOMPARE(instants("7: 2024-05-01 12:00:00 a\n" // srun --label
                          "12: 2024-05-01 12:00:01 b\n"),
                 (Lines{"a 1714564800000000000 on log of rank 7 / log",
                        "b 1714564801000000000 on log of rank 12 / log"}));
        QCOMPARE(instants("(TrainWorker pid=99) 2024-05-01 12:00:00,5 ERROR a\n" // Ray
                          "web-1  | 2024-05-01T12:00:01Z b\n"),                  // docker compose
                 (Lines{"ERROR a 1714564800500000000 on log of TrainWorker pid=99 / ERROR",
                        "b 1714564801000000000 on log of web-1 / log"}));
    }

    /// Megatron-LM prints its settings first, hundreds of lines, and a blank before the bracket.
    void settingsFirst()
    {
        std::string text;
        for (int line = 0; line < 300; ++line)
            text += "  setting_" + std::to_string(line) + " ........ 1\n";
        for (int step = 0; step < 3; ++step)
            text += " [2024-05-01 12:00:0" + std::to_string(step) + "] iteration        " +
                    std::to_string(step) + "/     500 | elapsed time per iteration (ms): 1000.0 |\n";
        const tests::ScratchFolder scratch;
        const auto run = imported(scratch.write("megatron.log", text));
        QCOMPARE(run.report.files.front().instants, std::uint64_t{3});
        QCOMPARE(run.report.files.front().metadata, std::uint64_t{300});
        QVERIFY(tests::instantsOf(run).back().ends_with(" 1714564802000000000 on log / log"));
        // A job description holds times as well.
        QCOMPARE(tests::importError(scratch.write("job.yml", "kind: Job\nmetadata:\n"
                                                             "  created: 2024-05-01T12:00:00Z\n"
                                                             "  started: 2024-05-01T12:00:01Z\n"
                                                             "  seen: 2024-05-01T12:00:02Z\n"
                                                             "spec:\n  a: 1\n  b: 2\n  c: 3\n"))
                     .code,
                 core::ErrorCode::FormatUnknown);
    }

    /// glog and syslog leave the year out.
    void withoutYear()
    {
        const tests::ScratchFolder scratch;
        const auto told = imported(scratch.write("told.log", "Log file created at: 2024/05/01 11:59:59\n"
                                                             "I0501 12:00:00.123456  1234 a.cc:12] start\n"
                                                             "[rank1]:[W501 12:00:01.5 b.cpp:9] slow\n"
                                                             "E20240501 12:00:02.25 1 c.cc:1] dead\n"));
        QCOMPARE(tests::instantsOf(told),
                 (Lines{"1234 a.cc:12] start 1714564800123456000 on log / INFO",
                        "b.cpp:9] slow 1714564801500000000 on log of rank 1 / WARNING",
                        "1 c.cc:1] dead 1714564802250000000 on log / ERROR"}));
        QCOMPARE(tests::remarksOf(told), std::string("unknown_clock x1"));
        // Else the file's last change tells: here an hour after the year's end.
        const auto file = scratch.write("syslog", "Dec 31 23:59:59 node-a kernel: NVRM: Xid 79\n"
                                                  "Jan  1 00:00:01 node-a kernel: b\n"
                                                  "Dec 31 23:59:59 node-b kernel: late\n");
        const std::chrono::sys_seconds changed{std::chrono::seconds{1704067200 + 3600}};
        std::filesystem::last_write_time(file, std::chrono::file_clock::from_sys(changed));
        QCOMPARE(tests::instantsOf(imported(file)),
                 (Lines{"node-a kernel: NVRM: Xid 79 1704067199000000000 on log / log",
                        "node-b kernel: late 1704067199000000000 on log / log",
                        "node-a kernel: b 1704067201000000000 on log / log"}));
        // Beside a recording its clock tells.
        const auto trace = scratch.write(
            "trace.json", R"({"baseTimeNanoseconds": 1714564800000000000, "traceEvents": [)"
                          R"({"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":0,"dur":1}]})");
        const auto beside = scratch.write("b.log", "I0501 12:00:00.5 1 a.cc:1] one\n"
                                                   "I0501 12:00:01.5 1 a.cc:1] two\n");
        QCOMPARE(tests::instantsOf(imported({trace, beside})),
                 (Lines{"1 a.cc:1] one 500000000 on log / INFO", "1 a.cc:1] two 1500000000 on log / INFO"}));
    }

    /// Times of day and no date anywhere: one unknown day, and the next ones.
    void withoutDate()
    {
        const tests::ScratchFolder scratch;
        const auto run =
            imported(scratch.write("a.log", "[12:00:00.5] INFO start\n"
                                            "12:00:01,250 - WARNING - slow\n"
                                            "Traceback\n"
                                            "[rank3]: 11:59:59 | late by two seconds\n"
                                            "7: 23:59:59 seven\n"
                                            "00:00:01: past midnight\n"
                                            "23:59:58 of the day before\n"
                                            "21:00:00 the second evening\n"
                                            "19:59:59.000000001 a good hour back is the third\n"));
        constexpr std::int64_t kSecond = 1'000'000'000;
        constexpr std::int64_t kDay = 86'400 * kSecond;
        const auto at = [](std::int64_t ns) { return " " + std::to_string(ns) + " on "; };
        QCOMPARE(
            tests::instantsOf(run),
            (Lines{"late by two seconds" + at(43'199 * kSecond) + "log of rank 3 / log",
                   "INFO start" + at(43'200 * kSecond + 500'000'000) + "log / INFO",
                   "WARNING - slow" + at(43'201 * kSecond + 250'000'000) + "log / WARNING",
                   "of the day before" + at(86'398 * kSecond) + "log / log",
                   "seven" + at(86'399 * kSecond) + "log of rank 7 / log",
                   "past midnight" + at(kDay + kSecond) + "log / log",
                   "the second evening" + at(kDay + 75'600 * kSecond) + "log / log",
                   "a good hour back is the third" + at(2 * kDay + 71'999 * kSecond + 1) + "log / log"}));
        QCOMPARE(tests::remarksOf(run), std::string("unknown_date x1"));
        QCOMPARE(run.report.files.front().metadata, std::uint64_t{1}); // "Traceback"
        const std::string arguments = tests::argumentsOf(run, "WARNING - slow");
        QVERIFY(arguments.find("Traceback") != std::string::npos);
        QVERIFY(arguments.find("late") == std::string::npos);
        // They set no clock for others, and take none.
        const auto trace = scratch.write(
            "trace.json", R"({"baseTimeNanoseconds": 1714564800000000000, "traceEvents": [)"
                          R"({"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":3,"dur":1}]})");
        const auto undated = scratch.write("b.log", "00:00:01 one\n00:00:02 two\n");
        for (const auto& files : {std::vector{trace, undated}, std::vector{undated, trace}}) {
            const auto both = imported(files);
            QCOMPARE(tests::instantsOf(both),
                     (Lines{"one 1000000000 on log / log", "two 2000000000 on log / log"}));
            QCOMPARE(both.run->timeline->ts()[0], std::int64_t{3000});
            QCOMPARE(tests::remarkCount(both, "unknown_date"), std::uint64_t{1});
        }
    }

    /// If a line tells its date, times of day at others' beginnings are text.
    void datesComeFirst()
    {
        const tests::ScratchFolder scratch;
        const auto run = imported(scratch.write("a.log", "12:00:00 before\n"
                                                         "2024-05-01 12:00:00 one\n"
                                                         "12:00:01 not a line of its own\n"
                                                         "2024-05-01 12:00:02 two\n"));
        QCOMPARE(run.report.files.front().instants, std::uint64_t{2});
        QCOMPARE(run.report.files.front().metadata, std::uint64_t{2});
        QCOMPARE(tests::remarksOf(run), std::string("unknown_clock x1"));
        QVERIFY(tests::argumentsOf(run, "one").find("12:00:01") != std::string::npos);
    }

    void timesOfDay()
    {
        const auto ns = [](const char* text) {
            const auto read = profiler::readTimeOfDay(text);
            return read ? read->ns : -1;
        };
        QCOMPARE(ns("00:00:00"), std::int64_t{0});
        QCOMPARE(ns("23:59:59.999999999 x"), std::int64_t{86'399'999'999'999});
        QCOMPARE(ns("12:34:56,5] x"), std::int64_t{45'296'500'000'000});
        QCOMPARE(ns("12:34:56| x"), std::int64_t{45'296'000'000'000});
        QCOMPARE(ns("12:34:56: x"), std::int64_t{45'296'000'000'000});
        for (const char* const text :
             {"", "12:34", "12:34:5", "25:00:00", "12:60:00", "12:34:56:07", "12:34:56,5,7", "12:34:56;1",
              "1:02:03", "12:34:56Z", "00:00:01,000 --> 00:00:04,000"})
            QVERIFY2(ns(text) == -1, text);
        const tests::ScratchFolder scratch;
        // How long something took, subtitles, columns of numbers, a job: none of them a log.
        for (const char* const text :
             {"elapsed: 00:12:33 a\nelapsed: 00:12:34 b\nelapsed: 00:12:35 c\n",
              "1\n00:00:01,000 --> 00:00:04,000\nHello\n\n2\n00:00:05,000 --> 00:00:06,000\nWorld\n\n3\n"
              "00:00:07,000 --> 00:00:08,000\nEnd\n",
              "12:00:00,5,7\n12:00:01,5,8\n12:00:02,5,9\n"})
            QCOMPARE(tests::importError(scratch.write("none", text)).code, core::ErrorCode::FormatUnknown);
        const auto nccl = tests::importError(
            scratch.write("nccl.log", "node-a:123:456 [0] NCCL INFO Bootstrap : Using eth0\n"
                                      "node-a:123:456 [0] NCCL INFO NET/IB : No device found.\n"));
        QCOMPARE(nccl.code, core::ErrorCode::FormatUnknown);
        QVERIFY(core::phraseOf(nccl.args.front())->text.starts_with("a log of NCCL without times"));
        QCOMPARE(tests::instantsOf(imported(scratch.write(
                     "nccl_times.log", "[2024-05-01 12:00:00] node-a:123:456 [0] NCCL INFO a\n"
                                       "[2024-05-01 12:00:01] node-a:123:456 [0] NCCL WARN b\n"))),
                 (Lines{"node-a:123:456 [0] NCCL INFO a 1714564800000000000 on log / INFO",
                        "node-a:123:456 [0] NCCL WARN b 1714564801000000000 on log / WARN"}));
    }

    void yearsAgainstAnotherCalendar()
    {
        for (std::int64_t day = -20'000; day < 50'000; day += 17) {
            const QDateTime date = QDateTime::fromSecsSinceEpoch(day * 86'400, Qt::UTC);
            QCOMPARE(profiler::yearOf(day * 86'400'000'000'000), std::int64_t{date.date().year()});
        }
        QCOMPARE(profiler::yearOf(1704067200'000000000 - 1), std::int64_t{2023});
        QCOMPARE(profiler::yearOf(1704067200'000000000), std::int64_t{2024});
        for (const char* const text : {"", "0501", "0501 ", "0501 12:00", "1301 12:00:00", "0532 12:00:00",
                                       "5 12:00:00", "050112 12:00:00"})
            QVERIFY2(!profiler::readGlogTime(text, 2024), text);
        for (const char* const text : {"", "May", "May 1 12:00:00", "Mai  1 12:00:00", "ayJ  1 12:00:00"})
            QVERIFY2(!profiler::readSyslogTime(text, 2024), text);
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
