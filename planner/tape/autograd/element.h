// SPDX-License-Identifier: GPL-3.0-or-later
// Element types as a tensor library stores them; core::Dtype names what a plan may ask for, this what memory
// holds.
#pragma once

#include "core/model/dtype.h"

#include <algorithm>
#include <cstdint>

namespace shardscope::planner::tape {

enum class Element : std::uint8_t { Float32, BFloat16, Float16, Int64, Int32, Bool };

[[nodiscard]] constexpr std::int64_t widthOf(Element element)
{
    switch (element) {
    case Element::Float32:
    case Element::Int32: return 4;
    case Element::BFloat16:
    case Element::Float16: return 2;
    case Element::Int64: return 8;
    case Element::Bool: return 1;
    }
    return 1;
}

/// How a plan's number format lies in memory as a dense tensor (8-bit formats as the bytes they are).
[[nodiscard]] constexpr Element elementOf(core::Dtype dtype)
{
    switch (dtype) {
    case core::Dtype::Bf16: return Element::BFloat16;
    case core::Dtype::Fp16: return Element::Float16;
    case core::Dtype::Fp8:
    case core::Dtype::Mxfp8:
    case core::Dtype::Nvfp4:
    case core::Dtype::Int8: return Element::Bool;
    case core::Dtype::Fp32:
    case core::Dtype::Tf32: return Element::Float32;
    }
    return Element::Float32;
}

/// Type promotion between floating tensors: the wider one wins.
[[nodiscard]] constexpr Element promoted(Element a, Element b) { return widthOf(a) >= widthOf(b) ? a : b; }

} // namespace shardscope::planner::tape
