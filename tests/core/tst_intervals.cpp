// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of times against a naive count of unit cells.
#include "core/timeline/intervals.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <random>

using namespace shardscope::core;

namespace {

constexpr std::int64_t kSpan = 60;

std::vector<bool> cellsOf(const std::vector<Interval>& intervals)
{
    std::vector<bool> cells(kSpan, false);
    for (const Interval& interval : intervals) {
        for (std::int64_t at = interval.begin; at < interval.end; ++at)
            cells[static_cast<std::size_t>(at)] = true;
    }
    return cells;
}

std::vector<Interval> randomIntervals(std::mt19937& random)
{
    std::vector<Interval> intervals(random() % 12);
    for (Interval& interval : intervals) {
        interval.begin = static_cast<std::int64_t>(random() % kSpan);
        interval.end =
            std::min<std::int64_t>(kSpan, interval.begin + static_cast<std::int64_t>(random() % 9));
    }
    return intervals;
}

bool isSet(const IntervalSet& set)
{
    for (std::size_t at = 0; at < set.size(); ++at) {
        if (set[at].end <= set[at].begin || (at > 0 && set[at].begin <= set[at - 1].end))
            return false;
    }
    return true;
}

} // namespace

class TstIntervals : public QObject {
    Q_OBJECT
private slots:
    void againstCells()
    {
        std::mt19937 random(7); // NOLINT(bugprone-random-generator-seed): the same cases every time
        for (int round = 0; round < 2000; ++round) {
            const auto left = randomIntervals(random);
            const auto right = randomIntervals(random);
            const IntervalSet a = unite(left);
            const IntervalSet b = unite(right);
            const auto cellsA = cellsOf(left);
            const auto cellsB = cellsOf(right);
            QVERIFY(isSet(a));
            QCOMPARE(cellsOf(a), cellsA);
            QCOMPARE(measure(a), std::int64_t(std::count(cellsA.begin(), cellsA.end(), true)));
            std::vector<bool> both(kSpan), either(kSpan), only(kSpan);
            for (std::size_t at = 0; at < kSpan; ++at) {
                both[at] = cellsA[at] && cellsB[at];
                either[at] = cellsA[at] || cellsB[at];
                only[at] = cellsA[at] && !cellsB[at];
            }
            const IntervalSet united = unite(a, b);
            const IntervalSet rest = subtract(a, b);
            QVERIFY(isSet(united) && isSet(rest) && isSet(intersect(a, b)));
            QCOMPARE(cellsOf(united), either);
            QCOMPARE(cellsOf(intersect(a, b)), both);
            QCOMPARE(measureCommon(a, b), measure(intersect(a, b)));
            QCOMPARE(cellsOf(rest), only);
        }
    }
};

SHARDSCOPE_TEST(TstIntervals)
#include "tst_intervals.moc"
