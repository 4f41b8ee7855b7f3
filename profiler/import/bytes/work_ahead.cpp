// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/bytes/work_ahead.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace shardscope::profiler {

struct WorkAhead::State {
    [[nodiscard]] bool anyToBegin() const // under mutex
    {
        return begun < done.size() && begun < passed + most;
    }

    /// Does the next item that nobody has begun. False where there is none now.
    bool step()
    {
        std::size_t item = 0;
        {
            const std::lock_guard lock(mutex);
            if (!anyToBegin())
                return false;
            item = begun++;
        }
        // Want of memory is told to who takes the item: in a thread of the pool it would end the program.
        std::exception_ptr failed;
        try {
            work(item);
        } catch (const std::bad_alloc&) {
            failed = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        failure = failed ? failed : failure;
        done[item] = true;
        if (item == passed) // nobody waits for another one
            changed.notify_all();
        return true;
    }

    void callHelpers() // under mutex
    {
        const std::size_t toBegin = std::min(done.size(), passed + most) - std::min(begun, passed + most);
        while (helping + 1 < core::threadCount() && helping < toBegin) {
            ++helping;
            helpers.offer([this] {
                while (step()) {
                }
                const std::lock_guard lock(mutex);
                --helping;
                callHelpers(); // an item was passed just now
            });
        }
    }

    std::function<void(std::size_t)> work;
    std::size_t most = 1;
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<bool> done;
    std::exception_ptr failure;
    std::size_t begun = 0;  ///< items below
    std::size_t passed = 0; ///< items below
    std::size_t helping = 0;
    core::Helpers helpers; // last: nobody works here once it is gone
};

WorkAhead::WorkAhead(std::size_t count, std::size_t most, std::function<void(std::size_t)> work)
    : m_state(std::make_unique<State>())
{
    m_state->work = std::move(work);
    m_state->most = std::max<std::size_t>(most, 1);
    m_state->done.resize(count, false);
}

WorkAhead::~WorkAhead()
{
    const std::lock_guard lock(m_state->mutex);
    m_state->begun = m_state->done.size();
}

void WorkAhead::reach(std::size_t index)
{
    State& state = *m_state;
    std::unique_lock lock(state.mutex);
    state.passed = index;
    state.callHelpers();
    while (!state.done[index]) {
        lock.unlock();
        const bool worked = state.step();
        lock.lock();
        if (!worked)
            state.changed.wait(lock, [&] { return state.done[index] || state.anyToBegin(); });
    }
    if (state.failure)
        std::rethrow_exception(state.failure);
}

} // namespace shardscope::profiler
