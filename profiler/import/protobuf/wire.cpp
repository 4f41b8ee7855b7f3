// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/protobuf/wire.h"

namespace shardscope::profiler {

std::optional<std::uint64_t> WireReader::varint(std::size_t& at) const
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70 && at < m_message.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(m_message[at++]);
        if (shift < 64)
            value |= static_cast<std::uint64_t>(byte & 0x7Fu) << shift;
        if ((byte & 0x80u) == 0)
            return value;
    }
    return std::nullopt;
}

std::optional<WireField> WireReader::next()
{
    const std::size_t begin = m_at;
    std::optional<WireField> field = head();
    if (!field || field->type != WireType::Bytes)
        return field;
    m_broken = field->value > m_message.size() - m_at;
    if (m_broken) {
        m_at = begin;
        return std::nullopt;
    }
    field->bytes = m_message.substr(m_at, static_cast<std::size_t>(field->value));
    field->value = 0;
    m_at += field->bytes.size();
    return field;
}

std::optional<WireField> WireReader::head()
{
    if (m_broken || m_at == m_message.size())
        return std::nullopt;
    m_broken = true; // until the field is whole
    std::size_t at = m_at;
    const auto tag = varint(at);
    if (!tag || (*tag >> 3) == 0 || (*tag >> 3) > 0x1FFFFFFF)
        return std::nullopt;
    WireField field;
    field.number = static_cast<std::uint32_t>(*tag >> 3);
    field.offset = m_base + m_at;
    const auto fixed = [&](std::size_t width) {
        if (m_message.size() - at < width)
            return false;
        for (std::size_t i = width; i-- > 0;)
            field.value = field.value << 8 | static_cast<unsigned char>(m_message[at + i]);
        at += width;
        return true;
    };
    switch (*tag & 7u) {
    case 0: {
        field.type = WireType::Varint;
        const auto value = varint(at);
        if (!value)
            return std::nullopt;
        field.value = *value;
        break;
    }
    case 1:
        field.type = WireType::Fixed64;
        if (!fixed(8))
            return std::nullopt;
        break;
    case 2: {
        field.type = WireType::Bytes;
        const auto length = varint(at);
        if (!length)
            return std::nullopt;
        field.value = *length;
        field.offset = m_base + at;
        break;
    }
    case 5:
        field.type = WireType::Fixed32;
        if (!fixed(4))
            return std::nullopt;
        break;
    default: return std::nullopt; // groups: none of our formats has them
    }
    m_at = at;
    m_broken = false;
    return field;
}

} // namespace shardscope::profiler
