// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of docs/accuracy.md, written by shardscope-lab.
#pragma once

#include "app/session/accuracy/validation.h"
#include "lab/left_out.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::lab {

/// A calibration and what its fit is worth on what it has not seen.
struct FitOnPage {
    std::string machine;
    core::Calibration calibration;
    std::vector<LeftOutErrors> leftOut; ///< by hidden size, tensor degree, micro-batch, cell
};

/// Every calibration of the catalogue, refitted to those of \p files' cases that it was fitted to, with parts
/// left out; without them where \p files have none.
[[nodiscard]] core::Result<std::vector<FitOnPage>> fitsOnPage(const core::Catalog& catalog,
                                                              const std::vector<std::filesystem::path>& files,
                                                              const core::Task& task = {});

/// Blocks by their names, in Markdown: "validate" (each group by its own calibration; replayed and predicted
/// figures apart), "user" (what a user gets who names no calibration, and on a machine that has not got it),
/// "sweeps", "calibrations", "left out".
using PageBlocks = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] PageBlocks accuracyBlocks(const app::Validation& validation,
                                        const std::vector<FitOnPage>& fits);

/// One row of a Markdown table, with its line's end.
[[nodiscard]] std::string rowLine(const std::vector<std::string>& cells);

/// Replaces what stands between the line "<!-- NAME -->" of each block and the next "<!-- end -->" of \p
/// page; blocks that the page does not have are left out. Errors: MissingKey where the first block or an
/// end is missing, and those of reading and writing.
[[nodiscard]] core::Result<core::Done> writeAccuracyPage(const std::filesystem::path& page,
                                                         const PageBlocks& blocks);

} // namespace shardscope::lab
