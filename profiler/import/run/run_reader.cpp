// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run/run_reader.h"

#include "core/base/phrase.h"
#include "core/base/stopwatch.h"
#include "core/io/files.h"
#include "profiler/import/bytes/archive_source.h"
#include "profiler/import/run/file_prefetcher.h"
#include "profiler/import/run/run_files.h"

#include <algorithm>
#include <optional>

namespace shardscope::profiler {

using core::Done;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

void noteOddities(const std::vector<SourceOddity>& oddities, RemarkCounter& remarks)
{
    for (const SourceOddity& oddity : oddities) {
        using Kind = SourceOddity::Kind;
        const RemarkKind kind = oddity.kind == Kind::TruncatedCompression ? RemarkKind::TruncatedCompression
                                : oddity.kind == Kind::DamagedCompression ? RemarkKind::DamagedCompression
                                : oddity.kind == Kind::SeveralMembers     ? RemarkKind::SeveralMembers
                                                                          : RemarkKind::BytesAfterCompression;
        remarks.note(kind, oddity.textOffset);
    }
}

/// A path that the user gave, and what it holds.
struct GivenPath {
    std::filesystem::path path;
    bool folder = false;
    std::optional<Error> failure; ///< of listing a folder
    std::vector<std::filesystem::path> files;
};

GivenPath listed(const std::filesystem::path& path)
{
    GivenPath given{path, false, {}, {}};
    given.folder = core::files::isFolder(path);
    if (!given.folder) {
        given.files.push_back(path);
        return given;
    }
    core::files::Listing below = core::files::plainFilesBelow(path);
    given.files = std::move(below.files);
    given.failure = std::move(below.failure);
    std::ranges::sort(given.files,
                      [](const auto& a, const auto& b) { return FileOrder()(a.string(), b.string()); });
    return given;
}

class RunReader {
public:
    RunReader(RunReading& reading, const PictureSink& partial)
        : m_reading(reading)
        , m_partial(partial)
    {
    }

    Result<Done> readPath(const GivenPath& given, FilePrefetcher& ahead)
    {
        if (given.failure)
            return *given.failure;
        const std::size_t before = m_reading.tallies.size();
        bool many = given.folder;
        for (const std::filesystem::path& file : given.files) {
            OpenedFile opened = ahead.take();
            const core::Task task = ahead.task();
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            many = many || opened.archive;
            const Result<Done> read = opened.archive ? readArchive(file, task)
                                      : given.folder ? readOneOfMany(file, std::move(opened), task)
                                                     : readAlone(file, std::move(opened), task);
            if (!read)
                return read.error();
            ahead.finished();
        }
        if (!many || m_reading.tallies.size() > before)
            return Done{};
        Error none = importerOf(std::string_view("\0", 1)).error();
        none.args.front() = core::phrase(W_("a folder or archive without a trace"));
        return none;
    }

private:
    /// Reads or tells one file's text under the name \p file.
    Result<Done> readSource(const std::filesystem::path& file, OpenedFile opened, const core::Task& task)
    {
        const core::Stopwatch watch;
        const auto index = static_cast<std::uint32_t>(m_reading.tallies.size());
        if (index == kMostFiles)
            return Error{ErrorCode::OutOfRange,
                         {std::to_string(kMostFiles + 1), "1", std::to_string(kMostFiles)}};
        core::RunSource& runSource = m_reading.run->sources.emplace_back();
        runSource.file = file;
        runSource.fileBytes = opened.fileBytes;
        if (const auto rank = rankOfFileName(file)) {
            runSource.rank = *rank;
            runSource.rankFrom = "file name";
        } else if (const auto folderRank = rankOfFolderName(file)) {
            runSource.rank = *folderRank;
            runSource.rankFrom = "folder name";
        }
        FileTally& tally = m_reading.tallies.emplace_back();
        tally.file = file.string();
        RemarkCounter& remarks = m_reading.remarks.emplace_back();
        m_reading.names.push_back(file.string());
        std::vector<std::pair<std::string, std::string>>& metadata = m_reading.metadata.emplace_back();
        std::shared_ptr<const core::MemorySnapshot> memory;
        ImportTarget target{m_reading.builder,
                            index,
                            m_reading.clock,
                            runSource,
                            metadata,
                            tally,
                            remarks,
                            m_reading.arguments.emplace_back(),
                            memory,
                            index == 0 && m_partial ? &m_partial : nullptr,
                            &m_reading.run->kernelOrigins};
        m_reading.argumentsStayInFiles =
            m_reading.argumentsStayInFiles && opened.importer->argumentsStayInFile();
        double before = 0;
        if (opened.detached) {
            if (opened.detached->failure)
                return damageOr(*opened.detached->failure, opened.detached->oddities);
            SHARDSCOPE_TRY_DONE(opened.detached->content->commit(target));
            noteOddities(opened.detached->oddities, remarks);
            before = opened.detached->seconds;
        } else {
            // Below, starting a thread costs more than it saves.
            constexpr std::uint64_t kThreadPays = std::uint64_t{256} << 10;
            if (!opened.importer->parallel() && opened.fileBytes > kThreadPays)
                opened.source = readAhead(std::move(opened.source));
            const Result<Done> done = opened.importer->read(*opened.source, target, task);
            if (!done)
                return damageOr(done.error(), opened.source->oddities());
            noteOddities(opened.source->oddities(), remarks);
        }
        tally.rank = runSource.rank;
        tally.importSeconds = before + watch.seconds();
        if (memory)
            m_reading.run->memory.push_back(std::move(memory));
        return Done{};
    }

