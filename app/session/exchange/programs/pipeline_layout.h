// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM's --pipeline-model-parallel-layout: stages apart by "|", in the order in which a micro-batch
// meets them; E embedding, t transformer layer, m prediction, L loss; "t*3" and "(tt|)*4" repeat
// (core/transformer/pipeline_parallel_layer_layout.py).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

/// How many transformer layers each stage of \p layout has. None: it is no layout.
[[nodiscard]] std::optional<std::vector<std::int64_t>> layersOfLayout(const std::string& layout);
/// A layout of stages with so many layers, embedding and loss at the ends.
[[nodiscard]] std::string layoutText(const std::vector<std::int64_t>& layers);

} // namespace shardscope::app
