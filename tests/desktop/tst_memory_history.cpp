// SPDX-License-Identifier: GPL-3.0-or-later
// What an allocator held, moment by moment: against figures worked out by hand, and against a plain replay of
// the events.
#include "app/desktop/base/number_text.h"
#include "app/desktop/memory/memory_pictures.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/simulate/open_run.h"
#include "profiler/analyze/memory/snapshot_peak.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <map>
#include <random>

using namespace shardscope;
using core::MemoryAction;

namespace {

using SnapshotPtr = std::shared_ptr<core::MemorySnapshot>;

SnapshotPtr emptySnapshot()
{
    auto snapshot = std::make_shared<core::MemorySnapshot>();
    snapshot->stacks.push_back({});
    return snapshot;
}

void add(core::MemorySnapshot& snapshot, std::int64_t ts, MemoryAction action, std::uint64_t address,
         std::int64_t bytes, const char* category = nullptr, std::uint32_t stack = 0)
{
    core::SnapshotEvent event;
    event.ts = ts;
    event.action = action;
    event.address = address;
    event.bytes = bytes;
    event.stack = stack;
    if (category)
        event.category = snapshot.names.intern(category);
    snapshot.events.push_back(event);
}

/// A segment 1000..2000 that is there to the end, one at 5000 given back at 50; two blocks older than the
/// events.
SnapshotPtr handMade()
{
    auto snapshot = emptySnapshot();
    add(*snapshot, 10, MemoryAction::Alloc, 1100, 200, "a");
    add(*snapshot, 20, MemoryAction::Alloc, 1300, 100, "b");
    add(*snapshot, 30, MemoryAction::FreeRequested, 1100, 200);
    add(*snapshot, 35, MemoryAction::FreeCompleted, 1100, 200);
    add(*snapshot, 40, MemoryAction::FreeCompleted, 1600, 50);
    add(*snapshot, 50, MemoryAction::SegmentFree, 5000, 500);
    core::MemorySegment segment;
    segment.address = 1000;
    segment.bytes = 1000;
    segment.blockCount = 3;
    snapshot->segments.push_back(segment);
    using State = core::MemoryBlockState;
    snapshot->blocks = {{1000, 100, 100, State::Allocated, 0},
                        {1100, 200, 0, State::Inactive, 0},
                        {1300, 100, 100, State::Allocated, 0}};
    return snapshot;
}

} // namespace

