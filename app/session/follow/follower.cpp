// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/follow/follower.h"

#include "app/session/trace/recorded_hardware.h"
#include "core/base/phrase.h"
#include "core/io/files.h"
#include "profiler/analyze/selection/run_cut.h"
#include "profiler/profiler.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostFiles = 100'000;
constexpr std::uint64_t kReadAtOnce = std::uint64_t{64} << 20; ///< of a log; no line of one is as long
/// A rank is silent behind so many of its usual steps, and not before a minute.
constexpr double kSilentSteps = 10;
constexpr double kSilentSeconds = 60;
double silentAfter(double usual) { return std::max(kSilentSeconds, kSilentSteps * usual); }
/// Memory above the plan's by less is within what drivers and libraries differ by.
constexpr double kAbovePlan = 1.05;

/// "rank3", "rank_3", "rank-3" of the file's name or its folder's; -1: neither has it.
std::int32_t rankOfPath(const std::filesystem::path& path)
{
    for (const std::string& name : {path.filename().string(), path.parent_path().filename().string()}) {
        const auto at = name.find("rank");
        if (at == std::string::npos)
            continue;
        std::size_t digit = at + 4;
        digit += digit < name.size() && (name[digit] == '_' || name[digit] == '-') ? 1 : 0;
        std::int32_t rank = -1;
        for (; digit < name.size() && name[digit] >= '0' && name[digit] <= '9' && rank < 10'000'000; ++digit)
            rank = (rank < 0 ? 0 : rank * 10) + (name[digit] - '0');
        if (rank >= 0)
            return rank;
    }
    return -1;
}

/// The digits behind "rank" of a log's own words ("[rank3]"); -1: none.
std::int32_t rankOfWords(std::string_view who) { return rankOfPath(std::filesystem::path(std::string(who))); }

/// A text that is no JSON: what trainers print.
bool isLog(const std::filesystem::path& path)
{
    const std::string head = profiler::headOf(path, 512);
    constexpr const char* kBlank = " \t\r\n";
    const std::size_t first = head.find_first_not_of(kBlank);
    const std::size_t next = first == std::string::npos ? first : head.find_first_not_of(kBlank, first + 1);
    const bool json =
        first != std::string::npos &&
        (head[first] == '{' || // "[2026-08-01 …" is a line's time, "[{" a list of events
         (head[first] == '[' && next != std::string::npos && (head[next] == '{' || head[next] == ']')));
    constexpr char kEscape = 27; // of colours
    return !json && std::ranges::none_of(head, [](char c) {
        return static_cast<unsigned char>(c) < 9 || (c > 13 && c < 32 && c != kEscape);
    });
}

/// Whether a file of the report ends before what is in it does.
bool isCut(const profiler::ImportReport& report)
{
    return std::ranges::any_of(report.remarks, [](const profiler::Remark& remark) {
        return remark.kind == "truncated_compression" || remark.kind == "truncated_text";
    });
}

profiler::ImportOptions partOfRun()
{
    profiler::ImportOptions options;
    options.cache = false;
    options.part = true;
    return options;
}

double valueOf(const profiler::TrainingFigures& figures, std::string_view name)
{
    for (const auto& [own, value] : figures) {
        if (own == name)
            return value;
    }
    return 0;
}

} // namespace

Follower::Follower(core::Catalog catalog, std::filesystem::path folder, std::optional<FollowedPlan> plan)
    : m_catalog(std::move(catalog))
    , m_folder(std::move(folder))
    , m_plan(plan)
{
}

core::Result<FollowNews> Follower::look(bool whole, Clock::time_point now, const core::Task& task)
{
    FollowNews news;
    if (!core::files::isFolder(m_folder))
        return core::Error{core::ErrorCode::FileUnreadable, {m_folder.string()}};
    core::files::Listing listing = core::files::plainFilesBelow(m_folder);
    if (listing.failure)
        return *listing.failure;
    std::ranges::sort(listing.files);
    listing.files.resize(std::min(listing.files.size(), kMostFiles));
    std::vector<std::filesystem::path> traces;
    for (const std::filesystem::path& path : listing.files) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const auto length = core::files::sizeOf(path);
        const auto written = core::files::changedAt(path);
        if (!length || *length == 0 || !written)
            continue; // it went, or is just made
        const std::uint64_t size = *length;
        const Clock::time_point changed = *written;
        const auto [at, isNew] = m_seen.try_emplace(path);
        File& file = at->second;
        const bool same = !isNew && file.size == size && file.changed == changed;
        if (isNew || (!same && file.offset == 0))
            file.log = isLog(path); // a few bytes tell little
        file.size = size;
        file.changed = changed;
        if (file.log)
            SHARDSCOPE_TRY_DONE(readLog(path, file, task, news));
        else if ((same || whole) && m_read.count(path) == 0 && m_unread.count(path) == 0)
            traces.push_back(path); // whole since the last look
        else if (!same)
            m_unread.erase(path); // what was half written may be whole by the next look
    }
    if (!traces.empty())
        SHARDSCOPE_TRY_DONE(readTraces(traces, task, news));
    // A trace that is whole tells no further steps, however few it has.
    for (auto& [series, rank] : m_ranks) {
        const bool over = whole || (!std::get<1>(series) && !traces.empty());
        if (const auto drift = over && rank.plan ? rank.plan->settle() : std::nullopt)
            news.findings.push_back({"slower_than_plan", std::get<0>(series), drift->since,
                                     m_plan->stepSeconds, drift->now, rank.file});
    }
    findSilent(now, news);
    return news;
}

