// SPDX-License-Identifier: GPL-3.0-or-later
// This program once more, as a child whose standard input is a socket to us. What may be killed runs there:
// mpirun ends all processes where one of its own is killed.
#pragma once

#include <string>
#include <vector>

namespace shardscope::app {

/// Whole texts over a socket. False, and nothing more comes: the other end is gone.
[[nodiscard]] bool sendText(int socket, const std::string& text);
[[nodiscard]] bool receiveText(int socket, std::string& text, std::size_t longest = std::size_t(1) << 40U);

/// For a child: it ends when who started it does.
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
