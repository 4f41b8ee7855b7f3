// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/bytes/archive_source.h"

#include "core/base/phrase.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include <archive.h>
#include <archive_entry.h>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kBlock = std::size_t{64} << 10;

struct ArchiveCloser {
    void operator()(archive* handle) const { archive_read_free(handle); }
};
using ArchivePointer = std::unique_ptr<archive, ArchiveCloser>;

/// Feeds libarchive from a source.
struct Feed {
    ByteSource* source = nullptr;
    std::vector<char> block = std::vector<char>(kBlock);
    std::optional<core::Error> error;

    static la_ssize_t read(archive* handle, void* self, const void** bytes)
    {
        auto* feed = static_cast<Feed*>(self);
        const auto got = feed->source->read(feed->block.data(), feed->block.size());
        if (!got) {
            feed->error = got.error();
            archive_set_error(handle, ARCHIVE_FATAL, "the file cannot be read");
            return -1;
        }
        *bytes = feed->block.data();
        return static_cast<la_ssize_t>(*got);
    }
};

void supportFilters(archive* handle)
{
    // Only filters that libarchive has built in, and none that would start a program.
    archive_read_support_filter_gzip(handle);
    archive_read_support_filter_xz(handle);
    archive_read_support_filter_zstd(handle);
}

core::Error damaged(archive* handle)
{
    const char* const why = archive_error_string(handle);
    return {core::ErrorCode::DataCorrupt,
            {why == nullptr ? core::phrase(W_("the archive")) : std::string(why)}};
}

class ReopenedText final : public RandomText {
public:
    explicit ReopenedText(OpenSource open)
        : m_open(std::move(open))
    {
    }

    std::size_t read(std::uint64_t offset, char* buffer, std::size_t size) const override
    {
        const std::lock_guard lock(m_mutex);
        if (!m_source || offset < m_at - m_kept.size()) {
            auto opened = m_open();
            if (!opened)
                return 0;
            m_source = std::move(*opened);
            m_at = 0;
            m_kept.clear();
        }
        std::vector<char> skipped(m_at < offset ? kBlock : 0);
        while (m_at < offset) {
            if (readOn(skipped.data(), std::min<std::uint64_t>(skipped.size(), offset - m_at)) == 0)
                return 0;
        }
        std::size_t filled = std::min<std::size_t>(size, m_at - offset);
        std::memcpy(buffer, m_kept.data() + (m_kept.size() - (m_at - offset)), filled);
        while (filled < size) {
            const std::size_t got = readOn(buffer + filled, size - filled);
            if (got == 0)
                break;
            filled += got;
        }
        return filled;
    }
    bool isReadOnward() const override { return true; }

private:
    /// Small steps back, as of pieces that overlap, are served from what was read last.
    static constexpr std::size_t kKept = std::size_t{1} << 20;

    std::size_t readOn(char* buffer, std::size_t size) const
    {
        const auto got = m_source->read(buffer, size);
        if (!got)
            return 0;
        m_at += *got;
        if (*got >= kKept) {
            m_kept.assign(buffer + (*got - kKept), kKept);
        } else {
            if (m_kept.size() + *got > 2 * kKept) // seldom, so that a byte is moved but once
                m_kept.erase(0, m_kept.size() - kKept);
            m_kept.append(buffer, *got);
        }
        return *got;
    }

    OpenSource m_open;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<ByteSource> m_source;
    mutable std::uint64_t m_at = 0;
    mutable std::string m_kept; ///< the text before m_at
};

class FilteredSource final : public ByteSource {
public:
    FilteredSource(std::unique_ptr<ByteSource> packed, OpenSource reopen)
        : m_packed(std::move(packed))
        , m_reopen(std::move(reopen))
        , m_handle(archive_read_new())
    {
        m_feed.source = m_packed.get();
        supportFilters(m_handle.get());
        archive_read_support_format_raw(m_handle.get());
        archive_entry* entry = nullptr;
        m_ended = archive_read_open(m_handle.get(), &m_feed, nullptr, Feed::read, nullptr) != ARCHIVE_OK ||
                  archive_read_next_header(m_handle.get(), &entry) != ARCHIVE_OK;
        if (m_ended)
            m_oddities.push_back({SourceOddity::Kind::DamagedCompression, 0});
    }

    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        if (m_ended)
            return std::size_t{0};
        const la_ssize_t got = archive_read_data(m_handle.get(), buffer, size);
        if (m_feed.error)
            return *m_feed.error;
        if (got <= 0) {
            m_ended = true;
            if (got < 0) {
                const char* const why = archive_error_string(m_handle.get());
                const bool cut = why != nullptr && (std::strstr(why, "runcated") != nullptr ||
                                                    std::strstr(why, "remature") != nullptr);
                m_oddities.push_back(
                    {cut ? SourceOddity::Kind::TruncatedCompression : SourceOddity::Kind::DamagedCompression,
                     m_given});
            }
            return std::size_t{0};
        }
        m_given += static_cast<std::uint64_t>(got);
        if (unfoldsTooFar(m_given, std::max(fileBytes(), fileBytesRead())))
            return unfoldingError(m_given);
        return static_cast<std::size_t>(got);
    }
    std::uint64_t fileBytesRead() const override { return m_packed->fileBytesRead(); }
    std::uint64_t fileBytes() const override { return m_packed->fileBytes(); }
    const std::vector<SourceOddity>& oddities() const override { return m_oddities; }
    std::shared_ptr<const RandomText> randomText() override { return makeReopenedText(m_reopen); }

