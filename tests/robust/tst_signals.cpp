// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C ends whatever runs, cleanly; kill -9 at any moment leaves nothing that is read back wrong.
#include "tests/robust/big_trace.h"
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace shardscope::tests;

namespace {

constexpr int kExitInterrupted = 130;

/// Ends a process by \p number after \p microseconds.
std::function<void(qint64)> later(int number, quint32 microseconds)
{
    return [number, microseconds](qint64 process) {
        ::usleep(microseconds);
        ::kill(static_cast<pid_t>(process), number);
    };
}

} // namespace

class TstSignals : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    quint32 m_usual = 0; ///< microseconds that reading the trace takes here

    QString trace() const { return m_folder.filePath("big.json"); }
    Surroundings cached() const
    {
        Surroundings surroundings;
        surroundings.environment = {{"SHARDSCOPE_CACHE", m_folder.filePath("cache")}};
        return surroundings;
    }
    quint32 someTime(QRandomGenerator& random) const { return random.bounded(m_usual); }

private slots:
    void initTestCase()
    {
        writeBigTrace(trace());
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(runRough({"sql", trace(), bigTraceQuery(), "--csv", "--no-cache"}).out, bigTraceSums());
        m_usual = static_cast<quint32>(timer.nsecsElapsed() / 1000);
    }

    /// Waiting for a pipe whose writer says nothing is ended by the first Ctrl+C.
    void waitingIsInterrupted()
    {
        const QString pipe = m_folder.filePath("pipe.json");
        QVERIFY(::mkfifo(pipe.toUtf8().constData(), 0600) == 0);
        const int writer = ::open(pipe.toUtf8().constData(), O_RDWR | O_CLOEXEC);
        const Outcome outcome = runAnd({"plan", pipe, "dgx-h100"}, {}, later(SIGINT, 500'000));
        ::close(writer);
        QVERIFY2(outcome.exitCode == kExitInterrupted, outcome.text().constData());
        QCOMPARE(outcome.err, QByteArray("shardscope-cli: stopped\n"));
    }

    /// Orders that a heuristic seeks among many, and one that is long: both take seconds, neither is waited
    /// for.
    void schedulesAreInterrupted()
    {
        for (const char* name : {"v_half", "zb2p", "zbv"}) {
            const Outcome outcome = runAnd(
                {"simulate", "--schedule", name, "--pipeline", "256", "--micro-batches", "8192", "--json"},
                {}, later(SIGINT, 500'000));
            QVERIFY2(outcome.exitCode == kExitInterrupted, outcome.text().left(500).constData());
            QCOMPARE(outcome.out, QByteArray());
            QCOMPARE(outcome.err, QByteArray("shardscope-cli: stopped\n"));
        }
    }

    void interruptedAnywhere()
    {
        QRandomGenerator random(20261122);
        for (int round = 0; round < 25; ++round) {
            const Outcome outcome = runAnd({"trace", trace(), "--pack", m_folder.filePath("int.shardpack")},
                                           {}, later(round % 2 == 0 ? SIGINT : SIGTERM, someTime(random)));
            // Before the program listens, a signal ends it as any other.
            const bool asAsked = outcome.exitCode == 0 || outcome.exitCode == kExitInterrupted ||
                                 outcome.signal == SIGINT || outcome.signal == SIGTERM;
            QVERIFY2(asAsked, outcome.text().constData());
            QVERIFY2(outcome.exitCode != kExitInterrupted ||
                         (outcome.err.startsWith("shardscope-cli: ") && outcome.err.endsWith("stopped\n") &&
                          outcome.err.count('\n') == 1),
                     outcome.text().constData());
            const QStringList left = QDir(m_folder.path()).entryList({"*.part"}, QDir::Files | QDir::Hidden);
            QVERIFY2(left.isEmpty(), qPrintable(left.join(' ')));
        }
    }

    /// 300 kills in all: 100 while the cache, a pack, an export is written.
    void killedCache()
    {
        QRandomGenerator random(1);
        for (int round = 0; round < 100; ++round) {
            static_cast<void>(runAnd({"trace", trace()}, cached(), later(SIGKILL, someTime(random))));
            if (round % 4 != 3)
                continue; // several kills may pile up
            const Outcome outcome = runRough({"sql", trace(), bigTraceQuery(), "--csv"}, cached());
            QVERIFY2(outcome.out == bigTraceSums(), outcome.text().constData());
            QDir(m_folder.filePath("cache")).removeRecursively();
        }
    }

    void killedPack()
    {
        QRandomGenerator random(2);
        const QString pack = m_folder.filePath("kill.shardpack");
        for (int round = 0; round < 100; ++round) {
            static_cast<void>(
                runAnd({"trace", trace(), "--pack", pack}, {}, later(SIGKILL, someTime(random))));
            if (!QFile::exists(pack))
                continue;
            const Outcome outcome = runRough({"sql", pack, bigTraceQuery(), "--csv"});
            QVERIFY2(outcome.out == bigTraceSums(), outcome.text().constData());
            QFile::remove(pack);
        }
    }

    void killedExport()
    {
        QRandomGenerator random(3);
        const QString table = m_folder.filePath("memory.csv");
        const QStringList call{"export", "memory", "gpt2", "dgx-h100", "--out", table};
        QCOMPARE(runRough(call).exitCode, 0);
        const QByteArray wanted = readFile(table);
        for (int round = 0; round < 100; ++round) {
            if (round % 2 == 0)
                QFile::remove(table);
            static_cast<void>(runAnd(call, {}, later(SIGKILL, random.bounded(40'000U))));
            if (QFile::exists(table))
                QCOMPARE(readFile(table), wanted);
        }
    }
};

SHARDSCOPE_TEST(TstSignals)
#include "tst_signals.moc"
