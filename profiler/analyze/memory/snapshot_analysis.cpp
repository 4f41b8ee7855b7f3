// SPDX-License-Identifier: GPL-3.0-or-later
// What a caching allocator's snapshot shows: how much of what it reserved is free, in pieces of which size,
// who holds the rest, and when its history peaked.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/keep_top.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/memory/snapshot_peak.h"
#include "profiler/import/importer.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <map>
#include <optional>

namespace shardscope::profiler {

namespace {

constexpr double kFragmented = 0.5;

/// Sizes are what a file says; they may be any number.
void add(std::int64_t& sum, std::int64_t bytes) { sum = saturatedSum(sum, bytes); }

/// The innermost frame outside of the framework, else the innermost one; "" where no stack was recorded.
std::string holderOf(const core::MemorySnapshot& snapshot, std::uint32_t stack)
{
    if (stack >= snapshot.stacks.size() || snapshot.stacks[stack].count == 0)
        return {};
    const core::MemoryStack& frames = snapshot.stacks[stack];
    const auto describe = [&](const core::MemoryFrame& frame) {
        return std::string(snapshot.names.text(frame.function)) + " (" +
               std::string(snapshot.names.text(frame.file)) + ":" + std::to_string(frame.line) + ")";
    };
    for (std::uint32_t at = frames.begin; at < frames.begin + frames.count; ++at) {
        const std::string_view file = snapshot.names.text(snapshot.stackFrames[at].file);
        const bool framework = file.starts_with("torch/") || file.find("/torch/") != std::string_view::npos;
        if (file.ends_with(".py") && !framework)
            return describe(snapshot.stackFrames[at]);
    }
    return describe(snapshot.stackFrames[frames.begin]);
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

struct Tables {
    core::Table devices{"memory_snapshot",
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
                         quantityColumn("rounding_bytes", N_("Rounding"), core::kByte,
                                        N_("Blocks are larger than what was asked for")),
                         quantityColumn("peak_bytes", N_("Peak of the history"), core::kByte),
                         nanosColumn("peak_at", N_("At"), N_("Since the history's begin")),
                         integerColumn("events", N_("Events"))},
                        {}};
    core::Table holders{"memory_snapshot_holders",
                        N_("Held now, by where it was asked for"),
                        {textColumn("file", N_("File")), textColumn("holder", N_("Asked for in")),
                         integerColumn("blocks", N_("Blocks")),
                         quantityColumn("bytes", N_("Bytes"), core::kByte)},
                        {}};
};

void addSnapshot(Tables& tables, core::Report& report, const AnalysisInput& input,
                 const core::MemorySnapshot& snapshot, std::size_t top)
{
    const std::string file = snapshot.source < input.run().sources.size()
                                 ? input.run().sources[snapshot.source].file.filename().string()
                                 : std::string();
    const auto bytes = [](std::int64_t value) { return core::Cell{static_cast<double>(value)}; };
    for (const auto& [device, totals] : snapshotTotals(snapshot)) {
        SnapshotPeak peak = snapshotPeak(snapshot, device, totals);
        const core::Cell fragmentation =
            totals.free > 0
                ? core::Cell{1 - static_cast<double>(totals.largestFree) / static_cast<double>(totals.free)}
                : core::Cell{};
        const bool timed = peak.events > 0 && snapshot.timed;
        tables.devices.rows.push_back({file, std::int64_t{device}, totals.segments, bytes(totals.reserved),
                                       bytes(totals.allocated), bytes(totals.pending), bytes(totals.free),
                                       bytes(totals.largestFree), fragmentation, bytes(totals.rounding),
                                       peak.events > 0 ? bytes(peak.allocated) : core::Cell{},
                                       timed ? core::Cell{peak.ts - peak.begin} : core::Cell{},
                                       static_cast<std::int64_t>(peak.events)});
        const std::string name = "device " + std::to_string(device);
        if (auto mark =
                peak.events > 0 ? markOfEvent(input, snapshot, peak.event, "peak of " + name) : std::nullopt)
            report.marks.push_back(*std::move(mark));
        peak.curve.key = "allocator." + std::to_string(device);
        peak.curve.title = name;
        peak.curve.xDimension = snapshot.timed ? core::kSecond : core::Dimension{};
        peak.curve.yDimension = core::kByte;
        report.series.push_back(std::move(peak.curve));
        const auto* const share = std::get_if<double>(&fragmentation);
        if (share != nullptr && *share > kFragmented && totals.free > totals.reserved / 10) {
            core::Finding& told = report.findings.emplace_back(
                finding("memory_snapshot.fragmented", core::Severity::Notice,
                        {std::to_string(device), bytesText(totals.free), bytesText(totals.reserved),
                         bytesText(totals.largestFree)}));
            // The pieces are those that the history ended with.
            if (auto mark = peak.events > 0 ? markOfEvent(input, snapshot, peak.last, name) : std::nullopt)
                told.evidence.push_back(*std::move(mark));
        }
    }
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> holders; // bytes, blocks
    for (const core::MemoryBlock& block : snapshot.blocks) {
        if (block.state != core::MemoryBlockState::Allocated)
            continue;
        auto& holder = holders[holderOf(snapshot, block.stack)];
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
            {file, holder.empty() ? core::Cell{} : core::Cell{holder}, sum.second, bytes(sum.first)});
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
    Tables tables;
    for (const auto& snapshot : input.run().memory) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        addSnapshot(tables, report, input, *snapshot, options.top);
    }
    addTables(report, std::move(tables.devices), std::move(tables.holders));
    return report;
}

} // namespace shardscope::profiler
