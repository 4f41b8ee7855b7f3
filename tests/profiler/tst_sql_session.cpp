// SPDX-License-Identifier: GPL-3.0-or-later
// A session only reads, stops when told, and says what is wrong.
#include "core/base/phrase.h"
#include "profiler/sql/sql_session.h"
#include "tests/profiler/sql_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <string>
#include <vector>

using namespace shardscope;
using tests::rowsOf;
using tests::sampleRun;
using tests::sessionOf;

class TstSqlSession : public QObject {
    Q_OBJECT
private slots:
    void onlyReads_data();
    void onlyReads();
    void errorsNameThePlaceAndTheNearest();
    void stopsWhenTold();
    void rowLimitAndKinds();
    void statisticsAndExpressions();
    void formatsAreBounded();
    void viewsOfTheSession();
};

/// Statements before the last name what they read; names last as long as the session and hide no table.
void TstSqlSession::viewsOfTheSession()
{
    const auto session = sessionOf(sampleRun(3, 50));
    const auto errorOf = [&](const std::string& sql) {
        const auto answer = session->query(sql);
        return answer.ok() ? core::Error{} : answer.error();
    };
    const std::string long_ = "CREATE TEMP VIEW long AS SELECT * FROM slice WHERE dur > 100; ";
    QCOMPARE(rowsOf(*session, long_ + "CREATE TEMP VIEW ids AS SELECT id FROM long; -- then\n"
                                      "SELECT count(*), count(DISTINCT id) FROM ids"),
             rowsOf(*session, "SELECT count(*), count(*) FROM slice WHERE dur > 100"));
    QCOMPARE(rowsOf(*session, "SELECT count(*) FROM ids"),
             rowsOf(*session, "SELECT count(*) FROM slice WHERE dur > 100"));
    QVERIFY(errorOf(long_).code != core::ErrorCode::Cancelled); // there is one of that name
    QVERIFY(session->query("DROP VIEW ids; DROP VIEW temp.long").ok());
    QVERIFY(errorOf("SELECT * FROM ids").code == core::ErrorCode::UnknownName);
    QVERIFY(session->query(long_).ok());
    // Places are those of the whole text.
    const core::Error column = errorOf("DROP VIEW long; SELECT s.catgory FROM slice s");
    QVERIFY(column.code == core::ErrorCode::UnknownName);
    QCOMPARE(column.place.byteOffset.value_or(0), std::uint64_t{23});
    const core::Error rows = errorOf("SELECT 1; SELECT 2");
    QVERIFY(rows.code == core::ErrorCode::SyntaxError);
    for (const char* other :
         {"INSERT INTO sqlite_temp_master VALUES('view','x','x',0,'CREATE VIEW x AS SELECT 1')",
          "DELETE FROM sqlite_temp_master", "UPDATE sqlite_temp_schema SET sql = ''",
          "CREATE TEMP TRIGGER t INSTEAD OF "
          "INSERT ON long BEGIN SELECT 1; END",
          "CREATE TEMP TABLE t AS SELECT 1", "DROP VIEW op", "CREATE VIEW main.v AS SELECT 1"}) {
        QVERIFY2(!session->query(other).ok(), other);
    }
    QVERIFY(
        !session->query("CREATE TEMP VIEW v AS SELECT load_extension('/tmp/x.so'); SELECT * FROM v").ok());
    QVERIFY(session->query("SELECT * FROM op").ok());
}

/// SQLite's own format() repeats a character as often as it is told, in one step that nothing stops.
void TstSqlSession::formatsAreBounded()
{
    const auto session = sessionOf(sampleRun(1, 20));
    const auto first = [&](const std::string& sql) { return rowsOf(*session, sql).front(); };
    QCOMPARE(first("SELECT printf('%05d|%-4s|%.2f%%', 42, 'ab', 1.5), format('%.*c', 3, 'x'), format(NULL), "
                   "length(format('%*d', -20, 12345678901)), printf('%d %lld', 9000000000, 9000000000)"),
             std::string("00042|ab  |1.50%|xxx|NULL|20|9000000000 9000000000|"));
    QCOMPARE(first("SELECT length(format('%.*c', 1048576, 'x'))"), std::string("1048576|"));
    for (const char* wide : {"'%.*c', 1048577, 'x'", "'%d%%%.2000000000c', 1, 'x'", "'%*d', -2000000000, 1",
                             "'%d %*.*c', 1, 2, '2000000000', 'x'", "'%99999999999999999999c', 'x'"})
        QVERIFY2(first("SELECT format(" + std::string(wide) + ")").starts_with("error"), wide);
}

