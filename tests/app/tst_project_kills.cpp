// SPDX-License-Identifier: GPL-3.0-or-later
// Killed at any moment of saving, or refused by the disk: the file is whole, and holds what was said to be
// written.
#include "app/session/project/project_writer.h"
#include "core/io/files.h"
#include "tests/support/project_story.h"
#include "tests/support/soak.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <chrono>
#include <csignal>
#include <optional>
#include <random>
#include <thread>
#include <utility>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace shardscope;
using app::Project;
using tests::ProjectStory;
using tests::told;

namespace {

namespace fs = std::filesystem;

/// Kills of a program that writes each step before the next.
int kills() { return tests::rounds(900, 9'000); }
/// Kills of a program that writes its steps on a thread of their own.
int writerKills() { return tests::rounds(100, 1'000); }

core::ProjectContents readBack(const fs::path& file)
{
    const auto store = core::Store::open(file, core::Store::Access::Write); // as the next start does
    if (!store.ok() || !store->check().ok())
        qFatal("%s cannot be opened again", file.c_str());
    return store->read().value();
}

/// Runs \p body in a child with the writing end of a pipe, kills it \p wait after \p words numbers came
/// through the pipe and returns the last whole one; none: there was none. Numbers and not time alone, so that
/// a busy machine does not kill what has done nothing yet.
template <class Body>
std::optional<std::uint32_t> killedAfter(std::uint64_t words, std::chrono::microseconds wait,
                                         const Body& body)
{
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0)
        qFatal("no pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        body(ends[1]);
        ::pause();
        ::_exit(0);
    }
    ::close(ends[1]);
    std::uint32_t number = 0;
    std::optional<std::uint32_t> last;
    std::uint64_t came = 0;
    for (; came < words && ::read(ends[0], &number, sizeof number) == sizeof number; ++came)
        last = number;
    if (came == words)
        std::this_thread::sleep_for(wait);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    while (::read(ends[0], &number, sizeof number) == sizeof number)
        last = number;
    ::close(ends[0]);
    return last;
}

void tell(int pipe, std::uint32_t number)
{
    if (::write(pipe, &number, sizeof number) != sizeof number)
        ::_exit(1);
}

/// How many acts of the story of \p seed, from \p least to \p most of them and begun with \p begin, lead to
/// what \p is tells.
std::optional<std::uint32_t> isReplayOf(const std::string& is, const core::ProjectContents& begin,
                                        std::uint64_t seed, std::uint32_t least, std::uint32_t most)
{
    Project project(begin);
    ProjectStory story(project, seed);
    for (std::uint32_t acts = 0;; ++acts, story.act()) {
        if (acts >= least && is == told(project.contents()))
            return acts;
        if (acts >= most)
            return std::nullopt;
    }
}

/// A folder in memory, if there is one: what a kill leaves does not depend on the disk, which would wait for
/// each step.
QString folderOfKills()
{
    const QString memory = QStringLiteral("/dev/shm");
    return (QFileInfo(memory).isWritable() ? memory : QDir::tempPath()) + QStringLiteral("/tst_kills_XXXXXX");
}

} // namespace

class TstProjectKills : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder{folderOfKills()};
    fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

private slots:
    /// One file through all kills: what one leaves, the next goes on with.
    void aKilledProgramLosesNothing()
    {
        const fs::path file = path("killed.shardscope");
        QVERIFY(core::Store::create(file).ok());
        core::ProjectContents now;
        std::mt19937_64 random(37);
        int amid = 0; // kills that met a step between its beginning and its word
        std::uint64_t acts = 0;
        for (int kill = 0; kill < kills(); ++kill) {
            if (kill % 20 == 19) { // a history does not grow for ever
                QVERIFY(QFile::remove(QString::fromStdString(file.string())));
                QVERIFY(core::Store::create(file).ok());
                now = {};
            }
            const std::uint64_t seed = random();
            const std::uint64_t words = 1 + random() % 12; // the first tells that it has begun
            const std::chrono::microseconds wait(random() % 500);
            const auto last = killedAfter(words, wait, [&](int pipe) {
                auto store = core::Store::open(file, core::Store::Access::Write);
                if (!store.ok())
                    ::_exit(1);
                Project project(now);
                project.setSink([&](core::StoreRecord record) {
                    if (!store->write(std::span(&record, 1)).ok())
                        ::_exit(1);
                });
                ProjectStory story(project, seed);
                tell(pipe, 0);
                for (std::uint32_t act = 1; act < 100'000; ++act) {
                    story.act();
                    tell(pipe, act);
                }
            });
            const std::uint32_t written = last.value_or(0);
            const core::ProjectContents begin = std::exchange(now, readBack(file));
            const std::string is = told(now);
            const auto replayed = isReplayOf(is, begin, seed, written, written + 1);
            QVERIFY2(replayed, qPrintable(QString::number(written)));
            amid += *replayed > written ? 1 : 0;
            acts += written;
        }
        QVERIFY(amid > 0);
        QVERIFY(acts > static_cast<std::uint64_t>(kills()));
    }

    /// What flush() promised is there; what was pushed behind it is there as far as some act.
    void aKilledWriterKeepsWhatItSaid()
    {
        std::mt19937_64 random(38);
        for (int kill = 0; kill < writerKills(); ++kill) {
            const fs::path file = path("writer.shardscope");
            QFile::remove(QString::fromStdString(file.string()));
            QVERIFY(core::Store::create(file).ok());
            const std::uint64_t seed = random();
            const auto last = killedAfter(1, std::chrono::microseconds(random() % 6000), [&](int pipe) {
                auto store = core::Store::open(file, core::Store::Access::Write);
                if (!store.ok())
                    ::_exit(1);
                app::ProjectWriter writer(std::move(store).value(), {});
                Project project;
                project.setSink([&](core::StoreRecord record) { writer.push(std::move(record)); });
                ProjectStory story(project, seed);
                tell(pipe, 0);
                for (std::uint32_t act = 1; act < 100'000; ++act) {
                    story.act();
                    if (act % 3 == 0) {
                        if (!writer.flush().ok())
                            ::_exit(1);
                        tell(pipe, act);
                    }
                }
            });
            const std::uint32_t promised = last.value_or(0);
            const std::string is = told(readBack(file));
            QVERIFY2(isReplayOf(is, {}, seed, promised, promised + 4), qPrintable(QString::number(promised)));
        }
    }

    /// A disk that takes no more: it is said, what was written stays, and what was not is written once there
    /// is room.
    void aFullDiskIsToldAndLosesNothing()
    {
        const fs::path file = path("full.shardscope");
        QVERIFY(core::Store::create(file).ok());
        constexpr std::uint32_t kActs = 400;
        const pid_t child = ::fork();
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_IGN); // a write is then refused instead
            rlimit limit{};
            ::getrlimit(RLIMIT_FSIZE, &limit);
            const rlim_t room = limit.rlim_cur;
            limit.rlim_cur = 150'000;
            ::setrlimit(RLIMIT_FSIZE, &limit);
            std::atomic<int> told = 0;
            {
                auto store = core::Store::open(file, core::Store::Access::Write);
                if (!store.ok())
                    ::_exit(2);
                app::ProjectWriter writer(std::move(store).value(), [&](const core::Error& error) {
                    told += error.code == core::ErrorCode::FileUnwritable ? 1 : 100;
                });
                Project project;
                project.setSink([&](core::StoreRecord record) { writer.push(std::move(record)); });
                ProjectStory story(project, 4);
                bool refused = false;
                for (std::uint32_t act = 1; act <= kActs; ++act) {
                    story.act();
                    if (act % 20 == 0 && !refused && !writer.flush().ok()) {
                        refused = true;
                        // The file as another program would see it now: some of what the writer was given
                        // meanwhile is there.
                        const auto now = core::Store::open(file, core::Store::Access::Read);
                        const std::string is = now.ok() ? tests::told(now->read().value()) : "";
                        if (!isReplayOf(is, {}, 4, act - 20, act))
                            ::_exit(3);
                    }
                }
                if (!refused)
                    ::_exit(4);
                limit.rlim_cur = room;
                ::setrlimit(RLIMIT_FSIZE, &limit);
                if (!writer.flush().ok())
                    ::_exit(5);
            }
            ::_exit(told == 1 ? 0 : 6);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        QVERIFY(isReplayOf(told(readBack(file)), {}, 4, kActs, kActs));
    }
};

SHARDSCOPE_TEST(TstProjectKills)
#include "tst_project_kills.moc"