    Result<Done> readAlone(const std::filesystem::path& file, OpenedFile opened, const core::Task& task)
    {
        if (opened.failure)
            return *opened.failure;
        return readSource(file, std::move(opened), task);
    }

    /// One file of a folder or archive: what cannot be read is remarked, the rest of the run is kept.
    Result<Done> readOneOfMany(const std::filesystem::path& file, OpenedFile opened, const core::Task& task)
    {
        const std::size_t before = m_reading.tallies.size();
        Result<Done> tried = readAlone(file, std::move(opened), task);
        if (tried || tried.error().code == ErrorCode::Cancelled ||
            tried.error().code == ErrorCode::OutOfRange)
            return tried;
        if (m_reading.tallies.size() == before) {
            m_reading.aside.note(RemarkKind::UnreadFile, 0);
            m_reading.asideName = m_reading.asideName.empty() ? file.string() : m_reading.asideName;
            return Done{};
        }
        // An importer that gave up may have told the builder something: its number is not given to another
        // file.
        m_reading.remarks.back().note(RemarkKind::UnreadFile, tried.error().place.byteOffset.value_or(0));
        return Done{};
    }

    Result<Done> readArchive(const std::filesystem::path& file, const core::Task& task)
    {
        SHARDSCOPE_TRY(const std::unique_ptr<ArchiveReader> archive, ArchiveReader::open(file));
        while (true) {
            const auto member = archive->next();
            if (!member && !m_reading.tallies.empty()) {
                m_reading.remarks.back().note(RemarkKind::DamagedCompression, 0); // what came before is kept
                return Done{};
            }
            if (!member)
                return member.error();
            if (!*member)
                return Done{};
            const std::filesystem::path name = file / std::filesystem::path((*member)->name).relative_path();
            if ((*member)->refused) {
                m_reading.aside.note(RemarkKind::ArchiveMemberRefused, 0);
                m_reading.asideName = name.string();
                continue;
            }
            SHARDSCOPE_TRY_DONE(readOneOfMany(name, openedOf(archive->member()), task));
        }
    }

    RunReading& m_reading;
    const PictureSink& m_partial;
};

} // namespace

Result<Done> readRun(RunReading& reading, const std::vector<std::filesystem::path>& files,
                     const PictureSink& partial, const core::Task& task)
{
    std::vector<GivenPath> given;
    std::vector<std::filesystem::path> all;
    for (const std::filesystem::path& file : files) {
        given.push_back(listed(file));
        all.insert(all.end(), given.back().files.begin(), given.back().files.end());
    }
    FilePrefetcher ahead(std::move(all), partial != nullptr, task);
    RunReader reader(reading, partial);
    for (const GivenPath& one : given) {
        if (const auto read = reader.readPath(one, ahead); !read)
            return read.error().in(one.path.string());
    }
    return Done{};
}

} // namespace shardscope::profiler
