// SPDX-License-Identifier: GPL-3.0-or-later
// What the allocator held over time, by the phase that asked for it, and who held it at the peak: from the
// profiler's memory records ("[memory]" instants of torch.profiler with profile_memory).
#include "core/base/mapped.h"
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/keep_top.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/memory/held_memory.h"
#include "profiler/analyze/memory/memory_changes.h"
#include "profiler/analyze/memory/recorded_growth.h"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kSeriesPoints = 2000;
/// More of the reserved memory unused than this is worth saying.
constexpr double kMuchUnused = 0.2;

constexpr std::array<MemoryPhase, kMemoryPhases> kAllPhases{MemoryPhase::Forward, MemoryPhase::Backward,
                                                            MemoryPhase::Optimizer, MemoryPhase::Elsewhere};

std::string phaseText(MemoryPhase phase) { return std::string(core::nameOf(phase)); }

/// Who asked for memory in a recording.
struct Holder {
    MemoryPhase phase = MemoryPhase::Elsewhere;
    core::NameId operation; ///< innermost around the call; invalid: none
    std::string owner;      ///< "": not recorded
    friend auto operator<=>(const Holder&, const Holder&) = default;
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
         textColumn("holder", N_("Asked for by"),
                    N_("The program's own function, where Python was recorded")),
         quantityColumn("bytes", N_("Bytes"), core::kByte), integerColumn("blocks", N_("Blocks"))},
        {}};
    core::Table growth{"memory_growth",
                       N_("What grew from step to step"),
                       {rankColumn(), textColumn("device", N_("Device")),
                        textColumn("operation", N_("Operation")), textColumn("holder", N_("Asked for by")),
                        integerColumn("steps", N_("Steps")),
                        quantityColumn("first_bytes", N_("At the first step's end"), core::kByte),
                        quantityColumn("last_bytes", N_("At the last step's end"), core::kByte),
                        quantityColumn("growth_bytes", N_("A step"), core::kByte)},
                       {}};
};

