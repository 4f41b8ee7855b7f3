// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/bytes/gzip_source.h"

#include "core/base/phrase.h"
#include "profiler/import/bytes/gzip_decoder.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;

/// A decoder that knows where in the file its input lies.
class Inflater {
public:
    enum class End { None, Text, Truncated, Damaged, Trailing, Unreadable };

    /// The same state as \p other; its unread input is read again.
    void copyFrom(Inflater& other)
    {
        m_decoder.copyFrom(other.m_decoder);
        m_input = nullptr;
        m_inputLeft = 0;
        m_fileOffset = other.fileOffset();
        m_members = other.m_members;
        m_betweenMembers = other.m_betweenMembers;
    }

    /// Inflates into \p buffer; returns the bytes made. Sets \p end when there is nothing more to come. \p
    /// input: memory for the file's bytes, the same in every call.
    std::size_t inflateInto(const FileHandle& file, std::vector<char>& input, char* buffer, std::size_t size,
                            End& end)
    {
        end = End::None;
        char* const begin = buffer;
        while (end == End::None && size > 0) {
            if (m_betweenMembers && !startMember(file, input, end))
                break;
            // Text may still be on its way out of the decoder where the input is used up.
            const bool more = m_inputLeft > 0 || refill(file, input, end);
            const std::size_t inputBefore = m_inputLeft;
            const std::size_t roomBefore = size;
            const GzipDecoder::Outcome outcome = m_decoder.decode(m_input, m_inputLeft, buffer, size);
            const bool stuck = more && m_inputLeft == inputBefore && size == roomBefore;
            if (outcome == GzipDecoder::Outcome::MemberOver)
                memberOver(end);
            else if (outcome == GzipDecoder::Outcome::Damaged || stuck)
                end = End::Damaged;
            else if (!more && size != roomBefore)
                end = End::None; // ask again
        }
        return static_cast<std::size_t>(buffer - begin);
    }

    std::uint64_t fileOffset() const { return m_fileOffset - m_inputLeft; }
    std::uint64_t members() const { return m_members + (m_betweenMembers ? 0 : 1); }

private:
    void memberOver(End& end)
    {
        m_betweenMembers = true;
        ++m_members;
        end = End::None; // startMember says whether another one follows
    }

    bool refill(const FileHandle& file, std::vector<char>& input, End& end)
    {
        input.resize(kInputBytes);
        const auto got = file.readAt(m_fileOffset, input.data(), input.size());
        if (!got || *got == 0) {
            end = got ? End::Truncated : End::Unreadable;
            return false;
        }
        m_fileOffset += *got;
        m_input = input.data();
        m_inputLeft = *got;
        return true;
    }

    /// RFC 1952, 2.2: members follow one another; anything else behind a member is not text.
    bool startMember(const FileHandle& file, std::vector<char>& input, End& end)
    {
        char magic[2] = {};
        const auto got = file.readAt(fileOffset(), magic, sizeof magic);
        if (!got || *got < 2 || !isGzip(std::string_view(magic, 2))) {
            end = !got ? End::Unreadable : *got == 0 ? End::Text : End::Trailing;
            return false;
        }
        m_betweenMembers = false;
        m_decoder.startMember();
        return m_inputLeft > 0 || refill(file, input, end);
    }

    GzipDecoder m_decoder;
    const char* m_input = nullptr;
    std::size_t m_inputLeft = 0;
    bool m_betweenMembers = false;
    std::uint64_t m_fileOffset = 0; // of the byte behind the input held
    std::uint64_t m_members = 0;    // finished ones
};

struct Point {
    std::uint64_t textOffset;
    std::unique_ptr<Inflater> state;
};

/// Text at any place: on from the state kept before it. Where none is near, states are left on the way.
class GzipText final : public RandomText {
public:
    GzipText(std::shared_ptr<const FileHandle> file, std::vector<Point> points, std::uint64_t pointEvery)
        : m_file(std::move(file))
        , m_pointEvery(pointEvery)
        , m_points(std::move(points))
    {
        if (m_points.empty())
            m_points.push_back({0, std::make_unique<Inflater>()});
    }

