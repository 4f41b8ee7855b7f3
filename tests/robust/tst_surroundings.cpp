// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that answer, where the surroundings are odd: a locale changes nothing, a limit gives the same answer
// or one line. Each call meets every third oddity, each oddity every third call; all of them in "soak".
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/robust/verb_calls.h"
#include "tests/support/soak.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace shardscope::tests;

namespace {

struct Oddity {
    const char* name;
    Surroundings surroundings;
    bool sameAnswer = false; ///< byte for byte; else the same, or exit 2 with one line
};

void inAFolderThatIsGone()
{
    char name[] = "/tmp/shardscope_gone_XXXXXX";
    if (::mkdtemp(name) == nullptr || ::chdir(name) != 0 || ::rmdir(name) != 0)
        ::_exit(99);
}

void withSignalsBlocked()
{
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
}

Surroundings everywhereGone()
{
    Surroundings surroundings;
    for (const char* name : {"TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
        surroundings.environment.emplace_back(name, "/dev/null/gone");
    for (const char* name : {"XDG_DATA_HOME", "XDG_DATA_DIRS"})
        surroundings.environment.emplace_back(name, ":::");
    surroundings.environment.emplace_back("TERM", "dumb");
    surroundings.environment.emplace_back("COLUMNS", "-99999999999999999999");
    return surroundings;
}

std::vector<Oddity> oddities(const QString& folder)
{
    const auto with = [](const char* name, const QString& value) {
        Surroundings surroundings;
        surroundings.environment = {{name, value}};
        return surroundings;
    };
    const auto in = [](std::function<void()> child) {
        Surroundings surroundings;
        surroundings.inChild = std::move(child);
        return surroundings;
    };
    constexpr unsigned long long kMega = 1'000'000;
    return {
        {"a comma for a point", with("LC_ALL", "de_DE.UTF-8"), true},
        {"a dotless i", with("LC_ALL", "tr_TR.UTF-8"), true},
        {"Japanese", with("LC_ALL", "ja_JP.UTF-8"), true},
        {"the C locale", with("LC_ALL", "C"), true},
        {"no such locale", with("LC_ALL", "xx_XX"), true},
        {"numbers alone of another language", with("LC_NUMERIC", "de_DE.UTF-8"), true},
        {"no home", with("HOME", ""), true},
        {"a home that is not there", with("HOME", folder + "/gone"), true},
        {"a cache that cannot be made", with("SHARDSCOPE_CACHE", "/dev/null/cache"), true},
        {"one thread", with("SHARDSCOPE_THREADS", "1"), true},
        {"a count of threads that is none", with("SHARDSCOPE_THREADS", "-3x"), true},
        {"no resources", with("SHARDSCOPE_RESOURCES", folder + "/gone"), false},
        {"500 MB of addresses", in(limited(RLIMIT_AS, 500 * kMega)), false},
        {"250 MB of addresses", in(limited(RLIMIT_AS, 250 * kMega)), false},
        {"no memory for threads", in(limited(RLIMIT_DATA, 30 * kMega)), false},
        {"hardly any memory", in(limited(RLIMIT_DATA, 10 * kMega)), false},
        {"no room on the disk", in(limited(RLIMIT_FSIZE, 0)), false},
        {"few files open", in(limited(RLIMIT_NOFILE, 5)), false},
        {"a small stack", in(limited(RLIMIT_STACK, 512 * 1024)), true},
        {"hardly any stack", in(limited(RLIMIT_STACK, 64 * 1024)), true},
        {"a stack without end", in(limited(RLIMIT_STACK, RLIM_INFINITY)), true},
        {"standard input closed", in(without(0)), true},
        {"a working folder that is gone", in(inAFolderThatIsGone), true},
        {"signals blocked", in(withSignalsBlocked), true},
        {"nobody may touch what is made", in([] { ::umask(0777); }), true},
        {"nowhere for drafts, sessions and settings", everywhereGone(), true},
    };
}

/// What the call says: its output and the files it wrote.
QByteArray saidBy(const Outcome& outcome, const QString& out)
{
    QByteArray said = outcome.out;
    QDir folder(out);
    for (const QString& name : folder.entryList(QDir::Files, QDir::Name))
        said += name.toUtf8() + ":" + readFile(folder.filePath(name));
    said.replace(out.toUtf8(), "OUT");
    return said;
}

} // namespace

class TstSurroundings : public QObject {
    Q_OBJECT
    const QString m_locales = SHARDSCOPE_BINARY_DIR "/locales";

private slots:
    /// The system's own locales may be few: those asked for are made where they are not yet.
    void initTestCase()
    {
        QProcess maker;
        maker.setProcessChannelMode(QProcess::ForwardedChannels);
        maker.start("bash", {SHARDSCOPE_SOURCE_DIR "/tests/setup/make_locales.sh", m_locales});
        QVERIFY2(maker.waitForFinished(120'000) && maker.exitCode() == 0,
                 "no localedef, or no definitions of locales (Debian: locales)");
    }

    void everyCall_data()
    {
        QTest::addColumn<int>("call");
        for (std::size_t number = 0; number < goodCalls().size(); ++number)
            QTest::newRow(goodCalls()[number].name) << static_cast<int>(number);
    }

    void everyCall()
    {
        QFETCH(int, call);
        const VerbCall& verb = goodCalls()[static_cast<std::size_t>(call)];
        const QTemporaryDir folder;
        const auto run = [&](const QString& name, Surroundings surroundings) {
            const QString out = folder.filePath(name);
            QDir().mkpath(out);
            surroundings.environment.insert(
                surroundings.environment.begin(),
                {{"LC_ALL", "C.UTF-8"}, {"LOCPATH", m_locales}, {"SHARDSCOPE_CACHE", "off"}});
            const Outcome outcome = runRough(filled(verb, {}, out), surroundings);
            return std::pair(outcome, saidBy(outcome, out));
        };
        const auto [plain, wanted] = run("plain", {});
        QVERIFY2(plain.exitCode == 0, plain.text().constData());
        QStringList breaches;
        int number = 0;
        const int each = rounds(3, 1);
        for (const Oddity& oddity : oddities(folder.path())) {
            if (++number % each != call % each)
                continue;
            Surroundings surroundings = oddity.surroundings;
            if (surroundings.environment.size() == 1 &&
                surroundings.environment.front().first == "LC_NUMERIC")
                surroundings.environment.push_back({"LC_ALL", ""});
            const auto [outcome, said] = run(QString::number(number), surroundings);
            const auto complain = [&](const QString& what) {
                breaches << QString("%1: %2\n%3").arg(oddity.name, what, QString::fromUtf8(outcome.text()));
            };
            if (const QString breach = outcome.breach(); !breach.isEmpty())
                complain(breach);
            else if (outcome.exitCode != 0 && (oddity.sameAnswer || outcome.exitCode != 2))
                complain("refused");
            else if (outcome.exitCode == 0 && said != wanted && !verb.arguments.contains("trace"))
                complain("another answer");
            else if (oddity.sameAnswer && !outcome.err.isEmpty())
                complain("words on standard error");
        }
        QVERIFY2(breaches.isEmpty(), qPrintable("\n" + breaches.join('\n')));
    }
};

SHARDSCOPE_TEST(TstSurroundings)
#include "tst_surroundings.moc"