/// Worked out by hand: of 1, 2, 3, 10 the mean is 4 and the squares sum to 9 + 4 + 1 + 36 = 50.
void TstSqlSession::statisticsAndExpressions()
{
    const auto session = sessionOf(sampleRun(1, 20));
    const auto first = [&](const std::string& sql) { return rowsOf(*session, sql).front(); };
    const std::string four = " FROM (SELECT 3 AS x UNION ALL SELECT 1 UNION ALL SELECT 10 UNION ALL SELECT 2 "
                             "UNION ALL SELECT NULL UNION ALL SELECT 'text')";
    QCOMPARE(first("SELECT median(x), percentile(x, 0), percentile(x, 100), percentile(x, 50) = 2.5" + four),
             std::string("2.5|1.0|10.0|1|"));
    QCOMPARE(first("SELECT round(stddev(x) * stddev(x) * 3, 6)" + four), std::string("50.0|"));
    QCOMPARE(first("SELECT median(x) IS NULL, stddev(1) IS NULL FROM (SELECT NULL AS x)"),
             std::string("1|1|"));
    QVERIFY(first("SELECT percentile(x, 101)" + four).starts_with("error"));
    QCOMPARE(first("SELECT 'ncclKernel_AllReduce' REGEXP 'nccl.*Reduce$', 'abc' REGEXP '^b', NULL REGEXP 'a' "
                   "IS NULL"),
             std::string("1|0|1|"));
    QVERIFY(first("SELECT 'a' REGEXP '('").starts_with("error"));
}

void TstSqlSession::onlyReads_data()
{
    QTest::addColumn<QString>("sql");
    for (const char* sql : {"DELETE FROM step",
                            "INSERT INTO step VALUES(1,2,3,4,5,6)",
                            "UPDATE step SET ts = 0",
                            "DROP TABLE step",
                            "CREATE TABLE x(y)",
                            "CREATE TEMP TABLE x(y)",
                            "CREATE VIEW v AS SELECT 1",
                            "ATTACH '/tmp/x.db' AS x",
                            "ATTACH ':memory:' AS x",
                            "VACUUM INTO '/tmp/shardscope-vacuum.db'",
                            "PRAGMA query_only = 0",
                            "PRAGMA journal_mode",
                            "SELECT load_extension('/tmp/x.so')",
                            "BEGIN",
                            "COMMIT",

                            "ANALYZE",
                            "DROP TABLE slice",
                            "DELETE FROM slice",
                            "CREATE VIRTUAL TABLE x USING slice",
                            "SELECT writefile('/tmp/x', 'y')",
                            "SELECT readfile('/etc/passwd')",
                            "SELECT edit('x')",
                            "SELECT * FROM pragma_table_info('slice')",
                            "ALTER TABLE step RENAME TO x"})
        QTest::newRow(sql) << QString(sql);
}

void TstSqlSession::onlyReads()
{
    QFETCH(QString, sql);
    const auto session = sessionOf(sampleRun(9, 20));
    const auto before = rowsOf(*session, "SELECT * FROM step");
    const auto answer = session->query(sql.toStdString());
    QVERIFY(!answer.ok());
    QCOMPARE(rowsOf(*session, "SELECT * FROM step"), before);
}