private:
    std::unique_ptr<ByteSource> m_packed;
    OpenSource m_reopen;
    Feed m_feed;
    ArchivePointer m_handle;
    std::vector<SourceOddity> m_oddities;
    std::uint64_t m_given = 0;
    bool m_ended = false;
};

/// Reads the data of an archive's current member.
class MemberSource final : public ByteSource {
public:
    MemberSource(archive* handle, std::uint64_t bytes, std::string head, OpenSource reopen)
        : m_handle(handle)
        , m_bytes(bytes)
        , m_head(std::move(head))
        , m_reopen(std::move(reopen))
    {
    }

    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        const std::size_t kept = std::min(size, m_head.size() - m_headGiven);
        if (kept > 0) {
            std::memcpy(buffer, m_head.data() + m_headGiven, kept);
            m_headGiven += kept;
            m_given += kept;
            return kept;
        }
        const la_ssize_t got = m_ended ? 0 : archive_read_data(m_handle, buffer, size);
        if (got <= 0) {
            if (got < 0)
                m_oddities.push_back({SourceOddity::Kind::DamagedCompression, m_given});
            m_ended = true;
            return std::size_t{0};
        }
        m_given += static_cast<std::uint64_t>(got);
        const la_int64_t packed = archive_filter_bytes(m_handle, -1);
        if (unfoldsTooFar(m_given, static_cast<std::uint64_t>(std::max<la_int64_t>(packed, 1))))
            return unfoldingError(m_given);
        return static_cast<std::size_t>(got);
    }
    std::uint64_t fileBytesRead() const override { return m_given; }
    std::uint64_t fileBytes() const override { return m_bytes; }
    const std::vector<SourceOddity>& oddities() const override { return m_oddities; }
    std::shared_ptr<const RandomText> randomText() override { return makeReopenedText(m_reopen); }

private:
    archive* m_handle;
    std::uint64_t m_bytes;
    std::string m_head;
    std::size_t m_headGiven = 0;
    OpenSource m_reopen;
    std::vector<SourceOddity> m_oddities;
    std::uint64_t m_given = 0;
    bool m_ended = false;
};

/// A member's source together with the archive that it is read from: for going back.
class OwningSource final : public ByteSource {
public:
    OwningSource(std::unique_ptr<ArchiveReader> archive, std::unique_ptr<ByteSource> source)
        : m_archive(std::move(archive))
        , m_source(std::move(source))
    {
    }
    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        return m_source->read(buffer, size);
    }
    std::uint64_t fileBytesRead() const override { return m_source->fileBytesRead(); }
    std::uint64_t fileBytes() const override { return m_source->fileBytes(); }
    const std::vector<SourceOddity>& oddities() const override { return m_source->oddities(); }
    std::shared_ptr<const RandomText> randomText() override { return m_source->randomText(); }

private:
    std::unique_ptr<ArchiveReader> m_archive;
    std::unique_ptr<ByteSource> m_source;
};

bool leadsOut(std::string_view name)
{
    const std::filesystem::path path(name);
    return path.is_absolute() || name.find('\0') != std::string_view::npos ||
           std::ranges::any_of(path, [](const std::filesystem::path& part) { return part == ".."; });
}

class LibarchiveReader final : public ArchiveReader {
public:
    LibarchiveReader(std::filesystem::path file, ArchivePointer handle)
        : m_file(std::move(file))
        , m_handle(std::move(handle))
    {
    }

