// SPDX-License-Identifier: GPL-3.0-or-later
// Packs by several processes: a killed reader costs the file it read and is named; without the part that
// knows MPI the program says so, and works where nobody asks for it.
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

/// The number of a process that reads parts of a pack into \p folder's run; 0: none now.
pid_t readerBelow(qint64 launcher)
{
    for (const QString& number : QDir("/proc").entryList(QDir::Dirs)) {
        if (!number.front().isDigit() ||
            !readFile("/proc/" + number + "/cmdline").contains(QByteArray("@read-parts")))
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

} // namespace

class TstWorkers : public QObject {
    Q_OBJECT
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
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LC_ALL", "C.UTF-8");
        environment.insert("OMPI_ALLOW_RUN_AS_ROOT", "1"); // Open MPI asks root to insist
        environment.insert("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        process.setProcessEnvironment(environment);
        process.start(launcher, {"--oversubscribe", "--bind-to", "none", "-n", "2", kProgram, "trace",
                                 folder.filePath("run"), "--pack", pack, "--json"});
        QVERIFY(process.waitForStarted());
        pid_t reader = 0;
        QElapsedTimer waited;
        waited.start();
        while (reader == 0 && waited.elapsed() < 60'000) {
            reader = readerBelow(process.processId());
            ::usleep(500);
        }
        QVERIFY2(reader > 0, "no process reads");
        QVERIFY(::kill(reader, SIGKILL) == 0);
        QVERIFY(process.waitForFinished(120'000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 0, said.constData());
        // Open MPI may have words of its own.
        QVERIFY2(said.count("shardscope-cli: ") == 1 && said.contains("rank") && said.contains("worker ") &&
                     said.contains("killed by signal 9"),
                 said.constData());
        const QJsonObject made = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        QCOMPARE(made["runs"].toArray().size(), 3);
        const Outcome opened = runRough({"sql", pack, "SELECT count(*) AS n FROM slice", "--csv"});
        QCOMPARE(opened.out, QByteArray("n\r\n630000\r\n"));
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
