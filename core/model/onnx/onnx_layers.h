// SPDX-License-Identifier: GPL-3.0-or-later
// An ONNX graph as a list of layers.
#pragma once

#include "core/base/result.h"
#include "core/io/value.h"

#include <string>
#include <string_view>

namespace shardscope::core {

/// The document of a model of "kind": "layers" (docs/formats.md) that does what the ONNX file \p bytes does.
/// Operators that only name, shape or type their input again pass; weights count by their shapes. Errors:
/// those of parseOnnx; NotSupported names the operator and its node, MissingKey an input whose size is not
/// fixed.
[[nodiscard]] Result<Value> onnxModel(std::string_view bytes, const std::string& file);

} // namespace shardscope::core
