// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using tests::formatData;
using tests::imported;

class TstSpeedscopeJson : public QObject {
    Q_OBJECT
private slots:
    /// An evented profile in us, and a sampled one in ms: of [0 1] for 1, [0 1] for 0.5, [0 2] for 2,
    /// nothing.
    void good()
    {
        const auto run = imported(formatData("speedscope/good.json"));
        QCOMPARE(tests::slicesOf(run), (std::vector<std::string>{
                                           "backward [sample] 2500000+2000000 on speedscope / thread 8",
                                           "forward [sample] 1000000+1500000 on speedscope / thread 8",
                                           "forward [sample] 20500+39750 on speedscope / thread 7",
                                           "train_step [sample] 10000+100000 on speedscope / thread 7",
                                           "train_step [sample] 1000000+3500000 on speedscope / thread 8",
                                       }));
        QCOMPARE(tests::remarksOf(run), std::string());
        QCOMPARE(tests::remarkCount(run, "data_not_shown"), std::uint64_t{1});
        QCOMPARE(tests::remarkCount(run, "samples_shown"), std::uint64_t{4});
        QCOMPARE(tests::metadataOf(run, "profile not shown"), std::string("heap (bytes)"));
        QCOMPARE(tests::argumentsOf(run, "backward"),
                 std::string(R"({"name": "backward", "file": "model.py"})"));
    }

    void damaged()
    {
        const auto cut = imported(formatData("speedscope/truncated.json"));
        QCOMPARE(tests::remarkCount(cut, "truncated_text"), std::uint64_t{1});
        QCOMPARE(cut.report.files.front().slices, std::uint64_t{5}); // the names behind them are lost
        const auto hostile = imported(formatData("speedscope/hostile.json"));
        QCOMPARE(
            tests::remarksOf(hostile),
            std::string("begin_without_end x2, duration_not_a_number x1, end_without_begin x1, "
                        "event_without_time x1, field_missing x1, name_not_in_file x4, negative_duration x1, "
                        "odd_entry x2, unnamed_event x1"));
        tests::surviveDamage(tests::bytesOf(formatData("speedscope/good.json")));
        const tests::ScratchFolder scratch;
        const std::string schema = R"({"$schema": "https://www.speedscope.app/file-format-schema.json")";
        QVERIFY(tests::importError(scratch.write("a.json", schema + "}")).code ==
                core::ErrorCode::FormatUnknown);
        const std::string deep =
            schema + R"(, "profiles": [{"type": "sampled", "unit": "seconds", "samples": )";
        QCOMPARE(tests::importError(scratch.write("b.json", deep + std::string(200'000, '['))).code,
                 core::ErrorCode::FileEmpty);
        // Lists that are not there.
        const core::Error bare = tests::importError(
            scratch.write("c.json", schema + R"(, "profiles": [{"type": "evented", "unit": "seconds"}]})"));
        QCOMPARE(bare.code, core::ErrorCode::FileEmpty);
    }
};

SHARDSCOPE_TEST(TstSpeedscopeJson)
#include "tst_speedscope_json.moc"
