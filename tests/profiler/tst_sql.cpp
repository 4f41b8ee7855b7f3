// SPDX-License-Identifier: GPL-3.0-or-later
// SQL over a run answers as SQLite does over ordinary tables that hold the same rows.
#include "core/kinds/work_rules.h"
#include "profiler/sql/sql_session.h"
#include "tests/profiler/sql_case.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <QRegularExpression>

#include <algorithm>
#include <sqlite3.h>
#include <string>
#include <vector>

using namespace shardscope;
using tests::planOf;
using tests::rowsOf;
using tests::sampleRun;
using tests::sessionOf;

namespace {

/// The same rows as ordinary tables, computed the slow way.
class Mirror {
public:
    explicit Mirror(const core::Run& run)
        : m_timeline(*run.timeline)
    {
        sqlite3_open(":memory:", &m_database);
        execute(
            "CREATE TABLE slice(id INTEGER, ts INTEGER, dur INTEGER, track_id INTEGER, depth INTEGER, "
            "parent_id "
            "INTEGER, name TEXT, category TEXT, arg_set_id INTEGER, op TEXT, rank INTEGER, name_id INTEGER, "
            "instant INTEGER);"
            "CREATE TABLE counter(id INTEGER, ts INTEGER, track_id INTEGER, value REAL);"
            "CREATE TABLE flow(id INTEGER, slice_out INTEGER, slice_in INTEGER, ts_out INTEGER, ts_in "
            "INTEGER);"
            "CREATE TABLE name(id INTEGER, name TEXT);");
        addSlices();
        addRest();
    }
    ~Mirror() { sqlite3_close(m_database); }
    Mirror(const Mirror&) = delete;
    Mirror& operator=(const Mirror&) = delete;

    /// Rows as text, sorted where \p sorted.
    std::vector<std::string> rows(const std::string& sql, bool sorted)
    {
        std::vector<std::string> lines;
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_database, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
            return {sqlite3_errmsg(m_database)};
        while (sqlite3_step(statement) == SQLITE_ROW) {
            std::string line;
            for (int column = 0; column < sqlite3_column_count(statement); ++column) {
                const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
                line += (text == nullptr ? std::string("NULL") : std::string(text)) + "|";
            }
            lines.push_back(line);
        }
        sqlite3_finalize(statement);
        if (sorted)
            std::sort(lines.begin(), lines.end());
        return lines;
    }

private:
    void execute(const std::string& sql)
    {
        char* error = nullptr;
        if (sqlite3_exec(m_database, sql.c_str(), nullptr, nullptr, &error) != SQLITE_OK)
            qFatal("%s: %s", sql.c_str(), error);
    }
    std::string quoted(core::NameId id) const
    {
        if (!id.valid())
            return "NULL";
        std::string out = "'";
        for (const char c : m_timeline.names().text(id))
            out += c == '\'' ? std::string("''") : std::string(1, c);
        return out + "'";
    }
    static std::string number(std::int64_t value) { return std::to_string(value); }

    /// Walks all regular lanes of the track for the deepest one that holds the instant.
    std::pair<std::string, std::int64_t> around(const core::Instant& instant) const
    {
        std::string parent = "NULL";
        std::int64_t depth = 0;
        for (const core::Lane& lane : m_timeline.lanes()) {
            for (std::size_t row = lane.begin; row < std::size_t{lane.begin} + lane.count; ++row) {
                if (lane.track != instant.track || lane.overflow || m_timeline.ts()[row] > instant.ts ||
                    m_timeline.ts()[row] + m_timeline.dur()[row] <= instant.ts)
                    continue;
                parent = number(static_cast<std::int64_t>(row));
                depth = lane.depth + 1;
            }
        }
        return {parent, depth};
    }
    std::string rank(core::TrackId track) const
    {
        const std::int32_t rank = m_timeline.tracks()[track.index()].rank;
        return rank < 0 ? "NULL" : number(rank);
    }

