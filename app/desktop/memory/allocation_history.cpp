// SPDX-License-Identifier: GPL-3.0-or-later
// Events are followed forward. What is freed without having been allocated, and what the snapshot holds
// without an allocation, was there before the recording began.
#include "app/desktop/memory/allocation_history.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace shardscope::app {
namespace {

using core::MemoryAction;

std::string_view textOf(const core::MemorySnapshot& snapshot, core::NameId id)
{
    return id.valid() ? snapshot.names.text(id) : std::string_view();
}

/// The innermost frame of the program's own: those of the framework say how, not for what.
std::string callerOf(const core::MemorySnapshot& snapshot, std::uint32_t stack)
{
    if (stack >= snapshot.stacks.size())
        return {};
    const core::MemoryStack& frames = snapshot.stacks[stack];
    std::string outermost;
    for (std::uint32_t index = 0; index < frames.count; ++index) {
        const core::MemoryFrame& frame = snapshot.stackFrames[frames.begin + index];
        const auto file = textOf(snapshot, frame.file);
        const auto function = textOf(snapshot, frame.function);
        if (file.ends_with(".py"))
            outermost = std::string(function);
        const bool own = file.ends_with(".py") && file.find("/torch/") == std::string_view::npos;
        if (own)
            return std::string(function);
    }
    return outermost;
}

/// Follows one device's events.
class Follower {
public:
    Follower(AllocationHistory& history, const core::Task& task)
        : m_history(history)
        , m_snapshot(*history.snapshot)
        , m_task(task)
    {
    }

    bool followEvents()
    {
        std::size_t passed = 0;
        for (const core::SnapshotEvent& event : m_snapshot.events) {
            if (++passed % 65536 == 0 && m_task.cancelled())
                return false;
            if (event.device == m_history.device)
                follow(event);
        }
        return true;
    }
    /// Blocks and segments that were there all the time.
    void addWhatTheSnapshotHolds()
    {
        for (const core::MemorySegment& segment : m_snapshot.segments) {
            if (segment.device != m_history.device)
                continue;
            if (!coveredByOpenSegments(segment))
                m_history.segments.push_back(
                    {segment.address, segment.bytes, m_history.begin, kEver, segment.stream});
            for (std::uint32_t index = 0; index < segment.blockCount; ++index) {
                const core::MemoryBlock& block = m_snapshot.blocks[segment.firstBlock + index];
                const bool held = block.state == core::MemoryBlockState::Allocated ||
                                  block.state == core::MemoryBlockState::PendingFree;
                if (!held)
                    continue;
                // Events tell what was asked for; what is still held has its rounded size here, as the
                // allocator counts.
                if (const auto open = m_openBlocks.find(block.address); open != m_openBlocks.end()) {
                    m_history.blocks[open->second].bytes = block.bytes;
                    continue;
                }
                HeldBlock there{.address = block.address,
                                .bytes = block.bytes,
                                .begin = m_history.begin,
                                .stream = segment.stream,
                                .stack = block.stack,
                                .before = true};
                if (block.state == core::MemoryBlockState::PendingFree)
                    there.letGo = m_history.end;
                add(there, {});
            }
        }
    }
    /// Names of what each block is for, by index of block; categories where the file has any, else callers.
    [[nodiscard]] const std::vector<core::NameId>& names() const { return m_names; }

private:
    void add(const HeldBlock& block, core::NameId category)
    {
        m_history.blocks.push_back(block);
        m_names.push_back(category);
    }
    void follow(const core::SnapshotEvent& event)
    {
        switch (event.action) {
        case MemoryAction::Alloc: {
            // An address that is given out again was free, whether its end was recorded or not.
            if (const auto open = m_openBlocks.find(event.address); open != m_openBlocks.end())
                m_history.blocks[open->second].end = event.ts;
            HeldBlock block{.address = event.address,
                            .bytes = event.bytes,
                            .begin = event.ts,
                            .stream = event.stream,
                            .stack = event.stack};
            m_openBlocks[event.address] = m_history.blocks.size();
            add(block, event.category);
            break;
        }
        case MemoryAction::FreeRequested: letGo(event); break;
        case MemoryAction::FreeCompleted: free(event); break;
        case MemoryAction::SegmentAlloc:
        case MemoryAction::SegmentMap:
            m_openSegments[event.address] = m_history.segments.size();
            m_history.segments.push_back({event.address, event.bytes, event.ts, kEver, event.stream});
            break;
        case MemoryAction::SegmentFree:
        case MemoryAction::SegmentUnmap: freeSegments(event); break;
        case MemoryAction::OutOfMemory: ++m_history.outOfMemory; break;
        case MemoryAction::Snapshot:
        case MemoryAction::Other: break;
        }
    }
    HeldBlock& openBlock(const core::SnapshotEvent& event)
    {
        const auto found = m_openBlocks.find(event.address);
        if (found != m_openBlocks.end())
            return m_history.blocks[found->second];
        HeldBlock block{.address = event.address,
                        .bytes = event.bytes,
                        .begin = m_history.begin,
                        .stream = event.stream,
                        .before = true};
        m_openBlocks[event.address] = m_history.blocks.size();
        add(block, event.category);
        return m_history.blocks.back();
    }
    void letGo(const core::SnapshotEvent& event) { openBlock(event).letGo = event.ts; }
    void free(const core::SnapshotEvent& event)
    {
        HeldBlock& block = openBlock(event);
        block.letGo = std::min(block.letGo, event.ts);
        block.end = event.ts;
        m_openBlocks.erase(event.address);
    }
    /// Parts are mapped and unmapped in one piece or in several.
    void freeSegments(const core::SnapshotEvent& event)
    {
        const std::uint64_t end =
            event.address + static_cast<std::uint64_t>(std::max<std::int64_t>(event.bytes, 1));
        auto at = m_openSegments.lower_bound(event.address);
        bool any = false;
        while (at != m_openSegments.end() && at->first < end) {
            m_history.segments[at->second].end = event.ts;
            at = m_openSegments.erase(at);
            any = true;
        }
        if (!any)
            m_history.segments.push_back(
                {event.address, event.bytes, m_history.begin, event.ts, event.stream});
    }
    [[nodiscard]] bool coveredByOpenSegments(const core::MemorySegment& segment) const
    {
        const auto at = m_openSegments.lower_bound(segment.address);
        return at != m_openSegments.end() &&
               at->first <
                   segment.address + static_cast<std::uint64_t>(std::max<std::int64_t>(segment.bytes, 1));
    }

