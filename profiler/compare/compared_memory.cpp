// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/compared_memory.h"

#include "core/run/planned_counters.h"
#include "core/run/run_rules.h"
#include "profiler/analyze/memory/held_memory.h"
#include "profiler/analyze/memory/recorded_memory.h"
#include "profiler/analyze/memory/snapshot_peak.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

using core::Purpose;
/// Time in nanoseconds, bytes held from then on.
using Levels = std::vector<std::pair<std::int64_t, double>>;

/// The owner that memory of a class is one of; none: nothing tells whose it is.
std::optional<Purpose> ownerOf(MemoryClass kind)
{
    switch (kind) {
    case MemoryClass::Weights: return Purpose::Weights;
    case MemoryClass::Gradients: return Purpose::Gradients;
    case MemoryClass::Optimizer: return Purpose::OptimizerState;
    case MemoryClass::Activations: return Purpose::Activations;
    case MemoryClass::Workspace: return Purpose::Workspace;
    case MemoryClass::Other: break;
    }
    return std::nullopt;
}

void addHolders(const std::vector<MemoryHolder>& holders, ComparedMemory& memory)
{
    for (const MemoryHolder& one : holders) {
        const auto owner = ownerOf(one.kind);
        const auto bytes = static_cast<double>(one.bytes);
        (owner ? memory.owners[*owner] : memory.unowned) += bytes;
    }
    if (memory.owners.empty())
        memory.from = OwnersFrom::Nothing;
}

/// The lowest and the highest moment of each stretch of time: few points that show every peak.
Levels thinned(const Levels& levels)
{
    constexpr std::size_t kStretches = 512;
    if (levels.size() <= 2 * kStretches)
        return levels;
    Levels few;
    const std::int64_t begin = levels.front().first;
    const std::int64_t length = std::max<std::int64_t>(1, levels.back().first - begin);
    for (std::size_t at = 0; at < levels.size();) {
        const auto stretchOf = [&](std::size_t index) {
            return static_cast<std::size_t>(static_cast<double>(levels[index].first - begin) /
                                            static_cast<double>(length) * (kStretches - 1));
        };
        const std::size_t stretch = stretchOf(at);
        std::size_t lowest = at;
        std::size_t highest = at;
        const std::size_t first = at;
        for (; at < levels.size() && stretchOf(at) == stretch; ++at) {
            lowest = levels[at].second < levels[lowest].second ? at : lowest;
            highest = levels[at].second > levels[highest].second ? at : highest;
        }
        std::array<std::size_t, 4> kept{first, lowest, highest, at - 1};
        std::ranges::sort(kept);
        for (std::size_t index = 0; index < kept.size(); ++index) {
            if (index == 0 || kept[index] != kept[index - 1])
                few.push_back(levels[kept[index]]);
        }
    }
    return few;
}

/// The levels in \p window, from its begin on, with what was held before it.
Levels levelsWithin(const Levels& levels, const core::Interval& window)
{
    Levels own;
    for (const auto& [time, bytes] : levels) {
        if (time >= window.end)
            break;
        if (time <= window.begin)
            own.assign(1, {window.begin, bytes});
        else
            own.emplace_back(time, bytes);
    }
    if (!own.empty())
        own.emplace_back(window.end, own.back().second);
    return own;
}

void setCurve(const Levels& levels, std::optional<core::Interval> step, ComparedMemory& memory)
{
    Levels own = step ? levelsWithin(levels, *step) : levels;
    memory.ofStep = step.has_value() && !own.empty();
    if (own.empty())
        own = levels;
    memory.curve.xDimension = core::kSecond;
    memory.curve.yDimension = core::kByte;
    if (own.empty())
        return;
    const std::int64_t begin = own.front().first;
    for (const auto& [time, bytes] : thinned(own)) {
        memory.curve.x.push_back(static_cast<double>(time - begin) * 1e-9);
        memory.curve.y.push_back(bytes);
    }
}

/// The host's step of \p part in which \p time lies.
std::optional<core::Interval> stepAround(const AnalysisInput& input, std::size_t part, std::int64_t time)
{
    for (const RankStep& step : input.steps(part).steps) {
        const core::Interval host =
            step.host.end > step.host.begin ? step.host : core::Interval{step.begin, step.end};
        if (host.begin <= time && time < host.end)
            return host;
    }
    return std::nullopt;
}

std::optional<ComparedMemory> ofSnapshots(const AnalysisInput& input)
{
    std::optional<ComparedMemory> fullest;
    for (const auto& snapshot : input.run().memory) {
        for (const auto& [device, totals] : snapshotTotals(*snapshot)) {
            const SnapshotPeak peak = snapshotPeak(*snapshot, device, totals);
            const auto held = static_cast<double>(peak.allocated);
            if (fullest && held <= fullest->peak)
                continue;
            ComparedMemory memory;
            memory.peak = held;
            memory.from = OwnersFrom::Stacks;
            memory.device = "device " + std::to_string(device);
            // If there is no history, what is there now is the peak.
            const std::size_t events[] = {peak.event};
            addHolders(holdersBehind(*snapshot, device, events).front(), memory);
            Levels levels;
            constexpr double kNanoseconds = 1e9;
            for (std::size_t at = 0; at < peak.curve.x.size() && snapshot->timed; ++at)
                levels.emplace_back(std::llround(peak.curve.x[at] * kNanoseconds), peak.curve.y[at]);
            setCurve(levels, std::nullopt, memory);
            fullest = std::move(memory);
        }
    }
    return fullest;
}

