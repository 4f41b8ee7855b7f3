// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers each pipeline stage has.
#pragma once

#include "core/plan/plan.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

struct Stage {
    std::int64_t index = 0;
    std::int64_t firstLayer = 0;
    std::int64_t layers = 0;
    bool first = false; ///< has the embedding
    bool last = false;  ///< has the head
};

/// Chunks of layers on a rank. Those of a folded pipeline are counted as neighbours.
[[nodiscard]] std::int64_t chunksOf(const core::Plan& plan);

/// Layers of each chunk of an interleaved pipeline, in the order in which a micro-batch meets them: rank i of
/// p holds those at i, i + p, i + 2 p, ... The plan's own, by chunk or by stage; else as evenly as whole
/// layers allow, first over stages, then over a stage's chunks.
[[nodiscard]] std::vector<std::int64_t> chunkLayers(const core::Plan& plan, std::int64_t layers);

/// The plan's own division, or the layers spread as evenly as whole layers allow.
[[nodiscard]] std::vector<Stage> stagesOf(const core::Plan& plan, std::int64_t layers);

/// How many of a stage's layers, the first ones, recompute what the plan says: all of them, or the plan's own
/// number for each chunk (Megatron-LM, --recompute-method block --recompute-num-layers).
[[nodiscard]] std::int64_t recomputedLayers(const core::Plan& plan, const Stage& stage);
/// How many of a stage's layers leave their activations where the plan has them: all, or the first ones of
/// each of its chunks.
[[nodiscard]] std::int64_t offloadedLayers(const core::Plan& plan, const Stage& stage);
/// The share of the stage's layers whose \p part runs again in backward, alone or with all of the layer.
[[nodiscard]] double recomputedShare(const core::Plan& plan, const Stage& stage, core::Recompute::Part part);
/// Layers of a stage whose gathered weights stay after forward, of all of them a share.
[[nodiscard]] double keptShare(const core::Plan& plan, const Stage& stage);

} // namespace shardscope::planner
