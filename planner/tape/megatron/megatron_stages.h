// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers the rank of each stage holds, and which stages do the same.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"
#include "planner/tape/megatron/megatron_parameters.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::planner::tape {

/// What a trace calls layer \p number of the model.
[[nodiscard]] std::string layerName(std::int64_t number);
/// What the rank of stage \p number holds.
[[nodiscard]] std::vector<MegatronStage> chunksOf(const core::Transformer& shape, const core::Plan& plan,
                                                  std::int64_t number);
/// Stages of which one is the fullest: a later one between the ends with as many layers of each kind, chunk
/// by chunk, holds fewer micro-batches.
[[nodiscard]] std::vector<std::int64_t> stagesToTrace(const core::Transformer& shape, const core::Plan& plan);
/// Ranks of one chunk, with layers of the same kinds in the same order, and as many micro-batches in flight.
[[nodiscard]] bool doTheSame(const core::Transformer& shape, const core::Plan& plan,
                             const std::vector<MegatronStage>& a, const std::vector<MegatronStage>& b);
/// What \p trace of stage \p from shows, as stage \p to shows it.
[[nodiscard]] core::MemoryTrace ofStage(core::MemoryTrace trace, const MegatronStage& from,
                                        const MegatronStage& to);

} // namespace shardscope::planner::tape
