// SPDX-License-Identifier: GPL-3.0-or-later
// Walks protobuf's wire format one field at a time, so that a message of any size is read in pieces, each
// piece has an offset, and a file cut short gives all that is complete. Encoding:
// protobuf.dev/programming-guides/encoding.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace shardscope::profiler {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t value = 0;  ///< of a Varint, Fixed64 or Fixed32
    std::string_view bytes;   ///< of Bytes
    std::uint64_t offset = 0; ///< of bytes' first byte, or of the field's tag
};

class WireReader {
public:
    /// \p base: offset of the message's first byte in the file.
    explicit WireReader(std::string_view message, std::uint64_t base = 0)
        : m_message(message)
        , m_base(base)
    {
    }

    /// The next field; nothing at the end and where the message is broken.
    [[nodiscard]] std::optional<WireField> next();
    /// The same, of Bytes only their number (in \c value): the reader stands before them then.
    [[nodiscard]] std::optional<WireField> head();
    [[nodiscard]] bool broken() const { return m_broken; }
    /// Where the next field begins; where it is broken, the start of that field.
    [[nodiscard]] std::uint64_t offset() const { return m_base + m_at; }

private:
    [[nodiscard]] std::optional<std::uint64_t> varint(std::size_t& at) const;

    std::string_view m_message;
    std::uint64_t m_base;
    std::size_t m_at = 0;
    bool m_broken = false;
};

} // namespace shardscope::profiler
