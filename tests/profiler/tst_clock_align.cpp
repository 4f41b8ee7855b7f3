// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of known offset and drift are found back; what cannot be known is refused, with the reason.
#include "profiler/trace/clock_align.h"
#include "profiler/trace/join_ranks.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/rank_runs.h"
#include "tests/profiler/sql_case.h"
#include "tests/profiler/trace_reference.h"
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
    void twoCollectivesTellOneClock();
    void transfersHoldAnOffset();
    void transfersOfOneDirectionTellNothing();
    void transfersThatContradictAreRefused();
    void realPipelinesShareAClock();
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

/// A send of \p from to \p to in true time, and its receive.
struct TrueTransfer {
    std::int32_t from;
    std::int32_t to;
    std::int64_t sent;
    std::int64_t received;
};

/// A pipeline's transfers between neighbours: down with 20 to 40 us on the way, and up again.
std::vector<TrueTransfer> trueTransfers(tests::Dice& dice, std::int32_t ranks, int count)
{
    std::vector<TrueTransfer> transfers;
    std::int64_t time = 1'000'000;
    for (int at = 0; at < count; ++at) {
        for (std::int32_t rank = 0; rank + 1 < ranks; ++rank) {
            transfers.push_back({rank, rank + 1, time, time + 20'000 + dice.below(20'000)});
            transfers.push_back({rank + 1, rank, time + 300'000, time + 320'000 + dice.below(20'000)});
            time += 1'000'000;
        }
    }
    return transfers;
}

std::shared_ptr<core::Run> transferRun(const std::vector<TrueTransfer>& transfers,
                                       const std::vector<TrueClock>& clocks)
{
    core::TimelineBuilder builder;
    auto run = std::make_shared<core::Run>();
    auto arguments = std::make_shared<tests::FakeArguments>();
    for (std::size_t rank = 0; rank < clocks.size(); ++rank) {
        core::RunSource& source = run->sources.emplace_back();
        source.rank = static_cast<std::int32_t>(rank);
        source.host = clocks[rank].host;
    }
    std::uint64_t place = 0;
    const auto add = [&](std::int32_t rank, const char* name, std::int64_t begin, std::int64_t end,
                         const std::string& json) {
        const auto source = static_cast<std::uint32_t>(rank);
        const core::TrackId track = builder.track("process", name, source);
        builder.describe(track).rank = rank;
        arguments->texts[++place] = json;
        const std::int64_t shown = clocks[source].shows(begin);
        builder.slice(track, shown, clocks[source].shows(end) - shown, builder.intern(name),
                      builder.intern("user_annotation"), place);
    };
    for (const TrueTransfer& transfer : transfers) {
        add(transfer.from, "gloo:send", transfer.sent, transfer.sent + 5'000,
            R"({"Collective name": "send", "Dst Rank": )" + std::to_string(transfer.to) + "}");
        add(transfer.to, "gloo:recv", std::min(transfer.sent, transfer.received) - 1'000, transfer.received,
            R"({"Collective name": "recv", "Src Rank": )" + std::to_string(transfer.from) + "}");
    }
    core::LayoutTally tally;
    run->timeline = builder.build({}, tally).value();
    run->arguments = std::move(arguments);
    return run;
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
    QVERIFY(!tests::moves(alignment));
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
    QVERIFY(!tests::moves(alignment));
}

/// Two barriers that all attend at once as recorded: nobody's clock is elsewhere.
void TstClockAlign::twoCollectivesTellOneClock()
{
    tests::Dice dice(33);
    const auto calls = tests::trueCollectives(dice, 3, 2, 10'000, 2'000);
    const ClockAlignment alignment = align(*tests::rankRun(calls, std::vector<TrueClock>(3)));
    QVERIFY(!tests::moves(alignment));
    for (std::size_t clock = 1; clock < 3; ++clock) {
        QCOMPARE(alignment.clocks[clock].verdict, ClockVerdict::Agrees);
        QCOMPARE(alignment.clocks[clock].collectives, std::size_t{2});
        QVERIFY(alignment.clocks[clock].worstNs <= 2'000);
    }
}

/// Ranks that only send and receive: the middle of what nothing-arrives-before-it-is-sent allows.
void TstClockAlign::transfersHoldAnOffset()
{
    tests::Dice dice(34);
    const auto transfers = trueTransfers(dice, 4, 12);
    const std::vector<std::int64_t> offsets{0, 0, 3'600'000'000'000, -5'000'000'000};
    const ClockAlignment alignment =
        align(*transferRun(transfers, {{"a"}, {"b", offsets[1]}, {"c", offsets[2]}, {"d", offsets[3]}}));
    QCOMPARE(alignment.clocks.size(), std::size_t{4});
    QCOMPARE(alignment.clocks[1].verdict, ClockVerdict::Agrees);
    QVERIFY(alignment.clocks[1].shift.none());
    for (std::size_t clock = 2; clock < 4; ++clock) {
        QCOMPARE(alignment.clocks[clock].verdict, ClockVerdict::Aligned);
        // Each way takes 40 us at most, so each hop knows its offset to that.
        const std::int64_t error = std::abs(alignment.clocks[clock].shift.offsetNs + offsets[clock]);
        QVERIFY2(error <= static_cast<std::int64_t>(clock) * 40'000, qPrintable(QString::number(error)));
        QVERIFY(alignment.clocks[clock].residualNs <= 40'000);
    }
}

void TstClockAlign::transfersOfOneDirectionTellNothing()
{
    tests::Dice dice(35);
    auto transfers = trueTransfers(dice, 2, 20);
    std::erase_if(transfers, [](const TrueTransfer& transfer) { return transfer.from != 0; });
    const ClockAlignment alignment = align(*transferRun(transfers, {{"a"}, {"b", 7'000'000}}));
    QCOMPARE(alignment.clocks[1].verdict, ClockVerdict::NoCommon);
}

void TstClockAlign::transfersThatContradictAreRefused()
{
    tests::Dice dice(36);
    auto transfers = trueTransfers(dice, 2, 20);
    for (std::size_t at = transfers.size() / 2; at < transfers.size();
         ++at) // the second clock is set forward
        (transfers[at].from == 0 ? transfers[at].received : transfers[at].sent) += 10'000'000;
    const ClockAlignment alignment = align(*transferRun(transfers, {{"a"}, {"b"}}));
    QCOMPARE(alignment.clocks[1].verdict, ClockVerdict::Spread);
    QVERIFY(!tests::moves(alignment));
}

/// Four ranks of one machine that send, receive, and meet in two barriers of 0.3 ms and more.
void TstClockAlign::realPipelinesShareAClock()
{
    for (const char* const name : {"cpu_pp4_gpipe_m8", "cpu_pp4_interleaved_m8"}) {
        std::vector<std::filesystem::path> files;
        for (int rank = 0; rank < 4; ++rank)
            files.push_back(tests::sharedTraces() / "shardscope" /
                            (std::string(name) + ".rank" + std::to_string(rank) + ".json.gz"));
        if (!std::filesystem::exists(files.front()))
            QSKIP("shared traces are not here");
        const ClockAlignment alignment = align(*tests::imported(files).run);
        QVERIFY(!tests::moves(alignment));
        QCOMPARE(alignment.clocks.size(), std::size_t{4});
        for (std::size_t clock = 1; clock < 4; ++clock)
            QCOMPARE(alignment.clocks[clock].verdict, ClockVerdict::Agrees);
    }
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
