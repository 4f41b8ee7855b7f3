// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/pack/build/pack_build.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/files.h"
#include "core/timeline/build/join.h"
#include "profiler/analyze/input/analysis.h"
#include "profiler/cache/byte_stream.h"
#include "profiler/import/bytes/file_handle.h"
#include "profiler/import/importer.h"
#include "profiler/import/run/run_files.h"
#include "profiler/import/text/typical_time.h"
#include "profiler/open/import_trace.h"
#include "profiler/pack/build/joined_arguments.h"
#include "profiler/pack/pack_file.h"
#include "profiler/remarks/remark_kinds.h"
#include "profiler/trace/execution_links.h"
#include "profiler/trace/graph_links.h"
#include "profiler/trace/join_ranks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace shardscope::profiler {

using core::Error;
using core::ErrorCode;

namespace {

/// Whether \p pack is a file of a folder that is read, and no pack, which would be made anew.
bool replacesAnInput(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& pack)
{
    if (!core::files::isPlain(pack) || isPack(headOf(pack, kPackMagic.size())))
        return false;
    return std::ranges::any_of(paths, [&](const std::filesystem::path& path) {
        const auto files = core::files::plainFilesBelow(path).files;
        return std::ranges::any_of(
            files, [&](const std::filesystem::path& file) { return core::files::same(file, pack); });
    });
}

/// Every regular file below \p paths that this machine has, and is not the pack itself; of a recording in
/// several files the first one.
std::vector<std::string> filesBelow(const std::vector<std::filesystem::path>& paths,
                                    const std::filesystem::path& pack)
{
    std::vector<std::string> files;
    const auto add = [&](const std::filesystem::path& file) {
        if (!core::files::same(file, pack))
            files.push_back(file.string());
    };
    for (const std::filesystem::path& path : paths) {
        if (core::files::isPlain(path))
            add(path);
        for (const std::filesystem::path& file : core::files::plainFilesBelow(path).files)
            add(file);
    }
    std::ranges::sort(files, FileOrder());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    std::set<std::string> recordings;
    std::erase_if(files, [&](const std::string& file) {
        const std::string recording = recordingOfPath(file);
        return !recording.empty() && !recordings.insert(recording).second;
    });
    return files;
}

std::string listBytes(const std::vector<std::string>& texts)
{
    ByteWriter out;
    out.number(static_cast<std::uint64_t>(texts.size()));
    for (const std::string& text : texts)
        out.text(text);
    return out.take();
}
std::vector<std::string> listOf(std::string_view bytes)
{
    ByteReader in(bytes);
    std::vector<std::string> texts(in.count(sizeof(std::uint64_t)));
    for (std::string& text : texts)
        text = in.text();
    return texts;
}

/// Which worker reads which file: the n-th file goes to one of those who see it, in turn.
using Assignment = std::vector<std::pair<std::string, std::int32_t>>;

Assignment assign(const std::vector<std::string>& lists)
{
    std::map<std::string, std::vector<std::int32_t>, FileOrder> owners;
    for (std::size_t worker = 0; worker < lists.size(); ++worker) {
        for (const std::string& file : listOf(lists[worker]))
            owners[file].push_back(static_cast<std::int32_t>(worker));
    }
    Assignment assignment;
    for (const auto& [file, able] : owners)
        assignment.emplace_back(file, able[assignment.size() % able.size()]);
    return assignment;
}

std::string assignmentBytes(const Assignment& assignment)
{
    ByteWriter out;
    out.number(static_cast<std::uint64_t>(assignment.size()));
    for (const auto& [file, worker] : assignment) {
        out.text(file);
        out.number(worker);
    }
    return out.take();
}
Assignment assignmentOf(std::string_view bytes)
{
    ByteReader in(bytes);
    Assignment assignment(in.count(sizeof(std::uint64_t) + sizeof(std::int32_t)));
    for (auto& [file, worker] : assignment) {
        file = in.text();
        in.numbers(worker);
    }
    return assignment;
}

struct Part {
    std::uint64_t file = 0; ///< into the assignment
    FilePart made;
};

std::string readParts(const Assignment& assignment, PackWorkers& workers, const core::Task& task)
{
    ByteWriter out;
    const int own = workers.number();
    const auto mine = static_cast<std::uint64_t>(
        std::ranges::count_if(assignment, [&](const auto& entry) { return entry.second == own; }));
    out.number(mine);
    std::uint64_t done = 0;
    for (std::size_t at = 0; at < assignment.size(); ++at) {
        if (assignment[at].second != own)
            continue;
        task.report("read", static_cast<double>(done++) / static_cast<double>(mine));
        out.number(static_cast<std::uint64_t>(at));
        out.text(partBytes(workers.read(assignment[at].first, task)));
    }
    return out.take();
}

std::vector<Part> partsOf(const std::vector<std::string>& gathered)
{
    std::vector<Part> parts;
    for (const std::string& bytes : gathered) {
        ByteReader in(bytes);
        const std::size_t count = in.count(2 * sizeof(std::uint64_t));
        for (std::size_t at = 0; at < count; ++at) {
            Part part;
            in.numbers(part.file);
            part.made = partOf(in.textView());
            parts.push_back(std::move(part));
        }
    }
    std::ranges::sort(parts, [](const Part& a, const Part& b) { return a.file < b.file; });
    return parts;
}

/// \p paths: what was named; what else there is lies in folders, where others than traces may lie.
core::Result<ImportedRun> joinParts(const Assignment& assignment, std::vector<Part> parts,
                                    const std::vector<std::filesystem::path>& paths, const core::Task& task)
{
    std::vector<LostFile> lost;
    RemarkCounter others;
    std::string firstOther;
    std::vector<ImportedRun> runs;
    for (auto& [number, made] : parts) {
        const std::string& file = assignment[number].first;
        const ErrorCode code = made.error.code;
        if (!made.pack.empty()) {
            SHARDSCOPE_TRY(ImportedRun run, decodePack(made.pack));
            made.pack = {};
            runs.push_back(std::move(run));
        } else if (code == ErrorCode::Cancelled) {
            return made.error;
        } else if ((code == ErrorCode::FormatUnknown || code == ErrorCode::NotSupported) &&
                   std::ranges::find(paths, std::filesystem::path(file)) == paths.end()) {
            others.note(RemarkKind::UnreadFile, 0);
            firstOther = firstOther.empty() ? file : firstOther;
        } else {
            lost.push_back({file, made.error.in(file)});
        }
    }
    if (runs.empty() && !lost.empty())
        return lost.front().error;
    if (runs.empty())
        return parts.empty() ? Error{ErrorCode::FileNotFound}
                             : parts.front().made.error.in(assignment[parts.front().file].first);
    SHARDSCOPE_TRY(ImportedRun joined, joinRuns(std::move(runs), task));
    RemarkCounter missing;
    if (!lost.empty())
        missing.note(RemarkKind::LostFile, 0, lost.size());
    addRemarks(
        joined.report.remarks,
        makeRemarks({firstOther, lost.empty() ? std::string() : lost.front().file}, {others, missing}));
    joined.report.lost = std::move(lost);
    return joined;
}

/// What 0 on the axis of \p run is, in ns since 1970; none where no file tells.
std::optional<std::int64_t> zeroOf(const core::Run& run)
{
    const core::Timeline& timeline = *run.timeline;
    const std::int64_t time =
        timeline.sliceCount() == 0
            ? timeline.begin()
            : typicalTime(timeline.sliceCount(), [&](std::size_t row) { return timeline.ts()[row]; });
    if (time >= kSurelySince1970)
        return 0;
    const auto told = std::ranges::find_if(
        run.sources, [](const core::RunSource& source) { return source.baseTimeNs != 0; });
    constexpr std::int64_t kMost = core::kMaxTime / 2;
    return told == run.sources.end() ? std::nullopt
                                     : std::optional(std::clamp(told->baseTimeNs, -kMost, kMost));
}

/// The same snapshot as that of the file of number \p source.
std::shared_ptr<const core::MemorySnapshot>
ofSource(const std::shared_ptr<const core::MemorySnapshot>& snapshot, std::uint32_t source)
{
    if (snapshot->source == source)
        return snapshot;
    auto moved = std::make_shared<core::MemorySnapshot>();
    moved->source = source;
    moved->timed = snapshot->timed;
    for (std::size_t name = 0; name < snapshot->names.size(); ++name)
        moved->names.intern(snapshot->names.text(core::NameId{name}));
    moved->stackFrames = snapshot->stackFrames;
    moved->stacks = snapshot->stacks;
    moved->segments = snapshot->segments;
    moved->blocks = snapshot->blocks;
    moved->events = snapshot->events;
    moved->annotations = snapshot->annotations;
    moved->settings = snapshot->settings;
    return moved;
}

} // namespace

