// SPDX-License-Identifier: GPL-3.0-or-later
// What the builder makes of odd input: pairs, overlaps, flows, order.
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

using namespace shardscope;
using namespace shardscope::core;

class TstTimelineBuilder : public QObject {
    Q_OBJECT
private slots:
    void pairsEndsByNameAndOrder();
    void keepsBeginsWithoutEnd();
    void countsEndsWithoutBegin();
    void partialOverlapGoesToAnOverflowLane();
    void asyncTracksPack();
    void negativeAndHugeTimesAreClamped();
    void tracksComeInDisplayOrder();
    void flowsPairAndBind();
    void flowsAcrossSkewedClocksPair();
    void oddFlowsAreCounted();
    void manyFlowsAreThoseOfAPlainSearch();
    void countersAreSplitBySeries();
    void orderOfNamesDoesNotMatter();
    void deepNestingIsKept();
    void cancelledBuildSaysSo();
};

namespace {

TimelinePtr build(TimelineBuilder& builder, LayoutTally& tally) { return builder.build({}, tally).value(); }

std::vector<std::int64_t> durations(const Timeline& timeline, std::string_view name)
{
    std::vector<std::int64_t> found;
    for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
        if (timeline.names().text(timeline.name()[row]) == name)
            found.push_back(timeline.dur()[row]);
    }
    return found;
}

using Durations = std::vector<std::int64_t>;

/// The slice of \p track around \p time that starts last, of equal ones the deepest; or, where \p next, the
/// first to start from then on. Every slice is looked at.
SliceId sliceAt(const Timeline& timeline, const Track& track, std::int64_t time, bool next)
{
    SliceId best;
    for (const Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
        for (std::size_t row = lane.begin; row < std::size_t{lane.begin} + lane.count; ++row) {
            const std::int64_t ts = timeline.ts()[row];
            const bool around = ts <= time && (ts == time || ts + timeline.dur()[row] > time);
            const bool better = !best.valid() ||
                                (next ? ts < timeline.ts()[best.index()] : ts >= timeline.ts()[best.index()]);
            if ((next ? ts >= time : around) && better)
                best = SliceId{row};
        }
    }
    return best;
}

using FlowKey = std::tuple<std::int64_t, std::int64_t, std::string_view, std::uint64_t, SliceId, SliceId>;

} // namespace

void TstTimelineBuilder::pairsEndsByNameAndOrder()
{
    TimelineBuilder builder;
    const TrackId track = builder.track("1", "1");
    const NameId a = builder.intern("a");
    const NameId b = builder.intern("b");
    // Out of order in the file, crossed ends, and an end without a name.
    builder.sliceEnd(track, 30, NameId{}, 5);
    builder.sliceBegin(track, 10, a, NameId{}, 1);
    builder.sliceBegin(track, 10, b, NameId{}, 2);
    builder.sliceEnd(track, 20, a, 3);
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QCOMPARE(durations(*timeline, "a"), (Durations{10}));
    QCOMPARE(durations(*timeline, "b"), (Durations{20}));
    QCOMPARE(tally.pairs, (std::vector<std::uint64_t>{2}));
    QCOMPARE(timeline->displacedCount(), std::size_t{0});
}

void TstTimelineBuilder::keepsBeginsWithoutEnd()
{
    TimelineBuilder builder;
    const TrackId track = builder.track("1", "1");
    builder.sliceBegin(track, 10, builder.intern("open"), NameId{}, 77);
    builder.slice(track, 20, 30, builder.intern("closed"), NameId{});
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QCOMPARE(durations(*timeline, "open"), (Durations{40}));
    QCOMPARE(tally.of(LayoutOddity::BeginWithoutEnd).count, std::uint64_t{1});
    QCOMPARE(tally.of(LayoutOddity::BeginWithoutEnd).firstPlace, std::uint64_t{77});
    QVERIFY(tally.pairs.empty());
}

void TstTimelineBuilder::countsEndsWithoutBegin()
{
    TimelineBuilder builder;
    const TrackId track = builder.track("1", "1");
    builder.sliceBegin(track, 0, builder.intern("a"), NameId{}, 1);
    builder.sliceEnd(track, 5, builder.intern("other"), 9);
    builder.sliceEnd(track, 6, builder.intern("a"), 10);
    builder.sliceEnd(track, 7, NameId{}, 11);
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QCOMPARE(durations(*timeline, "a"), (Durations{6}));
    QCOMPARE(tally.of(LayoutOddity::EndWithoutBegin).count, std::uint64_t{2});
    QCOMPARE(tally.of(LayoutOddity::EndWithoutBegin).firstPlace, std::uint64_t{9});
}

