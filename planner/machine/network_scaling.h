// SPDX-License-Identifier: GPL-3.0-or-later
// What a network between machines still gives where nobody measured collectives over so many of them: as the
// machine's file says, else a conservative assumption. Runs that a calibration was fitted to have their
// network in its coefficients: only what lies beyond them falls further.
#pragma once

#include "core/explain/derivation.h"
#include "core/hardware/hardware_spec.h"

#include <string_view>

namespace shardscope::planner {

/// How a group over many machines is taken to fare on the cluster's link.
enum class NetworkBasis {
    Measured,   ///< collectives between machines were, and their curves hold
    Calibrated, ///< within the machines that the calibration's runs had
    Stated,     ///< the machine's file says how its network scales
    Assumed,    ///< nothing does
};

struct NetworkShare {
    NetworkBasis basis = NetworkBasis::Assumed;
    double share = 1;          ///< of the link's bandwidth, or of what calibrated runs had of it
    std::string_view citation; ///< of the share; lasts as long as the hardware
    double seen = 0;           ///< the most machines that those runs had; 0: the share is the link's
};

/// The share of \p link, which is no node's, that a group over \p machines of \p hardware reaches.
[[nodiscard]] NetworkShare networkShare(const core::HardwareSpec& hardware, const core::Link& link,
                                        double machines, const core::Calibration* calibration);

} // namespace shardscope::planner
