// SPDX-License-Identifier: GPL-3.0-or-later
// Coefficients of the time model fitted on runs of one machine and software, with what they were fitted on
// and how far they are off.
#pragma once

#include "core/base/copied_once.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::core {

/// What the fit left over, of one figure.
struct CalibrationResidual {
    std::string key;                     ///< the figure: "step_seconds"
    std::int64_t cases = 0;              ///< it was fitted on
    double fitted = 0;                   ///< mean of |predicted / measured - 1| on these
    double heldOut = 0;                  ///< the same on cases whose shape the fit had not seen
    double low = 0;                      ///< tenth percentile of measured / predicted - 1, held out
    double high = 0;                     ///< ninetieth
    std::optional<double> seenLow = {};  ///< the tenth on left-out cases whose shape the fit had seen
    std::optional<double> seenHigh = {}; ///< the ninetieth
    /// Share of the cases of left-out shapes that lie between the percentiles of the other left-out shapes.
    std::optional<double> coverage = {};
    friend bool operator==(const CalibrationResidual&, const CalibrationResidual&) = default;
};

/// Smallest and largest value of a quantity among the runs.
struct CalibrationRange {
    double low = 0;
    double high = 0;
    friend bool operator==(const CalibrationRange&, const CalibrationRange&) = default;
};

struct Calibration {
    SHARDSCOPE_COPIED_ONCE(Calibration);

    std::string name;
    std::string implementation;                 ///< of the runs' plans (contract name); empty: any
    std::string kernels;                        ///< fused, separate; empty: any
    std::vector<std::string> models;            ///< it holds for, by their shapes (shapeName); none: any
    std::vector<std::string> groups;            ///< of the cases it was fitted on
    std::map<std::string, double> coefficients; ///< by their names (docs/formulas.md); others: defaults
    std::vector<std::string> shapes;            ///< of the models it was fitted on (shapeName)
    std::vector<std::string> fitted;            ///< names of those that were fitted, the rest was set
    /// What its runs had otherwise than their program has it by itself: cuda_graphs, and the program's own
    /// options ("on", "off").
    std::map<std::string, std::string> ranWith;
    std::map<std::string, std::string> reasons; ///< why what was set has its value, by its name
    std::vector<std::string> atBound;           ///< of the fitted, those that ended at a bound
    std::vector<CalibrationResidual> residuals;
    std::map<std::string, CalibrationRange> range; ///< hidden, tokens, devices, ... of the runs
    std::string source;
    /// It is in a user's file and not the catalogue's: used where it is asked for, never chosen unasked.
    bool askedAlone = false;
    friend bool operator==(const Calibration&, const Calibration&) = default;
};

} // namespace shardscope::core
