// SPDX-License-Identifier: GPL-3.0-or-later
// compare by the contract: plans, runs, tolerance as an exit code; trace --pack, alone and under mpirun.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

class TstCompare : public QObject {
    Q_OBJECT
private slots:
    void samplesByName();
    void runWithItself();
    void toleranceIsTheExitCode();
    void planWithPlan();
    void planWithRun();
    void planWithItsSimulation();
    void changesThatSayNothing();
    void jobsOfAFolder();
    void wrongCalls();
    void packOpensLikeItsFiles();
    void ranksOfAPack();
    void processesMakeTheSamePack();
    void lostFilesAreNamed();

private:
    static QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& text);
    /// The value in \p column of the row of "figures" whose first cell is \p figure.
    static double figure(const QJsonObject& report, const QString& figure, const QString& column);
    static QByteArray trace(int rank, int step);
};

QString TstCompare::write(const QTemporaryDir& folder, const QString& name, const QByteArray& text)
{
    QFile file(folder.filePath(name));
    [&] { QVERIFY(file.open(QIODevice::WriteOnly)); }();
    file.write(text);
    return file.fileName();
}

double TstCompare::figure(const QJsonObject& report, const QString& figure, const QString& column)
{
    const QJsonObject table = report["tables"].toArray().at(0).toObject();
    const QJsonArray columns = table["columns"].toArray();
    for (const QJsonValue row : table["rows"].toArray()) {
        for (int at = 0; at < columns.size(); ++at) {
            if (row[0].toString() == figure && columns[at].toString() == column)
                return row[at].toDouble(-1);
        }
    }
    return -1;
}

/// A kernel of 40 us in steps of \p step us.
QByteArray TstCompare::trace(int rank, int step)
{
    QByteArray text = R"({"distributedInfo": {"rank": )" + QByteArray::number(rank) +
                      R"(, "world_size": 2}, "traceEvents": [)";
    for (int at = 0; at < 4; ++at) {
        const QByteArray begin = QByteArray::number(at * step);
        text +=
            R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" + QByteArray::number(at) +
            R"(","pid":1,"tid":1,"ts":)" + begin + R"(,"dur":)" + QByteArray::number(step) + "},\n" +
            R"({"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":)" + begin +
            R"(,"dur":40,"args":{"stream":7}},)" + "\n" +
            R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_f32_RING_LL","pid":0,"tid":9,"ts":)" +
            QByteArray::number(at * step + 20) + R"(,"dur":60,"args":{"stream":9}},)" + "\n";
    }
    return text + R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"python"}}]})";
}

/// A simulation draws one of many ranks alike, and says for how many it stands, in files as well.
void TstCompare::planWithItsSimulation()
{
    const QTemporaryDir folder;
    const QString plan = write(folder, "plan.json",
                               R"({"model": "gpt2", "hardware": "dgx-h100",
                                   "parallel": {"tensor": 2, "pipeline": 2, "replica": 2},
                                   "batch": {"micro_batch": 1, "global_batch": 8}})");
    for (const char* const ending : {"run.json.gz", "run.pftrace"}) {
        const QString run = folder.filePath(ending);
        QCOMPARE(runCli({"simulate", "gpt2", "dgx-h100", "--plan", plan, "--out", run}).exitCode, 0);
        const QJsonObject report = runCli({"compare", plan, run, "--json"}).json();
        QCOMPARE(figure(report, "Ranks", "value_a"), 8.0);
        QCOMPARE(figure(report, "Ranks", "value_b"), 8.0);
        for (const QJsonValue finding : report["findings"].toArray())
            QVERIFY(!finding["key"].toString().endsWith("ranks"));
    }
}

/// What was next to nothing before has no change in percent; the difference is told.
void TstCompare::changesThatSayNothing()
{
    const QTemporaryDir folder;
    const auto file = [&](const char* name, int length) {
        return write(
            folder, name,
            R"({"traceEvents": [{"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":0,"dur":9},
                         {"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":)" +
                QByteArray::number(8 + length) + R"(,"dur":1}]})");
    };
    const QString full = file("full.json", 1);
    const QString idle = file("idle.json", 100000);
    const Answer answer = runCli({"compare", full, idle});
    QVERIFY2(!answer.out.contains("e+") && !answer.out.contains("inf %"), answer.out.constData());
    const QJsonObject report = runCli({"compare", full, idle, "--json"}).json();
    QCOMPARE(figure(report, "Rest of the step", "value_a"), 0.0);
    QCOMPARE(figure(report, "Rest of the step", "change"), -1.0); // none
    QCOMPARE(figure(report, "Step", "change"), -1.0);             // ten thousand times as long
    const Answer tolerance = runCli({"compare", full, idle, "--tolerance", "0.1"});
    QVERIFY2(tolerance.out.contains("> 10000 %"), tolerance.out.constData());
}

