// SPDX-License-Identifier: GPL-3.0-or-later
// The least that a memory trace asks of a device: that it has 8-bit products.
#pragma once

#include "core/hardware/hardware_spec.h"

namespace shardscope::tests {

[[nodiscard]] inline core::HardwareSpec hopper()
{
    core::HardwareSpec hardware;
    hardware.name = "hopper";
    core::Engine engine;
    engine.dtype = core::Dtype::Fp8;
    hardware.engines.push_back(engine);
    return hardware;
}

} // namespace shardscope::tests
