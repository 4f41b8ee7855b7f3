// SPDX-License-Identifier: GPL-3.0-or-later
// Work shared by threads. Which thread does what never shows in results: that is the callers' duty, and
// tested.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace shardscope::core {

/// Threads that work at the same time, the caller's included: what the machine has, the environment's
/// SHARDSCOPE_THREADS, or what a ThreadCount in scope says. At least 1.
[[nodiscard]] unsigned threadCount();

/// Sets threadCount() while it lives. For tests and benchmarks; not for use beside running work.
class ThreadCount {
public:
    explicit ThreadCount(unsigned threads);
    ~ThreadCount();
    ThreadCount(const ThreadCount&) = delete;
    ThreadCount& operator=(const ThreadCount&) = delete;

private:
    unsigned m_before;
};

/// Work offered to the pool. Nobody may rely on a helper ever coming: the owner must be able to do all of the
/// work itself. So nesting and waiting cannot deadlock.
class Helpers {
public:
    Helpers();
    ~Helpers() { finish(); }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    /// \p work is called in a thread of the pool, or never when finish comes first. It must not throw.
    void offer(std::function<void()> work);
    /// Drops what nobody has begun, waits for what somebody has.
    void finish();

private:
    struct State;
    std::shared_ptr<State> m_state;
};

/// Calls \p body(0) … \p body(count - 1), each once, in any order, in up to threadCount() threads; returns
/// when all are done. An exception of a body is thrown on once all that run have ended; others may be left
/// out.
void parallelFor(std::size_t count, const std::function<void(std::size_t)>& body);

} // namespace shardscope::core
