// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks do, as Chakra execution traces: a file a rank, for ASTRA-sim and our own importer.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/execution_graph.h"

#include <filesystem>
#include <vector>

namespace shardscope::profiler {

/// Ranks that are written at most, a file each.
inline constexpr std::int64_t kMostChakraFiles = 4096;

/// Writes \p graph to PREFIX.0.et, PREFIX.1.et, ..., as ASTRA-sim looks for them, and the process groups that
/// their nodes name to PREFIX.comm_group.json; \p target is PREFIX.et, which holds rank 0 as well, or a
/// folder, in which the prefix is "rank". Gives the files, those of the ranks in order first. Errors:
/// OutOfRange beyond kMostChakraFiles; FileUnwritable; Cancelled.
[[nodiscard]] core::Result<std::vector<std::filesystem::path>>
writeChakra(const core::ExecutionGraph& graph, const std::filesystem::path& target,
            const core::Task& task = {});

} // namespace shardscope::profiler
