// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/memory/memory_changes.h"

#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

class Reader {
public:
    explicit Reader(const AnalysisInput& input)
        : m_input(input)
        , m_timeline(input.timeline())
        , m_phases(m_timeline.names().size(), kNotAsked)
    {
    }

    /// All records of one rank, by device and time. Errors: Cancelled.
    core::Result<MemoryChanges> read(const RankPart& part, const core::Task& task)
    {
        std::vector<bool> own(m_timeline.tracks().size(), false);
        for (const core::TrackId track : part.tracks)
            own[track.index()] = true;
        std::vector<MemoryChange> all;
        std::vector<std::uint64_t> places;
        const core::NameId name = m_timeline.names().find("[memory]");
        for (const core::Instant& instant : m_timeline.instants()) {
            if (!name.valid() || instant.name != name || !own[instant.track.index()])
                continue;
            all.push_back({instant.ts, 0, -1, -1, 0, instant.track, MemoryPhase::Elsewhere, kNoRow});
            places.push_back(instant.args);
        }
        std::vector<MemoryDevice> devices(all.size(), {-1, -1});
        if (m_input.run().arguments && !places.empty())
            m_input.run().arguments->visit(
                places,
                [&](std::size_t at, std::string_view object) {
                    json::walkObject(object, [&](std::string_view key, std::string_view value) {
                        take(all[at], devices[at], key, json::integerOf(value).value_or(-1));
                    });
                },
                task.stop);
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        MemoryChanges changes;
        for (std::size_t at = 0; at < all.size(); ++at) {
            if (all[at].bytes > 0)
                findPhase(all[at]);
            changes[devices[at]].push_back(all[at]);
        }
        for (auto& [device, changesOf] : changes)
            sumTotals(changesOf);
        return changes;
    }

private:
    /// Older profilers do not say totals: they are summed from the recording's begin.
    static void sumTotals(std::vector<MemoryChange>& changes)
    {
        std::int64_t total = 0;
        for (MemoryChange& change : changes) {
            total += change.bytes;
            change.allocated = change.allocated < 0 ? total : change.allocated;
        }
    }

    static void take(MemoryChange& change, MemoryDevice& device, std::string_view key, std::int64_t value)
    {
        if (key == "Bytes")
            change.bytes = value;
        else if (key == "Total Allocated")
            change.allocated = value;
        else if (key == "Total Reserved")
            change.reserved = value;
        else if (key == "Addr")
            change.address = static_cast<std::uint64_t>(value);
        else if (key == "Device Type")
            device.first = value;
        else if (key == "Device Id")
            device.second = value;
    }

    /// What a slice around an allocation says of its phase; none: nothing.
    std::optional<MemoryPhase> phaseOfName(core::NameId name)
    {
        std::uint8_t& known = m_phases[name.index()];
        if (known == kNotAsked) {
            const std::string_view text = m_input.text(name);
            if (text.starts_with("autograd::engine::evaluate_function") ||
                text.find("backward") != std::string_view::npos)
                known = static_cast<std::uint8_t>(MemoryPhase::Backward);
            else if (text.starts_with("Optimizer."))
                known = static_cast<std::uint8_t>(MemoryPhase::Optimizer);
            else if (text.starts_with("ProfilerStep") || text.starts_with("PyTorch Profiler"))
                known = kNothing;
            else
                known = static_cast<std::uint8_t>(MemoryPhase::Forward);
        }
        return known == kNothing ? std::nullopt : std::optional(static_cast<MemoryPhase>(known));
    }

    void findPhase(MemoryChange& change)
    {
        const core::Track& track = m_timeline.tracks()[change.track.index()];
        for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            if (lane.overflow)
                continue;
            const auto ts = m_timeline.ts().subspan(lane.begin, lane.count);
            const auto behind = std::ranges::upper_bound(ts, change.ts) - ts.begin();
            const auto row = lane.begin + static_cast<std::uint32_t>(behind) - 1;
            if (behind == 0 || m_timeline.ts()[row] + m_timeline.dur()[row] < change.ts)
                continue;
            change.row = row;
            const std::optional<MemoryPhase> phase = phaseOfName(m_timeline.name()[row]);
            // Said by an outer slice, it holds for all inside.
            if (phase == MemoryPhase::Optimizer || phase == MemoryPhase::Backward)
                change.phase = change.phase == MemoryPhase::Optimizer ? MemoryPhase::Optimizer : *phase;
            else if (phase == MemoryPhase::Forward && change.phase == MemoryPhase::Elsewhere)
                change.phase = MemoryPhase::Forward;
        }
    }

    static constexpr std::uint8_t kNotAsked = 0xFF;
    static constexpr std::uint8_t kNothing = 0xFE;
    const AnalysisInput& m_input;
    const core::Timeline& m_timeline;
    std::vector<std::uint8_t> m_phases; ///< of a name
};

} // namespace

std::string memoryDeviceName(const MemoryDevice& device)
{
    const std::string kind = device.first == 0   ? "CPU"
                             : device.first == 1 ? "GPU"
                                                 : "device " + std::to_string(device.first);
    return device.first == 0 || device.second < 0 ? kind : kind + " " + std::to_string(device.second);
}

core::Result<MemoryChanges> memoryChanges(const AnalysisInput& input, const RankPart& part,
                                          const core::Task& task)
{
    return Reader(input).read(part, task);
}

MemoryPeak memoryPeak(const std::vector<MemoryChange>& changes)
{
    MemoryPeak peak;
    for (std::size_t at = 0; at < changes.size(); ++at) {
        peak.at = changes[at].allocated > changes[peak.at].allocated ? at : peak.at;
        peak.reservedMost = std::max(peak.reservedMost, changes[at].reserved);
    }
    std::unordered_map<std::uint64_t, std::size_t> held;
    for (std::size_t at = 0; at <= peak.at; ++at) {
        if (changes[at].bytes > 0)
            held[changes[at].address] = at;
        else
            held.erase(changes[at].address);
    }
    std::int64_t known = 0;
    peak.holders.reserve(held.size());
    for (const auto& [address, at] : held) {
        peak.holders.push_back(at);
        known += changes[at].bytes;
    }
    std::ranges::sort(peak.holders);
    peak.before = std::max<std::int64_t>(0, changes[peak.at].allocated - known);
    return peak;
}

} // namespace shardscope::profiler
