// SPDX-License-Identifier: GPL-3.0-or-later
// estimate torchrec: the vectors of TorchRec's planner through the command line. And plans of recommenders.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace shardscope::tests;

namespace {

QJsonObject vectors()
{
    QFile file(sourceFile("tests/data/recommender/torchrec_vectors.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// The questions of \p group alone, as a user would have them.
QString questionFile(const QTemporaryDir& folder, const QJsonArray& rows)
{
    QJsonArray questions;
    for (const QJsonValue& row : rows)
        questions.append(row.toObject().value("in"));
    QFile file(folder.filePath("questions.json"));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(QJsonDocument(questions).toJson());
    return file.fileName();
}

} // namespace

class TstEstimate : public QObject {
    Q_OBJECT
private slots:
    void torchRecPerf()
    {
        const QTemporaryDir folder;
        const QJsonArray rows = vectors().value("perf").toArray();
        const Answer answer = runCli({"estimate", "torchrec", questionFile(folder, rows), "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonArray got = QJsonDocument::fromJson(answer.out).array();
        QCOMPARE(got.size(), rows.size());
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const QJsonArray wanted = rows[i].toObject().value("out").toArray();
            const QJsonArray runs = got[i].toArray();
            QCOMPARE(runs.size(), wanted.size());
            for (qsizetype run = 0; run < wanted.size(); ++run) {
                QCOMPARE(runs[run][0], wanted[run][0]);
                QCOMPARE(runs[run][1], wanted[run][1]);
                for (int part = 0; part < 6; ++part)
                    QVERIFY(near(runs[run][2][part].toDouble(), wanted[run][2][part].toDouble(), 1e-9));
            }
        }
    }

    void torchRecStorage()
    {
        const QTemporaryDir folder;
        const QJsonArray rows = vectors().value("storage").toArray();
        const Answer answer =
            runCli({"estimate", "torchrec", questionFile(folder, rows), "--storage", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonArray got = QJsonDocument::fromJson(answer.out).array();
        QCOMPARE(got.size(), rows.size());
        for (qsizetype i = 0; i < rows.size(); ++i) {
            QJsonObject wanted = rows[i].toObject();
            wanted.remove("in");
            QCOMPARE(got[i].toObject(), wanted);
        }
    }

    void forPeople()
    {
        const QTemporaryDir folder;
        const QString file = questionFile(folder, vectors().value("perf").toArray());
        QVERIFY(runCli({"estimate", "torchrec", file}).out.contains("table_row_wise"));
        QVERIFY(runCli({"estimate", "torchrec", file, "--storage"}).out.contains("Vectors"));
    }

    void badCalls()
    {
        QVERIFY(runCli({"estimate", "torchrec"}).isOneLineError());
        QVERIFY(runCli({"estimate", "torchrec", "no/such/file.json"}).isOneLineError());
        const Answer mistyped = runCli({"estimate", "torchrek", "x"});
        QVERIFY(mistyped.isOneLineError());
        QVERIFY(mistyped.err.contains("\"torchrec\""));
        QVERIFY(runCli({"estimate", "deepspeed-zero2"}).isOneLineError());
    }

    void deepSpeed()
    {
        // DeepSpeed prints 11.28 GB a GPU for its documentation's example, t5-3b on one node of 8.
        const Answer second = runCli(
            {"estimate", "deepspeed-zero2", "--parameters", "2851000000", "--gpus-per-node", "8", "--json"});
        QVERIFY2(second.exitCode == 0, second.text().constData());
        QCOMPARE(second.json()["device_bytes"].toInteger(), 12116750000LL);
        QCOMPARE(second.json()["host_bytes"].toInteger(), 136848000000LL);
        QVERIFY(!second.json()["why"].toArray().isEmpty());
        const Answer third =
            runCli({"estimate", "deepspeed-zero3", "--parameters", "2851000000", "--largest-layer",
                    "32000000", "--offload-optimizer", "--offload-parameters", "--no-zero-init", "--json"});
        QCOMPARE(third.json()["device_bytes"].toInteger(), 128000000LL);
        QCOMPARE(third.json()["host_bytes"].toInteger(), 76977000000LL);
        QCOMPARE(third.json()["largest_layer_bytes"].toInteger(), 128000000LL);
        const Answer people = runCli({"estimate", "deepspeed-zero3", "--parameters", "2851000000",
                                      "--largest-layer", "32000000", "--gpus-per-node", "8"});
        QVERIFY2(people.out.contains("DeepSpeed says"), people.text().constData());
        QVERIFY(runCli({"estimate", "deepspeed-zero3", "--parameters", "10"}).err.contains("largest-layer"));
        QVERIFY(runCli({"estimate", "deepspeed-zero2", "--parameters", "0"}).isOneLineError());
    }

    void persiaRoles()
    {
        const Answer answer = runCli({"estimate", "persia", "persia-100t", "persia-gcp-100t", "--batch",
                                      "4096", "--measured", "1.5e6", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject document = answer.json();
        QVERIFY(document["memory"]["fits"].toBool()); // 100 T x 4 B are more than 360 TB: rows are evicted
        const QJsonArray modes = document["modes"].toArray();
        QCOMPARE(modes.size(), 4);
        QCOMPARE(modes[3]["mode"].toString(), QStringLiteral("persia"));
        QVERIFY(near(modes[3]["samples_per_second"].toDouble(), 1.5e6, 1e-6));
        QVERIFY(modes[0]["samples_per_second"].toDouble() < modes[3]["samples_per_second"].toDouble());
        QVERIFY(modes[1]["samples_per_second"].toDouble() >= modes[3]["samples_per_second"].toDouble());
        QVERIFY(!document["unverified"].toArray().isEmpty());
        const Answer people = runCli({"estimate", "persia", "persia-taobao", "persia-v100"});
        QVERIFY2(people.exitCode == 0 && people.out.contains("nn_worker"), people.text().constData());
        QVERIFY(runCli({"estimate", "persia", "persia-100t"}).isOneLineError());
        QVERIFY(
            runCli({"estimate", "persia", "persia-100t", "persia-gcp-100"}).err.contains("persia-gcp-100t"));
        QVERIFY(runCli({"estimate", "persia", "gpt2", "persia-v100"}).isOneLineError());
        QVERIFY(runCli({"estimate", "persia", "persia-100t", "persia-v100", "--batch", "70000"})
                    .isOneLineError());
    }

    void recommenderPlan()
    {
        const Answer answer = runCli(
            {"plan", "dlrm-criteo-1tb", "zionex", "--replica", "16", "--micro-batch", "2048", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject plan = answer.json();
        QCOMPARE(plan["hardware"]["devices"].toInt(), 16);
        QVERIFY(plan["verdict"]["feasible"].toBool());
        // The parts of the step add up to it, the entries of a tier to its peak.
        const QJsonObject step = plan["step"].toObject();
        double parts = 0;
        for (const char* key :
             {"forward_seconds", "backward_seconds", "recompute_seconds", "optimizer_seconds",
              "exposed_communication_seconds", "bubble_seconds", "host_seconds", "streaming_seconds"})
            parts += step.value(key).toDouble();
        QVERIFY(near(parts, step["seconds"].toDouble(), 1e-9));
        QVERIFY(near(plan["throughput"]["samples_per_second"].toDouble(), 32768 / step["seconds"].toDouble(),
                     1e-9));
        double entries = 0;
        double embedding = 0;
        for (const QJsonValue& entry : plan["memory"]["entries"].toArray()) {
            entries += entry["bytes"].toDouble();
            embedding += entry["purpose"].toString() == "embedding" ? entry["bytes"].toDouble() : 0;
        }
        QVERIFY(near(entries, plan["memory"]["tiers"][0]["peak_bytes"].toDouble(), 1e-9));
        QVERIFY(embedding * 16 >= 204184588.0 * 128 * 4); // at least every row once
        QStringList groups; // the ids, their vectors, the gradients of these, the gradients of the dense part
        for (const QJsonValue& operation : plan["communication"].toArray())
            groups.append(operation["group"].toString());
        QCOMPARE(groups, (QStringList{"embedding_ids", "embedding", "embedding_backward", "replica"}));
    }

    void tooLargeRecommender()
    {
        const Answer answer =
            runCli({"plan", "zionex-12t", "zionex", "--replica", "64", "--micro-batch", "512", "--strict"});
        QCOMPARE(answer.exitCode, 1);
        QVERIFY2(answer.out.contains("Does not fit"), answer.text().constData());
        QVERIFY2(answer.out.contains("devices or more"), answer.text().constData());
        QVERIFY(runCli({"plan", "dlrm-criteo-1tb", "zionex", "--tensor", "2"}).isOneLineError());
    }
};

SHARDSCOPE_TEST(TstEstimate)
#include "tst_estimate.moc"
