// SPDX-License-Identifier: GPL-3.0-or-later
// Timeline against a naive model: lanes, parents, occupancy, ranges.
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <map>

using namespace shardscope;
using namespace shardscope::core;
using tests::Dice;
using tests::PlainSlice;

class TstTimeline : public QObject {
    Q_OBJECT
private slots:
    void emptyTimelineHasNothing();
    void everySliceIsKeptOnce();
    void lanesNeverOverlapAndAreOrdered();
    void parentHoldsItsChild();
    void busyIsExact();
    void rowsWithinEqualsAScan();
    void longestRowEqualsAScan();
    void laneOfFindsTheLane();
};

namespace {

struct Case {
    std::vector<PlainSlice> plain;
    LayoutTally tally;
    TimelinePtr timeline;
};

Case makeCase(std::uint64_t seed)
{
    Dice dice(seed);
    Case made;
    const auto count = static_cast<std::size_t>(1 + dice.below(seed % 3 == 0 ? 6000 : 400));
    made.plain = tests::randomSlices(dice, count, 1 + static_cast<std::uint32_t>(dice.below(4)),
                                     1 + dice.below(20000), 1 + dice.below(3000));
    made.timeline = tests::buildTimeline(made.plain, made.tally);
    return made;
}

} // namespace

void TstTimeline::emptyTimelineHasNothing()
{
    LayoutTally tally;
    const TimelinePtr timeline = tests::buildTimeline({}, tally);
    QCOMPARE(timeline->sliceCount(), std::size_t{0});
    QCOMPARE(timeline->tracks().size(), std::size_t{0});
    QCOMPARE(timeline->begin(), std::int64_t{0});
    QCOMPARE(timeline->end(), std::int64_t{0});
}

void TstTimeline::everySliceIsKeptOnce()
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Case made = makeCase(seed);
        const Timeline& timeline = *made.timeline;
        QCOMPARE(timeline.sliceCount(), made.plain.size());
        std::vector<bool> seen(made.plain.size(), false);
        for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
            const auto input = static_cast<std::size_t>(timeline.args()[row]);
            QVERIFY(!seen[input]);
            seen[input] = true;
            const PlainSlice& plain = made.plain[input];
            QCOMPARE(timeline.ts()[row], plain.ts);
            QCOMPARE(timeline.dur()[row], plain.dur);
            QCOMPARE(timeline.names().text(timeline.name()[row]),
                     std::string_view("name " + std::to_string(plain.name)));
            const Lane& lane = timeline.lanes()[timeline.laneOf(SliceId{row}).index()];
            const Track& track = timeline.tracks()[lane.track.index()];
            QCOMPARE(timeline.names().text(track.threadKey), std::string_view(std::to_string(plain.track)));
        }
        const auto last = std::max_element(made.plain.begin(), made.plain.end(),
                                           [](auto& a, auto& b) { return a.ts + a.dur < b.ts + b.dur; });
        QCOMPARE(timeline.end(), last->ts + last->dur);
    }
}

void TstTimeline::lanesNeverOverlapAndAreOrdered()
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Case made = makeCase(seed);
        const Timeline& timeline = *made.timeline;
        std::uint32_t next = 0;
        std::size_t displaced = 0;
        for (const Lane& lane : timeline.lanes()) {
            QCOMPARE(lane.begin, next);
            QVERIFY(lane.count > 0);
            next += lane.count;
            displaced += lane.overflow ? lane.count : 0;
            for (std::uint32_t row = lane.begin + 1; row < next; ++row)
                QVERIFY(timeline.ts()[row - 1] + timeline.dur()[row - 1] <= timeline.ts()[row]);
        }
        QCOMPARE(std::size_t{next}, timeline.sliceCount());
        QCOMPARE(displaced, timeline.displacedCount());
        QCOMPARE(std::uint64_t{displaced}, made.tally.of(LayoutOddity::Displaced).count);
    }
}

