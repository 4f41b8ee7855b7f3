// SPDX-License-Identifier: GPL-3.0-or-later
// What of the device decides memory: which attention kernel runs and how large the libraries' scratch is.
#pragma once

#include "core/hardware/hardware_spec.h"

#include <cstdint>
#include <limits>

namespace shardscope::planner::tape {

struct DeviceTraits {
    /// cuBLAS workspace of a thread: 32 MiB from compute capability 9.0, before 4096 KiB x 2 + 16 KiB x 8
    /// (PyTorch 2.11, aten/src/ATen/cuda/CublasHandlePool.cpp).
    std::int64_t blasWorkspace = std::int64_t{32} << 20;
    /// Decides how a column sum is cut (NVIDIA H100/H200 SXM: 132, Hopper tuning guide).
    std::int64_t multiprocessors = 132;
    /// cuDNN's attention goes first from compute capability 9.0
    /// (aten/src/ATen/native/transformers/cuda/sdp_utils.cpp).
    bool cudnnAttention = true;
    /// A compiler lays memory out beforehand, libraries keep no scratch of their own: IPUs.
    bool planned = false;
    bool anyOrder = false; ///< of 8-bit operands (formula/narrow_copies.h)
    std::int64_t room = std::numeric_limits<std::int64_t>::max(); ///< what the driver has for the allocator
};

[[nodiscard]] DeviceTraits deviceTraits(const core::HardwareSpec& hardware);

} // namespace shardscope::planner::tape
