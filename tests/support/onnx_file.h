// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX files written field by field, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::tests::onnx {

// These write what a network needs of onnx.proto's messages (protobuf.dev/programming-guides/encoding).
inline std::string varint(std::uint64_t value)
{
    std::string out;
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>(0x80 | (value & 0x7F));
    return out + static_cast<char>(value);
}
inline std::string number(int field, std::int64_t value)
{
    return varint(static_cast<std::uint64_t>(field) << 3) + varint(static_cast<std::uint64_t>(value));
}
inline std::string bytes(int field, const std::string& value)
{
    return varint((static_cast<std::uint64_t>(field) << 3) | 2) + varint(value.size()) + value;
}

using Shape = std::vector<std::int64_t>;

/// A file as torch.onnx.export writes it: producer, opset, graph.
class File {
public:
    explicit File(const Shape& input)
    {
        std::string dims = bytes(1, bytes(2, "N"));
        for (const std::int64_t length : input)
            dims += bytes(1, number(1, length));
        m_graph += bytes(11, bytes(1, "x") + bytes(2, bytes(1, number(1, 1) + bytes(2, dims))));
    }
    /// \p attributes are messages already.
    std::string node(const std::string& type, const std::vector<std::string>& inputs,
                     const std::string& attributes = {})
    {
        const std::string out = "t" + std::to_string(m_made++);
        std::string message;
        for (const std::string& input : inputs)
            message += bytes(1, input);
        m_graph += bytes(1, message + bytes(2, out) + bytes(3, "/" + type) + bytes(4, type) + attributes);
        return out;
    }
    /// Writes shapes as newer exporters do: all in one field.
    std::string weight(const Shape& shape, bool packed = true)
    {
        const std::string name = "w" + std::to_string(m_made++);
        std::string dims;
        for (const std::int64_t length : shape)
            dims += packed ? varint(static_cast<std::uint64_t>(length)) : number(1, length);
        m_graph += bytes(5, (packed ? bytes(1, dims) : dims) + number(2, 1) + bytes(8, name));
        return name;
    }
    [[nodiscard]] std::string text() const
    {
        return number(1, 8) + bytes(2, "pytorch") + bytes(7, m_graph + bytes(2, "net")) +
               bytes(8, number(2, 17));
    }

private:
    std::string m_graph;
    int m_made = 0;
};

/// Two linear layers with an activation between them.
inline std::string perceptron()
{
    File file({512});
    const std::string hidden = file.node("Relu", {file.node("MatMul", {"x", file.weight({512, 2048})})});
    file.node("MatMul", {hidden, file.weight({2048, 10})});
    return file.text();
}

} // namespace shardscope::tests::onnx
