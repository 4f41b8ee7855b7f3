// SPDX-License-Identifier: GPL-3.0-or-later
// How often ids repeat: Zipf's law over a table's rows, and what follows for caches, duplicates and hot
// shards.
#pragma once

#include "core/model/recommender.h"

namespace shardscope::planner {

/// All functions: \p rows >= 1; \p skew is the exponent s of p(k) ~ 1 / k^s, 0 for all rows equally often.
/// Sums over rows are replaced by integrals beyond the first 64 rows, so that a table of 1e12 rows costs no
/// more than one of 1e3.

/// Share of lookups that the \p hottest rows take: the hit ratio of an ideal cache of that size.
[[nodiscard]] double hottestShare(double hottest, double rows, double skew);
/// Expected number of different rows among \p draws lookups.
[[nodiscard]] double expectedDistinct(double rows, double draws, double skew);
/// The same of a table's lookups, whose sets may repeat as a whole.
[[nodiscard]] double hottestShare(double hottest, const core::EmbeddingTable& table);
[[nodiscard]] double expectedDistinct(const core::EmbeddingTable& table, double draws);
/// Probability that two independent lookups meet the same row: PERSIA's α is this over the rows of a batch.
[[nodiscard]] double collisionProbability(double rows, double skew);

} // namespace shardscope::planner
