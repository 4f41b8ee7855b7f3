// SPDX-License-Identifier: GPL-3.0-or-later
// Whether columns that come from a file keep what a Timeline promises.
#pragma once

#include "core/timeline/timeline.h"

#include <cstddef>
#include <span>

namespace shardscope::profiler {

/// How many blocks the slices of all \p lanes have.
[[nodiscard]] std::size_t blockCount(std::span<const core::Lane> lanes);

struct CheckedColumns {
    bool good = false;     ///< ids and ranges lead inside, times are times, everything is in its order
    bool sumsGood = false; ///< and the blocks sum their slices
};

/// Checks everything but \c firstBlock of \p parts, of a run with \p sources files.
[[nodiscard]] CheckedColumns checkColumns(const core::TimelineParts& parts, std::size_t sources);

} // namespace shardscope::profiler
