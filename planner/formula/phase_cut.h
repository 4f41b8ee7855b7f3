// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution cuts a stage into parts that run one after another: which layers each part has.
#pragma once

#include "planner/formula/inventory.h"
#include "planner/formula/stages.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// Half of a layer, where there are more phases than layers and ends.
enum class LayerHalf : std::uint8_t { Whole, Attention, FeedForward };

/// A part of a stage: layers and ends as a stage of its own has them. Of a half layer \c share of the layer's
/// elements.
struct Phase {
    Stage stage;
    LayerHalf half = LayerHalf::Whole;
    double share = 1;
};

/// \p stage in at most \p phases parts, none empty: the embedding, whole layers and the head, cut so that the
/// part with most elements has as few as possible; where phases remain, layers from the first on are cut into
/// attention and feed-forward. \p elements: of one layer or end on a rank, by number from stage.firstLayer.
struct PhaseSizes {
    double embedding = 0;
    double head = 0;
    std::vector<double> layers;
    std::vector<double> attentionShares; ///< of each layer's elements; 0: cannot be cut
};
[[nodiscard]] std::vector<Phase> cutIntoPhases(const Stage& stage, std::int64_t phases,
                                               const PhaseSizes& sizes);

/// Attention's share of a layer's elements; 0 of a model without attention to cut off.
[[nodiscard]] double attentionShare(const core::ModelSpec& model, const LayerKind& kind);

} // namespace shardscope::planner