    void addSlices()
    {
        std::int64_t id = 0;
        const core::WorkRules& rules = core::WorkRules::shipped();
        for (const core::Lane& lane : m_timeline.lanes()) {
            const core::Track& track = m_timeline.tracks()[lane.track.index()];
            const core::TrackRule rule = rules.trackOf(m_timeline.names().text(track.process),
                                                       m_timeline.names().text(track.thread), track.device);
            for (std::size_t row = lane.begin; row < std::size_t{lane.begin} + lane.count; ++row, ++id) {
                const auto parent = m_timeline.parentOf(core::SliceId(row));
                const core::NameId name = m_timeline.name()[row];
                const core::NameId category = m_timeline.category()[row];
                const core::RowVerdict kind =
                    rules.verdict(m_timeline.names().text(name), m_timeline.names().text(category), rule);
                const auto op = core::opClassKey(core::opClassOf(kind.work));
                execute("INSERT INTO slice VALUES(" + number(id) + "," + number(m_timeline.ts()[row]) + "," +
                        number(m_timeline.dur()[row]) + "," + number(lane.track.value) + "," +
                        number(lane.depth) + "," + (parent ? number(parent->value) : "NULL") + "," +
                        quoted(name) + "," + quoted(category) + "," +
                        (m_timeline.args()[row] == core::kNoArgs ? "NULL" : number(id)) + ",'" +
                        std::string(op) + "'," + rank(lane.track) + "," + number(name.value) + ",0)");
            }
        }
        for (const core::Instant& instant : m_timeline.instants()) {
            const auto [parent, depth] = around(instant);
            execute("INSERT INTO slice VALUES(" + number(id) + "," + number(instant.ts) + ",0," +
                    number(instant.track.value) + "," + number(depth) + "," + parent + "," +
                    quoted(instant.name) + "," + quoted(instant.category) + "," +
                    (instant.args == core::kNoArgs ? "NULL" : number(id)) + ",NULL," + rank(instant.track) +
                    "," + number(instant.name.value) + ",1)");
            ++id;
        }
    }
    void addRest()
    {
        std::int64_t id = 0;
        std::size_t track = m_timeline.tracks().size();
        for (const core::CounterTrack& counter : m_timeline.counterTracks()) {
            for (const core::CounterSample& sample :
                 m_timeline.counterSamples().subspan(counter.begin, counter.count))
                execute("INSERT INTO counter VALUES(" + number(id++) + "," + number(sample.ts) + "," +
                        std::to_string(track) + "," + std::to_string(sample.value) + ")");
            ++track;
        }
        id = 0;
        for (const core::Flow& flow : m_timeline.flows())
            execute("INSERT INTO flow VALUES(" + number(id++) + "," +
                    (flow.from.valid() ? number(flow.from.value) : "NULL") + "," +
                    (flow.to.valid() ? number(flow.to.value) : "NULL") + "," + number(flow.fromTs) + "," +
                    number(flow.toTs) + ")");
        for (std::size_t name = 0; name < m_timeline.names().size(); ++name)
            execute("INSERT INTO name VALUES(" + std::to_string(name) + "," + quoted(core::NameId(name)) +
                    ")");
    }

    const core::Timeline& m_timeline;
    sqlite3* m_database = nullptr;
};

} // namespace

class TstSql : public QObject {
    Q_OBJECT
private slots:
    void answersAsOrdinaryTables_data();
    void answersAsOrdinaryTables();
    void answersRandomQuestionsAsOrdinaryTables();
    void looksUpInsteadOfScanning_data();
    void looksUpInsteadOfScanning();
};

