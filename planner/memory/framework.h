// SPDX-License-Identifier: GPL-3.0-or-later
// What a program takes of a device's memory beside its tensors: the driver's context with the libraries'
// code, and the buffers of the communicators it opens.
#pragma once

#include "planner/formula/plan_parts.h"

namespace shardscope::planner {

/// What the maker's software takes of one device. Zero where no source says how much.
template <class N>
[[nodiscard]] ByteCount<N> frameworkBytes(const core::HardwareSpec& hardware, const core::Plan& plan);

} // namespace shardscope::planner
