// SPDX-License-Identifier: GPL-3.0-or-later
// What is around a slice, in it, before and behind it by arrows, and where a track has none: against SQLite's
// own recursion over parent_id and flow, and against what busy() counts.
#include "core/timeline/build/timeline_builder.h"
#include "tests/profiler/sql_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <string>
#include <vector>

using namespace shardscope;
using tests::rowsOf;
using tests::sampleRun;
using tests::sessionOf;

class TstSqlRelations : public QObject {
    Q_OBJECT
private slots:
    void ancestors()
    {
        const auto session = sessionOf(sampleRun(5, 400));
        QCOMPARE(rowsOf(*session, "SELECT s.id, a.id, a.levels, a.ts, a.dur, a.name FROM slice s, "
                                  "ancestor_slice(s.id) a ORDER BY 1, 3"),
                 rowsOf(*session, "WITH RECURSIVE up(of, id, levels) AS (SELECT id, parent_id, 1 FROM slice "
                                  "WHERE parent_id IS NOT NULL UNION ALL SELECT up.of, s.parent_id, levels + "
                                  "1 FROM up JOIN slice s ON s.id = up.id WHERE s.parent_id IS NOT NULL) "
                                  "SELECT of, u.id, levels, p.ts, p.dur, p.name FROM up u JOIN slice p ON "
                                  "p.id = u.id ORDER BY 1, 3"));
    }

    void descendants()
    {
        const auto session = sessionOf(sampleRun(6, 400));
        const std::vector<std::string> found =
            rowsOf(*session, "SELECT s.id, d.id, d.levels FROM slice s, descendant_slice(s.id) d "
                             "ORDER BY 1, 2");
        QCOMPARE(found,
                 rowsOf(*session, "WITH RECURSIVE up(of, id, levels) AS (SELECT id, parent_id, 1 FROM slice "
                                  "WHERE parent_id IS NOT NULL UNION ALL SELECT up.of, s.parent_id, levels + "
                                  "1 FROM up JOIN slice s ON s.id = up.id WHERE s.parent_id IS NOT NULL) "
                                  "SELECT id, of, levels FROM up ORDER BY 1, 2"));
        QVERIFY(found.size() > 50);
    }

    void arrows()
    {
        std::size_t reached = 0;
        for (const std::uint64_t seed : {1, 2, 3, 4}) {
            const auto session = sessionOf(sampleRun(seed, 3000));
            const std::vector<std::string> following = rowsOf(
                *session, "SELECT s.id, f.id, f.arrows FROM slice s, following_flow(s.id) f ORDER BY 1, 2");
            QCOMPARE(following,
                     rowsOf(*session,
                            "WITH RECURSIVE walk(of, id, arrows) AS (SELECT slice_out, slice_in, 1 FROM flow "
                            "WHERE slice_out IS NOT NULL AND slice_in IS NOT NULL UNION SELECT walk.of, "
                            "f.slice_in, arrows + 1 FROM walk JOIN flow f ON f.slice_out = walk.id WHERE "
                            "arrows < 40 AND f.slice_in IS NOT NULL) SELECT of, id, min(arrows) FROM walk "
                            "WHERE id <> of GROUP BY of, id ORDER BY 1, 2"));
            QCOMPARE(rowsOf(*session, "SELECT f.id, s.id FROM slice s, following_flow(s.id) f", true),
                     rowsOf(*session, "SELECT s.id, p.id FROM slice s, preceding_flow(s.id) p", true));
            reached += following.size();
        }
        QVERIFY2(reached > 20, qPrintable(QString::number(reached)));
    }

