// SPDX-License-Identifier: GPL-3.0-or-later
// Model descriptions: Hugging Face config.json and the native forms of the contract (section 2), both told by
// content.
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"

#include <string>
#include <string_view>

namespace shardscope::core {

/// Parses \p json. Errors carry the JSON pointer (or line and byte for syntax); \p file is only named in
/// them.
[[nodiscard]] Result<ModelSpec> parseModel(std::string_view json, const std::string& file);

} // namespace shardscope::core
