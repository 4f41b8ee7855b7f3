// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a hardware description: an error or a machine.
#include "core/hardware/hardware_file.h"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto hardware = shardscope::core::parseHardware(text, "input");
    if (hardware.ok() && hardware->devices().value_or(1) < 1)
        __builtin_trap(); // a machine without devices is an error
    return 0;
}