void TstTimeline::parentHoldsItsChild()
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Case made = makeCase(seed);
        const Timeline& timeline = *made.timeline;
        for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
            const Lane& lane = timeline.lanes()[timeline.laneOf(SliceId{row}).index()];
            const auto parent = timeline.parentOf(SliceId{row});
            if (lane.overflow)
                continue;
            QCOMPARE(parent.has_value(), lane.depth > 0);
            if (!parent)
                continue;
            const Lane& above = timeline.lanes()[timeline.laneOf(*parent).index()];
            QCOMPARE(above.track, lane.track);
            QCOMPARE(above.depth + 1, lane.depth);
            QVERIFY(timeline.ts()[parent->index()] <= timeline.ts()[row]);
            QVERIFY(timeline.ts()[parent->index()] + timeline.dur()[parent->index()] >=
                    timeline.ts()[row] + timeline.dur()[row]);
        }
    }
}

void TstTimeline::busyIsExact()
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Case made = makeCase(seed);
        const Timeline& timeline = *made.timeline;
        Dice dice(seed);
        for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane) {
            for (int tries = 0; tries < 20; ++tries) {
                const std::int64_t from = dice.below(24000) - 1000;
                const std::int64_t to = from + dice.below(9000) - 100;
                std::int64_t wanted = 0;
                const Lane& rows = timeline.lanes()[lane];
                for (std::uint32_t row = rows.begin; row < rows.begin + rows.count; ++row)
                    wanted +=
                        std::max<std::int64_t>(0, std::min(to, timeline.ts()[row] + timeline.dur()[row]) -
                                                      std::max(from, timeline.ts()[row]));
                QCOMPARE(timeline.busy(LaneId{lane}, from, to), wanted);
            }
        }
    }
}

void TstTimeline::rowsWithinEqualsAScan()
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Case made = makeCase(seed);
        const Timeline& timeline = *made.timeline;
        Dice dice(seed + 7);
        for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane) {
            const std::int64_t from = dice.below(22000);
            const std::int64_t to = from + 1 + dice.below(4000);
            const auto [first, last] = timeline.rowsWithin(LaneId{lane}, from, to);
            const Lane& rows = timeline.lanes()[lane];
            for (std::uint32_t row = rows.begin; row < rows.begin + rows.count; ++row) {
                const bool starts = timeline.ts()[row] >= from && timeline.ts()[row] < to;
                const bool reaches =
                    timeline.ts()[row] < from && timeline.ts()[row] + timeline.dur()[row] > from;
                QCOMPARE(row >= first && row < last, starts || reaches);
            }
        }
    }
}

void TstTimeline::longestRowEqualsAScan()
{
    const Case made = makeCase(3);
    const Timeline& timeline = *made.timeline;
    Dice dice(5);
    for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane) {
        const Lane& rows = timeline.lanes()[lane];
        for (int tries = 0; tries < 50; ++tries) {
            const auto from = static_cast<std::uint32_t>(rows.begin + dice.below(rows.count));
            const auto to = static_cast<std::uint32_t>(from + 1 + dice.below(rows.begin + rows.count - from));
            std::uint32_t wanted = from;
            for (std::uint32_t row = from; row < to; ++row)
                wanted = timeline.dur()[row] > timeline.dur()[wanted] ? row : wanted;
            QCOMPARE(timeline.longestRow(LaneId{lane}, from, to), wanted);
        }
    }
}

void TstTimeline::laneOfFindsTheLane()
{
    const Case made = makeCase(6);
    for (std::size_t lane = 0; lane < made.timeline->lanes().size(); ++lane) {
        const Lane& rows = made.timeline->lanes()[lane];
        QCOMPARE(made.timeline->laneOf(SliceId{rows.begin}), LaneId{lane});
        QCOMPARE(made.timeline->laneOf(SliceId{rows.begin + rows.count - 1}), LaneId{lane});
    }
}

SHARDSCOPE_TEST(TstTimeline)
#include "tst_timeline.moc"