void Follower::takeStep(FollowedStep step, bool log, Clock::time_point written, FollowNews& news)
{
    Rank& rank = m_ranks[seriesOf(step.rank, log, step.file)]; // its memory may have been told before
    if (m_plan && !rank.plan)
        rank.plan.emplace(m_plan->mostSeconds);
    const bool again = step.number >= 0 && step.number <= rank.last;
    // Another file tells of the rank while the one before is still written: a copy of it.
    const bool copy =
        again && step.file != rank.file && rank.written &&
        std::chrono::duration<double>(written - *rank.written).count() < silentAfter(rank.drift.usual());
    rank.written = std::max(rank.written.value_or(written), written);
    rank.silent = false;
    if (copy)
        return;
    if (again) { // the job goes on from a checkpoint, or from the beginning
        rank.drift.restart();
        if (rank.plan)
            rank.plan->restart();
    }
    rank.last = step.number;
    rank.file = step.file;
    ++m_steps;
    const auto tell = [&](DriftWatch& watch, const char* begins, const char* ends, double usual) {
        if (const auto drift = watch.take(step.number, step.seconds))
            news.findings.push_back({drift->begins ? begins : ends, step.rank, drift->since,
                                     usual > 0 ? usual : drift->usual, drift->now, step.file});
    };
    tell(rank.drift, "slower", "recovered", 0);
    if (rank.plan)
        tell(*rank.plan, "slower_than_plan", "within_plan", m_plan->stepSeconds);
    news.steps.push_back(std::move(step));
}

void Follower::takeMemory(std::int32_t number, bool log, double bytes, const std::string& file,
                          FollowNews& news)
{
    Rank& rank = m_ranks[seriesOf(number, log, file)];
    rank.peak = std::max(rank.peak, bytes);
    if (!m_plan || m_plan->peakBytes <= 0 || rank.above || rank.peak <= kAbovePlan * m_plan->peakBytes)
        return;
    rank.above = true;
    news.findings.push_back({"memory_above_plan", number, rank.last, m_plan->peakBytes, rank.peak, file});
}

core::Result<core::Done> Follower::readLog(const std::filesystem::path& path, File& file,
                                           const core::Task& task, FollowNews& news)
{
    if (file.size < file.offset)
        file.offset = 0; // it was begun again
    if (file.size == file.offset)
        return core::Done{};
    SHARDSCOPE_TRY(const auto handle, profiler::FileHandle::open(path));
    const std::int32_t own = rankOfPath(path);
    const std::string name = path.string();
    std::string text;
    while (file.offset < file.size) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        text.resize(std::min(file.size - file.offset, kReadAtOnce));
        SHARDSCOPE_TRY(const std::size_t got, handle->readAt(file.offset, text.data(), text.size()));
        text.resize(got);
        const std::size_t whole = text.rfind('\n');
        if (whole == std::string::npos && got < kReadAtOnce)
            break; // the line is still being written
        text.resize(whole == std::string::npos ? got : whole + 1);
        file.offset += text.size();
        m_bytes += text.size();
        m_read.insert(path);
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            takeLine(std::string_view(text).substr(at, end - at), name, own, file.changed, news);
            at = end + 1;
        }
    }
    return core::Done{};
}

void Follower::takeLine(std::string_view line, const std::string& file, std::int32_t rankOfFile,
                        Clock::time_point written, FollowNews& news)
{
    const auto timed = profiler::readLogLine(line);
    const std::string_view rest = timed ? timed->rest : line;
    const std::int32_t said = timed ? rankOfWords(timed->who) : -1;
    const std::int32_t rank = said >= 0 ? said : rankOfFile;
    if (const auto told = profiler::readTrainingLine(rest); told && told->stepNs) {
        takeStep({rank, told->iteration, static_cast<double>(*told->stepNs) * 1e-9, file}, true, written,
                 news);
    } else if (const auto figures = profiler::readMemoryLine(rest); !figures.empty()) {
        constexpr double kMegabyte = 1024 * 1024; // as Megatron-LM divides
        if (const double most = valueOf(figures, "max allocated"); most > 0)
            takeMemory(rank, true, most * kMegabyte, file, news);
    }
}

