// SPDX-License-Identifier: GPL-3.0-or-later
// What the activations of layers and those of the network's ends are made of.
#pragma once

#include "core/base/text_mark.h"
#include "planner/formula/program_code.h"
#include "planner/formula/symbols.h"
#include "planner/framework/framework.h"

#include <string_view>

namespace shardscope::planner {

inline constexpr auto kTable2 = "arXiv:2205.05198, section 4 and Table 2";

template <class N>
ByteCount<N> byte(std::string_view label)
{
    return N::leaf(core::Bytes{1}, label, core::SourceKind::Specification, kTable2);
}

template <class N>
ByteCount<N> none(std::string_view label, std::string_view why)
{
    return N::leaf(core::Bytes{0}, label, core::SourceKind::Given, why);
}

/// Inputs of a tensor-parallel linear layer: whole, or cut along the sequence where they are gathered again
/// in backward (arXiv:2205.05198, section 4.2.2). An adapter's are whole (NVIDIA-NeMo/Megatron-Bridge,
/// peft/utils.py: return_layernorm_output_gathered).
template <class N>
Count<N> gatheredTokens(const Symbols<N>& s, const core::Plan& plan)
{
    if (plan.adapters.any())
        return s.tokens;
    return plan.gatheredInputs == core::GatheredInputs::Regathered ? s.normTokens : s.tokens;
}

template <class N>
ByteCount<N> singleWidth()
{
    return N::leaf(core::Bytes{4}, W_("fp32_width"), core::SourceKind::Specification, "fp32");
}

/// What is kept of the input of \p matrices: the input, for the gradient of a matrix or of its adapter; where
/// adapters drop some of it, each a mask and what it let through instead, and where they are fp32, each its
/// own copy (arXiv:2106.09685). A frozen matrix without an adapter keeps nothing (PyTorch, derivatives.yaml,
/// linear).
template <class N>
ByteCount<N> keptInput(const Symbols<N>& s, const core::Plan& plan, double matrices, bool adapted,
                       const ByteCount<N>& input)
{
    if (!plan.adapters.any())
        return input;
    if (!adapted)
        return 0.0 * input;
    if (adaptersInFp32(plan))
        return matrices * (input / s.operandWidth) * singleWidth<N>();
    return adaptersDrop(plan) ? matrices * (input + input / s.operandWidth * byte<N>(W_("mask_width")))
                              : input;
}

/// PopART draws a mask again from its seed (graphcore/popart @00385a0,
/// willow/src/transforms/randomsetup.cpp).
inline bool keepsMasks(const core::Plan& plan) { return plan.dropout && !factsOf(plan).habits.masksFromSeed; }

/// An element's fp32 in its 16 bits' place, and the factor of the weight's product.
template <class N>
ByteCount<N> writtenOut()
{
    return N::leaf(core::Bytes{4}, W_("norm_written_out"), core::SourceKind::Specification, kWrittenOutNorm);
}

} // namespace shardscope::planner
