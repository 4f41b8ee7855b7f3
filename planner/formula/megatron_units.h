// SPDX-License-Identifier: GPL-3.0-or-later
// How much Megatron-FSDP has in work at a time.
#pragma once

#include <algorithm>
#include <cstdint>

namespace shardscope::planner {

inline constexpr const char* kMegatronFsdp =
    "NVIDIA Megatron-LM, core/distributed/fsdp/src/megatron_fsdp/megatron_fsdp.py, "
    "suggested_communication_unit_size";

/// Elements of gradients that may wait to be reduced, for layers of \p layer elements: two layers', and no
/// less than a thousand million. Of weights so many are gathered ahead that half of it is whole.
[[nodiscard]] constexpr std::int64_t unitCapacity(std::int64_t layer)
{
    return std::max<std::int64_t>(1'000'000'000, 2 * layer);
}

} // namespace shardscope::planner