    std::size_t read(std::uint64_t offset, char* buffer, std::size_t size) const override
    {
        Inflater inflater;
        std::uint64_t at = 0;
        {
            const std::lock_guard lock(m_mutex);
            const auto after = std::ranges::upper_bound(m_points, offset, {}, &Point::textOffset);
            const Point& point = *(after - 1); // the first one is at 0
            inflater.copyFrom(*point.state);
            at = point.textOffset;
        }
        std::vector<char> input;
        std::vector<char> skipped(std::min<std::uint64_t>(kInputBytes, offset - at));
        Inflater::End end = Inflater::End::None;
        std::uint64_t pointAt = at + m_pointEvery;
        while (at < offset && end == Inflater::End::None) {
            const std::uint64_t wanted = std::min({std::uint64_t{skipped.size()}, offset - at, pointAt - at});
            at += inflater.inflateInto(*m_file, input, skipped.data(), wanted, end);
            if (at == pointAt && end == Inflater::End::None) {
                keep(at, inflater);
                pointAt += m_pointEvery;
            }
        }
        return end == Inflater::End::None ? inflater.inflateInto(*m_file, input, buffer, size, end) : 0;
    }

private:
    /// Two readers may come to the same place; either state serves.
    void keep(std::uint64_t offset, Inflater& inflater) const
    {
        const std::lock_guard lock(m_mutex);
        if (offset <= m_points.back().textOffset)
            return;
        m_points.push_back({offset, std::make_unique<Inflater>()});
        m_points.back().state->copyFrom(inflater);
    }

    std::shared_ptr<const FileHandle> m_file;
    std::uint64_t m_pointEvery;
    mutable std::mutex m_mutex;
    mutable std::vector<Point> m_points; // by offset
};

class GzipSource final : public ByteSource {
public:
    GzipSource(std::shared_ptr<const FileHandle> file, std::uint64_t pointEvery)
        : m_file(std::move(file))
        , m_pointEvery(pointEvery)
    {
    }

    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        std::size_t made = 0;
        while (made < size && m_end == Inflater::End::None) {
            if (m_textOffset >= m_nextPoint) {
                m_points.push_back({m_textOffset, std::make_unique<Inflater>()});
                m_points.back().state->copyFrom(m_inflater);
                m_nextPoint += m_pointEvery;
            }
            const std::size_t wanted = std::min<std::uint64_t>(size - made, m_nextPoint - m_textOffset);
            const std::size_t got = m_inflater.inflateInto(*m_file, m_input, buffer + made, wanted, m_end);
            made += got;
            m_textOffset += got;
        }
        if (m_end == Inflater::End::Unreadable && made == 0)
            return core::Error{core::ErrorCode::FileUnreadable, {core::phrase(W_("input/output error"))}};
        if (m_end != Inflater::End::None)
            noteEnd();
        return made;
    }
    std::uint64_t fileBytesRead() const override { return m_inflater.fileOffset(); }
    std::uint64_t fileBytes() const override { return m_file->bytes(); }
    const std::vector<SourceOddity>& oddities() const override { return m_oddities; }
    std::shared_ptr<const RandomText> randomText() override
    {
        return std::make_shared<GzipText>(m_file, std::move(m_points), m_pointEvery);
    }

private:
    void noteEnd()
    {
        if (std::exchange(m_noted, true))
            return;
        using Kind = SourceOddity::Kind;
        if (m_end == Inflater::End::Truncated)
            m_oddities.push_back({Kind::TruncatedCompression, m_textOffset});
        if (m_end == Inflater::End::Damaged)
            m_oddities.push_back({Kind::DamagedCompression, m_textOffset});
        if (m_end == Inflater::End::Trailing)
            m_oddities.push_back({Kind::BytesAfterCompression, m_textOffset});
        if (m_inflater.members() > 1)
            m_oddities.push_back({Kind::SeveralMembers, 0});
    }

    std::shared_ptr<const FileHandle> m_file;
    std::uint64_t m_pointEvery;
    Inflater m_inflater;
    std::vector<char> m_input;
    std::vector<Point> m_points;
    std::uint64_t m_nextPoint = 0;
    std::uint64_t m_textOffset = 0;
    Inflater::End m_end = Inflater::End::None;
    bool m_noted = false;
    std::vector<SourceOddity> m_oddities;
};

} // namespace

std::unique_ptr<ByteSource> makeGzipSource(std::shared_ptr<const FileHandle> file)
{
    return makeGzipSource(std::move(file), GzipDecoder::pointEvery());
}

std::unique_ptr<ByteSource> makeGzipSource(std::shared_ptr<const FileHandle> file, std::uint64_t pointEvery)
{
    return std::make_unique<GzipSource>(std::move(file), pointEvery);
}

} // namespace shardscope::profiler
