// SPDX-License-Identifier: GPL-3.0-or-later
// Grouped statements over slices are asked of sums by group, and answer as SQLite does row by row (a
// statement that begins with WITH is never asked so), and as SQLite alone does of ordinary tables with the
// same rows.
#include "core/timeline/build/timeline_builder.h"
#include "profiler/sql/grouping/grouped_statement.h"
#include "profiler/sql/grouping/slice_groups.h"
#include "profiler/sql/sql_session.h"
#include "tests/profiler/grouping_statements.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/plain_sqlite.h"
#include "tests/profiler/sql_case.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace shardscope;
using tests::sampleRun;
using tests::sessionOf;

namespace {

/// Names, kinds and rows to the last bit, or what is wrong.
std::string answerOf(profiler::SqlSession& session, const std::string& sql)
{
    const auto answer = session.query(sql);
    std::string told;
    if (!answer.ok()) {
        told = "error " + std::to_string(static_cast<int>(answer.error().code));
        for (const std::string& part : answer.error().args)
            told += "|" + part;
        return told;
    }
    for (const auto& column : answer->table->columns)
        told += column.key + ":" + std::to_string(static_cast<int>(column.kind)) + "|";
    for (const auto& row : answer->table->rows) {
        told += "\n";
        for (const core::Cell& cell : row) {
            const auto* const real = std::get_if<double>(&cell);
            told +=
                std::to_string(cell.index()) + ":" +
                (real == nullptr ? tests::textOf(cell) : QByteArray::number(*real, 'g', 17).toStdString()) +
                "|";
        }
    }
    return told;
}

const std::string kRowByRow = "WITH unused AS (SELECT 1) ";

/// Few names, and times whose sums leave what whole numbers and reals hold.
core::RunPtr longRun(std::int64_t begin)
{
    core::TimelineBuilder builder;
    const core::TrackId track = builder.track("1", "1");
    for (std::int64_t at = 0; at < 400; ++at)
        builder.slice(track, begin + at * 1000, at * 7 % 1000,
                      builder.intern("name " + std::to_string(at * at % 3)), builder.intern("kernel"));
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->timeline = builder.build({}, tally).value();
    return run;
}

/// An imported run, whose slices and instants have few streams, written in several ways.
core::RunPtr argumentsRun(const QTemporaryDir& folder)
{
    static constexpr std::array kStreams{"7",    "7",    "0",     "3",      "3000000000",          "\"7\"",
                                         "null", "true", "\"a\"", "[1, 2]", "1234567890123456789", "-4"};
    tests::Dice dice(3);
    const std::filesystem::path file = folder.filePath("rank0.json").toStdString();
    std::string text = "{\"traceEvents\": [";
    for (int event = 0; event < 3000; ++event) {
        text += std::string("{\"ph\": \"") + (dice.below(9) == 0 ? "i" : "X") + "\", \"name\": \"name " +
                std::to_string(dice.below(4)) + "\", \"cat\": \"" +
                (dice.below(2) == 0 ? "kernel" : "cpu_op") +
                "\", \"pid\": 1, \"tid\": " + std::to_string(dice.below(2)) +
                ", \"ts\": " + std::to_string(event * 10) + ", \"dur\": " + std::to_string(dice.below(8)) +
                ", \"args\": {";
        if (dice.below(4) != 0)
            text += std::string("\"stream\": ") +
                    kStreams[static_cast<std::size_t>(dice.below(dice.below(3) == 0 ? kStreams.size() : 4))] +
                    ", ";
        text += "\"grid\": [1, 1, 1], \"it's\": 1, \"bytes\": " + std::to_string(dice.below(5) * 4096) +
                ", \"correlation\": " + std::to_string(dice.below(2000)) + "}},\n";
    }
    std::ofstream(file) << text << "{}]}";
    return tests::imported(file).run;
}

} // namespace

class TstSqlGrouping : public QObject {
    Q_OBJECT
private slots:
    void answersAsRowByRow_data();
    void answersAsRowByRow();
    void answersAsPlainSqlite_data();
    void answersAsPlainSqlite();
    void takesOnlyItsForm_data();
    void takesOnlyItsForm();
    void leavesSumsThatAreNotExact();
    void asksGroupsOnlyWhereTheyAreFew();
    void viewsAndSeveralStatements();
    void launchesAnswerAsRowByRow();
};

void TstSqlGrouping::answersAsRowByRow_data()
{
    QTest::addColumn<bool>("joined");
    QTest::newRow("slice") << false;
    QTest::newRow("slice and args") << true;
}

