// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of many ranks says about itself: whose clock was moved by how much.
#pragma once

#include "core/report/table.h"
#include "profiler/profiler.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// One row for each clock; no rows where the run has one file.
[[nodiscard]] core::Table clockTable(const profiler::ImportedRun& imported);
/// "0, 1, 4–7"
[[nodiscard]] std::string rankList(const std::vector<std::int32_t>& ranks);

} // namespace shardscope::app
