// SPDX-License-Identifier: GPL-3.0-or-later
// What other tools' own estimators say (contract, section 1: estimate TOOL).
#pragma once

#include "core/base/result.h"
#include "core/report/table.h"

#include <string>

namespace shardscope::app {

/// TorchRec's answers to the questions in \p file: an array of their perf rows, or of their storage objects.
/// Errors: those of the file, each with its pointer.
[[nodiscard]] core::Result<std::string> torchRecJson(const std::string& file, bool storage);
/// The same for people: a row for each run of equal shards, or for each question.
[[nodiscard]] core::Result<core::Table> torchRecTable(const std::string& file, bool storage);

} // namespace shardscope::app