void TstSqlGrouping::answersAsRowByRow()
{
    QFETCH(const bool, joined);
    const QTemporaryDir folder;
    const auto session = sessionOf(joined ? argumentsRun(folder) : sampleRun(7, 3000));
    tests::GroupingStatements statements(11, joined);
    int formed = 0;
    int answered = 0;
    for (int round = 0; round < 1500; ++round) {
        const std::string sql = statements.next();
        const std::string ours = answerOf(*session, sql);
        const std::string theirs = answerOf(*session, kRowByRow + sql);
        if (ours != theirs)
            qInfo(
                "%s\nbecame %s", sql.c_str(),
                profiler::sql::groupedStatement(sql).value_or(profiler::sql::GroupedStatement{}).sql.c_str());
        QVERIFY2(ours == theirs, ("they " + theirs + "\nwe " + ours).c_str());
        const bool isAnswer = !ours.starts_with("error");
        answered += isAnswer ? 1 : 0;
        formed += isAnswer && profiler::sql::groupedStatement(sql) ? 1 : 0;
    }
    QVERIFY2(answered > 1000, std::to_string(answered).c_str());
    QVERIFY2(formed > (joined ? 150 : 300) && formed < answered - 300, std::to_string(formed).c_str());
}

void TstSqlGrouping::answersAsPlainSqlite_data() { answersAsRowByRow_data(); }

/// Neither our tables nor our statements have a part in what is compared with. Without LIMIT: which rows it
/// leaves is open where they are equal.
void TstSqlGrouping::answersAsPlainSqlite()
{
    QFETCH(const bool, joined);
    const QTemporaryDir folder;
    int formed = 0;
    for (std::uint64_t seed = 20; seed < (joined ? 21U : 28U); ++seed) {
        tests::Dice dice(seed);
        const auto session = sessionOf(joined ? argumentsRun(folder)
                                              : sampleRun(seed, static_cast<int>(200 + dice.below(3000))));
        const tests::PlainSqlite plain(*session);
        tests::GroupingStatements statements(seed, joined);
        for (int round = 0; round < (joined ? 1500 : 300); ++round) {
            const std::string sql = statements.next();
            const bool known = sql.find(" LIMIT ") == std::string::npos &&
                               sql.find("REGEXP") == std::string::npos &&
                               sql.find("args.stream") == std::string::npos;
            if (!known || !profiler::sql::groupedStatement(sql))
                continue;
            const std::vector<std::string> ours = tests::sortedRows(*session, sql);
            const std::vector<std::string> theirs = plain.sortedRows(sql);
            if (ours != theirs)
                qInfo("%s\nbecame %s", sql.c_str(), profiler::sql::groupedStatement(sql)->sql.c_str());
            QCOMPARE(ours, theirs);
            formed += ours == std::vector{tests::kNoAnswer} ? 0 : 1;
        }
    }
    QVERIFY2(formed > (joined ? 100 : 300), std::to_string(formed).c_str());
}

