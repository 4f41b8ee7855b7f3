// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a machine as people read them, each with its source.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/report/table.h"

namespace shardscope::app {

/// One row for each figure: what it is, its value, where it is from, and whether nobody could check it; in
/// the reader's language.
[[nodiscard]] core::Table machineTable(const core::HardwareSpec& hardware);

} // namespace shardscope::app