class TstMemoryHistory : public QObject {
    Q_OBJECT
private slots:
    void knowsEveryMoment()
    {
        const auto history = app::makeHistory(handMade(), 0, 40);
        QVERIFY(history.ok());
        QCOMPARE(history->begin, 10);
        QCOMPARE(history->end, 50);
        QCOMPARE(history->peak, 450);
        QCOMPARE(history->peakTs, 20);
        const std::map<std::int64_t, std::int64_t> held{{10, 350}, {20, 450}, {34, 450},
                                                        {35, 250}, {40, 200}, {50, 200}};
        for (const auto& [ts, bytes] : held)
            QCOMPARE(app::mapAt(*history, ts).held, bytes);
        QCOMPARE(app::mapAt(*history, 49).reserved, 1500);
        QCOMPARE(app::mapAt(*history, 50).reserved, 1000);
    }
    void knowsWhereBlocksLie()
    {
        const auto history = app::makeHistory(handMade(), 0, 40);
        const app::AllocatorMap map = app::mapAt(*history, 32);
        QCOMPARE(map.segments.size(), std::size_t{2});
        const app::MapSegment& first = map.segments[0];
        QCOMPARE(first.blocks.size(), std::size_t{4});
        QCOMPARE(first.held, 450);
        QCOMPARE(first.largestGap, 350); // 1650 to 2000
        QVERIFY(!first.blocks[0].pending);
        QVERIFY(first.blocks[1].pending); // asked to be free at 30, free at 35
        QCOMPARE(map.segments[1].largestGap, 500);
        QVERIFY(history->blocks[first.blocks[0].block].before);
        QVERIFY(!history->blocks[first.blocks[1].block].before);
    }
    void curveAddsUp()
    {
        const auto history = app::makeHistory(handMade(), 0, 7);
        QCOMPARE(history->columns.size(), std::size_t{7});
        std::int64_t most = 0;
        for (const app::CurveColumn& column : history->columns) {
            std::int64_t sum = 0;
            for (const std::int64_t held : column.held)
                sum += held;
            QCOMPARE(sum, column.total);
            QCOMPARE(app::mapAt(*history, column.ts).held, column.total);
            most = std::max(most, column.total);
        }
        QCOMPARE(most, history->peak); // however coarse: peaks stay
    }
    void replaysLikeTheAllocator()
    {
        // Random but sound events, replayed plainly beside it.
        std::mt19937_64 dice(7); // NOLINT: a fixed seed makes failures repeat
        auto snapshot = emptySnapshot();
        std::map<std::uint64_t, std::int64_t> open;
        std::vector<std::int64_t> heldAt;
        std::int64_t held = 0;
        for (std::int64_t ts = 0; ts < 5000; ++ts) {
            const std::uint64_t address = 4096 * (dice() % 200);
            const auto found = open.find(address);
            if (found == open.end()) {
                const auto bytes = static_cast<std::int64_t>(dice() % 4000 + 1);
                add(*snapshot, ts, MemoryAction::Alloc, address, bytes);
                open[address] = bytes;
                held += bytes;
            } else {
                add(*snapshot, ts, MemoryAction::FreeRequested, address, found->second);
                add(*snapshot, ts, MemoryAction::FreeCompleted, address, found->second);
                held -= found->second;
                open.erase(found);
            }
            heldAt.push_back(held);
        }
        const auto history = app::makeHistory(snapshot, 0, 100);
        for (std::int64_t ts = 0; ts < 5000; ts += 37)
            QCOMPARE(app::mapAt(*history, ts).held, heldAt[static_cast<std::size_t>(ts)]);
        QCOMPARE(history->peak, *std::max_element(heldAt.begin(), heldAt.end()));
    }
    /// The peak that the page tells is the one of the analysis, which goes backward from the end.
    void analysisAndPageTellOnePeak()
    {
        const core::Catalog catalog(tests::sourceFile("resources"));
        const auto opened =
            app::openRun(catalog, {tests::sourceFile("resources/samples/h200_gpt2_memory.pickle.gz")}, {});
        QVERIFY(opened.ok());
        const auto snapshot = opened->run->memory.front();
        QVERIFY(snapshot != nullptr);
        for (const auto& [device, totals] : profiler::snapshotTotals(*snapshot)) {
            const auto history = app::makeHistory(snapshot, device, 100);
            QVERIFY(history.ok());
            QCOMPARE(history->peak, profiler::snapshotPeak(*snapshot, device, totals).allocated);
        }
    }

