// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate: fits the time model to measured cases and writes the machine's description with the result.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/hardware/calibration.h"
#include "core/report/table.h"

#include <QString>

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

/// A fit with what speaks against it.
struct FittedCalibration {
    core::Calibration calibration;             ///< without coefficients where the recording was not fitted
    std::map<std::string, double> before = {}; ///< what those fitted would be without it, by their names
    std::vector<std::string> against =
        {}; ///< where it disagrees with its recording, as phrases; none: accepted
    [[nodiscard]] bool accepted() const { return against.empty(); }
};

/// Fits, with every case that can be evaluated, and the recorded run where one is named. A recording of
/// another device, world or shapes than the plan's is not fitted, and a fit that misses a time of its
/// recording by more than a tenth is not accepted. Errors: those of the files; NotSupported for a recording
/// without steps or device rows; those of planner::calibrate.
[[nodiscard]] core::Result<FittedCalibration>
calibrateOn(const core::Catalog& catalog, const CalibrationCall& call, const core::Task& task = {});

/// The description \p hardware names, as its file is written, with \p calibration in it.
[[nodiscard]] core::Result<std::string> describedWith(const core::Catalog& catalog,
                                                      const std::string& hardware,
                                                      const core::Calibration& calibration);

[[nodiscard]] core::Table calibrationTable(const core::Calibration& calibration);
[[nodiscard]] core::Table calibrationErrorTable(const core::Calibration& calibration);
[[nodiscard]] std::string calibrationJson(const FittedCalibration& fitted);
/// Why it was not accepted, as a sentence; empty where it was.
[[nodiscard]] QString refusalText(const FittedCalibration& fitted);

} // namespace shardscope::app
