// SPDX-License-Identifier: GPL-3.0-or-later
// Number formats of tensors and their widths.
#pragma once

#include "core/base/enum_names.h"
#include "core/units/quantity.h"

namespace shardscope::core {

/// Mxfp8 and Nvfp4 carry a scale for every block of 32 and 16 elements (OCP Microscaling Formats 1.0;
/// NVIDIA).
enum class Dtype { Fp32, Tf32, Bf16, Fp16, Fp8, Int8, Mxfp8, Nvfp4 };
inline constexpr Dtype kLastDtype = Dtype::Nvfp4;
/// The contract's words.
constexpr auto enumNames(Dtype)
{
    return namesUpTo<Dtype::Nvfp4>("fp32", "tf32", "bf16", "fp16", "fp8", "int8", "mxfp8", "nvfp4");
}

/// Bytes an element takes in memory (tf32 is stored as fp32).
[[nodiscard]] Bytes widthOf(Dtype dtype);

} // namespace shardscope::core
