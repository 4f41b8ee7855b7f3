// SPDX-License-Identifier: GPL-3.0-or-later
// The file is an image of the columns; what is the cache's own in it: fingerprint, sources, report.
#include "profiler/cache/columnar_cache.h"

#include "profiler/cache/byte_stream.h"
#include "profiler/cache/run_record.h"
#include "profiler/cache/timeline_image.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace shardscope::profiler {

using core::Done;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

Error systemError(ErrorCode code) { return {code, {std::strerror(errno)}, {}}; }
struct Descriptor {
    int value = -1;
    ~Descriptor()
    {
        if (value >= 0)
            ::close(value);
    }
};

bool writeAll(int descriptor, const char* bytes, std::size_t size)
{
    while (size > 0) {
        const ssize_t put = ::write(descriptor, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        bytes += put;
        size -= static_cast<std::size_t>(put);
    }
    return true;
}

/// A file in memory for as long as somebody looks at it.
class Mapping {
public:
    Mapping(void* bytes, std::size_t size)
        : m_bytes(bytes)
        , m_size(size)
    {
    }
    ~Mapping() { ::munmap(m_bytes, m_size); }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    [[nodiscard]] std::string_view bytes() const { return {static_cast<const char*>(m_bytes), m_size}; }

private:
    void* m_bytes;
    std::size_t m_size;
};

} // namespace

Result<Done> writeCache(const std::filesystem::path& file, const std::string& fingerprint,
                        const ImportedRun& imported)
{
    const core::Timeline& timeline = *imported.run->timeline;
    if (!imported.run->memory.empty() || timeline.sliceCount() == 0)
        return Error{ErrorCode::NotSupported, {"cache", "nothing that is worth it"}, {}};
    ByteWriter own;
    own.text(fingerprint);
    writeRunRecord(*imported.run, imported.report, own);

    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    std::string temporary = file.string() + ".XXXXXX";
    const Descriptor descriptor{::mkostemp(temporary.data(), O_CLOEXEC)};
    if (descriptor.value < 0)
        return systemError(ErrorCode::FileUnwritable);
    const bool written = writeImage(timeline, own.take(), ImageSums::Kept,
                                    [&](const char* bytes, std::size_t size) {
                                        return writeAll(descriptor.value, bytes, size);
                                    }) &&
                         ::rename(temporary.c_str(), file.c_str()) == 0;
    if (written)
        return Done{};
    const Error error = systemError(ErrorCode::FileUnwritable);
    ::unlink(temporary.c_str());
    return error;
}

Result<ImportedRun> readCache(const std::filesystem::path& file, const std::string& fingerprint)
{
    const Descriptor descriptor{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    if (descriptor.value < 0)
        return systemError(errno == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable);
    struct stat status = {};
    if (::fstat(descriptor.value, &status) != 0)
        return systemError(ErrorCode::FileUnreadable);
    const auto size = static_cast<std::size_t>(std::max<off_t>(status.st_size, 0));
    if (!S_ISREG(status.st_mode) || size == 0)
        return corrupt("a cache without a header");
    void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.value, 0);
    if (bytes == MAP_FAILED)
        return systemError(ErrorCode::FileUnreadable);
    const auto mapping = std::make_shared<const Mapping>(bytes, size);
    SHARDSCOPE_TRY(const TimelineImage image, TimelineImage::open(mapping->bytes()));
    ByteReader own(image.extra());
    if (own.text() != fingerprint)
        return Error{ErrorCode::Inconsistent, {"a cache of other files, or of another state of them"}, {}};
    ImportedRun imported;
    auto run = std::make_shared<core::Run>();
    if (!readRunRecord(own, *run, imported.report) || !own.atEnd())
        return corrupt("a cache with a damaged record");
    SHARDSCOPE_TRY(const StoredTimeline stored, image.timeline(run->sources.size(), mapping));
    if (stored.sumsMade)
        return corrupt("a cache with damaged sums");
    run->timeline = stored.timeline;
    imported.run = std::move(run);
    return imported;
}

} // namespace shardscope::profiler
