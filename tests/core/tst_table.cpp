// SPDX-License-Identifier: GPL-3.0-or-later
// core/report: the one table's exports.
#include "core/io/text_file.h"
#include "core/report/table.h"
#include "core/report/table_file.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>
#include <nlohmann/json.hpp>

#include <limits>
#include <stop_token>

using namespace shardscope::core;

class TstTable : public QObject {
    Q_OBJECT

private slots:
    void findsColumns()
    {
        const Table table = sample();
        QCOMPARE(table.columnIndex("bytes").value(), std::size_t{1});
        QVERIFY(!table.columnIndex("Bytes").has_value());
        QVERIFY(!Table{}.columnIndex("").has_value());
    }

    void csvQuotesWhatNeedsIt()
    {
        const std::string expected = "name,bytes,share,fits,\"a,b\"\r\n"
                                     "plain,85899345920,0.1,true,\r\n"
                                     "\"with, comma\",-1,1e+300,false,\"\"\r\n"
                                     "\"say \"\"hi\"\"\nthere\",,,,\" padded\"\r\n";
        QCOMPARE(toCsv(sample()), expected);
        QCOMPARE(toCsv(Table{}), std::string());
    }

    /// Whenever it is stopped the file is as it was; else it says what toCsv() says.
    void aStoppedFileIsAsItWas()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("table.csv").toStdString();
        Table table = sample();
        for (int row = 0; row < 20'000; ++row)
            table.rows.push_back(table.rows[static_cast<std::size_t>(row % 3)]);
        std::size_t pieces = 0;
        QVERIFY(writeCsv(table, file, {.stop = {}, .progress = [&](auto, double) { ++pieces; }}).ok());
        QVERIFY(pieces > 2);
        QCOMPARE(readTextFile(file).value(), toCsv(table));
        QVERIFY(writeTextFile(file, "as it was").ok());
        for (std::size_t at = 0; at < pieces; ++at) {
            std::stop_source stop;
            std::size_t piece = 0;
            const Task task{.stop = stop.get_token(), .progress = [&](auto, double) {
                                if (piece++ == at)
                                    stop.request_stop();
                            }};
            const auto written = writeCsv(table, file, task);
            QVERIFY(!written.ok() && written.error().code == ErrorCode::Cancelled);
            QCOMPARE(readTextFile(file).value(), std::string("as it was"));
        }
    }

    void jsonKeepsTypes()
    {
        const auto document = nlohmann::json::parse(toJson(sample()));
        QCOMPARE(document.at("name").get<std::string>(), std::string("sample"));
        QCOMPARE(document.at("columns").at(4).get<std::string>(), std::string("a,b"));
        QVERIFY(document.at("rows").at(0).at(1).is_number_integer());
        QCOMPARE(document.at("rows").at(0).at(1).get<std::int64_t>(), 85899345920);
        QCOMPARE(document.at("rows").at(0).at(2).get<double>(), 0.1);
        QVERIFY(document.at("rows").at(0).at(3).is_boolean());
        QVERIFY(document.at("rows").at(0).at(4).is_null());
        QVERIFY(document.at("rows").at(2).at(2).is_null()); // not a number
        QVERIFY(toJson(sample()).rfind("{\"name\"", 0) == 0);
    }

    void jsonSurvivesAnyBytes()
    {
        Table table{"x", "x", {{"name", "", CellKind::Text, {}, {}}}, {{Cell{std::string("\xff\x00z", 3)}}}};
        const auto document = nlohmann::json::parse(toJson(table));
        QCOMPARE(document.at("rows").at(0).at(0).get<std::string>(), std::string("\xef\xbf\xbd\0z", 5));
    }

private:
    static Table sample()
    {
        Table table{"sample", "Sample", {}, {}};
        for (const char* key : {"name", "bytes", "share", "fits", "a,b"})
            table.columns.push_back({key, key, CellKind::Text, {}, {}});
        table.rows = {
            {std::string("plain"), std::int64_t{85899345920}, 0.1, true, std::monostate{}},
            {std::string("with, comma"), std::int64_t{-1}, 1e300, false, std::string()},
            {std::string("say \"hi\"\nthere"), std::monostate{}, std::numeric_limits<double>::quiet_NaN(),
             std::monostate{}, std::string(" padded")},
        };
        return table;
    }
};

SHARDSCOPE_TEST(TstTable)
#include "tst_table.moc"
