// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run/opened_file.h"

#include "core/base/parallel.h"
#include "core/base/stopwatch.h"
#include "profiler/import/bytes/archive_source.h"
#include "profiler/import/run/run_files.h"

#include <utility>

namespace shardscope::profiler {

namespace {

OpenedFile opened(core::Result<std::unique_ptr<ByteSource>> source, bool mayBeArchive)
{
    OpenedFile file;
    const auto tried = [&]() -> core::Result<core::Done> {
        if (!source)
            return source.error();
        SHARDSCOPE_TRY(std::string head, readHead(**source));
        file.archive = mayBeArchive && isArchive(head);
        if (file.archive)
            return core::Done{};
        const auto importer = importerOf(head);
        if (!importer)
            return damageOr(importer.error(), (*source)->oddities());
        file.importer = *importer;
        file.fileBytes = (*source)->fileBytes();
        file.source = withHead(std::move(head), std::move(*source));
        return core::Done{};
    }();
    if (!tried)
        file.failure = tried.error();
    return file;
}

} // namespace

OpenedFile openRunFile(const std::filesystem::path& file) { return opened(openByteSource(file), true); }

OpenedFile openedOf(core::Result<std::unique_ptr<ByteSource>> source)
{
    return opened(std::move(source), false);
}

void parseDetached(OpenedFile& file, const core::Task& task)
{
    const core::Stopwatch watch;
    auto read = file.importer->parseDetached(*file.source, task);
    if (read && *read == nullptr)
        return;
    DetachedFile& detached = file.detached.emplace();
    if (read)
        detached.content = std::move(*read);
    else
        detached.failure = read.error();
    detached.oddities = file.source->oddities();
    file.source.reset();
    detached.seconds = watch.seconds();
}

bool paysAside(const std::filesystem::path& file, std::uint64_t fileBytes, std::uint64_t runBytes)
{
    // A few pieces: threads would wait for each other.
    constexpr std::uint64_t kSmall = std::uint64_t{2} << 20;
    if (fileBytes <= kSmall)
        return fileBytes < runBytes;
    // One that is a thread's share of the run or less keeps nobody waiting. Inflating takes one thread
    // however many read what comes out: of two files or more, one each is faster.
    const std::uint64_t share = isCompressed(file) ? 2 : core::threadCount();
    return core::threadCount() > 1 && fileBytes <= runBytes / share;
}

} // namespace shardscope::profiler
