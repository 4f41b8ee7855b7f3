// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <map>

using namespace shardscope;
using core::MemoryAction;
using tests::formatData;
using tests::imported;

namespace {

const core::MemorySnapshot& snapshotOf(const profiler::ImportedRun& run)
{
    static const core::MemorySnapshot empty;
    return run.run->memory.empty() ? empty : *run.run->memory.front();
}

} // namespace

class TstMemorySnapshot : public QObject {
    Q_OBJECT
private slots:
    /// The same values whatever the protocol.
    void good_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* const file :
             {"good.pickle", "good_protocol0.pickle", "good_protocol1.pickle", "good_protocol2.pickle",
              "good_protocol3.pickle", "good_protocol5.pickle"})
            QTest::newRow(file) << file;
    }
    void good()
    {
        QFETCH(QString, file);
        const auto run = imported(formatData("memory_snapshot/" + file.toStdString()));
        const profiler::FileTally& tally = run.report.files.front();
        QCOMPARE(tally.events, std::uint64_t{10}); // 8 allocator events, 2 ends of an annotation
        QCOMPARE(tally.instants, std::uint64_t{8});
        QCOMPARE(tally.slices, std::uint64_t{1});
        QCOMPARE(tests::remarksOf(run), std::string());
        QCOMPARE(
            tests::slicesOf(run),
            std::vector<std::string>{
                "Optimizer.step#AdamW.step [annotation] 1700000000000015000+30000 on GPU 0 / annotations"});
        QCOMPARE(tests::instantsOf(run).at(6), std::string("oom 1700000000000050000 on GPU 0 / allocator"));
        // 4,000,000 bytes are older than the record; the curves end at what the segments hold.
        QCOMPARE(
            tests::countersOf(run),
            (std::vector<std::string>{
                "GPU 0 / PyTorch allocator / pending free: 1700000000000030000=1000 1700000000000031000=0",
                "GPU 0 / PyTorch allocator / requested: 1700000000000010000=4.001e+06 "
                "1700000000000020000=4.601e+06 1700000000000030000=4.6e+06 1700000000000040000=4.60051e+06",
                "GPU 0 / PyTorch allocator / reserved: 1700000000000000000=6.29146e+06"}));
        QCOMPARE(tests::metadataOf(run, "PYTORCH_CUDA_ALLOC_CONF"), std::string("expandable_segments:False"));
        QCOMPARE(tests::metadataOf(run, "expandable_segments"), std::string("false"));
        QCOMPARE(tests::metadataOf(run, "max_split_size"), std::string("-1"));
        QCOMPARE(
            tests::argumentsOf(run, "alloc"),
            std::string(
                R"({"address":"0x7f0000000000","bytes":1000,"stream":0,"stack":["model.py:12 forward","train.py:40 <module>"]})"));
    }

    void nouns()
    {
        const auto run = imported(formatData("memory_snapshot/good.pickle"));
        const core::MemorySnapshot& snapshot = snapshotOf(run);
        QVERIFY(snapshot.timed);
        QCOMPARE(snapshot.segments.size(), std::size_t{2});
        QCOMPARE(snapshot.blocks.size(), std::size_t{5});
        QCOMPARE(snapshot.events.size(), std::size_t{8});
        QCOMPARE(snapshot.annotations.size(), std::size_t{2});
        QCOMPARE(snapshot.stacks.size(), std::size_t{3}); // none, and two distinct ones
        QCOMPARE(snapshot.segments[0].blockCount, 4u);
        QCOMPARE(snapshot.segments[0].bytes, std::int64_t{2097152});
        QCOMPARE(snapshot.names.text(snapshot.segments[0].type), std::string_view("small"));
        const core::MemoryBlock& block = snapshot.blocks[2];
        QCOMPARE(block.address, std::uint64_t{0x7f0000000400});
        QCOMPARE(block.requestedBytes, std::int64_t{600000});
        QVERIFY(block.state == core::MemoryBlockState::Allocated);
        QCOMPARE(snapshot.blocks[1].requestedBytes, std::int64_t{0});
        const core::MemoryStack stack = snapshot.stacks[block.stack];
        QCOMPARE(stack.count, 2u);
        QCOMPARE(snapshot.names.text(snapshot.stackFrames[stack.begin].file),
                 std::string_view("torch/optim/adamw.py"));
        QCOMPARE(snapshot.names.text(snapshot.events[2].category), std::string_view("OPTIMIZER_STATE"));
        QVERIFY(snapshot.events[6].action == MemoryAction::OutOfMemory);
        QCOMPARE(snapshot.events[6].address, std::uint64_t{4096}); // what the driver had free
        QCOMPARE(snapshot.events[6].bytes, std::int64_t{1} << 40);
    }

    void withoutTimes()
    {
        const auto run = imported(formatData("memory_snapshot/good_untimed.pickle"));
        QCOMPARE(tests::remarksOf(run), std::string("events_without_times x8"));
        QVERIFY(!snapshotOf(run).timed);
        QCOMPARE(tests::instantsOf(run).at(3), std::string("free_requested 3000 on GPU 0 / allocator"));
        QCOMPARE(snapshotOf(run).blocks.at(0).address,
                 snapshotOf(run).segments.at(0).address); // blocks lie one behind the other
        QCOMPARE(snapshotOf(run).blocks.at(0).requestedBytes, std::int64_t{4194304});
    }

    void hostile()
    {
        QVERIFY(tests::importError(formatData("memory_snapshot/hostile_reduce.pickle")).code ==
                core::ErrorCode::NotSupported);
        QVERIFY(tests::importError(formatData("memory_snapshot/hostile_shared.pickle")).code ==
                core::ErrorCode::DataCorrupt);
        QVERIFY(tests::importError(formatData("memory_snapshot/hostile_self.pickle")).code ==
                core::ErrorCode::DataCorrupt);
        const core::Error cut = tests::importError(formatData("memory_snapshot/truncated.pickle"));
        QVERIFY(cut.code == core::ErrorCode::DataCorrupt);
        QVERIFY(cut.place.byteOffset.has_value());
        QVERIFY(!cut.place.file.empty());
        tests::surviveDamage(tests::bytesOf(formatData("memory_snapshot/good.pickle")));
    }

    void otherPickles()
    {
        const tests::ScratchFolder scratch;
        const core::Error other = tests::importError(scratch.write("a.pickle", "\x80\x04}\x8c\x01"
                                                                               "aK\x01s."));
        QVERIFY(other.code == core::ErrorCode::FormatUnknown);
        QVERIFY(other.args.at(0).find("segments") != std::string::npos);
        QVERIFY(tests::importError(scratch.write("b.pickle", "\x80\x04K\x01.")).code ==
                core::ErrorCode::FormatUnknown);
        // The bare list of segments, as torch.cuda.memory_snapshot() gives it.
        const auto bare = imported(scratch.write("c.pickle", "\x80\x04]."));
        QCOMPARE(bare.report.files.front().events, std::uint64_t{0});
        // An entry that is no dict is counted, not fatal.
        const auto odd = imported(scratch.write("d.pickle", "\x80\x04](K\x01K\x02"
                                                            "e."));
        QCOMPARE(tests::remarksOf(odd), std::string("odd_entry x2"));
    }

    /// Counts and sums that Python's own pickle module finds in the file.
    void real()
    {
        const auto folder = tests::sharedTraces();
        if (folder.empty())
            QSKIP("no folder of real traces here");
        const auto run = imported(folder / "shardscope/h200_gpt2_memory_snapshot.pickle.gz");
        const core::MemorySnapshot& snapshot = snapshotOf(run);
        QCOMPARE(tests::remarksOf(run), std::string());
        std::map<MemoryAction, int> actions;
        for (const core::SnapshotEvent& event : snapshot.events)
            ++actions[event.action];
        QCOMPARE(actions[MemoryAction::Alloc], 2371);
        QCOMPARE(actions[MemoryAction::FreeRequested], 1778);
        QCOMPARE(actions[MemoryAction::FreeCompleted], 1778);
        QCOMPARE(actions[MemoryAction::SegmentAlloc], 112);
        QCOMPARE(snapshot.events.size(), std::size_t{6039});
        QCOMPARE(snapshot.segments.size(), std::size_t{119});
        QCOMPARE(snapshot.blocks.size(), std::size_t{730});
        QCOMPARE(snapshot.annotations.size(), std::size_t{8});
        std::int64_t requested = 0, reserved = 0;
        for (const core::MemoryBlock& block : snapshot.blocks)
            requested += block.state == core::MemoryBlockState::Allocated ? block.requestedBytes : 0;
        for (const core::MemorySegment& segment : snapshot.segments)
            reserved += segment.bytes;
        QCOMPARE(requested, std::int64_t{1830936146});
        QCOMPARE(reserved, std::int64_t{5551161344});
        for (const core::CounterTrack& track : run.run->timeline->counterTracks()) {
            const std::string_view series = run.run->timeline->names().text(track.series);
            const double last = run.run->timeline->counterSamples()[track.begin + track.count - 1].value;
            QCOMPARE(last, series == "requested" ? 1830936146.0 : series == "reserved" ? 5551161344.0 : 0.0);
        }
        QCOMPARE(run.report.files.front().slices, std::uint64_t{4});
    }
};

SHARDSCOPE_TEST(TstMemorySnapshot)
#include "tst_memory_snapshot.moc"