/// Allocated and reserved, and what was asked for since the recording began by phase, thinned out.
void addSeries(core::Report& report, const std::string& name, const std::vector<MemoryChange>& changes,
               std::int64_t begin)
{
    std::array<core::Series, 2 + kMemoryPhases> lines;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const std::string key = line == 0   ? N_("allocated")
                                : line == 1 ? N_("reserved")
                                            : phaseText(kAllPhases[line - 2]);
        lines[line] = {
            "memory." + key + "." + name, key, core::kSecond, core::kByte, {}, {}, core::Words::Text};
    }
    std::array<double, kMemoryPhases> sums{};
    std::unordered_map<std::uint64_t, const MemoryChange*> held;
    const std::size_t step = std::max<std::size_t>(1, changes.size() / kSeriesPoints);
    std::size_t most = 0; // the highest point of a step stands for it
    for (std::size_t at = 0; at < changes.size(); ++at) {
        const MemoryChange& change = changes[at];
        if (change.bytes > 0) {
            held[change.address] = &change;
            sums[static_cast<std::size_t>(change.phase)] += static_cast<double>(change.bytes);
        } else if (const auto found = held.find(change.address); found != held.end()) {
            sums[static_cast<std::size_t>(found->second->phase)] -= static_cast<double>(found->second->bytes);
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

/// The program's own function around \p row, of those that torch.profiler records with_stack: "train.py(40):
/// step".
std::string ownerOf(const AnalysisInput& input, std::uint32_t row)
{
    const core::Timeline& timeline = input.timeline();
    const auto text = [&](core::NameId id) { return id.valid() ? input.text(id) : std::string_view(); };
    for (std::optional<core::SliceId> at = core::SliceId{row}; at; at = timeline.parentOf(*at)) {
        const std::string_view name = text(timeline.name()[at->value]);
        const std::size_t open = name.find(".py(");
        if (text(timeline.category()[at->value]) != "python_function" || open == std::string_view::npos)
            continue;
        const std::string_view file = name.substr(0, open + 3);
        const std::size_t close = name.find("): ", open);
        if (close != std::string_view::npos && isProgramsOwn(file))
            return std::string(name.substr(close + 3)) + " (" + std::string(file) + ":" +
                   std::string(name.substr(open + 4, close - open - 4)) + ")";
    }
    return {};
}

void addDevice(Tables& tables, core::Report& report, const AnalysisInput& input, const RankPart& part,
               const MemoryDevice& device, const std::vector<MemoryChange>& changes, std::size_t top)
{
    const MemoryPeak found = memoryPeak(changes);
    const std::size_t peak = found.at;
    const std::int64_t reservedMost = found.reservedMost;
    const std::int64_t before = found.before;
    const std::string name = memoryDeviceName(device);
    const core::Cell rank = rankCell(part);
    std::array<std::pair<std::int64_t, std::int64_t>, kMemoryPhases> phases{}; // bytes, blocks
    std::map<Holder, std::pair<std::int64_t, std::int64_t>> holders;
    for (const std::size_t at : found.holders) {
        const MemoryChange* const change = &changes[at];
        auto& phase = phases[static_cast<std::size_t>(change->phase)];
        phase.first += change->bytes;
        ++phase.second;
        const bool known = change->row != kNoRow;
        auto& holder = holders[{change->phase, known ? input.timeline().name()[change->row] : core::NameId{},
                                known ? ownerOf(input, change->row) : std::string()}];
        holder.first += change->bytes;
        ++holder.second;
    }
    const auto bytes = [](std::int64_t value) {
        return value < 0 ? core::Cell{} : core::Cell{static_cast<double>(value)};
    };
    const std::int64_t reserved = changes[peak].reserved;
    tables.peaks.rows.push_back(
        {rank, name, static_cast<std::int64_t>(changes.size()), bytes(changes[peak].allocated),
         timeCell(input, changes[peak].ts), bytes(reserved), bytes(reservedMost), bytes(before),
         reserved > 0 ? shareCell(reserved - changes[peak].allocated, reserved) : core::Cell{}});
    for (const MemoryPhase phase : kAllPhases) {
        const auto& sum = phases[static_cast<std::size_t>(phase)];
        tables.phases.rows.push_back({rank, name, phaseText(phase), bytes(sum.first), sum.second});
    }
    tables.phases.rows.push_back({rank, name, std::string(N_("before")), bytes(before), core::Cell{}});
    std::vector<std::pair<Holder, std::pair<std::int64_t, std::int64_t>>> sorted(holders.begin(),
                                                                                 holders.end());
    std::ranges::stable_sort(sorted,
                             [](const auto& a, const auto& b) { return a.second.first > b.second.first; });
    keepTop(sorted, top, tables.holders.title, report);
    const auto cellOf = [](std::string text) {
        return text.empty() ? core::Cell{} : core::Cell{std::move(text)};
    };
    const auto operationOf = [&](const Holder& holder) {
        return holder.operation.valid() ? std::string(input.text(holder.operation)) : std::string();
    };
    for (const auto& [key, sum] : sorted)
        tables.holders.rows.push_back({rank, name, phaseText(key.phase), cellOf(operationOf(key)),
                                       cellOf(key.owner), bytes(sum.first), sum.second});
    const core::Mark mark{changes[peak].ts, changes[peak].ts, changes[peak].track.value, "peak of " + name};
    report.marks.push_back(mark);
    if (device.first == 0)
        return; // the host's allocator does not run out first
    report.findings.push_back(finding("memory.peak", core::Severity::Info,
                                      {rankText(part), name, bytesText(changes[peak].allocated)}, {mark}));
    if (!sorted.empty()) {
        const auto& [key, sum] = sorted.front();
        report.findings.push_back(
            finding("memory.held", core::Severity::Info,
                    {rankText(part), name, bytesText(sum.first), bytesText(changes[peak].allocated),
                     !key.owner.empty()      ? key.owner
                     : key.operation.valid() ? operationOf(key)
                                             : "?",
                     phaseText(key.phase)},
                    {mark}));
    }
    if (reserved > 0 &&
        static_cast<double>(reserved - changes[peak].allocated) > kMuchUnused * static_cast<double>(reserved))
        report.findings.push_back(finding(
            "memory.unused", core::Severity::Notice,
            {rankText(part), name, bytesText(reserved - changes[peak].allocated), bytesText(reserved)},
            {mark}));
}

/// What is held behind the second and the last step alike grows only where something is kept.
void addRecordedGrowth(Tables& tables, core::Report& report, const AnalysisInput& input, std::size_t number,
                       const MemoryDevice& device, const std::vector<MemoryChange>& changes, std::size_t top)
{
    const RankPart& part = input.ranks()[number];
    const auto& steps = input.steps(number).steps;
    const auto ends = core::mapped<std::int64_t>(steps, [](const RankStep& step) { return step.host.end; });
    RecordedGrowth growth = recordedGrowth(input.timeline(), changes, ends);
    if (!growth.grows())
        return;
    const std::string name = memoryDeviceName(device);
    const auto operationOf = [&](const GrownPlace& place) {
        return place.row == kNoRow ? std::string()
                                   : std::string(input.text(input.timeline().name()[place.row]));
    };
    const auto ownerAt = [&](const GrownPlace& place) {
        return place.row == kNoRow ? std::string() : ownerOf(input, place.row);
    };
    const GrownPlace& most = growth.places.front();
    const std::string owner = ownerAt(most);
    const std::string operation = operationOf(most);
    report.findings.push_back(
        finding("memory.grows", core::Severity::Notice,
                {rankText(part), name, bytesText((growth.last - growth.first) / growth.steps),
                 std::to_string(growth.steps),
                 !owner.empty()      ? owner
                 : operation.empty() ? "?"
                                     : operation,
                 bytesText((most.last - most.first) / growth.steps)}));
    keepTop(growth.places, top, tables.growth.title, report);
    const auto cellOf = [](std::string text) {
        return text.empty() ? core::Cell{} : core::Cell{std::move(text)};
    };
    for (const GrownPlace& place : growth.places)
        tables.growth.rows.push_back(
            {rankCell(part), name, cellOf(operationOf(place)), cellOf(ownerAt(place)), growth.steps,
             static_cast<double>(place.first), static_cast<double>(place.last),
             static_cast<double>(place.last - place.first) / static_cast<double>(growth.steps)});
}

} // namespace

core::Result<std::string_view> memoryLacks(const AnalysisInput& input, const AnalysisOptions& /*options*/,
                                           const core::Task& /*task*/)
{
    const core::Timeline& timeline = input.timeline();
    const core::NameId name = timeline.names().find("[memory]");
    const bool any = name.valid() && std::ranges::any_of(timeline.instants(), [&](const core::Instant& one) {
                         return one.name == name;
                     });
    return std::string_view(any ? "" : "no_memory_records");
}

core::Result<core::Report> memory(const AnalysisInput& input, const AnalysisOptions& options,
                                  const core::Task& task)
{
    core::Report report;
    Tables tables;
    for (std::size_t number = 0; number < input.ranks().size(); ++number) {
        const RankPart& part = input.ranks()[number];
        if (!part.ownsHost)
            continue; // its host's records are told already
        SHARDSCOPE_TRY(const MemoryChanges changes, memoryChanges(input, part, task));
        // Accelerators first: theirs is the memory that runs out.
        for (const bool host : {false, true}) {
            for (const auto& [device, own] : changes) {
                if ((device.first == 0) != host)
                    continue;
                addDevice(tables, report, input, part, device, own, options.top);
                if (!host)
                    addRecordedGrowth(tables, report, input, number, device, own, options.top);
                const std::string rank = part.rank < 0 ? std::string() : "rank " + rankText(part) + " ";
                addSeries(report, rank + memoryDeviceName(device), own, input.timeline().begin());
            }
        }
    }
    addTables(report, std::move(tables.peaks), std::move(tables.phases), std::move(tables.holders));
    if (!tables.growth.rows.empty())
        addTables(report, std::move(tables.growth));
    return report;
}

} // namespace shardscope::profiler
