// SPDX-License-Identifier: GPL-3.0-or-later
// Recommenders on the command line: search, plans on PERSIA's roles, jobs for Kubernetes, and bad input.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <tuple>

using namespace shardscope::tests;

namespace {

QString written(const QTemporaryDir& folder, const char* name, const QByteArray& text)
{
    QFile file(folder.filePath(QString::fromLatin1(name)));
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return file.fileName();
}

} // namespace

class TstRecommender : public QObject {
    Q_OBJECT
private slots:
    /// Devices of a node share its host memory: what the placement laid on nodes that hold it is no plan that
    /// does not fit, though one device asked for more than its part.
    void hostMemoryIsANodes()
    {
        const Answer answer = runCli({"plan", "persia-kwai", "dgx-2-v100-32g", "-r", "64", "--micro-batch",
                                      "1024", "--beside", "persia-v100", "--json"});
        QCOMPARE(answer.exitCode, 0);
        const QJsonObject plan = answer.json();
        QVERIFY(plan["verdict"]["feasible"].toBool());
    }

    /// HugeCTR was fitted to submissions of one model: of another (MLPerf v1.1, samples a second as
    /// submitted) its residuals say nothing, and what is stated in their place holds two of three, as an
    /// interval of 80 % may.
    void runsOfOneModelSayNothingOfOthers()
    {
        int inside = 0;
        for (const auto& [devices, batch, measured] :
             {std::tuple{"8", 55296, 37.1e6}, std::tuple{"64", 71680, 103.9e6},
              std::tuple{"112", 71680, 112.5e6}}) {
            const QJsonObject interval = runCli({"plan", "dlrm-criteo-1tb", "dgx-a100-80g", "--replica",
                                                 devices, "--global-batch", QString::number(batch), "--json"})
                                             .json()["interval"]
                                             .toObject();
            QCOMPARE(interval["regime"].toString(), QStringLiteral("specification"));
            QCOMPARE(interval["calibration"].toString(), QStringLiteral("hugectr"));
            const double seconds = batch / measured;
            inside += seconds >= interval["low_seconds"].toDouble() &&
                      seconds <= interval["high_seconds"].toDouble();
        }
        QVERIFY2(inside >= 2, QByteArray::number(inside));
        const QJsonObject seen =
            runCli({"plan", "dlrm-v2-mlperf", "8xH100", "--json"}).json()["interval"].toObject();
        QCOMPARE(seen["regime"].toString(), QStringLiteral("replayed"));
    }

