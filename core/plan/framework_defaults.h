// SPDX-License-Identifier: GPL-3.0-or-later
// What a framework means by a plan that does not say it. The values stand in planner/framework.
#pragma once

#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace shardscope::core {

/// The number format of a part of the state, by that of the weights or of the gradients.
enum class FormatRule : std::uint8_t {
    AsWeights, ///< of 8 bits and fewer: bf16
    AsGradients,
    Fp32,
    Fp32UnderBf16, ///< 16-bit floats apart, whose gradients are as narrow as they are
    Fp32IfNarrow,  ///< beside weights of 16 bits and fewer, else none
    None
};

struct FrameworkDefaults {
    FormatRule gradients = FormatRule::AsWeights;
    FormatRule master = FormatRule::None;
    FormatRule state = FormatRule::Fp32;
    /// The format of the weights that a rank keeps, and below it that of computing, if it is another.
    Dtype weights = Dtype::Bf16;
    std::optional<Dtype> compute = std::nullopt;
    bool adaptersFp32 = false; ///< gradients of adapters, whatever the weights
    Kernels kernels = Kernels::Fused;
    /// What fused tensor-parallel layers do with gathered inputs under sequence parallelism; layers of
    /// separate operations keep what they were given.
    GatheredInputs gathered = GatheredInputs::Saved;
    bool gathersSeparately = false; ///< separate kernels gather as fused ones do
    const char* source = nullptr;
};

/// What \p framework means.
using DefaultsOf = const FrameworkDefaults& (*)(Framework framework);

/// Number formats, kernels and gathered inputs of \p plan that are not \p given (JSON pointers of keys), as
/// \p defaults have them.
void fillFormats(Plan& plan, const std::set<std::string>& given, const FrameworkDefaults& defaults);
/// Which of them \p plan has otherwise than \p defaults would.
[[nodiscard]] std::set<std::string> saidFormats(const Plan& plan, const FrameworkDefaults& defaults);

} // namespace shardscope::core