std::optional<ComparedMemory> ofRecord(const AnalysisInput& input, const RecordedMemory& record)
{
    const core::MemorySnapshot& snapshot = *record.snapshot;
    Levels levels;
    double level = 0;
    std::size_t highest = 0;
    double most = -1;
    for (std::size_t at = 0; at < snapshot.events.size(); ++at) {
        const core::SnapshotEvent& event = snapshot.events[at];
        const bool taken = event.action == core::MemoryAction::Alloc;
        if (!taken && event.action != core::MemoryAction::FreeCompleted)
            continue;
        level += (taken ? 1 : -1) * static_cast<double>(event.bytes);
        levels.emplace_back(event.ts, level);
        if (level > most) {
            most = level;
            highest = at;
        }
    }
    if (levels.empty())
        return std::nullopt;
    ComparedMemory memory;
    memory.peak = static_cast<double>(record.peak);
    memory.from = OwnersFrom::Phases;
    memory.device =
        (record.rank < 0 ? std::string() : "rank " + std::to_string(record.rank) + ", ") + record.device;
    const std::size_t events[] = {highest};
    addHolders(holdersBehind(snapshot, 0, events).front(), memory);
    std::optional<core::Interval> step;
    for (std::size_t part = 0; part < input.ranks().size() && !step; ++part) {
        if (input.ranks()[part].rank == record.rank && input.ranks()[part].ownsHost)
            step = stepAround(input, part, snapshot.events[highest].ts);
    }
    setCurve(levels, step, memory);
    return memory;
}

core::Result<std::optional<ComparedMemory>> ofRecords(const AnalysisInput& input, const core::Task& task)
{
    constexpr std::string_view kHost = "CPU";
    if (!hasRecordedMemory(input.run()))
        return std::optional<ComparedMemory>();
    SHARDSCOPE_TRY(const std::vector<RecordedMemory> records, recordedMemory(input.columns().run(), task));
    for (const RecordedMemory& record : records) { // the fullest first
        if (record.device != kHost)
            return ofRecord(input, record);
    }
    return std::optional<ComparedMemory>();
}

/// Levels of \p counter.
Levels levelsOf(const core::Timeline& timeline, const core::CounterTrack& counter)
{
    Levels levels;
    for (const core::CounterSample& sample : timeline.counterSamples().subspan(counter.begin, counter.count))
        levels.emplace_back(sample.ts, sample.value);
    return levels;
}

double mostOf(const Levels& levels)
{
    double most = 0;
    for (const auto& [time, bytes] : levels)
        most = std::max(most, bytes);
    return most;
}

/// Counters, of which simulated runs have some by purpose.
std::optional<ComparedMemory> ofCounters(const AnalysisInput& input)
{
    const core::Timeline& timeline = input.timeline();
    const core::WorkRules& rules = core::rulesOf(input.run());
    const auto text = [&](core::NameId id) {
        return id.valid() ? timeline.names().text(id) : std::string_view();
    };
    const core::CounterTrack* fullest = nullptr;
    bool allocator = false;
    double most = -1;
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        const bool counts =
            rules.countsAllocations(text(counter.name)) || rules.countsAllocations(text(counter.series));
        if (!counts && (allocator || text(counter.name) != core::kDeviceMemory))
            continue;
        const double own = mostOf(levelsOf(timeline, counter));
        if (fullest != nullptr && counts == allocator && own <= most)
            continue;
        fullest = &counter; // an allocator's own record goes before formulas
        allocator = counts;
        most = own;
    }
    if (fullest == nullptr)
        return std::nullopt;
    ComparedMemory memory;
    Levels levels = levelsOf(timeline, *fullest);
    const std::string byPurpose =
        std::string(core::kMemoryByPurpose) + std::string(core::nameOf(core::Tier::Device));
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        const auto purpose = core::fromName<Purpose>(text(counter.series));
        if (counter.source == fullest->source && text(counter.name) == byPurpose && purpose)
            memory.owners[*purpose] = mostOf(levelsOf(timeline, counter));
    }
    memory.from = memory.owners.empty() ? OwnersFrom::Nothing : OwnersFrom::Plan;
    // What the framework takes no allocator gives out; a plan's formulas count it all the same.
    const auto framework = memory.owners.extract(Purpose::Framework);
    for (auto& [time, bytes] : levels)
        bytes -= allocator || framework.empty() ? 0 : framework.mapped();
    memory.peak = mostOf(levels);
    std::optional<core::Interval> step;
    const auto highest = std::ranges::max_element(levels, {}, [](const auto& one) { return one.second; });
    for (std::size_t part = 0; part < input.ranks().size() && !step; ++part) {
        const RankPart& rank = input.ranks()[part];
        if (rank.source != fullest->source)
            continue;
        memory.device = rank.rank < 0 ? std::string() : "rank " + std::to_string(rank.rank);
        step = stepAround(input, part, highest->first);
    }
    setCurve(levels, step, memory);
    return memory;
}

} // namespace

Purpose recordedOwner(Purpose purpose, OwnersFrom from)
{
    const Purpose passing = from == OwnersFrom::Phases ? Purpose::Gradients : Purpose::Workspace;
    switch (purpose) {
    case Purpose::MasterWeights: return Purpose::OptimizerState; // the optimizer asks for them
    case Purpose::Embedding: return Purpose::Weights;
    case Purpose::Buffers:
    case Purpose::Workspace: return passing;
    default: return purpose;
    }
}

core::Result<std::optional<ComparedMemory>> comparedMemory(const AnalysisInput& input, const core::Task& task)
{
    if (auto memory = ofSnapshots(input))
        return memory;
    SHARDSCOPE_TRY(std::optional<ComparedMemory> memory, ofRecords(input, task));
    return memory ? std::move(memory) : ofCounters(input);
}

} // namespace shardscope::profiler
