// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/child_process.h"

#include "core/base/mapped.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <fcntl.h>
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

bool sendAll(int socket, const char* bytes, std::size_t size)
{
    return moveAll(bytes, size,
                   [&](const char* at, std::size_t rest) { return ::send(socket, at, rest, MSG_NOSIGNAL); });
}

bool receiveAll(int socket, char* bytes, std::size_t size)
{
    return moveAll(bytes, size, [&](char* at, std::size_t rest) { return ::recv(socket, at, rest, 0); });
}

} // namespace

bool sendText(int socket, const std::string& text)
{
    const std::uint64_t size = text.size();
    return sendAll(socket, reinterpret_cast<const char*>(&size), sizeof size) &&
           sendAll(socket, text.data(), text.size());
}

bool receiveText(int socket, std::string& text, std::size_t longest)
{
    std::uint64_t size = 0;
    if (!receiveAll(socket, reinterpret_cast<char*>(&size), sizeof size) || size > longest)
        return false;
    text.resize(size);
    return receiveAll(socket, text.data(), text.size());
}

void endWithParent() { ::prctl(PR_SET_PDEATHSIG, SIGKILL); }

ChildProcess startChild(std::vector<std::string> arguments, ChildOutput output)
{
    ChildProcess child;
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return child;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    if (output == ChildOutput::Nowhere) {
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    arguments.insert(arguments.begin(), "shardscope-cli");
    auto words = core::mapped<char*>(arguments, [](std::string& argument) { return argument.data(); });
    words.push_back(nullptr);
    const int failed =
        ::posix_spawn(&child.number, "/proc/self/exe", &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (failed != 0) {
        ::close(ends[0]);
        child.number = -1;
        return child;
    }
    child.socket = ends[0];
    return child;
}

std::string ChildEnd::signalName() const { return ::strsignal(signal); }

ChildEnd awaitChild(ChildProcess& child)
{
    ::close(child.socket);
    int status = 0;
    while (::waitpid(child.number, &status, 0) < 0 && errno == EINTR) {
    }
    child = {};
    if (WIFSIGNALED(status))
        return {0, WTERMSIG(status)};
    return {WEXITSTATUS(status), 0};
}

} // namespace shardscope::app