void TstSql::answersAsOrdinaryTables_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<bool>("ordered");
    const auto add = [](const char* sql, bool ordered = false) {
        QTest::newRow(sql) << QString(sql) << ordered;
    };
    add("SELECT id, ts, dur, track_id, depth, parent_id, name, category, arg_set_id, op, rank FROM slice");
    add("SELECT id, parent_id, depth, op, rank, name_id, instant FROM slice");
    add("SELECT count(*), sum(dur), min(ts), max(ts + dur) FROM slice");
    add("SELECT name, count(*), sum(dur), max(dur) FROM slice GROUP BY name ORDER BY name", true);
    add("SELECT name, count(*) FROM slice GROUP BY name ORDER BY name DESC", true);
    add("SELECT name, category, count(*) FROM slice GROUP BY name, category ORDER BY name, category", true);
    add("SELECT name, category, sum(dur) AS s FROM slice GROUP BY name, category ORDER BY s DESC, name, "
        "category",
        true);
    add("SELECT name, category, count(*) FROM slice GROUP BY name, category ORDER BY name DESC, category",
        true);
    add("SELECT DISTINCT name, op FROM slice ORDER BY op DESC, name", true);
    add("SELECT name, sum(dur) AS s FROM slice GROUP BY name ORDER BY s DESC, name LIMIT 3", true);
    add("SELECT op, count(*) FROM slice GROUP BY op ORDER BY op", true);
    add("SELECT rank, count(*) FROM slice GROUP BY rank ORDER BY rank", true);
    add("SELECT track_id, depth, count(*) FROM slice GROUP BY track_id, depth ORDER BY 1, 2", true);
    add("SELECT DISTINCT name FROM slice");
    add("SELECT DISTINCT category, instant FROM slice ORDER BY category DESC, instant DESC", true);
    add("SELECT ts, id FROM slice ORDER BY ts, id LIMIT 50", true);
    add("SELECT ts, id FROM slice ORDER BY ts DESC, id DESC LIMIT 50", true);
    add("SELECT dur, id FROM slice ORDER BY dur DESC, id LIMIT 20", true);
    add("SELECT dur FROM slice WHERE category = 'kernel' ORDER BY dur DESC LIMIT 20", true);
    add("SELECT id FROM slice WHERE ts BETWEEN 500 AND 700");
    add("SELECT id FROM slice WHERE ts >= 500 AND ts < 700 AND track_id = 2");
    add("SELECT id FROM slice WHERE ts > 500.5 AND ts <= '700'");
    add("SELECT id FROM slice WHERE ts > 'abc'");
    add("SELECT id FROM slice WHERE ts < 'abc'");
    add("SELECT id FROM slice WHERE ts < x'00'");
    add("SELECT id FROM slice WHERE ts = 7.0 OR ts = 9.5");
    add("SELECT id FROM slice WHERE ts < 9223372036854775807 AND ts > -9223372036854775808");
    add("SELECT id FROM slice WHERE ts < 1e300 AND ts > -1e300");
    add("SELECT id FROM slice WHERE ts > 9223372036854775807 OR dur < -9223372036854775808");
    add("SELECT id FROM slice WHERE ts >= NULL");
    add("SELECT id FROM slice WHERE name = 'aten::mm'");
    add("SELECT id FROM slice WHERE name = '''; DROP TABLE slice; --'");
    add("SELECT id FROM slice WHERE name = 'ATEN::MM' COLLATE NOCASE");
    add("SELECT id FROM slice WHERE name = NULL OR name = 5 OR name = x'61'");
    add("SELECT id FROM slice WHERE name IN ('a_b', '100%', 'nobody')");
    add("SELECT id FROM slice WHERE name GLOB 'nccl*'");
    add("SELECT id FROM slice WHERE name GLOB '[[]x]*' AND category = ''");
    add("SELECT id FROM slice WHERE name LIKE 'A_B' AND name LIKE '%b'");
    add("SELECT id FROM slice WHERE name LIKE '100!%' ESCAPE '!'");
    add("SELECT id FROM slice WHERE name NOT LIKE '%e%'");
    add("SELECT id FROM slice WHERE name LIKE NULL");
    add("SELECT id FROM slice WHERE category = 'kernel' AND dur > 5 AND rank = 0");
    add("SELECT id FROM slice WHERE rank < 'x' OR rank IS NULL");
    add("SELECT id FROM slice WHERE op = 'host' AND depth >= 1");
    add("SELECT id FROM slice WHERE op = 'no such class'");
    add("SELECT id FROM slice WHERE parent_id = 3");
    add("SELECT id FROM slice WHERE parent_id IS NULL AND instant = 1");
    add("SELECT id FROM slice WHERE id = 17 OR id = 100000 OR id = -1");
    add("SELECT id FROM slice WHERE id > 10 AND id <= 20 ORDER BY id DESC", true);
    add("SELECT id FROM slice WHERE arg_set_id = 12");
    add("SELECT id FROM slice WHERE arg_set_id IS NULL");
    add("SELECT id FROM slice WHERE name_id = 3 ORDER BY ts, id", true);
    add("SELECT id FROM slice WHERE name_id IN (SELECT id FROM name WHERE name GLOB '*a*')");
    add("SELECT rowid FROM slice WHERE rowid = 12");
    add("SELECT c.id, p.name FROM slice c JOIN slice p ON p.id = c.parent_id WHERE p.ts > 900");
    add("SELECT p.id, count(*) FROM slice p JOIN slice c ON c.parent_id = p.id GROUP BY p.id ORDER BY p.id",
        true);
    add("SELECT a.id, b.id FROM slice a JOIN slice b ON b.track_id = a.track_id AND b.ts BETWEEN a.ts AND "
        "a.ts + 5 "
        "WHERE a.category = 'kernel' AND a.id < b.id");
    add("SELECT id FROM slice WHERE dur = (SELECT max(dur) FROM slice)");
    add("SELECT id, ts, value, track_id FROM counter");
    add("SELECT id FROM counter WHERE ts BETWEEN 100 AND 900 AND track_id = 5");
    add("SELECT id FROM counter WHERE track_id = 4 ORDER BY id DESC", true);
    add("SELECT track_id, avg(value) FROM counter GROUP BY track_id ORDER BY track_id", true);
    add("SELECT id FROM counter WHERE id = 8 OR ts > 1900");
    add("SELECT id, slice_out, slice_in, ts_out, ts_in FROM flow");
    add("SELECT f.id, s.name FROM flow f JOIN slice s ON s.id = f.slice_in");
    add("SELECT s.id, f.id FROM slice s JOIN flow f ON f.slice_out = s.id ORDER BY s.id, f.id", true);
    add("SELECT slice_in, id FROM flow ORDER BY slice_in, id", true);
    add("SELECT slice_out, slice_in FROM flow ORDER BY slice_out DESC, slice_in", true);
    add("SELECT slice_out, count(*) FROM flow GROUP BY slice_out");
    add("SELECT id FROM flow WHERE slice_out IS NULL");
    add("SELECT id, name FROM name WHERE name LIKE '%A%' ORDER BY name DESC", true);
    add("SELECT id FROM name WHERE name = '' OR id = 2");
    add("WITH RECURSIVE up(id) AS (SELECT 40 UNION ALL SELECT parent_id FROM slice s JOIN up ON s.id = up.id "
        "WHERE "
        "parent_id IS NOT NULL) SELECT id FROM up");
}

