// SPDX-License-Identifier: GPL-3.0-or-later
// What carries a collective, and what of a device it takes from the kernels that run beside it.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/hardware/transport.h"

#include <string_view>

namespace shardscope::planner {

using core::Transport;

/// A share of a device, with the bounds it is known to lie in.
struct DeviceShare {
    double value = 0;
    double low = 0;
    double high = 0;
    std::string_view source; ///< a literal, or of the hardware's description
};

/// The share of processors that a collective by \p transport holds: as the file says, else assumed.
[[nodiscard]] DeviceShare processorShare(const core::HardwareSpec& hardware, Transport transport);

/// The share of the memory's bandwidth taken while \p wireBytes of one rank pass its links in \p seconds.
[[nodiscard]] DeviceShare memoryShare(const core::HardwareSpec& hardware, Transport transport,
                                      double wireBytes, double seconds);

} // namespace shardscope::planner
