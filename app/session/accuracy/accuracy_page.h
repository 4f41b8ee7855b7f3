// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of docs/accuracy.md, written by validate --page.
#pragma once

#include "app/session/accuracy/validation.h"

#include <filesystem>
#include <string>

namespace shardscope::app {

/// One row a group and figure: cases, mean, median and worst error, share inside the interval, in Markdown.
[[nodiscard]] std::string accuracyTable(const Validation& validation);

/// Replaces what stands between the lines "<!-- validate -->" and "<!-- end -->" of \p page by the table.
/// Errors: MissingKey where a line is missing, and those of reading and writing.
[[nodiscard]] core::Result<core::Done> writeAccuracyPage(const std::filesystem::path& page,
                                                         const Validation& validation);

} // namespace shardscope::app
