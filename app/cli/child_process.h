// SPDX-License-Identifier: GPL-3.0-or-later
// This program once more, as a child whose standard input is a socket to us. What may be killed runs there:
// mpirun ends all processes where one of its own is killed.
#pragma once

#include <cerrno>
#include <cstddef>
#include <string>
#include <vector>

namespace shardscope::app {

/// Moves all of it by \p move, which is asked for the rest until there is none; false: the other end is gone.
template <class Byte, class Move>
bool moveAll(Byte* bytes, std::size_t size, Move move)
{
    while (size > 0) {
        const std::ptrdiff_t done = move(bytes, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        size -= static_cast<std::size_t>(done);
    }
    return true;
}

/// Whole texts over a socket. False, and nothing more comes: the other end is gone.
[[nodiscard]] bool sendText(int socket, const std::string& text);
[[nodiscard]] bool receiveText(int socket, std::string& text, std::size_t longest = std::size_t(1) << 40U);

/// Called in a child: it ends when the process that started it does.
void endWithParent();

struct ChildProcess {
    int number = -1; ///< a pid_t, whose header stays with the source
    int socket = -1;
    [[nodiscard]] bool runs() const { return number >= 0; }
};

enum class ChildOutput { Ours, Nowhere };
/// Called with \p arguments. Runs not where the system gives no process.
[[nodiscard]] ChildProcess startChild(std::vector<std::string> arguments, ChildOutput output);

/// How a child ended.
struct ChildEnd {
    int exitCode = 0;
    int signal = 0; ///< 0: none killed it
    [[nodiscard]] std::string signalName() const;
};
/// Closes the socket, and waits.
ChildEnd awaitChild(ChildProcess& child);

} // namespace shardscope::app