void TstSql::answersAsOrdinaryTables()
{
    QFETCH(QString, sql);
    QFETCH(bool, ordered);
    for (const std::uint64_t seed : {1, 2}) {
        const core::RunPtr run = sampleRun(seed);
        const auto session = sessionOf(run);
        Mirror mirror(*run);
        const auto ours = rowsOf(*session, sql.toStdString(), !ordered);
        QCOMPARE(ours, mirror.rows(sql.toStdString(), !ordered));
        QCOMPARE(rowsOf(*session, sql.toStdString(), !ordered), ours); // with indices already made
    }
}

void TstSql::answersRandomQuestionsAsOrdinaryTables()
{
    const core::RunPtr run = sampleRun(3);
    const auto session = sessionOf(run);
    Mirror mirror(*run);
    tests::Dice dice(4);
    const std::vector<std::string> terms{"ts > 400",
                                         "ts <= 1500.5",
                                         "ts BETWEEN 100 AND 120",
                                         "dur > 3",
                                         "dur = 0",
                                         "track_id = 1",
                                         "track_id = 3",
                                         "track_id = '2'",
                                         "depth = 0",
                                         "depth < 2",
                                         "name = 'aten::mm'",
                                         "name GLOB '*a*'",
                                         "name LIKE '%K%'",
                                         "category = 'kernel'",
                                         "category = ''",
                                         "op = 'matrix_product'",
                                         "rank = 0",
                                         "rank >= 0",
                                         "instant = 0",
                                         "instant = 1",
                                         "id < 300",
                                         "id >= 580",
                                         "parent_id = 5",
                                         "arg_set_id > 20",
                                         "name_id = 4",
                                         "name <> ''"};
    const std::vector<std::string> keys{"ts",       "dur", "track_id", "depth",   "name",
                                        "category", "op",  "rank",     "instant", "name_id"};
    const auto pick = [&](const std::vector<std::string>& from) {
        return from[static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(from.size())))];
    };
    for (int round = 0; round < 500; ++round) {
        std::string where;
        for (std::int64_t count = dice.below(4); count > 0; --count)
            where += (where.empty() ? " WHERE " : " AND ") + pick(terms);
        const bool grouping = dice.below(3) == 0;
        std::string columns;
        std::string order;
        for (std::int64_t count = 1 + dice.below(3); count > 0; --count) {
            const std::string key = pick(keys);
            if (columns.find(key) != std::string::npos)
                continue;
            columns += (columns.empty() ? "" : ", ") + key;
            order += (order.empty() ? "" : ", ") + key + (dice.below(2) == 0 ? " DESC" : "");
        }
        const std::string sql =
            grouping ? "SELECT " + columns + ", count(*), sum(dur) FROM slice" + where + " GROUP BY " +
                           columns + " ORDER BY " + order
                     : "SELECT id, " + columns + " FROM slice" + where + " ORDER BY " + order + ", id";
        const auto ours = rowsOf(*session, sql);
        const auto theirs = mirror.rows(sql, false);
        if (ours != theirs)
            qInfo("%s: %s", sql.c_str(), planOf(*session, sql).c_str());
        QCOMPARE(ours, theirs);
    }
}

