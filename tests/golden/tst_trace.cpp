// SPDX-License-Identifier: GPL-3.0-or-later
// trace reports as many records as a plain count of the JSON, and leaves nothing unexplained.
#include "tests/golden/cli_process.h"
#include "tests/golden/plain_count.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

class TstTrace : public QObject {
    Q_OBJECT
private slots:
    void countsAreThoseOfTheJson_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("sample") << sourceFile("resources/samples/h200_dlrm.json.gz");
        const QString folder = sharedFile("traces/shardscope");
        for (const QString& name : QDir(folder).entryList({"*.json.gz"}, QDir::Files)) {
            const QString file = QDir(folder).filePath(name);
            if (!folder.isEmpty() && plainCount(plainBytes(file)).isTrace) // others are no Chrome traces
                QTest::newRow(name.toUtf8().constData()) << file;
        }
    }

    void countsAreThoseOfTheJson()
    {
        QFETCH(QString, file);
        const PlainCount count = plainCount(plainBytes(file));
        QVERIFY(count.isTrace);
        const Answer answer = runCli({"trace", file, "--json"});
        QVERIFY2(answer.exitCode == 0, answer.err.constData());
        const QJsonArray runs = answer.json()["runs"].toArray();
        QCOMPARE(runs.size(), 1);
        const QJsonObject run = runs.first().toObject();
        QCOMPARE(run["slices"].toInteger(), count.slices);
        QCOMPARE(run["instants"].toInteger(), count.instants);
        QCOMPARE(run["counters"].toInteger(), count.counters);
        QCOMPARE(run["flow_begins"].toInteger(), count.flowBegins);
        QCOMPARE(run["flow_steps"].toInteger(), count.flowSteps);
        QCOMPARE(run["flow_ends"].toInteger(), count.flowEnds);
        QCOMPARE(run["metadata"].toInteger(), count.metadata);
        QCOMPARE(run["events"].toInteger(), count.events);
        QVERIFY(run["end_ns"].toInteger() > run["begin_ns"].toInteger());
        for (const QJsonValue remark : answer.json()["remarks"].toArray()) {
            for (const char* member : {"kind", "severity", "count", "first_offset", "help"})
                QVERIFY2(remark.toObject().contains(QLatin1String(member)), member);
            QVERIFY2(remark["severity"] != "data_loss" && remark["severity"] != "error",
                     answer.text().constData());
            QVERIFY2(!remark["help"].toString().isEmpty(), answer.text().constData());
        }
    }

    void oneFileARank()
    {
        QTemporaryDir folder;
        QStringList files;
        for (int rank = 0; rank < 2; ++rank) {
            QFile file(folder.filePath(QString("run.rank%1.json").arg(rank)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(
                QString(
                    R"({"traceEvents": [{"ph": "X", "name": "step", "pid": 1, "tid": 1, "ts": 10, "dur": %1}],
                               "distributedInfo": {"backend": "nccl", "rank": %2, "world_size": 2}})")
                    .arg(5 + rank)
                    .arg(rank)
                    .toUtf8());
            files << file.fileName();
        }
        const QJsonArray runs = runCli(QStringList{"trace", "--json"} + files).json()["runs"].toArray();
        QCOMPARE(runs.size(), 2);
        QCOMPARE(runs[0]["rank"].toInt(-1), 0);
        QCOMPARE(runs[1]["rank"].toInt(-1), 1);
        QCOMPARE(runs[1]["slices"].toInt(), 1);
    }

    /// Every verb that takes several files answers of the good ones, names the bad one and exits with 1.
    void oneBadFileOfSeveral_data()
    {
        QTest::addColumn<QStringList>("before");
        QTest::addColumn<QStringList>("behind");
        QTest::newRow("trace") << QStringList{"trace"} << QStringList{};
        QTest::newRow("analyze") << QStringList{"analyze", "kernel_breakdown"} << QStringList{};
        QTest::newRow("overview") << QStringList{"analyze"} << QStringList{};
        QTest::newRow("sql") << QStringList{"sql"} << QStringList{"SELECT count(*) AS n FROM slice"};
    }
    void oneBadFileOfSeveral()
    {
        QFETCH(const QStringList, before);
        QFETCH(const QStringList, behind);
        const QTemporaryDir folder;
        const QString sample = sourceFile("resources/samples/h200_dlrm.json.gz");
        QFile file(folder.filePath("rank7.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("[]") == 2);
        file.close();
        const Answer good = runCli(before + QStringList{sample} + behind + QStringList{"--json"});
        QVERIFY2(good.exitCode == 0, good.text().constData());
        const Answer part =
            runCli(before + QStringList{sample, file.fileName()} + behind + QStringList{"--json"});
        QVERIFY2(part.exitCode == 1, part.text().constData());
        QVERIFY2(part.err.contains("rank7.json") && part.err.count('\n') == 1, part.text().constData());
        QVERIFY(!part.json().isEmpty());
        for (const char* const key : {"runs", "tables", "rows", "step", "findings"})
            QCOMPARE(part.json()[key].toArray().size(), good.json()[key].toArray().size());
        const Answer none = runCli(before + QStringList{file.fileName()} + behind + QStringList{"--json"});
        QVERIFY2(none.isOneLineError(), none.text().constData()); // 0 events
    }

    /// A pack that lost a rank tells so when it is made, and whenever it is opened.
    void aPackThatLostARank()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("rank7.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("[]") == 2);
        file.close();
        const QString pack = folder.filePath("run.shardpack");
        const QString sample = sourceFile("resources/samples/h200_dlrm.json.gz");
        const Answer made = runCli({"trace", sample, file.fileName(), "--pack", pack});
        QVERIFY2(made.exitCode == 1 && made.err.contains("rank7.json"), made.text().constData());
        for (const QStringList& call :
             {QStringList{"trace", pack}, {"analyze", pack}, {"compare", sample, pack}}) {
            const Answer opened = runCli(call);
            QVERIFY2(opened.exitCode == 1 && !opened.err.isEmpty(), opened.text().constData());
        }
    }

    void printsWhatItHolds()
    {
        const Answer answer = runCli({"trace", sourceFile("resources/samples/h200_dlrm.json.gz")});
        QCOMPARE(answer.exitCode, 0);
        QVERIFY2(answer.out.contains("Tracks") && answer.out.contains("Slices"), answer.text().constData());
    }

    void exportsATable()
    {
        QTemporaryDir folder;
        const QString out = folder.filePath("tracks.csv");
        const Answer answer =
            runCli({"export", "tracks", sourceFile("resources/samples/h200_dlrm.json.gz"), "--out", out});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QFile file(out);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readLine().startsWith("rank,process,thread,slices,busy_ns,share"));
        QVERIFY(file.readAll().count('\n') > 3);
    }
};

SHARDSCOPE_TEST(TstTrace)
#include "tst_trace.moc"
