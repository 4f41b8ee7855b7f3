// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of a machine with figures that somebody set: what of it is then assumed where it was measured.
#pragma once

#include "app/session/machine/machine_figures.h"
#include "core/base/result.h"

#include <QStringList>

#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// Figures by their keys (machineFigures), as one types them: {"link.cluster.bandwidth", "25 GB/s"}; empty:
/// as it is described, or none.
using MachineEdits = std::vector<std::pair<std::string, std::string>>;

/// \p base with \p edits, in whatever order they stand: the cap first (it acts on what is described; what is
/// set by hand holds as it is), then what a node is, then figures, then how nodes meet. Measured curves that
/// no longer apply are dropped or marked as assumed (assumedInstead()). Its title says that it was edited.
/// Errors: UnknownName (a key that \p base has not), those of quantities, OutOfRange, Inconsistent.
[[nodiscard]] core::Result<core::HardwareSpec> editedMachine(const core::HardwareSpec& base,
                                                             const MachineEdits& edits);
/// What editedMachine() takes to make \p edited of \p base; figures that are the same are left out.
[[nodiscard]] MachineEdits machineEdits(const core::HardwareSpec& base, const core::HardwareSpec& edited);

/// What of \p edited is assumed, in the place of what was measured of \p base; a sentence each.
[[nodiscard]] QStringList assumedInstead(const core::HardwareSpec& base, const core::HardwareSpec& edited);

} // namespace shardscope::app
