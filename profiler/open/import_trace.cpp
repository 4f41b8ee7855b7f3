// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/open/import_trace.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/stopwatch.h"
#include "profiler/cache/cache_writer.h"
#include "profiler/cache/columnar_cache.h"
#include "profiler/import/bytes/file_handle.h"
#include "profiler/import/run/opened_file.h"
#include "profiler/import/run/run_arguments.h"
#include "profiler/import/run/run_reader.h"
#include "profiler/pack/pack_file.h"
#include "profiler/trace/devices_in_file.h"
#include "profiler/trace/execution_links.h"
#include "profiler/trace/graph_links.h"
#include "profiler/trace/join_ranks.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace shardscope::profiler {

using core::Error;

namespace {

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
void noteLayout(RunReading& import, const core::LayoutTally& layout)
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
    return std::ranges::any_of(links, [&](const ExecutionLink& link) { return link.source == file; });
}

/// Whether the run's timeline has nothing of \p file, which only tells about others.
bool isAside(const FileTally& file) { return file.slices + file.instants + file.counters == 0; }

/// The run tells what its first file says, of those that are shown.
void takeMetadata(RunReading& import, const std::vector<ExecutionLink>& links)
{
    std::size_t file = 0;
    while (file + 1 < import.metadata.size() && (isLinked(links, file) || isAside(import.tallies[file])))
        ++file;
    import.run->metadata = std::move(import.metadata[file]);
}

/// Execution traces that were linked are no files of their own: \p links. \p files: of each source.
void noteRanks(RunReading& import, const std::vector<ExecutionLink>& links,
               const std::vector<std::uint32_t>& files)
{
    std::set<std::int32_t> ranks;
    bool anyClock = false;
    bool noClock = false;
    for (std::size_t at = 0; at < import.run->sources.size(); ++at) {
        const core::RunSource& source = import.run->sources[at];
        const std::uint32_t file = files[at];
        if (at == file)
            import.tallies[file].rank = source.rank; // content may have told it
        if (isLinked(links, file) || isAside(import.tallies[file]))
            continue;
        (source.baseTimeNs != 0 ? anyClock : noClock) = true;
        if (source.rank >= 0 && !ranks.insert(source.rank).second)
            import.remarks[file].note(RemarkKind::SameRank, 0);
    }
    if (anyClock && noClock)
        import.remarks.front().note(RemarkKind::MixedClocks, 0);
}

