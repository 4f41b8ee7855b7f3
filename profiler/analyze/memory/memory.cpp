// SPDX-License-Identifier: GPL-3.0-or-later
// What the allocator held over time, by the phase that asked for it, and who held it at the peak: from the
// profiler's memory records ("[memory]" instants of torch.profiler with profile_memory).
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/cut_finding.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

constexpr std::string_view kKey = "memory";
constexpr std::string_view kTitle = N_("Memory");
constexpr std::size_t kSeriesPoints = 2000;
/// More of the reserved memory unused than this is worth saying.
constexpr double kMuchUnused = 0.2;

enum Phase : std::uint8_t { Forward, Backward, Optimizer, Elsewhere, Phases };
constexpr std::array<const char*, Phases> kPhaseKeys{N_("forward"), N_("backward"), N_("optimizer"),
                                                     N_("elsewhere")};

/// One change of an allocator.
struct Change {
    std::int64_t ts = 0;
    std::int64_t bytes = 0;
    std::int64_t allocated = -1; ///< after it; -1: not said
    std::int64_t reserved = -1;
    std::uint64_t address = 0;
    core::TrackId track;
    Phase phase = Elsewhere;
    std::uint32_t row = kNoRow; ///< innermost slice around it
};

/// c10::DeviceType (c10/core/DeviceType.h) and its index.
using Device = std::pair<std::int64_t, std::int64_t>;

std::string deviceName(const Device& device)
{
    const std::string kind = device.first == 0   ? "CPU"
                             : device.first == 1 ? "GPU"
                                                 : "device " + std::to_string(device.first);
    return device.first == 0 ? kind : kind + " " + std::to_string(device.second);
}

using Changes = std::map<Device, std::vector<Change>>;

class Reader {
public:
    explicit Reader(const AnalysisInput& input)
        : m_input(input)
        , m_timeline(input.timeline())
        , m_phases(m_timeline.names().size(), 0)
    {
    }

    /// All records of one rank, by device and time. Errors: Cancelled.
    core::Result<Changes> read(const RankPart& part, const core::Task& task)
    {
        std::vector<bool> own(m_timeline.tracks().size(), false);
        for (const core::TrackId track : part.tracks)
            own[track.index()] = true;
        std::vector<Change> all;
        std::vector<std::uint64_t> places;
        const core::NameId name = m_timeline.names().find("[memory]");
        for (const core::Instant& instant : m_timeline.instants()) {
            if (!name.valid() || instant.name != name || !own[instant.track.index()])
                continue;
            all.push_back({instant.ts, 0, -1, -1, 0, instant.track, Elsewhere, kNoRow});
            places.push_back(instant.args);
        }
        std::vector<Device> devices(all.size(), {-1, -1});
        if (m_input.run().arguments && !places.empty())
            m_input.run().arguments->visit(
                places,
                [&](std::size_t at, std::string_view object) {
                    json::walkObject(object, [&](std::string_view key, std::string_view value) {
                        take(all[at], devices[at], key, json::integerOf(value).value_or(-1));
                    });
                },
                task.stop);
        if (task.cancelled())
            return core::Error{core::ErrorCode::Cancelled, {}, {}};
        Changes changes;
        for (std::size_t at = 0; at < all.size(); ++at) {
            if (all[at].bytes > 0)
                findPhase(all[at]);
            changes[devices[at]].push_back(all[at]);
        }
        return changes;
    }

private:
    static void take(Change& change, Device& device, std::string_view key, std::int64_t value)
    {
        if (key == N_("Bytes"))
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

    /// What a slice around an allocation says of its phase; Phases: nothing.
    Phase phaseOfName(core::NameId name)
    {
        std::uint8_t& known = m_phases[name.index()];
        if (known == 0) {
            const std::string_view text = m_input.text(name);
            const Phase phase = text.starts_with("autograd::engine::evaluate_function") ||
                                        text.find("backward") != std::string_view::npos
                                    ? Backward
                                : text.starts_with("Optimizer.")       ? Optimizer
                                : text.starts_with("ProfilerStep")     ? Phases
                                : text.starts_with("PyTorch Profiler") ? Phases
                                                                       : Forward;
            known = static_cast<std::uint8_t>(phase + 1);
        }
        return static_cast<Phase>(known - 1);
    }

    void findPhase(Change& change)
    {
        const core::Track& track = m_timeline.tracks()[change.track.index()];
        for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            if (lane.overflow)
                continue;
            const auto ts = m_timeline.ts().subspan(lane.begin, lane.count);
            const auto behind = std::upper_bound(ts.begin(), ts.end(), change.ts) - ts.begin();
            const auto row = lane.begin + static_cast<std::uint32_t>(behind) - 1;
            if (behind == 0 || m_timeline.ts()[row] + m_timeline.dur()[row] < change.ts)
                continue;
            change.row = row;
            const Phase phase = phaseOfName(m_timeline.name()[row]);
            if (phase == Optimizer || phase == Backward) // said by an outer slice, it holds for all inside
                change.phase = change.phase == Optimizer ? Optimizer : phase;
            else if (phase == Forward && change.phase == Elsewhere)
                change.phase = Forward;
        }
    }

