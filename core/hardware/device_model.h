// SPDX-License-Identifier: GPL-3.0-or-later
// The model in a device's name as drivers write it, and whether a machine of the catalogue is made of it.
#pragma once

#include "core/hardware/hardware_spec.h"

#include <string>
#include <string_view>

namespace shardscope::core {

/// "h100" of "8 x NVIDIA H100 80GB HBM3": letters, digits, in lower case; empty where there is none.
[[nodiscard]] std::string deviceModel(std::string_view name);
/// That of the machine's device, as its description calls it, or its name or title does.
[[nodiscard]] std::string deviceModel(const HardwareSpec& hardware);
/// Whether \p hardware ("dgx-h100") names \p model among its words; "gb200-nvl72" has no b200.
[[nodiscard]] bool namesModel(std::string_view hardware, std::string_view model);

} // namespace shardscope::core