    void callersStandInForCategories()
    {
        auto snapshot = emptySnapshot();
        const auto name = [&](const char* text) { return snapshot->names.intern(text); };
        snapshot->stackFrames = {{name("empty"), name("/x/torch/functional.py"), 1},
                                 {name("attention"), name("/x/model.py"), 7}};
        snapshot->stacks.push_back({0, 2});
        add(*snapshot, 1, MemoryAction::Alloc, 100, 10, nullptr, 1);
        add(*snapshot, 2, MemoryAction::Alloc, 200, 5, nullptr, 0);
        const auto history = app::makeHistory(snapshot, 0, 4);
        QVERIFY(history->byCaller);
        QCOMPARE(history->categories, (std::vector<std::string>{"attention", ""}));
        const core::Table stack = app::blockStackTable(*history, 0);
        QCOMPARE(stack.rows.size(), std::size_t{2});
        QCOMPARE(std::get<std::string>(stack.rows[1][1]), std::string("/x/model.py:7"));
    }
    /// A recording shows what it says of the reserve, and addresses that it saw in use in the place of
    /// segments.
    void recordingsShowStretchesOfAddresses()
    {
        auto snapshot = emptySnapshot();
        add(*snapshot, 10, MemoryAction::Alloc, 0, 700, profiler::kHeldBefore); // nobody knows where
        add(*snapshot, 10, MemoryAction::Alloc, 2000, 300, profiler::kHeldBefore);
        add(*snapshot, 20, MemoryAction::Alloc, 1000, 100, "forward");
        add(*snapshot, 30, MemoryAction::FreeCompleted, 2000, 300);
        snapshot->segments.push_back({0, 1000, 1300, 0, 0, 0, {}, false, 0, 0, 0});
        profiler::RecordedMemory memory;
        memory.device = "GPU 0";
        memory.snapshot = snapshot;
        memory.reserved = {{20, 4096}, {30, 8192}};
        const auto history = app::makeRecordedHistory(memory, 20).value();
        QVERIFY(history.stretches);
        QCOMPARE(history.peak, std::int64_t{1100});
        const app::AllocatorMap map = app::mapAt(history, 25);
        QCOMPARE(map.held, std::int64_t{1100});
        QCOMPARE(map.reserved, std::int64_t{4096}); // not the 1,300 of the stretch
        QCOMPARE(map.segments.size(), std::size_t{1});
        QCOMPARE(map.segments[0].held, std::int64_t{400});
        QCOMPARE(app::mapAt(history, 30).reserved, std::int64_t{8192});
        QCOMPARE(history.columns.back().reserved, std::int64_t{8192});
        for (const app::HeldBlock& block : history.blocks)
            QCOMPARE(block.before, block.bytes != 100);
        QVERIFY(app::memorySentence(history, map)
                    .contains(app::quantityString(4096, core::kByte) + QStringLiteral(" reserved")));
        memory.reserved.clear();
        const auto silent = app::makeRecordedHistory(memory, 20).value();
        QCOMPARE(app::mapAt(silent, 25).reserved, std::int64_t{-1});
        QVERIFY(!app::memorySentence(silent, app::mapAt(silent, 25)).contains(QStringLiteral("reserved")));
    }
    void manyCategoriesAreGathered()
    {
        auto snapshot = emptySnapshot();
        for (std::int64_t index = 0; index < 40; ++index)
            add(*snapshot, index, MemoryAction::Alloc, static_cast<std::uint64_t>(index) * 1000, 100 + index,
                ("category " + std::to_string(index)).c_str());
        const auto history = app::makeHistory(snapshot, 0, 10);
        QCOMPARE(history->categories.size(), app::kMostCategories);
        QCOMPARE(history->categories.front(), std::string("category 39"));
        QCOMPARE(history->columns.back().total, 40 * 100 + 39 * 40 / 2);
    }
    void oddSnapshotsAreTaken()
    {
        QVERIFY(app::makeHistory(emptySnapshot(), 0, 10).ok()); // nothing at all
        auto twice = emptySnapshot();
        add(*twice, 1, MemoryAction::Alloc, 100, 10);
        add(*twice, 2, MemoryAction::Alloc, 100, 30); // its end was lost
        const auto history = app::makeHistory(twice, 0, 2);
        QCOMPARE(app::mapAt(*history, 2).held, 30);
        std::stop_source stop;
        stop.request_stop();
        core::Task task;
        task.stop = stop.get_token();
        auto large = emptySnapshot();
        for (std::int64_t index = 0; index < 70'000; ++index)
            add(*large, index, MemoryAction::Alloc, static_cast<std::uint64_t>(index), 1);
        QVERIFY(!app::makeHistory(large, 0, 10, task).ok());
        QCOMPARE(app::devicesOf(*twice), std::vector<std::int32_t>{0});
    }
    void curveAndMapAnswerToMouseAndKeys()
    {
        const auto history =
            std::make_shared<const app::AllocationHistory>(app::makeHistory(handMade(), 0, 40).value());
        app::MemoryCurve curve;
        curve.resize(800, 200);
        curve.setHistory(history);
        QSignalSpy moments(&curve, &app::MemoryCurve::momentChosen);
        QTest::keyClick(&curve, Qt::Key_P);
        QCOMPARE(moments.last()[0].toLongLong(), 20);
        curve.setMoment(20);
        QTest::keyClick(&curve, Qt::Key_End);
        QVERIFY(moments.last()[0].toLongLong() > 20);
        QTest::mouseClick(&curve, Qt::LeftButton, {}, QPoint(84 + 1, 100));
        QCOMPARE(moments.last()[0].toLongLong(), 10);
        QVERIFY(curve.accessibleDescription().contains(QStringLiteral("450")));

        app::AllocatorMapView map;
        map.resize(800, 200);
        map.show(history, app::mapAt(*history, 20));
        QSignalSpy blocks(&map, &app::AllocatorMapView::blockChosen);
        QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(history->blocks[blocks.last()[0].toUInt()].address, 1000ULL);
        map.setBlock(blocks.last()[0].toUInt());
        QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(history->blocks[blocks.last()[0].toUInt()].address, 1100ULL);
        // The first segment's row is the longest; 1350 lies in its fourth tenth.
        const auto rows = app::layOutMap(map.map(), map.viewport()->width());
        const QPointF at(rows[0].rect.left() + rows[0].rect.width() * 0.35, rows[0].rect.center().y());
        QCOMPARE(history->blocks[map.blockAt(at).value()].address, 1300ULL);
        QVERIFY(!map.blockAt({rows[0].rect.left() + rows[0].rect.width() * 0.5, at.y()}).has_value());
    }
};

SHARDSCOPE_TEST(TstMemoryHistory)
#include "tst_memory_history.moc"
