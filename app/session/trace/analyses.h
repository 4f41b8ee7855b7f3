// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses as both front ends offer them: the list, a report as JSON, findings as sentences.
#pragma once

#include "core/report/report.h"
#include "core/report/table.h"
#include "core/units/text.h"
#include "profiler/profiler.h"

#include <QString>

#include <array>
#include <string>
#include <vector>

namespace shardscope::app {

/// key, title, needs, help of every analysis, in their order.
[[nodiscard]] core::Table analysisTable();

/// Options of the command line that mean something to the analysis \p key, or to the overview (empty); the
/// others of kChoosyOptions would be ignored. A test compares this with what their sources read.
[[nodiscard]] std::vector<std::string> heededOptions(const std::string& key);
/// Options that only some analyses heed.
inline constexpr std::array kChoosyOptions{"--hardware",  "--annotation",    "--instance",   "--top",
                                           "--tree-rows", "--kernel-gap-us", "--full-queue", "--window"};

/// {"key", "title", "tables": […], "series": […], "marks": […], "findings": [{"key", "severity", "text",
/// "args", "evidence"}]} (contract, section 3); one document, ending in a newline.
[[nodiscard]] std::string reportJson(const core::Report& report);

/// A finding in words; numbers among its arguments with units.
[[nodiscard]] QString findingText(const core::Finding& finding, core::TextStyle style = {});
/// \p text with "%1" and so on filled in; numbers among \p args with units.
[[nodiscard]] QString filledText(const QString& text, const std::vector<std::string>& args,
                                 core::TextStyle style = {});

} // namespace shardscope::app
