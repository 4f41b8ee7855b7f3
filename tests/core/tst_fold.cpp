// SPDX-License-Identifier: GPL-3.0-or-later
// Folding: what is drawn adds up to what was busy, costs pixels, and keeps gaps.
#include "core/timeline/fold.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>

using namespace shardscope;
using namespace shardscope::core;
using tests::Dice;

class TstFold : public QObject {
    Q_OBJECT
private slots:
    void pixelsAndTimesRoundTrip();
    void farPixelsSaturate();
    void busyAddsUpExactly();
    void boxesAreBoundedAndDoNotOverlap();
    void gapsStayGaps();
    void wideSlicesKeepTheirEdges();
    void aLoneNarrowSliceKeepsItsEdges();
    void columnsShowTheirOccupancy();
    void emptySlicesAreShown();
};

namespace {

TimelinePtr laneOf(const std::vector<std::pair<std::int64_t, std::int64_t>>& slices)
{
    std::vector<tests::PlainSlice> plain;
    for (const auto& [ts, dur] : slices)
        plain.push_back({0, ts, dur, 0});
    LayoutTally tally;
    return tests::buildTimeline(plain, tally);
}

std::vector<FoldedBox> folded(const Timeline& timeline, const TimeWindow& window, double foldBelow = 2.0)
{
    std::vector<FoldedBox> boxes;
    foldLane(timeline, LaneId{std::size_t{0}}, window, boxes, foldBelow);
    return boxes;
}

} // namespace

void TstFold::pixelsAndTimesRoundTrip()
{
    Dice dice(1);
    for (int tries = 0; tries < 2000; ++tries) {
        const std::int64_t begin = dice.below(4'000'000'000'000'000'000) - 2'000'000'000'000'000'000;
        const std::int64_t span = 1 + dice.below(tries % 2 == 0 ? 1000 : 100'000'000'000);
        const TimeWindow window{begin, begin + span, static_cast<double>(1 + dice.below(4000))};
        const std::int64_t time = begin + dice.below(span);
        // Doubles hold the offset into the window exactly here; the scale costs a few ulp.
        QVERIFY(std::llabs(pixelToTime(window, timeToPixel(window, time)) - time) <=
                1 + span / 1'000'000'000'000);
        const double pixel = static_cast<double>(dice.below(4000));
        const double nsPerPixel = static_cast<double>(span) / window.width;
        QVERIFY(std::fabs(timeToPixel(window, pixelToTime(window, pixel)) - pixel) <=
                0.51 / nsPerPixel + 1e-6);
    }
}

void TstFold::farPixelsSaturate()
{
    const TimeWindow window{-kMaxTime, kMaxTime, 100};
    QCOMPARE(pixelToTime(window, 1e300), window.begin + std::llround(4.6e18));
    QCOMPARE(pixelToTime(TimeWindow{kMaxTime - 10, kMaxTime, 100}, 1e300), kMaxTime);
    QCOMPARE(pixelToTime(TimeWindow{-kMaxTime, -kMaxTime + 10, 100}, -1e300), -kMaxTime);
    QCOMPARE(timeToPixel(window, kMaxTime), 100.0);
}

void TstFold::busyAddsUpExactly()
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Dice dice(seed);
        LayoutTally tally;
        const std::int64_t range = 1 + dice.below(seed % 2 == 0 ? 3000 : 3'000'000);
        const auto slices = tests::randomSlices(dice, static_cast<std::size_t>(1 + dice.below(3000)), 2,
                                                range, 1 + range / (1 + dice.below(400)));
        const TimelinePtr timeline = tests::buildTimeline(slices, tally);
        for (int tries = 0; tries < 5; ++tries) {
            const std::int64_t begin = dice.below(range) - range / 10;
            const TimeWindow window{begin, begin + 1 + dice.below(range),
                                    1.0 + static_cast<double>(dice.below(8000)) / 7.0};
            for (std::size_t lane = 0; lane < timeline->lanes().size(); ++lane) {
                std::vector<FoldedBox> boxes;
                foldLane(*timeline, LaneId{lane}, window, boxes);
                std::int64_t busy = 0;
                for (const FoldedBox& box : boxes) {
                    busy += box.busy;
                    QVERIFY(box.occupancy >= 0 && box.occupancy <= 1);
                }
                QCOMPARE(busy, timeline->busy(LaneId{lane}, window.begin, window.end));
            }
        }
    }
}

