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
    std::string hardware;       ///< catalogue name or file
    std::string name;           ///< of the calibration; an earlier one of this name is replaced
    std::string implementation; ///< plans it holds for; empty: any
    std::string kernels;        ///< the same
    /// Coefficients; empty: the eight that extrapolate best, of fewer runs how fast products are.
    std::vector<std::string> fit;
    std::vector<std::string> groups;       ///< of cases; empty: all
    std::map<std::string, double> given;   ///< further coefficients, set and not fitted
    std::map<std::string, double> weights; ///< of figures; empty: all times alike
    int folds = 8;
};

/// A fit with what it changed.
struct FittedCalibration {
    core::Calibration calibration;
    std::map<std::string, double> before = {}; ///< what those fitted would be without it, by their names
};

/// Fits, with every case that can be evaluated. Errors: those of the files and of planner::calibrate.
[[nodiscard]] core::Result<FittedCalibration>
calibrateOn(const core::Catalog& catalog, const CalibrationCall& call, const core::Task& task = {});

/// The description \p hardware names, as its file is written, with \p calibration in it.
[[nodiscard]] core::Result<std::string> describedWith(const core::Catalog& catalog,
                                                      const std::string& hardware,
                                                      const core::Calibration& calibration);

[[nodiscard]] core::Table calibrationTable(const core::Calibration& calibration);
[[nodiscard]] core::Table calibrationErrorTable(const core::Calibration& calibration);
[[nodiscard]] std::string calibrationJson(const FittedCalibration& fitted);

} // namespace shardscope::app