    const AnalysisInput& m_input;
    const core::Timeline& m_timeline;
    std::vector<std::uint8_t> m_phases; ///< of a name, plus 1; 0: not asked yet
};

struct Tables {
    core::Table peaks{"memory",
                      N_("Peak of memory"),
                      {rankColumn(), textColumn("device", N_("Device")),
                       integerColumn("changes", N_("Changes")),
                       quantityColumn("peak_bytes", N_("Peak"), core::kByte), timeColumn("peak_at", N_("At")),
                       quantityColumn("reserved_bytes", N_("Reserved then"), core::kByte),
                       quantityColumn("reserved_peak_bytes", N_("Most reserved"), core::kByte),
                       quantityColumn("before_bytes", N_("Held since before the recording"), core::kByte),
                       fractionColumn("unused_share", N_("Reserved and not allocated then"))},
                      {}};
    core::Table phases{"memory_phases",
                       N_("Held at the peak, by phase"),
                       {rankColumn(), textColumn("device", N_("Device")),
                        wordColumn(core::Words::Text, "phase", N_("Asked for in"),
                                   N_("forward, backward, optimizer, elsewhere, or before the recording")),
                        quantityColumn("bytes", N_("Bytes"), core::kByte),
                        integerColumn("blocks", N_("Blocks"))},
                       {}};
    core::Table holders{
        "memory_holders",
        N_("Held at the peak, by operation"),
        {rankColumn(), textColumn("device", N_("Device")),
         wordColumn(core::Words::Text, "phase", N_("Asked for in")), textColumn("operation", N_("Operation")),
         quantityColumn("bytes", N_("Bytes"), core::kByte), integerColumn("blocks", N_("Blocks"))},
        {}};
};

/// Allocations that are still held when the peak is reached.
std::vector<const Change*> aliveAt(const std::vector<Change>& changes, std::size_t peak)
{
    std::unordered_map<std::uint64_t, std::size_t> held;
    for (std::size_t at = 0; at <= peak; ++at) {
        if (changes[at].bytes > 0)
            held[changes[at].address] = at;
        else
            held.erase(changes[at].address);
    }
    std::vector<std::size_t> order;
    order.reserve(held.size());
    for (const auto& [address, at] : held)
        order.push_back(at);
    std::sort(order.begin(), order.end());
    std::vector<const Change*> alive;
    alive.reserve(order.size());
    for (const std::size_t at : order)
        alive.push_back(&changes[at]);
    return alive;
}

/// Allocated and reserved, and what was asked for since the recording began by phase, thinned out.
void addSeries(core::Report& report, const std::string& name, const std::vector<Change>& changes,
               std::int64_t begin)
{
    std::array<core::Series, 2 + Phases> lines;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const std::string key = line == 0   ? N_("allocated")
                                : line == 1 ? N_("reserved")
                                            : kPhaseKeys[line - 2];
        lines[line] = {
            "memory." + key + "." + name, key, core::kSecond, core::kByte, {}, {}, core::Words::Text};
    }
    std::array<double, Phases> sums{};
    std::unordered_map<std::uint64_t, const Change*> held;
    const std::size_t step = std::max<std::size_t>(1, changes.size() / kSeriesPoints);
    std::size_t most = 0; // the highest point of a step stands for it
    for (std::size_t at = 0; at < changes.size(); ++at) {
        const Change& change = changes[at];
        if (change.bytes > 0) {
            held[change.address] = &change;
            sums[change.phase] += static_cast<double>(change.bytes);
        } else if (const auto found = held.find(change.address); found != held.end()) {
            sums[found->second->phase] -= static_cast<double>(found->second->bytes);
            held.erase(found);
        }
        most = at % step == 0 || change.allocated > changes[most].allocated ? at : most;
        if (at % step != step - 1 && at + 1 != changes.size())
            continue;
        const std::array<double, 2> totals{static_cast<double>(changes[most].allocated),
                                           static_cast<double>(changes[most].reserved)};
        for (std::size_t line = 0; line < lines.size(); ++line) {
            lines[line].x.push_back(static_cast<double>(changes[most].ts - begin) * 1e-9);
            lines[line].y.push_back(line < 2 ? totals[line] : sums[line - 2]);
        }
    }
    report.series.insert(report.series.end(), lines.begin(), lines.end());
}

