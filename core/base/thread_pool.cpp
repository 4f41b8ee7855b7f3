// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thread_pool.h"

#include "core/base/parallel.h"
#include "core/base/start_thread.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace shardscope::core {

namespace {

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

} // namespace

void runInPool(std::function<void()> work)
{
    static ThreadPool pool;
    pool.run(std::move(work));
}

} // namespace shardscope::core