    core::Result<std::optional<ArchiveMember>> next() override
    {
        archive_entry* entry = nullptr;
        while (true) {
            const int code = archive_read_next_header(m_handle.get(), &entry);
            if (code == ARCHIVE_EOF)
                return std::optional<ArchiveMember>();
            if (code < ARCHIVE_WARN)
                return damaged(m_handle.get());
            ++m_number;
            if (archive_entry_filetype(entry) == AE_IFDIR)
                continue;
            const char* const name = archive_entry_pathname(entry);
            ArchiveMember member;
            member.name = name == nullptr ? "member " + std::to_string(m_number) : name;
            member.number = m_number;
            member.refused = archive_entry_filetype(entry) != AE_IFREG ||
                             archive_entry_hardlink(entry) != nullptr ||
                             archive_entry_is_encrypted(entry) != 0 || leadsOut(member.name);
            m_bytes = archive_entry_size_is_set(entry) != 0
                          ? static_cast<std::uint64_t>(std::max<la_int64_t>(archive_entry_size(entry), 0))
                          : 0;
            return std::optional(member);
        }
    }

    core::Result<std::unique_ptr<ByteSource>> member() override
    {
        std::string head(6, '\0');
        std::size_t filled = 0;
        while (filled < head.size()) {
            const la_ssize_t got =
                archive_read_data(m_handle.get(), head.data() + filled, head.size() - filled);
            if (got < 0)
                return damaged(m_handle.get());
            if (got == 0)
                break;
            filled += static_cast<std::size_t>(got);
        }
        head.resize(filled);
        const auto reopen = [file = m_file,
                             number = m_number]() -> core::Result<std::unique_ptr<ByteSource>> {
            SHARDSCOPE_TRY(std::unique_ptr<ArchiveReader> archive, ArchiveReader::open(file));
            while (true) {
                SHARDSCOPE_TRY(const std::optional<ArchiveMember> found, archive->next());
                if (!found)
                    return core::Error{core::ErrorCode::DataCorrupt, {core::phrase(W_("the archive"))}};
                if (found->number == number)
                    break;
            }
            SHARDSCOPE_TRY(std::unique_ptr<ByteSource> source, archive->member());
            return std::unique_ptr<ByteSource>(
                std::make_unique<OwningSource>(std::move(archive), std::move(source)));
        };
        const bool packed = isFiltered(head) || (head.size() >= 2 && head[0] == '\x1f' && head[1] == '\x8b');
        auto plain = std::make_unique<MemberSource>(m_handle.get(), m_bytes, std::move(head), reopen);
        if (packed)
            return makeFilteredSource(std::move(plain), reopen);
        return std::unique_ptr<ByteSource>(std::move(plain));
    }

private:
    std::filesystem::path m_file;
    ArchivePointer m_handle;
    std::size_t m_number = 0;
    std::uint64_t m_bytes = 0;
};

} // namespace

bool isFiltered(std::string_view firstBytes)
{
    // RFC 8878, section 3.1.1; xz file format, section 2.1.1.1.
    return firstBytes.starts_with("\x28\xB5\x2F\xFD") || firstBytes.starts_with(std::string_view("\xFD"
                                                                                                 "7zXZ\0",
                                                                                                 6));
}

bool isArchive(std::string_view firstBytes)
{
    return firstBytes.starts_with("PK\x03\x04") || firstBytes.starts_with("PK\x05\x06") ||
           (firstBytes.size() >= 512 && firstBytes.substr(257, 5) == "ustar");
}

core::Error unfoldingError(std::uint64_t textBytes)
{
    core::Error error{core::ErrorCode::DataCorrupt,
                      {core::phrase(W_("compressed data that unfold more than %1 times"),
                                    {std::to_string(kMostUnfolding)})}};
    error.place.byteOffset = textBytes;
    return error;
}

std::shared_ptr<const RandomText> makeReopenedText(OpenSource open)
{
    return std::make_shared<ReopenedText>(std::move(open));
}

std::unique_ptr<ByteSource> makeFilteredSource(std::unique_ptr<ByteSource> packed, OpenSource reopen)
{
    return std::make_unique<FilteredSource>(std::move(packed), std::move(reopen));
}

core::Result<std::unique_ptr<ArchiveReader>> ArchiveReader::open(const std::filesystem::path& file)
{
    ArchivePointer handle(archive_read_new());
    supportFilters(handle.get());
    archive_read_support_format_tar(handle.get());
    archive_read_support_format_zip(handle.get());
    if (archive_read_open_filename(handle.get(), file.c_str(), kBlock) != ARCHIVE_OK)
        return damaged(handle.get()).in(file.string());
    return std::unique_ptr<ArchiveReader>(std::make_unique<LibarchiveReader>(file, std::move(handle)));
}

} // namespace shardscope::profiler
