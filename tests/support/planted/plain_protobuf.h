// SPDX-License-Identifier: GPL-3.0-or-later
// A protobuf message that is written field by field, by the numbers of its .proto file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope::tests::planted {

class PlainMessage {
public:
    PlainMessage& number(std::uint32_t field, std::int64_t value)
    {
        varint(std::uint64_t{field} << 3);
        varint(static_cast<std::uint64_t>(value));
        return *this;
    }
    PlainMessage& text(std::uint32_t field, std::string_view bytes)
    {
        varint(std::uint64_t{field} << 3 | 2U);
        varint(bytes.size());
        m_bytes += bytes;
        return *this;
    }
    PlainMessage& message(std::uint32_t field, const PlainMessage& inner)
    {
        return text(field, inner.bytes());
    }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    void varint(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7)
            m_bytes += static_cast<char>((value & 0x7F) | 0x80);
        m_bytes += static_cast<char>(value);
    }
    std::string m_bytes;
};

} // namespace shardscope::tests::planted
