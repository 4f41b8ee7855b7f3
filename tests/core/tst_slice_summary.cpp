// SPDX-License-Identifier: GPL-3.0-or-later
// Sums by key are those of a plain pass over all slices, whatever the threads and however long a lane.
#include "core/base/parallel.h"
#include "core/timeline/slice_summary.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <map>
#include <optional>

using namespace shardscope;
using namespace shardscope::core;

class TstSliceSummary : public QObject {
    Q_OBJECT
private slots:
    void sumsAreThoseOfAPlainPass_data();
    void sumsAreThoseOfAPlainPass();
};

namespace {

/// Sums by name, slice after slice, each asked for its parent.
std::map<std::uint32_t, SummaryRow> plainly(const Timeline& timeline, const SummaryWindow& window)
{
    std::map<std::uint32_t, SummaryRow> sums;
    for (std::uint32_t row = 0; row < timeline.sliceCount(); ++row) {
        const std::int64_t begin = timeline.ts()[row];
        const std::int64_t end = begin + timeline.dur()[row];
        const std::int64_t inside = std::min(end, window.end) - std::max(begin, window.begin);
        const bool touches =
            begin < window.end && (end > window.begin || (begin == end && begin >= window.begin));
        if (!touches)
            continue;
        SummaryRow& sum = sums[timeline.name()[row].value];
        ++sum.count;
        sum.dur += inside;
        sum.self += inside;
        sum.least = std::min(sum.least, end - begin);
        if (end - begin > sum.most) {
            sum.most = end - begin;
            sum.longest = row;
        }
        const bool overflow =
            timeline.lanes()[timeline.laneOf(SliceId(row)).index()].overflow; // inside nobody
        if (const auto parent = timeline.parentOf(SliceId(row)); parent && !overflow)
            sums[timeline.name()[parent->index()].value].self -= inside;
    }
    return sums;
}

} // namespace

void TstSliceSummary::sumsAreThoseOfAPlainPass_data()
{
    QTest::addColumn<unsigned>("threads");
    QTest::addColumn<bool>("window");
    for (const unsigned threads : {1U, 2U, 5U})
        for (const bool window : {false, true})
            QTest::addRow("%u threads%s", threads, window ? ", a window" : "") << threads << window;
}

void TstSliceSummary::sumsAreThoseOfAPlainPass()
{
    QFETCH(unsigned, threads);
    QFETCH(bool, window);
    tests::Dice dice(7);
    // Two tracks: lanes longer than the pieces that threads take, and nested ones.
    const auto slices = tests::randomSlices(dice, 300'000, 2, 40'000'000, 300);
    LayoutTally tally;
    const TimelinePtr timeline = tests::buildTimeline(slices, tally);
    const ThreadCount scope(threads);
    SummaryWindow asked;
    asked.begin = window ? 5'000'000 : timeline->begin();
    asked.end = window ? 33'000'000 : timeline->end() + 1;
    const auto wanted = plainly(*timeline, asked);
    const std::vector<SummaryRow> rows = summarise(*timeline, asked, SummaryKey::Name);
    QCOMPARE(rows.size(), wanted.size());
    for (const SummaryRow& row : rows) {
        const SummaryRow& plain = wanted.at(row.key);
        QCOMPARE(row.count, plain.count);
        QCOMPARE(row.dur, plain.dur);
        QCOMPARE(row.self, plain.self);
        QCOMPARE(row.least, plain.least);
        QCOMPARE(row.most, plain.most);
        QCOMPARE(row.longest, plain.longest);
    }
}

SHARDSCOPE_TEST(TstSliceSummary)
#include "tst_slice_summary.moc"
