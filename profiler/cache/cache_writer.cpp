// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cache/cache_writer.h"

#include "core/base/start_thread.h"
#include "profiler/cache/columnar_cache.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

namespace shardscope::profiler {

namespace {

std::atomic<std::uint64_t> mostBytes = std::uint64_t{4} << 30; ///< of all caches together

class CacheWriter {
public:
    ~CacheWriter() { finish(); }

    void add(std::function<void()> work)
    {
        const std::lock_guard lock(m_mutex);
        m_work.push_back(std::move(work));
        if (std::exchange(m_busy, true))
            return;
        m_thread = core::startThread([this] { run(); }); // the one before has ended, or is about to
        if (!m_thread) {                                 // no thread, no copy
            m_work.clear();
            m_busy = false;
        }
    }

    void finish()
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait(lock, [this] { return !m_busy; });
    }

private:
    void run()
    {
        std::unique_lock lock(m_mutex);
        while (!m_work.empty()) {
            const std::function<void()> work = std::move(m_work.front());
            m_work.pop_front();
            lock.unlock();
            try {
                work();
            } catch (const std::bad_alloc&) { // no copy then
            }
            lock.lock();
        }
        m_busy = false;
        m_idle.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_idle;
    std::deque<std::function<void()>> m_work;
    bool m_busy = false;
    std::optional<std::jthread> m_thread; // last: it ends before what it uses
};

CacheWriter& writer()
{
    static CacheWriter instance;
    return instance;
}

} // namespace

void cacheInBackground(const std::filesystem::path& file, const std::string& fingerprint,
                       const ImportedRun& imported)
{
    writer().add([file, fingerprint, imported] {
        if (writeCache(file, fingerprint, imported))
            trimCache(file.parent_path(), mostBytes);
    });
}

std::uint64_t mostCached() { return mostBytes; }

void setMostCached(std::uint64_t bytes)
{
    const bool fewer = mostBytes.exchange(bytes) > bytes;
    if (const auto folder = fewer ? cacheFolder() : std::nullopt)
        writer().add([folder = *folder] { trimCache(folder, mostBytes); });
}

void finishCaching() { writer().finish(); }

} // namespace shardscope::profiler
