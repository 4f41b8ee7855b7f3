// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/gzip_source.h"

#include <zlib.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

constexpr int kGzipWindow = 15 + 16; // zlib.h, inflateInit2: 15 bits, gzip header
constexpr std::size_t kInputBytes = std::size_t{256} << 10;

/// A zlib decoder that knows where in the file its input lies.
class Inflater {
public:
    Inflater() { m_alive = inflateInit2(&m_stream, kGzipWindow) == Z_OK; }
    ~Inflater()
    {
        if (m_alive)
            inflateEnd(&m_stream);
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// The same state as \p other, its unread input included.
    void copyFrom(Inflater& other)
    {
        if (m_alive)
            inflateEnd(&m_stream);
        m_alive = other.m_alive && inflateCopy(&m_stream, &other.m_stream) == Z_OK;
        m_stream.next_in = nullptr;
        m_stream.avail_in = 0;
        m_fileOffset = other.m_fileOffset - other.m_stream.avail_in;
        m_members = other.m_members;
        m_betweenMembers = other.m_betweenMembers;
    }

    enum class End { None, Text, Truncated, Damaged, Trailing, Unreadable };

    /// Inflates into \p buffer; returns the bytes made. Sets \p end when there is nothing more to come.
    std::size_t inflateInto(const FileHandle& file, std::vector<char>& input, char* buffer, std::size_t size,
                            End& end)
    {
        end = m_alive ? End::None : End::Damaged;
        std::size_t made = 0;
        while (end == End::None && made < size) {
            if (m_stream.avail_in == 0 && !refill(file, input, end))
                break;
            if (m_betweenMembers && !startMember(file, input, end))
                break;
            const auto room = static_cast<uInt>(std::min<std::size_t>(size - made, 1u << 30));
            m_stream.next_out = reinterpret_cast<Bytef*>(buffer + made);
            m_stream.avail_out = room;
            const int status = inflate(&m_stream, Z_NO_FLUSH);
            made += room - m_stream.avail_out;
            if (status == Z_STREAM_END) {
                m_betweenMembers = true;
                ++m_members;
            } else if (status != Z_OK && status != Z_BUF_ERROR) {
                end = End::Damaged;
            }
        }
        return made;
    }

    std::uint64_t fileOffset() const { return m_fileOffset - m_stream.avail_in; }
    std::uint64_t members() const { return m_members + (m_betweenMembers ? 0 : 1); }

private:
    bool refill(const FileHandle& file, std::vector<char>& input, End& end)
    {
        input.resize(kInputBytes);
        const auto got = file.readAt(m_fileOffset, input.data(), input.size());
        if (!got || *got == 0) {
            end = !got ? End::Unreadable : m_betweenMembers ? End::Text : End::Truncated;
            return false;
        }
        m_fileOffset += *got;
        m_stream.next_in = reinterpret_cast<Bytef*>(input.data());
        m_stream.avail_in = static_cast<uInt>(*got);
        return true;
    }

    /// RFC 1952, 2.2: members follow one another; anything else behind a member is not text.
    bool startMember(const FileHandle& file, std::vector<char>& input, End& end)
    {
        char magic[2] = {};
        const auto got = file.readAt(fileOffset(), magic, sizeof magic);
        if (!got || *got < 2 || !isGzip(std::string_view(magic, 2))) {
            end = got ? End::Trailing : End::Unreadable;
            return false;
        }
        m_betweenMembers = false;
        inflateReset(&m_stream);
        return m_stream.avail_in > 0 || refill(file, input, end);
    }

    z_stream m_stream{};
    bool m_alive = false;
    bool m_betweenMembers = false;
    std::uint64_t m_fileOffset = 0; // of the byte behind the input held
    std::uint64_t m_members = 0;    // finished ones
};

struct Point {
    std::uint64_t textOffset;
    std::unique_ptr<Inflater> state;
};

class GzipText final : public RandomText {
public:
    GzipText(std::shared_ptr<const FileHandle> file, std::vector<Point> points)
        : m_file(std::move(file))
        , m_points(std::move(points))
    {
    }

    std::size_t read(std::uint64_t offset, char* buffer, std::size_t size) const override
    {
        const auto after = std::upper_bound(
            m_points.begin(), m_points.end(), offset,
            [](std::uint64_t wanted, const Point& point) { return wanted < point.textOffset; });
        const Point& point = *(after - 1); // the first one is at 0
        Inflater inflater;
        {
            // inflateCopy takes its source as non-const.
            const std::lock_guard lock(m_mutex);
            inflater.copyFrom(*point.state);
        }
        std::vector<char> input;
        std::vector<char> skipped(std::min<std::uint64_t>(kInputBytes, offset - point.textOffset));
        Inflater::End end = Inflater::End::None;
        for (std::uint64_t at = point.textOffset; at < offset && end == Inflater::End::None;)
            at += inflater.inflateInto(*m_file, input, skipped.data(),
                                       std::min<std::uint64_t>(skipped.size(), offset - at), end);
        return end == Inflater::End::None ? inflater.inflateInto(*m_file, input, buffer, size, end) : 0;
    }

private:
    std::shared_ptr<const FileHandle> m_file;
    std::vector<Point> m_points;
    mutable std::mutex m_mutex;
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
            return core::Error{core::ErrorCode::FileUnreadable, {"input/output error"}, {}};
        if (m_end != Inflater::End::None)
            noteEnd();
        return made;
    }
    std::uint64_t fileBytesRead() const override { return m_inflater.fileOffset(); }
    std::uint64_t fileBytes() const override { return m_file->bytes(); }
    const std::vector<SourceOddity>& oddities() const override { return m_oddities; }
    std::shared_ptr<const RandomText> randomText() override
    {
        return std::make_shared<GzipText>(m_file, std::move(m_points));
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

std::unique_ptr<ByteSource> makeGzipSource(std::shared_ptr<const FileHandle> file, std::uint64_t pointEvery)
{
    return std::make_unique<GzipSource>(std::move(file), pointEvery);
}

} // namespace shardscope::profiler
