// SPDX-License-Identifier: GPL-3.0-or-later
// Joining parts gives what one builder gives of everything; a moved clock keeps nesting and is found back.
#include "core/timeline/build/join.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using namespace shardscope::core;

class TstJoin : public QObject {
    Q_OBJECT
private slots:
    void aShiftIsExact();
    void aShiftIsFoundBack();
    void partsEqualOneBuilder();
    void aShiftedPartEqualsShiftedInput();
    void driftKeepsNesting();
    void ranksAndMeshAreSet();
    void cancelledJoinSaysSo();
};

namespace {

/// A builder's input, so that it can be told whole or in parts.
struct Content {
    std::uint32_t source;
    std::vector<tests::PlainSlice> slices;
};

std::vector<Content> randomContents(tests::Dice& dice, std::uint32_t sources)
{
    std::vector<Content> contents;
    for (std::uint32_t source = 0; source < sources; ++source)
        contents.push_back({source, tests::randomSlices(dice, 200, 3, 10'000, 2'000)});
    return contents;
}

void tell(TimelineBuilder& builder, const Content& content, std::uint32_t source, std::int64_t offset = 0)
{
    const std::uint64_t place = std::uint64_t{source} << 48;
    for (std::size_t at = 0; at < content.slices.size(); ++at) {
        const tests::PlainSlice& slice = content.slices[at];
        const TrackId track =
            builder.track("process " + std::to_string(content.source), std::to_string(slice.track), source);
        builder.describe(track).rank = 7 - static_cast<std::int32_t>(content.source);
        const NameId name =
            builder.intern("name " + std::to_string(slice.name + content.source)); // pools that differ
        builder.slice(track, slice.ts + offset, slice.dur, name, builder.intern("cpu_op"), place | at);
        if (at % 5 == 0)
            builder.instant(track, slice.ts + offset, name, name, place | at);
        if (at % 7 == 0)
            builder.counter(name, name, builder.intern("bytes"), slice.ts + offset, double(at), source);
        if (at % 3 == 0)
            builder.flow(at % 2 == 0 ? FlowPhase::Begin : FlowPhase::End, track, slice.ts + offset, name,
                         at / 6);
        if (at % 50 == 0)
            builder.step(slice.ts + offset, slice.ts + slice.dur + offset, name,
                         7 - static_cast<std::int32_t>(content.source), source);
    }
}

TimelinePtr build(TimelineBuilder& builder)
{
    LayoutTally tally;
    return builder.build({}, tally).value();
}

std::string text(const Timeline& timeline, NameId id)
{
    return id.valid() ? std::string(timeline.names().text(id)) : "-";
}

/// Everything a timeline says, in its order.
QStringList everything(const Timeline& t)
{
    QStringList lines;
    const auto line = [&](const std::string& words) { lines << QString::fromStdString(words); };
    const auto n = [](auto value) { return std::to_string(value) + " "; };
    line(n(t.begin()) + n(t.end()) + n(t.sliceCount()) + n(t.displacedCount()));
    for (const Track& k : t.tracks())
        line("track " + text(t, k.process) + text(t, k.thread) + n(k.source) + n(k.rank) + n(k.firstLane) +
             n(k.laneCount));
    for (std::size_t at = 0; at < t.lanes().size(); ++at) {
        const Lane& lane = t.lanes()[at];
        line("lane " + n(lane.track.value) + n(lane.depth) + n(lane.overflow) + n(lane.begin) +
             n(lane.count));
        for (const LaneBlock& block : t.blocks(LaneId{at}))
            line("block " + n(block.firstTs) + n(block.busyBefore) + n(block.longest) + n(block.longestRow));
    }
    for (std::size_t row = 0; row < t.sliceCount(); ++row)
        line(n(t.ts()[row]) + n(t.dur()[row]) + text(t, t.name()[row]) + text(t, t.category()[row]) +
             n(t.args()[row]));
    for (const Instant& i : t.instants())
        line("instant " + n(i.ts) + text(t, i.name) + text(t, i.category) + n(i.track.value) + n(i.args));
    for (const CounterTrack& c : t.counterTracks()) {
        line("counter " + text(t, c.name) + text(t, c.processKey) + n(c.source) + n(c.begin) + n(c.count));
        for (const CounterSample& s : t.counterSamples().subspan(c.begin, c.count))
            line(n(s.ts) + n(s.value));
    }
    for (const Flow& f : t.flows())
        line("flow " + n(f.from.value) + n(f.to.value) + n(f.fromTs) + n(f.toTs) + text(t, f.category) +
             n(f.id));
    for (const StepMark& s : t.steps())
        line("step " + n(s.begin) + n(s.end) + text(t, s.name) + n(s.rank) + n(s.source));
    return lines;
}

} // namespace

