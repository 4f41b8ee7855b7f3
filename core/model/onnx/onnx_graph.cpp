// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx/onnx_graph.h"

#include "core/base/phrase.h"

#include <algorithm>
#include <array>
#include <bit>

namespace shardscope::core {
namespace {

constexpr std::size_t kMostNodes = 200'000;
constexpr std::size_t kMostNumbers = 1 << 16; ///< of one list: shapes and windows are short

/// One field of a protobuf message: a number, or bytes that may be a message themselves.
struct Field {
    std::uint64_t number = 0;
    std::uint64_t value = 0;
    std::string_view bytes;
};

/// Reads a message field by field (protobuf.dev/programming-guides/encoding).
class Message {
public:
    explicit Message(std::string_view bytes, std::size_t offset = 0)
        : m_bytes(bytes)
        , m_offset(offset)
    {
    }

    /// False at the end and at damage (bad()).
    bool next(Field& field)
    {
        if (m_at >= m_bytes.size() || m_bad)
            return false;
        std::uint64_t key = 0;
        if (!varint(key))
            return false;
        field = {key >> 3, 0, {}};
        switch (key & 7) {
        case 0: return varint(field.value);
        case 1: return fixed(8, field);
        case 2: {
            std::uint64_t length = 0;
            if (!varint(length) || length > m_bytes.size() - m_at)
                return damaged();
            field.bytes = m_bytes.substr(m_at, length);
            m_at += length;
            return true;
        }
        case 5: return fixed(4, field);
        default: return damaged();
        }
    }

    [[nodiscard]] bool bad() const { return m_bad; }
    [[nodiscard]] std::size_t at() const { return m_offset + m_at; }
    /// Where \p part of this message lies in the file.
    [[nodiscard]] std::size_t offsetOf(std::string_view part) const
    {
        return m_offset + static_cast<std::size_t>(part.data() - m_bytes.data());
    }

private:
    bool damaged()
    {
        m_bad = true;
        return false;
    }
    bool varint(std::uint64_t& value)
    {
        value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (m_at >= m_bytes.size())
                return damaged();
            const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
            value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
            if (byte < 0x80)
                return true;
        }
        return damaged();
    }
    bool fixed(std::size_t width, Field& field)
    {
        if (width > m_bytes.size() - m_at)
            return damaged();
        for (std::size_t i = 0; i < width; ++i)
            field.value |= static_cast<std::uint64_t>(static_cast<unsigned char>(m_bytes[m_at + i]))
                           << (8 * i);
        m_at += width;
        return true;
    }

    std::string_view m_bytes;
    std::size_t m_offset;
    std::size_t m_at = 0;
    bool m_bad = false;
};

class Parser {
public:
    explicit Parser(std::string file)
        : m_file(std::move(file))
    {
    }

    Result<OnnxGraph> model(std::string_view bytes)
    {
        constexpr std::uint64_t kGraph = 7;
        bool found = false;
        each(Message(bytes), [&](Message& message, const Field& field) {
            if (field.number == kGraph && !field.bytes.empty()) {
                found = true;
                graph(inside(message, field));
            }
        });
        if (m_damage)
            return *m_damage;
        if (!found)
            return Error{ErrorCode::MissingKey, {"graph"}}.in(m_file);
        std::erase_if(m_graph.inputs, [this](const OnnxInput& input) {
            return m_graph.weights.find(input.name) != m_graph.weights.end();
        });
        return std::move(m_graph);
    }

private:
    static Message inside(const Message& outer, const Field& field)
    {
        return Message(field.bytes, outer.offsetOf(field.bytes));
    }
    /// Hands every field of \p message to \p what.
    template <class What>
    void each(Message message, const What& what)
    {
        Field field;
        while (!m_damage && message.next(field))
            what(message, field);
        if (message.bad() && !m_damage)
            damage(message.at());
    }
    void damage(std::size_t at)
    {
        Error error{ErrorCode::DataCorrupt, {phrase(W_("an ONNX message that ends or nests wrongly"))}};
        error.place.byteOffset = at;
        m_damage = error.in(m_file);
    }

    /// The file is as good as any: a limit of ours is beyond.
    void tooMany(std::string_view what, std::size_t limit, std::size_t at)
    {
        if (m_damage)
            return;
        Error error{ErrorCode::NotSupported,
                    {phrase(what, {std::to_string(limit)}),
                     phrase(W_("so many are not read, to keep bad files within memory"))}};
        error.place.byteOffset = at;
        m_damage = error.in(m_file);
    }

