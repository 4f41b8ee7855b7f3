// SPDX-License-Identifier: GPL-3.0-or-later
// Model descriptions: Hugging Face config.json and the native forms of the contract (section 2), both told by
// content.
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"

#include <string>
#include <string_view>

namespace shardscope::core {

struct Value;

/// Parses a model's JSON document. Errors carry the JSON pointer; \p file is only named in them.
[[nodiscard]] Result<ModelSpec> parseModel(const Value& document, const std::string& file);
/// A model however it is written: JSON, a DLRM command line, PERSIA's embedding_config.yml. Errors also carry
/// line and byte for syntax.
[[nodiscard]] Result<ModelSpec> parseModel(std::string_view text, const std::string& file);

} // namespace shardscope::core
