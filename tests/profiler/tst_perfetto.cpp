// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/protobuf/wire.h"
#include "profiler/import/protobuf/wire_stream.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <proto/perfetto.pb.h>

using namespace shardscope;
using tests::formatData;
using tests::imported;

class TstPerfetto : public QObject {
    Q_OBJECT
private slots:
    void good()
    {
        const auto run = imported(formatData("perfetto/good.pftrace"));
        QCOMPARE(run.run->sources.front().baseTimeNs,
                 std::int64_t{1700000000000000000}); // real time less boot time
        QCOMPARE(tests::slicesOf(run),
                 (std::vector<std::string>{
                     "complete [] 9200+3000 on trainer 5 / thread 8",
                     "forward [train] 3000+3000 on trainer 5 / main 6",
                     "gemm() [kernel] 9000+500 on GPU 1 / Compute",
                     "incremental [] 3000+2000 on trainer 5 / main 6", // 2 µs and 3 µs more on its own clock
                 }));
        QCOMPARE(tests::instantsOf(run),
                 (std::vector<std::string>{
                     "mark 4200 on trainer 5 / main 6", // 3,600 on the monotonic clock, which is 600 behind
                     "arrive 7000 on trainer 5 / main 6",
                     "inside 9300 on trainer 5 / main 6", // in a compressed packet
                 }));
        QCOMPARE(tests::countersOf(run),
                 (std::vector<std::string>{
                     "GPU 1 / busy / value: 9100=0.5",
                     "trainer 5 / memory / bytes: 3000=4096 4200=3072 8000=13312", // increments of KiB
                 }));
        QCOMPARE(tests::remarksOf(run), std::string());
        QCOMPARE(tests::metadataOf(run, "packets of sys_stats"), std::string("1"));
        QCOMPARE(run.run->timeline->flows().size(), std::size_t{1});
        QCOMPARE(tests::argumentsOf(run, "forward"),
                 std::string(R"({"batch":8,"kind":"large","shape":[2,3]})"));
        QCOMPARE(tests::argumentsOf(run, "gemm()"), std::string(R"({"event_id":1,"context":0,"grid":"8"})"));
    }

    /// Packets are the same however the trace comes; one larger than what is read at a time is whole.
    void packetsInPieces()
    {
        std::string trace = tests::bytesOf(formatData("perfetto/good.pftrace"));
        const std::string large(std::size_t{3} << 20, 'x'); // field 1, bytes, 3 << 20
        trace += std::string("\x0a\x80\x80\xc0\x01", 5) + large + trace;
        using Packet = std::pair<std::uint64_t, std::string>;
        const auto packetsOf = [&](std::size_t piece) {
            std::size_t at = 0;
            profiler::WireStream packets([&](char* buffer, std::size_t size) {
                const std::size_t got = trace.copy(buffer, std::min(size, piece), at);
                at += got;
                return core::Result<std::size_t>(got);
            });
            std::vector<Packet> all;
            for (auto field = packets.next(); field.ok() && *field; field = packets.next())
                all.emplace_back(packets.fieldPlace(), std::string((*field)->bytes));
            return packets.broken() ? std::vector<Packet>() : all;
        };
        std::vector<Packet> whole;
        profiler::WireReader reader(trace);
        for (std::uint64_t place = 0; const auto field = reader.next(); place = reader.offset())
            whole.emplace_back(place, std::string(field->bytes));
        QVERIFY(whole.size() > 20 && !reader.broken());
        for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4099}, trace.size()})
            QVERIFY(packetsOf(piece) == whole);
        trace.pop_back();
        QVERIFY(packetsOf(trace.size()).empty()); // broken
    }

    void damaged()
    {
        const auto cut = imported(formatData("perfetto/truncated.pftrace"));
        QCOMPARE(tests::remarksOf(cut), std::string("truncated_text x1"));
        QCOMPARE(cut.report.files.front().slices, std::uint64_t{4});
        // Endless parents, names that are nowhere, a clock that is nowhere, an unknown type, a deflate bomb
        // of 32 MB.
        const auto hostile = imported(formatData("perfetto/hostile.pftrace"));
        QCOMPARE(tests::remarksOf(hostile),
                 std::string("begin_without_end x1, broken_message x2, end_without_begin x1, "
                             "name_not_in_file x2, phase_not_shown x1, unknown_clock x1"));
        tests::surviveDamage(tests::bytesOf(formatData("perfetto/good.pftrace")));
    }

    /// Packets counted one by one with the message as protoc knows it.
    void real_data()
    {
        QTest::addColumn<QString>("file");
        const auto folder = tests::sharedTraces();
        if (folder.empty())
            QSKIP("no folder of real traces here");
        for (const auto& entry : std::filesystem::directory_iterator(folder / "perfetto"))
            QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(entry.path().string());
    }
    void real()
    {
        QFETCH(QString, file);
        const std::string bytes = tests::bytesOf(file.toStdString());
        profiler::WireReader trace(bytes);
        std::uint64_t packets = 0, slices = 0, ends = 0, instants = 0, counters = 0, flows = 0;
        while (const auto field = trace.next()) {
            perfetto::TracePacket packet;
            QVERIFY(packet.ParsePartialFromString(std::string(field->bytes)));
            ++packets;
            slices += packet.has_gpu_render_stage_event() ? 1 : 0;
            if (!packet.has_track_event())
                continue;
            const perfetto::TrackEvent& event = packet.track_event();
            const int phase = event.has_type() ? 0 : event.legacy_event().phase();
            slices += phase == 'X' ? 1 : 0;
            ends += event.type() == 2 || phase == 'e' || phase == 'E' ? 1 : 0;
            instants += event.type() == 3 || phase == 'i' || phase == 'I' ? 1 : 0;
            counters +=
                static_cast<std::uint64_t>((event.type() == 4 ? 1 : 0) + event.extra_counter_values_size() +
                                           event.extra_double_counter_values_size());
            flows += static_cast<std::uint64_t>(event.flow_ids_size() + event.terminating_flow_ids_size());
        }
        QVERIFY(!trace.broken());
        const auto run = imported(std::filesystem::path(file.toStdString()));
        const profiler::FileTally& tally = run.report.files.front();
        QCOMPARE(tally.events, packets);
        QCOMPARE(tally.slices, slices + ends); // every begin in these files has an end
        QCOMPARE(tally.instants, instants);
        QCOMPARE(tally.counters, counters);
        QCOMPARE(tally.flowBegins + tally.flowSteps + tally.flowEnds, flows);
        QCOMPARE(tests::remarksOf(run), std::string());
    }
};

SHARDSCOPE_TEST(TstPerfetto)
#include "tst_perfetto.moc"
