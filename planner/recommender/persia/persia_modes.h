// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's four ways to train, as rules of who waits for whom, and the timeline that follows from them.
#pragma once

#include "core/base/enum_names.h"
#include "core/units/quantity.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace shardscope::planner {

using core::nameOf;

enum class PersiaMode {
    FullSync,    ///< get, dense, put, one after the other
    FullAsync,   ///< nobody waits for anybody; the dense part is asynchronous too
    NaiveHybrid, ///< dense synchronous; gradients are put while the next batch goes on
    Persia,      ///< as before, and embeddings are got ahead
};
constexpr auto enumNames(PersiaMode)
{
    return core::namesUpTo<PersiaMode::Persia>("full_sync", "full_async", "naive_hybrid", "persia");
}
inline constexpr auto kPersiaModes = core::valuesOf<PersiaMode>();

/// A published gap of accuracy against full synchrony, to be shown beside each mode: a fraction of AUC.
struct AccuracyGap {
    double from = 0;
    double to = 0;
};
[[nodiscard]] AccuracyGap accuracyGap(PersiaMode mode);

/// The stages of one batch. The accelerator and the network take one batch at a time; several workers get and
/// put.
enum class PersiaStage { Get, Dense, AllReduce, Put };

/// Stage \c stage of batch i starts after stage \c after of batch i - \c batchesBack has ended.
struct PersiaRule {
    PersiaStage stage;
    PersiaStage after;
    std::int64_t batchesBack;
};

/// The rules of \p mode. \p staleness is the cap τ on batches that were looked up and whose gradients are not
/// yet applied (PersiaML/PERSIA @ff754b8, rust/persia-core/src/forward.rs: a semaphore per rank); 1 makes
/// every mode synchronous.
struct PersiaWorkers {
    std::int64_t get = 1; ///< batches looked up at once
    std::int64_t put = 1;
};
[[nodiscard]] std::vector<PersiaRule> persiaRules(PersiaMode mode, std::int64_t staleness,
                                                  PersiaWorkers workers = {});

struct PersiaStages {
    core::Seconds get;
    core::Seconds dense;
    core::Seconds allReduce; ///< after dense; asynchronous dense training has none
    core::Seconds put;
    /// How much slower each stage is while the others run beside it: read from a trace; 1 where nothing is
    /// known.
    double getContention = 1;
    double denseContention = 1;
    double putContention = 1;
};

struct PersiaSpan {
    PersiaStage stage;
    std::int64_t batch;
    core::Seconds begin;
    core::Seconds end;
};

struct PersiaTimeline {
    std::vector<PersiaSpan> spans; ///< by batch, then stage
    core::Seconds period;          ///< of a batch in the steady state (mean over about the second half)
    std::vector<std::int64_t>
        staleness; ///< of each batch: others looked up before it whose gradients came later
};

/// After how many batches the steady state repeats.
[[nodiscard]] std::int64_t steadyBurst(std::int64_t staleness, PersiaWorkers workers);

/// \p batches batches under the rules of \p mode.
[[nodiscard]] PersiaTimeline persiaTimeline(const PersiaStages& stages, PersiaMode mode,
                                            std::int64_t staleness, std::int64_t batches,
                                            PersiaWorkers workers = {});

} // namespace shardscope::planner