void TstTimelineBuilder::partialOverlapGoesToAnOverflowLane()
{
    LayoutTally tally;
    const TimelinePtr timeline = tests::buildTimeline(
        {{0, 0, 10, 0}, {0, 5, 10, 1}, {0, 6, 3, 2}, {0, 12, 2, 3}, {0, 15, 5, 4}}, tally);
    QCOMPARE(timeline->displacedCount(), std::size_t{1});
    QCOMPARE(timeline->displacedOn(TrackId{std::size_t{0}}), std::size_t{1});
    QCOMPARE(tally.of(LayoutOddity::Displaced).firstPlace, std::uint64_t{1});
    const Lane& last = timeline->lanes().back();
    QVERIFY(last.overflow);
    QCOMPARE(timeline->ts()[last.begin], std::int64_t{5});
    // What starts after the first slice's end is on the track's ground floor again: the displaced one holds
    // nothing.
    QCOMPARE(timeline->lanes()[0].count, 3u);
    QVERIFY(!timeline->parentOf(SliceId{last.begin}).has_value());
}

void TstTimelineBuilder::asyncTracksPack()
{
    TimelineBuilder builder;
    const TrackId track = builder.track("1", "requests");
    builder.describe(track).async = true;
    const NameId name = builder.intern("request");
    for (std::uint64_t id = 0; id < 3; ++id)
        builder.sliceBegin(track, static_cast<std::int64_t>(10 * id), name, NameId{}, id, id);
    for (std::uint64_t id = 0; id < 3; ++id)
        builder.sliceEnd(track, static_cast<std::int64_t>(15 + 10 * id), name, id, id);
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QCOMPARE(durations(*timeline, "request"), (Durations{15, 15, 15}));
    QCOMPARE(timeline->lanes().size(), std::size_t{2});
    QCOMPARE(timeline->displacedCount(), std::size_t{0});
}

void TstTimelineBuilder::negativeAndHugeTimesAreClamped()
{
    TimelineBuilder builder;
    const TrackId track = builder.track("1", "1");
    const NameId name = builder.intern("n");
    constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
    builder.slice(track, 5, -3, name, NameId{}, 1);
    builder.slice(track, kHuge, kHuge, name, NameId{}, 2);
    builder.slice(track, -kHuge - 1, kHuge, name, NameId{}, 3);
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QCOMPARE(tally.of(LayoutOddity::NegativeDuration).count, std::uint64_t{1});
    QCOMPARE(tally.of(LayoutOddity::TimeOutOfRange).count, std::uint64_t{2});
    QCOMPARE(timeline->begin(), -kMaxTime);
    QCOMPARE(timeline->end(), kMaxTime);
    QVERIFY(timeline->end() - timeline->begin() > 0);
}

void TstTimelineBuilder::tracksComeInDisplayOrder()
{
    TimelineBuilder builder;
    const NameId name = builder.intern("n");
    const auto add = [&](const char* process, const char* thread, std::int32_t rank, std::int64_t order) {
        const TrackId track = builder.track(process, thread, static_cast<std::uint32_t>(rank));
        builder.describe(track).rank = rank;
        builder.describe(track).processOrder = order;
        builder.slice(track, 0, 1, name, NameId{});
    };
    add("7", "stream 1", 1, 0);
    add("10", "10", 0, 0);
    add("9", "word", 0, 0);
    add("9", "2", 0, 0);
    add("3", "1", 0, 5);
    static_cast<void>(builder.track("unused", "unused"));
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QStringList shown;
    for (const Track& track : timeline->tracks()) {
        const std::string_view process = timeline->names().text(track.processKey);
        const std::string_view thread = timeline->names().text(track.threadKey);
        shown << QString::fromStdString(std::string(process) + "/" + std::string(thread));
    }
    QCOMPARE(shown, (QStringList{"9/2", "9/word", "10/10", "3/1", "7/stream 1"}));
}

