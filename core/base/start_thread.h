// SPDX-License-Identifier: GPL-3.0-or-later
// A thread of its own, where the system gives one.
#pragma once

#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace shardscope::core {

/// Runs \p work in a new thread. None where the system has no more of them (limits of memory or processes):
/// the caller then does without.
template <class Work>
[[nodiscard]] std::optional<std::jthread> startThread(Work&& work)
{
    try {
        return std::jthread(std::forward<Work>(work));
    } catch (const std::system_error&) {
        return std::nullopt;
    }
}

} // namespace shardscope::core
