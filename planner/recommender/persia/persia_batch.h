// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's wire format, duplicate ids, and the convergence bound of its hybrid algorithm.
#pragma once

#include "core/base/result.h"
#include "core/model/recommender.h"

#include <cstdint>

namespace shardscope::planner {

/// The largest batch: samples are counted in 16 bits (PersiaML/PERSIA @ff754b8,
/// rust/persia-common/src/lib.rs).
inline constexpr std::int64_t kPersiaLargestBatch = 65535;

struct CompactBatch {
    double occurrences = 0; ///< ids of a batch
    double distinct = 0;    ///< different ones, feature by feature
    core::Bytes compact;    ///< 8 B a distinct id, 4 B an occurrence, 4 B a sample, for each feature
    core::Bytes raw;        ///< 8 B an occurrence: ids alone, without what says whose they are
    /// The same ids as sparse tensors in coordinates: two indices and the id, of 8 B each (PyTorch,
    /// torch.sparse: a COO tensor takes (ndim * 8 + element size) * nse bytes; TensorFlow's SparseTensor
    /// holds the same).
    core::Bytes coordinates;
    [[nodiscard]] double deduplication() const { return occurrences > 0 ? distinct / occurrences : 1; }
    /// Of what a framework's own sparse batch takes: nears a sixth where ids repeat much and bags are long.
    [[nodiscard]] double ratioOfCoordinates() const
    {
        return coordinates.value() > 0 ? compact.value() / coordinates.value() : 1;
    }
    [[nodiscard]] double ratio() const { return raw.value() > 0 ? compact.value() / raw.value() : 1; }
};

/// Expected sizes under each table's own skew. Error: OutOfRange above kPersiaLargestBatch.
[[nodiscard]] core::Result<CompactBatch> compactBatch(const core::Recommender& model, std::int64_t batch);

/// Probability that two samples of concurrently trained batches share a row: the mean over features of
/// 1 - (1 - c)^(L²), c the chance that two ids agree, L ids a bag.
[[nodiscard]] double rowCollision(const core::Recommender& model);

/// A bound, not a prediction: σ/√T + 1/T + τ^a · α^b / T. The two first terms are synchronous SGD's; the last
/// is what hybrid training adds, and vanishes with α (the seed article on Persia). Its exponents are not
/// verified: set them.
struct ConvergenceBound {
    double sigma = 1;
    double iterations = 1e6; ///< T
    double staleness = 1;    ///< τ
    double collision = 0;    ///< α
    double stalenessExponent = 1;
    double collisionExponent = 1;

    [[nodiscard]] double synchronous() const;
    [[nodiscard]] double hybridTerm() const;
    [[nodiscard]] double value() const { return synchronous() + hybridTerm(); }
};

} // namespace shardscope::planner
