// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of known offset and drift are found back; what cannot be known is refused, with the reason.
#include "profiler/trace/clock_align.h"
#include "profiler/trace/join_ranks.h"
#include "tests/profiler/rank_runs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::TrueCall;
using tests::TrueClock;

class TstClockAlign : public QObject {
    Q_OBJECT
private slots:
    void offsetsAreFound();
    void offsetsAndDriftsAreFound();
    void clocksThatAgreeAreNotMoved();
    void ranksOfOneHostMoveTogether();
    void aChainOfHostsIsPlaced();
    void tooFewCollectivesAreRefused();
    void noCommonCollectiveIsRefused();
    void contradictionsAreRefused();
    void wildDriftIsRefused();
    void sendsTellNothing();
    void originalTimesAreReachable();
};

namespace {

ClockAlignment align(const core::Run& run) { return alignClocks(run, findCollectives(run).value()); }

/// How far the joined run's slices lie from what the first rank's clock showed at their true times.
std::int64_t worstError(const core::Run& joined, const std::vector<TrueCall>& calls, const TrueClock& first)
{
    std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> truth(joined.sources.size());
    for (const TrueCall& call : calls)
        truth[static_cast<std::size_t>(call.rank)].emplace_back(first.shows(call.begin),
                                                                first.shows(call.end));
    std::int64_t worst = 0;
    for (const core::Lane& lane : joined.timeline->lanes()) {
        const auto& expected = truth[joined.timeline->tracks()[lane.track.index()].source];
        for (std::uint32_t at = 0; at < lane.count; ++at) {
            const std::int64_t ts = joined.timeline->ts()[lane.begin + at];
            worst = std::max(worst, std::abs(ts - expected[at].first));
            worst =
                std::max(worst, std::abs(ts + joined.timeline->dur()[lane.begin + at] - expected[at].second));
        }
    }
    return worst;
}

} // namespace

