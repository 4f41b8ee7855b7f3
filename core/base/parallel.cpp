// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include "core/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <sys/resource.h>
#include <thread>

namespace shardscope::core {

namespace {

std::atomic<unsigned> g_asked{0}; // 0: nobody asked

unsigned ownThreadCount()
{
    static const unsigned count = [] {
        constexpr long kMost = 1024;
        const char* const given = std::getenv("SHARDSCOPE_THREADS");
        long asked = 0;
        if (given != nullptr)
            std::from_chars(given, given + std::strlen(given), asked);
        if (asked > 0)
            return static_cast<unsigned>(std::min(asked, kMost));
        // Each thread takes addresses for a stack and for memory of its own: where these are few, one does it
        // all.
        constexpr rlim_t kRoomForThreads = rlim_t{1} << 30;
        rlimit addresses{};
        if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur < kRoomForThreads)
            return 1u;
        return std::max(1u, std::thread::hardware_concurrency());
    }();
    return count;
}

} // namespace

unsigned threadCount()
{
    const unsigned asked = g_asked;
    return asked != 0 ? asked : ownThreadCount();
}

ThreadCount::ThreadCount(unsigned threads)
    : m_before(g_asked.exchange(std::max(1u, threads)))
{
}

ThreadCount::~ThreadCount() { g_asked = m_before; }

struct Helpers::State {
    std::mutex mutex;
    std::condition_variable ended;
    std::size_t running = 0;
    bool closed = false;
};

Helpers::Helpers()
    : m_state(std::make_shared<State>())
{
}

void Helpers::offer(std::function<void()> work)
{
    if (threadCount() < 2)
        return;
    runInPool([state = m_state, work = std::move(work)] {
        {
            const std::lock_guard lock(state->mutex);
            if (state->closed)
                return;
            ++state->running;
        }
        work();
        const std::lock_guard lock(state->mutex);
        --state->running;
        state->ended.notify_all();
    });
}

void Helpers::finish()
{
    std::unique_lock lock(m_state->mutex);
    m_state->closed = true;
    m_state->ended.wait(lock, [this] { return m_state->running == 0; });
}

void parallelFor(std::size_t count, const std::function<void(std::size_t)>& body)
{
    std::atomic<std::size_t> next{0};
    std::mutex failureMutex;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            for (std::size_t at = next++; at < count; at = next++)
                body(at);
        } catch (...) {
            next = count;
            const std::lock_guard lock(failureMutex);
            failure = std::current_exception();
        }
    };
    {
        Helpers helpers;
        for (std::size_t helper = 1; helper < std::min<std::size_t>(threadCount(), count); ++helper)
            helpers.offer(work);
        work();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace shardscope::core
