// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/profiler.h"

#include "profiler/cache/cache_writer.h"
#include "profiler/cache/columnar_cache.h"
#include "profiler/cache/reopen.h"
#include "profiler/import/archive_source.h"
#include "profiler/import/chrome_json.h"
#include "profiler/import/importer.h"
#include "profiler/import/run_arguments.h"
#include "profiler/import/run_files.h"
#include "profiler/pack/pack_file.h"
#include "profiler/trace/execution_links.h"
#include "profiler/trace/join_ranks.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>

namespace shardscope::profiler {

using core::Done;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

constexpr std::size_t kMostFiles = 0xFFFF; // 16 bits of a place

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Everything one import collects.
struct Import {
    core::TimelineBuilder builder;
    RunClock clock;
    std::shared_ptr<core::Run> run = std::make_shared<core::Run>();
    std::vector<FileTally> tallies;
    std::vector<RemarkCounter> remarks;
    std::vector<std::string> names;
    std::vector<std::shared_ptr<const FileArguments>> arguments;
    std::vector<std::vector<std::pair<std::string, std::string>>> metadata; ///< by file
    RemarkCounter aside; ///< on members of folders and archives that have no tally
    std::string asideName;
    const std::function<void(core::TimelinePtr)>* partial = nullptr;
    bool onlyChrome = true; ///< arguments of other formats need more than the file to be found again
};

void noteOddities(const ByteSource& source, RemarkCounter& remarks)
{
    for (const SourceOddity& oddity : source.oddities()) {
        using Kind = SourceOddity::Kind;
        const RemarkKind kind = oddity.kind == Kind::TruncatedCompression ? RemarkKind::TruncatedCompression
                                : oddity.kind == Kind::DamagedCompression ? RemarkKind::DamagedCompression
                                : oddity.kind == Kind::SeveralMembers     ? RemarkKind::SeveralMembers
                                                                          : RemarkKind::BytesAfterCompression;
        remarks.note(kind, oddity.textOffset);
    }
}

/// Reads one file's text under the name \p file.
Result<Done> readSource(Import& import, const std::filesystem::path& file, std::unique_ptr<ByteSource> source,
                        const Importer& importer, const core::Task& task)
{
    const auto start = std::chrono::steady_clock::now();
    const auto index = static_cast<std::uint32_t>(import.tallies.size());
    if (index == kMostFiles)
        return Error{
            ErrorCode::OutOfRange, {std::to_string(kMostFiles + 1), "1", std::to_string(kMostFiles)}, {}};
    core::RunSource& runSource = import.run->sources.emplace_back();
    runSource.file = file;
    runSource.fileBytes = source->fileBytes();
    if (const auto rank = rankOfFileName(file)) {
        runSource.rank = *rank;
        runSource.rankFrom = "file name";
    } else if (const auto folderRank = rankOfFolderName(file)) {
        runSource.rank = *folderRank;
        runSource.rankFrom = "folder name";
    }
    FileTally& tally = import.tallies.emplace_back();
    tally.file = file.string();
    RemarkCounter& remarks = import.remarks.emplace_back();
    import.names.push_back(file.string());
    std::vector<std::pair<std::string, std::string>>& metadata = import.metadata.emplace_back();
    std::shared_ptr<const core::MemorySnapshot> memory;
    ImportTarget target{import.builder, index,
                        import.clock,   runSource,
                        metadata,       tally,
                        remarks,        import.arguments.emplace_back(),
                        memory,         index == 0 && *import.partial ? import.partial : nullptr};
    import.onlyChrome = import.onlyChrome && dynamic_cast<const ChromeJsonImporter*>(&importer) != nullptr;
    // Below, starting a thread costs more than it saves.
    constexpr std::uint64_t kThreadPays = std::uint64_t{256} << 10;
    if (!importer.parallel() && source->fileBytes() > kThreadPays)
        source = readAhead(std::move(source));
    SHARDSCOPE_TRY([[maybe_unused]] const Done done, importer.read(*source, target, task));
    noteOddities(*source, remarks);
    tally.rank = runSource.rank;
    tally.importSeconds = secondsSince(start);
    if (memory)
        import.run->memory.push_back(std::move(memory));
    return Done{};
}

/// One file of a folder or archive: what cannot be read is remarked, the rest of the run is kept.
Result<Done> readOneOfMany(Import& import, const std::filesystem::path& file,
                           Result<std::unique_ptr<ByteSource>> source, const core::Task& task)
{
    const std::size_t before = import.tallies.size();
    auto tried = [&]() -> Result<Done> {
        if (!source)
            return source.error();
        SHARDSCOPE_TRY(std::string head, readHead(**source));
        SHARDSCOPE_TRY(const Importer* const importer, importerOf(head));
        return readSource(import, file, withHead(std::move(head), std::move(*source)), *importer, task);
    }();
    if (tried || tried.error().code == ErrorCode::Cancelled || tried.error().code == ErrorCode::OutOfRange)
        return tried;
    if (import.tallies.size() == before) {
        import.aside.note(RemarkKind::UnreadFile, 0);
        import.asideName = import.asideName.empty() ? file.string() : import.asideName;
        return Done{};
    }
    // An importer that gave up may have told the builder something: its number is not given to another file.
    import.remarks.back().note(RemarkKind::UnreadFile, tried.error().place.byteOffset.value_or(0));
    return Done{};
}

Result<Done> readArchive(Import& import, const std::filesystem::path& file, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::unique_ptr<ArchiveReader> archive, ArchiveReader::open(file));
    while (true) {
        const auto member = archive->next();
        if (!member && !import.tallies.empty()) {
            import.remarks.back().note(RemarkKind::DamagedCompression, 0); // what came before is kept
            return Done{};
        }
        if (!member)
            return member.error();
        if (!*member)
            return Done{};
        const std::filesystem::path name = file / std::filesystem::path((*member)->name).relative_path();
        if ((*member)->refused) {
            import.aside.note(RemarkKind::ArchiveMemberRefused, 0);
            import.asideName = name.string();
            continue;
        }
        SHARDSCOPE_TRY([[maybe_unused]] const Done done,
                       readOneOfMany(import, name, archive->member(), task));
    }
}

