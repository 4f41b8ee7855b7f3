// SPDX-License-Identifier: GPL-3.0-or-later
// How long work is stopped and how it tells how far it is: one token and one sink, passed down.
#pragma once

#include "core/base/result.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace shardscope::core {

/// Given to every long piece of work. Copyable; the sink may be called from any thread.
struct Task {
    std::stop_token stop;
    /// stage: a stable key ("read", "nest", ...) the front end translates; fraction: 0..1, below 0 if
    /// unknown.
    std::function<void(std::string_view stage, double fraction)> progress;

    [[nodiscard]] bool cancelled() const { return stop.stop_requested(); }
    /// SHARDSCOPE_TRY_DONE calls it: fails with ErrorCode::Cancelled once the work is stopped.
    [[nodiscard]] Result<Done> checkCancelled() const
    {
        if (cancelled())
            return Error{ErrorCode::Cancelled};
        return Done{};
    }
    void report(std::string_view stage, double fraction) const
    {
        if (progress)
            progress(stage, fraction);
    }
};

} // namespace shardscope::core