/// Tracks, displaced slices and times of each file, which only the timeline knows. \p files: of each source.
void tallyTimeline(const core::Timeline& timeline, std::vector<FileTally>& tallies,
                   const std::vector<std::uint32_t>& files)
{
    std::vector<bool> seen(tallies.size(), false);
    const auto see = [&](std::uint32_t source, std::int64_t begin, std::int64_t end) {
        const std::uint32_t file = files[source];
        FileTally& tally = tallies[file];
        tally.beginNs = seen[file] ? std::min(tally.beginNs, begin) : begin;
        tally.endNs = seen[file] ? std::max(tally.endNs, end) : end;
        seen[file] = true;
    };
    for (std::size_t number = 0; number < timeline.tracks().size(); ++number) {
        const core::Track& track = timeline.tracks()[number];
        ++tallies[files[track.source]].tracks;
        tallies[files[track.source]].displaced += timeline.displacedOn(core::TrackId{number});
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

bool startsAsPack(const std::filesystem::path& file) { return isPack(headOf(file, kPackMagic.size())); }

/// A pack is a whole run with an axis of its own: beside other files it is lost.
std::vector<std::filesystem::path> withoutPacks(const std::vector<std::filesystem::path>& files,
                                                std::vector<LostFile>& lost)
{
    std::vector<std::filesystem::path> others;
    for (const std::filesystem::path& file : files) {
        if (!startsAsPack(file))
            others.push_back(file);
        else
            lost.push_back({file.string(), core::notSupported(W_("a pack beside other files"),
                                                              W_("a pack holds a whole run and is opened by "
                                                                 "itself"))
                                               .in(file.string())});
    }
    return others;
}

/// Leaves out the \p files that were not read; folders and archives are read if anything in them was.
std::vector<std::filesystem::path> withoutLost(const std::vector<std::filesystem::path>& files,
                                               const std::vector<LostFile>& lost)
{
    std::vector<std::filesystem::path> left;
    std::ranges::copy_if(files, std::back_inserter(left), [&](const std::filesystem::path& file) {
        return std::ranges::find(lost, file.string(), &LostFile::file) == lost.end();
    });
    return left.empty() ? files : left;
}

std::string titleOf(const std::vector<std::filesystem::path>& files)
{
    const std::string first = files.front().filename().string();
    return files.size() == 1 ? first : first + " + " + std::to_string(files.size() - 1);
}

/// Whether everything in the run stands in \p files themselves, and there is enough of it.
bool isWorthCaching(const RunReading& import, const std::vector<std::filesystem::path>& files)
{
    std::uint64_t events = 0;
    for (const FileTally& tally : import.tallies)
        events += tally.events;
    return import.lost.empty() && import.argumentsStayInFiles && events >= kCachePays &&
           import.tallies.size() == files.size();
}

} // namespace

core::Result<ImportedRun> importTrace(const std::vector<std::filesystem::path>& files, const core::Task& task,
                                      const ImportOptions& options)
{
    if (files.empty() || files.size() > kMostFiles)
        return core::outOfRange(files.size(), "1", kMostFiles);
    if (files.size() == 1 && startsAsPack(files.front()))
        return readPack(files.front());
    const auto folder = options.cache && mostCached() > 0 ? cacheFolder() : std::nullopt;
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
    RunReading import;
    const std::vector<std::filesystem::path> alone = withoutPacks(files, import.lost);
    if (alone.empty())
        return import.lost.front().error;
    SHARDSCOPE_TRY_DONE(readRun(import, alone, options.partial, task));
    if (options.whole && !import.lost.empty())
        return import.lost.front().error;
    const core::Stopwatch watch;
    core::LayoutTally layout;
    SHARDSCOPE_TRY(const core::TimelinePtr timeline, import.builder.build(task, layout));
    noteLayout(import, layout);
    if (!options.part && !import.run->kernelOrigins.empty() && std::ranges::all_of(import.tallies, isAside))
        return Error{core::ErrorCode::FormatUnknown,
                     {core::phrase(W_("a node mapping of torch.compile")),
                      {},
                      core::phrase(W_("it has no times: open it together with the profiler's trace of the "
                                      "run, whose kernels it explains"))}}
            .in(files.front().string());
    import.run->timeline = timeline;
    import.run->arguments = makeRunArguments(std::move(import.arguments));
    SHARDSCOPE_TRY(const std::vector<std::uint32_t> fileOf, splitDevices(*import.run, task));
    SHARDSCOPE_TRY(const std::vector<ExecutionLink> links, linkExecutionTraces(*import.run, task));
    SHARDSCOPE_TRY_DONE(linkGraphCaptures(*import.run, task));
    for (const ExecutionLink& link : links)
        noteLink(link, import.remarks[link.source]);
    takeMetadata(import, links);
    SHARDSCOPE_TRY(ClockAlignment clocks, joinRanks(*import.run, task));
    noteRanks(import, links, fileOf);
    tallyTimeline(*import.run->timeline, import.tallies, fileOf);
    const double layoutSeconds = watch.seconds() / static_cast<double>(import.tallies.size());
    for (FileTally& tally : import.tallies)
        tally.importSeconds += layoutSeconds;
    const bool keep = fingerprint && isWorthCaching(import, files);
    import.run->title = titleOf(withoutLost(alone, import.lost));
    ImportedRun imported;
    imported.run = std::move(import.run);
    import.names.push_back(import.asideName);
    import.remarks.push_back(import.aside);
    if (!import.lost.empty()) {
        import.names.push_back(import.lost.front().file);
        import.remarks.emplace_back().note(RemarkKind::LostFile, 0, import.lost.size());
    }
    imported.report = {std::move(import.tallies), makeRemarks(import.names, import.remarks),
                       std::move(clocks), std::move(import.lost)};
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
    const OpenedFile opened = openRunFile(file);
    // Chrome's JSON has no mark of its own: the keys inside tell it from plans and models.
    return opened.archive || (opened.importer != nullptr && opened.importer->unmistakable());
}

std::optional<core::Error> foreignTrace(const std::filesystem::path& file)
{
    const OpenedFile opened = openRunFile(file);
    const bool named = opened.failure && opened.failure->code == core::ErrorCode::FormatUnknown &&
                       opened.failure->args.size() > 2 && !opened.failure->args[2].empty();
    return named ? std::optional(opened.failure->in(file.string())) : std::nullopt;
}

std::uint64_t cacheLimit() { return mostCached(); }

void setCacheLimit(std::uint64_t bytes) { setMostCached(bytes); }

} // namespace shardscope::profiler
