// SPDX-License-Identifier: GPL-3.0-or-later
// What carries a collective, and what of a device it takes from the kernels that run beside it.
#pragma once

#include "core/base/enum_names.h"
#include "core/hardware/hardware_spec.h"

#include <cstdint>
#include <string_view>

namespace shardscope::planner {

/// UserBuffers: Transformer Engine's, copied by the device's copy engines; DeepEp: kernels that send a
/// mixture's tokens; CopyEngine: plain copies between devices.
enum class Transport : std::uint8_t { Nccl, UserBuffers, DeepEp, CopyEngine };
constexpr auto enumNames(Transport)
{
    return core::namesUpTo<Transport::CopyEngine>("nccl", "user_buffers", "deep_ep", "copy_engine");
}

/// A share of a device, with the bounds it is known to lie in.
struct DeviceShare {
    double value = 0;
    double low = 0;
    double high = 0;
    std::string_view source; ///< a literal, or of the hardware's description
};

/// Of the processors of \p hardware, while a collective runs by \p transport: as its file says, else assumed.
[[nodiscard]] DeviceShare processorShare(const core::HardwareSpec& hardware, Transport transport);

/// Of the device memory's bandwidth, while \p wireBytes of one rank pass its links in \p seconds.
[[nodiscard]] DeviceShare memoryShare(const core::HardwareSpec& hardware, Transport transport,
                                      double wireBytes, double seconds);

} // namespace shardscope::planner
