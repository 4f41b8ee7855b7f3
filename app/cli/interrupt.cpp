// SPDX-License-Identifier: GPL-3.0-or-later
// A signal handler may hardly do anything, so it writes a byte to a pipe; a thread reads it and requests the
// stop.
#include "app/cli/interrupt.h"

#include "app/session/text/messages.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace shardscope::app {
namespace {

std::atomic<int> writeEnd{-1};

extern "C" void onSignal(int number)
{
    std::signal(number, SIG_DFL); // the second one ends the program
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
            std::fprintf(stderr, "\r\033[K%s %.0f %%", name.constData(), fraction * 100);
        std::fflush(stderr);
    }

private:
    std::mutex m_mutex;
    std::chrono::steady_clock::time_point m_last;
    bool m_shown = false;
};

} // namespace

struct Interrupt::Parts {
    std::stop_source stop;
    int ends[2] = {-1, -1};
    std::thread reader;
    std::shared_ptr<ProgressLine> line;
};

Interrupt::Interrupt()
    : m_parts(std::make_unique<Parts>())
{
    if (::pipe(m_parts->ends) == 0) {
        writeEnd = m_parts->ends[1];
        m_parts->reader = std::thread([source = m_parts->stop, end = m_parts->ends[0]]() mutable {
            char byte = 0;
            while (::read(end, &byte, 1) == 1) {
                if (byte == 'q')
                    return;
                source.request_stop();
            }
        });
        std::signal(SIGINT, onSignal);
        std::signal(SIGTERM, onSignal);
    }
    if (::isatty(STDERR_FILENO) == 1)
        m_parts->line = std::make_shared<ProgressLine>();
}

Interrupt::~Interrupt()
{
    if (!m_parts->reader.joinable())
        return;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    writeEnd = -1;
    const char quit = 'q';
    if (::write(m_parts->ends[1], &quit, 1) != 1)
        m_parts->reader.detach();
    else
        m_parts->reader.join();
    ::close(m_parts->ends[0]);
    ::close(m_parts->ends[1]);
}

void Interrupt::wipe() const
{
    if (m_parts->line)
        m_parts->line->wipe();
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
