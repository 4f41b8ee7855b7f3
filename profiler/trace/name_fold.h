// SPDX-License-Identifier: GPL-3.0-or-later
// Names that carry what differs from call to call, and are one; what a row is by its name, where nothing else
// tells.
#pragma once

#include <string_view>

namespace shardscope::profiler {

/// An operator's name without what PyTorch's NVTX ranges add to it (torch/csrc/autograd/profiler_legacy.cpp,
/// getNvtxStr: ", op_id = 990732", ", seq = 7", ", sizes = [[2, 3]]").
[[nodiscard]] constexpr std::string_view foldedName(std::string_view name)
{
    for (const std::string_view mark : {", op_id = ", ", seq = ", ", sizes = ", ", input_op_ids = "})
        name = name.substr(0, name.find(mark));
    return name;
}

/// Kineto's word for a range that a program pushed and popped: operators come as ranges where PyTorch was
/// asked for them.
[[nodiscard]] constexpr std::string_view rangeCategory(std::string_view name)
{
    return foldedName(name).size() < name.size() ? "cpu_op" : "user_annotation";
}

/// Kineto's word for a call of CUDA or HIP by its name: cudaX and hipX of the runtime, cuX of the driver;
/// empty: it is none.
[[nodiscard]] constexpr std::string_view apiCategory(std::string_view name)
{
    const auto calls = [&](std::string_view library) {
        return name.size() > library.size() && name.starts_with(library) && name[library.size()] >= 'A' &&
               name[library.size()] <= 'Z';
    };
    return calls("cuda") || calls("hip") ? "cuda_runtime" : calls("cu") ? "cuda_driver" : "";
}

} // namespace shardscope::profiler