void TstSql::looksUpInsteadOfScanning_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<bool>("sorts");
    QTest::newRow("window") << "SELECT id FROM slice WHERE ts BETWEEN 5 AND 9"
                            << "ts<=? AND ts>=?" << false;
    QTest::newRow("name") << "SELECT id FROM slice WHERE name = 'x'"
                          << "name=?" << false;
    QTest::newRow("glob") << "SELECT id FROM slice WHERE name GLOB 'x*'"
                          << "name GLOB ?" << false;
    QTest::newRow("group") << "SELECT name, sum(dur) FROM slice GROUP BY name"
                           << "by name" << false;
    QTest::newRow("group, two") << "SELECT 1 FROM slice GROUP BY category, op"
                                << "by category, op" << false;
    QTest::newRow("order") << "SELECT id FROM slice ORDER BY ts DESC"
                           << "by ts descending" << false;
    QTest::newRow("expression") << "SELECT id FROM slice ORDER BY ts + 1"
                                << "all rows" << true;
    QTest::newRow("parent") << "SELECT c.id FROM slice c JOIN slice p ON p.id = c.parent_id WHERE c.ts < 9"
                            << "SCAN p VIRTUAL TABLE INDEX 1:id=?" << false;
    // Arguments are looked up for the slices found, never the other way round.
    QTest::newRow("args") << "SELECT count(*) FROM slice s JOIN args a USING(arg_set_id) "
                             "WHERE s.category = 'kernel' AND a.key = 'stream'"
                          << "SCAN a VIRTUAL TABLE INDEX 1:" << false;
}

void TstSql::looksUpInsteadOfScanning()
{
    QFETCH(QString, sql);
    QFETCH(QString, wanted);
    QFETCH(bool, sorts);
    const auto session = sessionOf(sampleRun(5));
    const std::string plan = planOf(*session, sql.toStdString());
    const bool found = plan.find(wanted.toStdString()) != std::string::npos ||
                       (wanted.startsWith("SCAN") &&
                        QRegularExpression(QString(wanted).replace("1:", "\\d+:").replace("?", "\\?"))
                            .match(QString::fromStdString(plan))
                            .hasMatch());
    const bool window = wanted.startsWith("ts<=") && plan.find("ts>=? AND ts<=?") != std::string::npos;
    QVERIFY2(found || window, plan.c_str());
    QVERIFY2((plan.find("TEMP B-TREE") != std::string::npos) == sorts, plan.c_str());
    if (wanted.contains(" a ")) {
        QVERIFY2(plan.find("SCAN s") < plan.find("SCAN a"), plan.c_str());
        QVERIFY2(plan.find("arg_set_id=?") != std::string::npos, plan.c_str());
    }
}

SHARDSCOPE_TEST(TstSql)
#include "tst_sql.moc"