    void graph(Message message)
    {
        each(message, [this](Message& own, const Field& field) {
            switch (field.number) {
            case 1: node(inside(own, field)); break;
            case 2: m_graph.name = field.bytes; break;
            case 5: weight(inside(own, field)); break;
            case 11: input(inside(own, field)); break;
            default: break;
            }
            if (m_graph.nodes.size() > kMostNodes)
                tooMany(W_("an ONNX graph of more than %1 nodes"), kMostNodes, own.at());
        });
    }
    void node(Message message)
    {
        OnnxNode made;
        each(message, [&](Message& own, const Field& field) {
            switch (field.number) {
            case 1: made.inputs.emplace_back(field.bytes); break;
            case 2: made.outputs.emplace_back(field.bytes); break;
            case 3: made.name = field.bytes; break;
            case 4: made.type = field.bytes; break;
            case 5: attribute(inside(own, field), made); break;
            default: break;
            }
        });
        m_graph.nodes.push_back(std::move(made));
    }
    void attribute(Message message, OnnxNode& node)
    {
        std::string name;
        OnnxAttribute made;
        each(message, [&](Message& own, const Field& field) {
            switch (field.number) {
            case 1: name = field.bytes; break;
            case 2:
                made.real =
                    static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(field.value)));
                break;
            case 3: made.number = static_cast<std::int64_t>(field.value); break;
            case 4: made.text = field.bytes; break;
            case 5: // a constant's tensor: its shape stands for a weight's
                if (node.type == "Constant")
                    constant(inside(own, field), node);
                break;
            case 8: numbers(own, field, made.numbers); break;
            default: break;
            }
        });
        node.attributes[name] = std::move(made);
    }
    void constant(Message message, const OnnxNode& node)
    {
        if (node.outputs.empty())
            return;
        m_graph.weights[node.outputs.front()] = tensor(message).second;
    }
    void weight(Message message)
    {
        auto [name, shape] = tensor(message);
        m_graph.weights[name] = std::move(shape);
    }
    std::pair<std::string, std::vector<std::int64_t>> tensor(Message message)
    {
        std::pair<std::string, std::vector<std::int64_t>> made;
        each(message, [&](Message& own, const Field& field) {
            if (field.number == 1)
                numbers(own, field, made.second);
            else if (field.number == 8)
                made.first = field.bytes;
        });
        return made;
    }
    /// One number for each field, or all of them in one (packed).
    void numbers(const Message& own, const Field& field, std::vector<std::int64_t>& out)
    {
        if (field.bytes.data() == nullptr) {
            out.push_back(static_cast<std::int64_t>(field.value));
        } else {
            std::uint64_t value = 0;
            int shift = 0;
            for (const char c : field.bytes) {
                const auto byte = static_cast<unsigned char>(c);
                if (shift < 64)
                    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
                shift += 7;
                if (byte >= 0x80)
                    continue;
                out.push_back(static_cast<std::int64_t>(value));
                value = 0;
                shift = 0;
                if (out.size() > kMostNumbers)
                    break;
            }
        }
        if (out.size() > kMostNumbers)
            tooMany(W_("a list of more than %1 numbers in an ONNX graph"), kMostNumbers, own.at());
    }
    void input(Message message)
    {
        OnnxInput made;
        const auto dimension = [&](Message& own, const Field& field) {
            if (field.number != 1)
                return;
            std::int64_t length = 0; // a name stands for one that is not known
            each(inside(own, field), [&](Message&, const Field& part) {
                if (part.number == 1)
                    length = static_cast<std::int64_t>(part.value);
            });
            made.shape.push_back(length);
        };
        each(message, [&](Message& own, const Field& field) {
            if (field.number == 1)
                made.name = field.bytes;
            if (field.number != 2) // type, of it the tensor's, of it the shape
                return;
            each(inside(own, field), [&](Message& type, const Field& kind) {
                if (kind.number != 1)
                    return;
                each(inside(type, kind), [&](Message& tensor, const Field& part) {
                    if (part.number == 2)
                        each(inside(tensor, part), dimension);
                });
            });
        });
        m_graph.inputs.push_back(std::move(made));
    }

    std::string m_file;
    OnnxGraph m_graph;
    std::optional<Error> m_damage;
};

} // namespace

std::int64_t OnnxNode::numberOr(std::string_view key, std::int64_t otherwise) const
{
    const auto found = attributes.find(key);
    return found == attributes.end() ? otherwise : found->second.number;
}

std::vector<std::int64_t> OnnxNode::numbersOr(std::string_view key, std::vector<std::int64_t> otherwise) const
{
    const auto found = attributes.find(key);
    return found == attributes.end() || found->second.numbers.empty() ? std::move(otherwise)
                                                                      : found->second.numbers;
}

std::string OnnxNode::title() const
{
    if (!name.empty())
        return name;
    return outputs.empty() ? type : outputs.front();
}

bool looksLikeOnnx(std::string_view bytes)
{
    // ir_version, then producer_name, producer_version, domain, model_version, doc_string, graph or
    // opset_import.
    constexpr std::array<unsigned char, 7> kSecond{0x12, 0x1A, 0x22, 0x28, 0x32, 0x3A, 0x42};
    constexpr unsigned char kMostVersion = 0x40;
    if (bytes.size() < 3 || bytes[0] != '\x08')
        return false;
    const auto version = static_cast<unsigned char>(bytes[1]);
    const auto second = static_cast<unsigned char>(bytes[2]);
    return version > 0 && version < kMostVersion && std::ranges::find(kSecond, second) != kSecond.end();
}

Result<OnnxGraph> parseOnnx(std::string_view bytes, const std::string& file)
{
    return Parser(file).model(bytes);
}

} // namespace shardscope::core
