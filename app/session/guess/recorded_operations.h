// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of one recorded step that tell what the program computes, with the shapes of their operands.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "profiler/profiler.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::app {

using Shape = std::vector<std::int64_t>;

/// One outermost call of a known operation; those inside a product, a norm or a loss are its own.
struct RecordedOperation {
    std::string name;                  ///< "aten::addmm"; of attention that of the kernel that it chose
    std::vector<Shape> shapes;         ///< of its operands; of a list of tensors that of the first
    std::vector<std::string> types;    ///< "c10::BFloat16", "float"
    std::vector<std::string> concrete; ///< values of scalars, as written
    bool backward = false;             ///< while gradients are computed
    std::uint32_t row = 0;
};

struct OperationsOfStep {
    std::vector<RecordedOperation> operations; ///< in the order in which they begin
    bool shapes = false;                       ///< the recording has them
    std::size_t steps = 0; ///< that the rank has; 0: what is told is of the whole recording
};

/// The operations of \p part's last step but one, which is whole and no warm-up, or of its only one.
/// \p arguments: with shapes, types and values, which takes most of the time. Errors: Cancelled.
[[nodiscard]] core::Result<OperationsOfStep> operationsOfStep(const profiler::AnalysisInput& input,
                                                              std::size_t part, bool arguments,
                                                              const core::Task& task);

/// How often a rank calls what tells its stage, in the forward pass of that step.
struct StageCalls {
    std::int32_t rank = -1;
    std::int64_t attention = 0;
    std::int64_t lookups = 0; ///< of tokens
    std::int64_t losses = 0;
};
/// The calls of every rank that recorded operations. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<StageCalls>> stageCalls(const profiler::AnalysisInput& input,
                                                               const core::Task& task);

/// With how many samples a rank's attention is called in that step.
struct RankSamples {
    std::size_t part = 0; ///< into AnalysisInput::ranks()
    std::int32_t rank = -1;
    std::int64_t samples = 0;
};
/// Of every rank whose first call of it was recorded with its shapes. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<RankSamples>> samplesOfRanks(const profiler::AnalysisInput& input,
                                                                    const core::Task& task);

/// How each rank's forward passes are cut by its backward passes in that step: calls of attention in each
/// stretch, in their order. Of every rank that calls it. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<std::vector<std::int64_t>>>
forwardRuns(const profiler::AnalysisInput& input, const core::Task& task);

[[nodiscard]] bool isAttention(const RecordedOperation& operation);
[[nodiscard]] bool isLoss(const RecordedOperation& operation);

} // namespace shardscope::app
