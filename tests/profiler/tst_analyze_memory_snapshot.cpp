// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis of an allocator's snapshot against sums made by hand.
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <limits>

using namespace shardscope;
using core::MemoryAction;
using core::MemoryBlockState;
using tests::analyzed;

namespace {

core::RunPtr runOf(core::MemorySnapshot snapshot)
{
    auto run = std::make_shared<core::Run>();
    run->timeline = std::make_shared<const core::Timeline>();
    run->sources.emplace_back().file = "folder/allocator.pickle";
    run->memory.push_back(std::make_shared<const core::MemorySnapshot>(std::move(snapshot)));
    return run;
}

/// Blocks lie one behind the other; a segment holds those since the one before.
void addSegment(core::MemorySnapshot& snapshot, std::int32_t device, std::int64_t bytes,
                const std::vector<core::MemoryBlock>& blocks)
{
    core::MemorySegment segment;
    segment.device = device;
    segment.bytes = bytes;
    segment.type = snapshot.names.intern("large");
    segment.firstBlock = static_cast<std::uint32_t>(snapshot.blocks.size());
    segment.blockCount = static_cast<std::uint32_t>(blocks.size());
    snapshot.segments.push_back(segment);
    snapshot.blocks.insert(snapshot.blocks.end(), blocks.begin(), blocks.end());
}

core::MemoryBlock block(MemoryBlockState state, std::int64_t bytes, std::int64_t requested = 0,
                        std::uint32_t stack = 0)
{
    return {0, bytes, requested, state, stack};
}

/// Stack 1: a frame of the framework inside train.py's; stack 2: the framework's alone.
core::MemorySnapshot withStacks()
{
    core::MemorySnapshot snapshot;
    const auto frame = [&](const char* function, const char* file, std::int64_t line) {
        snapshot.stackFrames.push_back({snapshot.names.intern(function), snapshot.names.intern(file), line});
    };
    frame("linear", "/usr/lib/torch/nn/functional.py", 12);
    frame("step", "train.py", 7);
    frame("adam", "torch/optim/adam.py", 3);
    snapshot.stacks = {{0, 0}, {0, 2}, {2, 1}};
    return snapshot;
}

} // namespace

class TstAnalyzeMemorySnapshot : public QObject {
    Q_OBJECT
private slots:
    void sums()
    {
        core::MemorySnapshot snapshot = withStacks();
        addSegment(snapshot, 0, 100,
                   {block(MemoryBlockState::Allocated, 40, 30, 1), block(MemoryBlockState::Inactive, 20),
                    block(MemoryBlockState::PendingFree, 10), block(MemoryBlockState::Allocated, 30, 30, 2)});
        addSegment(snapshot, 0, 50, {block(MemoryBlockState::Inactive, 50)});
        // 40, 100, 130, 70, 80 held: the end is what the blocks hold.
        for (const auto& [ts, bytes, action] :
             {std::tuple{100, 40, MemoryAction::Alloc}, std::tuple{200, 60, MemoryAction::Alloc},
              std::tuple{300, 30, MemoryAction::Alloc}, std::tuple{350, 60, MemoryAction::FreeRequested},
              std::tuple{400, 60, MemoryAction::FreeCompleted}, std::tuple{500, 10, MemoryAction::Alloc}}) {
            core::SnapshotEvent event;
            event.ts = ts;
            event.bytes = bytes;
            event.action = action;
            snapshot.events.push_back(event);
        }
        const core::Report report =
            analyzed(profiler::AnalysisInput(runOf(std::move(snapshot))), "memory_snapshot");
        const auto rows = tests::rowsOf(report, "memory_snapshot");
        QCOMPARE(rows.size(), std::size_t{1});
        const tests::ReportRow& row = rows.front();
        QCOMPARE(row.at("file").get<std::string>(), std::string("allocator.pickle"));
        for (const auto& [key, value] : std::map<std::string, double>{{"device", 0},
                                                                      {"segments", 2},
                                                                      {"reserved_bytes", 150},
                                                                      {"allocated_bytes", 70},
                                                                      {"pending_bytes", 10},
                                                                      {"free_bytes", 70},
                                                                      {"largest_free_bytes", 50},
                                                                      {"rounding_bytes", 10},
                                                                      {"peak_bytes", 130},
                                                                      {"peak_at_ns", 200},
                                                                      {"events", 5}})
            QVERIFY2(row.at(key).get<double>() == value, key.c_str());
        QCOMPARE(row.at("fragmentation").get<double>(), 1 - 50.0 / 70.0);
        QVERIFY(!tests::hasFinding(report, "memory_snapshot.fragmented"));
        QCOMPARE(report.series.size(), std::size_t{1});
        QVERIFY(report.series.front().y == (std::vector<double>{40, 100, 130, 70, 80}));
        const auto holders = tests::rowsOf(report, "memory_snapshot_holders");
        QCOMPARE(holders.size(), std::size_t{2});
        QCOMPARE(holders[0].at("holder").get<std::string>(), std::string("step (train.py:7)"));
        QCOMPARE(holders[0].at("bytes").get<double>(), 40.0);
        QCOMPARE(holders[1].at("holder").get<std::string>(), std::string("adam (torch/optim/adam.py:3)"));
    }