    void searchCountsAndRanks()
    {
        const Answer answer = runCli({"search", "dlrm-criteo-1tb", "zionex", "--micro-batch", "512",
                                      "--devices", "16", "--top", "3", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject found = answer.json();
        qint64 pruned = 0;
        for (const QJsonValue count : found["pruned"].toObject())
            pruned += count.toInteger();
        QCOMPARE(found["considered"].toInteger(), pruned + found["evaluated"].toInteger());
        QVERIFY(found["seconds"].toDouble() > 0 && found["candidates_per_second"].toDouble() > 0);
        const QJsonArray best = found["best"].toArray();
        QCOMPARE(best.size(), 3);
        // The first is what plan says of it.
        const QTemporaryDir folder;
        const QJsonObject plan = best[0]["plan"].toObject();
        const QString file = written(folder, "plan.json", QJsonDocument(plan).toJson());
        const Answer again = runCli({"plan", "dlrm-criteo-1tb", "zionex", "--plan", file, "--json"});
        QVERIFY2(again.exitCode == 0, again.text().constData());
        QVERIFY(near(again.json()["throughput"]["samples_per_second"].toDouble(),
                     best[0]["samples_per_second"].toDouble(), 1e-9));
        const Answer people = runCli(
            {"search", "dlrm-criteo-1tb", "zionex", "--micro-batch", "512", "--devices", "16", "--pareto"});
        QVERIFY2(people.out.contains("considered") && people.out.contains("a second"),
                 people.text().constData());
    }

    void searchSaysNo()
    {
        // 24 TB on one node: nothing to evaluate, and the answer is no.
        const Answer answer =
            runCli({"search", "zionex-12t", "zionex", "--devices", "8", "--micro-batch", "512", "--json"});
        QCOMPARE(answer.exitCode, 1);
        QVERIFY(answer.json()["pruned"]["memory"].toInteger() > 0);
        QVERIFY(runCli({"search", "dlrm-criteo-1tb", "zionex", "--objective", "tiem"}).err.contains("time"));
        QVERIFY(runCli({"search", "dlrm-criteo-1tb", "zionex", "--objective", "cost"}).isOneLineError());
        QVERIFY(runCli({"search", "dlrm-criteo-1tb", "zionex", "--top", "0"}).isOneLineError());
        QVERIFY(runCli({"search", "dlrm-criteo-1tb"}).isOneLineError());
        QVERIFY(runCli({"search", "dlrm-criteo-1tb", "zionx"}).err.contains("zionex"));
    }

    void searchSizesAClusterOfRoles()
    {
        const Answer answer =
            runCli({"search", "persia-taobao", "persia-v100", "--rate", "100000", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QVERIFY(answer.json()["samples_per_second"].toDouble() >= 100000);
        QVERIFY(answer.json()["machines"].toInteger() > 0);
        // If no rate is asked: the one that the cluster has, with no machine more than that takes.
        const Answer own = runCli({"search", "persia-taobao", "persia-v100", "--json"});
        QVERIFY2(own.exitCode == 0, own.text().constData());
        const double has = runCli({"plan", "persia-taobao", "persia-v100", "--json"})
                               .json()["throughput"]["samples_per_second"]
                               .toDouble();
        QVERIFY(own.json()["samples_per_second"].toDouble() >= has * (1 - 1e-9));
        QVERIFY(own.json()["machines"].toInteger() < 158); // of the cluster as it is
        QVERIFY(runCli({"search", "persia-taobao", "persia-v100", "--rate", "1e15"}).isOneLineError());
    }

    void planOnRoles()
    {
        const Answer answer =
            runCli({"plan", "persia-100t", "persia-gcp-100t", "--micro-batch", "4096", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject plan = answer.json();
        QCOMPARE(plan["hardware"]["devices"].toInteger(), 64); // the cluster's own accelerators
        QCOMPARE(plan["plan"]["consistency"]["embedding"].toString(), QStringLiteral("asynchronous"));
        QVERIFY(plan["verdict"]["feasible"].toBool()); // more rows than memory: the coldest are evicted
        QVERIFY(plan["figures"]["resident_bytes"].toDouble() <
                plan["figures"]["addressable_bytes"].toDouble());
        QVERIFY(plan["figures"]["miss_ratio"].toDouble() > 0);
        QVERIFY(plan["figures"]["staleness"].toDouble() > 0);
        const Answer told = runCli({"plan", "persia-100t", "persia-gcp-100t", "--strict"});
        QCOMPARE(told.exitCode, 0);
        QVERIFY2(told.out.contains("evicted"), told.text().constData());
        const Answer sync =
            runCli({"plan", "persia-taobao", "persia-v100", "--embedding", "synchronous", "--json"});
        QCOMPARE(sync.json()["figures"]["staleness"].toDouble(), 0.0);
        const Answer hybrid = runCli({"plan", "persia-taobao", "persia-v100", "--json"});
        QVERIFY(hybrid.json()["throughput"]["samples_per_second"].toDouble() >
                sync.json()["throughput"]["samples_per_second"].toDouble());
        // The naive hybrid looks nothing up ahead: between the synchronous mode and PERSIA's.
        const Answer naive =
            runCli({"plan", "persia-taobao", "persia-v100", "--prefetch", "false", "--json"});
        QVERIFY2(naive.exitCode == 0, naive.text().constData());
        QVERIFY(!naive.json()["plan"]["consistency"]["prefetch"].toBool(true));
        const auto rate = [](const Answer& one) {
            return one.json()["throughput"]["samples_per_second"].toDouble();
        };
        QVERIFY(rate(sync) < rate(naive) && rate(naive) < rate(hybrid));
        QVERIFY(runCli({"plan", "persia-taobao", "persia-v100", "--dense", "asynchronous", "--embedding",
                        "asynchronous", "--prefetch", "false"})
                    .err.contains("/consistency/prefetch"));
        const Answer why = runCli({"plan", "persia-taobao", "persia-v100", "--explain", "step.host"});
        QVERIFY2(why.exitCode == 0 && why.out.contains("dense_stage"), why.text().constData());
        QVERIFY(runCli({"plan", "gpt2", "persia-v100"}).isOneLineError());
        QVERIFY(runCli({"plan", "persia-taobao", "persia-v100", "--replica", "12"}).isOneLineError());
        QVERIFY(runCli({"plan", "persia-taobao", "persia-v100", "--dense", "asynchronous", "--embedding",
                        "synchronous"})
                    .err.contains("/consistency/dense"));
    }

    void tablesStayWhereTheyAreFixed()
    {
        const QStringList plan{"plan", "dlrm-criteo-1tb", "zionex", "--replica",
                               "16",   "--micro-batch",   "512"};
        const QByteArray name = runCli({"models", "dlrm-criteo-1tb", "--json"})
                                    .json()["recommender"]["tables"]
                                    .toArray()
                                    .at(0)["name"]
                                    .toString()
                                    .toUtf8();
        QVERIFY(!name.isEmpty());
        const auto with = [&](const QByteArray& fixed) {
            return runCli(plan + QStringList{"--placement", QString::fromUtf8(name + "=" + fixed), "--json"});
        };
        const double free = runCli(plan + QStringList{"--json"}).json()["step"]["seconds"].toDouble();
        // A one-hot table in every device's part of a row-wise all-to-all costs more than the search's
        // choice.
        const Answer slow = with("row_wise");
        QVERIFY2(slow.exitCode == 0, slow.text().constData());
        QVERIFY(slow.json()["step"]["seconds"].toDouble() > 1.1 * free);
        const Answer pinned = with("table_wise fused_uvm device 3");
        QVERIFY2(pinned.exitCode == 0, pinned.text().constData());
        QCOMPARE(pinned.json()["plan"]["placement"][QString::fromUtf8(name)].toString(),
                 QStringLiteral("table_wise fused_uvm device 3"));
        QVERIFY(with("table_wise device 16").isOneLineError()); // there are 0 to 15
        QVERIFY(with("tabel_wise").err.contains("table_wise"));
        QVERIFY(runCli(plan + QStringList{"--placement", "nothing=row_wise"}).isOneLineError());
        QVERIFY(
            runCli({"plan", "persia-taobao", "persia-v100", "--placement", "t=row_wise"}).isOneLineError());
    }

    void jobsForKubernetes()
    {
        const QTemporaryDir folder;
        const QString out = folder.filePath(QStringLiteral("job.yml"));
        const Answer answer =
            runCli({"export", "persiajob", "persia-taobao", "persia-v100", "--replica", "16", "--out", out});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QFile file(out);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray yaml = file.readAll();
        QVERIFY2(yaml.contains("kind: PersiaJob") && yaml.contains("nvidia.com/gpu"), yaml.constData());
        // What was written asks for what was planned: read back it gives the same rates.
        const Answer back =
            runCli({"estimate", "persia", "persia-taobao", "persia-v100", "--job", out, "--json"});
        QVERIFY2(back.exitCode == 0, back.text().constData());
        const Answer plan = runCli({"plan", "persia-taobao", "persia-v100", "--replica", "16", "--json"});
        const QJsonArray modes = back.json()["modes"].toArray();
        QVERIFY(near(modes[3]["samples_per_second"].toDouble(),
                     plan.json()["throughput"]["samples_per_second"].toDouble(), 1e-9));
        QVERIFY(runCli({"export", "persiajob", "dlrm-criteo-1tb", "zionex", "--out", out}).isOneLineError());
        QVERIFY(runCli({"export", "persiajob", "--out", out}).isOneLineError());
    }

    /// Everything the window's Recommender page draws is printed too.
    void shardedAndServedSideBySide()
    {
        const QStringList plan{"plan", "dlrm-criteo-1tb", "zionex",     "--replica", "16", "--micro-batch",
                               "512",  "--beside",        "persia-v100"};
        const Answer answer = runCli(plan + QStringList{"--set", "wanted-rate=100000", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonArray study = answer.json()["study"].toArray();
        QMap<QString, QJsonObject> tables;
        for (const QJsonValue table : study)
            tables[table["name"].toString()] = table.toObject();
        for (const char* name :
             {"systems",  "shards",  "devices",   "tiers",  "parts",   "front_end",   "scaling",
              "roles",    "edges",   "ratio",     "lanes",  "batch",   "upkeep",      "failures",
              "serving",  "bound",   "sized",     "growth", "quality", "convergence", "caches",
              "distinct", "quarter", "structure", "years"})
            QVERIFY2(!tables[QString::fromLatin1(name)]["rows"].toArray().isEmpty(), name);
        // The sharded system is the plan itself.
        QVERIFY(near(tables["systems"]["rows"].toArray()[0].toArray()[1].toDouble(),
                     answer.json()["throughput"]["samples_per_second"].toDouble(), 1e-9));
        const Answer people = runCli(plan);
        QVERIFY2(people.exitCode == 0 && people.out.contains("Ratio explorer") &&
                     people.out.contains("Convergence, as a bound"),
                 people.text().constData());
        QVERIFY(runCli(plan + QStringList{"--set", "stalenes=3"}).err.contains("staleness"));
        QVERIFY(runCli(plan + QStringList{"--set", "staleness=0"}).isOneLineError());
        QVERIFY(runCli(plan + QStringList{"--set", "mode=persai"}).err.contains("persia"));
        QVERIFY(runCli(plan + QStringList{"--set", "batch=70000"}).isOneLineError()); // 65,535 at most
        QVERIFY(runCli(plan + QStringList{"--set", "sigma"}).isOneLineError());
        QVERIFY(runCli({"plan", "dlrm-criteo-1tb", "zionex", "--set", "sigma=2"}).err.contains("--beside"));
        QVERIFY(runCli({"plan", "persia-taobao", "persia-v100", "--beside", "persia-v100"}).isOneLineError());
        QVERIFY(runCli({"plan", "gpt2", "zionex", "--beside", "persia-v100"}).isOneLineError());
        QVERIFY(runCli({"plan", "--set", "list"}).out.contains("staleness-exponent"));
    }

    /// What each choice changes, by values that follow from its meaning.
    void choicesChangeWhatTheySay()
    {
        const auto persia = [](const QStringList& set) {
            QStringList call{"estimate", "persia", "persia-taobao", "persia-v100", "--json"};
            for (const QString& one : set)
                call << "--set" << one;
            return runCli(call);
        };
        const QJsonObject base = persia({}).json();
        const auto row = [](const QJsonObject& document, const char* list, int index = 0) {
            return document[QString::fromLatin1(list)].toArray()[index].toObject();
        };
        // σ doubles the first term, T a hundred times longer leaves a tenth of it.
        QVERIFY(near(row(persia({"sigma=2", "iterations=1e8"}).json(), "bound")["synchronous"].toDouble(),
                     2 / 1e4 + 1e-8, 1e-9));
        // τ³ for τ.
        const double stale = row(base, "bound", 2)["staleness"].toDouble();
        QVERIFY(stale > 0);
        QVERIFY(near(row(persia({"staleness-exponent=3"}).json(), "bound", 2)["hybrid"].toDouble() /
                         row(base, "bound", 2)["hybrid"].toDouble(),
                     stale * stale, 1e-6));
        // Half the admission halves the hits; half the disk doubles a checkpoint that it bounds.
        const auto hits = [](const QJsonObject& one) { return 1 - one["memory"]["miss_ratio"].toDouble(); };
        QVERIFY(near(hits(persia({"admission=0.5"}).json()), hits(base) / 2, 1e-9));
        QVERIFY(near(persia({"disk=0.5"}).json()["memory"]["checkpoint_seconds"].toDouble(),
                     2 * base["memory"]["checkpoint_seconds"].toDouble(), 1e-9));
        // Twice the rows of an update take twice as long; twice as many failures lose twice the share.
        QVERIFY(near(
            persia({"incremental-rows=2000000"}).json()["memory"]["incremental_update_seconds"].toDouble(),
            2 * base["memory"]["incremental_update_seconds"].toDouble(), 1e-9));
        QVERIFY(near(row(persia({"mtbf-days=15"}).json(), "failures")["share"].toDouble(),
                     2 * row(base, "failures")["share"].toDouble(), 1e-9));
        // A message limit of one byte is too small, a megabyte of ids is not.
        QVERIFY(row(base, "batch")["sendable"].toBool());
        QVERIFY(!row(persia({"message-limit=1"}).json(), "batch")["sendable"].toBool());
        // ByteGrad sends a quarter; an asynchronous dense part waits for nobody.
        const auto rate = [](const QJsonObject& one, int mode) {
            return one["modes"].toArray().at(mode)["samples_per_second"].toDouble();
        };
        QVERIFY(rate(persia({"dense-sync=async"}).json(), 3) >= rate(base, 3));
        QVERIFY(rate(persia({"zero-copy=false"}).json(), 0) < rate(base, 0));
        QVERIFY(rate(persia({"custom-features=1e6"}).json(), 3) < rate(base, 3)); // a second a sample
        QVERIFY(rate(persia({"shards=1"}).json(), 3) <= rate(base, 3));
        QVERIFY(near(rate(persia({"measured=100000"}).json(), 3), 1e5, 1e-6));
    }

    void configurationsOfPersia()
    {
        const QTemporaryDir folder;
        // There and back: what is exported opens and says the same.
        const QString slots_ = folder.filePath(QStringLiteral("embedding_config.yml"));
        const Answer out = runCli({"export", "embedding-config", "persia-taobao", "--out", slots_});
        QVERIFY2(out.exitCode == 0, out.text().constData());
        const QJsonObject model = runCli({"models", slots_, "--json"}).json()["recommender"].toObject();
        const QJsonObject own =
            runCli({"models", "persia-taobao", "--json"}).json()["recommender"].toObject();
        QVERIFY(!model["tables"].toArray().isEmpty());
        double dims[2]{};
        for (int i = 0; i < 2; ++i) {
            for (const QJsonValue table : (i == 0 ? model : own)["tables"].toArray())
                dims[i] += table["dim"].toDouble() * table["count"].toDouble(1);
        }
        QCOMPARE(dims[0], dims[1]);
        QVERIFY(runCli({"estimate", "persia", slots_, "persia-v100", "--json"}).exitCode == 0);
        const QString global = folder.filePath(QStringLiteral("global_config.yml"));
        QCOMPARE(runCli({"export", "global-config", "--set", "capacity-rows=1000", "--set", "shards=7",
                         "--out", global})
                     .exitCode,
                 0);
        const Answer limited = runCli(
            {"estimate", "persia", "persia-taobao", "persia-v100", "--global-config", global, "--json"});
        QVERIFY2(limited.exitCode == 0, limited.text().constData());
        const double resident = limited.json()["memory"]["resident_bytes"].toDouble();
        const double free = runCli({"estimate", "persia", "persia-taobao", "persia-v100", "--json"})
                                .json()["memory"]["resident_bytes"]
                                .toDouble();
        QVERIFY(resident > 0 && resident < free);
        // An embedding_config.yml is a model, no settings.
        QVERIFY(runCli({"estimate", "persia", "persia-taobao", "persia-v100", "--global-config", slots_})
                    .isOneLineError());
        QVERIFY(runCli({"export", "embedding-config", "gpt2", "--out", slots_}).isOneLineError());
    }

    /// The issue's list: sizes, names, keys, files, places that cannot hold.
    void badInput_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");
        const auto table = [](const char* body) {
            return QByteArray(R"({"kind": "recommender", "name": "m", "dense_features": 1, "bottom_mlp": [8],
                "top_mlp": [1], "interaction": "cat", "tables": [)") +
                   body + "]}";
        };
        QTest::newRow("negative rows") << table(R"({"name": "t", "rows": -5, "dim": 8})") << "/tables/0/rows";
        QTest::newRow("no rows at all") << table(R"({"name": "t", "dim": 8})") << "rows";
        QTest::newRow("rows beyond counting")
            << table(R"({"name": "t", "rows": 1e30, "dim": 8})") << "/tables/0/rows";
        QTest::newRow("sum beyond counting")
            << table(R"({"name": "t", "rows": 1000000000000000, "dim": 1000000, "count": 1000000})")
            << "/tables";
        QTest::newRow("dim as a fraction")
            << table(R"({"name": "t", "rows": 5, "dim": 8.5})") << "/tables/0/dim";
        QTest::newRow("twice the same")
            << table(R"({"name": "t", "rows": 5, "dim": 8}, {"name": "t", "rows": 5, "dim": 8})") << "t";
        QTest::newRow("unknown key") << table(R"({"name": "t", "rows": 5, "dim": 8, "poolng": 2})")
                                     << "pooling";
        QTest::newRow("unknown format")
            << table(R"({"name": "t", "rows": 5, "dim": 8, "dtype": "fp31"})") << "fp32";
        QTest::newRow("unknown interaction")
            << table(R"({"name": "t", "rows": 5, "dim": 8})").replace("\"cat\"", "\"cta\"") << "cat";
    }
    void badInput()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        const QTemporaryDir folder;
        const Answer answer =
            runCli({"plan", written(folder, "model.json", text), "zionex", "--replica", "8"});
        QVERIFY2(answer.isOneLineError() && answer.err.contains(said.toUtf8()), answer.text().constData());
    }
    void badJobs_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("another kind") << QByteArray("kind: Deployment\nspec: {}\n");
        QTest::newRow("no YAML") << QByteArray("kind: [PersiaJob\n");
        QTest::newRow("a list") << QByteArray("- 1\n- 2\n");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("negative replicas")
            << QByteArray("kind: PersiaJob\nmetadata: {name: j}\nspec:\n  nnWorker: {replicas: -1}\n");
    }
    void badJobs()
    {
        QFETCH(QByteArray, text);
        const QTemporaryDir folder;
        const Answer answer = runCli({"estimate", "persia", "persia-taobao", "persia-v100", "--job",
                                      written(folder, "job.yml", text)});
        QVERIFY2(answer.isOneLineError() && answer.err.contains("job.yml"), answer.text().constData());
    }
    void whatCannotFitSaysWhichAndHowMuch()
    {
        const Answer answer =
            runCli({"plan", "zionex-12t", "zionex", "--replica", "64", "--micro-batch", "512", "--json"});
        QCOMPARE(answer.exitCode, 0); // a verdict is a result
        const QJsonObject worst = answer.json()["verdict"]["violations"].toArray()[0].toObject();
        QVERIFY(worst["where"].toString().contains("table")); // which table, which tier
        QVERIFY(worst["need"].toDouble() > worst["have"].toDouble());
        const QJsonArray details = worst["remedy_details"].toArray();
        QVERIFY(!details.isEmpty());
        bool suffices = false;
        for (const QJsonValue remedy : details)
            suffices = suffices || remedy["suffices"].toBool();
        QVERIFY2(suffices, answer.out.constData()); // at least one was tried and is enough
    }
};

SHARDSCOPE_TEST(TstRecommender)
#include "tst_recommender.moc"
