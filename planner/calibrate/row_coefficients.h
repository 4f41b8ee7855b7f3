// SPDX-License-Identifier: GPL-3.0-or-later
// Which coefficients the rows of a recorded step can tell, and a machine with other values of them.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/calibrate/row_fit.h"
#include "planner/formula/coefficients.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::planner {

/// A coefficient of kernels, links or pauses, by what it is for a plan on a machine.
struct RowCoefficient {
    Coefficient which = Coefficient::GemmRate;
    std::string name;
    double value = 0;
    double lowest = 0; ///< bounds of fits
    double highest = 0;
    FactorPrior prior; ///< narrow where runs of this machine told it
};

/// Whether \p which says how long messages take, and not work of a device.
[[nodiscard]] bool isOfLinks(Coefficient which);

/// Whether \p which says how long copies to and from other memories take.
[[nodiscard]] bool isOfCopies(Coefficient which);

/// Whether \p which is known only as far as a recording tells it from others: it is traffic's.
[[nodiscard]] bool isOfTraffic(Coefficient which);

/// Whether \p which says how long the host takes to launch work.
[[nodiscard]] bool isOfHost(Coefficient which);

/// Whether kernels or messages take longer by a larger \p which, as by a latency, and not shorter, as by a
/// rate.
[[nodiscard]] bool takesLonger(Coefficient which);

/// The coefficients in their order; links' only if the plan has more than one device.
[[nodiscard]] std::vector<RowCoefficient>
rowCoefficients(const core::HardwareSpec& hardware, const core::ModelSpec& model, const core::Plan& plan);

/// \p hardware with one calibration alone, asked for: the one that holds for the plan, or none's, with \p
/// values in the place of its own.
[[nodiscard]] core::HardwareSpec withValues(const core::HardwareSpec& hardware, const core::ModelSpec& model,
                                            const core::Plan& plan,
                                            const std::map<std::string, double>& values);

} // namespace shardscope::planner
