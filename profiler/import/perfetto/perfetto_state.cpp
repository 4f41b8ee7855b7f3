// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/perfetto/perfetto_state.h"

#include "profiler/import/protobuf/wire.h"
#include "profiler/import/text/saturate.h"
#include "profiler/trace/collectives.h"
#include "profiler/trace/rank_labels.h"

#include <proto/perfetto.pb.h>

#include <algorithm>
#include <set>

namespace shardscope::profiler {

namespace {

/// InternedGpuCounterDescriptor: its number, the GPU's (the only other number) and the counters' names.
void addCounters(std::unordered_map<std::uint64_t, PerfettoNames::Counters>& all, std::string_view bytes)
{
    std::uint64_t id = 0;
    PerfettoNames::Counters counters;
    WireReader reader(bytes);
    while (const auto field = reader.next()) {
        if (field->number == 1 && field->type == WireType::Varint) {
            id = field->value;
        } else if (field->type == WireType::Varint) {
            counters.gpu = static_cast<std::int32_t>(field->value);
        } else if (field->type == WireType::Bytes) {
            perfetto::GpuCounterDescriptor described;
            if (described.ParsePartialFromArray(field->bytes.data(), static_cast<int>(field->bytes.size()))) {
                for (const auto& spec : described.specs())
                    counters.names[spec.counter_id()] = spec.name();
            }
        }
    }
    all[id] = std::move(counters);
}

} // namespace

void PerfettoNames::add(const perfetto::InternedData& data)
{
    const auto take = [](Map& map, const auto& entries) {
        for (const auto& entry : entries)
            map[entry.iid()] = entry.name();
    };
    take(categories, data.event_categories());
    take(events, data.event_names());
    take(annotations, data.debug_annotation_names());
    take(strings, data.debug_annotation_string_values());
    take(gpuSpecifications, data.gpu_specifications());
    take(functions, data.function_names());
    take(sources, data.source_paths());
    take(mappingPaths, data.mapping_paths());
    take(kernelArguments, data.compute_arg_names());
    for (const perfetto::InternedKernel& kernel : data.compute_kernels())
        kernels[kernel.iid()] = kernel.demangled_name().empty() ? kernel.name() : kernel.demangled_name();
    for (const perfetto::Frame& frame : data.frames())
        frames[frame.iid()] = {frame.function_name_id(), frame.mapping_id(), frame.rel_pc(),
                               frame.source_path_iid(), frame.line_number()};
    for (const perfetto::Callstack& stack : data.callstacks())
        callstacks[stack.iid()].assign(stack.frame_ids().begin(), stack.frame_ids().end());
    for (const perfetto::Mapping& mapping : data.mappings()) {
        if (mapping.path_string_ids_size() > 0)
            mappings[mapping.iid()] = mapping.path_string_ids(mapping.path_string_ids_size() - 1);
    }
    for (const std::string& described : data.gpu_counter_descriptors())
        addCounters(counters, described);
}

bool PerfettoNames::empty() const
{
    return categories.empty() && events.empty() && annotations.empty() && strings.empty() &&
           gpuSpecifications.empty() && kernels.empty() && functions.empty() && sources.empty() &&
           mappingPaths.empty() && kernelArguments.empty() && frames.empty() && callstacks.empty() &&
           mappings.empty() && counters.empty();
}

PerfettoNames& PerfettoNameHistory::current(std::uint32_t sequence, std::uint64_t offset)
{
    std::vector<Generation>& generations = m_generations[sequence];
    if (generations.empty())
        generations.push_back({offset, std::make_unique<PerfettoNames>()});
    return *generations.back().names;
}

void PerfettoNameHistory::clear(std::uint32_t sequence, std::uint64_t offset)
{
    std::vector<Generation>& generations = m_generations[sequence];
    // Sequences that clear often and name nothing would fill memory with empty generations.
    if (!generations.empty() && generations.back().names->empty())
        return;
    generations.push_back({offset, std::make_unique<PerfettoNames>()});
}

const PerfettoNames* PerfettoNameHistory::at(std::uint32_t sequence, std::uint64_t offset) const
{
    const auto found = m_generations.find(sequence);
    if (found == m_generations.end())
        return nullptr;
    const auto after = std::ranges::upper_bound(found->second, offset, {}, &Generation::begin);
    return after == found->second.begin() ? nullptr : std::prev(after)->names.get();
}

PerfettoClocks::Key PerfettoClocks::keyOf(std::uint32_t sequence, std::uint32_t clock)
{
    return clock >= 64 && clock <= 127 ? std::uint64_t{sequence} << 32 | clock : clock;
}

void PerfettoClocks::add(std::uint32_t sequence, const perfetto::ClockSnapshot& snapshot)
{
    if (snapshot.has_primary_trace_clock() && !m_primaryGiven) {
        m_primary = static_cast<std::uint32_t>(snapshot.primary_trace_clock());
        m_primaryGiven = true;
    }
    const auto ns = [](const perfetto::ClockSnapshot::Clock& clock) {
        return saturatedProduct(clampTime(clock.timestamp()),
                                std::max<std::int64_t>(clampTime(clock.unit_multiplier_ns()), 1));
    };
    std::optional<std::int64_t> primary;
    for (const perfetto::ClockSnapshot::Clock& clock : snapshot.clocks()) {
        if (clock.clock_id() == m_primary)
            primary = ns(clock);
    }
    for (const perfetto::ClockSnapshot::Clock& clock : snapshot.clocks()) {
        Clock& known = m_clocks[keyOf(sequence, clock.clock_id())];
        known.incremental = clock.is_incremental();
        known.multiplier = std::max<std::int64_t>(clampTime(clock.unit_multiplier_ns()), 1);
        if (primary)
            known.readings.push_back({ns(clock), *primary});
    }
}

std::optional<std::int64_t> PerfettoClocks::toPrimary(std::uint32_t sequence, std::uint32_t clock,
                                                      std::int64_t ns) const
{
    if (clock == m_primary)
        return ns;
    const auto found = m_clocks.find(keyOf(sequence, clock));
    if (found == m_clocks.end() || found->second.readings.empty())
        return std::nullopt;
    // The last reading not after the time; the first where all are.
    const std::vector<Reading>& readings = found->second.readings;
    const auto after = std::ranges::partition_point(
        readings, [ns](const Reading& reading) { return reading.clockNs <= ns; });
    const Reading& reading = after == readings.begin() ? readings.front() : *std::prev(after);
    return saturatedSum(saturatedSum(ns, -reading.clockNs), reading.primaryNs);
}

std::int64_t PerfettoClocks::multiplier(std::uint32_t sequence, std::uint32_t clock) const
{
    const auto found = m_clocks.find(keyOf(sequence, clock));
    return found == m_clocks.end() ? 1 : found->second.multiplier;
}

bool PerfettoClocks::incremental(std::uint32_t sequence, std::uint32_t clock) const
{
    const auto found = m_clocks.find(keyOf(sequence, clock));
    return found != m_clocks.end() && found->second.incremental;
}

std::int64_t PerfettoClocks::realtimeOffset() const
{
    const auto found = m_clocks.find(kRealtime);
    if (found == m_clocks.end() || found->second.readings.empty())
        return 0;
    return found->second.readings.front().clockNs - found->second.readings.front().primaryNs;
}

void PerfettoTracks::add(const perfetto::TrackDescriptor& descriptor)
{
    PerfettoTrack& track = m_tracks[descriptor.uuid()];
    const std::string& name = descriptor.has_name()          ? descriptor.name()
                              : descriptor.has_static_name() ? descriptor.static_name()
                                                             : descriptor.atrace_name();
    if (!name.empty())
        track.name = name;
    if (descriptor.has_parent_uuid())
        track.parent = descriptor.parent_uuid();
    if (descriptor.has_sibling_order_rank())
        track.rank = descriptor.sibling_order_rank();
    if (descriptor.has_process()) {
        track.isProcess = true;
        track.pid = descriptor.process().pid();
        track.processName = descriptor.process().process_name();
        addProcess(track.pid, track.processName.empty() ? track.name : track.processName);
        for (const std::string& label : descriptor.process().process_labels())
            addLabel(track.pid, label);
    }
    if (descriptor.has_thread()) {
        track.isThread = true;
        track.pid = descriptor.thread().pid();
        track.tid = descriptor.thread().tid();
        track.threadName = descriptor.thread().thread_name();
        addThread(track.pid, track.tid, track.threadName);
    }
    if (descriptor.has_counter()) {
        const perfetto::CounterDescriptor& counter = descriptor.counter();
        track.incremental = counter.is_incremental();
        track.unitMultiplier = counter.has_unit_multiplier() ? counter.unit_multiplier() : 1;
        // CounterDescriptor.Unit and BuiltinCounterType of counter_descriptor.proto.
        constexpr std::string_view kUnits[] = {"", "ns", "count", "bytes"};
        const int unit = counter.unit();
        track.unit = !counter.unit_name().empty() ? counter.unit_name()
                     : unit >= 0 && unit < 4      ? std::string(kUnits[unit])
                                                  : std::string();
        if (track.name.empty() && counter.type() == 1)
            track.name = "thread time";
        else if (track.name.empty() && counter.type() == 2)
            track.name = "thread instructions";
    }
}

void PerfettoTracks::addThread(std::int32_t /*pid*/, std::int32_t tid, std::string_view name)
{
    if (!name.empty())
        m_threads[tid] = std::string(name);
}

void PerfettoTracks::addProcess(std::int32_t pid, std::string_view name)
{
    if (!name.empty())
        m_processes[pid] = std::string(name);
}

void PerfettoTracks::addLabel(std::int32_t pid, std::string_view label)
{
    if (const std::int32_t rank = rankOfText(label); rank >= 0)
        m_labels[pid] = {rank, rankStandsFor(label)};
}

const PerfettoTrack* PerfettoTracks::find(std::uint64_t uuid) const
{
    const auto found = m_tracks.find(uuid);
    return found == m_tracks.end() ? nullptr : &found->second;
}

std::int32_t PerfettoTracks::pidOf(std::uint64_t uuid) const
{
    std::set<std::uint64_t> seen; // parents may go round in a broken file
    for (const PerfettoTrack* track = find(uuid);
         track != nullptr && seen.insert(uuid).second && seen.size() <= 64;
         uuid = track->parent, track = find(uuid)) {
        if (track->isThread || track->isProcess)
            return track->pid;
    }
    return -1;
}

bool PerfettoTracks::severalRanks() const
{
    std::set<std::int32_t> ranks;
    for (const auto& [pid, label] : m_labels)
        ranks.insert(label.rank);
    if (ranks.empty()) {
        for (const auto& [pid, name] : m_processes)
            ranks.insert(rankOfText(name));
        ranks.erase(-1);
    }
    return ranks.size() > 1;
}

std::int32_t PerfettoTracks::rank(std::uint64_t uuid) const
{
    const std::int32_t pid = pidOf(uuid);
    if (const auto label = m_labels.find(pid); label != m_labels.end())
        return label->second.rank;
    const auto name = m_processes.find(pid);
    return m_labels.empty() && name != m_processes.end() && severalRanks() ? rankOfText(name->second) : -1;
}

std::uint32_t PerfettoTracks::standsFor(std::uint64_t uuid) const
{
    const auto label = m_labels.find(pidOf(uuid));
    return label == m_labels.end() ? 1 : label->second.stands;
}

std::string PerfettoTracks::processName(std::int32_t pid) const
{
    const auto found = m_processes.find(pid);
    // The number tells processes of one name apart; a rank's own name does so alone.
    const auto sameName = [&](const auto& process) { return process.second == found->second; };
    if (found != m_processes.end() && m_labels.count(pid) > 0 &&
        std::ranges::count_if(m_processes, sameName) == 1)
        return found->second;
    return (found == m_processes.end() ? "process" : found->second) + " " + std::to_string(pid);
}

std::string PerfettoTracks::threadName(std::int32_t tid) const
{
    const auto found = m_threads.find(tid);
    return (found == m_threads.end() ? "thread" : found->second) + " " + std::to_string(tid);
}

std::pair<std::string, std::string> PerfettoTracks::names(std::uint64_t uuid) const
{
    std::string path;
    std::set<std::uint64_t> seen; // parents may go round in a broken file
    for (std::uint64_t at = uuid; seen.insert(at).second && seen.size() <= 64;) {
        const PerfettoTrack* track = find(at);
        if (track == nullptr)
            break;
        // A rank's rows that are named twice (an exported run's) need no number to be told apart.
        if (track->isThread && path.empty() && m_labels.count(track->pid) > 0 &&
            track->name == track->threadName)
            return {processName(track->pid), track->name};
        if (track->isThread)
            return {processName(track->pid), threadName(track->tid) + (path.empty() ? "" : " / " + path)};
        if (track->isProcess)
            return {processName(track->pid), path.empty() ? "process" : path};
        const std::string& name = track->name;
        path = (name.empty() ? "track " + std::to_string(at) : name) + (path.empty() ? "" : " / " + path);
        if (track->parent == 0)
            break;
        at = track->parent;
    }
    return {"trace", path.empty() ? "track " + std::to_string(uuid) : path};
}

} // namespace shardscope::profiler
