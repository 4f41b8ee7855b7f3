// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thread_pool.h"

#include "core/base/parallel.h"
#include "core/base/start_thread.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

#if SHARDSCOPE_USE_TBB
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#else
#include <condition_variable>
#include <thread>
#include <vector>
#endif

namespace shardscope::core {

#if SHARDSCOPE_USE_TBB

namespace {

/// Work that no thread has taken yet, here and not within oneTBB's tasks: what waits there when the process
/// ends looks lost to LeakSanitizer.
class WaitingWork {
public:
    void put(std::function<void()> work)
    {
        const std::lock_guard lock(m_mutex);
        m_work.push_back(std::move(work));
    }
    std::function<void()> take()
    {
        const std::lock_guard lock(m_mutex);
        std::function<void()> first = std::move(m_work.front());
        m_work.pop_front();
        return first;
    }

private:
    std::mutex m_mutex;
    std::deque<std::function<void()>> m_work;
};

} // namespace

void runInPool(std::function<void()> work)
{
    // Room for more threads than the machine has, for tests that ask for them; how many work is bounded by
    // who offers. No slot is kept for the calling thread, which works outside of the arena.
    static const std::size_t most = std::max<std::size_t>(threadCount(), 8);
    static tbb::global_control threads(tbb::global_control::max_allowed_parallelism, most + 1);
    static tbb::task_arena arena(static_cast<int>(most), 0);
    static auto& waiting = *new WaitingWork; // never destroyed: a thread may still ask while the process ends
    waiting.put(std::move(work));
    arena.enqueue([] { waiting.take()(); });
}

#else

namespace {

/// Threads that are made when there is more work than threads, and end with the process.
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

} // namespace

void runInPool(std::function<void()> work)
{
    static ThreadPool pool;
    pool.run(std::move(work));
}

#endif

} // namespace shardscope::core
