// SPDX-License-Identifier: GPL-3.0-or-later
// A signal handler may hardly do anything, so it writes a byte to a pipe; a thread reads it and requests the
// stop. Work that has not ended then is ended: a stop within half a second is a promise, unless the answer is
// being printed.
#include "app/cli/interrupt.h"

#include "app/cli/last_words.h"
#include "app/session/text/messages.h"
#include "core/base/start_thread.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace shardscope::app {
namespace {

std::atomic<int> writeEnd{-1};

constexpr int kPatienceMs = 350;

extern "C" void onSignal(int)
{
    const char byte = 's';
    const int end = writeEnd.load();
    if (end >= 0) [[maybe_unused]]
        const auto written = ::write(end, &byte, 1);
}

/// One line on standard error, rewritten in place at most ten times a second, wiped at the end.
class ProgressLine {
public:
    ~ProgressLine() { wipe(); }
    void wipe()
    {
        const std::lock_guard lock(m_mutex);
        if (m_shown)
            std::fputs("\r\033[K", stderr);
        m_shown = false;
    }
    void show(std::string_view stage, double fraction)
    {
        const std::lock_guard lock(m_mutex);
        const auto now = std::chrono::steady_clock::now();
        if (m_shown && now - m_last < std::chrono::milliseconds(100))
            return;
        m_last = now;
        m_shown = true;
        const QByteArray name = stageName(std::string(stage)).toUtf8();
        if (fraction < 0)
            std::fprintf(stderr, "\r\033[K%s …", name.constData());
        else
            std::fprintf(stderr, "\r\033[K%s %d %%", name.constData(), static_cast<int>(fraction * 100));
        std::fflush(stderr);
    }

private:
    std::mutex m_mutex;
    std::chrono::steady_clock::time_point m_last;
    bool m_shown = false;
};

/// Calls of the system end at the first one (SA_RESTART would begin them again), the second one ends the
/// program. Where the signal was ignored before (nohup), it stays ignored.
void listen(int number)
{
    struct sigaction before = {};
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN)
        return;
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
}

/// What comes through the pipe: 's' a signal, 'q' the end; 0 after \p patienceMs without either.
char awaitByte(int end, int patienceMs)
{
    pollfd wanted{end, POLLIN, 0};
    while (true) {
        const int ready = ::poll(&wanted, 1, patienceMs);
        if (ready < 0 && errno == EINTR)
            continue;
        char byte = 0;
        return ready > 0 && ::read(end, &byte, 1) == 1 ? byte : '\0';
    }
}

} // namespace

struct Interrupt::Parts {
    std::stop_source stop;
    std::shared_ptr<std::atomic<bool>> answering = std::make_shared<std::atomic<bool>>(false);
    int ends[2] = {-1, -1};
    std::optional<std::jthread> reader;
    std::shared_ptr<ProgressLine> line;
};

Interrupt::Interrupt()
    : m_parts(std::make_unique<Parts>())
{
    if (::isatty(STDERR_FILENO) == 1)
        m_parts->line = std::make_shared<ProgressLine>();
    if (::pipe2(m_parts->ends, O_CLOEXEC) != 0)
        return;
    writeEnd = m_parts->ends[1];
    m_parts->reader = core::startThread([source = m_parts->stop, end = m_parts->ends[0], line = m_parts->line,
                                         answering = m_parts->answering]() mutable {
        if (awaitByte(end, -1) != 's')
            return;
        source.request_stop();
        if (awaitByte(end, kPatienceMs) == 'q' || (*answering && awaitByte(end, -1) == 'q'))
            return;
        if (line)
            line->wipe();
        endNow("shardscope-cli: stopped\n", Exit::Interrupted);
    });
    if (!m_parts->reader)
        return; // then the first signal ends the program, as without all this
    listen(SIGINT);
    listen(SIGTERM);
}

Interrupt::~Interrupt()
{
    if (!m_parts->reader)
        return;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    writeEnd = -1;
    const char quit = 'q';
    if (::write(m_parts->ends[1], &quit, 1) != 1)
        m_parts->reader->detach();
    else
        m_parts->reader->join();
    ::close(m_parts->ends[0]);
    ::close(m_parts->ends[1]);
}

void Interrupt::wipe() const
{
    if (m_parts->line)
        m_parts->line->wipe();
}

void Interrupt::beginAnswer() const
{
    wipe();
    *m_parts->answering = true;
}

core::Task Interrupt::task() const
{
    core::Task task;
    task.stop = m_parts->stop.get_token();
    if (const auto line = m_parts->line)
        task.progress = [line](std::string_view stage, double fraction) { line->show(stage, fraction); };
    return task;
}

} // namespace shardscope::app
