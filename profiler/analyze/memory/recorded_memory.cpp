// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/memory/recorded_memory.h"

#include "core/base/text_mark.h"
#include "profiler/analyze/memory/memory_changes.h"
#include "profiler/analyze/selection/run_cut.h"
#include "profiler/trace/jobs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

constexpr const char* kBefore = N_("before the recording");
static_assert(std::string_view(kBefore) == kHeldBefore);

/// Writes one device's changes as a snapshot's events.
class Writer {
public:
    Writer(const AnalysisInput& input, const std::vector<MemoryChange>& changes)
        : m_input(input)
        , m_timeline(input.timeline())
        , m_changes(changes)
    {
        m_snapshot.stacks.emplace_back(); // the first one is empty
    }

    core::MemorySnapshot write()
    {
        m_before = m_snapshot.names.intern(kBefore);
        for (std::size_t phase = 0; phase < kMemoryPhases; ++phase)
            m_phases[phase] = m_snapshot.names.intern(core::nameOf(static_cast<MemoryPhase>(phase)));
        // Begin and end are the run's, so that its moments are those of the timeline.
        mark(m_timeline.begin());
        holdWhatWasThere();
        for (const MemoryChange& change : m_changes)
            add(change);
        mark(m_timeline.end());
        addStretches();
        return std::move(m_snapshot);
    }

private:
    void mark(std::int64_t ts)
    {
        core::SnapshotEvent event;
        event.ts = ts;
        event.action = core::MemoryAction::Snapshot;
        m_snapshot.events.push_back(event);
    }

    /// Holds from the start what is freed without having been asked for, each at its address; the rest of
    /// what the first record counts is one piece at no address.
    void holdWhatWasThere()
    {
        std::unordered_map<std::uint64_t, std::int64_t> open;
        std::int64_t found = 0;
        for (const MemoryChange& change : m_changes) {
            if (change.bytes > 0)
                open[change.address] = change.bytes;
            else if (open.erase(change.address) == 0) {
                hold(change.address, -change.bytes);
                found -= change.bytes;
            }
        }
        const std::int64_t counted = m_changes.front().allocated - m_changes.front().bytes;
        if (counted > found)
            hold(0, counted - found);
    }
    void hold(std::uint64_t address, std::int64_t bytes)
    {
        core::SnapshotEvent event{.ts = m_timeline.begin(),
                                  .address = address,
                                  .bytes = bytes,
                                  .category = m_before,
                                  .action = core::MemoryAction::Alloc};
        m_snapshot.events.push_back(event);
    }

    void add(const MemoryChange& change)
    {
        core::SnapshotEvent event;
        event.ts = change.ts;
        event.address = change.address;
        event.bytes = std::abs(change.bytes);
        event.action = change.bytes > 0 ? core::MemoryAction::Alloc : core::MemoryAction::FreeCompleted;
        if (change.bytes > 0) {
            event.category = m_phases[static_cast<std::size_t>(change.phase)];
            event.stack = stackOf(change);
        }
        m_snapshot.events.push_back(event);
    }

    /// Names of the slices around \p change, innermost first.
    std::uint32_t stackOf(const MemoryChange& change)
    {
        std::vector<core::NameId> around;
        const core::Track& track = m_timeline.tracks()[change.track.index()];
        for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            const auto ts = m_timeline.ts().subspan(lane.begin, lane.count);
            const auto behind = std::ranges::upper_bound(ts, change.ts) - ts.begin();
            if (lane.overflow || behind == 0)
                continue;
            const auto row = lane.begin + static_cast<std::uint32_t>(behind) - 1;
            if (m_timeline.ts()[row] + m_timeline.dur()[row] >= change.ts)
                around.push_back(m_timeline.name()[row]);
        }
        if (around.empty())
            return 0;
        const auto [found, isNew] =
            m_stacks.try_emplace(around, static_cast<std::uint32_t>(m_snapshot.stacks.size()));
        if (isNew) {
            m_snapshot.stacks.push_back({static_cast<std::uint32_t>(m_snapshot.stackFrames.size()),
                                         static_cast<std::uint32_t>(around.size())});
            for (auto name = around.rbegin(); name != around.rend(); ++name)
                m_snapshot.stackFrames.push_back({m_snapshot.names.intern(m_input.text(*name)), {}, 0});
        }
        return found->second;
    }

    void addStretches()
    {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> used;
        used.reserve(m_changes.size());
        for (const MemoryChange& change : m_changes)
            used.emplace_back(change.address,
                              change.address + static_cast<std::uint64_t>(std::abs(change.bytes)));
        std::ranges::sort(used);
        std::pair<std::uint64_t, std::uint64_t> stretch = used.front();
        const auto close = [&] {
            core::MemorySegment segment;
            segment.address = stretch.first;
            segment.bytes = static_cast<std::int64_t>(stretch.second - stretch.first);
            m_snapshot.segments.push_back(segment);
        };
        for (const auto& [begin, end] : used) {
            if (begin >= stretch.second + kSegmentGrain) {
                close();
                stretch = {begin, end};
            }
            stretch.second = std::max(stretch.second, end);
        }
        close();
    }

    const AnalysisInput& m_input;
    const core::Timeline& m_timeline;
    const std::vector<MemoryChange>& m_changes;
    core::MemorySnapshot m_snapshot;
    std::map<std::vector<core::NameId>, std::uint32_t> m_stacks;
    core::NameId m_before;
    std::array<core::NameId, kMemoryPhases> m_phases;
};

RecordedMemory deviceMemory(const AnalysisInput& input, const MemoryDevice& device,
                            const std::vector<MemoryChange>& changes)
{
    RecordedMemory memory;
    memory.device = memoryDeviceName(device);
    memory.snapshot = std::make_shared<const core::MemorySnapshot>(Writer(input, changes).write());
    for (const MemoryChange& change : changes) {
        memory.peak = std::max(memory.peak, change.allocated);
        if (change.reserved >= 0)
            memory.reserved.emplace_back(change.ts, change.reserved);
    }
    return memory;
}

/// The recorded memory of every device of every rank of one job.
core::Result<std::vector<RecordedMemory>> memoryOfJob(const core::RunPtr& run, const core::Task& task)
{
    const AnalysisInput input(run);
    std::vector<RecordedMemory> all;
    for (const RankPart& part : input.ranks()) {
        if (!part.ownsHost)
            continue; // its host's records are told already
        SHARDSCOPE_TRY(const MemoryChanges changes, memoryChanges(input, part, task));
        for (const auto& [device, changesOf] : changes) {
            if (changesOf.empty())
                continue;
            all.push_back(deviceMemory(input, device, changesOf));
            all.back().rank = part.rank;
        }
    }
    return all;
}

} // namespace

bool hasRecordedMemory(const core::Run& run) { return run.timeline->names().find("[memory]").valid(); }

core::Result<std::vector<RecordedMemory>> recordedMemory(const core::RunPtr& run, const core::Task& task)
{
    const Jobs jobs = jobsOf(*run);
    std::vector<RecordedMemory> all;
    for (std::uint32_t job = 0; job < jobs.count; ++job) {
        Selection selection;
        selection.job = job;
        SHARDSCOPE_TRY(const core::RunPtr part,
                       jobs.several() ? selectedRun(run, selection, task) : core::Result<core::RunPtr>(run));
        SHARDSCOPE_TRY(std::vector<RecordedMemory> found, memoryOfJob(part, task));
        for (RecordedMemory& memory : found) {
            if (jobs.several())
                memory.job = job;
            all.push_back(std::move(memory));
        }
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &RecordedMemory::peak);
    return all;
}

} // namespace shardscope::profiler