    AllocationHistory& m_history;
    const core::MemorySnapshot& m_snapshot;
    const core::Task& m_task;
    std::unordered_map<std::uint64_t, std::size_t> m_openBlocks;
    std::map<std::uint64_t, std::size_t> m_openSegments;
    std::vector<core::NameId> m_names;
};

/// Gives each block a category: the largest by bytes keep their name, the rest is gathered.
void categorize(AllocationHistory& history, const std::vector<core::NameId>& names)
{
    const core::MemorySnapshot& snapshot = *history.snapshot;
    history.byCaller = std::ranges::none_of(names, [](core::NameId id) { return id.valid(); });
    std::unordered_map<std::uint32_t, std::string> callers;
    std::vector<std::string> texts(names.size());
    std::map<std::string, std::int64_t> bytes;
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (history.byCaller) {
            const std::uint32_t stack = history.blocks[index].stack;
            const auto [found, isNew] = callers.try_emplace(stack);
            if (isNew)
                found->second = callerOf(snapshot, stack);
            texts[index] = found->second;
        } else {
            texts[index] = std::string(textOf(snapshot, names[index]));
        }
        bytes[texts[index]] += history.blocks[index].bytes;
    }
    std::vector<std::pair<std::int64_t, std::string>> order;
    for (const auto& [text, sum] : bytes)
        order.emplace_back(-sum, text);
    std::ranges::sort(order);
    std::map<std::string, std::uint8_t> place;
    const std::size_t named = order.size() <= kMostCategories ? order.size() : kMostCategories - 1;
    for (std::size_t index = 0; index < order.size(); ++index) {
        place[order[index].second] = static_cast<std::uint8_t>(std::min(index, named));
        if (index < named)
            history.categories.push_back(order[index].second);
    }
    if (named < order.size())
        history.categories.emplace_back("…");
    for (std::size_t index = 0; index < texts.size(); ++index)
        history.blocks[index].category = place.at(texts[index]);
}

struct Change {
    std::int64_t ts;
    std::int64_t bytes; ///< below 0: freed
    int category;       ///< -1: a segment
};

std::vector<Change> changesOf(const AllocationHistory& history)
{
    std::vector<Change> changes;
    for (const HeldBlock& block : history.blocks) {
        changes.push_back({block.begin, block.bytes, block.category});
        if (block.end != kEver)
            changes.push_back({block.end, -block.bytes, block.category});
    }
    for (const HeldSegment& segment : history.segments) {
        changes.push_back({segment.begin, segment.bytes, -1});
        if (segment.end != kEver)
            changes.push_back({segment.end, -segment.bytes, -1});
    }
    // If times are equal what is freed goes first, so that the same bytes are not held twice.
    std::ranges::stable_sort(changes, [](const Change& a, const Change& b) {
        return std::tuple(a.ts, a.bytes > 0) < std::tuple(b.ts, b.bytes > 0);
    });
    return changes;
}

