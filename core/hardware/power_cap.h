// SPDX-License-Identifier: GPL-3.0-or-later
// A machine whose devices may draw less than their boards allow.
#pragma once

#include "core/hardware/hardware_spec.h"

namespace shardscope::core {

/// \p hardware with its devices held to \p cap each: clocks fall until what products and memory kernels draw
/// meets it (measured where the machine's file has it, else the board's power). Nothing changes at or above
/// what they draw.
void capPower(HardwareSpec& hardware, Watts cap);

} // namespace shardscope::core
