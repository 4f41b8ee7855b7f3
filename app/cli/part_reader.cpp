// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/part_reader.h"

#include "core/base/phrase.h"
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to us

namespace shardscope::app {

static_assert(std::is_same_v<pid_t, int>);

namespace {

/// All of it, or false: the other end is gone.
bool putAll(int socket, const char* bytes, std::size_t size)
{
    while (size > 0) {
        const ssize_t done = ::send(socket, bytes, size, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        size -= static_cast<std::size_t>(done);
    }
    return true;
}

bool put(int socket, const std::string& text)
{
    const std::uint64_t size = text.size();
    return putAll(socket, reinterpret_cast<const char*>(&size), sizeof size) &&
           putAll(socket, text.data(), text.size());
}

bool takeAll(int socket, char* bytes, std::size_t size)
{
    while (size > 0) {
        const ssize_t done = ::recv(socket, bytes, size, 0);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        size -= static_cast<std::size_t>(done);
    }
    return true;
}

std::string howItEnded(int worker, int status)
{
    if (WIFSIGNALED(status))
        return core::phrase(
            W_("worker %1, which read it, was killed by signal %2 (%3)"),
            {std::to_string(worker), std::to_string(WTERMSIG(status)), ::strsignal(WTERMSIG(status))});
    return core::phrase(W_("worker %1, which read it, ended with exit code %2"),
                        {std::to_string(worker), std::to_string(WEXITSTATUS(status))});
}

} // namespace

int servePartReader()
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // who asks is gone: nobody wants the answer
    constexpr std::uint64_t kLongestName = 1U << 16;
    std::uint64_t size = 0;
    while (takeAll(STDIN_FILENO, reinterpret_cast<char*>(&size), sizeof size)) {
        if (size > kLongestName)
            return 1;
        std::string file(size, '\0');
        if (!takeAll(STDIN_FILENO, file.data(), file.size()) ||
            !put(STDIN_FILENO, profiler::partBytes(profiler::readPart(file))))
            return 1;
    }
    return 0;
}

bool PartReader::start()
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0); // we say it better
    std::string program = "shardscope-cli";
    std::string word = kPartReaderWord;
    char* arguments[] = {program.data(), word.data(), nullptr};
    const int failed = ::posix_spawn(&m_process, "/proc/self/exe", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (failed != 0) {
        ::close(ends[0]);
        m_process = -1;
        return false;
    }
    m_socket = ends[0];
    return true;
}

std::string PartReader::end()
{
    if (m_process < 0)
        return {};
    ::close(m_socket); // a reader that waits for a name ends by itself
    int status = 0;
    while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
    }
    m_process = -1;
    return howItEnded(m_worker, status);
}

bool PartReader::take(char* bytes, std::size_t size, const core::Task& task) const
{
    constexpr int kGlanceMs = 50;
    while (size > 0) {
        pollfd wanted{m_socket, POLLIN, 0};
        const int ready = ::poll(&wanted, 1, kGlanceMs);
        if (task.cancelled())
            return false;
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const ssize_t done = ::recv(m_socket, bytes, size, 0);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        size -= static_cast<std::size_t>(done);
    }
    return true;
}

profiler::FilePart PartReader::read(const std::string& file, const core::Task& task)
{
    if (m_process < 0 && !start())
        return profiler::readPart(file, task);
    std::uint64_t size = 0;
    std::string bytes;
    if (put(m_socket, file) && take(reinterpret_cast<char*>(&size), sizeof size, task)) {
        bytes.resize(size);
        if (take(bytes.data(), bytes.size(), task))
            return profiler::partOf(bytes);
    }
    if (task.cancelled()) {
        ::kill(m_process, SIGKILL);
        static_cast<void>(end());
        return {{}, {core::ErrorCode::Cancelled, {}, {}}};
    }
    return {{}, {core::ErrorCode::FileUnreadable, {end()}, {}}};
}

} // namespace shardscope::app
