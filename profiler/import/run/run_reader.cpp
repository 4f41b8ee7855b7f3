// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run/run_reader.h"

#include "core/base/phrase.h"
#include "core/base/stopwatch.h"
#include "core/io/files.h"
#include "profiler/import/bytes/archive_source.h"
#include "profiler/import/run/file_prefetcher.h"
#include "profiler/import/run/run_files.h"

#include <algorithm>
#include <map>
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

bool holdsNothing(const FileTally& tally)
{
    return tally.events + tally.slices + tally.instants + tally.counters + tally.flowBegins +
               tally.flowSteps + tally.flowEnds + tally.metadata ==
           0;
}

/// What is said of a file of the format \p name that was read and holds nothing.
Error noEvents(std::string_view name, const RemarkCounter& remarks)
{
    const bool cut =
        remarks.count(RemarkKind::TruncatedText) + remarks.count(RemarkKind::UnterminatedArray) > 0;
    return {ErrorCode::FileEmpty,
            {core::phrase(cut ? W_("it ends before its first event (%1)") : W_("it holds no events (%1)"),
                          {std::string(name)})}};
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
        const std::size_t before = m_read;
        const std::size_t lost = m_reading.lost.size();
        if (given.failure)
            SHARDSCOPE_TRY_DONE(lose(given.path, *given.failure));
        bool many = given.folder;
        for (const std::filesystem::path& file : given.files) {
            OpenedFile opened = ahead.take();
            const core::Task task = ahead.task();
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            many = many || opened.archive;
            const Result<Done> read = opened.archive ? readArchive(file, task)
                                                     : readOne(file, std::move(opened), given.folder, task);
            if (!read)
                return read.error();
            ahead.finished();
        }
        if (!many || m_read > before || m_reading.lost.size() > lost)
            return Done{};
        Error none = importerOf(std::string_view("\0", 1)).error();
        none.args.front() = core::phrase(W_("a folder or archive without a trace"));
        return lose(given.path, none);
    }

    /// How many files gave something.
    [[nodiscard]] std::size_t read() const { return m_read; }

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
        RankOfPath named = rankOfPath(file);
        runSource.rank = named.rank;
        runSource.rankFrom = std::move(named.from);
        FileTally& tally = m_reading.tallies.emplace_back();
        tally.file = file.string();
        RemarkCounter& remarks = m_reading.remarks.emplace_back();
        m_reading.names.push_back(file.string());
        std::vector<std::pair<std::string, std::string>>& metadata = m_reading.metadata.emplace_back();
        std::shared_ptr<const core::MemorySnapshot> memory;
        const std::string recording = recordingOfPath(file);
        const auto first = m_homes.find(recording);
        const std::uint32_t home = first == m_homes.end() ? index : first->second;
        ImportTarget target{m_reading.builder,
                            index,
                            home,
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
        const std::size_t origins = m_reading.run->kernelOrigins.size();
        const std::size_t tracks = m_reading.builder.trackCount();
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
        nameTracks(tracks, runSource.rank);
        tally.importSeconds = before + watch.seconds();
        const bool sampled = remarks.count(RemarkKind::SamplesShown) > 0; // stacks become slices at the end
        if (!memory && !sampled && m_reading.run->kernelOrigins.size() == origins && holdsNothing(tally))
            return damageOr(noEvents(opened.importer->name(), remarks),
                            opened.detached ? opened.detached->oddities : opened.source->oddities());
        if (memory)
            m_reading.run->memory.push_back(std::move(memory));
        if (!recording.empty())
            m_homes.try_emplace(recording, home);
        if (home != index)
            m_reading.run->sources[index].hostSource = home;
        return Done{};
    }

    /// Tracks from \p first on are of \p rank where they are one process' and the file itself does not say of
    /// which ranks they are.
    void nameTracks(std::size_t first, std::int32_t rank)
    {
        core::TimelineBuilder& builder = m_reading.builder;
        core::NameId process;
        for (std::size_t at = first; at < builder.trackCount(); ++at) {
            const core::Track& track = builder.describe(core::TrackId{at});
            if (track.rank >= 0 || (!track.device && process.valid() && process != track.processKey))
                return;
            process = track.device ? process : track.processKey;
        }
        for (std::size_t at = first; at < builder.trackCount(); ++at)
            builder.describe(core::TrackId{at}).rank = rank;
    }

    /// What cannot be read is told, and the rest of the run kept. \p among: it is of a folder or archive,
    /// where others than traces may lie.
    Result<Done> readOne(const std::filesystem::path& file, OpenedFile opened, bool among,
                         const core::Task& task)
    {
        const std::size_t before = m_reading.tallies.size();
        const std::size_t tracks = m_reading.builder.trackCount();
        const RunClock clock = m_reading.clock;
        const Result<Done> tried =
            opened.failure ? Result<Done>(*opened.failure) : readSource(file, std::move(opened), task);
        if (tried) {
            ++m_read;
            return Done{};
        }
        // An importer that gave up may have told the builder something: its number is not given to another
        // file. One that told nothing is no file of the run.
        bool told = m_reading.tallies.size() > before;
        if (told && holdsNothing(m_reading.tallies.back()) && m_reading.builder.trackCount() == tracks) {
            m_reading.forgetLast();
            m_reading.clock = clock;
            told = false;
        }
        const ErrorCode code = tried.error().code;
        if (!among || (code != ErrorCode::FormatUnknown && code != ErrorCode::NotSupported))
            return lose(file, tried.error());
        (told ? m_reading.remarks.back() : m_reading.aside).note(RemarkKind::UnreadFile, 0);
        if (!told && m_reading.asideName.empty())
            m_reading.asideName = file.string();
        return Done{};
    }

    /// Error: what ends the whole import.
    Result<Done> lose(const std::filesystem::path& file, const Error& error)
    {
        if (error.code == ErrorCode::Cancelled || error.code == ErrorCode::OutOfRange)
            return error;
        m_reading.lost.push_back({file.string(), error.in(file.string())});
        return Done{};
    }

    Result<Done> readArchive(const std::filesystem::path& file, const core::Task& task)
    {
        const auto archive = ArchiveReader::open(file);
        if (!archive)
            return lose(file, archive.error());
        const std::size_t before = m_read;
        while (true) {
            const auto member = (*archive)->next();
            if (!member && m_read > before) {
                m_reading.remarks.back().note(RemarkKind::DamagedCompression, 0); // what came before is kept
                return Done{};
            }
            if (!member)
                return lose(file, member.error());
            if (!*member)
                return Done{};
            const std::filesystem::path name = file / std::filesystem::path((*member)->name).relative_path();
            if ((*member)->refused) {
                m_reading.aside.note(RemarkKind::ArchiveMemberRefused, 0);
                m_reading.asideName = name.string();
                continue;
            }
            SHARDSCOPE_TRY_DONE(readOne(name, openedOf((*archive)->member()), true, task));
        }
    }

    RunReading& m_reading;
    const PictureSink& m_partial;
    std::map<std::string, std::uint32_t> m_homes; ///< of recordings in several files: the first
    std::size_t m_read = 0;
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
    for (const GivenPath& one : given)
        SHARDSCOPE_TRY_DONE(reader.readPath(one, ahead).in(one.path.string()));
    if (reader.read() == 0)
        return reading.lost.front().error;
    return Done{};
}

} // namespace shardscope::profiler
