// SPDX-License-Identifier: GPL-3.0-or-later
// Generations are told by what their matrix engines compute: FP8 came with compute capability 9.0 in data
// centres.
#include "planner/tape/allocator/device_traits.h"

#include "planner/formula/narrow_copies.h"

#include <algorithm>

namespace shardscope::planner::tape {

DeviceTraits deviceTraits(const core::HardwareSpec& hardware)
{
    const bool fp8 = std::ranges::any_of(
        hardware.engines, [](const core::Engine& engine) { return engine.dtype == core::Dtype::Fp8; });
    DeviceTraits traits;
    traits.anyOrder = takesAnyOrder(hardware);
    if (const core::MemoryTier* device = hardware.tier(core::Tier::Device))
        traits.room = static_cast<std::int64_t>(device->usable().value.value());
    if (hardware.bulkSynchronous) {
        traits.planned = true;
        traits.blasWorkspace = 0;
        traits.multiprocessors = 0;
        traits.cudnnAttention = false;
    } else if (!fp8) {
        traits.blasWorkspace = (std::int64_t{4096} * 2 + std::int64_t{16} * 8) << 10;
        traits.multiprocessors = 108; // NVIDIA A100 Tensor Core GPU Architecture whitepaper
        traits.cudnnAttention = false;
    }
    return traits;
}

} // namespace shardscope::planner::tape