    /// Much that is free, in small pieces, is told; devices are counted apart.
    void fragmented()
    {
        core::MemorySnapshot snapshot = withStacks();
        addSegment(snapshot, 0, 100, {block(MemoryBlockState::Allocated, 100, 100)});
        addSegment(snapshot, 1, 100,
                   {block(MemoryBlockState::Inactive, 20), block(MemoryBlockState::Allocated, 20, 20),
                    block(MemoryBlockState::Inactive, 20), block(MemoryBlockState::Allocated, 20, 20),
                    block(MemoryBlockState::Inactive, 20)});
        const core::Report report =
            analyzed(profiler::AnalysisInput(runOf(std::move(snapshot))), "memory_snapshot");
        const auto rows = tests::rowsOf(report, "memory_snapshot");
        QCOMPARE(rows.size(), std::size_t{2});
        QVERIFY(rows[0].at("fragmentation").is_null()); // nothing is free
        QVERIFY(rows[0].at("peak_bytes").is_null());    // no history
        QCOMPARE(rows[1].at("fragmentation").get<double>(), 1 - 20.0 / 60.0);
        QCOMPARE(report.findings.size(), std::size_t{1});
        QVERIFY(tests::hasFinding(report, "memory_snapshot.fragmented"));
        QVERIFY(report.findings.front().args == (std::vector<std::string>{"1", "60 B", "100 B", "20 B"}));
        const auto holders = tests::rowsOf(report, "memory_snapshot_holders");
        QCOMPARE(holders.size(), std::size_t{1});
        QVERIFY(holders[0].at("holder").is_null()); // no stack was recorded
        QCOMPARE(holders[0].at("blocks").get<int>(), 3);
    }

    /// Sizes that a file may hold, and no memory has.
    void anySizes()
    {
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
        core::MemorySnapshot snapshot = withStacks();
        for (int turn = 0; turn < 2; ++turn) {
            addSegment(snapshot, 0, turn == 0 ? kMost : kLeast,
                       {block(MemoryBlockState::Allocated, kMost, kLeast),
                        block(MemoryBlockState::Inactive, kMost),
                        block(MemoryBlockState::PendingFree, kLeast)});
            for (const std::int64_t bytes : {kMost, kLeast}) {
                core::SnapshotEvent event;
                event.bytes = bytes;
                event.action = turn == 0 ? MemoryAction::Alloc : MemoryAction::FreeCompleted;
                snapshot.events.push_back(event);
            }
        }
        const core::Report report =
            analyzed(profiler::AnalysisInput(runOf(std::move(snapshot))), "memory_snapshot");
        QCOMPARE(tests::rowsOf(report, "memory_snapshot").size(), std::size_t{1});
    }

    /// The peak and what is told lead to the events on the timeline that they speak of.
    void evidence()
    {
        const auto file = tests::sharedTraces() / "shardscope/h200_gpt2_memory_snapshot.pickle.gz";
        const bool real = std::filesystem::exists(file);
        for (const auto& path : {tests::formatData("memory_snapshot/good.pickle"), file}) {
            if (path == file && !real)
                continue;
            const core::RunPtr run = tests::imported(path).run;
            const core::MemorySnapshot& snapshot = *run->memory.front();
            const core::Report report = analyzed(profiler::AnalysisInput(run), "memory_snapshot");
            QVERIFY(!report.marks.empty());
            const core::Timeline& timeline = *run->timeline;
            // The curve again, forwards: its highest point is where the mark stands.
            std::int64_t now = 0;
            std::int64_t most = std::numeric_limits<std::int64_t>::min();
            std::int64_t at = 0;
            for (const core::SnapshotEvent& event : snapshot.events) {
                const bool taken = event.action == MemoryAction::Alloc;
                if (event.device != 0 || (!taken && event.action != MemoryAction::FreeCompleted))
                    continue;
                now += taken ? event.bytes : -event.bytes;
                if (now >= most) {
                    most = now;
                    at = event.ts;
                }
            }
            const core::Mark& peak = report.marks.front();
            QCOMPARE(peak.beginNs, at);
            QCOMPARE(timeline.names().text(timeline.tracks()[peak.track].thread),
                     std::string_view("allocator"));
            for (const core::Finding& finding : report.findings) {
                QCOMPARE(finding.evidence.size(), std::size_t{1});
                QVERIFY(finding.evidence.front().beginNs >= at);
            }
            std::vector<std::string> keys;
            for (const core::Finding& finding : report.findings)
                keys.push_back(finding.key);
            QCOMPARE(keys,
                     path == file
                         ? (std::vector<std::string>{"memory_snapshot.peak", "memory_snapshot.fragmented",
                                                     "memory_snapshot.cached"})
                         : (std::vector<std::string>{"memory_snapshot.oom", "memory_snapshot.peak"}));
        }
    }

    void empty()
    {
        const auto run = std::make_shared<core::Run>();
        run->timeline = std::make_shared<const core::Timeline>();
        const core::Report report = analyzed(profiler::AnalysisInput(run), "memory_snapshot");
        QVERIFY(report.tables.empty());
        QVERIFY(tests::hasFinding(report, "empty.no_snapshot"));
    }
};

SHARDSCOPE_TEST(TstAnalyzeMemorySnapshot)
#include "tst_analyze_memory_snapshot.moc"
