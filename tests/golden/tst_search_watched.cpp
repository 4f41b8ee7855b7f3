// SPDX-License-Identifier: GPL-3.0-or-later
// A search tells of the best plan while it goes on, its threads show in no answer, and where a number of
// devices does not do it, the nearest that does is named.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace shardscope::tests;

namespace {

const QStringList kSearch{"search",         "llama-3-8b", "dgx-h100", "--devices", "16",
                          "--global-batch", "64",         "--top",    "3"};

QJsonObject timeless(const Answer& answer)
{
    QJsonObject json = answer.json();
    json.remove("seconds");
    return json;
}

QList<QJsonObject> documents(const QByteArray& lines)
{
    QList<QJsonObject> all;
    for (const QByteArray& line : lines.split('\n')) {
        if (!line.isEmpty())
            all << QJsonDocument::fromJson(line).object();
    }
    return all;
}

} // namespace

class TstSearchWatched : public QObject {
    Q_OBJECT

private slots:
    void theBestSoFarIsTold()
    {
        const Answer plain = runCli(kSearch + QStringList{"--json"});
        QVERIFY2(plain.exitCode == 0 && plain.err.isEmpty(), plain.text().constData());
        const Answer watched = runCli(kSearch + QStringList{"--json", "--progress"});
        QCOMPARE(timeless(watched), timeless(plain));
        const QList<QJsonObject> told = documents(watched.err);
        QVERIFY(!told.isEmpty());
        for (const QJsonObject& one : told)
            QVERIFY2(one["so_far"].isObject() && one["share"].isDouble() && one["seconds"].isDouble(),
                     watched.err.constData());
        const QJsonObject last = told.back();
        const QJsonObject best = watched.json()["best"].toArray().first().toObject();
        QCOMPARE(last["share"].toDouble(), 1.0);
        for (const char* key : {"plan", "devices", "hardware", "step_seconds", "peak_bytes"})
            QVERIFY2(last["so_far"].toObject()[key] == best[key], key);
        const Answer words = runCli(kSearch + QStringList{"--progress"});
        QVERIFY2(words.err.startsWith("So far: 16 × dgx-h100 with ") && !words.out.contains("So far"),
                 words.text().constData());
    }

    void threadsShowInNoAnswer()
    {
        for (const QStringList& call :
             {kSearch, QStringList{"search", "llama-3-8b", "dgx-h100", "--objective", "devices"},
              QStringList{"search", "gpt2-xl", "dgx-2-v100-32g", "--devices", "1", "--fix",
                          "micro-batch=64"}}) {
            QList<QJsonObject> answers;
            for (const char* threads : {"1", "3"}) {
                qputenv("SHARDSCOPE_THREADS", threads);
                answers << timeless(runCli(call + QStringList{"--json"}));
            }
            qunsetenv("SHARDSCOPE_THREADS");
            QVERIFY(!answers.front().isEmpty());
            QCOMPARE(answers.back(), answers.front());
        }
    }

    /// 41 devices divide neither the batch nor the layers.
    void theNearestNumberOfDevicesIsNamed_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<int>("needed");
        QTest::newRow("fewer") << "41" << 40;
        QTest::newRow("more") << "47" << 48;
    }
    void theNearestNumberOfDevicesIsNamed()
    {
        QFETCH(QString, asked);
        QFETCH(int, needed);
        const Answer answer = runCli({"search", "llama-3-8b", "dgx-h100", "--devices", asked,
                                      "--global-batch", "240", "--json", "--progress"});
        QVERIFY2(answer.exitCode == 1, answer.text().constData());
        QVERIFY2(documents(answer.err).front()["so_far"].isNull(), answer.err.constData());
        int named = 0;
        for (const QJsonValue one : answer.json()["infeasible"].toObject()["relax"].toArray()) {
            if (one["constraint"].toString() == QLatin1String("devices"))
                named = one["needed"].toInt();
        }
        QCOMPARE(named, needed);
    }
};

SHARDSCOPE_TEST(TstSearchWatched)
#include "tst_search_watched.moc"
