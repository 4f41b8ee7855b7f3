// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/part_reader.h"

#include "core/base/phrase.h"

#include <algorithm>
#include <csignal>
#include <cstdint>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace shardscope::app {
namespace {

std::string howItEnded(int worker, const ChildEnd& end)
{
    if (end.signal != 0)
        return core::phrase(W_("worker %1, which read it, was killed by signal %2 (%3)"),
                            {std::to_string(worker), std::to_string(end.signal), end.signalName()});
    return core::phrase(W_("worker %1, which read it, ended with exit code %2"),
                        {std::to_string(worker), std::to_string(end.exitCode)});
}

} // namespace

int servePartReader()
{
    endWithParent(); // nobody wants the answer then
    constexpr std::size_t kLongestName = 1U << 16;
    std::string file;
    while (receiveText(STDIN_FILENO, file, kLongestName)) {
        if (!sendText(STDIN_FILENO, profiler::partBytes(profiler::readPart(file))))
            return 1;
    }
    return 0;
}

std::string PartReader::end()
{
    return m_reader.runs() ? howItEnded(m_worker, awaitChild(m_reader)) : std::string();
}

bool PartReader::take(char* bytes, std::size_t size, const core::Task& task) const
{
    constexpr int kGlanceMs = 50;
    return moveAll(bytes, size, [&](char* at, std::size_t rest) -> std::ptrdiff_t {
        pollfd wanted{m_reader.socket, POLLIN, 0};
        int ready = 0;
        while (ready == 0 && !task.cancelled())
            ready = ::poll(&wanted, 1, kGlanceMs);
        return ready <= 0 || task.cancelled() ? std::min(ready, 0) : ::recv(m_reader.socket, at, rest, 0);
    });
}

profiler::FilePart PartReader::read(const std::string& file, const core::Task& task)
{
    if (!m_reader.runs())
        m_reader = startChild({kPartReaderWord}, ChildOutput::Nowhere); // what it would say we say better
    if (!m_reader.runs())
        return profiler::readPart(file, task);
    std::uint64_t size = 0;
    std::string bytes;
    if (sendText(m_reader.socket, file) && take(reinterpret_cast<char*>(&size), sizeof size, task)) {
        bytes.resize(size);
        if (take(bytes.data(), bytes.size(), task))
            return profiler::partOf(bytes);
    }
    if (task.cancelled()) {
        ::kill(m_reader.number, SIGKILL);
        static_cast<void>(end());
        return {{}, {core::ErrorCode::Cancelled}};
    }
    return {{}, {core::ErrorCode::FileUnreadable, {end()}}};
}

} // namespace shardscope::app