void TstSqlGrouping::takesOnlyItsForm_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("made"); // empty: left as it is
    const QString from = QStringLiteral(" FROM \"slice in groups\" AS \"%1\" ");
    const auto add = [&](const char* sql, const QString& made = {}) { QTest::newRow(sql) << sql << made; };
    add("SELECT name, count(*), sum(dur) FROM slice GROUP BY name",
        R"sql(SELECT name, sum("count(*)"), sum("sum(dur)"))sql" + from.arg("slice") + "GROUP BY name");
    add("SELECT s.name AS k, avg(s.dur) FROM slice AS s WHERE s.category = 'kernel' GROUP BY k ORDER BY 2;",
        R"sql(SELECT s.name AS k, (total("sum(dur)") / sum("count(*)")))sql" + from.arg("s") +
            "WHERE s.category = 'kernel' GROUP BY k ORDER BY 2;");
    add("SELECT op, sum(dur) AS dur FROM slice GROUP BY 1 ORDER BY dur DESC",
        R"sql(SELECT op, sum("sum(dur)") AS dur)sql" + from.arg("slice") + "GROUP BY 1 ORDER BY dur DESC");
    for (const char* const joined : {"SELECT a.value, count(*) FROM slice s JOIN args a ON a.arg_set_id = "
                                     "s.arg_set_id WHERE s.rank = 0 AND a.key = "
                                     "'it''s' GROUP BY a.value",
                                     "SELECT a.value, count(*) FROM args a JOIN slice s ON a.arg_set_id = "
                                     "s.arg_set_id AND a.key = 'it''s' WHERE "
                                     "s.rank = 0 AND 1 GROUP BY a.value"})
        add(joined, R"sql(SELECT "s".value, sum("count(*)"))sql" + from.arg("s") +
                        "WHERE s.rank = 0 AND 1 GROUP BY \"s\".value");
    for (const char* const other :
         {"SELECT a.value, sum(dur) FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id GROUP BY 1",
          "SELECT a.value, sum(dur) FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id WHERE depth = 0 "
          "OR a.key = 'x' GROUP BY 1",
          "SELECT a.value, sum(dur) FROM slice s JOIN args a ON a.arg_set_id = s.id WHERE a.key = 'x' GROUP "
          "BY 1",
          "SELECT a.value, sum(dur) FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id WHERE depth "
          "BETWEEN 0 AND a.key = 'x' GROUP BY 1",
          "SELECT a.value, sum(dur) FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id WHERE NOT a.key "
          "= 'x' GROUP BY 1",
          "SELECT a.key, sum(dur) FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id WHERE a.key = 'x' "
          "GROUP BY a.key",
          "SELECT s.value, sum(dur) FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id WHERE a.key = "
          "'x' GROUP BY 1",
          "SELECT a.value, sum(int_value) FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id WHERE "
          "a.key = 'x' GROUP BY 1",
          "SELECT value, sum(dur) FROM slice GROUP BY value",
          "SELECT name, sum(dur) FROM slice",
          "SELECT name, sum(dur), ts FROM slice GROUP BY name",
          "SELECT name, sum(dur) AS ts FROM slice GROUP BY name HAVING ts > 5",
          "SELECT name, sum(dur) AS dur FROM slice GROUP BY name ORDER BY coalesce(1, dur, 2)",
          "SELECT category, sum(dur) FROM slice GROUP BY name",
          "SELECT * FROM slice GROUP BY name",
          "SELECT name, sum(dur) FROM slice, args GROUP BY name",
          "SELECT sum(dur) total FROM slice GROUP BY op",
          "SELECT name, sum(dur) FROM slice WHERE random() > 0 GROUP BY name",
          "SELECT name, sum(dur) FROM slice WHERE id IN (SELECT id FROM slice) GROUP BY name",
          "SELECT name, sum(dur) FILTER (WHERE depth = 0) FROM slice GROUP BY name",
          "SELECT name, sum(count(*)) OVER () FROM slice GROUP BY name",
          "SELECT name, sum(rank) FROM slice GROUP BY name",
          "SELECT max(dur) FROM slice GROUP BY upper(name)",
          "SELECT name, sum(dur) FROM slice GROUP BY name COLLATE NOCASE",
          "SELECT name, \"max(dur)\" FROM slice GROUP BY name",
          "SELECT count(*) FROM slice GROUP BY rowid",
          "EXPLAIN SELECT name, sum(dur) FROM slice GROUP BY name",
          "SELECT sum(dur) FROM slice GROUP BY 0",
          "SELECT name, sum(dur) FROM slice GROUP BY name UNION SELECT 1, 2",
          "",
          "GROUP BY",
          "SELECT 'a"})
        add(other);
}

void TstSqlGrouping::takesOnlyItsForm()
{
    QFETCH(QString, sql);
    QFETCH(QString, made);
    const auto form = profiler::sql::groupedStatement(sql.toStdString());
    QCOMPARE(form ? QString::fromStdString(form->sql) : QString(), made);
}

/// Sums that overflow, and reals that round, are SQLite's row by row, in its order.
void TstSqlGrouping::leavesSumsThatAreNotExact()
{
    for (const std::int64_t begin : {std::int64_t{0}, core::kMaxTime / 2, -core::kMaxTime / 2,
                                     std::int64_t{1} << 45, std::int64_t{1} << 53}) {
        const auto session = sessionOf(longRun(begin));
        for (const std::string of :
             {"sum(ts)", "avg(ts)", "total(ts)", "min(ts), max(ts)", "avg(dur), sum(id)"}) {
            const std::string sql = "SELECT name, " + of + " FROM slice GROUP BY name";
            QVERIFY(profiler::sql::groupedStatement(sql));
            const std::string ours = answerOf(*session, sql);
            const std::string theirs = answerOf(*session, kRowByRow + sql);
            QVERIFY2(ours == theirs, ("they " + theirs + "\nwe " + ours).c_str());
        }
    }
    const auto session = sessionOf(longRun(core::kMaxTime / 2));
    QVERIFY(answerOf(*session, "SELECT sum(ts) FROM slice GROUP BY name").starts_with("error"));
}