/// Whether \p file, perhaps compressed as a whole, is a tar or zip file.
Result<bool> holdsArchive(const std::filesystem::path& file, std::unique_ptr<ByteSource>& source,
                          std::string& head)
{
    SHARDSCOPE_TRY(source, openByteSource(file));
    SHARDSCOPE_TRY(head, readHead(*source));
    return isArchive(head);
}

Result<Done> readFolder(Import& import, const std::filesystem::path& folder, const core::Task& task)
{
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (std::filesystem::recursive_directory_iterator at(folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        if (at->is_regular_file(failed))
            files.push_back(at->path());
    }
    if (failed)
        return Error{ErrorCode::FileUnreadable, {failed.message()}, {}};
    std::sort(files.begin(), files.end(),
              [](const auto& a, const auto& b) { return FileOrder()(a.string(), b.string()); });
    for (const std::filesystem::path& file : files) {
        std::unique_ptr<ByteSource> source;
        std::string head;
        const auto archive = holdsArchive(file, source, head);
        if (archive && *archive) {
            SHARDSCOPE_TRY([[maybe_unused]] const Done done, readArchive(import, file, task));
        } else {
            Result<std::unique_ptr<ByteSource>> opened =
                archive ? Result<std::unique_ptr<ByteSource>>(withHead(std::move(head), std::move(source)))
                        : Result<std::unique_ptr<ByteSource>>(archive.error());
            SHARDSCOPE_TRY([[maybe_unused]] const Done done,
                           readOneOfMany(import, file, std::move(opened), task));
        }
    }
    return Done{};
}

/// A file, or all that a folder or archive holds.
Result<Done> readPath(Import& import, const std::filesystem::path& file, const core::Task& task)
{
    std::error_code ignored;
    const std::size_t before = import.tallies.size();
    std::unique_ptr<ByteSource> source;
    std::string head;
    bool many = std::filesystem::is_directory(file, ignored);
    if (many) {
        SHARDSCOPE_TRY([[maybe_unused]] const Done done, readFolder(import, file, task));
    } else {
        SHARDSCOPE_TRY(many, holdsArchive(file, source, head));
        if (many) {
            SHARDSCOPE_TRY([[maybe_unused]] const Done done, readArchive(import, file, task));
        }
    }
    if (many && import.tallies.size() > before)
        return Done{};
    const auto importer = importerOf(many ? std::string_view("\0", 1) : std::string_view(head));
    if (!importer.ok()) {
        Error unknown = importer.error();
        unknown.args.front() = many ? "a folder or archive without a trace" : unknown.args.front();
        return unknown;
    }
    return readSource(import, file, withHead(std::move(head), std::move(source)), **importer, task);
}

RemarkKind remarkOf(core::LayoutOddity oddity)
{
    switch (oddity) {
    case core::LayoutOddity::Displaced: return RemarkKind::Displaced;
    case core::LayoutOddity::EndWithoutBegin: return RemarkKind::EndWithoutBegin;
    case core::LayoutOddity::BeginWithoutEnd: return RemarkKind::BeginWithoutEnd;
    case core::LayoutOddity::NegativeDuration: return RemarkKind::NegativeDuration;
    case core::LayoutOddity::TimeOutOfRange: return RemarkKind::TimeOutOfRange;
    case core::LayoutOddity::FlowWithoutBegin: return RemarkKind::FlowWithoutBegin;
    case core::LayoutOddity::FlowWithoutEnd: return RemarkKind::FlowWithoutEnd;
    case core::LayoutOddity::FlowEndUnbound:
    case core::LayoutOddity::Count_: break;
    }
    return RemarkKind::FlowEndUnbound;
}

/// The layout counts over all files; a place tells the file that has the first.
void noteLayout(Import& import, const core::LayoutTally& layout)
{
    for (std::size_t kind = 0; kind < core::kLayoutOddities; ++kind) {
        const auto oddity = static_cast<core::LayoutOddity>(kind);
        const core::LayoutTally::Entry& entry = layout.of(oddity);
        if (entry.count == 0)
            continue;
        const std::size_t file =
            std::min<std::size_t>(sourceOfPlace(entry.firstPlace), import.remarks.size() - 1);
        import.remarks[file].note(remarkOf(oddity),
                                  entry.firstPlace == core::kNoArgs ? 0 : offsetOfPlace(entry.firstPlace),
                                  entry.count);
    }
    for (std::size_t file = 0; file < layout.pairs.size(); ++file)
        import.tallies[file].slices += layout.pairs[file];
}

bool isLinked(const std::vector<ExecutionLink>& links, std::size_t file)
{
    return std::any_of(links.begin(), links.end(),
                       [&](const ExecutionLink& link) { return link.source == file; });
}

/// The run tells what its first file says, of those that are shown.
void takeMetadata(Import& import, const std::vector<ExecutionLink>& links)
{
    std::size_t file = 0;
    while (file + 1 < import.metadata.size() && isLinked(links, file))
        ++file;
    import.run->metadata = std::move(import.metadata[file]);
}

/// Execution traces that were linked are no files of their own: \p links.
void noteRanks(Import& import, const std::vector<ExecutionLink>& links)
{
    std::set<std::int32_t> ranks;
    bool anyClock = false;
    bool noClock = false;
    for (std::size_t file = 0; file < import.run->sources.size(); ++file) {
        const core::RunSource& source = import.run->sources[file];
        import.tallies[file].rank = source.rank; // content may have told it
        if (isLinked(links, file))
            continue;
        (source.baseTimeNs != 0 ? anyClock : noClock) = true;
        if (source.rank >= 0 && !ranks.insert(source.rank).second)
            import.remarks[file].note(RemarkKind::SameRank, 0);
    }
    if (anyClock && noClock)
        import.remarks.front().note(RemarkKind::MixedClocks, 0);
}

/// Tracks, displaced slices and times of each file, which only the timeline knows.
void tallyTimeline(const core::Timeline& timeline, std::vector<FileTally>& tallies)
{
    std::vector<bool> seen(tallies.size(), false);
    const auto see = [&](std::uint32_t file, std::int64_t begin, std::int64_t end) {
        FileTally& tally = tallies[file];
        tally.beginNs = seen[file] ? std::min(tally.beginNs, begin) : begin;
        tally.endNs = seen[file] ? std::max(tally.endNs, end) : end;
        seen[file] = true;
    };
    for (std::size_t number = 0; number < timeline.tracks().size(); ++number) {
        const core::Track& track = timeline.tracks()[number];
        ++tallies[track.source].tracks;
        tallies[track.source].displaced += timeline.displacedOn(core::TrackId{number});
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            const std::size_t last = std::size_t{lane.begin} + lane.count - 1;
            see(track.source, timeline.ts()[lane.begin], timeline.ts()[last] + timeline.dur()[last]);
        }
    }
    for (const core::Instant& instant : timeline.instants())
        see(timeline.tracks()[instant.track.index()].source, instant.ts, instant.ts);
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        const auto samples = timeline.counterSamples().subspan(counter.begin, counter.count);
        see(counter.source, samples.front().ts, samples.back().ts);
    }
}