core::Result<std::vector<std::filesystem::path>>
Follower::wholeTraces(const std::vector<std::filesystem::path>& paths, const core::Task& task)
{
    std::vector<std::filesystem::path> whole;
    for (const std::filesystem::path& path : paths) { // the report of several does not tell which are cut
        const auto alone = profiler::importTrace({path}, task, partOfRun());
        if (!alone.ok() && alone.error().code == core::ErrorCode::Cancelled)
            return alone.error();
        if (!alone.ok())
            m_unread.emplace(path, alone.error());
        else if (isCut(alone->report))
            m_unread.emplace(path, core::Error{core::ErrorCode::DataCorrupt,
                                               {core::phrase(W_("the file is cut short"))},
                                               {path.string()}});
        else
            whole.push_back(path);
    }
    return whole;
}

core::Result<core::Done> Follower::readTraces(std::vector<std::filesystem::path> paths,
                                              const core::Task& task, FollowNews& news)
{
    auto opened = profiler::importTrace(paths, task, partOfRun());
    if (opened.ok() && isCut(opened->report)) {
        SHARDSCOPE_TRY(paths, wholeTraces(paths, task));
        if (paths.empty())
            return core::Done{};
        opened = profiler::importTrace(paths, task, partOfRun());
    }
    if (!opened.ok() && opened.error().code == core::ErrorCode::Cancelled)
        return opened.error();
    if (!opened.ok()) {
        for (const std::filesystem::path& path : paths)
            m_unread.emplace(path, opened.error());
        return core::Done{};
    }
    for (const profiler::LostFile& lost : opened->report.lost)
        m_unread.emplace(lost.file, lost.error);
    for (const std::filesystem::path& path : paths) {
        if (m_unread.count(path) == 0)
            m_read.insert(path);
    }
    const profiler::AnalysisInput input(opened->run);
    std::map<std::int32_t, std::string> files; // the first of each rank
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const profiler::RankPart& own = input.ranks()[part];
        const std::string file = own.source < opened->run->sources.size()
                                     ? opened->run->sources[own.source].file.string()
                                     : std::string();
        files.emplace(own.rank, file);
        const auto seen = m_seen.find(file);
        const auto before = m_ranks.find(seriesOf(own.rank, false, file));
        std::int64_t number = before == m_ranks.end() ? 0 : before->second.last + 1;
        for (const profiler::RankStep& step : input.steps(part).steps)
            takeStep({own.rank, number++, static_cast<double>(step.end - step.begin) * 1e-9, file}, false,
                     seen == m_seen.end() ? Clock::time_point() : seen->second.changed, news);
    }
    SHARDSCOPE_TRY(const profiler::RunFigures figures, profiler::runFigures(input, task));
    if (figures.memoryPeakBytes && files.size() < 2)
        takeMemory(files.empty() ? -1 : files.begin()->first, false, *figures.memoryPeakBytes,
                   files.empty() ? paths.front().string() : files.begin()->second, news);
    else if (figures.memoryPeakBytes)
        SHARDSCOPE_TRY_DONE(takeMemoryOfRanks(opened->run, files, task, news));
    SHARDSCOPE_TRY(const profiler::Overview overview, recordedOverview(m_catalog, opened->run, {}, {}, task));
    for (const profiler::CostFinding& cost : overview.findings) {
        if (m_told.insert({cost.kind, cost.rank}).second)
            news.findings.push_back({cost.kind, cost.rank, -1, 0, cost.secondsPerStep,
                                     files.count(cost.rank) > 0 ? files[cost.rank] : paths.front().string(),
                                     cost});
    }
    return core::Done{};
}

core::Result<core::Done> Follower::takeMemoryOfRanks(const core::RunPtr& run,
                                                     const std::map<std::int32_t, std::string>& files,
                                                     const core::Task& task, FollowNews& news)
{
    for (const auto& [rank, file] : files) {
        profiler::Selection selection;
        selection.rank = rank;
        const auto part = profiler::selectedRun(run, selection, task);
        if (!part.ok() && part.error().code == core::ErrorCode::Cancelled)
            return part.error();
        if (!part.ok())
            continue; // of another job than the first
        SHARDSCOPE_TRY(const profiler::RunFigures own,
                       profiler::runFigures(profiler::AnalysisInput(*part), task));
        if (own.memoryPeakBytes)
            takeMemory(rank, false, *own.memoryPeakBytes, file, news);
    }
    return core::Done{};
}

void Follower::findSilent(Clock::time_point now, FollowNews& news)
{
    for (auto& [series, rank] : m_ranks) {
        const double usual = rank.drift.usual();
        const bool log = std::get<1>(series); // a trace is written once
        if (!log || usual <= 0 || rank.silent || rank.last < 0 || !rank.written)
            continue;
        const double since = std::chrono::duration<double>(now - *rank.written).count();
        if (since < silentAfter(usual))
            continue;
        rank.silent = true;
        news.findings.push_back({"silent", std::get<0>(series), rank.last, usual, since, rank.file});
    }
}

} // namespace shardscope::app
