// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/input.h"
#include "profiler/import/protobuf/wire.h"
#include "profiler/import/protobuf/wire_stream.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <proto/perfetto.pb.h>

#include <algorithm>
#include <deque>

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

    /// What PyTorch writes since 2026 (torch/csrc/profiler/cuspy: a call says which work it submitted, work
    /// which other work it waited for, counters are described once) and what track events may have since
    /// then: call stacks and correlation ids, and Chrome's second form of arrows.
    void newer()
    {
        std::deque<perfetto::TracePacket> packets;
        const auto packet = [&](std::uint64_t ts) -> perfetto::TracePacket& {
            perfetto::TracePacket& one = packets.emplace_back();
            one.set_timestamp(ts);
            one.set_trusted_packet_sequence_id(1);
            return one;
        };
        perfetto::TracePacket& names = packet(0);
        names.set_sequence_flags(1);
        perfetto::InternedData& interned = *names.mutable_interned_data();
        const auto name = [](auto* entry, std::uint64_t iid, const char* text) {
            entry->set_iid(iid);
            entry->set_name(text);
        };
        name(interned.add_gpu_specifications(), 1, "stream 7");
        name(interned.add_gpu_specifications(), 2, "Kernel");
        name(interned.add_gpu_specifications(), 3, "Memcpy");
        name(interned.add_event_names(), 1, "Memcpy HtoD");
        interned.add_compute_kernels()->set_iid(1);
        interned.mutable_compute_kernels(0)->set_demangled_name("gemm<float>()");
        name(interned.add_compute_arg_names(), 1, "registers per thread");
        name(interned.add_function_names(), 1, "main");
        name(interned.add_function_names(), 2, "forward");
        name(interned.add_source_paths(), 1, "/code/model.py");
        name(interned.add_mapping_paths(), 1, "/usr/lib/libcuda.so");
        interned.add_mappings()->set_iid(1);
        interned.mutable_mappings(0)->add_path_string_ids(1);
        for (const auto& [iid, function] : {std::pair{1, 1}, std::pair{2, 2}, std::pair{3, 0}}) {
            perfetto::Frame& frame = *interned.add_frames();
            frame.set_iid(static_cast<std::uint64_t>(iid));
            frame.set_function_name_id(static_cast<std::uint64_t>(function));
        }
        interned.mutable_frames(1)->set_source_path_iid(1);
        interned.mutable_frames(1)->set_line_number(12);
        interned.mutable_frames(2)->set_mapping_id(1);
        interned.mutable_frames(2)->set_rel_pc(0x1f0);
        interned.add_callstacks()->set_iid(5);
        for (const std::uint64_t frame : {1, 2, 3})
            interned.mutable_callstacks(0)->add_frame_ids(frame);
        perfetto::GpuCounterDescriptor described;
        described.add_specs()->set_counter_id(4);
        described.mutable_specs(0)->set_name("power");
        const std::string inner = described.SerializeAsString();
        interned.add_gpu_counter_descriptors(std::string("\x08\x01\x10\x03\x1a", 5) +
                                             static_cast<char>(inner.size()) + inner); // iid 1, GPU 3
        for (const std::uint64_t track : {1, 2}) {
            perfetto::TrackDescriptor& thread = *packet(0).mutable_track_descriptor();
            thread.set_uuid(track);
            thread.mutable_thread()->set_pid(5);
            thread.mutable_thread()->set_tid(static_cast<int>(track));
            thread.mutable_thread()->set_thread_name("thread");
        }
        const auto event = [&](std::uint64_t ts, int type, std::uint64_t track,
                               const char* called = nullptr) -> perfetto::TrackEvent& {
            perfetto::TrackEvent& one = *packet(ts).mutable_track_event();
            one.set_type(type);
            one.set_track_uuid(track);
            if (called != nullptr)
                one.set_name(called);
            return one;
        };
        perfetto::TrackEvent& launch = event(100, 1, 1, "cudaGraphLaunch");
        launch.mutable_gpu_correlation()->add_render_stage_submission_event_ids(11);
        launch.mutable_gpu_correlation()->add_render_stage_submission_event_ids(12);
        launch.set_callstack_iid(5);
        launch.set_correlation_id(77);
        event(150, 2, 1);
        perfetto::TrackEvent& wait = event(160, 1, 1, "cudaStreamSynchronize");
        wait.mutable_gpu_correlation()->add_render_stage_wait_event_ids(12);
        perfetto::InlineCallstack::Frame& frame = *wait.mutable_callstack()->add_frames();
        frame.set_function_name("train");
        frame.set_source_file("/code/train.py");
        frame.set_line_number(3);
        event(420, 2, 1);
        const auto bind = [&](std::uint64_t ts, std::uint64_t track, const char* called, int direction) {
            perfetto::LegacyEvent& legacy = *event(ts, 1, track, called).mutable_legacy_event();
            legacy.set_bind_id(9);
            legacy.set_flow_direction(direction);
            event(ts + 5, 2, track);
        };
        bind(500, 1, "sends", 2);
        bind(510, 2, "passes on", 3);
        bind(520, 1, "takes", 1);
        const auto work = [&](std::uint64_t ts, std::uint64_t id,
                              std::uint64_t stage) -> perfetto::GpuRenderStageEvent& {
            perfetto::GpuRenderStageEvent& one = *packet(ts).mutable_gpu_render_stage_event();
            one.set_event_id(id);
            one.set_duration(100);
            one.set_hw_queue_iid(1);
            one.set_stage_iid(stage);
            return one;
        };
        work(200, 11, 3).set_name_iid(1);
        perfetto::GpuRenderStageEvent& kernel = work(310, 12, 2);
        kernel.set_kernel_iid(1);
        kernel.add_event_wait_ids(11);
        kernel.mutable_launch()->mutable_grid_size()->set_x(8);
        kernel.mutable_launch()->mutable_workgroup_size()->set_x(256);
        kernel.mutable_launch()->add_args()->set_name_iid(1);
        kernel.mutable_launch()->mutable_args(0)->set_uint_value(64);
        work(600, 13, 2).set_name("by name");
        perfetto::GpuCounterEvent& counter = *packet(300).mutable_gpu_counter_event();
        counter.set_counter_descriptor_iid(1);
        counter.add_counters()->set_counter_id(4);
        counter.mutable_counters(0)->set_double_value(350.5);

        std::string trace;
        for (const perfetto::TracePacket& one : packets) {
            const std::string bytes = one.SerializeAsString();
            trace += '\x0a'; // field 1, bytes
            for (std::size_t length = bytes.size(); true; length >>= 7) {
                trace += static_cast<char>((length & 0x7Fu) | (length > 0x7F ? 0x80u : 0u));
                if (length <= 0x7F)
                    break;
            }
            trace += bytes;
        }
        const tests::ScratchFolder scratch;
        const auto run = imported(scratch.write("newer.pftrace", trace));
        QCOMPARE(tests::remarksOf(run), std::string());
        const auto slices = tests::slicesOf(run);
        const auto has = [&](const char* slice) {
            return std::find(slices.begin(), slices.end(), slice) != slices.end();
        };
        QVERIFY(has("Memcpy HtoD [gpu_memcpy] 200+100 on GPU 0 / stream 7"));
        QVERIFY(has("gemm<float>() [kernel] 310+100 on GPU 0 / stream 7"));
        QVERIFY(has("by name [kernel] 600+100 on GPU 0 / stream 7"));
        QCOMPARE(tests::countersOf(run), std::vector<std::string>{"GPU 3 / power / value: 300=350.5"});
        QCOMPARE(tests::argumentsOf(run, "cudaGraphLaunch"),
                 std::string(R"j({"correlation_id":77,"callstack":["main","forward (model.py:12)",)j"
                             R"j("?? (libcuda.so + 0x1f0)"]})j"));
        QCOMPARE(tests::argumentsOf(run, "cudaStreamSynchronize"),
                 std::string(R"j({"callstack":["train (train.py:3)"]})j"));
        QCOMPARE(tests::argumentsOf(run, "gemm<float>()"),
                 std::string(R"({"event_id":12,"context":0,"grid":[8,0,0],"block":[256,0,0],)"
                             R"("registers per thread":64})"));
        const core::Timeline& timeline = *run.run->timeline;
        std::vector<std::string> arrows;
        for (const core::Flow& flow : timeline.flows()) {
            const auto text = [&](core::SliceId slice) {
                return slice.valid() ? std::string(timeline.names().text(timeline.name()[slice.index()]))
                                     : std::string("?");
            };
            arrows.push_back(text(flow.from) + " -> " + text(flow.to));
        }
        std::sort(arrows.begin(), arrows.end());
        QCOMPARE(arrows, (std::vector<std::string>{
                             "Memcpy HtoD -> gemm<float>()", "cudaGraphLaunch -> Memcpy HtoD",
                             "cudaGraphLaunch -> gemm<float>()", "gemm<float>() -> cudaStreamSynchronize",
                             "passes on -> takes", "sends -> passes on"}));
        // What was launched by which call is known by these arrows, not by the work that other work waited
        // for.
        const profiler::AnalysisInput input(run.run);
        const auto launches = input.launches(0, {});
        QVERIFY(launches.ok());
        std::size_t launched = 0;
        for (const std::uint32_t call : (*launches)->launch)
            launched +=
                call != profiler::kNoRow && timeline.names().text(timeline.name()[call]) == "cudaGraphLaunch"
                    ? 1
                    : 0;
        QCOMPARE(launched, std::size_t{2});
        tests::surviveDamage(trace, 20);
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
                 std::string("begin_without_end x1, broken_message x2, event_without_time x1, "
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