void TstTimelineBuilder::flowsPairAndBind()
{
    TimelineBuilder builder;
    const TrackId cpu = builder.track("1", "1");
    const TrackId gpu = builder.track("0", "7");
    const NameId ac2g = builder.intern("ac2g");
    builder.slice(cpu, 0, 100, builder.intern("op"), NameId{});
    builder.slice(cpu, 10, 20, builder.intern("launch"), NameId{});
    builder.slice(gpu, 50, 5, builder.intern("first kernel"), NameId{});
    builder.slice(gpu, 55, 5, builder.intern("second kernel"), NameId{});
    builder.flow(FlowPhase::End, gpu, 55, ac2g, 4);
    builder.flow(FlowPhase::Begin, cpu, 10, ac2g, 4);
    builder.flow(FlowPhase::End, gpu, 51, ac2g, 4, kNoArgs, true); // belongs to the next slice
    builder.flow(FlowPhase::Begin, cpu, 200, builder.intern("other"), 4);
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QCOMPARE(timeline->flows().size(), std::size_t{2});
    const auto nameOf = [&](SliceId slice) {
        return timeline->names().text(timeline->name()[slice.index()]);
    };
    for (const Flow& flow : timeline->flows()) {
        QCOMPARE(nameOf(flow.from), std::string_view("launch"));
        QCOMPARE(nameOf(flow.to), std::string_view("second kernel"));
    }
    QCOMPARE(tally.of(LayoutOddity::FlowWithoutEnd).count, std::uint64_t{1});
}

void TstTimelineBuilder::flowsAcrossSkewedClocksPair()
{
    TimelineBuilder builder;
    const TrackId track = builder.track("1", "1");
    builder.slice(track, 0, 10, builder.intern("a"), NameId{});
    builder.slice(track, 20, 10, builder.intern("b"), NameId{});
    builder.flow(FlowPhase::Begin, track, 22, NameId{}, 1);
    builder.flow(FlowPhase::End, track, 5, NameId{}, 1);
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QCOMPARE(timeline->flows().size(), std::size_t{1});
    QCOMPARE(timeline->flows()[0].fromTs, std::int64_t{22});
    QCOMPARE(tally.of(LayoutOddity::FlowWithoutBegin).count, std::uint64_t{0});
}

void TstTimelineBuilder::oddFlowsAreCounted()
{
    TimelineBuilder builder;
    const TrackId track = builder.track("1", "1");
    const TrackId bare = builder.track("2", "1");
    builder.slice(track, 0, 10, builder.intern("a"), NameId{});
    builder.flow(FlowPhase::End, track, 1, NameId{}, 1, 100);
    builder.flow(FlowPhase::Begin, track, 1, NameId{}, 2, 101);
    builder.flow(FlowPhase::Begin, track, 2, NameId{}, 3, 102);
    builder.flow(FlowPhase::Step, bare, 3, NameId{}, 3, 103);
    builder.flow(FlowPhase::End, track, 4, NameId{}, 3, 104);
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QCOMPARE(timeline->flows().size(), std::size_t{2});
    QCOMPARE(tally.of(LayoutOddity::FlowWithoutBegin).firstPlace, std::uint64_t{100});
    QCOMPARE(tally.of(LayoutOddity::FlowWithoutEnd).firstPlace, std::uint64_t{101});
    QCOMPARE(tally.of(LayoutOddity::FlowEndUnbound).count, std::uint64_t{2});
    QCOMPARE(tally.of(LayoutOddity::FlowEndUnbound).firstPlace, std::uint64_t{103});
}

