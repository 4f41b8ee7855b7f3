// SPDX-License-Identifier: GPL-3.0-or-later
// Files that people bring: what they tell is read, or they are refused by their name with the way to what is
// read.
#include "core/base/phrase.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/compare/figures.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::imported;

namespace {

std::filesystem::path fieldData(const std::string& name)
{
    return std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "tests/data/field" / name;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// A line as Megatron-LM prints it.
std::string iterationLine(int second, int iteration, double milliseconds, double teraflops)
{
    char line[400];
    std::snprintf(
        line, sizeof line,
        " [2026-08-01 10:%02d:%02d] iteration %8d/    1000 | consumed samples: %12d | elapsed time per "
        "iteration (ms): %.1f | throughput per GPU (TFLOP/s/GPU): %.1f | lm loss: 1.1E+01 |\n",
        second / 60, second % 60, iteration, 128 * iteration, milliseconds, teraflops);
    return line;
}

double counterOf(const ImportedRun& run, const std::string& name, std::size_t at)
{
    const core::Timeline& timeline = *run.run->timeline;
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        if (timeline.names().text(counter.name) == name && at < counter.count)
            return timeline.counterSamples()[counter.begin + at].value;
    }
    return std::nan("");
}

} // namespace

class TstDoors : public QObject {
    Q_OBJECT
private slots:
    /// A database whose first pages name the program that a report of another format is known by.
    void smallExport()
    {
        const auto run = imported(fieldData("nsys_refused_small_export.sqlite"));
        QVERIFY(run.run->timeline->sliceCount() > 0);
        QVERIFY(tests::bytesOf(fieldData("nsys_refused_small_export.sqlite"))
                    .substr(0, 65536)
                    .find("Nsight Systems") != std::string::npos);
    }

    void refusedByName_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("what");
        QTest::newRow("Proton") << "proton.hatchet"
                                << "Proton";
    }
    void refusedByName()
    {
        QFETCH(const QString, file);
        QFETCH(const QString, what);
        const core::Error error = tests::importError(fieldData(file.toStdString()));
        QVERIFY(error.code == core::ErrorCode::FormatUnknown);
        QVERIFY(core::phraseOf(error.args.front())->text.find(what.toStdString()) != std::string::npos);
        QVERIFY(error.args.size() > 2 && !error.args[2].empty());
    }

    /// Nothing in a file is an error that says so, whatever the format.
    void nothingInside()
    {
        const tests::ScratchFolder scratch;
        for (const char* const text :
             {"[]", R"({"traceEvents": []})", R"({"schemaVersion": 1, "traceEvents": []})"}) {
            const core::Error error = tests::importError(scratch.write("empty.json", text));
            QVERIFY2(error.code == core::ErrorCode::FileEmpty, text);
        }
    }

    void pluginOfNccl();
    void trainingLog();
    void anyTrainingLog();
    void stepsApart();
    void aLogBesideATrace();
};

/// What NCCL's example profiler plugin writes, bare words and hexadecimal numbers and all.
void TstDoors::pluginOfNccl()
{
    const auto run = imported(fieldData("nccl_profiler_plugin.json"));
    QCOMPARE(run.run->sources.front().rank, 0);
    const AnalysisInput input(run.run);
    const auto rows = tests::rowsOf(tests::analyzed(input, "communication"), "communication");
    QVERIFY(!rows.empty());
    QCOMPARE(rows.front().at("collective").get<std::string>(), std::string("all_reduce"));
    QCOMPARE(rows.front().at("rank").get<int>(), 0);
    QCOMPARE(rows.front().at("bytes").get<double>(), 268435456.0 * 4);
    QCOMPARE(rows.front().at("busy_ns").get<std::int64_t>(), std::int64_t{2'190'000});
    // It tells nothing of computing, so nothing is said of how a step's time divides.
    const Overview overview = overviewOf(input).value();
    QVERIFY(overview.parts.empty());
    QVERIFY(overview.findings.empty());
    // Sizes of all types, ranks of all numbers, communicators beyond a signed number.
    tests::Dice dice(7);
    for (const auto& [type, width] : {std::pair{"ncclInt8", 1}, {"ncclBfloat16", 2}, {"ncclFloat64", 8}}) {
        const std::int64_t count = 1 + dice.below(1'000'000);
        const std::int64_t rank = dice.below(512);
        const std::string text =
            "[\n{\"name\": \"ReduceScatter\", \"cat\": \"COLL\", \"ph\": \"b\", \"id\": 3, \"pid\": 9, "
            "\"tid\": 1, "
            "\"ts\": 5.0, \"args\": {\"SeqNum\": 4, \"CommHash\": 12715772615376301750, \"Rank\": " +
            std::to_string(rank) + ", \"Count\": " + std::to_string(count) + ", \"Datatype\": \"" + type +
            "\"}},\n{\"name\": \"ReduceScatter\", \"cat\": \"COLL\", \"ph\": \"e\", \"id\": 3, \"pid\": 9, "
            "\"tid\": "
            "1, \"ts\": 9.0},\n{}]";
        const tests::ScratchFolder scratch;
        const auto made = imported(scratch.write("ncclp-9.json", text));
        QCOMPARE(made.run->sources.front().rank, static_cast<std::int32_t>(rank));
        const auto told =
            tests::rowsOf(tests::analyzed(AnalysisInput(made.run), "communication"), "communication");
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told.front().at("bytes").get<double>(), static_cast<double>(count * width));
        QCOMPARE(told.front().at("group").get<std::string>(), std::string("12715772615376301750"));
    }
}