/// A shipped sample goes by its name, as for trace, sql and analyze.
void TstCompare::samplesByName()
{
    const Answer answer =
        runCli({"compare", "bert_large_on_ipu_pod16",
                sourceFile("resources/samples/bert_large_on_ipu_pod16.json"), "--json", "--tolerance", "0"});
    QVERIFY2(answer.exitCode == 0, answer.text().constData());
    QCOMPARE(figure(answer.json(), "Step", "change"), 0.0);
    QCOMPARE(runCli({"compare", "no_such_sample", "no_such_sample"}).exitCode, 2);
}

void TstCompare::runWithItself()
{
    const QString sample = sourceFile("resources/samples/h200_dlrm.json.gz");
    const Answer answer = runCli({"compare", sample, sample, "--json", "--tolerance", "0"});
    QVERIFY2(answer.exitCode == 0, answer.text().constData());
    const QJsonObject report = answer.json();
    QCOMPARE(figure(report, "Step", "change"), 0.0);
    for (const int table : {1, 2}) {
        const QJsonObject names = report["tables"].toArray().at(table).toObject();
        QVERIFY(!names["rows"].toArray().isEmpty());
        for (const QJsonValue row : names["rows"].toArray())
            QCOMPARE(row[2].toInteger(), 0);
    }
}

void TstCompare::toleranceIsTheExitCode()
{
    const QTemporaryDir folder;
    const QString a = write(folder, "a.json", trace(0, 100));
    const QString b = write(folder, "b.json", trace(0, 110));
    const Answer within = runCli({"compare", a, b, "--json", "--tolerance", "0.11"});
    QVERIFY2(within.exitCode == 0, within.text().constData());
    // 40 us compute, 60 us communicate from 20 on: 40 exposed; a tenth longer steps.
    QVERIFY(near(figure(within.json(), "Step", "value_a"), 100e-6, 1e-9));
    QVERIFY(near(figure(within.json(), "Step", "value_b"), 110e-6, 1e-9));
    QVERIFY(near(figure(within.json(), "Computing", "value_a"), 40e-6, 1e-9));
    QVERIFY(near(figure(within.json(), "Exposed communication", "value_b"), 40e-6, 1e-9));
    QVERIFY(near(figure(within.json(), "Rest of the step", "value_b"), 30e-6, 1e-9));
    const Answer beyond = runCli({"compare", a, b, "--json", "--tolerance", "0.09"});
    QVERIFY2(beyond.exitCode == 1, beyond.text().constData());
    QCOMPARE(beyond.json()["findings"].toArray().at(0).toObject()["key"].toString(),
             QStringLiteral("compare.out_of_tolerance"));
    QCOMPARE(runCli({"compare", a, b}).exitCode, 0); // none given: nothing to hold
}

void TstCompare::planWithPlan()
{
    const QTemporaryDir folder;
    const QByteArray head = R"({"model": "gpt3-175b", "hardware": "dgx-a100-80g", "parallel": )";
    const QString a = write(folder, "a.json", head + R"({"tensor": 8, "pipeline": 8}})");
    const QString b = write(folder, "b.json", head + R"({"tensor": 8, "pipeline": 16}})");
    const Answer answer = runCli({"compare", a, b, "--json"});
    QVERIFY2(answer.exitCode == 0, answer.text().constData());
    const QJsonObject report = answer.json();
    QCOMPARE(figure(report, "Ranks", "value_a"), 64.0);
    QCOMPARE(figure(report, "Ranks", "value_b"), 128.0);
    // The same figures as plan prints.
    const QJsonObject plan = runCli({"plan", "--plan", a, "--json"}).json();
    QVERIFY(near(figure(report, "Step", "value_a"), plan["step"].toObject()["seconds"].toDouble(), 1e-12));
    QCOMPARE(report["tables"].toArray().size(), 3);
    QVERIFY(figure(report, "Memory peak", "value_a") > figure(report, "Memory peak", "value_b"));
    // With what the framework takes, and so do the purposes add up.
    const double peak = figure(report, "Memory peak", "value_a");
    QVERIFY(near(peak, fullestPeak(plan), 1e-12));
    double sum = 0;
    for (const auto& table : report["tables"].toArray()) {
        if (table.toObject()["name"] != "memory")
            continue;
        for (const auto& row : table.toObject()["rows"].toArray())
            sum += row.toArray()[1].toDouble();
    }
    QVERIFY(near(sum, peak, 1e-12));
}

