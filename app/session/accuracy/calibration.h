// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate: fits the time model to measured cases and writes the machine's description with the result.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/hardware/calibration.h"
#include "core/report/table.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace shardscope::app {

struct CalibrationCall {
    std::vector<std::filesystem::path> cases;
    std::vector<std::filesystem::path> traces; ///< of one run, a file a rank
    std::string model;                         ///< that the traces are of: catalogue name or file
    std::filesystem::path plan;                ///< that the traces are of; empty: the defaults
    std::string hardware;                      ///< catalogue name or file
    std::string name;             ///< of the calibration; an earlier one of this name is replaced
    std::string implementation;   ///< plans it holds for; empty: any
    std::string kernels;          ///< the same
    std::vector<std::string> fit; ///< coefficients; empty: the eight that extrapolate best, of a trace fewer
    std::vector<std::string> groups;       ///< of cases; empty: all
    std::map<std::string, double> given;   ///< further coefficients, set and not fitted
    std::map<std::string, double> weights; ///< of figures; empty: all times alike
    int folds = 8;
};

/// Fits, with every case that can be evaluated, and the recorded run where one is named. Errors: those of the
/// files; NotSupported for a recording without steps or device rows; those of planner::calibrate.
[[nodiscard]] core::Result<core::Calibration>
calibrateOn(const core::Catalog& catalog, const CalibrationCall& call, const core::Task& task = {});

/// The description \p hardware names, as its file is written, with \p calibration in it.
[[nodiscard]] core::Result<std::string> describedWith(const core::Catalog& catalog,
                                                      const std::string& hardware,
                                                      const core::Calibration& calibration);

[[nodiscard]] core::Table calibrationTable(const core::Calibration& calibration);
[[nodiscard]] core::Table calibrationErrorTable(const core::Calibration& calibration);
[[nodiscard]] std::string calibrationJson(const core::Calibration& calibration);

} // namespace shardscope::app
