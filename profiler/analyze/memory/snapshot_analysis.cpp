// SPDX-License-Identifier: GPL-3.0-or-later
// What a caching allocator's snapshot shows: how much of what it reserved is free, in pieces of which size,
// who holds the rest, and when its history peaked.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/keep_top.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/memory/out_of_memory.h"
#include "profiler/analyze/memory/snapshot_peak.h"
#include "profiler/import/importer.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace shardscope::profiler {

namespace {

constexpr double kFragmented = 0.5;
constexpr std::int64_t kMuch = 10;       ///< a tenth of what is reserved is worth saying
constexpr std::int64_t kMuchGrown = 100; ///< and growth of a hundredth of what is held

/// Sizes are what a file says; they may be any number.
void add(std::int64_t& sum, std::int64_t bytes) { sum = saturatedSum(sum, bytes); }

std::string_view settingOf(const core::MemorySnapshot& snapshot, std::string_view key)
{
    for (const auto& [name, value] : snapshot.settings) {
        if (name == key)
            return value;
    }
    return {};
}

/// Where the timeline shows the event of that number.
std::optional<core::Mark> markOfEvent(const AnalysisInput& input, const core::MemorySnapshot& snapshot,
                                      std::size_t number, std::string label)
{
    const std::uint64_t place = placeOf(snapshot.source, number);
    for (const core::Instant& instant : input.timeline().instants()) {
        if (instant.args == place)
            return core::Mark{instant.ts, instant.ts, instant.track.value, std::move(label)};
    }
    return std::nullopt;
}

struct SnapshotTables {
    core::Table devices{
        "memory_snapshot",
        N_("Reserved memory"),
        {textColumn("file", N_("File")), integerColumn("device", N_("Device")),
         integerColumn("segments", N_("Segments")),
         quantityColumn("reserved_bytes", N_("Reserved"), core::kByte),
         quantityColumn("allocated_bytes", N_("Allocated"), core::kByte),
         quantityColumn("pending_bytes", N_("Waiting to be free"), core::kByte),
         quantityColumn("free_bytes", N_("Free"), core::kByte),
         quantityColumn("largest_free_bytes", N_("Largest free block"), core::kByte),
         fractionColumn("fragmentation", N_("Fragmentation"),
                        N_("1 - largest free block / all that is free")),
         quantityColumn("cached_bytes", N_("Cached"), core::kByte,
                        N_("Free in segments that nothing is held in: empty_cache() gives it back")),
         quantityColumn("scattered_bytes", N_("Scattered"), core::kByte,
                        N_("Free between blocks that are held")),
         quantityColumn("private_bytes", N_("In private pools"), core::kByte,
                        N_("Reserved for CUDA graphs and other pools of their own")),
         quantityColumn("rounding_bytes", N_("Rounding"), core::kByte,
                        N_("Blocks are larger than what was asked for")),
         quantityColumn("peak_bytes", N_("Peak of the history"), core::kByte),
         nanosColumn("peak_at", N_("At"), N_("Since the history's begin")),
         integerColumn("events", N_("Events"))},
        {}};
    core::Table held{
        "memory_snapshot_held",
        N_("Who held memory"),
        {textColumn("file", N_("File")), integerColumn("device", N_("Device")),
         wordColumn(core::Words::Text, "moment", N_("When"), N_("At the peak, or as memory ran out")),
         wordColumn(core::Words::Text, "class", N_("For"),
                    N_("Told by the functions that asked for it, or by the snapshot")),
         textColumn("holder", N_("Asked for in")), integerColumn("blocks", N_("Blocks")),
         quantityColumn("bytes", N_("Bytes"), core::kByte), fractionColumn("share", N_("Share"))},
        {}};
    core::Table classes{
        "memory_snapshot_classes",
        N_("What memory was for"),
        {textColumn("file", N_("File")), integerColumn("device", N_("Device")),
         wordColumn(core::Words::Text, "moment", N_("When")),
         wordColumn(core::Words::Text, "class", N_("For")), integerColumn("blocks", N_("Blocks")),
         quantityColumn("bytes", N_("Bytes"), core::kByte), fractionColumn("share", N_("Share"))},
        {}};
    core::Table growth{"memory_snapshot_growth",
                       N_("What grew from step to step"),
                       {textColumn("file", N_("File")), integerColumn("device", N_("Device")),
                        textColumn("holder", N_("Asked for in")), integerColumn("steps", N_("Steps")),
                        quantityColumn("first_bytes", N_("At the first step's end"), core::kByte),
                        quantityColumn("last_bytes", N_("At the last step's end"), core::kByte),
                        quantityColumn("growth_bytes", N_("A step"), core::kByte)},
                       {}};
    core::Table holders{"memory_snapshot_holders",
                        N_("Held now, by where it was asked for"),
                        {textColumn("file", N_("File")), textColumn("holder", N_("Asked for in")),
                         integerColumn("blocks", N_("Blocks")),
                         quantityColumn("bytes", N_("Bytes"), core::kByte)},
                        {}};
};

core::Cell bytesCell(std::int64_t value) { return core::Cell{static_cast<double>(value)}; }

/// One snapshot's device, as all tables name it.
struct Place {
    const AnalysisInput& input;
    const core::MemorySnapshot& snapshot;
    std::string file;
    std::int32_t device = 0;
};

void addHeld(SnapshotTables& tables, core::Report& report, const Place& at, const char* moment,
             std::vector<MemoryHolder> holders, std::size_t top)
{
    std::int64_t all = 0;
    std::array<std::pair<std::int64_t, std::int64_t>, kMemoryClasses> classes{}; // bytes, blocks
    for (const MemoryHolder& holder : holders) {
        add(all, holder.bytes);
        auto& [bytes, blocks] = classes[static_cast<std::size_t>(holder.kind)];
        add(bytes, holder.bytes);
        blocks += holder.blocks;
    }
    for (std::size_t kind = 0; kind < kMemoryClasses; ++kind) {
        if (classes[kind].second > 0)
            tables.classes.rows.push_back({at.file, std::int64_t{at.device}, std::string(moment),
                                           std::string(core::nameOf(static_cast<MemoryClass>(kind))),
                                           classes[kind].second, bytesCell(classes[kind].first),
                                           shareCell(classes[kind].first, all)});
    }
    keepTop(holders, top, tables.held.title, report);
    for (const MemoryHolder& holder : holders)
        tables.held.rows.push_back({at.file, std::int64_t{at.device}, std::string(moment),
                                    std::string(core::nameOf(holder.kind)),
                                    holder.place.empty() ? core::Cell{} : core::Cell{holder.place},
                                    holder.blocks, bytesCell(holder.bytes), shareCell(holder.bytes, all)});
}

/// Reserved memory that the program does not hold, and why. \p last: event of the history.
void judgeFree(core::Report& report, const Place& at, const SnapshotTotals& totals,
               const std::optional<std::size_t>& last)
{
    const auto tell = [&](core::Finding found) {
        // The pieces are those that the history ended with.
        if (auto mark = last
                            ? markOfEvent(at.input, at.snapshot, *last, "device " + std::to_string(at.device))
                            : std::nullopt)
            found.evidence.push_back(*std::move(mark));
        report.findings.push_back(std::move(found));
    };
    const std::string device = std::to_string(at.device);
    const auto much = [&](std::int64_t bytes) { return bytes > totals.reserved / kMuch; };
    const bool inPieces =
        totals.free > 0 &&
        1 - static_cast<double>(totals.largestFree) / static_cast<double>(totals.free) > kFragmented;
    if (inPieces && much(totals.scattered)) {
        // Segments that can grow are one range of addresses each: holes in them are no matter of segments.
        const bool grow = totals.expandable || settingOf(at.snapshot, "expandable_segments") == "true";
        tell(finding(
            grow ? "memory_snapshot.scattered" : "memory_snapshot.fragmented", core::Severity::Notice,
            {device, bytesText(totals.free), bytesText(totals.reserved), bytesText(totals.largestFree)}));
    }
    if (much(totals.cached))
        tell(finding("memory_snapshot.cached", core::Severity::Notice,
                     {device, bytesText(totals.cached), bytesText(totals.reserved)}));
    if (much(totals.privateFree))
        tell(finding("memory_snapshot.private_pools", core::Severity::Notice,
                     {device, bytesText(totals.privateReserved), bytesText(totals.reserved),
                      bytesText(totals.privateFree)}));
}

/// Last events before the device's steps end: where the optimizer's step ends, of which PyTorch annotates the
/// allocator's history (torch/optim/optimizer.py, profile_hook_step), else the run's steps.
std::vector<std::size_t> stepEnds(const Place& at)
{
    std::vector<std::int64_t> times;
    for (const core::MemoryAnnotation& one : at.snapshot.annotations) {
        if (one.device == at.device && !one.begin &&
            at.snapshot.names.text(one.name).starts_with("Optimizer.step"))
            times.push_back(one.ts);
    }
    std::vector<std::size_t> ends;
    std::size_t next = 0;
    std::optional<std::size_t> last;
    for (std::size_t event = 0; event < at.snapshot.events.size() && next < times.size(); ++event) {
        if (at.snapshot.events[event].device != at.device)
            continue;
        for (; next < times.size() && at.snapshot.events[event].ts > times[next]; ++next) {
            if (last && (ends.empty() || ends.back() < *last))
                ends.push_back(*last);
        }
        last = event;
    }
    for (; next < times.size() && last; ++next) {
        if (ends.empty() || ends.back() < *last)
            ends.push_back(*last);
    }
    return ends;
}

/// What is held behind the first and the last step alike grows only where something is kept. The first step
/// is no measure: it makes the optimizer's state and the caches of libraries.
void addGrowth(SnapshotTables& tables, core::Report& report, const Place& at, std::size_t top)
{
    constexpr std::size_t kWarmUp = 1;
    const std::vector<std::size_t> ends = at.snapshot.timed ? stepEnds(at) : std::vector<std::size_t>();
    if (ends.size() < kWarmUp + 3)
        return;
    const std::size_t events[] = {ends[kWarmUp], ends.back()};
    const auto steps = static_cast<std::int64_t>(ends.size() - kWarmUp - 1);
    const auto moments = holdersBehind(at.snapshot, at.device, events);
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> held; // first, last
    for (const MemoryHolder& one : moments[0])
        add(held[one.place].first, one.bytes);
    for (const MemoryHolder& one : moments[1])
        add(held[one.place].second, one.bytes);
    std::vector<std::pair<std::string, std::pair<std::int64_t, std::int64_t>>> grown(held.begin(),
                                                                                     held.end());
    const auto growthOf = [](const auto& one) { return saturatedSum(one.second.second, -one.second.first); };
    std::erase_if(grown, [&](const auto& one) { return growthOf(one) <= 0; });
    std::ranges::stable_sort(grown, std::ranges::greater(), growthOf);
    std::int64_t before = 0;
    std::int64_t after = 0;
    for (const auto& [place, sums] : held) {
        add(before, sums.first);
        add(after, sums.second);
    }
    // What one step holds more than the other by chance is no growth.
    if (!grown.empty() && saturatedSum(after, -before) > before / kMuchGrown)
        report.findings.push_back(
            finding("memory_snapshot.grows", core::Severity::Notice,
                    {std::to_string(at.device), bytesText(saturatedSum(after, -before) / steps),
                     std::to_string(steps), grown.front().first.empty() ? "?" : grown.front().first,
                     bytesText(growthOf(grown.front()) / steps)}));
    keepTop(grown, top, tables.growth.title, report);
    for (const auto& one : grown)
        tables.growth.rows.push_back({at.file, std::int64_t{at.device},
                                      one.first.empty() ? core::Cell{} : core::Cell{one.first}, steps,
                                      bytesCell(one.second.first), bytesCell(one.second.second),
                                      bytesCell(growthOf(one) / steps)});
}

void addOutOfMemory(SnapshotTables& tables, core::Report& report, const Place& at, OutOfMemory out,
                    std::size_t top)
{
    std::vector<core::Mark> marks;
    if (auto mark = markOfEvent(at.input, at.snapshot, out.event, "out of memory"))
        marks.push_back(*std::move(mark));
    report.findings.push_back(
        finding("memory_snapshot.oom", core::Severity::Error, outOfMemoryArguments(out), std::move(marks)));
    if (out.inPieces())
        report.findings.push_back(finding("memory_snapshot.oom_in_pieces", core::Severity::Notice,
                                          {std::to_string(out.device), bytesText(out.asked),
                                           bytesText(out.driverFree), bytesText(out.unheld())}));
    addHeld(tables, report, at, N_("out of memory"), std::move(out.holders), top);
}

/// What most of the peak was for, and who asked for most of that.
void tellPeak(core::Report& report, const Place& at, const SnapshotPeak& peak,
              const std::vector<MemoryHolder>& holders)
{
    std::array<std::int64_t, kMemoryClasses> classes{};
    std::int64_t all = 0;
    for (const MemoryHolder& holder : holders) {
        add(classes[static_cast<std::size_t>(holder.kind)], holder.bytes);
        add(all, holder.bytes);
    }
    const auto most = static_cast<std::size_t>(std::ranges::max_element(classes) - classes.begin());
    const auto first = std::ranges::find_if(
        holders, [&](const MemoryHolder& one) { return static_cast<std::size_t>(one.kind) == most; });
    if (first == holders.end() || all <= 0)
        return;
    std::vector<core::Mark> marks;
    if (auto mark =
            markOfEvent(at.input, at.snapshot, peak.event, "peak of device " + std::to_string(at.device)))
        marks.push_back(*std::move(mark));
    report.findings.push_back(
        finding("memory_snapshot.peak", core::Severity::Info,
                {std::to_string(at.device), bytesText(peak.allocated),
                 percentText(static_cast<double>(classes[most]) / static_cast<double>(all)),
                 std::string(core::nameOf(static_cast<MemoryClass>(most))), bytesText(first->bytes),
                 first->place.empty() ? "?" : first->place},
                std::move(marks)));
}

void addDevice(SnapshotTables& tables, core::Report& report, const Place& at, const SnapshotTotals& totals,
               std::size_t top)
{
    SnapshotPeak peak = snapshotPeak(at.snapshot, at.device, totals);
    const bool history = peak.events > 0;
    const core::Cell fragmentation =
        totals.free > 0
            ? core::Cell{1 - static_cast<double>(totals.largestFree) / static_cast<double>(totals.free)}
            : core::Cell{};
    tables.devices.rows.push_back(
        {at.file, std::int64_t{at.device}, totals.segments, bytesCell(totals.reserved),
         bytesCell(totals.allocated), bytesCell(totals.pending), bytesCell(totals.free),
         bytesCell(totals.largestFree), fragmentation, bytesCell(totals.cached), bytesCell(totals.scattered),
         bytesCell(totals.privateReserved), bytesCell(totals.rounding),
         history ? bytesCell(peak.allocated) : core::Cell{},
         history && at.snapshot.timed ? core::Cell{peak.ts - peak.begin} : core::Cell{},
         static_cast<std::int64_t>(peak.events)});
    const std::string name = "device " + std::to_string(at.device);
    if (auto mark =
            history ? markOfEvent(at.input, at.snapshot, peak.event, "peak of " + name) : std::nullopt)
        report.marks.push_back(*std::move(mark));
    const std::size_t events[] = {peak.event};
    std::vector<MemoryHolder> holders;
    if (history) {
        holders = holdersBehind(at.snapshot, at.device, events).front();
        tellPeak(report, at, peak, holders);
    }
    judgeFree(report, at, totals, history ? std::optional(peak.last) : std::nullopt);
    if (history)
        addHeld(tables, report, at, N_("peak"), std::move(holders), top);
    addGrowth(tables, report, at, top);
    peak.curve.key = "allocator." + std::to_string(at.device);
    peak.curve.title = name;
    peak.curve.xDimension = at.snapshot.timed ? core::kSecond : core::Dimension{};
    peak.curve.yDimension = core::kByte;
    report.series.push_back(std::move(peak.curve));
}

void addHoldersNow(SnapshotTables& tables, core::Report& report, const Place& at, std::size_t top)
{
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> holders; // bytes, blocks
    for (const core::MemoryBlock& block : at.snapshot.blocks) {
        if (block.state != core::MemoryBlockState::Allocated)
            continue;
        auto& holder = holders[callerOf(at.snapshot, block.stack)];
        add(holder.first, block.bytes);
        ++holder.second;
    }
    std::vector<std::pair<std::string, std::pair<std::int64_t, std::int64_t>>> sorted(holders.begin(),
                                                                                      holders.end());
    std::ranges::stable_sort(sorted,
                             [](const auto& a, const auto& b) { return a.second.first > b.second.first; });
    keepTop(sorted, top, tables.holders.title, report);
    for (const auto& [holder, sum] : sorted)
        tables.holders.rows.push_back(
            {at.file, holder.empty() ? core::Cell{} : core::Cell{holder}, sum.second, bytesCell(sum.first)});
}

void addSnapshot(SnapshotTables& tables, core::Report& report, const AnalysisInput& input,
                 const core::MemorySnapshot& snapshot, std::size_t top)
{
    Place at{input, snapshot,
             snapshot.source < input.run().sources.size()
                 ? input.run().sources[snapshot.source].file.filename().string()
                 : std::string(),
             0};
    for (OutOfMemory& out : outOfMemory(snapshot)) { // first: it ended the program
        at.device = out.device;
        addOutOfMemory(tables, report, at, std::move(out), top);
    }
    for (const auto& [device, totals] : snapshotTotals(snapshot)) {
        at.device = device;
        addDevice(tables, report, at, totals, top);
    }
    addHoldersNow(tables, report, at, top);
}

} // namespace

core::Result<std::string_view> memorySnapshotLacks(const AnalysisInput& input,
                                                   const AnalysisOptions& /*options*/,
                                                   const core::Task& /*task*/)
{
    const auto& snapshots = input.run().memory;
    const bool any =
        std::ranges::any_of(snapshots, [](const auto& snapshot) { return !snapshot->segments.empty(); });
    return std::string_view(any ? "" : snapshots.empty() ? "no_snapshot" : "no_segments");
}

core::Result<core::Report> memorySnapshot(const AnalysisInput& input, const AnalysisOptions& options,
                                          const core::Task& task)
{
    core::Report report;
    SnapshotTables tables;
    for (const auto& snapshot : input.run().memory) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        addSnapshot(tables, report, input, *snapshot, options.top);
    }
    // The end of a program is told before its oddities.
    std::stable_partition(report.findings.begin(), report.findings.end(), [](const core::Finding& one) {
        return one.key.starts_with("memory_snapshot.oom");
    });
    addTables(report, std::move(tables.devices), std::move(tables.classes), std::move(tables.held));
    if (!tables.growth.rows.empty())
        addTables(report, std::move(tables.growth));
    addTables(report, std::move(tables.holders));
    return report;
}

} // namespace shardscope::profiler