    /// a to b, b to c, a to c, c back to a: each is reached once, over as few arrows as there are.
    void arrowsInACircle()
    {
        core::TimelineBuilder builder;
        const core::TrackId track = builder.track("0", "1");
        const core::NameId category = builder.intern("flow");
        for (const auto& [at, name] : {std::pair(0, "a"), {100, "b"}, {200, "c"}})
            builder.slice(track, at, 50, builder.intern(name), category, core::kNoArgs);
        std::uint64_t number = 0;
        for (const auto& [from, to] : {std::pair(0, 100), {100, 200}, {0, 200}, {200, 0}}) {
            builder.flow(core::FlowPhase::Begin, track, from + 10, category, ++number);
            builder.flow(core::FlowPhase::End, track, to + 20, category, number);
        }
        core::LayoutTally tally;
        auto run = std::make_shared<core::Run>();
        run->timeline = builder.build({}, tally).value();
        const auto session = sessionOf(run);
        const auto reached = [&](const char* function, const char* from) {
            return rowsOf(*session, std::string("SELECT f.name, f.arrows FROM slice s, ") + function +
                                        "(s.id) f WHERE s.name = '" + from + "'");
        };
        QCOMPARE(reached("following_flow", "a"), (std::vector<std::string>{"b|1|", "c|1|"}));
        QCOMPARE(reached("following_flow", "b"), (std::vector<std::string>{"c|1|", "a|2|"}));
        QCOMPARE(reached("preceding_flow", "b"), (std::vector<std::string>{"a|1|", "c|2|"}));
    }

    /// Gaps overlap no slice of their track, lie between the slices that they name, and with what is covered
    /// make the time from the track's first slice to its last end.
    void gaps()
    {
        const auto session = sessionOf(sampleRun(8, 60));
        QVERIFY(rowsOf(*session, "SELECT * FROM thread_track t, gap(t.id)").size() > 5);
        QCOMPARE(rowsOf(*session, "SELECT count(*) FROM thread_track t, gap(t.id) g JOIN slice s ON "
                                  "s.track_id = t.id AND s.ts < g.ts + g.dur AND s.ts + s.dur > g.ts WHERE "
                                  "s.instant = 0"),
                 std::vector<std::string>{"0|"});
        QCOMPARE(rowsOf(*session, "SELECT count(*) FROM thread_track t, gap(t.id) g JOIN slice b ON b.id = "
                                  "g.before_id JOIN slice a ON a.id = g.after_id WHERE b.ts + b.dur <> g.ts "
                                  "OR a.ts <> g.ts + g.dur"),
                 std::vector<std::string>{"0|"});
        QCOMPARE(rowsOf(*session, "SELECT t.id, (SELECT ifnull(sum(dur), 0) FROM gap(t.id)) + b.busy FROM "
                                  "thread_track t JOIN busy() b ON b.track_id = t.id ORDER BY 1"),
                 rowsOf(*session, "SELECT track_id, max(ts + dur) - min(ts) FROM slice WHERE instant = 0 "
                                  "GROUP BY 1 ORDER BY 1"));
        QCOMPARE(rowsOf(*session, "SELECT * FROM thread_track t, gap(t.id, 100)"),
                 rowsOf(*session, "SELECT * FROM thread_track t, gap(t.id) g WHERE g.dur > 100"));
        QCOMPARE(rowsOf(*session, "SELECT * FROM gap()"),
                 rowsOf(*session, "SELECT g.* FROM thread_track t, gap(t.id) g WHERE t.device = 1"));
        QVERIFY(rowsOf(*session, "SELECT * FROM gap(0, -1)").front().starts_with("error"));
    }

    void whatIsNotThere()
    {
        const auto session = sessionOf(sampleRun(9, 20));
        for (const char* function :
             {"ancestor_slice", "descendant_slice", "following_flow", "preceding_flow"}) {
            for (const char* of : {"-1", "NULL", "99999999", "'x'", ""})
                QCOMPARE(rowsOf(*session, std::string("SELECT * FROM ") + function + "(" + of + ")"),
                         std::vector<std::string>{});
        }
        QCOMPARE(rowsOf(*session,
                        "SELECT start_ts <= (SELECT min(ts) FROM slice), end_ts >= (SELECT max(ts + "
                        "dur) FROM slice) FROM trace_bounds"),
                 std::vector<std::string>{"1|1|"});
    }
};

SHARDSCOPE_TEST(TstSqlRelations)
#include "tst_sql_relations.moc"
