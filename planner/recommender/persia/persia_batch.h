// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's wire format, duplicate ids, and the convergence bound of its hybrid algorithm.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/model/recommender.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace shardscope::planner {

using core::nameOf;

/// The largest batch: samples are counted in 16 bits (PersiaML/PERSIA @ff754b8,
/// rust/persia-common/src/lib.rs).
inline constexpr std::int64_t kPersiaLargestBatch = 65535;

/// How the ids of a batch can be written down.
enum class IdFormat {
    Plain,       ///< 8 B an id, without what says whose it is
    Coordinates, ///< a sparse tensor: two indices and the id, 8 B each
    Compact,     ///< PERSIA's, by the published code
    Lists,       ///< as PERSIA's paper tells it: an id once, and a list of 16-bit samples
};
constexpr auto enumNames(IdFormat)
{
    return core::namesUpTo<IdFormat::Lists>("plain_ids", "sparse_tensor", "compact_code", "compact_paper");
}
inline constexpr auto kIdFormats = core::valuesOf<IdFormat>();

struct CompactBatch {
    double occurrences = 0; ///< ids of a batch
    double distinct = 0;    ///< different ones, feature by feature
    std::array<core::Bytes, kIdFormats.size()> bytes;

    [[nodiscard]] core::Bytes in(IdFormat format) const { return bytes[static_cast<std::size_t>(format)]; }
    [[nodiscard]] core::Bytes compact() const { return in(IdFormat::Compact); }
    [[nodiscard]] double deduplication() const { return occurrences > 0 ? distinct / occurrences : 1; }
    /// Bytes in \p format against those in \p other.
    [[nodiscard]] double ratio(IdFormat format, IdFormat other) const
    {
        return in(other).value() > 0 ? in(format).value() / in(other).value() : 1;
    }
};

/// Expected sizes under each table's own law. Error: OutOfRange above kPersiaLargestBatch.
[[nodiscard]] core::Result<CompactBatch> compactBatch(const core::Recommender& model, std::int64_t batch);

/// The smallest batch from which \p format takes at most \p share of \p other, which it does for every larger
/// one; 0: not up to kPersiaLargestBatch.
[[nodiscard]] std::int64_t batchForRatio(const core::Recommender& model, IdFormat format, IdFormat other,
                                         double share);
/// The largest batch whose compact form by the published code is at most \p limit; 0: none is.
[[nodiscard]] std::int64_t largestBatchWithin(const core::Recommender& model, core::Bytes limit);

/// α of PERSIA's bound: the largest probability that one id occurs in a sample. It follows from the most
/// frequent id of all tables, whatever the number of rows.
struct IdFrequency {
    double alpha = 0;
    std::size_t table = 0; ///< whose id it is
    double median = 0;     ///< of the tables, each by its own most frequent id
};
[[nodiscard]] IdFrequency mostFrequentId(const core::Recommender& model);

/// A bound, not a prediction: σ/√T + 1/T + τ^a · α^b / T. The two first terms are synchronous SGD's; the last
/// is what hybrid training adds, and vanishes with α (the seed article on Persia; the form τ·α/T of the
/// paper, arXiv:2111.05897, is recalled). Its exponents are not verified: set them.
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
