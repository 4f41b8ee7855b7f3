// SPDX-License-Identifier: GPL-3.0-or-later
// Where transformers' families differ from Llama's modules in what they keep.
#pragma once

#include "core/model/model_spec.h"
#include "planner/formula/library_modules.h"

namespace shardscope::planner {

/// Families whose RMS norm meets its weight in fp32, before the cast back (transformers, modeling_*.py).
[[nodiscard]] inline bool weighsNormsInFp32(const core::Transformer& model)
{
    using core::TransformerFamily;
    switch (model.family) {
    case TransformerFamily::Olmo2:
    case TransformerFamily::Olmo3:
    case TransformerFamily::Gemma3:
    case TransformerFamily::GptOss: return true;
    default: return false;
    }
}

/// Phi-3's queries, keys and values are parts of one tensor, which stays as long as the values do; queries
/// that were put together again lie by heads, so that attention's output is copied.
[[nodiscard]] inline bool keepsJoinedHeads(const core::Transformer& model, const core::Plan& plan)
{
    return model.family == core::TransformerFamily::Phi3 && runsLibraryModules(model, plan);
}

} // namespace shardscope::planner
