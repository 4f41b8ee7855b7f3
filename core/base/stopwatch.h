// SPDX-License-Identifier: GPL-3.0-or-later
// How long something took.
#pragma once

#include <chrono>

namespace shardscope::core {

/// Runs from its making. By the steady clock: a change of the system's time does not show.
class Stopwatch {
public:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace shardscope::core
