// SPDX-License-Identifier: GPL-3.0-or-later
// Grouping, filtering, pinning and colouring of many ranks; the overview of a run.
#include "app/desktop/pages/sql/sql_tracks.h"
#include "app/desktop/pages/trace/views_button.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/geometry_builder.h"
#include "app/desktop/timeline/minimap.h"
#include "app/desktop/timeline/painter.h"
#include "app/desktop/timeline/row_headers.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/timeline/track_groups.h"
#include "core/timeline/build/timeline_builder.h"
#include "tests/desktop/sample_runs.h"
#include "tests/support/test_registry.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <set>

using namespace shardscope;
using app::Grouping;
using app::RowKind;

namespace {

app::TrackLayout layoutOf(const app::RunView& run, const app::Arrangement& arrangement)
{
    return app::TrackLayout::make(run.timeline(), arrangement, 18);
}

app::Arrangement groupedBy(Grouping grouping)
{
    app::Arrangement arrangement;
    arrangement.grouping = grouping;
    return arrangement;
}

core::TrackId trackOf(const app::RunView& run, std::int32_t rank, bool device)
{
    const auto tracks = run.timeline().tracks();
    for (std::size_t index = 0; index < tracks.size(); ++index) {
        if (tracks[index].rank == rank && tracks[index].device == device)
            return core::TrackId(index);
    }
    return {};
}

} // namespace

