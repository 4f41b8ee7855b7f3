// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>
#include <proto/xplane.pb.h>

using namespace shardscope;
using tests::formatData;
using tests::imported;

class TstXplane : public QObject {
    Q_OBJECT
private slots:
    void good()
    {
        const auto run = imported(formatData("xplane/good.xplane.pb"));
        QCOMPARE(run.run->sources.front().baseTimeNs, std::int64_t{1700000000000000000});
        QCOMPARE(tests::slicesOf(run),
                 (std::vector<std::string>{
                     "$train.py:3 step [python_function] 1000+9000 on /host:CPU / python",
                     "MemcpyD2D [gpu_memcpy] 8000+500 on GPU 0 / Stream #14(Compute)",
                     "dispatch [cpu_op] 2000+2001 on /host:CPU / python", // 1,000.5 ns + 2,000.7 ns
                     "fusion [gpu_user_annotation] 1000+9000 on GPU 0 / Steps",
                     "fusion [kernel] 6000+1000 on GPU 0 / Stream #14(Compute)",
                     "unnamed [cpu_op] 5000+1 on /host:CPU / python",
                 }));
        QCOMPARE(tests::instantsOf(run),
                 std::vector<std::string>{"MemoryAllocation 2500 on /host:CPU / python"});
        QCOMPARE(tests::countersOf(run),
                 std::vector<std::string>{"GPU_0_bfc / allocator / bytes_allocated: 2500=4096"});
        QCOMPARE(tests::remarksOf(run),
                 std::string("event_only_counted x1, recorder_message x1, unnamed_event x1"));
        QCOMPARE(tests::remarkCount(run, "finer_than_nanoseconds"), std::uint64_t{1});
        QCOMPARE(tests::metadataOf(run, "warning"), std::string("buffer was full"));
        QCOMPARE(tests::metadataOf(run, "/device:GPU:0 device_vendor"), std::string("Nvidia"));
        QCOMPARE(run.run->timeline->flows().size(), std::size_t{1});
        QCOMPARE(run.run->timeline->steps().size(), std::size_t{1});
        QCOMPARE(nlohmann::json::parse(tests::argumentsOf(run, "dispatch")).at("text"),
                 "caf\xC3\xA9 \xEF\xBF\xBD");
        QCOMPARE(nlohmann::json::parse(tests::argumentsOf(run, "MemoryAllocation")).at("allocator_name"),
                 "GPU_0_bfc");
        QCOMPARE(nlohmann::json::parse(tests::argumentsOf(run, "fusion")).at("full name"),
                 "fusion_long_name_of_hlo");
    }

    void damaged()
    {
        const auto cut = imported(formatData("xplane/truncated.xplane.pb"));
        QCOMPARE(tests::remarkCount(cut, "truncated_text"), std::uint64_t{1});
        QCOMPARE(cut.report.files.front().slices, std::uint64_t{5}); // all but the line that is cut
        const auto hostile = imported(formatData("xplane/hostile.xplane.pb"));
        QCOMPARE(hostile.report.files.front().slices, std::uint64_t{6});
        QCOMPARE(hostile.report.files.front().endNs, core::kMaxTime);
        tests::surviveDamage(tests::bytesOf(formatData("xplane/good.xplane.pb")));
    }

    /// The whole message parsed at once, and counted.
    void real_data()
    {
        QTest::addColumn<QString>("file");
        if (tests::sharedTraces().empty())
            QSKIP("no folder of real traces here");
        for (const char* const file :
             {"shardscope/h200_jax_mlp.xplane.pb", "tracelens/mi300/jax_conv_minimal_08/tw003.xplane.pb"})
            QTest::newRow(file) << file;
    }
    void real()
    {
        QFETCH(QString, file);
        const auto path = tests::sharedTraces() / file.toStdString();
        xplane::XSpace space;
        QVERIFY(space.ParseFromString(tests::bytesOf(path)));
        std::uint64_t events = 0, slices = 0, begins = 0, ends = 0;
        std::int64_t device = 0;
        for (const auto& plane : space.planes()) {
            const auto stat = [&](const xplane::XEvent& event, const char* name) {
                return std::any_of(event.stats().begin(), event.stats().end(), [&](const auto& one) {
                    return plane.stat_metadata().at(one.metadata_id()).name() == name;
                });
            };
            for (const auto& line : plane.lines()) {
                for (const auto& event : line.events()) {
                    ++events;
                    slices += event.duration_ps() > 0 ? 1 : 0;
                    begins += stat(event, "_p") ? 1 : 0;
                    ends += stat(event, "_c") ? 1 : 0;
                    device += plane.name().starts_with("/device:") ? event.duration_ps() / 1000 : 0;
                }
            }
        }
        const auto run = imported(path);
        const profiler::FileTally& tally = run.report.files.front();
        QCOMPARE(tally.events, events);
        QCOMPARE(tally.slices, slices);
        QCOMPARE(tally.instants, events - slices);
        QCOMPARE(tally.flowBegins, begins);
        QCOMPARE(tally.flowEnds, ends);
        QCOMPARE(tests::remarksOf(run), std::string());
        std::int64_t found = 0;
        const core::Timeline& timeline = *run.run->timeline;
        for (const core::Lane& lane : timeline.lanes()) {
            for (std::size_t row = lane.begin; row < std::size_t{lane.begin} + lane.count; ++row)
                found += timeline.tracks()[lane.track.index()].device ? timeline.dur()[row] : 0;
        }
        QCOMPARE(found, device);
    }
};

SHARDSCOPE_TEST(TstXplane)
#include "tst_xplane.moc"
