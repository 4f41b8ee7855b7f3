// SPDX-License-Identifier: GPL-3.0-or-later
// What an ONNX file says of a network's shape (onnx/onnx, onnx/onnx.proto; Apache-2.0): operators in order,
// sizes of the weights, not their values. PyTorch (torch.onnx.export) and TensorFlow (tf2onnx) both write
// them.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// Files beyond this are refused: protobuf's own limit of a message.
inline constexpr std::uintmax_t kOnnxLimitBytes = std::uintmax_t{2} << 30;

struct OnnxAttribute {
    std::int64_t number = 0;
    double real = 0;
    std::string text;
    std::vector<std::int64_t> numbers;
};

struct OnnxNode {
    std::string type; ///< "Conv"
    std::string name; ///< may be empty
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::map<std::string, OnnxAttribute, std::less<>> attributes;

    [[nodiscard]] std::int64_t numberOr(std::string_view key, std::int64_t otherwise) const;
    [[nodiscard]] std::vector<std::int64_t> numbersOr(std::string_view key,
                                                      std::vector<std::int64_t> otherwise) const;
    /// What errors call the node: its name, or what it makes.
    [[nodiscard]] std::string title() const;
};

/// A tensor that comes from outside; what is not known beforehand (the batch) is 0.
struct OnnxInput {
    std::string name;
    std::vector<std::int64_t> shape;
};

struct OnnxGraph {
    std::string name;
    std::vector<OnnxNode> nodes;                                           ///< as they run
    std::map<std::string, std::vector<std::int64_t>, std::less<>> weights; ///< shapes by name
    std::vector<OnnxInput> inputs;                                         ///< without the weights
};

/// Judges by the first bytes: a version, then a field that a model has.
[[nodiscard]] bool looksLikeOnnx(std::string_view bytes);
/// Errors: DataCorrupt and, beyond a limit, NotSupported, with the byte; MissingKey where there is no graph.
[[nodiscard]] Result<OnnxGraph> parseOnnx(std::string_view bytes, const std::string& file);

} // namespace shardscope::core
