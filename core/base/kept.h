// SPDX-License-Identifier: GPL-3.0-or-later
// Where a broken promise ends: with the answer that it was met in.
#pragma once

#include "core/base/error.h"

#include <exception>
#include <new>
#include <utility>

namespace shardscope::core {

/// An error that says that the program broke the promise \p broken names, while it looked at \p what.
[[nodiscard]] inline Error brokenPromise(const std::exception& broken, std::string what = {})
{
    return {ErrorCode::BrokenPromise, {broken.what(), std::move(what)}};
}

/// Runs \p work and gives its Result, or ErrorCode::BrokenPromise if it broke a promise or the standard
/// library's; \p what() says what it looked at, and is asked only then.
template <class Work, class What>
[[nodiscard]] auto kept(Work&& work, What&& what) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) { // no broken promise: whoever has memory to give back says so
        throw;
    } catch (const std::exception& broken) {
        return brokenPromise(broken, what());
    }
}

} // namespace shardscope::core