void drawCurve(AllocationHistory& history, std::size_t columns)
{
    CurveColumn now;
    now.ts = history.begin;
    now.held.assign(history.categories.size(), 0);
    const auto changes = changesOf(history);
    const double width = static_cast<double>(history.end - history.begin) / static_cast<double>(columns);
    const auto columnEnd = [&](std::size_t column) {
        return column + 1 == columns
                   ? history.end + 1
                   : history.begin + static_cast<std::int64_t>(width * static_cast<double>(column + 1));
    };
    std::size_t at = 0;
    for (std::size_t column = 0; column < columns; ++column) {
        CurveColumn fullest = now; // what was held when the column began
        fullest.ts = column == 0 ? history.begin : columnEnd(column - 1);
        while (at < changes.size() && changes[at].ts < columnEnd(column)) {
            const std::int64_t ts = changes[at].ts;
            for (; at < changes.size() && changes[at].ts == ts; ++at) {
                if (changes[at].category < 0) {
                    now.reserved += changes[at].bytes;
                } else {
                    now.total += changes[at].bytes;
                    now.held[static_cast<std::size_t>(changes[at].category)] += changes[at].bytes;
                }
            }
            now.ts = ts;
            if (now.total > fullest.total || (column == 0 && ts == history.begin))
                fullest = now;
            if (now.total > history.peak) {
                history.peak = now.total;
                history.peakTs = ts;
            }
        }
        history.columns.push_back(std::move(fullest));
    }
}

} // namespace

std::vector<std::int32_t> devicesOf(const core::MemorySnapshot& snapshot)
{
    std::set<std::int32_t> devices;
    for (const core::MemorySegment& segment : snapshot.segments)
        devices.insert(segment.device);
    for (const core::SnapshotEvent& event : snapshot.events)
        devices.insert(event.device);
    return {devices.begin(), devices.end()};
}

core::Result<AllocationHistory> makeHistory(std::shared_ptr<const core::MemorySnapshot> snapshot,
                                            std::int32_t device, std::size_t columns, const core::Task& task)
{
    AllocationHistory history;
    history.snapshot = std::move(snapshot);
    history.device = device;
    history.timed = history.snapshot->timed;
    bool any = false;
    for (const core::SnapshotEvent& event : history.snapshot->events) {
        if (event.device != device)
            continue;
        history.begin = any ? std::min(history.begin, event.ts) : event.ts;
        history.end = any ? std::max(history.end, event.ts) : event.ts;
        any = true;
    }
    history.end = std::max(history.end, history.begin + 1);
    Follower follower(history, task);
    if (!follower.followEvents())
        return core::Error{core::ErrorCode::Cancelled};
    follower.addWhatTheSnapshotHolds();
    categorize(history, follower.names());
    std::ranges::stable_sort(history.blocks, [](const HeldBlock& a, const HeldBlock& b) {
        return std::tie(a.begin, a.address) < std::tie(b.begin, b.address);
    });
    std::ranges::stable_sort(history.segments, [](const HeldSegment& a, const HeldSegment& b) {
        return std::tie(a.address, a.begin) < std::tie(b.address, b.begin);
    });
    drawCurve(history, std::max<std::size_t>(1, columns));
    return history;
}

AllocatorMap mapAt(const AllocationHistory& history, std::int64_t ts)
{
    AllocatorMap map;
    map.ts = ts;
    for (const HeldSegment& segment : history.segments) {
        if (segment.begin <= ts && ts < segment.end) {
            map.segments.push_back({segment.address, segment.bytes, segment.stream, 0, 0, {}});
            map.reserved += segment.bytes;
        }
    }
    for (std::uint32_t index = 0; index < history.blocks.size(); ++index) {
        const HeldBlock& block = history.blocks[index];
        if (block.begin > ts)
            break;
        if (ts >= block.end)
            continue;
        map.held += block.bytes;
        const auto after = std::upper_bound(
            map.segments.begin(), map.segments.end(), block.address,
            [](std::uint64_t address, const MapSegment& segment) { return address < segment.address; });
        if (after == map.segments.begin())
            continue; // in no segment that the snapshot knows
        MapSegment& segment = *std::prev(after);
        segment.blocks.push_back({block.address, block.bytes, index, ts >= block.letGo});
        segment.held += block.bytes;
    }
    for (MapSegment& segment : map.segments) {
        std::ranges::sort(segment.blocks, {}, &MapBlock::address);
        std::uint64_t free = segment.address;
        for (const MapBlock& block : segment.blocks) {
            if (block.address > free)
                segment.largestGap =
                    std::max(segment.largestGap, static_cast<std::int64_t>(block.address - free));
            free = std::max(free, block.address + static_cast<std::uint64_t>(block.bytes));
        }
        const std::uint64_t end = segment.address + static_cast<std::uint64_t>(segment.bytes);
        if (end > free)
            segment.largestGap = std::max(segment.largestGap, static_cast<std::int64_t>(end - free));
    }
    if (history.stretches)
        map.reserved = reservedAt(history, ts);
    // The few that hold most are what one looks for among the many of 20 MiB.
    std::ranges::stable_sort(map.segments, std::ranges::greater(), &MapSegment::bytes);
    return map;
}

} // namespace shardscope::app
