// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody says a device costs and draws, in the place of what its description says: of an option of the
// command line, or of a field of the window.
#pragma once

#include "core/hardware/hardware_spec.h"

#include <string>

namespace shardscope::app {

/// \p hardware at \p price a device and hour, drawing \p power watts all the time; 0: as its description
/// says.
[[nodiscard]] core::HardwareSpec withEnteredCosts(core::HardwareSpec hardware, double price, double power);

/// What was entered, as --price and --power take it, to the last digit; empty: nothing was.
[[nodiscard]] std::string enteredPrice(const core::HardwareSpec& hardware);
[[nodiscard]] std::string enteredPower(const core::HardwareSpec& hardware);

} // namespace shardscope::app
