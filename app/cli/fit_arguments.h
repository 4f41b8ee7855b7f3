// SPDX-License-Identifier: GPL-3.0-or-later
// What a call says about a fit, for `calibrate` and for the laboratory, which leaves parts of the cases out.
#pragma once

#include "app/session/accuracy/calibration.h"

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace shardscope::app {

/// The arguments of fit, as they were written.
struct FitArguments {
    std::vector<std::string> files;
    std::vector<std::string> given;
    std::vector<std::string> weights;
    CalibrationCall what;
};
/// CASES, the machine, and which coefficients are fitted to which figures of which cases.
void addFitOptions(CLI::App& verb, FitArguments& arguments);
/// The texts as values. Error: NumberMalformed.
[[nodiscard]] core::Result<CalibrationCall> settled(const FitArguments& arguments);

} // namespace shardscope::app
