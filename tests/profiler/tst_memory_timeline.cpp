// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

using namespace shardscope;
using tests::formatData;
using tests::imported;

class TstMemoryTimeline : public QObject {
    Q_OBJECT
private slots:
    void raw()
    {
        const auto run = imported(formatData("memory_timeline/good.raw.json"));
        QCOMPARE(run.report.files.front().events, std::uint64_t{7});
        QCOMPARE(tests::remarksOf(run), std::string());
        // What was there before counts from the first time on; 19 digits survive.
        QCOMPARE(
            tests::countersOf(run),
            (std::vector<std::string>{
                "memory / memory by category / activation: 1000000000000000123=4096 1000000000000000999=0",
                "memory / memory by category / autograd detail: 1000000000000000123=100",
                "memory / memory by category / optimizer state: 1000000000000000123=512",
                "memory / memory by category / parameter: 1000000000000000123=1024 1000000000000001500=0",
                "memory / memory by category / temporary: 1000000000000000999=4096",
            }));
    }

    void columns()
    {
        const auto run = imported(formatData("memory_timeline/good_columns.json"));
        QCOMPARE(run.report.files.front().events, std::uint64_t{3});
        const auto counters = tests::countersOf(run);
        QCOMPARE(counters.size(), std::size_t{8});
        QCOMPARE(counters.at(0),
                 std::string("memory / memory by category / activation: 1000000=0 1000000=9"));
        QCOMPARE(counters.at(5), std::string("memory / memory by category / parameter: 1000000=1 1005000=2"));
    }

    void damaged()
    {
        const auto cut = imported(formatData("memory_timeline/truncated.raw.json"));
        QCOMPARE(tests::remarksOf(cut), std::string("truncated_text x1"));
        QCOMPARE(cut.report.files.front().events, std::uint64_t{6});
        const auto hostile = imported(formatData("memory_timeline/hostile.raw.json"));
        QCOMPARE(tests::remarksOf(hostile),
                 std::string("odd_entry x5")); // text, category 99, overflow, two numbers, a string
        tests::surviveDamage(tests::bytesOf(formatData("memory_timeline/good.raw.json")));
        tests::surviveDamage(tests::bytesOf(formatData("memory_timeline/good_columns.json")));
    }

    /// The curves' last values against a plain sum by another JSON parser.
    void real()
    {
        const auto folder = tests::sharedTraces();
        if (folder.empty())
            QSKIP("no folder of real traces here");
        const auto file = folder / "hta/memory_analysis/memory_timeline.raw.gz";
        const auto run = imported(file);
        const nlohmann::json rows = nlohmann::json::parse(tests::wholeText(file));
        QCOMPARE(run.report.files.front().events, std::uint64_t{rows.size()});
        QCOMPARE(tests::remarksOf(run), std::string());
        std::map<std::int64_t, std::int64_t> sums;
        std::int64_t first = 0, last = 0;
        for (const auto& row : rows) {
            sums[row[3].get<std::int64_t>()] += row[2].get<std::int64_t>();
            last = row[0].get<std::int64_t>();
            first = first == 0 && last != -1 ? last : first;
        }
        QCOMPARE(run.report.files.front().beginNs, first);
        QCOMPARE(run.report.files.front().endNs, last);
        const std::map<std::string_view, std::int64_t> indices{
            {"parameter", 0},  {"optimizer state", 1}, {"input", 2},           {"temporary", 3},
            {"activation", 4}, {"gradient", 5},        {"autograd detail", 6}, {"unknown", 7}};
        const core::Timeline& timeline = *run.run->timeline;
        QCOMPARE(timeline.counterTracks().size(), sums.size());
        for (const core::CounterTrack& track : timeline.counterTracks())
            QCOMPARE(timeline.counterSamples()[track.begin + track.count - 1].value,
                     static_cast<double>(sums[indices.at(timeline.names().text(track.series))]));
    }
};

SHARDSCOPE_TEST(TstMemoryTimeline)
#include "tst_memory_timeline.moc"
