// SPDX-License-Identifier: GPL-3.0-or-later
// The verb simulate as a user calls it: schedules alone against figures counted by hand, plans against their
// closed forms, the files that it writes read back, and what is said of wrong calls.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

namespace {

const QStringList kPlan{"simulate",
                        "megatron-22b",
                        "dgx-a100-80g",
                        "--tensor",
                        "8",
                        "--pipeline",
                        "4",
                        "--replica",
                        "2",
                        "--micro-batch",
                        "1",
                        "--global-batch",
                        "64"};

QStringList schedule(const char* name, const char* costs, const QStringList& more = {})
{
    return QStringList{"simulate",        "--schedule", name,      "--pipeline", "4",
                       "--micro-batches", "8",          "--costs", costs,        "--json"} +
           more;
}

QString orderOf(const QJsonValue& rank)
{
    QStringList words;
    for (const QJsonValue action : rank["order"].toArray())
        words << action.toString();
    return words.join(QLatin1Char(' '));
}

double sumOf(const QJsonArray& rows, const char* key)
{
    double sum = 0;
    for (const QJsonValue row : rows)
        sum += row[QLatin1String(key)].toDouble();
    return sum;
}

} // namespace

class TstSimulateVerb : public QObject {
    Q_OBJECT
private slots:
    void schedulesAsCountedByHand_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("costs");
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("bubble");
        QTest::addColumn<int>("held"); ///< chunks, by rank 0
        // (m + p - 1)(F + B) = 11 * 3; idle (p - 1)(F + B) = 9 of it.
        QTest::newRow("gpipe") << "gpipe"
                               << "F=1,B=2" << QStringList() << 33.0 << 9.0 / 33 << 8;
        QTest::newRow("1f1b") << "1f1b"
                              << "F=1,B=2" << QStringList() << 33.0 << 9.0 / 33 << 4;
        // Chunks of half the size: the bubble is (p - 1)(F + B) / v of a rank's work of m(F + B).
        QTest::newRow("interleaved") << "interleaved"
                                     << "F=0.5,B=1" << QStringList{"--virtual-stages", "2"} << 28.5
                                     << 4.5 / 28.5 << 11;
        // ZB-H1: (p - 1)(F + I - W) of idle time instead of (p - 1)(F + I + W) (arXiv:2401.10241, Table 2).
        QTest::newRow("zb_h1") << "zb_h1"
                               << "F=1,I=1,W=1" << QStringList() << 27.0 << 3.0 / 27 << 4;
        // ... and a message each way between neighbours: 2(p - 1) hops before the last gradient is back.
        QTest::newRow("gpipe with messages") << "gpipe"
                                             << "F=1,B=2,comm=0.5" << QStringList() << 36.0 << 12.0 / 36 << 8;
    }
    void schedulesAsCountedByHand()
    {
        QFETCH(QString, name);
        QFETCH(QString, costs);
        QFETCH(QStringList, more);
        QFETCH(double, step);
        QFETCH(double, bubble);
        QFETCH(int, held);
        const Answer answer = runCli(schedule(name.toUtf8().constData(), costs.toUtf8().constData(), more));
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject told = answer.json();
        QCOMPARE(told["schedule"].toString(), name);
        QVERIFY2(near(told["step_time"].toDouble(), step, 1e-12), answer.text().constData());
        QVERIFY2(near(told["bubble_over_step"].toDouble(), bubble, 1e-12), answer.text().constData());
        const QJsonArray ranks = told["ranks"].toArray();
        QCOMPARE(ranks.size(), 4);
        QCOMPARE(ranks[0]["peak_chunks_until_weight_gradient"].toInt(), held);
        for (const QJsonValue rank : ranks)
            QVERIFY(near(rank["busy"].toDouble() + rank["idle"].toDouble(), step, 1e-12));
    }

    void theOrderIsThePapers()
    {
        // arXiv:2104.04473, figure 4 (top): the last stage alternates at once, the first after p forwards.
        const QJsonArray ranks = runCli(schedule("1f1b", "F=1,B=2")).json()["ranks"].toArray();
        QCOMPARE(orderOf(ranks[3]),
                 QString("3F0 3B0 3F1 3B1 3F2 3B2 3F3 3B3 3F4 3B4 3F5 3B5 3F6 3B6 3F7 3B7"));
        QCOMPARE(orderOf(ranks[0]),
                 QString("0F0 0F1 0F2 0F3 0B0 0F4 0B1 0F5 0B2 0F6 0B3 0F7 0B4 0B5 0B6 0B7"));
        QCOMPARE(ranks[0]["forwards_before_first_backward"].toInt(), 4);
        QCOMPARE(ranks[3]["first_start"].toDouble(), 3.0);
        QCOMPARE(ranks[3]["last_end"].toDouble(), 27.0);
    }

    void aPlanIsItsClosedFormAndWhatDiffersIsNamed()
    {
        const Answer answer = runCli(kPlan + QStringList{"--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject told = answer.json();
        const double step = told["step_seconds"].toDouble();
        const double closed = told["closed_form_seconds"].toDouble();
        QVERIFY(near(step, closed, 0.02));
        QVERIFY(near(closed + sumOf(told["difference"].toArray(), "seconds"), step, 1e-9));
        const Answer plan = runCli(QStringList{"plan"} + kPlan.mid(1) + QStringList{"--json"});
        QVERIFY(near(plan.json()["step"]["seconds"].toDouble(), step, 1e-9)); // one step time
        const QJsonArray classes = told["classes"].toArray();
        QCOMPARE(classes.size(), 4);
        QCOMPARE(classes[0]["rank_class"].toString(), QString("stage 0"));
        for (int stage = 0; stage < 4; ++stage) {
            const QJsonValue& one = classes[stage];
            QCOMPARE(one["count"].toInt(), 16);
            QCOMPARE(one["peak_in_flight"].toDouble(), 4.0 - stage); // 1F1B: p - stage
            QVERIFY(near(one["busy_seconds"].toDouble() + one["idle_seconds"].toDouble() +
                             one["exposed_communication_seconds"].toDouble(),
                         step, 1e-9));
        }
        const Answer people = runCli(kPlan + QStringList{"--sensitivity", "--slow", "stage 2=1.5"});
        QVERIFY2(people.out.contains("1f1b: Bubble: the pipeline fills and drains") &&
                     people.out.contains("what_if") && people.out.contains("compute"),
                 people.text().constData());
    }

    void whatItWritesIsReadBack()
    {
        const QTemporaryDir folder;
        // A schedule: the same orders and figures from its file.
        const QString csv = folder.filePath("zbv.csv");
        const Answer written = runCli(schedule("zbv", "F=1,I=1,W=1", {"--out", csv}));
        QVERIFY2(written.exitCode == 0, written.text().constData());
        const Answer again = runCli({"simulate", "--schedule-file", csv, "--costs", "F=1,I=1,W=1", "--json"});
        QVERIFY2(again.exitCode == 0, again.text().constData());
        QCOMPARE(again.json()["ranks"].toArray(), written.json()["ranks"].toArray());
        // A run, in both viewers' formats: as many slices, counters and arrows, over the same time.
        QJsonObject before;
        for (const char* name : {"run.json.gz", "run.json", "run.pftrace"}) {
            const QString file = folder.filePath(name);
            const Answer run = runCli(kPlan + QStringList{"--out", file, "--json"});
            QVERIFY2(run.exitCode == 0, run.text().constData());
            const Answer trace = runCli({"trace", file, "--no-cache", "--json"});
            QVERIFY2(trace.exitCode == 0, trace.text().constData());
            const QJsonObject tally = trace.json()["runs"].toArray()[0].toObject();
            QVERIFY(tally["slices"].toInt() >= 4 * 32 * 4);
            QVERIFY(tally["flow_ends"].toInt() >= 192); // 3 boundaries, 32 micro-batches, both ways
            QCOMPARE(tally["displaced"].toInt(), 0);
            for (const char* key : {"slices", "counters", "flow_ends", "begin_ns", "end_ns"}) {
                if (!before.isEmpty())
                    QCOMPARE(tally[QLatin1String(key)], before[QLatin1String(key)]);
            }
            // A series each of four classes: memory by purpose, the heap, transfers are told apart.
            const Answer series =
                runCli({"sql", file,
                        "SELECT count(DISTINCT series) AS n FROM counter_track WHERE name IN "
                        "('heap', 'memory by purpose, device')",
                        "--csv", "--no-cache"});
            QVERIFY2(series.out.simplified().mid(2).toInt() >= 7, series.text().constData());
            before = tally;
            // Nothing is drawn while the host holds the update up.
            QVERIFY(near(tally["end_ns"].toDouble() - tally["begin_ns"].toDouble(),
                         1e9 * run.json()["step_seconds"].toDouble(), 0.01));
        }
    }

    void steps()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("three.json");
        const Answer three = runCli(kPlan + QStringList{"--steps", "3", "--out", file, "--json"});
        QVERIFY2(three.exitCode == 0, three.text().constData());
        const Answer one = runCli(kPlan + QStringList{"--json"});
        QVERIFY(near(three.json()["step_seconds"].toDouble(), one.json()["step_seconds"].toDouble(), 1e-9));
        const Answer annotations = runCli(
            {"sql", file, "SELECT count(*) AS n FROM slice WHERE name = 'PP:2F31'", "--csv", "--no-cache"});
        QCOMPARE(annotations.out.simplified(), QByteArray("n 3"));
    }

    void aStageFails()
    {
        const double step = runCli(kPlan + QStringList{"--json"}).json()["step_seconds"].toDouble();
        const Answer out =
            runCli(kPlan + QStringList{"--steps", "4", "--checkpoint-every", "2", "--fail",
                                       "stage 2=" + QString::number(3.5 * step, 'g', 17) + "+30", "--json"});
        QVERIFY2(out.exitCode == 0, out.text().constData());
        const QJsonValue failure = out.json()["failure"];
        QVERIFY(near(failure["lost_seconds"].toDouble(), 1.5 * step, 1e-6)); // since the second checkpoint
        QVERIFY(near(failure["delay_seconds"].toDouble(), 30 + 1.5 * step, 1e-6));
        QVERIFY(near(out.json()["step_seconds"].toDouble(), (30 + 5.5 * step) / 4, 1e-6));
        const Answer wrong = runCli(kPlan + QStringList{"--fail", "stage 9=0.1"});
        QVERIFY2(wrong.isOneLineError() && wrong.err.contains("--fail"), wrong.text().constData());
    }

    void operatorByOperator()
    {
        // 48 layers on 4 stages, 32 micro-batches, forward and backward.
        const QTemporaryDir folder;
        const QString file = folder.filePath("operators.pftrace");
        const Answer run = runCli(kPlan + QStringList{"--detail", "operator", "--out", file, "--json"});
        QVERIFY2(run.exitCode == 0, run.text().constData());
        QCOMPARE(run.json()["step_seconds"], runCli(kPlan + QStringList{"--json"}).json()["step_seconds"]);
        const Answer count =
            runCli({"sql", file, "SELECT count(*) AS n FROM slice WHERE name = 'qkv_projection (gemm)'",
                    "--csv", "--no-cache"});
        QCOMPARE(count.out.simplified(), QByteArray("n ") + QByteArray::number(48 * 32 * 2));
    }

    void theHeapIsToldAndDrawn()
    {
        // docs/seeds_details.md has this from the memory trace: 516 MiB find no room though 1.5 GiB are free,
        // in pieces.
        const QTemporaryDir folder;
        const QString file = folder.filePath("heap.json");
        const QStringList call{
            "simulate", "gpt2-xl",          "dgx-2-v100-32g", "--micro-batch",     "3",   "--replica",
            "8",        "--implementation", "huggingface",    "--sequence-length", "896", "--optimizer-state",
            "fp32"};
        const Answer answer = runCli(call + QStringList{"--out", file, "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject heap = answer.json()["heap"][0].toObject();
        QCOMPARE(heap["fails"]["request_bytes"].toDouble(), 516.0 * 1024 * 1024);
        QVERIFY(heap["fails"]["fragmented"].toBool() && heap["contiguous"].isNull());
        const double at = heap["fails"]["at_seconds"].toDouble();
        QVERIFY(at > 0 && at < answer.json()["step_seconds"].toDouble());
        // The counters of the run end there, and the file tells the same again.
        const Answer last =
            runCli({"sql", file,
                    "SELECT max(c.ts) - (SELECT min(ts) FROM slice) AS at FROM counter c JOIN "
                    "counter_track t ON t.id = c.track_id WHERE t.name = 'heap'",
                    "--csv", "--no-cache"});
        QVERIFY2(last.exitCode == 0, last.text().constData());
        QVERIFY2(near(last.out.simplified().mid(3).toDouble(), 1e9 * at, 1e-3), last.out.constData());
        const Answer people = runCli(call);
        QVERIFY2(people.out.contains("516 MiB"), people.text().constData());
        // DeepSpeed reduces gradients out of a buffer, or where they lie: both are told.
        const Answer both =
            runCli({"simulate", "gpt2-xl", "dgx-2-v100-32g", "--micro-batch", "2", "--implementation",
                    "deepspeed", "--zero-stage", "2", "-r", "8", "--json"});
        QVERIFY2(both.exitCode == 0, both.text().constData());
        QCOMPARE(both.json()["heap"].toArray().size(), 2);
        QVERIFY(both.json()["heap"][0]["contiguous"].toBool() &&
                !both.json()["heap"][1]["contiguous"].toBool());
        const Answer none =
            runCli({"simulate", "llama-3-8b", "dgx-h100", "--implementation", "torchtitan", "-p", "2"});
        QVERIFY2(none.exitCode == 0 && none.out.contains("No heap over time: "), none.text().constData());
    }

    void trafficMayWaitForThePasses()
    {
        const QStringList call{"simulate", "llama-2-7b",    "dgx-h100", "--replica",
                               "8",        "--zero-stage",  "3",        "--implementation",
                               "fsdp2",    "--micro-batch", "1",        "--global-batch",
                               "16"};
        const double plain = runCli(call + QStringList{"--json"}).json()["step_seconds"].toDouble();
        const Answer off = runCli(call + QStringList{"--overlap", "off", "--json"});
        QVERIFY2(off.exitCode == 0, off.text().constData());
        QVERIFY(off.json()["step_seconds"].toDouble() > 1.02 * plain);
        const QJsonArray why = off.json()["difference"].toArray();
        double told = off.json()["closed_form_seconds"].toDouble();
        bool named = false;
        for (const QJsonValue one : why) {
            told += one["seconds"].toDouble();
            named = named || one["what"].toString() == "what_if";
        }
        QVERIFY(named && near(told, off.json()["step_seconds"].toDouble(), 1e-9));
        const Answer on = runCli(call + QStringList{"--overlap", "on", "--json"});
        QVERIFY(near(on.json()["step_seconds"].toDouble(), plain, 1e-12));
    }

    void aRankIsExpanded()
    {
        // Rank 21 is in stage 1, which stands for 16 ranks: it is shown as that stage is, once more.
        const QTemporaryDir folder;
        const QString file = folder.filePath("expanded.json");
        const Answer run = runCli(kPlan + QStringList{"--expand", "21", "--out", file, "--json"});
        QVERIFY2(run.exitCode == 0, run.text().constData());
        const Answer count =
            runCli({"sql", file,
                    "SELECT rank, count(*) AS n FROM slice WHERE name = 'forward (gemm)' GROUP BY rank "
                    "ORDER BY rank",
                    "--csv", "--no-cache"});
        QVERIFY2(count.exitCode == 0, count.text().constData());
        QCOMPARE(count.out.simplified(), QByteArray("rank,n 0,32 16,32 21,32 32,32 48,32"));
    }

    /// A folder for execution traces need not be there: its name says that it is one.
    void executionTracesGoIntoANewFolder()
    {
        const QTemporaryDir folder;
        const Answer answer = runCli(kPlan + QStringList{"--out", folder.filePath("new/et") + "/"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QCOMPARE(QDir(folder.filePath("new/et")).entryList({"rank.*.et"}, QDir::Files).size(), 64);
    }

    void recommendersSimulateToo()
    {
        // A sample's name is a run, on ZionEX and on PERSIA's roles; a plan says so in words.
        for (const char* sample : {"dlrm_v2_on_zionex", "persia_100t_on_google_cloud"}) {
            const Answer answer = runCli({"trace", sample, "--json"});
            QVERIFY2(answer.exitCode == 0, answer.text().constData());
            QVERIFY(answer.json()["runs"][0]["slices"].toInt() > 50);
            QCOMPARE(answer.json()["runs"][0]["displaced"].toInt(), 0);
        }
        const Answer people = runCli({"simulate", "persia-criteo", "persia-v100", "--slow", "nn worker 1=2"});
        QVERIFY2(people.exitCode == 0 && people.out.contains("NN worker 1") &&
                     people.out.contains("what_if") && !people.out.contains("bubble"),
                 people.text().constData());
        const Answer wrong = runCli({"simulate", "persia-criteo", "persia-v100", "--slow", "nn worker 9=2"});
        QVERIFY2(wrong.isOneLineError() && wrong.err.contains("--slow"), wrong.text().constData());
        const Answer zion = runCli({"simulate", "zionex-95b", "zionex", "--replica", "128", "--micro-batch",
                                    "512", "--zion", "--json"});
        QVERIFY2(zion.exitCode == 0 && zion.json()["classes"][0]["rank_class"].toString() == "trainer 0",
                 zion.text().constData());
        QVERIFY(near(zion.json()["step_seconds"].toDouble(), zion.json()["closed_form_seconds"].toDouble(),
                     0.05));
        const Answer none = runCli(kPlan + QStringList{"--zion"});
        QVERIFY2(none.isOneLineError() && none.err.contains("--zion"), none.text().constData());
        const Answer schedule = runCli({"simulate", "dlrm-v2-mlperf", "zionex", "--replica", "128",
                                        "--micro-batch", "512", "--schedule", "dualpipe"});
        QVERIFY2(schedule.isOneLineError() && schedule.err.contains("--schedule"),
                 schedule.text().constData());
    }

    void wrongCallsAreOneLine_data()
    {
        QTest::addColumn<QStringList>("call");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("schedule") << QStringList{"simulate", "--schedule",      "1f1c", "--pipeline",
                                                 "4",        "--micro-batches", "8"}
                                  << QByteArray("1f1b");
        QTest::newRow("costs") << QStringList{"simulate",        "--schedule", "1f1b",    "--pipeline", "4",
                                              "--micro-batches", "8",          "--costs", "F=one"}
                               << QByteArray("--costs");
        QTest::newRow("odd dualpipe")
            << QStringList{"simulate", "--schedule", "dualpipe", "--pipeline", "3", "--micro-batches", "8"}
            << QByteArray("--pipeline");
        QTest::newRow("no such file")
            << QStringList{"simulate", "--schedule-file", "nowhere.csv"} << QByteArray("nowhere.csv");
        QTest::newRow("a plan's option")
            << QStringList{"simulate",        "--schedule", "1f1b",     "--pipeline", "4",
                           "--micro-batches", "8",          "--jitter", "0.1"}
            << QByteArray("--jitter");
        QTest::newRow("a schedule's option")
            << kPlan + QStringList{"--costs", "F=1"} << QByteArray("--costs");
        QTest::newRow("resource") << kPlan + QStringList{"--slow", "stage 9=2"} << QByteArray("--slow");
        QTest::newRow("factor") << kPlan + QStringList{"--slow", "compute=fast"} << QByteArray("--slow");
        QTest::newRow("steps") << kPlan + QStringList{"--steps", "0"} << QByteArray("--steps");
        QTest::newRow("detail") << kPlan + QStringList{"--detail", "atom"} << QByteArray("--detail");
        QTest::newRow("file") << kPlan + QStringList{"--out", "run.doc"} << QByteArray("run.doc");
        QTest::newRow("overlap") << kPlan + QStringList{"--overlap", "perhaps"} << QByteArray("--overlap");
        QTest::newRow("nothing to overlap")
            << QStringList{"simulate", "gpt2", "h200-sxm", "--overlap", "on"} << QByteArray("--overlap");
        QTest::newRow("no such rank") << kPlan + QStringList{"--expand", "64"} << QByteArray("--expand");
        QTest::newRow("nothing") << QStringList{"simulate"} << QByteArray("--schedule");
    }
    void wrongCallsAreOneLine()
    {
        QFETCH(QStringList, call);
        QFETCH(QByteArray, says);
        const Answer answer = runCli(call);
        QVERIFY2(answer.isOneLineError(), answer.text().constData());
        QVERIFY2(answer.err.contains(says), answer.text().constData());
    }
};

SHARDSCOPE_TEST(TstSimulateVerb)
#include "tst_simulate_verb.moc"
