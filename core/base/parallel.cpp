// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include "core/base/start_thread.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <sys/resource.h>
#include <thread>
#include <utility>
#include <vector>

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

/// Threads that are made when there is more work than threads, and end with the process. Where the system
/// gives no thread, work waits for those there are, or for its owner. (oneTBB's pool ends the process there.)
class ThreadPool {
public:
    ~ThreadPool()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_over = true;
        }
        m_changed.notify_all();
    }

    void run(std::function<void()> work)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_threads.reserve(m_threads.size() +
                              1); // a thread that serves must not be lost for want of memory
            m_work.push_back(std::move(work));
            if (m_work.size() > m_idle && m_threads.size() + 1 < threadCount()) {
                if (auto thread = startThread([this] { serve(); }))
                    m_threads.push_back(std::move(*thread));
            }
        }
        m_changed.notify_one();
    }

private:
    void serve()
    {
        std::unique_lock lock(m_mutex);
        while (true) {
            ++m_idle;
            m_changed.wait(lock, [this] { return m_over || !m_work.empty(); });
            --m_idle;
            if (m_over)
                return;
            const std::function<void()> work = std::move(m_work.front());
            m_work.pop_front();
            lock.unlock();
            work();
            lock.lock();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_work;
    std::size_t m_idle = 0;
    bool m_over = false;
    std::vector<std::jthread> m_threads; // last: they end before what they use
};

/// Calls \p work sometime in a thread of the process's pool. Returns at once.
void runInPool(std::function<void()> work)
{
    static ThreadPool pool;
    pool.run(std::move(work));
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
