// SPDX-License-Identifier: GPL-3.0-or-later
// analyze by the contract: the list, the JSON, errors that name what would be right.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

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

    /// The peaks are the recorded device's, unless another machine is named.
    void peaksOfTheRecordedDevice()
    {
        const QString sample = sourceFile("resources/samples/h200_dlrm.json.gz");
        const Answer own = runCli({"analyze", "utilization", sample});
        QVERIFY2(own.out.contains("The peaks are those of dgx-h200."), own.text().constData());
        const Answer other = runCli({"analyze", "utilization", sample, "--hardware", "dgx-h100"});
        QVERIFY2(other.out.contains("recorded on NVIDIA H200; the peaks are those of dgx-h100."),
                 other.text().constData());
    }

    /// Called without a name it gives the overview: contract, section 9.
    void overviewOfTheSample()
    {
        const QJsonObject overview =
            runCli({"analyze", sourceFile("resources/samples/h200_dlrm.json.gz"), "--json"}).json();
        for (const char* member : {"run", "step", "findings", "not_applicable"})
            QVERIFY2(overview.contains(QLatin1String(member)), member);
        const double seconds = overview["step"]["seconds"].toDouble();
        QVERIFY(seconds > 0);
        double parts = 0;
        for (const QJsonValue part : overview["step"]["parts"].toArray())
            parts += part["seconds"].toDouble();
        QVERIFY(std::abs(parts - seconds) < 1e-9);
        const QJsonArray findings = overview["findings"].toArray();
        QVERIFY(!findings.isEmpty());
        double before = seconds;
        for (const QJsonValue finding : findings) {
            const double cost = finding["seconds_per_step"].toDouble();
            QVERIFY(cost > 0 && cost <= before); // most costly first
            before = cost;
            QVERIFY(finding["sentence"] != finding["kind"]);
            QVERIFY(!finding["sentence"].toString().contains('%' + QString::number(1)));
            QVERIFY(!finding["try"].toString().isEmpty());
            QVERIFY(QStringList({"low", "medium", "high"}).contains(finding["confidence"].toString()));
            for (const QJsonValue evidence : finding["evidence"].toArray()) {
                for (const char* member : {"slice", "rank", "ts", "dur"})
                    QVERIFY2(evidence.toObject().contains(QLatin1String(member)), member);
            }
        }
        QVERIFY(!overview["not_applicable"].toArray().isEmpty());
        const Answer text = runCli({"analyze", sourceFile("resources/samples/h200_dlrm.json.gz")});
        QVERIFY2(text.exitCode == 0 && text.out.contains("1. "), text.text().constData());
        // Each reason is told once, with the analyses that have it; the document has one row for each
        // analysis.
        std::map<QString, int> analysesOf;
        for (const QJsonValue one : overview["not_applicable"].toArray()) {
            ++analysesOf[one["reason"].toString()];
            QVERIFY2(text.out.contains(one["analysis"].toString().toUtf8()), text.text().constData());
        }
        QVERIFY(std::ranges::any_of(analysesOf, [](const auto& one) { return one.second > 1; }));
        for (const auto& [reason, analyses] : analysesOf)
            QVERIFY2(text.out.count(reason.toUtf8()) == 1, text.text().constData());
    }

    /// What the overview takes changes what it says, and a wrong word is told.
    void overviewHeedsItsOptions()
    {
        const QString sample = sourceFile("resources/samples/h200_dlrm.json.gz");
        const Answer usual = runCli({"analyze", sample, "--json"});
        const Answer cut = runCli({"analyze", sample, "--json", "--window", "without_last_step"});
        QVERIFY2(cut.exitCode == 0 && cut.out != usual.out, cut.text().constData());
        const Answer gap = runCli({"analyze", sample, "--json", "--kernel-gap-us", "0"});
        QVERIFY2(gap.exitCode == 0 && gap.out != usual.out, gap.text().constData());
        QVERIFY(runCli({"analyze", sample, "--window", "hole"}).isOneLineError());
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