void TstFold::boxesAreBoundedAndDoNotOverlap()
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Dice dice(seed);
        LayoutTally tally;
        const auto slices = tests::randomSlices(dice, 20000, 1, 1'000'000, 1 + dice.below(20000));
        const TimelinePtr timeline = tests::buildTimeline(slices, tally);
        const std::int64_t begin = dice.below(900'000);
        const TimeWindow window{begin, begin + 1 + dice.below(1'000'000),
                                static_cast<double>(1 + dice.below(2000))};
        for (std::size_t lane = 0; lane < timeline->lanes().size(); ++lane) {
            std::vector<FoldedBox> boxes;
            foldLane(*timeline, LaneId{lane}, window, boxes);
            QVERIFY(boxes.size() <= static_cast<std::size_t>(2 * std::ceil(window.width)) + 2);
            for (std::size_t at = 1; at < boxes.size(); ++at)
                QVERIFY2(boxes[at - 1].right <= boxes[at].left + 1e-6,
                         qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
    }
}

void TstFold::gapsStayGaps()
{
    // 1000 ns in 100 px: 10 ns a pixel. Dense dust, two empty pixels, dust again.
    std::vector<std::pair<std::int64_t, std::int64_t>> dust;
    for (std::int64_t ts = 0; ts < 200; ts += 2)
        dust.emplace_back(ts, 1);
    for (std::int64_t ts = 220; ts < 400; ts += 2)
        dust.emplace_back(ts, 1);
    const auto boxes = folded(*laneOf(dust), {0, 1000, 100});
    QCOMPARE(boxes.size(), std::size_t{38});
    QCOMPARE(boxes[19].right, 20.0);
    QCOMPARE(boxes[20].left, 22.0);
}

void TstFold::wideSlicesKeepTheirEdges()
{
    const auto boxes = folded(*laneOf({{105, 33}, {138, 4}, {142, 50}}), {0, 1000, 100});
    QCOMPARE(boxes.size(), std::size_t{4});
    QCOMPARE(boxes[0].left, 10.5);
    QCOMPARE(boxes[0].right, 13.8);
    QCOMPARE(boxes[1].left, 13.8);
    QCOMPARE(boxes[1].right, 14.0);
    QCOMPARE(boxes[1].busy, std::int64_t{2});
    QCOMPARE(boxes[2].left, 14.0);
    QCOMPARE(boxes[2].busy, std::int64_t{2});
    QCOMPARE(boxes[3].left, 14.2);
    QCOMPARE(boxes[3].right, 19.2);
}

void TstFold::aLoneNarrowSliceKeepsItsEdges()
{
    const auto boxes = folded(*laneOf({{104, 13}, {205, 1}}), {0, 1000, 100});
    QCOMPARE(boxes.size(), std::size_t{2});
    QCOMPARE(boxes[0].left, 10.4);
    QCOMPARE(boxes[0].right, 11.7);
    QCOMPARE(boxes[0].count, 1u);
    // Narrower than a pixel: its column, at its share.
    QCOMPARE(boxes[1].left, 20.0);
    QCOMPARE(boxes[1].right, 21.0);
    QCOMPARE(boxes[1].occupancy, 0.1F);
}

void TstFold::columnsShowTheirOccupancy()
{
    const auto boxes = folded(*laneOf({{100, 2}, {103, 4}, {108, 5}, {114, 1}}), {0, 1000, 100});
    QCOMPARE(boxes.size(), std::size_t{2});
    QCOMPARE(boxes[0].count, 3u);
    QCOMPARE(boxes[0].occupancy, 0.8F);
    QCOMPARE(boxes[0].row, 2u); // the longest
    QCOMPARE(boxes[1].count, 2u);
    QCOMPARE(boxes[1].occupancy, 0.4F);
}

void TstFold::emptySlicesAreShown()
{
    const auto far = folded(*laneOf({{100, 0}, {101, 0}}), {0, 1000, 100});
    QCOMPARE(far.size(), std::size_t{1});
    QCOMPARE(far[0].count, 2u);
    QCOMPARE(far[0].busy, std::int64_t{0});
    const auto near = folded(*laneOf({{3, 0}}), {0, 10, 100});
    QCOMPARE(near.size(), std::size_t{1});
    QCOMPARE(near[0].count, 1u);
}

SHARDSCOPE_TEST(TstFold)
#include "tst_fold.moc"