void TstCompare::planWithRun()
{
    const QTemporaryDir folder;
    const QString plan =
        write(folder, "plan.json", R"({"model": "gpt2", "hardware": "h200-sxm", "parallel": {"tensor": 1}})");
    const QString run = write(folder, "run.json", trace(0, 100));
    const Answer answer = runCli({"compare", plan, run, "--json"});
    QVERIFY2(answer.exitCode == 0, answer.text().constData());
    QVERIFY(near(figure(answer.json(), "Step", "value_b"), 100e-6, 1e-9));
    QVERIFY(figure(answer.json(), "Step", "value_a") > 0);
    QVERIFY(runCli({"compare", plan, run}).out.contains("Side by side"));
    // What is A, what is B, and a plan of more ranks than were recorded, are told.
    QVERIFY(runCli({"compare", plan, run}).out.contains("A is plan.json, B is run.json"));
    const QString many =
        write(folder, "many.json",
              R"({"model": "gpt2", "hardware": "h200-sxm", "parallel": {"tensor": 1, "replica": 8}})");
    const Answer told = runCli({"compare", many, run});
    QVERIFY2(told.out.contains("A has 8 ranks, B has 1"), told.text().constData());
}

/// A folder of two jobs: the first is compared, and told; another is asked for, or set against it.
void TstCompare::jobsOfAFolder()
{
    const QTemporaryDir folder;
    QDir(folder.path()).mkdir("two");
    for (const int rank : {0, 1}) {
        write(folder, QStringLiteral("two/a%1.json").arg(rank), trace(rank, 100));
        QByteArray later = trace(rank, 120);
        later.replace("\"ts\":", "\"ts\":7000000"); // times of one to three digits: behind all of the first
        write(folder, QStringLiteral("two/b%1.json").arg(rank), later);
    }
    const QString two = folder.filePath("two");
    const QString one = write(folder, "one.json", trace(0, 100));
    const Answer first = runCli({"compare", two, one});
    QVERIFY2(first.out.contains("of job 0 alone: a0.json, a1.json"), first.text().constData());
    const Answer both = runCli({"compare", two, "--job-a", "0", "--job-b", "1", "--json"});
    QVERIFY2(both.exitCode == 0, both.text().constData());
    QCOMPARE(figure(both.json(), "Ranks", "value_b"), 2.0);
    QVERIFY(near(figure(both.json(), "Computing", "value_b"), 40e-6, 1e-9));
    QCOMPARE(both.json()["findings"].toArray().at(2).toObject()["key"].toString(),
             QStringLiteral("compare.job"));
    const Answer none = runCli({"compare", two, one, "--job-a", "2"});
    QCOMPARE(none.exitCode, 2);
    QVERIFY2(none.text().contains("--job-a: 2 is out of range; it goes from 0 to 1"),
             none.text().constData());
}

void TstCompare::wrongCalls()
{
    const QTemporaryDir folder;
    const QString run = write(folder, "run.json", trace(0, 100));
    QVERIFY(runCli({"compare", run}).isOneLineError());
    QVERIFY(runCli({"compare", run, "/nowhere/x.json"}).isOneLineError());
    QVERIFY(runCli({"compare", run, run, "--tolerance", "-1"}).isOneLineError());
    const QString model = write(folder, "model.json", R"({"kind": "parameters", "parameters": 7500000000})");
    const Answer answer = runCli({"compare", run, model});
    QVERIFY2(answer.isOneLineError(), answer.text().constData());
}

void TstCompare::packOpensLikeItsFiles()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("run"));
    write(folder, "run/rank0.json", trace(0, 100));
    write(folder, "run/rank1.json", trace(1, 100));
    const QString pack = folder.filePath("out.shardpack");
    const Answer made = runCli({"trace", folder.filePath("run"), "--pack", pack, "--json"});
    QVERIFY2(made.exitCode == 0, made.text().constData());
    const Answer opened = runCli({"trace", pack, "--json"});
    QVERIFY2(opened.exitCode == 0, opened.text().constData());
    QCOMPARE(opened.json()["runs"].toArray().size(), 2);
    for (const char* analysis : {"overlap", "communication", "stragglers"}) {
        const Answer fromPack = runCli({"analyze", analysis, pack, "--json"});
        const Answer fromFiles = runCli({"analyze", analysis, folder.filePath("run"), "--json"});
        QVERIFY2(fromPack.exitCode == 0, fromPack.text().constData());
        QCOMPARE(fromPack.out, fromFiles.out);
    }
    QVERIFY(runCli({"trace", folder.filePath("run"), "--pack", "/nowhere/out.shardpack"}).isOneLineError());
}

