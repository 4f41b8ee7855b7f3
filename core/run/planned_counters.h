// SPDX-License-Identifier: GPL-3.0-or-later
// What simulated runs call their counters of memory: who writes them and who reads them say the same.
#pragma once

#include <string_view>

namespace shardscope::core {

/// What a device holds in all, by the plan's own formulas; one series without a name.
inline constexpr std::string_view kDeviceMemory = "device memory";
/// Before the name of a tier; a series each purpose.
inline constexpr std::string_view kMemoryByPurpose = "memory by purpose, ";

} // namespace shardscope::core