void TstSqlSession::errorsNameThePlaceAndTheNearest()
{
    const auto session = sessionOf(sampleRun(10, 20));
    const auto errorOf = [&](const std::string& sql) {
        const auto answer = session->query(sql);
        return answer.ok() ? core::Error{} : answer.error();
    };
    const core::Error table = errorOf("SELECT * FROM slise");
    QVERIFY(table.code == core::ErrorCode::UnknownName);
    QCOMPARE(table.args, (std::vector<std::string>{"slise", "slice", core::phrase("table")}));
    const core::Error column = errorOf("SELECT s.catgory FROM slice s");
    QVERIFY(column.code == core::ErrorCode::UnknownName);
    QCOMPARE(column.args, (std::vector<std::string>{"s.catgory", "category", core::phrase("column")}));
    QCOMPARE(column.place.byteOffset.value_or(0), std::uint64_t{7});
    // A column of another table is told with its table, never as itself: "severity; did you mean severity?".
    QCOMPARE(errorOf("SELECT severity FROM slice").args,
             (std::vector<std::string>{"severity", "remark.severity", core::phrase("column")}));
    QCOMPARE(errorOf("SELECT s.Severity FROM slice s").args,
             (std::vector<std::string>{"s.Severity", "remark.severity", core::phrase("column")}));
    QCOMPARE(errorOf("SELECT remark.severity FROM slice").args,
             (std::vector<std::string>{"remark.severity", "", core::phrase("column")}));
    QVERIFY(errorOf("SELEC 1").code == core::ErrorCode::SyntaxError);
    QVERIFY(errorOf("").code == core::ErrorCode::SyntaxError);
    QVERIFY(errorOf("-- nothing").code == core::ErrorCode::SyntaxError);
    QVERIFY(errorOf("SELECT ?").code == core::ErrorCode::SyntaxError);
    QVERIFY(errorOf(std::string("SELECT 1\0;", 10)).code == core::ErrorCode::SyntaxError);
    const core::Error two = errorOf("SELECT 1; DROP TABLE step");
    QVERIFY(two.code == core::ErrorCode::SyntaxError);
    QVERIFY(session->query("SELECT 1; -- the end").ok());
    QVERIFY(errorOf("DELETE FROM step").code == core::ErrorCode::NotSupported);
    QVERIFY(!session->query("SELECT name FROM slice WHERE name LIKE '" + std::string(300, '%') + "'").ok());
    QVERIFY(!session->query("SELECT id FROM name WHERE name GLOB '" + std::string(300, '*') + "'").ok());
    QVERIFY(!session->query("SELECT " + std::string(5000, '(') + "1" + std::string(5000, ')')).ok());
    QVERIFY(!session->query("SELECT length(zeroblob(1000000000))").ok());
    QVERIFY(session->query("SELECT 1").ok()); // and goes on
}

void TstSqlSession::stopsWhenTold()
{
    const auto session = sessionOf(sampleRun(11, 20));
    std::stop_source stop;
    stop.request_stop();
    const core::Task task{stop.get_token(), {}};
    for (const char* sql :
         {"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
          "SELECT a.id FROM slice a, slice b, slice c, slice d"}) {
        const auto answer = session->query(sql, 0, task);
        QVERIFY(!answer.ok());
        QVERIFY(answer.error().code == core::ErrorCode::Cancelled);
    }
    QVERIFY(session->query("SELECT count(*) FROM slice").ok()); // the next statement has its own task
}

void TstSqlSession::rowLimitAndKinds()
{
    const auto session = sessionOf(sampleRun(12));
    const auto some = session->query("SELECT id, name, dur / 2.0, NULL FROM slice", 10);
    QVERIFY(some.ok());
    QCOMPARE(some->table->rows.size(), std::size_t{10});
    QVERIFY(!some->complete);
    QVERIFY(some->table->columns[0].kind == core::CellKind::Integer);
    QVERIFY(some->table->columns[1].kind == core::CellKind::Text);
    QVERIFY(some->table->columns[2].kind == core::CellKind::Real);
    QCOMPARE(some->table->columns[2].key, std::string("dur / 2.0"));
    const auto all = session->query("SELECT id FROM slice LIMIT 10", 10);
    QVERIFY(all->complete);
    QCOMPARE(all->table->rows.size(), std::size_t{10});
}

SHARDSCOPE_TEST(TstSqlSession)
#include "tst_sql_session.moc"
