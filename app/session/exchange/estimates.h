// SPDX-License-Identifier: GPL-3.0-or-later
// What other tools' own estimators say (contract, section 1: estimate TOOL).
#pragma once

#include "core/base/result.h"
#include "core/report/table.h"
#include "planner/planner.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// TorchRec's answers to the questions in \p file: an array of their perf rows, or of their storage objects.
/// Errors: those of the file, each with its pointer.
[[nodiscard]] core::Result<std::string> torchRecJson(const std::string& file, bool storage);
/// The same for people: a row for each run of equal shards, or for each question.
[[nodiscard]] core::Result<core::Table> torchRecTable(const std::string& file, bool storage);

/// What DeepSpeed's own memory estimators print, beside what is held, and why the two differ: {"host_bytes"
/// (of a node), "device_bytes", "largest_layer_bytes" (stage 3), "ours": {"host_bytes", "device_bytes",
/// "weights_bytes", "gradient_bytes", "optimizer_bytes", "buffer_bytes"}, "why": [sentences]}.
[[nodiscard]] core::Result<std::string> deepSpeedJson(const planner::DeepSpeedQuery& query);
/// The same for people: a row for the device and one for the host, then one row for each reason.
[[nodiscard]] core::Result<std::vector<core::Table>> deepSpeedTables(const planner::DeepSpeedQuery& query);

} // namespace shardscope::app
