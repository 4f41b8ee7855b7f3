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

#include <cmath>

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
    void manyRuns();
    void sqlOverBoth();
    void wrongCalls();
    void packOpensLikeItsFiles();
    void ranksOfAPack();
    void processesMakeTheSamePack();
    void lostFilesAreNamed();

private:
    static QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& text);
    static double step(const QJsonObject& report, const char* side);
    static double category(const QJsonObject& report, const QString& category, const char* side);
    static void addsUp(const QJsonObject& report);
    static QByteArray trace(int rank, int step);
};

QString TstCompare::write(const QTemporaryDir& folder, const QString& name, const QByteArray& text)
{
    QFile file(folder.filePath(name));
    [&] { QVERIFY(file.open(QIODevice::WriteOnly)); }();
    file.write(text);
    return file.fileName();
}

double TstCompare::step(const QJsonObject& report, const char* side)
{
    return report["step"][QStringLiteral("%1_seconds").arg(side)].toDouble(-1);
}

double TstCompare::category(const QJsonObject& report, const QString& category, const char* side)
{
    for (const QJsonValue row : report["categories"].toArray()) {
        if (row["category"].toString() == category)
            return row[QStringLiteral("%1_seconds").arg(side)].toDouble(-1);
    }
    return 0;
}

/// Parts and rest are the difference.
void TstCompare::addsUp(const QJsonObject& report)
{
    double sum = report["rest_seconds"].toDouble();
    for (const QJsonValue part : report["waterfall"].toArray())
        sum += part["seconds"].toDouble();
    QVERIFY(std::abs(sum - (step(report, "b") - step(report, "a"))) < 1e-9);
    QCOMPARE(report["sentences"].toArray().size(), 3);
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

/// A plan is its simulation, in the program and in a file: nothing differs, in any category or row.
void TstCompare::planWithItsSimulation()
{
    const QTemporaryDir folder;
    const QString plan = write(folder, "plan.json",
                               R"({"model": "gpt2", "hardware": "dgx-h100",
                                   "parallel": {"tensor": 2, "pipeline": 2, "replica": 2},
                                   "batch": {"micro_batch": 1, "global_batch": 8}})");
    for (const char* const ending : {"run.json.gz", "run.pftrace"}) {
        const QString run = folder.filePath(ending);
        QCOMPARE(
            runCli({"simulate", "gpt2", "dgx-h100", "--plan", plan, "--detail", "operator", "--out", run})
                .exitCode,
            0);
        const Answer answer = runCli({"compare", plan, run, "--json", "--tolerance", "0.000001"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject report = answer.json();
        QCOMPARE(report["a"]["kind"].toString(), QStringLiteral("plan"));
        QCOMPARE(report["b"]["kind"].toString(), QStringLiteral("simulated"));
        QVERIFY(report["refused"].toArray().isEmpty());
        addsUp(report);
        QVERIFY(!report["categories"].toArray().isEmpty());
        for (const QJsonValue one : report["categories"].toArray())
            QVERIFY(std::abs(one["a_seconds"].toDouble() - one["b_seconds"].toDouble()) < 1e-9);
        for (const QJsonValue one : report["rows"].toArray())
            QVERIFY(std::abs(one["a_seconds"].toDouble() - one["b_seconds"].toDouble()) < 1e-9);
        QVERIFY(std::abs(report["rest_seconds"].toDouble()) < 1e-9);
    }
}

/// A folder of many runs: since when it is slower, and whether a pipeline that watches is to stop.
void TstCompare::manyRuns()
{
    const QTemporaryDir folder;
    for (int night = 1; night <= 4; ++night)
        write(folder, QStringLiteral("night%1.json").arg(night), trace(0, night < 3 ? 200 : 300));
    const Answer answer = runCli({"compare", folder.path(), "--json"});
    QVERIFY2(answer.exitCode == 0, answer.text().constData());
    const QJsonObject report = answer.json();
    QCOMPARE(report["runs"].toArray().size(), 4);
    QCOMPARE(report["changes"].toArray().size(), 1);
    QCOMPARE(report["changes"][0]["number"].toInt(), 3);
    QVERIFY(near(report["changes"][0]["after_seconds"].toDouble(), 300e-6, 0.01));
    QVERIFY(report["sentences"][0].toString().contains("night3.json"));
    QCOMPARE(runCli({"compare", folder.path(), "--tolerance", "0.1"}).exitCode, 1);
    QCOMPARE(runCli({"compare", folder.path(), "--tolerance", "0.9"}).exitCode, 0);
    const Answer table = runCli({"compare", folder.path()});
    QVERIFY2(table.out.contains("night4.json"), table.out.constData());
}

/// Rows of both, as a table, CSV and JSON; what differs too much for a comparison is not asked either.
void TstCompare::sqlOverBoth()
{
    const QTemporaryDir folder;
    const QString a = write(folder, "a.json", trace(0, 200));
    const QString b = write(folder, "b.json", trace(0, 300));
    const QString sql = "SELECT (SELECT count(*) FROM a.slice) AS a, (SELECT count(*) FROM b.slice) AS b, "
                        "(SELECT count(*) FROM match WHERE how = 'key') AS matched";
    const Answer csv = runCli({"compare", a, b, "--sql", sql, "--csv"});
    QVERIFY2(csv.exitCode == 0, csv.text().constData());
    QCOMPARE(csv.out.trimmed().split('\n').last().trimmed(), QByteArray("12,12,8"));
    const Answer json = runCli({"compare", a, b, "--sql", sql, "--json"});
    QVERIFY2(json.exitCode == 0, json.text().constData());
    const Answer wrong = runCli({"compare", a, b, "--sql", "SELECT * FROM slice"});
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY2(wrong.err.contains("a.slice"), wrong.err.constData());
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
    QVERIFY2(!answer.out.contains("e+") && !answer.out.contains("inf %") && answer.out.contains("> 10000 %"),
             answer.out.constData());
    const QJsonObject report = runCli({"compare", full, idle, "--json"}).json();
    addsUp(report);
    QVERIFY(near(step(report, "a"), 10e-6, 1e-9));
    // Nothing says who launched what came next.
    QVERIFY(near(report["rest_seconds"].toDouble(), 99998e-6, 1e-4));
    QVERIFY(report["explained_share"].toDouble() < 0.01);
    const Answer tolerance = runCli({"compare", full, idle, "--tolerance", "0.1"});
    QCOMPARE(tolerance.exitCode, 1);
    QVERIFY2(tolerance.out.contains("> 10000 %"), tolerance.out.constData());
}

/// A shipped sample goes by its name, as for trace, sql and analyze.
void TstCompare::samplesByName()
{
    const Answer answer =
        runCli({"compare", "bert_large_on_ipu_pod16",
                sourceFile("resources/samples/bert_large_on_ipu_pod16.json"), "--json", "--tolerance", "0"});
    QVERIFY2(answer.exitCode == 0, answer.text().constData());
    QVERIFY(step(answer.json(), "a") > 0);
    QCOMPARE(step(answer.json(), "a"), step(answer.json(), "b"));
    QCOMPARE(runCli({"compare", "no_such_sample", "no_such_sample"}).exitCode, 2);
}

void TstCompare::runWithItself()
{
    const QString sample = sourceFile("resources/samples/h200_dlrm.json.gz");
    const Answer answer = runCli({"compare", sample, sample, "--json", "--tolerance", "0"});
    QVERIFY2(answer.exitCode == 0, answer.text().constData());
    const QJsonObject report = answer.json();
    addsUp(report);
    QCOMPARE(step(report, "a"), step(report, "b"));
    QVERIFY(report["waterfall"].toArray().isEmpty());
    QVERIFY(!report["rows"].toArray().isEmpty());
    for (const QJsonValue row : report["rows"].toArray()) {
        QCOMPARE(row["a_seconds"].toDouble(), row["b_seconds"].toDouble());
        QCOMPARE(row["matched"].toString(), QStringLiteral("key"));
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
    const QJsonObject report = within.json();
    QVERIFY(near(step(report, "a"), 100e-6, 1e-9));
    QVERIFY(near(step(report, "b"), 110e-6, 1e-9));
    QVERIFY(near(category(report, "product", "a"), 40e-6, 1e-9));
    QVERIFY(near(category(report, "all_reduce", "b"), 40e-6, 1e-9));
    QVERIFY(near(category(report, "no_cause", "b"), 30e-6, 1e-9));
    const Answer beyond = runCli({"compare", a, b, "--json", "--tolerance", "0.09"});
    QVERIFY2(beyond.exitCode == 1, beyond.text().constData());
    QCOMPARE(beyond.json()["beyond_tolerance"].toArray().at(0).toString(), QStringLiteral("step"));
    QCOMPARE(runCli({"compare", a, b}).exitCode, 0); // none given: nothing to hold
    // Tolerances can be said by category.
    QCOMPARE(runCli({"compare", a, b, "--tolerance-of", "product=0,all_reduce=0"}).exitCode, 0);
    QCOMPARE(runCli({"compare", a, b, "--tolerance-of", "no_cause=0.1"}).exitCode, 1);
    QVERIFY(runCli({"compare", a, b, "--tolerance-of", "products=0.1"}).isOneLineError());
    QVERIFY(runCli({"compare", a, b, "--tolerance-of", "product"}).isOneLineError());
    // The report is meant to be sent to others.
    const Answer markdown = runCli({"compare", a, b, "--report", "md"});
    QVERIFY(markdown.out.startsWith("# a.json : b.json") && markdown.out.contains("## Work by operation"));
    QCOMPARE(runCli({"compare", a, b, "--report", "json"}).json(),
             runCli({"compare", a, b, "--json"}).json());
}

/// Plans of other numbers of devices are not compared without a word.
void TstCompare::planWithPlan()
{
    const QTemporaryDir folder;
    const QByteArray head =
        R"({"model": "megatron-1.7b", "hardware": "dgx-a100-80g", "batch": {"global_batch": 64},
                                "parallel": )";
    const QString a = write(folder, "a.json", head + R"({"tensor": 8, "pipeline": 2}})");
    const QString b = write(folder, "b.json", head + R"({"tensor": 8, "pipeline": 4}})");
    const Answer refused = runCli({"compare", a, b, "--json"});
    QVERIFY2(refused.exitCode == 1, refused.text().constData());
    const QJsonObject why = refused.json()["refused"].toArray().at(0).toObject();
    QCOMPARE(why["what"].toString(), QStringLiteral("world"));
    QCOMPARE(why["a"].toString(), QStringLiteral("16"));
    QCOMPARE(why["b"].toString(), QStringLiteral("32"));
    QVERIFY(!why["way"].toString().isEmpty());
    QVERIFY(!runCli({"compare", a, b}).out.contains("Work by operation"));
    const Answer answer = runCli({"compare", a, b, "--json", "--anyway"});
    QVERIFY2(answer.exitCode == 0, answer.text().constData());
    const QJsonObject report = answer.json();
    addsUp(report);
    // The numbers are those of simulate, beside the figures that plan prints.
    const QJsonObject simulated = runCli({"simulate", "--plan", a, "--json"}).json();
    QVERIFY(near(step(report, "a"), simulated["step_seconds"].toDouble(), 1e-9));
    QVERIFY(near(report["a"]["closed_form_seconds"].toDouble(), simulated["closed_form_seconds"].toDouble(),
                 1e-12));
    const QJsonObject plan = runCli({"plan", "--plan", a, "--json"}).json();
    const double peak = report["memory"]["a_peak_bytes"].toDouble();
    QVERIFY(peak > report["memory"]["b_peak_bytes"].toDouble());
    QVERIFY(near(peak, fullestPeak(plan), 1e-12));
    double sum = 0;
    for (const QJsonValue owner : report["memory"]["owners"].toArray())
        sum += owner["a_bytes"].toDouble();
    QVERIFY(near(sum, peak, 1e-12));
}

void TstCompare::planWithRun()
{
    const QTemporaryDir folder;
    const QString plan =
        write(folder, "plan.json", R"({"model": "gpt2", "hardware": "h200-sxm", "parallel": {"tensor": 1}})");
    const QString run = write(folder, "run.json", trace(0, 100)); // of two ranks, as it says
    const Answer refused = runCli({"compare", plan, run, "--json"});
    QVERIFY2(refused.exitCode == 1, refused.text().constData());
    QCOMPARE(refused.json()["refused"].toArray().at(0)["what"].toString(), QStringLiteral("world"));
    const Answer answer = runCli({"compare", plan, run, "--json", "--anyway"});
    QVERIFY2(answer.exitCode == 0, answer.text().constData());
    const QJsonObject report = answer.json();
    addsUp(report);
    QVERIFY(near(step(report, "b"), 100e-6, 1e-9));
    QVERIFY(step(report, "a") > 0);
    const Answer told = runCli({"compare", plan, run, "--anyway"});
    QVERIFY2(told.out.contains("A is plan.json, B is run.json"), told.out.constData());
    QVERIFY2(told.out.contains("its closed form says"), told.out.constData());
    const QString two =
        write(folder, "two.json",
              R"({"model": "gpt2", "hardware": "h200-sxm", "parallel": {"tensor": 1, "replica": 2}})");
    QCOMPARE(runCli({"compare", two, run}).exitCode, 0); // a rank of them
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
    QCOMPARE(both.json()["devices"]["compared"].toInt(), 2);
    QVERIFY(near(category(both.json(), "product", "b"), 40e-6, 1e-9));
    addsUp(both.json());
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
        QVERIFY(near(step(ranks.json(), "b"), 130e-6, 1e-9));
        for (const char* const part : {"waterfall", "categories", "rows", "step"})
            QCOMPARE(ranks.json()[part], files[part]);
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
