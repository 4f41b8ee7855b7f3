// SPDX-License-Identifier: GPL-3.0-or-later
// Names that carry what differs from call to call, and are one.
#pragma once

#include <string_view>

namespace shardscope::profiler {

/// Without what PyTorch's NVTX ranges add to an operator's name (torch/csrc/autograd/profiler_legacy.cpp,
/// getNvtxStr: ", op_id = 990732", ", seq = 7", ", sizes = [[2, 3]]").
[[nodiscard]] constexpr std::string_view foldedName(std::string_view name)
{
    for (const std::string_view mark : {", op_id = ", ", seq = ", ", sizes = ", ", input_op_ids = "})
        name = name.substr(0, name.find(mark));
    return name;
}

} // namespace shardscope::profiler
