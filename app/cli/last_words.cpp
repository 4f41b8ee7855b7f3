// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/last_words.h"

#include "core/io/output_file.h"

#include <atomic>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace shardscope::app {

namespace {

std::atomic<bool> said{false};

void onNoMemory() { endNow("shardscope-cli: there is not enough memory for this\n", Exit::BadCall); }

} // namespace

void endNow(const char* line, Exit exit)
{
    static std::atomic<pid_t> ending{0};
    const pid_t self = ::gettid();
    pid_t other = 0;
    while (!ending.compare_exchange_strong(other, self)) {
        if (other == self) // the end itself found no memory
            ::_exit(static_cast<int>(exit));
        ::pause(); // another thread has the last word
        other = 0;
    }
    if (!said && ::write(STDERR_FILENO, line, std::strlen(line)) < 0) {
        // nobody is there to be told
    }
    core::removeOwnDrafts();
    ::_exit(static_cast<int>(exit));
}

void saidLastWords() { said = true; }

void guardProcess()
{
    std::set_new_handler(onNoMemory);
    std::signal(SIGXFSZ, SIG_IGN);
    // A file must not be opened as number 1 and then be printed into; reading and writing here fail as where
    // it is closed.
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(number, F_GETFD) < 0)
            static_cast<void>(::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

} // namespace shardscope::app
