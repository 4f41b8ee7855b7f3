// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of runs that were joined into one.
#pragma once

#include "core/run/run.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace shardscope::profiler {

struct ArgumentPart {
    std::uint32_t firstSource = 0; ///< the joined run's number of the part's first file
    std::shared_ptr<const core::ArgumentSource> arguments; ///< of the part alone; may be null
};

/// Finds arguments by the joined run's places. \p parts: by their first file.
[[nodiscard]] std::shared_ptr<const core::ArgumentSource> joinArguments(std::vector<ArgumentPart> parts);

} // namespace shardscope::profiler
