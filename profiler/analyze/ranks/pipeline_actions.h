// SPDX-License-Identifier: GPL-3.0-or-later
// What annotations of a pipeline's schedule say, and the order in which ranks do it: PyTorch's "PP:0F3",
// "PP:0B3", "PP:0I3", "PP:0W3" (torch/distributed/pipelining/schedules.py) or "Forward 3" and "Backward 3".
#pragma once

#include "core/base/enum_names.h"
#include "profiler/analyze/input/analysis.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

enum class PipelineWork : std::uint8_t {
    Forward,
    Backward,      ///< of inputs and weights at once
    InputGradient, ///< what the stage before waits for
    WeightGradient ///< what only the update waits for
};

struct PipelineAction {
    PipelineWork work = PipelineWork::Forward;
    bool receives = false;        ///< it waits for that work's input and does none of it
    std::int64_t stage = -1;      ///< of the model; -1: it does not say
    std::int64_t microBatch = -1; ///< from 0
    friend bool operator==(const PipelineAction&, const PipelineAction&) = default;
};
/// None: \p name is no action's, or one that sends.
[[nodiscard]] std::optional<PipelineAction> pipelineAction(std::string_view name);

/// What a rank did in a step, in the order of time.
struct RecordedOrder {
    std::size_t part = 0; ///< into AnalysisInput::ranks()
    std::vector<PipelineAction> actions;
};
/// The order in which each rank that names its actions ran them, in the last step but one: the first ones are
/// warm-up, and the last may be cut. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<RecordedOrder>> recordedOrders(const AnalysisInput& input,
                                                                      const core::Task& task = {});

/// Ranks of one pipeline: by the stages that all ranks together name, else by who hands on to whom
/// (pipelineByTransfers); 0: neither tells. Errors: Cancelled.
[[nodiscard]] core::Result<std::int64_t> pipelineRanks(const AnalysisInput& input,
                                                       const core::Task& task = {});

} // namespace shardscope::profiler
