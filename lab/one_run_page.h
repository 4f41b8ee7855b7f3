// SPDX-License-Identifier: GPL-3.0-or-later
// What one run of a system is worth to the others of it: the table "one run" of docs/accuracy.md.
#pragma once

#include "lab/accuracy_page.h"

#include <filesystem>
#include <string>
#include <vector>

namespace shardscope::lab {

/// Runs of one group on one machine, by one framework in one number format. Errors are means of
/// |predicted / measured - 1| of steps, over every pair of a run that was calibrated on and another one.
struct OneRunRow {
    std::string group;
    std::string machine;
    std::string framework;
    std::string format; ///< of its products
    std::int64_t runs = 0;
    std::int64_t shapes = 0; ///< of their models
    double before = 0;       ///< by what is known of the machine without this group
    double after = 0;        ///< with a calibration on the one run
    double best = 0;         ///< with all other runs of the system known and their steps scaled alike
    double meanLog = 0;      ///< of log(predicted / measured) before
    double withinLog = 0;    ///< standard deviation about it
};

/// The systems of \p files with runs of three models and more, each run calibrated on in turn (of many, a
/// dozen evenly spread over them). Errors: those of the files.
[[nodiscard]] core::Result<std::vector<OneRunRow>> oneRunRows(const core::Catalog& catalog,
                                                              const std::vector<std::filesystem::path>& files,
                                                              const core::Task& task = {});

/// The block "one run": the systems, and all of them alike.
[[nodiscard]] PageBlocks oneRunBlocks(const std::vector<OneRunRow>& rows);

} // namespace shardscope::lab