/// So many that they are counted, bound and sorted in several threads.
void TstTimelineBuilder::manyFlowsAreThoseOfAPlainSearch()
{
    constexpr std::int64_t kRange = 20'000;
    constexpr std::uint32_t kTracks = 3;
    tests::Dice dice(11);
    TimelineBuilder builder;
    std::vector<TrackId> tracks;
    for (std::uint32_t track = 0; track < kTracks; ++track)
        tracks.push_back(builder.track("process", std::to_string(track)));
    for (const tests::PlainSlice& slice : tests::randomSlices(dice, 200, kTracks, kRange, 2'000))
        builder.slice(tracks[slice.track], slice.ts, slice.dur, builder.intern("name"), NameId{});
    const NameId categories[] = {builder.intern("ac2g"), builder.intern("fwdbwd")};
    struct End {
        std::uint32_t track;
        std::int64_t ts;
    };
    struct Arrow {
        End from, to;
        bool next;
        std::uint64_t id;
        std::size_t category;
    };
    std::vector<Arrow> arrows;
    for (std::uint64_t id = 0; id < 40'000; ++id) {
        const auto end = [&] {
            return End{static_cast<std::uint32_t>(dice.below(kTracks)), dice.below(kRange)};
        };
        // Every id twice: categories tell arrows of one id apart.
        arrows.push_back({end(), end(), dice.below(4) == 0, id / 2 * 0x1'0000'0001, id % 2});
    }
    for (const Arrow& arrow : arrows)
        builder.flow(FlowPhase::Begin, tracks[arrow.from.track], arrow.from.ts, categories[arrow.category],
                     arrow.id);
    for (std::size_t behind = arrows.size(); behind > 0; --behind) { // in another order than they begin
        const Arrow& arrow = arrows[behind - 1];
        builder.flow(FlowPhase::End, tracks[arrow.to.track], arrow.to.ts, categories[arrow.category],
                     arrow.id, kNoArgs, arrow.next);
    }
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    std::vector<FlowKey> wanted;
    std::uint64_t unbound = 0;
    for (const Arrow& arrow : arrows) {
        const SliceId from = sliceAt(*timeline, timeline->tracks()[arrow.from.track], arrow.from.ts, false);
        const SliceId to = sliceAt(*timeline, timeline->tracks()[arrow.to.track], arrow.to.ts, arrow.next);
        unbound += (from.valid() ? 0 : 1) + (to.valid() ? 0 : 1);
        wanted.emplace_back(arrow.from.ts, arrow.to.ts, arrow.category == 0 ? "ac2g" : "fwdbwd", arrow.id,
                            from, to);
    }
    std::sort(wanted.begin(), wanted.end());
    std::vector<FlowKey> found;
    for (const Flow& flow : timeline->flows())
        found.emplace_back(flow.fromTs, flow.toTs, timeline->names().text(flow.category), flow.id, flow.from,
                           flow.to);
    QVERIFY(found == wanted);
    QCOMPARE(tally.of(LayoutOddity::FlowEndUnbound).count, unbound);
    QCOMPARE(tally.of(LayoutOddity::FlowWithoutBegin).count, std::uint64_t{0});
    QCOMPARE(tally.of(LayoutOddity::FlowWithoutEnd).count, std::uint64_t{0});
}

void TstTimelineBuilder::countersAreSplitBySeries()
{
    TimelineBuilder builder;
    const NameId process = builder.intern("1");
    const NameId memory = builder.intern("memory");
    for (std::int64_t at = 3; at-- > 0;) {
        builder.counter(process, memory, builder.intern("b"), at, static_cast<double>(at));
        builder.counter(process, memory, builder.intern("a"), at, static_cast<double>(10 * at));
    }
    LayoutTally tally;
    const TimelinePtr timeline = build(builder, tally);
    QCOMPARE(timeline->counterTracks().size(), std::size_t{2});
    const CounterTrack& first = timeline->counterTracks()[0];
    QCOMPARE(timeline->names().text(first.series), std::string_view("a"));
    QCOMPARE(first.count, 3u);
    for (std::uint32_t at = 0; at < 3; ++at)
        QCOMPARE(timeline->counterSamples()[first.begin + at].value, 10.0 * at);
    QCOMPARE(timeline->end(), std::int64_t{2});
}

void TstTimelineBuilder::orderOfNamesDoesNotMatter()
{
    const auto columns = [](bool reversed) {
        TimelineBuilder builder;
        std::vector<std::string> names{"x", "a", "m"};
        if (reversed)
            std::reverse(names.begin(), names.end());
        for (const std::string& name : names)
            builder.intern(name);
        const TrackId track = builder.track("1", "1");
        builder.slice(track, 0, 1, builder.intern("m"), builder.intern("x"));
        builder.slice(track, 1, 1, builder.intern("a"), builder.intern("x"));
        LayoutTally tally;
        const TimelinePtr timeline = build(builder, tally);
        return std::vector<NameId>(timeline->name().begin(), timeline->name().end());
    };
    QCOMPARE(columns(false), columns(true));
}

void TstTimelineBuilder::deepNestingIsKept()
{
    constexpr std::int64_t kDepth = 100'000; // beyond 16 bits
    std::vector<tests::PlainSlice> slices;
    for (std::int64_t at = 0; at < kDepth; ++at)
        slices.push_back({0, at, 2 * (kDepth - at), 0});
    LayoutTally tally;
    const TimelinePtr timeline = tests::buildTimeline(slices, tally);
    QCOMPARE(timeline->lanes().size(), std::size_t{kDepth});
    QCOMPARE(timeline->lanes().back().depth, static_cast<std::uint32_t>(kDepth - 1));
    QCOMPARE(timeline->displacedCount(), std::size_t{0});
}

void TstTimelineBuilder::cancelledBuildSaysSo()
{
    TimelineBuilder builder;
    builder.slice(builder.track("1", "1"), 0, 1, NameId{}, NameId{});
    std::stop_source stop;
    stop.request_stop();
    LayoutTally tally;
    const auto built = builder.build(Task{stop.get_token(), {}}, tally);
    QVERIFY(!built.ok());
    QCOMPARE(built.error().code, ErrorCode::Cancelled);
}

SHARDSCOPE_TEST(TstTimelineBuilder)
#include "tst_timeline_builder.moc"
