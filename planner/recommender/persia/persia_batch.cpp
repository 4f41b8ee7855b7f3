// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/persia_batch.h"

#include "core/base/refusals.h"
#include "planner/recommender/placement/id_skew.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

namespace {
constexpr double kIdBytes = 8;
constexpr double kOccurrenceBytes = 4; // (u16 sample, u16 position)
constexpr double kSampleBytes = 4;
constexpr double kCoordinateBytes = 3 * 8; // row, column, value
} // namespace

core::Result<CompactBatch> compactBatch(const core::Recommender& model, std::int64_t batch)
{
    if (batch < 1 || batch > kPersiaLargestBatch)
        return core::outOfRange(batch, "1", kPersiaLargestBatch);
    CompactBatch sizes;
    const double samples = static_cast<double>(batch);
    for (const core::EmbeddingTable& table : model.tables) {
        const double copies = static_cast<double>(table.count);
        const double occurrences = samples * table.pooling;
        const double distinct = expectedDistinct(table, occurrences);
        sizes.occurrences += copies * occurrences;
        sizes.distinct += copies * distinct;
        sizes.compact += core::Bytes{
            copies * (kIdBytes * distinct + kOccurrenceBytes * occurrences + kSampleBytes * samples)};
        sizes.raw += core::Bytes{copies * kIdBytes * occurrences};
        sizes.coordinates += core::Bytes{copies * kCoordinateBytes * occurrences};
    }
    return sizes;
}

double rowCollision(const core::Recommender& model)
{
    double total = 0;
    for (const core::EmbeddingTable& table : model.tables) {
        const double same = collisionProbability(static_cast<double>(table.rows), table.skew);
        total += static_cast<double>(table.count) *
                 -std::expm1(table.pooling * table.pooling * std::log1p(-std::min(same, 1 - 1e-15)));
    }
    const double features = static_cast<double>(model.tableCount());
    return features > 0 ? total / features : 0;
}

double ConvergenceBound::synchronous() const { return sigma / std::sqrt(iterations) + 1 / iterations; }

double ConvergenceBound::hybridTerm() const
{
    if (collision <= 0)
        return 0;
    return std::pow(staleness, stalenessExponent) * std::pow(collision, collisionExponent) / iterations;
}

} // namespace shardscope::planner