FilePart readPart(const std::string& file, const core::Task& task)
{
    auto bytes = [&]() -> core::Result<std::string> {
        ImportOptions options;
        options.part = true;
        SHARDSCOPE_TRY(const ImportedRun imported, importTrace(filesOfRecording(file), task, options));
        return encodePack(imported, task);
    }();
    return bytes.ok() ? FilePart{std::move(bytes).value(), {}} : FilePart{{}, bytes.error()};
}

std::string partBytes(const FilePart& part)
{
    ByteWriter out;
    out.text(part.pack);
    out.number(static_cast<std::uint16_t>(part.error.code));
    out.text(listBytes(part.error.args));
    return out.take();
}

FilePart partOf(std::string_view bytes)
{
    ByteReader in(bytes);
    FilePart part;
    part.pack = in.text();
    part.error.code = static_cast<ErrorCode>(in.number<std::uint16_t>());
    part.error.args = listOf(in.text());
    return part;
}

std::vector<std::string> SoloWorker::gather(std::string bytes)
{
    std::vector<std::string> all;
    all.push_back(std::move(bytes));
    return all;
}

core::Result<ImportedRun> joinRuns(std::vector<ImportedRun> parts, const core::Task& task)
{
    ImportedRun joined;
    auto run = std::make_shared<core::Run>();
    std::vector<core::TimelinePart> timelines;
    std::vector<ArgumentPart> arguments;
    std::optional<std::int64_t> zero; // the first part with real time sets the axis
    for (ImportedRun& part : parts) {
        core::TimelinePart own{part.run->timeline, static_cast<std::uint32_t>(run->sources.size()), {}};
        const std::optional<std::int64_t> base = zeroOf(*part.run);
        zero = zero ? zero : base;
        const core::ClockShift toAxis{base ? *base - *zero : 0, 0, 0};
        own.changes.assign(part.run->sources.size(), {toAxis, {}, {}});
        arguments.push_back({own.firstSource, part.run->arguments});
        for (const auto& snapshot : part.run->memory)
            run->memory.push_back(ofSource(snapshot, own.firstSource + snapshot->source));
        for (const core::KernelOrigin& origin : part.run->kernelOrigins)
            core::addOrigin(run->kernelOrigins, origin);
        for (core::RunSource source : part.run->sources) {
            if (source.hostSource)
                *source.hostSource += own.firstSource;
            run->sources.push_back(std::move(source));
        }
        timelines.push_back(std::move(own));
        if (run->metadata.empty())
            run->metadata = part.run->metadata;
        for (FileTally& tally : part.report.files) {
            tally.beginNs = toAxis.apply(tally.beginNs);
            tally.endNs = toAxis.apply(tally.endNs);
            joined.report.files.push_back(std::move(tally));
        }
        addRemarks(joined.report.remarks, std::move(part.report.remarks));
    }
    SHARDSCOPE_TRY(run->timeline, core::joinTimelines(timelines, task));
    run->arguments = joinArguments(std::move(arguments));
    SHARDSCOPE_TRY(const std::vector<ExecutionLink> links, linkExecutionTraces(*run, task));
    SHARDSCOPE_TRY_DONE(linkGraphCaptures(*run, task));
    for (const ExecutionLink& link : links) {
        RemarkCounter remarks;
        noteLink(link, remarks);
        addRemarks(joined.report.remarks, makeRemarks({run->sources[link.source].file.string()}, {remarks}));
    }
    SHARDSCOPE_TRY(joined.report.clocks, joinRanks(*run, task));
    for (std::size_t file = 0; file < joined.report.files.size(); ++file) {
        FileTally& tally = joined.report.files[file];
        // A file's own source comes first, then those of further ranks in it.
        const auto own = std::ranges::find_if(
            run->sources, [&](const auto& source) { return source.file.string() == tally.file; });
        if (own == run->sources.end())
            continue;
        tally.rank = own->rank;
        tally.beginNs = own->clock.apply(tally.beginNs);
        tally.endNs = own->clock.apply(tally.endNs);
    }
    run->title = run->sources.front().file.filename().string();
    if (run->sources.size() > 1)
        run->title += " + " + std::to_string(run->sources.size() - 1);
    joined.run = std::move(run);
    return joined;
}

