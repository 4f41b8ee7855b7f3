// SPDX-License-Identifier: GPL-3.0-or-later
// Items made ready by several threads and used one after another in their order.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace shardscope::profiler {

/// Calls work(0) … work(count - 1), each once, in threads of the pool and in the one that waits. No more than
/// \p most of them are begun and not yet passed by reach.
class WorkAhead {
public:
    WorkAhead(std::size_t count, std::size_t most, std::function<void(std::size_t)> work);
    /// Items that nobody has begun are left out; waits for the others.
    ~WorkAhead();
    WorkAhead(const WorkAhead&) = delete;
    WorkAhead& operator=(const WorkAhead&) = delete;

    /// Returns once work(\p index) is done; works along meanwhile. To be called with 0, 1, 2, … by one
    /// thread: items below \p index are passed.
    void reach(std::size_t index);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace shardscope::profiler
