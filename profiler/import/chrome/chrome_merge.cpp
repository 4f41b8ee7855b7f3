// SPDX-License-Identifier: GPL-3.0-or-later
// Names are cleaned once each, tracks named; the rows themselves are only handed on.
#include "profiler/import/chrome/chrome_merge.h"

#include "core/kinds/work_rules.h"
#include "profiler/import/ascend/ascend_processes.h"
#include "profiler/import/bytes/raw_pool.h"
#include "profiler/import/text/typical_time.h"
#include "profiler/trace/collectives.h"
#include "profiler/trace/rank_labels.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>

namespace shardscope::profiler {

using core::kMaxTime;
using core::NameId;
using core::TrackId;

namespace {

std::int64_t shifted(std::int64_t ts, std::int64_t shift)
{
    return std::clamp(ts + shift, -kMaxTime, kMaxTime);
}

bool isNumber(std::string_view text)
{
    const std::string_view digits = !text.empty() && text.front() == '-' ? text.substr(1) : text;
    return !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

bool startsWith(std::string_view text, std::string_view start)
{
    return text.substr(0, start.size()) == start;
}

/// "/device:GPU:0" (JAX, TensorFlow) -> "GPU 0"; "" for others.
std::string deviceOfXla(std::string_view processName)
{
    constexpr std::string_view kMark = "/device:";
    const auto at = processName.find(kMark);
    if (at == std::string_view::npos)
        return {};
    std::string device(processName.substr(at + kMark.size()));
    std::ranges::replace(device, ':', ' ');
    return startsWith(device, "CPU") ? std::string{} : device;
}

/// The text of an id behind 'q' or 'n': quoted or not. Digits are a number however they are written:
/// PyTorch 1.8 quotes the thread of a call, but not of the arrow that leaves it.
std::string idKey(bool quoted, std::string_view text)
{
    return std::string(1, quoted && !isNumber(text) ? 'q' : 'n') + std::string(text);
}
/// The key of a process, from its word in the dictionary.
std::string processKey(std::string_view process) { return idKey(process.front() == 'q', process.substr(1)); }

/// The rank that SGLang's merger puts before a process id, "TP00-DP01" of "[TP00-DP01] 1234" (sglang,
/// python/sglang/srt/utils/profile_merger.py); "" of others. \p key: of a process.
std::string_view rankLabelOf(std::string_view key)
{
    const auto end = key.find("] ");
    return key.starts_with("q[") && end != std::string_view::npos ? key.substr(2, end - 2)
                                                                  : std::string_view();
}

/// The number behind \p axis in such a label: 3 of "TP03-DP01"; -1 where there is none.
std::int32_t placeIn(std::string_view label, std::string_view axis)
{
    const auto at = label.find(axis);
    std::int32_t number = -1;
    if (at != std::string_view::npos)
        std::from_chars(label.data() + at + axis.size(), label.data() + label.size(), number);
    return number;
}

/// What Kineto numbers anew in each process: arrows of other kinds may lead from rank to rank.
bool isOfOneProcess(std::string_view category)
{
    return category == "ac2g" || category == "async_cpu_to_gpu" || category == "fwdbwd";
}

std::string trimmed(std::string text)
{
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text;
}

} // namespace

void ChromeMerge::add(ChromeSegment&& segment)
{
    m_tally.add(segment.tally);
    m_remarks.add(segment.remarks);
    m_phases += segment.phases;
    m_slices += segment.slices.size();
    if (segment.numbers.block.count > 0)
        m_numbers.push_back(std::move(segment.numbers));
    m_segments.push_back(std::move(segment));
}

/// Which names and tracks of a dictionary the file's rows have; all of them unless it is distrusted.
ChromeMerge::Used ChromeMerge::usedOf(const ChromeDictionary& dictionary) const
{
    const bool trusted = m_distrusted.count(&dictionary) == 0;
    Used used{std::vector<bool>(dictionary.names().size(), trusted),
              std::vector<bool>(dictionary.tracks().size(), trusted)};
    used.names[0] = true; // that of nothing
    for (const ChromeSegment& segment : m_segments) {
        if (trusted || segment.dictionary != &dictionary)
            continue;
        segment.forEachName([&](std::uint32_t name, std::uint64_t) { used.names[name] = true; });
        segment.forEachTrack([&](std::uint32_t track) { used.tracks[track] = true; });
    }
    return used;
}

void ChromeMerge::translate(const ChromeDictionary& dictionary, ImportTarget& target)
{
    Translation& translation = m_translations[&dictionary];
    const Used used = usedOf(dictionary);
    translation.map->names.resize(used.names.size());
    std::string text;
    for (std::uint32_t name = 0; name < used.names.size(); ++name) {
        if (!used.names[name])
            continue;
        text.clear();
        if (json::appendText(dictionary.names().at(name), text))
            m_repaired.emplace(dictionary.names().at(name));
        translation.map->names[name] = target.builder.intern(text);
    }
    translation.tracks.resize(used.tracks.size(), nullptr);
    translation.map->tracks.resize(used.tracks.size());
    for (std::size_t number = 0; number < used.tracks.size(); ++number) {
        if (!used.tracks[number])
            continue;
        const ChromeDictionary::LocalTrack& local = dictionary.tracks()[number];
        const bool async = local.kind == ChromeDictionary::TrackKind::Async;
        const std::string process = programOf(processKey(dictionary.processes().at(local.process)));
        const std::string thread =
            async ? 'a' + std::string(local.thread) : idKey(local.threadQuoted, local.thread);
        FileTrack& track = m_tracks[process + '\0' + thread];
        if (!track.id.valid()) {
            track.process = process;
            track.thread = local.thread;
            track.async = async;
            track.id = target.builder.track(process, thread, target.source);
        }
        translation.tracks[number] = &track;
        translation.map->tracks[number] = track.id;
    }
}

void ChromeMerge::findPrograms()
{
    std::map<std::string, std::string> names; // of processes
    for (const ChromeSegment& segment : m_segments) {
        for (const auto& [of, said] : segment.facts) {
            if (of.first == ChromeSegment::Fact::ProcessName ||
                of.first == ChromeSegment::Fact::ProcessLabels) {
                std::string& name = names[processKey(segment.dictionary->processes().at(of.second))];
                if (of.first == ChromeSegment::Fact::ProcessName)
                    name = said.text;
            }
        }
    }
    m_programs = programsOfAscend(names);
}

const std::string& ChromeMerge::programOf(const std::string& process) const
{
    const auto program = m_programs.find(process);
    return program == m_programs.end() ? process : program->second;
}

/// One remark a name, at the first event that has it.
void ChromeMerge::noteRepaired(ImportTarget& target)
{
    if (m_repaired.empty())
        return;
    std::map<std::string_view, std::uint64_t> first;
    for (const ChromeSegment& segment : m_segments) {
        segment.forEachName([&](std::uint32_t name, std::uint64_t offset) {
            const std::string_view raw = segment.dictionary->names().at(name);
            if (m_repaired.count(std::string(raw)) == 0)
                return;
            const auto [known, isNew] = first.try_emplace(raw, offset);
            known->second = std::min(known->second, offset);
        });
    }
    for (const auto& [raw, offset] : first)
        target.remarks.note(RemarkKind::RepairedText, offset);
}

void ChromeMerge::takeFacts(const ChromeSegment& segment)
{
    const Translation& translation = m_translations.at(segment.dictionary);
    using Fact = ChromeSegment::Fact;
    for (const auto& [of, said] : segment.facts) {
        const auto& [fact, number] = of;
        if (fact == Fact::ThreadName)
            translation.tracks[number]->name = said.text;
        else if (fact == Fact::ThreadOrder)
            translation.tracks[number]->order = said.number;
        else {
            Process& process = m_processes[processKey(segment.dictionary->processes().at(number))];
            if (fact == Fact::ProcessName)
                process.name = said.text;
            else if (fact == Fact::ProcessLabels)
                process.labels = said.text;
            else
                process.order = said.number;
        }
    }
    for (std::size_t track = 0; track < segment.deviceTracks.size(); ++track) {
        if (segment.deviceTracks[track])
            translation.tracks[track]->device = true;
    }
}

bool ChromeMerge::hasRankLabels() const
{
    std::set<std::string_view> labels;
    for (const auto& [key, track] : m_tracks)
        labels.insert(rankLabelOf(track.process));
    labels.erase("");
    return labels.size() > 1;
}

/// Ids of arrows that were counted by each rank for itself.
void ChromeMerge::separateArrows(ChromeSegment& segment) const
{
    const std::vector<FileTrack*>& tracks = m_translations.at(segment.dictionary).tracks;
    for (core::FlowRow& row : segment.flows) {
        const std::string& process = tracks[row.track.index()]->process;
        if (m_labelled)
            row.id ^= hashBytes(rankLabelOf(process));
        else if (const auto rank = m_ranks.find(process);
                 rank != m_ranks.end() && isOfOneProcess(segment.dictionary->names().at(
                                              static_cast<std::uint32_t>(row.category.index()))))
            row.id ^= hashBytes(rankLabel(rank->second));
    }
}

/// Ranks of processes: by labels; by names, where these tell several; by SGLang's process ids, where the
/// places in tensor and pipeline groups tell its ranks apart (a rank is its place in a pipeline stage, stage
/// after stage: sglang, python/sglang/srt/model_executor/model_runner.py).
void ChromeMerge::findRanks()
{
    std::set<std::int32_t> named;
    for (const auto& [key, process] : m_processes)
        named.insert(rankOfText(process.name));
    named.erase(-1);
    for (const auto& [key, process] : m_processes) {
        const std::int32_t label = rankOfText(process.labels);
        const std::int32_t rank = label >= 0 || named.size() < 2 ? label : rankOfText(process.name);
        if (rank >= 0)
            m_ranks[key] = rank;
    }
    if (!m_labelled || !m_ranks.empty())
        return;
    std::map<std::string_view, std::pair<std::int32_t, std::int32_t>> places;
    std::int32_t width = 1;
    for (const auto& [key, track] : m_tracks) {
        const std::string_view label = rankLabelOf(track.process);
        if (label.empty())
            continue;
        const auto place = std::pair(std::max(placeIn(label, "PP"), 0), placeIn(label, "TP"));
        if (place.second < 0)
            return;
        places[label] = place;
        width = std::max(width, place.second + 1);
    }
    std::set<std::pair<std::int32_t, std::int32_t>> distinct;
    for (const auto& [label, place] : places)
        distinct.insert(place);
    if (distinct.size() < places.size())
        return; // replicas beside each other: the labels do not say how they are numbered
    for (const auto& [key, track] : m_tracks) {
        const auto place = places.find(rankLabelOf(track.process));
        if (place != places.end())
            m_ranks[track.process] = place->second.first * width + place->second.second;
    }
}

std::int32_t ChromeMerge::rankOf(const std::string& process, const ImportTarget& target) const
{
    const auto found = m_ranks.find(process);
    return found != m_ranks.end() ? found->second : m_ranks.empty() ? target.file.rank : -1;
}

void ChromeMerge::noteMergedRanks(ImportTarget& target) const
{
    std::set<std::int32_t> ranks;
    for (const auto& [key, rank] : m_ranks)
        ranks.insert(rank);
    if (m_labelled || ranks.size() > 1)
        target.remarks.note(RemarkKind::MergedRanks, 0);
}

void ChromeMerge::handOver(ChromeSegment& segment, ImportTarget& target, std::int64_t shift)
{
    core::TimelineBuilder& builder = target.builder;
    const std::shared_ptr<core::RowMap>& map = m_translations.at(segment.dictionary).map;
    const std::vector<NameId>& names = map->names;
    const std::vector<TrackId>& tracks = map->tracks;
    for (const ChromeSegment::Step& step : segment.steps) {
        const std::int64_t begin = shifted(step.ts, shift);
        const FileTrack& on = *m_translations.at(segment.dictionary).tracks[step.track];
        builder.step(begin, begin + std::clamp<std::int64_t>(step.dur, 0, kMaxTime - begin), names[step.name],
                     rankOf(on.process, target), target.source);
    }
    for (const ChromeSegment::Edge& edge : segment.edges) {
        const std::uint64_t place = placeOf(target.source, edge.offset);
        if (edge.begin)
            builder.sliceBegin(tracks[edge.track], shifted(edge.ts, shift), names[edge.name],
                               names[edge.category], place, edge.pairId);
        else
            builder.sliceEnd(tracks[edge.track], shifted(edge.ts, shift),
                             edge.name == 0 ? NameId{} : names[edge.name], place, edge.pairId);
    }
    for (const core::Instant& instant : segment.instants)
        builder.instant(tracks[instant.track.index()], shifted(instant.ts, shift),
                        names[instant.name.index()], names[instant.category.index()],
                        placeOf(target.source, instant.args));
    for (const ChromeSegment::Counter& counter : segment.counters)
        builder.counter(
            builder.intern(counterProcess(processKey(segment.dictionary->processes().at(counter.process)))),
            names[counter.name], names[counter.series], shifted(counter.ts, shift), counter.value,
            target.source);
    if (m_labelled || !m_ranks.empty())
        separateArrows(segment);
    builder.append(std::move(segment.slices), map);
    builder.append(std::move(segment.flows), map);
}

/// What metadata say of a process.
const ChromeMerge::Process& ChromeMerge::processInfo(const std::string& key) const
{
    static const Process kNothing;
    const auto found = m_processes.find(key);
    return found != m_processes.end() ? found->second : kNothing;
}

/// Counters lie with the tracks of their process, which its number names. One that has counters alone
/// (Ascend's "HBM", "LLC") is called by its name, with its number where others have the same.
std::string ChromeMerge::counterProcess(const std::string& key) const
{
    const std::string pid = key.substr(1);
    const auto track = m_tracks.lower_bound(key + '\0');
    const std::string& name = processInfo(key).name;
    if (name.empty() || (track != m_tracks.end() && track->second.process == key))
        return pid;
    const auto same =
        std::ranges::count_if(m_processes, [&](const auto& one) { return one.second.name == name; });
    return same == 1 ? name : name + ' ' + pid;
}

void ChromeMerge::describe(const FileTrack& from, ImportTarget& target) const
{
    // If the file gives no order: threads, then devices, then what is no process (the profiler's own
    // "Traces").
    constexpr std::int64_t kDevicesLast = std::int64_t{1} << 24;
    constexpr std::int64_t kOthersLast = std::int64_t{1} << 30;
    core::TimelineBuilder& builder = target.builder;
    const std::string pid = from.process.substr(1);
    const Process& info = processInfo(from.process);
    const std::string xla = deviceOfXla(info.name);
    core::Track& track = builder.describe(from.id);
    // Ascend's rows have no category: its processes tell what they are of.
    const bool ruled = core::WorkRules::shipped().isDevice(info.name, from.name);
    track.device = from.device || ruled || !xla.empty();
    track.async = from.async;
    track.rank = rankOf(from.process, target);
    track.multiplicity = rankStandsFor(info.labels);
    track.processOrder = info.order.value_or(track.device ? kDevicesLast : isNumber(pid) ? 0 : kOthersLast);
    track.threadOrder = from.order.value_or(0);

    std::string process = ruled ? info.name : xla;
    if (process.empty() && track.device)
        process = !info.labels.empty() && rankOfText(info.labels) < 0     ? info.labels
                  : !info.name.empty() && m_ranks.count(from.process) > 0 ? info.name
                  : isNumber(pid)                                         ? "GPU " + pid
                                                                          : pid;
    else if (process.empty() && !info.name.empty())
        process = isNumber(pid) && m_ranks.count(from.process) == 0 ? info.name + " " + pid : info.name;
    else if (process.empty())
        process = isNumber(pid) ? "process " + pid : pid.empty() ? "unnamed" : pid;
    const std::string tid = from.async && from.thread.empty() ? "async" : from.thread;
    std::string thread = trimmed(from.name);
    if (thread.empty())
        thread = tid.empty()      ? "unnamed"
                 : !isNumber(tid) ? tid
                 : track.device   ? "stream " + tid
                                  : "thread " + tid;
    std::string threadText;
    json::appendText(thread, threadText);
    track.process = builder.intern(process);
    track.thread = builder.intern(threadText);
    track.processKey = builder.intern(pid);
    track.threadKey = builder.intern(from.thread);
}

core::TimelinePtr ChromeMerge::coarse(std::size_t most, std::int64_t shift) const
{
    // One of 17 tells well enough how long the longest are; a prime, for events come in patterns.
    constexpr std::size_t kSampled = 17;
    std::vector<std::int64_t> durations;
    std::size_t number = 0;
    for (const ChromeSegment& segment : m_segments) {
        for (; number < segment.slices.size(); number += kSampled)
            durations.push_back(segment.slices[number].dur);
        number -= segment.slices.size();
    }
    const std::size_t wanted = most / kSampled;
    std::int64_t shortest = -1; // shorter ones are left out …
    std::size_t every = 1;      // … and of those that are just as long, all but one of so many
    if (durations.size() > wanted) {
        const auto edge = durations.begin() + static_cast<std::ptrdiff_t>(wanted);
        std::nth_element(durations.begin(), edge, durations.end(), std::greater<>());
        shortest = *edge;
        const auto equal = static_cast<std::size_t>(std::ranges::count(durations, shortest));
        const auto longer = static_cast<std::size_t>(std::count_if(
            durations.begin(), edge, [&](std::int64_t duration) { return duration > shortest; }));
        every = equal / (wanted - longer + 1) + 1;
    }
    std::size_t met = 0;
    const auto isChosen = [&](const core::SliceRow& row) {
        return row.dur > shortest || (row.dur == shortest && met++ % every == 0);
    };
    ChromeMerge chosen;
    for (const ChromeSegment& segment : m_segments) {
        ChromeSegment part;
        part.dictionary = segment.dictionary;
        part.facts = segment.facts;
        part.deviceTracks = segment.deviceTracks;
        core::PageVector<core::SliceRow> rows;
        std::ranges::copy_if(segment.slices, std::back_inserter(rows), isChosen);
        part.slices = core::RowRun<core::SliceRow>(std::move(rows));
        chosen.add(std::move(part));
    }
    core::TimelineBuilder builder;
    RunClock clock;
    core::RunSource file;
    std::vector<std::pair<std::string, std::string>> metadata;
    FileTally tally;
    RemarkCounter remarks;
    std::shared_ptr<const FileArguments> arguments;
    std::shared_ptr<const core::MemorySnapshot> memory;
    ImportTarget target{builder, 0, 0, clock, file, metadata, tally, remarks, arguments, memory};
    chosen.finish(target, shift);
    core::LayoutTally layout;
    const auto built = builder.build({}, layout);
    return built ? *built : core::TimelinePtr();
}

std::int64_t ChromeMerge::mostTimes() const
{
    // Slices decide; if there are none, the next kind of rows does.
    const auto typical = [&](auto rowsOf) -> std::optional<std::int64_t> {
        std::vector<std::size_t> ends; // of the segments, counted in rows
        for (const ChromeSegment& segment : m_segments)
            ends.push_back((ends.empty() ? 0 : ends.back()) + rowsOf(segment).size());
        if (ends.empty() || ends.back() == 0)
            return std::nullopt;
        return typicalTime(ends.back(), [&](std::size_t row) {
            const auto of = static_cast<std::size_t>(std::ranges::upper_bound(ends, row) - ends.begin());
            const auto& rows = rowsOf(m_segments[of]);
            return rows[rows.size() - (ends[of] - row)].ts;
        });
    };
    std::optional<std::int64_t> time = typical([](const auto& of) -> const auto& { return of.slices; });
    if (!time)
        time = typical([](const auto& of) -> const auto& { return of.edges; });
    if (!time)
        time = typical([](const auto& of) -> const auto& { return of.instants; });
    if (!time)
        time = typical([](const auto& of) -> const auto& { return of.counters; });
    return time.value_or(0);
}

std::shared_ptr<const KeptNumbers> ChromeMerge::takeNumbers() { return keepNumbers(std::move(m_numbers)); }

void ChromeMerge::finish(ImportTarget& target, std::int64_t shift)
{
    findPrograms();
    for (const ChromeSegment& segment : m_segments) {
        if (m_translations.count(segment.dictionary) == 0)
            translate(*segment.dictionary, target);
    }
    for (auto& [dictionary, translation] : m_translations) {
        translation.map->shift = shift;
        translation.map->place = placeOf(target.source, 0);
    }
    target.remarks = m_remarks;
    noteRepaired(target);
    m_labelled = hasRankLabels();
    for (const ChromeSegment& segment : m_segments)
        takeFacts(segment);
    findRanks();
    for (ChromeSegment& segment : m_segments)
        handOver(segment, target, shift);
    noteMergedRanks(target);
    m_segments.clear();
    for (const auto& [key, track] : m_tracks)
        describe(track, target);
    const std::string file = target.tally.file;
    target.tally = m_tally;
    target.tally.file = file;
}

} // namespace shardscope::profiler
