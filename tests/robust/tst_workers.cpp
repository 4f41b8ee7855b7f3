// SPDX-License-Identifier: GPL-3.0-or-later
// Packs and searches by several processes: who is killed costs what it was at and is named; without the part
// that knows MPI the program says so, and works where nobody asks for it.
#include "tests/robust/big_trace.h"
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace shardscope::tests;

namespace {

const QString kProgram = SHARDSCOPE_BINARY_DIR "/bin/shardscope-cli";

/// The number of a process below \p launcher with \p word among its arguments; 0: none now.
pid_t childBelow(qint64 launcher, const QByteArray& word)
{
    for (const QString& number : QDir("/proc").entryList(QDir::Dirs)) {
        if (!number.front().isDigit() || !readFile("/proc/" + number + "/cmdline").contains(word))
            continue;
        for (qint64 at = number.toLongLong(); at > 1;) { // up to the launcher?
            const QByteArray status = readFile(QString("/proc/%1/status").arg(at));
            const qsizetype parent = status.indexOf("PPid:\t");
            if (at == launcher)
                return static_cast<pid_t>(number.toLongLong());
            at = parent < 0 ? 0 : status.mid(parent + 6, 10).split('\n').front().toLongLong();
        }
    }
    return 0;
}

/// \p count processes of \p call, started by \p launcher.
void launch(QProcess& process, const QString& launcher, int count, const QStringList& call)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LC_ALL", "C.UTF-8");
    environment.insert("OMPI_ALLOW_RUN_AS_ROOT", "1"); // Open MPI asks root to insist
    environment.insert("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    process.setProcessEnvironment(environment);
    process.start(
        launcher,
        QStringList{"--oversubscribe", "--bind-to", "none", "-n", QString::number(count), kProgram} + call);
}

const QStringList kSearch{"search", "llama-3-70b", "dgx-h100", "--devices", "16..64", "--json"};

/// A search's answer without the seconds that it took.
QJsonObject timeless(const QByteArray& answer)
{
    QJsonObject object = QJsonDocument::fromJson(answer).object();
    object.remove("seconds");
    object.remove("candidates_per_second");
    return object;
}

} // namespace

