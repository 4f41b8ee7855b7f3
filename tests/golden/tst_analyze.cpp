// SPDX-License-Identifier: GPL-3.0-or-later
// analyze by the contract: the list, the JSON, errors that name what would be right.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QTest>

using namespace shardscope::tests;

class TstAnalyze : public QObject {
    Q_OBJECT
private slots:
    void everyAnalysisOfTheListRuns()
    {
        const QJsonObject list = runCli({"analyze", "--list", "--json"}).json();
        const QJsonArray rows = list["rows"].toArray();
        QVERIFY(rows.size() >= 2);
        for (const QJsonValue row : rows) {
            const QString name = row[0].toString();
            const Answer answer =
                runCli({"analyze", name, sourceFile("resources/samples/h200_dlrm.json.gz"), "--json"});
            QVERIFY2(answer.exitCode == 0, answer.text().constData());
            const QJsonObject report = answer.json();
            QCOMPARE(report["key"].toString(), name);
            QVERIFY(report.contains("tables") && report.contains("findings"));
            bool anyRow = false;
            for (const QJsonValue table : report["tables"].toArray()) {
                for (const char* member : {"name", "columns", "rows"})
                    QVERIFY2(table.toObject().contains(QLatin1String(member)), member);
                anyRow = anyRow || !table["rows"].toArray().isEmpty();
            }
            // A report without rows says why.
            QVERIFY2(anyRow || !report["findings"].toArray().isEmpty(), answer.text().constData());
            for (const QJsonValue finding : report["findings"].toArray())
                QVERIFY2(finding["text"] != finding["key"], answer.text().constData());
        }
    }

    void printsTables()
    {
        const Answer answer =
            runCli({"analyze", "temporal_breakdown", sourceFile("resources/samples/h200_dlrm.json.gz")});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QVERIFY2(answer.out.contains("Computing"), answer.text().constData());
    }

    void wrongCalls()
    {
        const Answer name = runCli({"analyze", "temporal_brakdown", "x.json"});
        QVERIFY2(name.isOneLineError(), name.text().constData());
        QVERIFY2(name.err.contains("temporal_breakdown"), name.text().constData());
        QVERIFY(runCli({"analyze", "temporal_breakdown"}).isOneLineError());
        QVERIFY(runCli({"analyze"}).isOneLineError());
        QVERIFY(runCli({"analyze", "temporal_breakdown", "/nowhere/x.json"}).isOneLineError());
        const Answer window = runCli(
            {"analyze", "overlap", "--window", "hole", sourceFile("resources/samples/h200_dlrm.json.gz")});
        QVERIFY2(window.isOneLineError(), window.text().constData());
        QVERIFY2(window.err.contains("whole"), window.text().constData());
    }
};

SHARDSCOPE_TEST(TstAnalyze)
#include "tst_analyze.moc"
