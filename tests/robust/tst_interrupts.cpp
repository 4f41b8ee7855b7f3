// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C ends every verb: while it waits for a file, and while it works.
#include "tests/robust/big_trace.h"
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/robust/verb_calls.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace shardscope::tests;

namespace {

constexpr int kExitInterrupted = 130;
constexpr int kThreads = 2;
/// Half a second for each thread, and as much again for what a loaded machine does beside.
constexpr double kMostSecondsAfter = 2 * 0.5 * kThreads;

/// The program listens: before, a signal ends it as any other.
bool listens(qint64 process)
{
    const QByteArray status = readFile(QString("/proc/%1/status").arg(process));
    const qsizetype at = status.indexOf("SigCgt:\t");
    return at >= 0 && ((status.mid(at + 8, 16).toULongLong(nullptr, 16) >> (SIGINT - 1)) & 1) != 0;
}

/// Processor time that \p process has used, in seconds.
double secondsOf(qint64 process)
{
    const QByteArray stat = readFile(QString("/proc/%1/stat").arg(process));
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return fields.size() < 13 ? 0
                              : (fields[11].toDouble() + fields[12].toDouble()) /
                                    static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double secondsOfChildren()
{
    rusage used = {};
    ::getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// "shardscope-cli: stopped", perhaps with the file in which.
bool saysStopped(const Outcome& outcome)
{
    return outcome.exitCode == kExitInterrupted && outcome.out.isEmpty() &&
           outcome.err.startsWith("shardscope-cli: ") && outcome.err.endsWith("stopped\n") &&
           outcome.err.count('\n') == 1;
}

} // namespace

class TstInterrupts : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    /// Runs the call and interrupts it \p microseconds after it began to listen. \p after: processor time
    /// that it took from then on.
    static Outcome interrupted(const QStringList& arguments, quint32 microseconds, double& after)
    {
        Surroundings surroundings;
        surroundings.environment = {{"SHARDSCOPE_CACHE", "off"},
                                    {"SHARDSCOPE_THREADS", QString::number(kThreads)}};
        const double before = secondsOfChildren();
        double atSignal = 0;
        Outcome outcome = runAnd(arguments, surroundings, [&](qint64 process) {
            for (int tries = 0; tries < 20'000 && !listens(process); ++tries)
                ::usleep(500);
            ::usleep(microseconds);
            atSignal = secondsOf(process);
            ::kill(static_cast<pid_t>(process), SIGINT);
        });
        after = secondsOfChildren() - before - atSignal;
        return outcome;
    }

private slots:
    void initTestCase() { writeBigTrace(m_folder.filePath("big.json")); }

    void reading_data()
    {
        QTest::addColumn<int>("call");
        for (std::size_t number = 0; number < callsWithAFile().size(); ++number)
            QTest::newRow(callsWithAFile()[number].name) << static_cast<int>(number);
    }

    /// Every verb waits for a pipe whose writer says nothing, until it is told to stop, or refuses pipes.
    void reading()
    {
        QFETCH(int, call);
        const QTemporaryDir folder;
        const QString pipe = folder.filePath("pipe.json");
        QVERIFY(::mkfifo(pipe.toUtf8().constData(), 0600) == 0);
        const int writer = ::open(pipe.toUtf8().constData(), O_RDWR | O_CLOEXEC);
        double after = 0;
        const Outcome outcome = interrupted(
            filled(callsWithAFile()[static_cast<std::size_t>(call)], pipe, folder.path()), 30'000, after);
        ::close(writer);
        // Traces are read more than once, and a project is a file that SQLite opens: of them a pipe is
        // refused, at once.
        const bool refused =
            outcome.exitCode != 0 && (outcome.err.contains(": a pipe is not supported: ") ||
                                      outcome.err.contains(": what is no plain file is not supported: "));
        QVERIFY2(refused || saysStopped(outcome), outcome.text().constData());
        QVERIFY2(after < kMostSecondsAfter, QByteArray::number(after).constData());
    }

    void working_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("endless"); ///< runs until it is stopped, on any machine
        const auto row = [](const char* name, const QStringList& arguments, bool endless = false) {
            QTest::newRow(name) << arguments << endless;
        };
        const QString trace = m_folder.filePath("big.json");
        QByteArray cases;
        const QByteArray some = readFile(SHARDSCOPE_SOURCE_DIR "/resources/cases/parameter_counts.jsonl");
        for (int copy = 0; copy < 2'000; ++copy)
            cases += some;
        const QString many = writeFile(m_folder.filePath("cases.jsonl"), cases);
        QByteArray steps;
        const QByteArray measured = readFile(SHARDSCOPE_SOURCE_DIR "/resources/cases/megatron_a100.jsonl");
        for (int copy = 0; copy < 500; ++copy)
            steps += measured;
        const QString timed = writeFile(m_folder.filePath("steps.jsonl"), steps);
        const QString lines =
            writeFile(m_folder.filePath("args.txt"), QByteArray("--x 1\n").repeated(2'000'000));
        row("sql",
            {"sql", trace,
             "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"},
            true);
        row("sql, one function", {"sql", trace, "SELECT sum(a.dur) FROM slice a, slice b, slice c"}, true);
        row("simulate",
            {"simulate", "--schedule", "zbv", "--pipeline", "256", "--micro-batches", "8192", "--json"},
            true);
        row("search", {"search", "llama-3.1-405b", "dgx-h100", "--devices", "16384", "--json"});
        row("search, recommender", {"search", "dlrm-criteo-1tb", "zionex", "--json"});
        row("plan, walked", {"plan", "llama-3.1-405b", "dgx-h100", "--tensor", "8", "--pipeline", "16",
                             "--micro-batches", "4096", "--report", "memory", "--json"});
        row("plan, chosen", {"plan", "llama-3.1-405b", "dgx-h100", "--tensor", "8", "--pipeline", "16",
                             "--micro-batches", "512", "--choose-activations", "--json"});
        row("validate", {"validate", many, "--json"});
        row("calibrate",
            {"calibrate", timed, "--hardware", "dgx-a100-80g", "--out", m_folder.filePath("c.json")});
        row("trace", {"trace", trace, "--json"});
        row("trace, pack", {"trace", trace, "--pack", m_folder.filePath("a.shardpack")});
        row("analyze", {"analyze", trace, "--json"});
        row("analyze, one", {"analyze", "operator_tree", trace, "--json"});
        row("compare", {"compare", trace, SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz"});
        row("export", {"export", "tracks", trace, "--out", m_folder.filePath("tracks.json")});
        row("import", {"import", lines, "--devices", "8", "--out", m_folder.filePath("plan.json")});
    }

    void working()
    {
        QFETCH(QStringList, arguments);
        QFETCH(bool, endless);
        for (const quint32 moment : {5'000U, 120'000U}) {
            double after = 0;
            const Outcome outcome = interrupted(arguments, moment, after);
            const bool ended = !endless && (outcome.signal == SIGINT || outcome.breach().isEmpty());
            QVERIFY2(saysStopped(outcome) || ended, outcome.text().constData());
            QVERIFY2(after < kMostSecondsAfter, QByteArray::number(after).constData());
        }
    }
};

SHARDSCOPE_TEST(TstInterrupts)
#include "tst_interrupts.moc"