bool startsAsPack(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string magic(kPackMagic.size(), '\0');
    return stream.read(magic.data(), static_cast<std::streamsize>(magic.size())) && isPack(magic);
}

std::string titleOf(const std::vector<std::filesystem::path>& files)
{
    const std::string first = files.front().filename().string();
    return files.size() == 1 ? first : first + " + " + std::to_string(files.size() - 1);
}

/// Whether everything in the run stands in \p files themselves, and there is enough of it.
bool isWorthCaching(const Import& import, const std::vector<std::filesystem::path>& files)
{
    std::uint64_t events = 0;
    for (const FileTally& tally : import.tallies)
        events += tally.events;
    return import.onlyChrome && events >= kCachePays && import.tallies.size() == files.size();
}

} // namespace

Result<ImportedRun> importTrace(const std::vector<std::filesystem::path>& files, const core::Task& task,
                                const ImportOptions& options)
{
    if (files.empty() || files.size() > kMostFiles)
        return Error{
            ErrorCode::OutOfRange, {std::to_string(files.size()), "1", std::to_string(kMostFiles)}, {}};
    if (files.size() == 1 && startsAsPack(files.front()))
        return readPack(files.front());
    const auto folder = options.cache ? cacheFolder() : std::nullopt;
    const auto cache = folder ? std::optional(cacheFileOf(*folder, files)) : std::nullopt;
    bool cacheRefused = false;
    if (cache) {
        Reopened cached = reopen(*cache, files);
        if (cached.run)
            return std::move(*cached.run);
        cacheRefused = cached.refused;
    }
    // Taken before reading: a file that changes meanwhile makes a cache that nobody takes.
    const auto fingerprint = cache ? fingerprintOf(files) : std::nullopt;
    Import import;
    import.partial = &options.partial;
    for (std::size_t file = 0; file < files.size(); ++file) {
        const core::Task part{task.stop, [&](std::string_view stage, double fraction) {
                                  task.report(stage, (static_cast<double>(file) + fraction) /
                                                         static_cast<double>(files.size()));
                              }};
        if (const auto read = readPath(import, files[file], part); !read)
            return read.error().in(files[file].string());
    }
    const auto start = std::chrono::steady_clock::now();
    core::LayoutTally layout;
    SHARDSCOPE_TRY(const core::TimelinePtr timeline, import.builder.build(task, layout));
    noteLayout(import, layout);
    import.run->timeline = timeline;
    import.run->arguments = makeRunArguments(std::move(import.arguments));
    SHARDSCOPE_TRY(const std::vector<ExecutionLink> links, linkExecutionTraces(*import.run, task));
    for (const ExecutionLink& link : links)
        noteLink(link, import.remarks[link.source]);
    takeMetadata(import, links);
    SHARDSCOPE_TRY(ClockAlignment clocks, joinRanks(*import.run, task));
    noteRanks(import, links);
    tallyTimeline(*import.run->timeline, import.tallies);
    const double layoutSeconds = secondsSince(start) / static_cast<double>(import.tallies.size());
    for (FileTally& tally : import.tallies)
        tally.importSeconds += layoutSeconds;
    const bool keep = fingerprint && isWorthCaching(import, files);
    import.run->title = titleOf(files);
    ImportedRun imported;
    imported.run = std::move(import.run);
    import.names.push_back(import.asideName);
    import.remarks.push_back(import.aside);
    imported.report = {std::move(import.tallies), makeRemarks(import.names, import.remarks),
                       std::move(clocks)};
    if (keep)
        cacheInBackground(*cache, *fingerprint, imported);
    if (cacheRefused) { // behind the line above: the next one will be good
        import.names.push_back(cache->string());
        import.remarks.emplace_back().note(RemarkKind::CacheRefused, 0);
        imported.report.remarks = makeRemarks(import.names, import.remarks);
    }
    return imported;
}

bool isTraceFile(const std::filesystem::path& file)
{
    if (isCompressed(file) || startsAsPack(file))
        return true; // nothing else that we read comes compressed
    std::unique_ptr<ByteSource> source;
    std::string head;
    const auto archive = holdsArchive(file, source, head);
    if (!archive || *archive)
        return archive.ok();
    const auto importer = importerOf(head);
    // Chrome's JSON has no mark of its own: the keys inside tell it from plans and models.
    return importer && dynamic_cast<const ChromeJsonImporter*>(*importer) == nullptr;
}

} // namespace shardscope::profiler