void TstDoors::trainingLog()
{
    const auto run = imported(fieldData("megatron_log.txt"));
    const AnalysisInput input(run.run);
    const auto steps = tests::rowsOf(tests::analyzed(input, "steps"), "steps");
    QCOMPARE(steps.size(), std::size_t{2});
    QCOMPARE(steps[0].at("time_ns").get<std::int64_t>(), std::int64_t{1'234'500'000});
    QCOMPARE(steps[1].at("time_ns").get<std::int64_t>(), std::int64_t{1'200'100'000});
    QCOMPARE(counterOf(run, "throughput per GPU (TFLOP/s/GPU)", 0), 412.3);
    QCOMPARE(counterOf(run, "throughput per GPU (TFLOP/s/GPU)", 1), 424.0);
    QCOMPARE(counterOf(run, "lm loss", 1), 9.9);
    const Overview overview = overviewOf(input).value();
    QVERIFY(near(overview.stepSeconds, (1.2345 + 1.2001) / 2));
    QVERIFY(overview.parts.empty()); // nothing tells what ran in them
    QCOMPARE(runFigures(input).value().steps, std::int64_t{2});
}

/// Any times in any interval of logging: each line is a step as long as it says.
void TstDoors::anyTrainingLog()
{
    tests::Dice dice(38);
    for (int turn = 0; turn < 5; ++turn) {
        const int lines = 2 + static_cast<int>(dice.below(40));
        std::string text = "  some_setting ........ 1\n";
        std::vector<std::int64_t> times;
        double sum = 0;
        for (int line = 0; line < lines; ++line) {
            const std::int64_t tenths = 9000 + dice.below(2000);
            times.push_back(tenths * 100'000);
            sum += 1e-4 * static_cast<double>(tenths);
            text += iterationLine(60 * line, 50 * (line + 1), 0.1 * static_cast<double>(tenths), 400);
            text += "[Rank 0] (after 1 iterations) memory (MB) | allocated: 12.5 | max allocated: 14 |\n";
        }
        const tests::ScratchFolder scratch;
        const auto run = imported(scratch.write("train.log", text));
        const AnalysisInput input(run.run);
        const auto steps = tests::rowsOf(tests::analyzed(input, "steps"), "steps");
        QCOMPARE(steps.size(), times.size());
        for (std::size_t at = 0; at < times.size(); ++at)
            QCOMPARE(steps[at].at("time_ns").get<std::int64_t>(), times[at]);
        QVERIFY(near(overviewOf(input).value().stepSeconds, sum / lines));
        QCOMPARE(counterOf(run, "memory (MB)", 0), 12.5);
    }
}

/// A run compared with itself at another speed: the step's time is what differs.
void TstDoors::stepsApart()
{
    const tests::ScratchFolder scratch;
    const auto figures = [&](const char* name, double milliseconds) {
        std::string text;
        for (int line = 0; line < 5; ++line)
            text += iterationLine(line, line + 1, milliseconds, 400);
        return runFigures(AnalysisInput(imported(scratch.write(name, text)).run)).value();
    };
    QCOMPARE(figures("a.log", 1000).stepNs, std::int64_t{1'000'000'000});
    QCOMPARE(figures("b.log", 750.5).stepNs, std::int64_t{750'500'000});
    QVERIFY(near(figures("c.log", 750.5).divided->stepNs, 750'500'000));
}

/// A log tells nothing of what ran: beside a trace, the trace's steps are the run's.
void TstDoors::aLogBesideATrace()
{
    const tests::ScratchFolder scratch;
    std::string events;
    for (int step = 0; step < 4; ++step)
        events += tests::slice("user_annotation", "ProfilerStep#" + std::to_string(step), "1", 1000.0 * step,
                               1000) +
                  ",\n" + tests::slice("kernel", "gemm", "7", 1000.0 * step + 100, 500, R"("stream": 7)") +
                  ",\n";
    const std::string text = "{\"traceEvents\": [" + events + "{}]}";
    const auto trace = scratch.write("trace.json", text);
    std::string lines;
    for (int line = 0; line < 4; ++line)
        lines += iterationLine(10 * line, line + 1, 1234.5, 400);
    const auto log = scratch.write("train.log", lines);
    const AnalysisInput alone(imported(trace).run);
    const AnalysisInput both(imported({trace, log}).run);
    QVERIFY(near(overviewOf(both).value().stepSeconds, overviewOf(alone).value().stepSeconds));
    QCOMPARE(overviewOf(both).value().parts.size(), overviewOf(alone).value().parts.size());
    QCOMPARE(runFigures(both).value().stepNs, runFigures(alone).value().stepNs);
}

SHARDSCOPE_TEST(TstDoors)
#include "tst_doors.moc"