class TstTrackArrangement : public QObject {
    Q_OBJECT
private slots:
    void groupsAreWhatTheyAreCalled_data()
    {
        QTest::addColumn<int>("grouping");
        QTest::addColumn<QStringList>("titles");
        QTest::addColumn<int>("tracksEach");
        const auto row = [](const char* name, Grouping grouping, const QStringList& titles, int each) {
            QTest::newRow(name) << static_cast<int>(grouping) << titles << each;
        };
        row("device", Grouping::Device,
            {"Rank 0: GPU 0", "Rank 0: host", "Rank 1: GPU 0", "Rank 1: host", "Rank 2: GPU 0",
             "Rank 2: host", "Rank 3: GPU 0", "Rank 3: host"},
            1);
        row("rank", Grouping::Rank, {"Rank 0", "Rank 1", "Rank 2", "Rank 3"}, 2);
        row("kind", Grouping::Kind, {"Accelerators", "Hosts"}, 4);
        row("pipeline", Grouping::Pipeline, {"Pipeline stage 0", "Pipeline stage 1"}, 4);
        row("tensor", Grouping::Tensor, {"Tensor shard 0", "Tensor shard 1"}, 4);
        row("replica", Grouping::Replica, {"Replica 0"}, 8);
    }
    void groupsAreWhatTheyAreCalled()
    {
        QFETCH(int, grouping);
        QFETCH(QStringList, titles);
        QFETCH(int, tracksEach);
        const app::RunViewPtr run = tests::manyRanks(4);
        const auto layout = layoutOf(*run, groupedBy(static_cast<Grouping>(grouping)));
        QStringList found;
        for (const app::GroupRow& group : layout.groups()) {
            found << app::groupTitle(group, layout.grouping());
            QCOMPARE(static_cast<int>(group.tracks.size()), tracksEach);
        }
        QCOMPARE(found, titles);
        // Nothing is lost: every lane and every counter has its place.
        for (std::uint32_t lane = 0; lane < run->timeline().lanes().size(); ++lane)
            QVERIFY(layout.laneTop(core::LaneId(lane)).has_value());
        std::set<std::uint32_t> counters;
        for (const app::LayoutRow& shown : layout.rows()) {
            if (shown.kind == RowKind::Counter)
                counters.insert(shown.counter);
        }
        QCOMPARE(counters.size(), std::size_t{4});
    }
    /// Ranks of two jobs stand under each job's headings, in whatever order the files came.
    void jobsStandApart()
    {
        const auto run = tests::manyRanks(4);
        app::Arrangement arrangement;
        arrangement.grouping = Grouping::Rank;
        arrangement.places.jobs = {0, 1, 0, 1};
        const auto titles = [&] {
            QStringList all;
            const auto layout = layoutOf(*run, arrangement);
            for (const app::GroupRow& group : layout.groups())
                all << app::groupTitle(group, arrangement.grouping);
            return all;
        };
        const QString dot = QStringLiteral(" \u00b7 ");
        QCOMPARE(titles(), QStringList({"Job 0" + dot + "Rank 0", "Job 0" + dot + "Rank 2",
                                        "Job 1" + dot + "Rank 1", "Job 1" + dot + "Rank 3"}));
        arrangement.grouping = Grouping::Kind;
        QCOMPARE(titles(), QStringList({"Job 0" + dot + "Accelerators", "Job 0" + dot + "Hosts",
                                        "Job 1" + dot + "Accelerators", "Job 1" + dot + "Hosts"}));
    }
    /// Files without ranks, of two processes with two devices each, and of a tool that drew rows of its own:
    /// each process' devices, its host, what was drawn out of them; a name that stands twice says whose it
    /// is. Whatever order the rows came in.
    void aProcessKeepsItsDevices()
    {
        struct Made {
            std::uint32_t source;
            const char* process;
            bool device;
            bool result;
        };
        std::vector<Made> rows{{0, "GPU 0", true, false},     {1, "GPU 1", true, false},
                               {0, "python 7", false, false}, {0, "Overlap", true, true},
                               {2, "GPU 0", true, false},     {2, "python 8", false, false}};
        const QStringList wanted{"GPU 0 of python 7", "GPU 1",   "python 7", "Overlap",
                                 "GPU 0 of python 8", "python 8"};
        std::ranges::sort(rows, {}, &Made::source);
        do {
            core::TimelineBuilder builder;
            app::RunPlaces places{{}, {0, 0, 2}, {}};
            for (const Made& made : rows) {
                const core::TrackId id = builder.track(made.process, "row", made.source);
                core::Track& track = builder.describe(id);
                track.process = builder.intern(made.process);
                track.device = made.device;
                builder.slice(id, 0, 10, builder.intern("work"), {});
            }
            core::LayoutTally tally;
            const core::TimelinePtr built = builder.build({}, tally).value();
            const core::Timeline& timeline = *built;
            for (const core::Track& track : timeline.tracks())
                places.results.push_back(timeline.names().text(track.process) == "Overlap");
            QStringList found;
            for (const app::TrackGroup& group : app::groupTracks(timeline, Grouping::Device, places))
                found << app::groupTitle(group.row, Grouping::Device);
            QCOMPARE(found, wanted);
        } while (std::next_permutation(rows.begin(), rows.end(), [](const Made& a, const Made& b) {
            return std::pair(a.source, std::string_view(a.process)) <
                   std::pair(b.source, std::string_view(b.process));
        }));
    }
    /// Also where one process holds both, whatever order the file asks for.
    void acceleratorsComeBeforeHosts()
    {
        core::TimelineBuilder builder;
        const auto track = [&](const char* process, const char* thread, bool device, std::int64_t order) {
            const core::TrackId id = builder.track(process, thread);
            builder.describe(id).device = device;
            builder.describe(id).threadOrder = order;
            builder.slice(id, 0, 10, builder.intern("work"), builder.intern(device ? "kernel" : "cpu_op"));
        };
        track("1", "main", false, 0);
        track("1", "stream", true, 1);
        track("0", "other", false, 0);
        core::LayoutTally tally;
        core::Run run;
        run.timeline = builder.build({}, tally).value();
        const auto groups = app::groupTracks(*run.timeline, Grouping::Device);
        QCOMPARE(groups.size(), std::size_t{2});
        QVERIFY(groups[0].row.device && !groups[1].row.device);
        const auto tracks = run.timeline->tracks();
        QVERIFY(tracks[groups[0].tracks[0]].device);
        QVERIFY(!tracks[groups[0].tracks[1]].device);
        // Grouped by rank, all of a rank's tracks are one group.
        const app::RunViewPtr many = tests::manyRanks(2);
        for (const app::TrackGroup& group : app::groupTracks(many->timeline(), Grouping::Rank)) {
            QVERIFY(many->timeline().tracks()[group.tracks[0]].device);
            QVERIFY(!many->timeline().tracks()[group.tracks[1]].device);
        }
    }
    /// Numbers in names are in the order of numbers, what belongs to a stream behind it; in whatever order.
    void streamsAreInTheOrderOfTheirNumbers()
    {
        const std::vector<std::string> wanted{"stream 7",   "stream 7 annotations",          "stream 17",
                                              "stream 170", "stream 1000000000000000000000", "stream x"};
        std::vector<std::string> names = wanted;
        std::ranges::sort(names);
        for (int turn = 0; turn < 24; ++turn) {
            std::next_permutation(names.begin(), names.end());
            core::TimelineBuilder builder;
            for (const std::string& name : names) {
                const core::TrackId id = builder.track("GPU 0", name);
                builder.describe(id).thread = builder.intern(name);
                builder.describe(id).device = true;
                builder.slice(id, 0, 10, builder.intern("work"), {});
            }
            core::LayoutTally tally;
            const core::TimelinePtr timeline = builder.build({}, tally).value();
            std::vector<std::string> found;
            const auto groups = app::groupTracks(*timeline, Grouping::Device);
            for (const std::uint32_t track : groups.front().tracks)
                found.emplace_back(timeline->names().text(timeline->tracks()[track].thread));
            QCOMPARE(found, wanted);
        }
    }
    void sameStreamsStandTogether()
    {
        const app::RunViewPtr run = tests::manyRanks(3);
        const auto layout = layoutOf(*run, groupedBy(Grouping::Thread));
        QCOMPARE(layout.groups()[0].name, std::string("stream 7"));
        QCOMPARE(layout.groups()[0].tracks.size(), std::size_t{3});
        QCOMPARE(app::trackTitle(*run, trackOf(*run, 2, true), true), QStringLiteral("R2 \u00b7 stream 7"));
    }
    void onlyUsefulGroupingsAreOffered()
    {
        const auto many = app::usefulGroupings(tests::manyRanks(4)->timeline());
        QVERIFY(std::find(many.begin(), many.end(), Grouping::Rank) != many.end());
        QVERIFY(std::find(many.begin(), many.end(), Grouping::Pipeline) != many.end());
        QVERIFY(std::find(many.begin(), many.end(), Grouping::Replica) == many.end());
        const auto one = app::usefulGroupings(tests::smallRun()->timeline());
        QVERIFY(std::find(one.begin(), one.end(), Grouping::Rank) == one.end());
    }
    void filterWantsAllItsWords()
    {
        QVERIFY(app::passes("rank 12 GPU 0 stream 7", "gpu 12"));
        QVERIFY(!app::passes("rank 12 GPU 0 stream 7", "gpu host"));
        QVERIFY(app::passes("anything", "  "));
        const app::RunViewPtr run = tests::manyRanks(4);
        app::Arrangement arrangement;
        arrangement.filter = "stream";
        const auto layout = layoutOf(*run, arrangement);
        for (std::int32_t rank = 0; rank < 4; ++rank) {
            const auto lane = [&](bool device) {
                return core::LaneId(run->timeline().tracks()[trackOf(*run, rank, device).index()].firstLane);
            };
            QVERIFY(layout.laneTop(lane(true)).has_value());
            QVERIFY(!layout.laneTop(lane(false)).has_value());
        }
        arrangement.filter = "no such track";
        QVERIFY(layoutOf(*run, arrangement).rows().empty());
    }
    void pinnedRowsStayOnTop()
    {
        const app::RunViewPtr run = tests::manyRanks(4);
        const core::TrackId last = trackOf(*run, 3, true);
        app::Arrangement arrangement;
        arrangement.pinned = {{RowKind::Track, last.value}, {RowKind::Counter, 0}};
        const auto layout = layoutOf(*run, arrangement);
        QCOMPARE(layout.pinnedRows(), std::size_t{2});
        QCOMPARE(layout.pinnedHeight(), layout.rows()[1].top + layout.rows()[1].height);
        const core::LaneId lane(run->timeline().tracks()[last.index()].firstLane);
        const double top = layout.laneTop(lane).value();
        QVERIFY(top < layout.pinnedHeight());
        QCOMPARE(layout.seenY(top, 500), top);
        QCOMPARE(layout.contentY(layout.pinnedHeight() + 7, 500), layout.pinnedHeight() + 507);
        // Scrolled to the end, the pinned slices are still where they were, and found there.
        const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
        const app::TimelineViewport viewport{{0, 1000, 1000}, layout.height() - 200, 200};
        const auto geometry = app::buildGeometry(*run, layout, viewport, meter);
        QCOMPARE(geometry.panes.size(), std::size_t{2});
        QCOMPARE(geometry.panes[0].top, layout.pinnedHeight());
        QCOMPARE(geometry.panes[1].height, layout.pinnedHeight());
        QCOMPARE(geometry.panes[1].boxes.size(), std::size_t{2});
        QCOMPARE(geometry.panes[1].counters.size(), std::size_t{1});
        const QPointF kernel(200, top + 9);
        const auto found = app::sliceAt(*run, layout, viewport, kernel);
        QVERIFY(found.has_value());
        QCOMPARE(run->timeline().laneOf(*found), lane);
        // What scrolls is cut where the pinned rows end.
        QImage image(1000, 200, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        app::paintLanes(painter, geometry, app::theme(app::Scheme::Light));
        painter.end();
        QCOMPARE(image.pixelColor(900, static_cast<int>(top) + 9), QColor(Qt::white)); // idle there
    }
    void coloursTellWhatTheyShould()
    {
        const app::RunViewPtr run = tests::manyRanks(4);
        const auto& timeline = run->timeline();
        const auto byRank = app::Coloring::make(*run, app::ColorBy::Rank);
        QCOMPARE(byRank->entries().size(), std::size_t{4});
        const auto byName = app::Coloring::make(*run, app::ColorBy::Name);
        const auto byCategory = app::Coloring::make(*run, app::ColorBy::Category);
        QCOMPARE(byCategory->entries().size(), std::size_t{2});
        for (std::uint32_t row = 0; row < timeline.sliceCount(); ++row) {
            const core::TrackId track = timeline.lanes()[timeline.laneOf(core::SliceId(row)).index()].track;
            QCOMPARE(byRank->entries()[byRank->of(*run, row, track)].rank,
                     timeline.tracks()[track.index()].rank);
            QCOMPARE(byCategory->entries()[byCategory->of(*run, row, track)].name, timeline.category()[row]);
            QCOMPARE(static_cast<std::size_t>(run->byOperation->of(*run, row, track)),
                     static_cast<std::size_t>(run->operation[row]));
            for (std::uint32_t other = 0; other < row; ++other) {
                if (timeline.name()[other] == timeline.name()[row])
                    QCOMPARE(byName->of(*run, other, track), byName->of(*run, row, track));
            }
        }
    }
    void manyRanksShareShades()
    {
        const app::RunViewPtr run = tests::manyRanks(600);
        const auto byRank = app::Coloring::make(*run, app::ColorBy::Rank);
        QCOMPARE(byRank->entries().size(), std::size_t{240});
        QCOMPARE(int{byRank->of(*run, 0, trackOf(*run, 0, true))}, 0);
        QCOMPARE(int{byRank->of(*run, 0, trackOf(*run, 599, true))}, 239);
        // So many groups start folded, each with the track that stands for it.
        const auto layout = layoutOf(*run, app::initialArrangement(run->timeline()));
        QCOMPARE(layout.rows().size(), std::size_t{1200});
        for (const app::LayoutRow& row : layout.rows())
            QVERIFY(row.kind == RowKind::Group && row.collapsed && row.lanesShown == 1);
    }
    /// A folded row of a profiler's steps shows what lies in them; anything else its outermost lane.
    void foldedRowsShowTheSchedule()
    {
        core::TimelineBuilder builder;
        const core::TrackId main = builder.track("1", "1");
        const core::TrackId other = builder.track("1", "2");
        const auto slice = [&](core::TrackId track, const char* name, std::int64_t begin, std::int64_t end) {
            builder.slice(track, begin, end - begin, builder.intern(name), builder.intern("user_annotation"));
        };
        slice(main, "ProfilerStep#0", 0, 1000);
        slice(main, "Forward 0", 10, 400);
        slice(main, "Backward 0", 400, 900);
        slice(main, "aten::mm", 20, 300);
        slice(main, "barrier", 1000, 1010);
        slice(other, "outer", 0, 1000);
        slice(other, "inner", 10, 400);
        core::LayoutTally tally;
        auto run = std::make_shared<core::Run>();
        run->timeline = builder.build({}, tally).value();
        const auto& timeline = *run->timeline;
        app::Arrangement folded;
        folded.tracks = {0, 1};
        const auto layout = app::TrackLayout::make(timeline, folded, 22);
        const auto laneOf = [&](const char* name) {
            for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
                if (timeline.names().text(timeline.name()[row]) == name)
                    return timeline.laneOf(core::SliceId(row));
            }
            return core::LaneId();
        };
        QVERIFY(layout.laneTop(laneOf("Forward 0")).has_value());
        QVERIFY(!layout.laneTop(laneOf("ProfilerStep#0")).has_value());
        QVERIFY(!layout.laneTop(laneOf("aten::mm")).has_value());
        QCOMPARE(layout.laneAt(timeline, *layout.laneTop(laneOf("Forward 0")) + 1).value(),
                 laneOf("Forward 0"));
        QVERIFY(layout.laneTop(laneOf("outer")).has_value());
        QVERIFY(!layout.laneTop(laneOf("inner")).has_value());
        const auto open = app::TrackLayout::make(timeline, {}, 22);
        QVERIFY(open.laneTop(laneOf("ProfilerStep#0")).has_value());
    }
    void overviewAddsUpToWhatIsBusy()
    {
        const app::RunViewPtr run = tests::manyRanks(2);
        const auto overview = app::makeOverview(*run, 100, {});
        QVERIFY(overview.ok());
        QCOMPARE(overview->begin, 0);
        QCOMPARE(overview->end, 1000);
        // Streams only: 500 and 490 ns of 1000.
        double busy = 0;
        double collective = 0;
        for (const auto& column : overview->columns) {
            for (const float share : column) {
                busy += static_cast<double>(share);
                QVERIFY(share <= 1.0F);
            }
            collective +=
                static_cast<double>(column[static_cast<std::size_t>(core::OpClass::CollectiveReplica)]);
        }
        QVERIFY(std::abs(busy / 100 - 0.495) < 1e-4);
        QVERIFY(std::abs(collective / 100 - 0.295) < 1e-4);
        std::stop_source stop;
        stop.request_stop();
        core::Task task;
        task.stop = stop.get_token();
        QVERIFY(!app::makeOverview(*run, 100, task).ok());
    }
    void minimapMovesTheWindow()
    {
        app::Minimap map;
        map.resize(1200, map.sizeHint().height());
        const app::RunViewPtr run = tests::manyRanks(2);
        map.setOverview(app::makeOverview(*run, 100, {}).value());
        map.setWindow({400, 600, 1000});
        QCOMPARE(map.timeAt(map.pixelOf(250)), 250);
        QSignalSpy wanted(&map, &app::Minimap::windowWanted);
        const auto at = [&](std::int64_t time) { return QPoint(static_cast<int>(map.pixelOf(time)), 20); };
        QTest::mousePress(&map, Qt::LeftButton, {}, at(500));
        QTest::mouseMove(&map, at(600));
        QTest::mouseRelease(&map, Qt::LeftButton, {}, at(600));
        QVERIFY(!wanted.isEmpty());
        QCOMPARE(wanted.last()[0].toLongLong(), 500);
        QCOMPARE(wanted.last()[1].toLongLong(), 700);
        QTest::mousePress(&map, Qt::LeftButton, {}, at(100));
        QTest::mouseMove(&map, at(300));
        QTest::mouseRelease(&map, Qt::LeftButton, {}, at(300));
        QCOMPARE(wanted.last()[0].toLongLong(), 100);
        QCOMPARE(wanted.last()[1].toLongLong(), 300);
        QTest::mouseClick(&map, Qt::LeftButton, {}, at(800));
        QCOMPARE(wanted.last()[0].toLongLong(), 700);
    }
    /// What SQL answered stands above the run's rows, by the track that it names, and can be pointed at.
    void answersBecomeRows()
    {
        core::Table answer;
        for (const char* key : {"ts", "dur", "name", "track"})
            answer.columns.push_back({key, key, core::CellKind::Integer, {}, {}});
        const auto add = [&](std::int64_t ts, core::Cell dur, const char* name, core::Cell track) {
            answer.rows.push_back({ts, dur, std::string(name), track});
        };
        add(100, std::int64_t{300}, "long", std::string("second"));
        add(150, std::int64_t{100}, "inner", std::string("second"));
        add(0, std::int64_t{50}, "short", std::int64_t{7});
        add(900, {}, "moment", std::int64_t{7});
        const app::DebugTrackPtr debug = app::debugTrackOf(answer, QStringLiteral("select"));
        QVERIFY(debug);
        QCOMPARE(debug->timeline->sliceCount(), std::size_t{4});
        const app::RunViewPtr run = tests::manyRanks(2);
        app::Arrangement arrangement;
        arrangement.debug = {debug};
        const auto layout = layoutOf(*run, arrangement);
        QCOMPARE(layout.groups().size(),
                 std::size_t{5}); // the run's four come first in the list, it in sight
        QCOMPARE(layout.groups().back().name, std::string("select"));
        QCOMPARE(layout.rows()[0].kind, RowKind::Group);
        QCOMPARE(layout.rows()[1].kind, RowKind::Debug);
        QCOMPARE(layout.rows()[2].kind, RowKind::Debug);
        QCOMPARE(layout.rows()[1].height, 2 * 18.0 + 4); // nested spans: two lanes
        const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
        const app::TimelineViewport viewport{{0, 1000, 1000}, 0, 400};
        const auto geometry = app::buildGeometry(*run, layout, viewport, meter);
        const auto without = app::buildGeometry(*run, layoutOf(*run, {}), viewport, meter);
        QCOMPARE(geometry.panes[0].boxes.size(), without.panes[0].boxes.size() + 4);
        QVERIFY(std::any_of(geometry.panes[0].headerTexts.begin(), geometry.panes[0].headerTexts.end(),
                            [](const app::TextLine& line) { return line.text == QLatin1String("second"); }));
        const auto nameAt = [&](double x, double y) {
            const auto found = app::debugSliceAt(layout, viewport, {x, y});
            return found ? std::string(
                               debug->timeline->names().text(debug->timeline->name()[found->slice.index()]))
                         : std::string();
        };
        const double top = layout.debugLaneTop(layout.rows()[1], 0);
        QCOMPARE(nameAt(120, top + 5), std::string("long"));
        QCOMPARE(nameAt(200, top + 23), std::string("inner"));
        QCOMPARE(nameAt(500, top + 5), std::string());
        QVERIFY(!app::sliceAt(*run, layout, viewport, {120, top + 5}));
        // Folded, the heading is left; an answer without times tells no spans.
        arrangement.groups.insert(layout.groups().back().key);
        QCOMPARE(layoutOf(*run, arrangement).rows()[1].kind, RowKind::Group);
        answer.columns[0].key = "begin";
        QVERIFY(!app::debugTrackOf(answer, {}));
    }
    /// Through the form that is kept: rows are found again by what they are called.
    void viewsAreKept()
    {
        const app::RunViewPtr run = tests::manyRanks(3);
        const core::TrackId pinned = trackOf(*run, 2, true);
        app::SavedView view;
        view.name = QStringLiteral("rank 2 late");
        view.begin = 100;
        view.end = 700;
        view.coloring = app::ColorBy::Name;
        view.arrangement.grouping = Grouping::Rank;
        view.arrangement.filter = "stream";
        view.arrangement.groups = {"1"};
        view.arrangement.tracks = {trackOf(*run, 0, false).value};
        view.arrangement.pinned = {{RowKind::Track, pinned.value}, {RowKind::Counter, 1}};
        const app::SavedView back =
            app::viewOfObject(app::viewObject(view, run->timeline()), run->timeline());
        QCOMPARE(back.name, view.name);
        QCOMPARE(back.begin, view.begin);
        QCOMPARE(back.end, view.end);
        QCOMPARE(back.coloring, view.coloring);
        QCOMPARE(back.arrangement.grouping, Grouping::Rank);
        QCOMPARE(back.arrangement.filter, view.arrangement.filter);
        QVERIFY(back.arrangement.groups == view.arrangement.groups);
        QVERIFY(back.arrangement.tracks == view.arrangement.tracks);
        QVERIFY(back.arrangement.pinned == view.arrangement.pinned);
        // In a run without rank 2 its row is left out.
        const app::RunViewPtr fewer = tests::manyRanks(2);
        const app::SavedView other =
            app::viewOfObject(app::viewObject(view, run->timeline()), fewer->timeline());
        QVERIFY(other.arrangement.pinned == (std::vector<app::PinnedRow>{{RowKind::Counter, 1}}));
        // What was written by hand is no reason to fall over.
        const app::SavedView odd = app::viewOfObject(
            {{QStringLiteral("grouping"), 99}, {QStringLiteral("pinned"), 3}}, run->timeline());
        QCOMPARE(odd.arrangement.grouping, Grouping::Device);
    }
    void viewsComeBack()
    {
        const app::RunViewPtr run = tests::manyRanks(4);
        app::TimelineView view;
        view.resize(1000, 400);
        view.setRun(run);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        app::ViewsButton button(view);
        view.setGrouping(Grouping::Rank);
        view.foldAll(true);
        view.togglePin({RowKind::Track, trackOf(*run, 1, true).value});
        view.setWindow(200, 600);
        button.keep(QStringLiteral(" folded "));
        view.setRun(run); // opened again
        QCOMPARE(view.layoutOfTracks().pinnedRows(), std::size_t{0});
        auto kept = app::keptViews(*run);
        QCOMPARE(kept.size(), std::size_t{1});
        QCOMPARE(kept[0].name, QStringLiteral("folded"));
        QSignalSpy restored(&button, &app::ViewsButton::restored);
        button.goTo(kept[0]);
        QCOMPARE(restored.count(), 1);
        QCOMPARE(view.window().begin, 200);
        QCOMPARE(view.window().end, 600);
        QCOMPARE(view.arrangement().grouping, Grouping::Rank);
        QCOMPARE(view.layoutOfTracks().rows().size(), std::size_t{5}); // the pinned one and four ranks
        button.keep(QStringLiteral("folded"));                         // in place of the first
        QCOMPARE(app::keptViews(*run).size(), std::size_t{1});
        QVERIFY(app::keptViews(*tests::smallRun()).empty()); // another run's
        app::forgetView(*run, QStringLiteral("folded"));
        QVERIFY(app::keptViews(*run).empty());
    }
    void viewRearranges()
    {
        app::TimelineView view;
        view.resize(1000, 400);
        view.setRun(tests::manyRanks(4));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.setGrouping(Grouping::Rank);
        QCOMPARE(view.layoutOfTracks().groups().size(), std::size_t{4});
        view.foldAll(true);
        QCOMPARE(view.layoutOfTracks().rows().size(), std::size_t{4});
        // A slice of a folded group opens it; P pins its track; the neighbour lane is a key away.
        const auto& timeline = view.run()->timeline();
        const core::LaneId lane(timeline.tracks()[trackOf(*view.run(), 2, false).index()].firstLane);
        view.selectSlice(core::SliceId(timeline.lanes()[lane.index()].begin), true);
        QVERIFY(view.layoutOfTracks().laneTop(lane).has_value());
        QTest::keyClick(&view, Qt::Key_J);
        QVERIFY(view.marks().selected.valid() && timeline.laneOf(view.marks().selected) != lane);
        QTest::keyClick(&view, Qt::Key_K);
        QCOMPARE(timeline.laneOf(view.marks().selected), lane);
        QTest::keyClick(&view, Qt::Key_P);
        QCOMPARE(view.layoutOfTracks().pinnedRows(), std::size_t{1});
        QTest::keyClick(&view, Qt::Key_P);
        QCOMPARE(view.layoutOfTracks().pinnedRows(), std::size_t{0});
        // What a filter hides is shown again when something asks for it.
        view.setFilter(QStringLiteral("stream"));
        QVERIFY(!view.layoutOfTracks().laneTop(lane).has_value());
        view.showSpan(0, 1000, trackOf(*view.run(), 2, false));
        QVERIFY(view.layoutOfTracks().laneTop(lane).has_value());
        QCOMPARE(view.marks().area->tracks.size(), std::size_t{1});
    }
};

SHARDSCOPE_TEST(TstTrackArrangement)
#include "tst_track_arrangement.moc"
