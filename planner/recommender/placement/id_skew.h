// SPDX-License-Identifier: GPL-3.0-or-later
// How often ids repeat, and what follows for caches, duplicates, hot shards and collisions: the only place
// that knows a table's law. A law is Zipf's over the rows, with a share of lookups whose ids come once and
// never again, or a published histogram of reuse.
#pragma once

#include "core/model/recommender.h"

#include <vector>

namespace shardscope::planner {

/// Zipf alone: \p rows >= 1; \p skew is the exponent s of p(k) ~ 1 / k^s, 0 for all rows equally often. Sums
/// over rows are replaced by integrals beyond the first 64 rows, so that a table of 1e12 rows costs no more
/// than one of 1e3.

/// Share of lookups that the \p hottest rows take: the hit ratio of an ideal cache of that size.
[[nodiscard]] double hottestShare(double hottest, double rows, double skew);
/// Expected number of different rows among \p draws lookups.
[[nodiscard]] double expectedDistinct(double rows, double draws, double skew);

/// The same of a table's lookups under its own law, whose sets may repeat as a whole.
[[nodiscard]] double hottestShare(double hottest, const core::EmbeddingTable& table);
[[nodiscard]] double expectedDistinct(const core::EmbeddingTable& table, double draws);
/// Probability that the next lookup after \p draws others meets a row that none of them met.
[[nodiscard]] double newShare(const core::EmbeddingTable& table, double draws);
/// Probability that the most frequent id occurs in a sample: PERSIA's α of this table.
[[nodiscard]] double mostFrequentInSample(const core::EmbeddingTable& table);

/// A cache that keeps what was used last: \p rows of all tables together.
struct LruCache {
    double hits = 1;    ///< share of all lookups
    double samples = 0; ///< after which a row that was not met again is gone; infinite where all rows fit
};
/// H. Che, Y. Tung, Z. Wang, "Hierarchical Web Caching Systems", IEEE JSAC 20 (2002): a row stays as long as
/// it takes until \p rows different ones have been met; a lookup misses where its row was not met in that
/// time.
[[nodiscard]] LruCache lruCache(const std::vector<core::EmbeddingTable>& tables, double rows);

} // namespace shardscope::planner