void TstCompare::ranksOfAPack()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("run"));
    const QString first = write(folder, "run/rank0.json", trace(0, 100));
    const QString second = write(folder, "run/rank1.json", trace(1, 130));
    const QString pack = folder.filePath("out.shardpack");
    QCOMPARE(runCli({"trace", folder.filePath("run"), "--pack", pack}).exitCode, 0);
    const QJsonObject files = runCli({"compare", first, second, "--json"}).json();
    for (const QString& run : {pack, folder.filePath("run")}) {
        const Answer ranks = runCli({"compare", run, "--rank-a", "0", "--rank-b", "1", "--json"});
        QVERIFY2(ranks.exitCode == 0, ranks.text().constData());
        QVERIFY(near(figure(ranks.json(), "Step", "value_b"), 130e-6, 1e-9));
        QCOMPARE(ranks.json()["tables"], files["tables"]);
    }
    QVERIFY(runCli({"compare", pack, "--rank-a", "0"}).isOneLineError());
    const Answer none = runCli({"compare", pack, "--rank-a", "0", "--rank-b", "7"});
    QVERIFY2(none.isOneLineError() && none.err.contains("0, 1"), none.text().constData());
}

void TstCompare::processesMakeTheSamePack()
{
    const QString launcher = QStandardPaths::findExecutable("mpirun");
    if (launcher.isEmpty())
        QSKIP("no mpirun");
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("run"));
    for (int rank = 0; rank < 4; ++rank)
        write(folder, QStringLiteral("run/rank%1.json").arg(rank), trace(rank, 100));
    const auto packed = [&](int count) {
        const QString pack = folder.filePath(QStringLiteral("out%1.shardpack").arg(count));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        // Open MPI asks root to insist.
        environment.insert("OMPI_ALLOW_RUN_AS_ROOT", "1");
        environment.insert("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        process.setProcessEnvironment(environment);
        process.start(launcher, {"--oversubscribe", "--bind-to", "none", "-n", QString::number(count),
                                 QStringLiteral(SHARDSCOPE_BINARY_DIR "/bin/shardscope-cli"), "trace",
                                 folder.filePath("run"), "--pack", pack});
        [&] {
            QVERIFY(process.waitForFinished(120'000));
            QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        }();
        // One process answers, however many work.
        [&] { QCOMPARE(process.readAllStandardOutput().count("rank3.json"), 1); }();
        QFile file(pack);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QString alone = folder.filePath("alone.shardpack");
    QCOMPARE(runCli({"trace", folder.filePath("run"), "--pack", alone}).exitCode, 0);
    QFile file(alone);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(!bytes.isEmpty());
    QCOMPARE(packed(2), bytes);
    QCOMPARE(packed(3), bytes);
}

void TstCompare::lostFilesAreNamed()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("run"));
    write(folder, "run/rank0.json", trace(0, 100));
    const QString pack = folder.filePath("out.shardpack");
    const auto packed = [&] { return runCli({"trace", folder.filePath("run"), "--pack", pack, "--json"}); };
    // What is no trace may lie in a folder, and is only remarked.
    write(folder, "run/notes", QByteArray("\x01\x02\x03nothing", 10));
    const Answer whole = packed();
    QVERIFY2(whole.exitCode == 0 && whole.err.isEmpty(), whole.text().constData());
    // A trace of which nothing can be read is lost: the pack is of a part, and says so when it is opened.
    write(folder, "run/rank1.json", "");
    const Answer made = packed();
    QVERIFY2(made.exitCode == 1, made.text().constData());
    QVERIFY2(made.err.contains("rank1.json"), made.text().constData());
    const Answer opened = runCli({"trace", pack, "--json"});
    QCOMPARE(opened.exitCode, 1);
    QCOMPARE(opened.json()["runs"].toArray().size(), 1);
}

SHARDSCOPE_TEST(TstCompare)
#include "tst_compare.moc"
