// SPDX-License-Identifier: GPL-3.0-or-later
// Want of memory, made: what asks for much of it is refused while one of these lives.
#pragma once

#include <cstddef>

namespace shardscope::tests {

class ScarceMemory {
public:
    enum class For { Workers, Everybody };
    /// Refuses allocations of \p most bytes and more by operator new; For::Workers: not in this thread.
    explicit ScarceMemory(std::size_t most, For whom = For::Workers);
    ~ScarceMemory();
    ScarceMemory(const ScarceMemory&) = delete;
    ScarceMemory& operator=(const ScarceMemory&) = delete;

    [[nodiscard]] static int refused(); ///< how often, since the last one was made
};

} // namespace shardscope::tests
