// SPDX-License-Identifier: GPL-3.0-or-later
// When the steps of a trace have settled.
#pragma once

#include "planner/tape/allocator/caching_allocator.h"

#include <utility>
#include <vector>

namespace shardscope::planner::tape {

/// How many steps are traced before one is shown.
enum class Steps {
    UntilTheyRepeat, ///< as many as it takes, and no more than All
    All              ///< until no plan's steps change any more, with every micro-batch of every stage
};

/// Asked at the begin of each step. A step that begins where the one before it began, with the same requests
/// in the same places, runs as that one did: it need not be run again. The first step is never the one shown:
/// its first events are named after nothing, those of the others after the step before.
class Settling {
public:
    explicit Settling(Steps steps)
        : m_steps(steps)
    {
    }
    [[nodiscard]] bool repeats(const CachingAllocator& allocator)
    {
        if (m_steps == Steps::All)
            return false;
        std::vector<CachingAllocator::Piece> now = allocator.layout();
        const bool same = ++m_begun > 2 && now == m_before;
        m_before = std::move(now);
        return same;
    }

private:
    Steps m_steps;
    int m_begun = 0;
    std::vector<CachingAllocator::Piece> m_before;
};

} // namespace shardscope::planner::tape
