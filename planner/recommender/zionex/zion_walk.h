// SPDX-License-Identifier: GPL-3.0-or-later
// From Zion to ZionEX, one change at a time: what each is worth.
#pragma once

#include "planner/recommender/zionex/zion.h"
#include "planner/recommender/zionex/zionex_step.h"

#include <string>
#include <vector>

namespace shardscope::planner {

/// The nodes of a step on ZionEX as Zion's trainers, and embedding servers as the figures say.
[[nodiscard]] ZionSettings zionSettings(const EmbeddingCluster& cluster, std::int64_t deviceBatch,
                                        const std::vector<RecommenderPart>& parts,
                                        const ZionFigures& figures = zionFigures(),
                                        const CheckpointSettings& checkpoint = {});

/// All constants at the end of their ranges at which Zion is slowest, and at the other.
struct ZionRange {
    ZionRate slowest;
    ZionRate quickest;
};
[[nodiscard]] ZionRange zionRange(const core::Recommender& model, const ZionSettings& settings);

struct ZionWalkRow {
    std::string change; ///< zion card_a_gpu rdma second_network synchronous bits_16 plan
    double samplesPerSecond = 0;
    std::string bound;
    double times = 1; ///< Zion's rate
    double timesFrom = 1;
    double timesTo = 1; ///< over the ranges of the constants
};

/// Each row has what the rows before it have: a network card of ZionEX's a GPU, RDMA, a second network for
/// batches and checkpoints; then ZionEX's step with fp32 on the wire, with 16 bits in both all-to-alls, and
/// as \p step has it where that is yet another. The last row's rate is that of \p step. Errors: those of
/// zionexStep.
[[nodiscard]] core::Result<std::vector<ZionWalkRow>>
zionWalk(const core::Recommender& model, const core::HardwareSpec& hardware, const PlacementRequest& request,
         const ZionexSettings& settings, const ZionexStep& step, const ZionSettings& zion,
         const core::Task& task = {});

} // namespace shardscope::planner