void TstClockAlign::offsetsAreFound()
{
    tests::Dice dice(21);
    for (int round = 0; round < 20; ++round) {
        std::vector<TrueClock> clocks{{"a"}};
        for (const char* const host : {"b", "c", "d"})
            clocks.push_back({host, dice.below(7'200'000'000'000) - 3'600'000'000'000});
        const auto calls = tests::trueCollectives(dice, 4, 25, 3'000'000, 2'000);
        const auto run = tests::rankRun(calls, clocks);
        const ClockAlignment alignment = joinRanks(*run).value();
        for (std::size_t clock = 1; clock < 4; ++clock) {
            QCOMPARE(alignment.clocks[clock].verdict, ClockVerdict::Aligned);
            QCOMPARE(alignment.clocks[clock].collectives, std::size_t{25});
            QVERIFY(alignment.clocks[clock].residualNs < 2'000);
            QCOMPARE(alignment.clocks[clock].violations, std::size_t{0});
        }
        QVERIFY(worstError(*run, calls, clocks[0]) < 2'000); // no worse than the ends of one collective
    }
}

void TstClockAlign::offsetsAndDriftsAreFound()
{
    tests::Dice dice(22);
    for (int round = 0; round < 20; ++round) {
        std::vector<TrueClock> clocks{{"a", 12'345, 3'000}};
        for (const char* const host : {"b", "c"})
            clocks.push_back({host, dice.below(7'200'000'000'000), dice.below(200'000) - 100'000});
        const auto calls = tests::trueCollectives(dice, 3, 60, 3'000'000, 2'000, 500'000'000); // 30 s
        const auto run = tests::rankRun(calls, clocks);
        const ClockAlignment alignment = joinRanks(*run).value();
        for (std::size_t clock = 1; clock < 3; ++clock) {
            QCOMPARE(alignment.clocks[clock].verdict, ClockVerdict::Aligned);
            // What the first clock gains on this one: (1 + 3e-6) / (1 + drift) - 1.
            const double gains = (1 + 3e-6) / (1 + static_cast<double>(clocks[clock].driftPpb) * 1e-9) - 1;
            QVERIFY(std::abs(static_cast<double>(alignment.clocks[clock].shift.driftPpb) * 1e-9 - gains) <
                    0.2e-6);
        }
        QVERIFY(worstError(*run, calls, clocks[0]) < 4'000);
    }
}

void TstClockAlign::clocksThatAgreeAreNotMoved()
{
    tests::Dice dice(23);
    const auto calls = tests::trueCollectives(dice, 4, 30, 1'000'000, 5'000);
    const auto run = tests::rankRun(calls, std::vector<TrueClock>(4));
    const core::TimelinePtr before = run->timeline;
    const ClockAlignment alignment = joinRanks(*run).value();
    QVERIFY(!alignment.moves());
    for (std::size_t clock = 1; clock < 4; ++clock)
        QCOMPARE(alignment.clocks[clock].verdict, ClockVerdict::Agrees);
    QVERIFY(std::equal(before->ts().begin(), before->ts().end(), run->timeline->ts().begin()));
}

void TstClockAlign::ranksOfOneHostMoveTogether()
{
    tests::Dice dice(24);
    const auto calls = tests::trueCollectives(dice, 4, 20, 1'000'000, 3'000);
    const auto run = tests::rankRun(calls, {{"a"}, {"a"}, {"b", -70'000'000'000}, {"b", -70'000'000'000}});
    const ClockAlignment alignment = joinRanks(*run).value();
    QCOMPARE(alignment.clocks.size(), std::size_t{2});
    QCOMPARE(alignment.clocks[1].ranks, (std::vector<std::int32_t>{2, 3}));
    QVERIFY(run->sources[2].clock == run->sources[3].clock);
    QVERIFY(std::abs(run->sources[2].clock.offsetNs - 70'000'000'000) < 3'000);
    QVERIFY(run->sources[1].clock.none());
}

void TstClockAlign::aChainOfHostsIsPlaced()
{
    tests::Dice dice(25);
    // Ranks 0 and 1 reduce with each other, later ranks 1 and 2; never 0 with 2.
    std::vector<TrueCall> calls = tests::trueCollectives(dice, 2, 10, 100'000, 1'000);
    for (TrueCall call : tests::trueCollectives(dice, 2, 10, 100'000, 1'000)) {
        call.rank += 1;
        call.begin += 1'000'000'000;
        call.end += 1'000'000'000;
        call.name = "nccl:barrier";
        calls.push_back(call);
    }
    const std::vector<TrueClock> clocks{{"a"}, {"b", 5'000'000'000}, {"c", -9'000'000'000}};
    const auto run = tests::rankRun(calls, clocks);
    const ClockAlignment alignment = joinRanks(*run).value();
    QCOMPARE(alignment.clocks[2].verdict, ClockVerdict::Aligned);
    QVERIFY(worstError(*run, calls, clocks[0]) < 3'000);
}

void TstClockAlign::tooFewCollectivesAreRefused()
{
    tests::Dice dice(26);
    const auto run =
        tests::rankRun(tests::trueCollectives(dice, 2, 2, 1'000, 100), {{"a"}, {"b", 1'000'000}});
    const ClockAlignment alignment = align(*run);
    QCOMPARE(alignment.clocks[1].verdict, ClockVerdict::TooFew);
    QVERIFY(!alignment.moves());
}

void TstClockAlign::noCommonCollectiveIsRefused()
{
    tests::Dice dice(27);
    auto calls = tests::trueCollectives(dice, 1, 5, 1'000, 100);
    for (TrueCall call : tests::trueCollectives(dice, 1, 5, 1'000, 100)) {
        call.rank = 1;
        call.name = "nccl:barrier";
        calls.push_back(call);
    }
    const ClockAlignment alignment = align(*tests::rankRun(calls, {{"a"}, {"b"}}));
    QCOMPARE(alignment.clocks[1].verdict, ClockVerdict::NoCommon);
}

void TstClockAlign::contradictionsAreRefused()
{
    tests::Dice dice(28);
    // Both ranks have twelve calls, but at unrelated times: they are not the same collectives.
    auto calls = tests::trueCollectives(dice, 1, 12, 1'000, 100, 50'000'000);
    for (TrueCall call : tests::trueCollectives(dice, 1, 12, 1'000, 100, 50'000'000)) {
        call.rank = 1;
        calls.push_back(call);
    }
    const ClockAlignment alignment = align(*tests::rankRun(calls, {{"a"}, {"b"}}));
    QCOMPARE(alignment.clocks[1].verdict, ClockVerdict::Spread);
    QVERIFY(alignment.clocks[1].shift.none());
    QVERIFY(alignment.clocks[1].residualNs > 1'000'000);
}

void TstClockAlign::wildDriftIsRefused()
{
    tests::Dice dice(29);
    const auto calls = tests::trueCollectives(dice, 2, 30, 1'000'000, 1'000, 500'000'000);
    const ClockAlignment alignment = align(*tests::rankRun(calls, {{"a"}, {"b", 0, 2'000'000}}));
    QCOMPARE(alignment.clocks[1].verdict, ClockVerdict::Implausible);
}

void TstClockAlign::sendsTellNothing()
{
    tests::Dice dice(30);
    auto calls = tests::trueCollectives(dice, 2, 20, 1'000, 100);
    for (TrueCall& call : calls)
        call.name = call.rank == 0 ? "gloo:send" : "gloo:recv";
    const ClockAlignment alignment = align(*tests::rankRun(calls, {{"a"}, {"b", 1'000'000}}));
    QCOMPARE(alignment.clocks[1].verdict, ClockVerdict::NoCommon);
}

void TstClockAlign::originalTimesAreReachable()
{
    tests::Dice dice(31);
    const auto calls = tests::trueCollectives(dice, 2, 40, 1'000'000, 1'000, 500'000'000);
    const auto run = tests::rankRun(calls, {{"a"}, {"b", 77'000'000'000, -40'000}});
    const core::TimelinePtr before = run->timeline;
    const ClockAlignment alignment = joinRanks(*run).value();
    QCOMPARE(alignment.clocks[1].verdict, ClockVerdict::Aligned);
    for (std::uint32_t row = 0; row < before->sliceCount(); ++row) {
        const core::Lane& lane = before->lanes()[before->laneOf(core::SliceId{row}).index()];
        const core::ClockShift& clock = run->sources[before->tracks()[lane.track.index()].source].clock;
        QCOMPARE(clock.original(run->timeline->ts()[row]), before->ts()[row]);
    }
}

SHARDSCOPE_TEST(TstClockAlign)
#include "tst_clock_align.moc"
