// SPDX-License-Identifier: GPL-3.0-or-later
// The file is an image of the columns; what is the cache's own in it: fingerprint, sources, report.
#include "profiler/cache/columnar_cache.h"

#include "core/base/parallel.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/output_file.h"
#include "profiler/cache/byte_stream.h"
#include "profiler/cache/run_record.h"
#include "profiler/cache/timeline_image.h"
#include "profiler/import/arguments/kept_numbers.h"
#include "profiler/import/bytes/raw_pool.h"
#include "profiler/import/chrome/chrome_json.h"
#include "profiler/import/run/run_arguments.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace shardscope::profiler {

using core::ErrorCode;
using core::Result;

namespace {

core::Error systemError(ErrorCode code) { return {code, {std::strerror(errno)}}; }
struct Descriptor {
    int value = -1;
    ~Descriptor()
    {
        if (value >= 0)
            ::close(value);
    }
};

constexpr std::size_t kBlock = std::size_t{1} << 20;

/// What stands behind the image: of each of its blocks a hash, then how many bytes it has, then the hash of
/// all that.
class BlockSums {
public:
    void take(std::string_view bytes)
    {
        m_bytes += bytes.size();
        while (!bytes.empty()) {
            const std::size_t taken = std::min(bytes.size(), kBlock - m_block.size());
            m_block.append(bytes.substr(0, taken));
            bytes.remove_prefix(taken);
            if (m_block.size() == kBlock)
                close();
        }
    }
    /// The text behind the image.
    [[nodiscard]] std::string take()
    {
        if (!m_block.empty())
            close();
        m_sums.number(m_bytes);
        std::string text = m_sums.take();
        ByteWriter seal;
        seal.number(hashBytes(text));
        return text + seal.take();
    }

private:
    void close()
    {
        m_sums.number(hashBytes(m_block));
        m_block.clear();
    }
    std::string m_block;
    ByteWriter m_sums;
    std::uint64_t m_bytes = 0;
};

/// The image in \p file, whose every bit is as it was written.
Result<std::string_view> sealedImage(std::string_view file)
{
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    if (file.size() < 2 * kWord)
        return corrupt(W_("a cache without a header"));
    ByteReader tail(file.substr(file.size() - 2 * kWord));
    const auto imageBytes = tail.number<std::uint64_t>();
    const auto seal = tail.number<std::uint64_t>();
    const std::size_t blocks = imageBytes > file.size() ? 0 : (imageBytes + kBlock - 1) / kBlock;
    if (imageBytes > file.size() || file.size() - imageBytes != (blocks + 2) * kWord)
        return corrupt(W_("a cache that is cut short"));
    const std::string_view sums = file.substr(imageBytes, (blocks + 1) * kWord);
    std::atomic<bool> good = hashBytes(sums) == seal;
    core::parallelFor(good ? blocks : 0, [&](std::size_t block) {
        ByteReader sum(sums.substr(block * kWord));
        const std::size_t first = block * kBlock;
        if (hashBytes(file.substr(first, std::min<std::size_t>(kBlock, imageBytes - first))) !=
            sum.number<std::uint64_t>())
            good = false;
    });
    if (!good)
        return corrupt(W_("a cache whose checksums do not match"));
    return file.substr(0, imageBytes);
}

/// Whether nobody but us can have written what \p status tells of.
bool isOurs(const struct stat& status)
{
    return S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
           (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
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

constexpr std::uint32_t kRecordVersion = 4; // of what stands beside the columns

using Numbers = std::vector<std::shared_ptr<const KeptNumbers>>; ///< by file; null: none were kept

void writeNumbers(const core::Run& run, std::size_t files, ByteWriter& out)
{
    const auto* const source = dynamic_cast<const NumberSource*>(run.arguments.get());
    for (std::size_t file = 0; file < files; ++file) {
        const auto kept = source != nullptr ? source->numbersOf(file) : nullptr;
        out.flag(kept != nullptr);
        const auto blocks = kept ? kept->blocks() : std::span<const NumberBlock>();
        out.list(blocks, kNumberBlockBytes, [&](const NumberBlock& block) {
            out.numbers(block.begin, block.last, block.count, block.unread);
            out.text(block.bytes);
        });
    }
}

Numbers readNumbers(ByteReader& in, std::size_t files, const std::shared_ptr<const void>& keeper)
{
    Numbers numbers;
    for (std::size_t file = 0; file < files; ++file) {
        const bool kept = in.flag();
        std::vector<NumberBlock> blocks;
        in.list(blocks, kNumberBlockBytes, [&](NumberBlock& block) {
            in.numbers(block.begin, block.last, block.count, block.unread);
            block.bytes = in.textView();
        });
        if (!areNumberBlocks(blocks))
            in.fail();
        numbers.push_back(kept ? std::make_shared<const KeptNumbers>(std::move(blocks), keeper) : nullptr);
    }
    return numbers;
}

} // namespace

Result<core::Done> writeCache(const std::filesystem::path& file, const std::string& fingerprint,
                              const ImportedRun& imported)
{
    const core::Timeline& timeline = *imported.run->timeline;
    if (!imported.run->memory.empty() || timeline.sliceCount() == 0)
        return core::Error{ErrorCode::NotSupported, {"cache"}};
    ByteWriter own;
    own.number(kRecordVersion);
    own.text(fingerprint);
    writeRunRecord(*imported.run, imported.report, own);
    writeNumbers(*imported.run, imported.report.files.size(), own);

    SHARDSCOPE_TRY_DONE(core::files::makeFolders(file.parent_path()));
    SHARDSCOPE_TRY(core::OutputFile output, core::OutputFile::create(file, S_IRUSR | S_IWUSR));
    BlockSums sums;
    const bool written =
        writeImage(timeline, own.take(), ImageSums::Kept, [&](const char* bytes, std::size_t size) {
            sums.take({bytes, size});
            return output.write({bytes, size});
        });
    if (written)
        output.write(sums.take());
    return output.commit(core::OutputFile::Kept::AsCopy);
}

namespace {

Result<ImportedRun> readCache(const std::filesystem::path& file, const std::string& fingerprint,
                              Numbers& numbers)
{
    const Descriptor descriptor{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    if (descriptor.value < 0)
        return systemError(errno == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable);
    struct stat status = {};
    if (::fstat(descriptor.value, &status) != 0)
        return systemError(ErrorCode::FileUnreadable);
    const auto size = static_cast<std::size_t>(std::max<off_t>(status.st_size, 0));
    if (!isOurs(status))
        return core::inconsistent(W_("a cache that another user may have written"));
    if (size == 0)
        return corrupt(W_("a cache without a header"));
    void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.value, 0);
    if (bytes == MAP_FAILED)
        return systemError(ErrorCode::FileUnreadable);
    const auto mapping = std::make_shared<const Mapping>(bytes, size);
    SHARDSCOPE_TRY(const std::string_view sealed, sealedImage(mapping->bytes()));
    SHARDSCOPE_TRY(const TimelineImage image, TimelineImage::open(sealed));
    ByteReader own(image.extra());
    if (own.number<std::uint32_t>() != kRecordVersion)
        return corrupt(W_("columns of another version"));
    if (own.text() != fingerprint)
        return core::inconsistent(W_("a cache of other files, or of another state of them"));
    ImportedRun imported;
    auto run = std::make_shared<core::Run>();
    const bool good = readRunRecord(own, *run, imported.report);
    numbers = readNumbers(own, imported.report.files.size(), mapping);
    if (!good || !own.atEnd())
        return corrupt(W_("a cache with a damaged record"));
    SHARDSCOPE_TRY(const StoredTimeline stored, image.timeline(run->sources.size(), mapping));
    if (stored.sumsMade)
        return corrupt(W_("a cache with damaged sums"));
    run->timeline = stored.timeline;
    imported.run = std::move(run);
    return imported;
}

} // namespace

Result<ImportedRun> readCache(const std::filesystem::path& file, const std::string& fingerprint)
{
    Numbers unused;
    return readCache(file, fingerprint, unused);
}

Reopened reopen(const std::filesystem::path& cache, const std::vector<std::filesystem::path>& files)
{
    if (!core::files::exists(cache))
        return {};
    const auto fingerprint = fingerprintOf(files);
    if (!fingerprint)
        return {};
    Numbers numbers;
    auto cached = readCache(cache, *fingerprint, numbers);
    if (!cached || cached->report.files.size() != files.size())
        return {std::nullopt, cached.ok() || cached.error().code == core::ErrorCode::DataCorrupt};
    auto run = std::make_shared<core::Run>(*cached->run);
    std::vector<std::shared_ptr<const FileArguments>> arguments;
    const std::vector<core::RunSource> before = run->sources;
    for (std::size_t file = 0; file < files.size(); ++file) {
        for (std::size_t source = 0; source < before.size(); ++source) {
            if (before[source].file == before[file].file)
                run->sources[source].file = files[file]; // as it is called now
        }
        auto source = openByteSource(files[file]);
        if (!source)
            return {};
        arguments.push_back(makeChromeArguments((*source)->randomText(), numbers[file]));
    }
    run->arguments = makeRunArguments(std::move(arguments));
    cached->run = std::move(run);
    return {std::move(*cached), false};
}

} // namespace shardscope::profiler
