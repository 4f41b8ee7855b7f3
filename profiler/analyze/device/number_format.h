// SPDX-License-Identifier: GPL-3.0-or-later
// The number format that a product's kernels multiply in, which need not be that of its operands: tensor
// cores round 32-bit operands to tf32 where the framework lets them.
#pragma once

#include "core/hardware/hardware_spec.h"

#include <optional>
#include <string_view>

namespace shardscope::profiler {

struct NumberFormat {
    core::Dtype dtype = core::Dtype::Fp32;
    bool assumed = false; ///< PyTorch's default; no kernel says
};

/// The number format of an \p operation ("aten::convolution") on operands of \p dtype as PyTorch writes it
/// ("float"), whose longest kernel is \p kernel (empty: not recorded), on \p hardware. None: an unknown type.
[[nodiscard]] std::optional<NumberFormat> numberFormat(std::string_view operation, std::string_view dtype,
                                                       std::string_view kernel,
                                                       const core::HardwareSpec* hardware);

} // namespace shardscope::profiler
