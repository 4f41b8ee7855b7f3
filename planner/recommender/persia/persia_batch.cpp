// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/persia_batch.h"

#include "core/base/refusals.h"
#include "planner/recommender/placement/id_skew.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace shardscope::planner {

namespace {
constexpr double kIdBytes = 8;
// PersiaML/PERSIA @ff754b8, rust/persia-common/src/lib.rs (FeatureBatch, SingleSignInFeatureBatch) and
// rust/persia-core/src/data.rs: all fields are serialised, a map from id to its place among them.
constexpr double kListLength = 4;      // of the occurrences of an id
constexpr double kMapEntry = 8 + 8;    // id, place
constexpr double kOccurrenceBytes = 4; // (u16 sample, u16 position)
constexpr double kSampleBytes = 4;     // ids of the feature in a sample
/// The paper's lists (arXiv:2111.05897, recalled): a sample of 16 bits an occurrence.
constexpr double kListedOccurrence = 2;
/// PyTorch, torch.sparse: a COO tensor takes (ndim * 8 + element size) * nse bytes; TensorFlow's SparseTensor
/// holds the same.
constexpr double kCoordinateBytes = 3 * 8; // row, column, value

double bytesOf(IdFormat format, double distinct, double occurrences, double samples)
{
    switch (format) {
    case IdFormat::Plain: return kIdBytes * occurrences;
    case IdFormat::Coordinates: return kCoordinateBytes * occurrences;
    case IdFormat::Compact:
        return (kIdBytes + kListLength + kMapEntry) * distinct + kOccurrenceBytes * occurrences +
               kSampleBytes * samples;
    case IdFormat::Lists: break;
    }
    return kIdBytes * distinct + kListedOccurrence * occurrences;
}

/// The smallest batch of which \p holds, where it holds for every larger one; 0: none.
template <class Predicate>
std::int64_t firstBatch(Predicate holds)
{
    std::int64_t low = 1;
    std::int64_t high = kPersiaLargestBatch;
    if (!holds(high))
        return 0;
    while (low < high) {
        const std::int64_t middle = (low + high) / 2;
        if (holds(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
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
        for (const IdFormat format : kIdFormats)
            sizes.bytes[static_cast<std::size_t>(format)] +=
                core::Bytes{copies * bytesOf(format, distinct, occurrences, samples)};
    }
    return sizes;
}

std::int64_t batchForRatio(const core::Recommender& model, IdFormat format, IdFormat other, double share)
{
    return firstBatch([&](std::int64_t batch) {
        const auto sizes = compactBatch(model, batch);
        return sizes.ok() && sizes->ratio(format, other) <= share;
    });
}

std::int64_t largestBatchWithin(const core::Recommender& model, core::Bytes limit)
{
    const std::int64_t tooLarge = firstBatch([&](std::int64_t batch) {
        const auto sizes = compactBatch(model, batch);
        return sizes.ok() && sizes->compact() > limit;
    });
    return tooLarge == 0 ? kPersiaLargestBatch : tooLarge - 1;
}

IdFrequency mostFrequentId(const core::Recommender& model)
{
    IdFrequency found;
    std::vector<std::pair<double, std::int64_t>> tables; // α, tables that have it
    for (std::size_t i = 0; i < model.tables.size(); ++i) {
        const double own = mostFrequentInSample(model.tables[i]);
        tables.emplace_back(own, model.tables[i].count);
        if (own > found.alpha) {
            found.alpha = own;
            found.table = i;
        }
    }
    std::ranges::sort(tables);
    std::int64_t below = 0;
    for (const auto& [alpha, count] : tables) {
        below += count;
        if (2 * below >= model.tableCount()) {
            found.median = alpha;
            break;
        }
    }
    return found;
}

double ConvergenceBound::synchronous() const { return sigma / std::sqrt(iterations) + 1 / iterations; }

double ConvergenceBound::hybridTerm() const
{
    if (collision <= 0)
        return 0;
    return std::pow(staleness, stalenessExponent) * std::pow(collision, collisionExponent) / iterations;
}

} // namespace shardscope::planner