void TstSqlGrouping::asksGroupsOnlyWhereTheyAreFew()
{
    const auto few = [](const core::RunPtr& run, const char* sql) {
        const profiler::sql::RunRows rows(run);
        const profiler::AnalysisInput input(run);
        profiler::sql::SliceKeys keys(rows, input);
        const core::Task task;
        profiler::sql::RowOrder order(rows);
        profiler::sql::ArgIndex arguments(rows, order);
        profiler::sql::SliceGroupTable table(rows, keys, arguments, task);
        return table.answers(profiler::sql::groupedStatement(sql).value());
    };
    constexpr const char* kSum = "SELECT name, sum(ts) FROM slice GROUP BY name";
    constexpr const char* kMean = "SELECT name, avg(ts) FROM slice GROUP BY name";
    QVERIFY(few(sampleRun(1, 2000), kSum));
    QVERIFY(few(sampleRun(1, 2000), kMean));
    QVERIFY(few(longRun(std::int64_t{1} << 45), kSum));
    QVERIFY(!few(longRun(std::int64_t{1} << 45), kMean));
    QVERIFY(!few(longRun(core::kMaxTime / 2), kSum));
    QVERIFY(!few(sampleRun(1, 60), kSum)); // ten names
}

/// What hides the table is asked itself, and the last of several statements may be grouped.
void TstSqlGrouping::viewsAndSeveralStatements()
{
    const auto session = sessionOf(sampleRun(2, 3000));
    const std::string sql = "SELECT name, count(*), sum(dur) FROM slice GROUP BY name";
    const std::string answer = answerOf(*session, sql);
    QCOMPARE(answerOf(*session, "CREATE TEMP VIEW other AS SELECT 1; " + sql + "; -- the end"), answer);
    static_cast<void>(session->query("CREATE TEMP VIEW slice AS SELECT 'x' AS name, 1 AS dur"));
    QCOMPARE(answerOf(*session, sql), answerOf(*session, kRowByRow + sql));
}

void TstSqlGrouping::launchesAnswerAsRowByRow()
{
    const auto session = sessionOf(
        tests::imported(std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources/samples/h200_dlrm.json.gz")
            .run);
    tests::Dice dice(5);
    const auto pick = [&](std::initializer_list<const char*> from) {
        return std::string(from.begin()[dice.below(static_cast<std::int64_t>(from.size()))]);
    };
    int formed = 0;
    for (int round = 0; round < 150; ++round) {
        const std::string key =
            pick({"operator", "name", "module", "call", "stream", "rank", "annotation", "function", "fused"});
        const std::string sql =
            "SELECT " + key + ", " + pick({"count(*)", "stream", key.c_str()}) + ", " +
            pick({"sum(dur)", "avg(l.dur)", "max(ts)", "count(DISTINCT name)", "sum(delay)", "min(id)"}) +
            " AS total FROM launch l" +
            pick({"", " WHERE stream = 7", " WHERE operator LIKE 'aten::%'",
                  " WHERE l.name GLOB '*gemm*' AND rank = 0", " WHERE call IS NULL", " WHERE dur > 5000"}) +
            " GROUP BY " + key + pick({"", ", stream", ", l.call"}) +
            pick({"", " ORDER BY total DESC, 1", " ORDER BY 2, 1"}) + pick({"", " LIMIT 5"});
        const std::string ours = answerOf(*session, sql);
        const std::string theirs = answerOf(*session, kRowByRow + sql);
        QVERIFY2(ours == theirs, (sql + "\nthey " + theirs + "\nwe " + ours).c_str());
        formed += !ours.starts_with("error") && profiler::sql::groupedStatement(sql) ? 1 : 0;
    }
    QVERIFY2(formed > 30, std::to_string(formed).c_str());
    // Launches are not slices.
    QVERIFY(profiler::sql::groupedStatement("SELECT operator, sum(dur) FROM launch GROUP BY 1"));
    QVERIFY(!profiler::sql::groupedStatement("SELECT category, sum(dur) FROM launch GROUP BY 1"));
    QVERIFY(!profiler::sql::groupedStatement("SELECT operator, sum(delay) FROM launch GROUP BY 1"));
    QVERIFY(!profiler::sql::groupedStatement("SELECT operator, sum(dur) FROM slice GROUP BY 1"));
}

SHARDSCOPE_TEST(TstSqlGrouping)
#include "tst_sql_grouping.moc"
