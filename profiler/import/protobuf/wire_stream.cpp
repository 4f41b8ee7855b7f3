// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/protobuf/wire_stream.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kStep = std::size_t{1} << 20;
constexpr std::size_t kLongestTag = 20; // two varints of ten bytes

} // namespace

core::Result<core::Done> WireStream::readMore()
{
    m_before += m_at;
    m_window.erase(0, m_at);
    m_at = 0;
    const std::size_t kept = m_window.size();
    m_window.resize(kept + std::max(kStep, kept)); // doubles, so that a large field is not looked at often
    std::size_t filled = kept;
    while (filled < m_window.size() && !m_ended) {
        SHARDSCOPE_TRY(const std::size_t got, m_read(m_window.data() + filled, m_window.size() - filled));
        m_ended = got == 0;
        filled += got;
    }
    m_window.resize(filled);
    return core::Done{};
}

core::Result<std::string_view> WireStream::peek(std::size_t size)
{
    while (m_window.size() - m_at < size && !m_ended)
        SHARDSCOPE_TRY_DONE(readMore());
    return std::string_view(m_window).substr(m_at, size);
}

core::Result<std::string_view> WireStream::take(std::uint64_t size)
{
    SHARDSCOPE_TRY(const std::string_view bytes,
                   peek(static_cast<std::size_t>(std::min(size, kLargestField))));
    m_at += bytes.size();
    return bytes;
}

core::Result<core::Done> WireStream::skipTo(std::uint64_t place)
{
    while (this->place() < place) {
        const std::uint64_t left = place - this->place();
        m_at += static_cast<std::size_t>(std::min<std::uint64_t>(left, m_window.size() - m_at));
        if (m_at < m_window.size() || m_ended)
            break;
        SHARDSCOPE_TRY_DONE(readMore());
    }
    return core::Done{};
}

core::Result<std::optional<WireStream::Tag>> WireStream::tag(std::uint64_t end)
{
    m_fieldPlace = place();
    m_broken = false;
    if (m_fieldPlace >= end)
        return std::optional<Tag>();
    SHARDSCOPE_TRY(const std::string_view most, peek(kLongestTag));
    const std::string_view head =
        most.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(most.size(), end - m_fieldPlace)));
    if (head.empty())
        return std::optional<Tag>();
    WireReader reader(head, m_fieldPlace);
    const auto field = reader.head();
    m_broken = !field;
    if (!field)
        return std::optional<Tag>();
    m_at += static_cast<std::size_t>(reader.offset() - m_fieldPlace);
    return std::optional(Tag{field->number, field->type, field->value, m_fieldPlace, place()});
}

core::Result<std::optional<WireField>> WireStream::next()
{
    SHARDSCOPE_TRY(const std::optional<Tag> found, tag());
    if (!found)
        return std::optional<WireField>();
    WireField field;
    field.number = found->number;
    field.type = found->type;
    field.offset = found->place;
    if (found->type != WireType::Bytes) {
        field.value = found->value;
        return std::optional(field);
    }
    field.offset = found->begin;
    if (found->value <= kLargestField) {
        SHARDSCOPE_TRY(field.bytes, take(found->value));
    }
    m_broken = field.bytes.size() != found->value;
    return m_broken ? std::optional<WireField>() : std::optional(field);
}

WireStream streamOf(ByteSource& source)
{
    return WireStream([&source](char* buffer, std::size_t size) { return source.read(buffer, size); });
}

WireStream streamOf(std::shared_ptr<const RandomText> text)
{
    return WireStream(
        [text = std::move(text), at = std::uint64_t{0}](char* buffer, std::size_t size) mutable {
            const std::size_t got = text->read(at, buffer, size);
            at += got;
            return core::Result<std::size_t>(got);
        });
}

} // namespace shardscope::profiler
