// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan sets aside of the memory inside an IPU.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/plan.h"
#include "planner/formula/symbols.h"

namespace shardscope::planner {

/// Tiles that only stream keep their memory from the others.
template <class N>
[[nodiscard]] ByteCount<N> ioTileBytes(const core::HardwareSpec& hardware, const core::Plan& plan);

/// What an operation's temporaries take, beside its operands and results: a share of the memory of tiles that
/// compute.
template <class N>
[[nodiscard]] ByteCount<N> setAsideBytes(const core::HardwareSpec& hardware, const core::Plan& plan);

} // namespace shardscope::planner
