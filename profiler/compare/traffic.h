// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank hands to its communication in a step, by the axis that the group serves and by kind.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/kinds/collective_kind.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/trace/mesh_from_groups.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// What a rank sends in a step, mean over the ranks that communicate.
struct TrafficSum {
    GroupAxis axis = GroupAxis::Unknown;
    std::string kind;               ///< a CollectiveKind's name; sends and receives are "send_receive"
    std::int64_t ranks = 0;         ///< of the largest such group; 0: not told
    std::optional<double> messages; ///< calls; of transfers those that send, where directions are told
    std::optional<double> bytes;    ///< payload: of a gather all that each rank has then; none: not told
    double told = 0;                ///< share of the messages whose size is told, which bytes are scaled by
};

/// What a plan calls "send_receive".
inline constexpr const char* kTransfers = "send_receive";

/// The traffic of the steps that count, largest payload first. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<TrafficSum>> trafficOf(const AnalysisInput& input,
                                                              const core::Task& task = {});

} // namespace shardscope::profiler
