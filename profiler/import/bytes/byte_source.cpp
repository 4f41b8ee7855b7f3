// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/bytes/byte_source.h"

#include "profiler/import/bytes/archive_source.h"
#include "profiler/import/bytes/file_handle.h"
#include "profiler/import/bytes/gzip_source.h"

namespace shardscope::profiler {

namespace {

class PlainText final : public RandomText {
public:
    explicit PlainText(std::shared_ptr<const FileHandle> file)
        : m_file(std::move(file))
    {
    }
    std::size_t read(std::uint64_t offset, char* buffer, std::size_t size) const override
    {
        std::size_t filled = 0;
        while (filled < size) {
            const auto got = m_file->readAt(offset + filled, buffer + filled, size - filled);
            if (!got || *got == 0)
                break;
            filled += *got;
        }
        return filled;
    }

    /// What is read stays in the processor's own cache until it has been looked at.
    std::size_t pieceBytes() const override { return std::size_t{512} << 10; }

private:
    std::shared_ptr<const FileHandle> m_file;
};

class PlainSource final : public ByteSource {
public:
    explicit PlainSource(std::shared_ptr<const FileHandle> file)
        : m_file(std::move(file))
    {
    }

    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        auto got = m_file->readAt(m_offset, buffer, size);
        m_offset += got ? *got : 0;
        return got;
    }
    std::uint64_t fileBytesRead() const override { return m_offset; }
    std::uint64_t fileBytes() const override { return m_file->bytes(); }
    const std::vector<SourceOddity>& oddities() const override { return m_none; }
    std::shared_ptr<const RandomText> randomText() override { return std::make_shared<PlainText>(m_file); }

private:
    std::shared_ptr<const FileHandle> m_file;
    std::uint64_t m_offset = 0;
    std::vector<SourceOddity> m_none;
};

} // namespace

core::Result<std::unique_ptr<ByteSource>> openByteSource(const std::filesystem::path& file)
{
    auto handle = FileHandle::open(file);
    if (!handle)
        return handle.error().in(file.string());
    char magic[6] = {};
    const auto got = (*handle)->readAt(0, magic, sizeof magic);
    if (!got)
        return got.error().in(file.string());
    if (*got >= 2 && isGzip(std::string_view(magic, 2)))
        return makeGzipSource(*handle);
    if (isFiltered(std::string_view(magic, *got)))
        return makeFilteredSource(std::make_unique<PlainSource>(*handle),
                                  [file] { return openByteSource(file); });
    return std::unique_ptr<ByteSource>(std::make_unique<PlainSource>(*handle));
}

bool isCompressed(const std::filesystem::path& file)
{
    const std::string magic = headOf(file, 8);
    return isFiltered(magic) || isGzip(magic);
}

} // namespace shardscope::profiler