class TstWorkers : public QObject {
    Q_OBJECT
    static void searches()
    {
        QTest::addColumn<QStringList>("call");
        QTest::newRow("transformer") << kSearch;
        QTest::newRow("recommender") << QStringList{"search", "dlrm-criteo-1tb", "zionex", "--micro-batch",
                                                    "512",    "--json"};
    }
private slots:
    void aKilledReaderCostsItsFile()
    {
        const QString launcher = QStandardPaths::findExecutable("mpirun");
        if (launcher.isEmpty() || !QFile::exists(SHARDSCOPE_BINARY_DIR "/bin/shardscope_mpi.so"))
            QSKIP("no Open MPI");
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("run"));
        writeBigTrace(folder.filePath("run/rank0.json"));
        for (int rank = 1; rank < 4; ++rank)
            QVERIFY(QFile::copy(folder.filePath("run/rank0.json"),
                                folder.filePath(QString("run/rank%1.json").arg(rank))));
        const QString pack = folder.filePath("out.shardpack");
        QProcess process;
        launch(process, launcher, 2, {"trace", folder.filePath("run"), "--pack", pack, "--json"});
        QVERIFY(process.waitForStarted());
        pid_t reader = 0;
        QElapsedTimer waited;
        waited.start();
        while (reader == 0 && waited.elapsed() < 60'000) {
            reader = childBelow(process.processId(), "@read-parts");
            ::usleep(500);
        }
        QVERIFY2(reader > 0, "no process reads");
        QVERIFY(::kill(reader, SIGKILL) == 0);
        QVERIFY(process.waitForFinished(120'000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 1, said.constData()); // the pack is of a part
        // Open MPI may have words of its own.
        QVERIFY2(said.count("shardscope-cli: ") == 1 && said.contains("rank") && said.contains("worker ") &&
                     said.contains("killed by signal 9"),
                 said.constData());
        const QJsonObject made = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        QCOMPARE(made["runs"].toArray().size(), 3);
        const Outcome opened = runRough({"sql", pack, "SELECT count(*) AS n FROM slice", "--csv"});
        QCOMPARE(opened.out, QByteArray("n\r\n630000\r\n"));
    }

    void anySearchersFindTheSame_data() { searches(); }
    void anySearchersFindTheSame()
    {
        QFETCH(const QStringList, call);
        const QString launcher = QStandardPaths::findExecutable("mpirun");
        if (launcher.isEmpty() || !QFile::exists(SHARDSCOPE_BINARY_DIR "/bin/shardscope_mpi.so"))
            QSKIP("no Open MPI");
        const QJsonObject alone = timeless(runRough(call).out);
        QVERIFY(alone["best"].toArray().size() == 10);
        for (const int count : {2, 3}) {
            QProcess process;
            launch(process, launcher, count, call);
            QVERIFY(process.waitForFinished(120'000));
            QCOMPARE(process.exitCode(), 0);
            QCOMPARE(process.readAllStandardError(), QByteArray());
            QCOMPARE(timeless(process.readAllStandardOutput()), alone);
        }
        QProcess wrong; // all processes meet the error, one says it
        launch(wrong, launcher, 3, {"search", "llama-3-7b", "dgx-h100", "--devices", "8"});
        QVERIFY(wrong.waitForFinished(120'000));
        const QByteArray said = wrong.readAllStandardError();
        QVERIFY2(said.count("shardscope-cli: ") == 1 && said.contains("llama-3-7b"), said.constData());
    }

    void aKilledSearcherIsReplaced_data() { searches(); }
    void aKilledSearcherIsReplaced()
    {
        QFETCH(const QStringList, call);
        const QString launcher = QStandardPaths::findExecutable("mpirun");
        if (launcher.isEmpty() || !QFile::exists(SHARDSCOPE_BINARY_DIR "/bin/shardscope_mpi.so"))
            QSKIP("no Open MPI");
        QProcess process;
        launch(process, launcher, 3, call);
        QVERIFY(process.waitForStarted());
        pid_t part = 0;
        QElapsedTimer waited;
        waited.start();
        while (part == 0 && waited.elapsed() < 60'000) {
            part = childBelow(process.processId(), "@search-part");
            ::usleep(500);
        }
        QVERIFY2(part > 0, "no process searches");
        QVERIFY(::kill(part, SIGSTOP) == 0); // the others come to where they wait for it
        ::usleep(200'000);
        QVERIFY(::kill(part, SIGKILL) == 0);
        QVERIFY(process.waitForFinished(120'000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 0, said.constData());
        QVERIFY2(said.count("shardscope-cli: ") == 1 && said.contains("killed by signal 9"),
                 said.constData());
        QCOMPARE(timeless(process.readAllStandardOutput()), timeless(runRough(call).out));
    }

    void aStoppedSearchGoesOn_data() { searches(); }
    void aStoppedSearchGoesOn()
    {
        QFETCH(const QStringList, call);
        const QTemporaryDir folder;
        const QString file = folder.filePath("search.state");
        const QStringList kept = call + QStringList{"--resume", file};
        const QJsonObject alone = timeless(runRough(call).out);
        // Stopped too early it has nothing to keep: then again, later.
        for (int wait = 50; !QFile::exists(file) && wait < 30'000; wait *= 2) {
            QProcess process;
            process.start(kProgram, kept);
            QVERIFY(process.waitForStarted());
            QVERIFY2(!process.waitForFinished(wait), "it was done before it could be stopped");
            QVERIFY(::kill(static_cast<pid_t>(process.processId()), SIGINT) == 0);
            QVERIFY(process.waitForFinished(60'000));
        }
        QVERIFY(QFile::exists(file));
        const Outcome again = runRough(kept);
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(timeless(again.out), alone);
        QCOMPARE(timeless(runRough(kept).out), alone); // finished: answered from the file
        const QByteArray state = readFile(file);
        const Outcome other =
            runRough({"search", "llama-3-70b", "dgx-h100", "--devices", "16", "--resume", file});
        QCOMPARE(other.exitCode, 2);
        QVERIFY2(other.err.contains("search.state") && other.err.contains("another search"),
                 other.err.constData());
        writeFile(folder.filePath("plan.json"), "{}");
        const Outcome wrong = runRough(kSearch + QStringList{"--resume", folder.filePath("plan.json")});
        QCOMPARE(wrong.exitCode, 2);
        QCOMPARE(readFile(folder.filePath("plan.json")), QByteArray("{}"));
        QCOMPARE(readFile(file), state);
    }

    void withoutThePart()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("run"));
        writeFile(
            folder.filePath("run/t.json"),
            "{\"traceEvents\": [{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"dur\": 2, \"name\": "
            "\"a\"}]}");
        const QString program = folder.filePath("shardscope-cli"); // a place without plug-ins
        QVERIFY(QFile::copy(kProgram, program));
        const auto run = [&](const QString& size) {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("SHARDSCOPE_RESOURCES", SHARDSCOPE_SOURCE_DIR "/resources");
            if (!size.isEmpty())
                environment.insert("OMPI_COMM_WORLD_SIZE", size);
            process.setProcessEnvironment(environment);
            process.start(program,
                          {"trace", folder.filePath("run"), "--pack", folder.filePath("out.shardpack")});
            process.waitForFinished(60'000);
            return std::pair(process.exitCode(), process.readAllStandardError());
        };
        QCOMPARE(run({}), std::pair(0, QByteArray()));
        QCOMPARE(run("1"), std::pair(0, QByteArray()));
        const auto [exitCode, said] = run("2");
        QCOMPARE(exitCode, 2);
        QVERIFY2(said.count('\n') == 1 && said.contains("shardscope_mpi.so"), said.constData());
    }

    /// What the program needs is what the system loads: Open MPI is not among it.
    void isNotLinked()
    {
        QProcess lists;
        lists.start("ldd", {kProgram});
        QVERIFY(lists.waitForFinished());
        const QByteArray libraries = lists.readAllStandardOutput();
        QVERIFY2(libraries.contains("libQt6Core"), libraries.constData());
        QVERIFY2(!libraries.contains("mpi"), libraries.constData());
    }
};

SHARDSCOPE_TEST(TstWorkers)
#include "tst_workers.moc"
