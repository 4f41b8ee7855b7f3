// SPDX-License-Identifier: GPL-3.0-or-later
// Counts and ranges of whole numbers, as a search is told them.
#pragma once

#include "core/base/result.h"
#include "planner/search.h"

#include <string>

namespace shardscope::app {

/// "15T", "300e9", "2.5B": a count of at most 10^18. Errors are placed at \p where.
[[nodiscard]] core::Result<double> countOf(const std::string& text, const std::string& where);

/// "8" or "8..64".
[[nodiscard]] core::Result<planner::WholeRange> rangeOf(const std::string& text, const std::string& where);

} // namespace shardscope::app
