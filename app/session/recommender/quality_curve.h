// SPDX-License-Identifier: GPL-3.0-or-later
// What staleness may cost PERSIA's training as the cluster and the steps grow: the bound of its hybrid
// algorithm, and what was published.
#pragma once

#include "app/session/recommender/recommender_operations.h"

#include <optional>

namespace shardscope::app {

/// The part that the bound adds to synchronous training's, for a number of NN workers. The article on Persia
/// calls τ the number of GPU workers; its code bounds the batches in flight of each of them
/// (PersiaML/PERSIA @ff754b8, rust/persia-core/src/forward.rs, one semaphore for each rank): both are told.
struct QualityPoint {
    std::int64_t accelerators = 0;
    double byWorkers = 0;        ///< τ: the workers
    double byBatches = 0;        ///< τ: the workers times the batches that each may have in flight
    double asynchronous = 0;     ///< the dense part as stale as the embeddings: every update meets, α = 1
    std::optional<double> gap;   ///< published AUC below synchronous training's, hybrid: of this size alone
    std::optional<double> async; ///< the same, all asynchronous
};

/// Goes from one accelerator to 32 times the cluster, by doublings; α is that of the model's most frequent
/// id, or the one chosen.
[[nodiscard]] std::vector<QualityPoint> qualityCurve(const Operations& operations);
[[nodiscard]] core::Table qualityTableOf(const Operations& operations); ///< one row for each point

/// The bound against the steps.
struct ConvergencePoint {
    double iterations = 0; ///< T
    double synchronous = 0;
    double hybrid = 0;       ///< with the term of staleness
    double asynchronous = 0; ///< with α = 1
};
/// T from 100 to 1e9, for the τ and α of PERSIA's own mode or those chosen.
[[nodiscard]] std::vector<ConvergencePoint> convergenceCurve(const Operations& operations);
[[nodiscard]] core::Table convergenceTableOf(const Operations& operations);

/// The bound of PERSIA's own mode: σ, T, τ, α as asked.
[[nodiscard]] const planner::ConvergenceBound& hybridBound(const Operations& operations);

} // namespace shardscope::app
