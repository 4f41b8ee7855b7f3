// SPDX-License-Identifier: GPL-3.0-or-later
// What staleness may cost PERSIA's training as the cluster grows: the bound of its hybrid algorithm, and
// what was published.
#pragma once

#include "app/session/recommender/recommender_study.h"

namespace shardscope::app {

/// The part that the bound adds to synchronous training's, for a number of NN workers. The article on Persia
/// calls τ the number of GPU workers; its code bounds the batches in flight of each of them
/// (PersiaML/PERSIA @ff754b8, rust/persia-core/src/forward.rs, one semaphore a rank): both are told.
struct QualityPoint {
    std::int64_t accelerators = 0;
    double byWorkers = 0; ///< τ: the workers
    double byBatches = 0; ///< τ: the workers times the batches that each may have in flight
};

/// One point a size of PERSIA's cluster (Study::growth); α is that of the model's tables.
[[nodiscard]] std::vector<QualityPoint> qualityCurve(const Study& study);
[[nodiscard]] core::Table qualityTableOf(const Study& study); ///< one row a point

} // namespace shardscope::app