void addDevice(Tables& tables, core::Report& report, const AnalysisInput& input, const RankPart& part,
               const Device& device, std::vector<Change>& changes, std::size_t top)
{
    // Older profilers do not say totals: they are summed from the recording's begin.
    std::int64_t total = 0;
    for (Change& change : changes) {
        total += change.bytes;
        change.allocated = change.allocated < 0 ? total : change.allocated;
    }
    std::size_t peak = 0;
    std::int64_t reservedMost = -1;
    for (std::size_t at = 0; at < changes.size(); ++at) {
        peak = changes[at].allocated > changes[peak].allocated ? at : peak;
        reservedMost = std::max(reservedMost, changes[at].reserved);
    }
    const std::string name = deviceName(device);
    const core::Cell rank = rankCell(part);
    std::array<std::pair<std::int64_t, std::int64_t>, Phases> phases{}; // bytes, blocks
    std::map<std::pair<Phase, core::NameId>, std::pair<std::int64_t, std::int64_t>> holders;
    std::int64_t known = 0;
    for (const Change* const change : aliveAt(changes, peak)) {
        known += change->bytes;
        phases[change->phase].first += change->bytes;
        ++phases[change->phase].second;
        auto& holder = holders[{change->phase, change->row == kNoRow ? core::NameId{}
                                                                     : input.timeline().name()[change->row]}];
        holder.first += change->bytes;
        ++holder.second;
    }
    const std::int64_t before = std::max<std::int64_t>(0, changes[peak].allocated - known);
    const auto bytes = [](std::int64_t value) {
        return value < 0 ? core::Cell{} : core::Cell{static_cast<double>(value)};
    };
    const std::int64_t reserved = changes[peak].reserved;
    tables.peaks.rows.push_back(
        {rank, name, static_cast<std::int64_t>(changes.size()), bytes(changes[peak].allocated),
         timeCell(input, changes[peak].ts), bytes(reserved), bytes(reservedMost), bytes(before),
         reserved > 0 ? shareCell(reserved - changes[peak].allocated, reserved) : core::Cell{}});
    for (std::size_t phase = 0; phase < Phases; ++phase)
        tables.phases.rows.push_back(
            {rank, name, std::string(kPhaseKeys[phase]), bytes(phases[phase].first), phases[phase].second});
    tables.phases.rows.push_back({rank, name, std::string(N_("before")), bytes(before), core::Cell{}});
    std::vector<std::pair<std::pair<Phase, core::NameId>, std::pair<std::int64_t, std::int64_t>>> sorted(
        holders.begin(), holders.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.first > b.second.first; });
    if (top != 0 && sorted.size() > top) {
        report.findings.push_back(cutFinding(tables.holders.title, sorted.size() - top));
        sorted.resize(top);
    }
    for (const auto& [key, sum] : sorted)
        tables.holders.rows.push_back(
            {rank, name, std::string(kPhaseKeys[key.first]),
             key.second.valid() ? core::Cell{std::string(input.text(key.second))} : core::Cell{},
             bytes(sum.first), sum.second});
    const core::Mark mark{changes[peak].ts, changes[peak].ts, changes[peak].track.value, "peak of " + name};
    report.marks.push_back(mark);
    if (device.first == 0)
        return; // the host's allocator does not run out first
    report.findings.push_back(finding("memory.peak", core::Severity::Info,
                                      {rankText(part), name, bytesText(changes[peak].allocated)}, {mark}));
    if (reserved > 0 &&
        static_cast<double>(reserved - changes[peak].allocated) > kMuchUnused * static_cast<double>(reserved))
        report.findings.push_back(finding(
            "memory.unused", core::Severity::Notice,
            {rankText(part), name, bytesText(reserved - changes[peak].allocated), bytesText(reserved)},
            {mark}));
}

} // namespace

core::Result<core::Report> memory(const AnalysisInput& input, const AnalysisOptions& options,
                                  const core::Task& task)
{
    core::Report report;
    report.key = kKey;
    report.title = kTitle;
    Tables tables;
    Reader reader(input);
    for (const RankPart& part : input.ranks()) {
        SHARDSCOPE_TRY(Changes changes, reader.read(part, task));
        // Accelerators first: theirs is the memory that runs out.
        for (const bool host : {false, true}) {
            for (auto& [device, own] : changes) {
                if ((device.first == 0) != host)
                    continue;
                addDevice(tables, report, input, part, device, own, options.top);
                const std::string rank = part.rank < 0 ? std::string() : "rank " + rankText(part) + " ";
                addSeries(report, rank + deviceName(device), own, input.timeline().begin());
            }
        }
    }
    if (tables.peaks.rows.empty())
        return emptyReport(kKey, kTitle, "no_memory_records");
    addTables(report, std::move(tables.peaks), std::move(tables.phases), std::move(tables.holders));
    return report;
}

} // namespace shardscope::profiler
