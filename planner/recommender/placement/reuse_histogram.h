// SPDX-License-Identifier: GPL-3.0-or-later
// How often ids come back within one batch of a production model, as published.
#pragma once

#include "core/model/recommender.h"

#include <array>

namespace shardscope::planner {

/// Rows of one table that occur equally often in the published batch.
struct ReuseClass {
    double reuse = 0; ///< times that one of them occurs
    double rows = 0;  ///< how many there are, of a mean table
};

/// Classes by powers of two, the rarest (met once) first. Lookups of a table: Σ reuse · rows.
struct ReuseHistogram {
    double samples = 0; ///< of the batch
    double lookups = 0; ///< of a mean table in it
    std::array<ReuseClass, 17> classes{};
};

/// The histogram of \p law, which is not Zipf's.
[[nodiscard]] const ReuseHistogram& reuseHistogram(core::IdLaw law);

} // namespace shardscope::planner