void TstJoin::aShiftIsExact()
{
    // Independent: floor of the product over the rationals, by long division of small numbers.
    tests::Dice dice(11);
    for (int round = 0; round < 2000; ++round) {
        const ClockShift shift{dice.below(2'000'000) - 1'000'000, dice.below(2'000'000) - 1'000'000,
                               dice.below(1'000'000)};
        const std::int64_t time = dice.below(6'000'000'000) - 3'000'000'000;
        const std::int64_t product = (time - shift.referenceNs) * shift.driftPpb; // below 4e15
        std::int64_t floored = product / 1'000'000'000;
        while (floored * 1'000'000'000 > product)
            --floored;
        QCOMPARE(shift.apply(time), time + shift.offsetNs + floored);
    }
    // 146 years at 1000 ppm: no overflow.
    QCOMPARE((ClockShift{0, 1'000'000, 0}.apply(4'000'000'000'000'000'000)), 4'004'000'000'000'000'000);
}

void TstJoin::aShiftIsFoundBack()
{
    tests::Dice dice(12);
    for (int round = 0; round < 2000; ++round) {
        const ClockShift shift{dice.below(2'000'000'000'000) - 1'000'000'000'000, dice.below(1'000'000),
                               dice.below(1'000'000'000'000)};
        const std::int64_t time = dice.below(2'000'000'000'000'000'000) - 1'000'000'000'000'000'000;
        QCOMPARE(shift.original(shift.apply(time)), time);
        const ClockShift slower{shift.offsetNs, -shift.driftPpb, shift.referenceNs};
        const std::int64_t back = slower.original(slower.apply(time));
        QVERIFY(back == time || back == time - 1);
    }
}

void TstJoin::partsEqualOneBuilder()
{
    tests::Dice dice(13);
    for (int round = 0; round < 10; ++round) {
        const auto contents = randomContents(dice, 4);
        TimelineBuilder whole;
        std::vector<TimelinePart> parts;
        for (const Content& content : contents) {
            tell(whole, content, content.source);
            TimelineBuilder own;
            tell(own, content, 0);
            parts.push_back({build(own), content.source, {}});
        }
        QCOMPARE(everything(*joinTimelines(parts).value()), everything(*build(whole)));
    }
}

void TstJoin::aShiftedPartEqualsShiftedInput()
{
    tests::Dice dice(14);
    const auto contents = randomContents(dice, 2);
    TimelineBuilder whole;
    TimelineBuilder shifted;
    for (const Content& content : contents) {
        tell(whole, content, content.source);
        tell(shifted, content, content.source, content.source == 1 ? -123'456 : 0);
    }
    const TimelinePart part{build(whole), 0, {{}, {{-123'456, 0, 0}, {}, {}}}};
    QCOMPARE(everything(*joinTimelines({&part, 1}).value()), everything(*build(shifted)));
}

void TstJoin::driftKeepsNesting()
{
    tests::Dice dice(15);
    for (const std::int64_t drift : {-1'000'000, -333, 77, 999'999}) {
        LayoutTally tally;
        const TimelinePtr before =
            tests::buildTimeline(tests::randomSlices(dice, 3000, 2, 1'000'000, 50'000), tally);
        const TimelinePart part{before, 0, {{{5, drift, 100}, {}, {}}}};
        const TimelinePtr after = joinTimelines({&part, 1}).value();
        for (std::uint32_t row = 0; row < before->sliceCount(); ++row) {
            QCOMPARE(after->laneOf(SliceId{row}), before->laneOf(SliceId{row}));
            if (const auto parent = before->parentOf(SliceId{row})) {
                QVERIFY(after->ts()[parent->index()] <= after->ts()[row]);
                QVERIFY(after->ts()[parent->index()] + after->dur()[parent->index()] >=
                        after->ts()[row] + after->dur()[row]);
            }
        }
        for (const Lane& lane : after->lanes()) {
            for (std::uint32_t row = lane.begin + 1; row < lane.begin + lane.count; ++row)
                QVERIFY(after->ts()[row] >= after->ts()[row - 1] + after->dur()[row - 1]);
        }
    }
}

void TstJoin::ranksAndMeshAreSet()
{
    tests::Dice dice(16);
    LayoutTally tally;
    const TimelinePtr before = tests::buildTimeline(tests::randomSlices(dice, 10, 1, 100, 10), tally);
    const TimelinePart part{before, 3, {{{}, 5, MeshCoordinate{1, 0, 2, 0}}}};
    const TimelinePtr after = joinTimelines({&part, 1}).value();
    QCOMPARE(after->tracks().front().rank, 5);
    QCOMPARE(after->tracks().front().source, 3u);
    QVERIFY((after->tracks().front().mesh == MeshCoordinate{1, 0, 2, 0}));
    QCOMPARE(after->args().front() >> 48, std::uint64_t{3});
}

void TstJoin::cancelledJoinSaysSo()
{
    tests::Dice dice(17);
    LayoutTally tally;
    const TimelinePart part{tests::buildTimeline(tests::randomSlices(dice, 10, 1, 100, 10), tally), 0, {}};
    std::stop_source stop;
    stop.request_stop();
    const auto joined = joinTimelines({&part, 1}, Task{stop.get_token(), {}});
    QVERIFY(!joined.ok());
    QCOMPARE(joined.error().code, ErrorCode::Cancelled);
}

SHARDSCOPE_TEST(TstJoin)
#include "tst_join.moc"