core::Result<ImportedRun> buildPack(const std::vector<std::filesystem::path>& paths,
                                    const std::filesystem::path& pack, PackWorkers& workers,
                                    const core::Task& task)
{
    const std::vector<std::string> lists = workers.gather(listBytes(filesBelow(paths, pack)));
    const bool first = workers.number() == 0;
    const Assignment assignment =
        assignmentOf(workers.broadcast(first ? assignmentBytes(assign(lists)) : std::string()));
    const std::vector<std::string> gathered = workers.gather(readParts(assignment, workers, task));
    ImportedRun outcome;
    Error failed;
    bool ok = true;
    if (first) {
        const auto written = [&]() -> core::Result<core::Done> {
            if (replacesAnInput(paths, pack))
                return core::inconsistent(W_("it would be overwritten by what is made of it"))
                    .in(pack.string());
            const bool nothing =
                std::ranges::all_of(lists, [](const std::string& list) { return listOf(list).empty(); });
            if (nothing) { // what keeps these from being read says why
                if (const auto imported = importTrace(paths, task); !imported.ok())
                    return imported.error();
            }
            SHARDSCOPE_TRY(outcome, joinParts(assignment, partsOf(gathered), paths, task));
            const auto run = std::make_shared<core::Run>(*outcome.run);
            run->title = paths.front().filename().string(); // as importTrace calls it
            if (paths.size() > 1)
                run->title += " + " + std::to_string(paths.size() - 1);
            outcome.run = run;
            SHARDSCOPE_TRY(run->reports, analyzeAll(run, task));
            SHARDSCOPE_TRY(const std::string bytes, encodePack(outcome, task));
            return writePack(pack, bytes);
        }();
        ok = written.ok();
        failed = ok ? Error{} : written.error();
    }
    // The others end with the same answer.
    ByteWriter verdict;
    verdict.number(static_cast<std::uint8_t>(ok));
    verdict.number(static_cast<std::uint16_t>(failed.code));
    verdict.text(listBytes(failed.args));
    const std::string told = workers.broadcast(verdict.take());
    ByteReader answer(told);
    if (answer.flag())
        return outcome;
    failed.code = static_cast<ErrorCode>(answer.number<std::uint16_t>());
    failed.args = listOf(answer.text());
    return failed.in(pack.string());
}

} // namespace shardscope::profiler
