// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/answers/allocator_tables.h"

#include "core/base/text_mark.h"
#include "core/run/memory_snapshot.h"
#include "core/timeline/timeline.h"
#include "profiler/import/importer.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace shardscope::profiler::sql {

using core::MemoryBlockState;
using core::MemorySnapshot;

namespace {

constexpr std::array kSegment{
    integerSpec("source", N_("rank.source")),
    integerSpec("device", N_("its number")),
    integerSpec("address", N_("where it begins")),
    integerSpec("bytes", N_("got from the driver")),
    integerSpec("allocated", N_("bytes that tensors hold")),
    integerSpec("active", N_("bytes that tensors hold or streams still use")),
    integerSpec("free", N_("bytes in blocks that nobody holds")),
    integerSpec("largest_free", N_("bytes of the largest of these")),
    integerSpec("blocks", N_("how many it is cut into")),
    integerSpec("stream", N_("that it belongs to")),
    textSpec("type", N_("small or large")),
    integerSpec("expandable", N_("1 where it can grow")),
    textSpec("frame", N_("innermost frame of who asked for it; NULL: not recorded")),
    textSpec("stack", N_("all frames, innermost first, one a line"))};

constexpr std::array kBlock{integerSpec("source", N_("rank.source")),
                            integerSpec("device", N_("its number")),
                            integerSpec("segment", N_("address of the segment it is cut from")),
                            integerSpec("address", N_("where it begins")),
                            integerSpec("bytes", N_("as cut out of the segment")),
                            integerSpec("requested", N_("as the program asked for; 0: nobody holds it")),
                            textSpec("state", N_("allocated, pending_free, inactive or unknown")),
                            textSpec("frame", N_("innermost frame of who asked for it; NULL: not recorded")),
                            textSpec("stack", N_("all frames, innermost first, one a line"))};

constexpr std::array kEvent{
    integerSpec("source", N_("rank.source")),
    integerSpec("device", N_("its number")),
    integerSpec("ts", N_("in ns; the place in the list times 1,000 where the file has no times")),
    textSpec("action", N_("alloc, free_requested, free_completed, segment_alloc, …, oom")),
    integerSpec("address", N_("of the block; of oom, bytes the driver had free")),
    integerSpec("bytes", N_("bytes of the block")),
    integerSpec("held", N_("bytes that the program holds after it")),
    integerSpec("stream", N_("that asked")),
    textSpec("category", N_("as the program named it; NULL: it did not")),
    textSpec("frame", N_("innermost frame of who did it; NULL: not recorded")),
    textSpec("stack", N_("all frames, innermost first, one a line"))};

/// Names in the order of MemoryAction and MemoryBlockState.
constexpr std::string_view kActions[]{"alloc",        "free_requested", "free_completed", "segment_alloc",
                                      "segment_free", "segment_map",    "segment_unmap",  "oom",
                                      "snapshot",     "other"};
constexpr std::string_view kStates[]{"allocated", "pending_free", "inactive", "unknown"};

std::string frameText(const MemorySnapshot& snapshot, const core::MemoryFrame& frame)
{
    return std::string(snapshot.names.text(frame.function)) + " (" +
           std::string(snapshot.names.text(frame.file)) + ":" + std::to_string(frame.line) + ")";
}

std::int64_t numberOf(std::uint64_t address) { return static_cast<std::int64_t>(address); }

/// What was added to a snapshot's times to put them on the run's axis: its events are instants there.
std::int64_t shiftOf(const core::Timeline& timeline, const MemorySnapshot& snapshot)
{
    if (snapshot.events.empty())
        return 0;
    const auto instants = timeline.instants();
    const auto first = std::ranges::find_if(
        instants, [&](const core::Instant& one) { return one.args == placeOf(snapshot.source, 0); });
    return first == instants.end() ? 0 : first->ts - snapshot.events.front().ts;
}

void tellText(const MemorySnapshot& snapshot, core::NameId name, Answer answer)
{
    name.valid() && !snapshot.names.text(name).empty() ? answer.lastingText(snapshot.names.text(name))
                                                       : answer.null();
}

constexpr ComputedKind kKinds[] = {
    {"allocator_segment", N_("of snapshots: what allocators got from the driver"), kSegment},
    {"allocator_block", N_("of snapshots: what segments are cut into, and who holds it"), kBlock},
    {"allocator_event", N_("of snapshots: what allocators did, and who asked for it"), kEvent},
};

/// What the three tables share: rows are those of all snapshots of the run, file by file.
class AllocatorTable : public ComputedTable {
public:
    using ComputedTable::ComputedTable;
    [[nodiscard]] std::size_t size() const override { return m_rows.size(); }

protected:
    struct Row {
        std::uint32_t snapshot = 0; ///< into the run's
        std::uint32_t at = 0;       ///< of its segments, blocks or events
    };
    [[nodiscard]] const MemorySnapshot& snapshotOf(std::size_t row) const
    {
        return *m_input.run().memory[m_rows[row].snapshot];
    }
    /// All rows of each snapshot that \p count says. Errors: Cancelled.
    [[nodiscard]] core::Result<core::Done> collect(std::size_t (*count)(const MemorySnapshot& snapshot))
    {
        m_rows.clear();
        const auto& all = m_input.run().memory;
        for (std::uint32_t number = 0; number < all.size(); ++number) {
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            const std::size_t own = all[number] == nullptr ? 0 : count(*all[number]);
            m_rows.reserve(m_rows.size() + own);
            for (std::uint32_t at = 0; at < own; ++at)
                m_rows.push_back({number, at});
        }
        return core::Done{};
    }
    /// The innermost \p most frames, one a line, the innermost first; NULL where none was recorded.
    static void tellFrames(const MemorySnapshot& snapshot, std::uint32_t stack, std::uint32_t most,
                           Answer answer)
    {
        if (stack >= snapshot.stacks.size() || snapshot.stacks[stack].count == 0)
            return answer.null();
        const core::MemoryStack& frames = snapshot.stacks[stack];
        std::string text;
        for (std::uint32_t at = frames.begin; at < frames.begin + std::min(most, frames.count); ++at)
            text += (text.empty() ? "" : "\n") + frameText(snapshot, snapshot.stackFrames[at]);
        answer.text(text);
    }
    static constexpr std::uint32_t kAll = 0xFFFFFFFFu;

    std::vector<Row> m_rows;
};

class AllocatorSegmentTable final : public AllocatorTable {
public:
    using AllocatorTable::AllocatorTable;
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const MemorySnapshot& snapshot = snapshotOf(row);
        const core::MemorySegment& segment = snapshot.segments[m_rows[row].at];
        const auto freeBytes = [&](bool largest) {
            std::int64_t most = 0;
            std::int64_t sum = 0;
            for (std::uint32_t at = segment.firstBlock; at < segment.firstBlock + segment.blockCount; ++at) {
                const core::MemoryBlock& block = snapshot.blocks[at];
                if (block.state == MemoryBlockState::Allocated ||
                    block.state == MemoryBlockState::PendingFree)
                    continue;
                most = std::max(most, block.bytes);
                sum = saturatedSum(sum, block.bytes);
            }
            return largest ? most : sum;
        };
        switch (column) {
        case 0: return answer.integer(snapshot.source);
        case 1: return answer.integer(segment.device);
        case 2: return answer.integer(numberOf(segment.address));
        case 3: return answer.integer(segment.bytes);
        case 4: return answer.integer(segment.allocatedBytes);
        case 5: return answer.integer(segment.activeBytes);
        case 6: return answer.integer(freeBytes(false));
        case 7: return answer.integer(freeBytes(true));
        case 8: return answer.integer(segment.blockCount);
        case 9: return answer.integer(numberOf(segment.stream));
        case 10: return tellText(snapshot, segment.type, answer);
        case 11: return answer.integer(segment.expandable ? 1 : 0);
        case 12: return tellFrames(snapshot, segment.stack, 1, answer);
        default: return tellFrames(snapshot, segment.stack, kAll, answer);
        }
    }

private:
    core::Result<core::Done> compute() override
    {
        return collect([](const MemorySnapshot& snapshot) { return snapshot.segments.size(); });
    }
};

class AllocatorBlockTable final : public AllocatorTable {
public:
    using AllocatorTable::AllocatorTable;
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const MemorySnapshot& snapshot = snapshotOf(row);
        const core::MemoryBlock& block = snapshot.blocks[m_rows[row].at];
        const core::MemorySegment& segment = snapshot.segments[m_segments[row]];
        switch (column) {
        case 0: return answer.integer(snapshot.source);
        case 1: return answer.integer(segment.device);
        case 2: return answer.integer(numberOf(segment.address));
        case 3: return answer.integer(numberOf(block.address));
        case 4: return answer.integer(block.bytes);
        case 5: return answer.integer(block.requestedBytes);
        case 6: return answer.lastingText(kStates[static_cast<std::size_t>(block.state)]);
        case 7: return tellFrames(snapshot, block.stack, 1, answer);
        default: return tellFrames(snapshot, block.stack, kAll, answer);
        }
    }

private:
    core::Result<core::Done> compute() override
    {
        SHARDSCOPE_TRY_DONE(collect([](const MemorySnapshot& snapshot) { return snapshot.blocks.size(); }));
        m_segments.clear();
        m_segments.reserve(m_rows.size());
        for (const auto& snapshot : m_input.run().memory) {
            if (snapshot == nullptr)
                continue;
            std::vector<std::uint32_t> of(snapshot->blocks.size(), 0);
            for (std::uint32_t number = 0; number < snapshot->segments.size(); ++number) {
                const core::MemorySegment& segment = snapshot->segments[number];
                for (std::uint32_t at = segment.firstBlock; at < segment.firstBlock + segment.blockCount;
                     ++at)
                    of[at] = number;
            }
            m_segments.insert(m_segments.end(), of.begin(), of.end());
        }
        return core::Done{};
    }

    std::vector<std::uint32_t> m_segments; ///< of each row
};

class AllocatorEventTable final : public AllocatorTable {
public:
    using AllocatorTable::AllocatorTable;
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const MemorySnapshot& snapshot = snapshotOf(row);
        const core::SnapshotEvent& event = snapshot.events[m_rows[row].at];
        switch (column) {
        case 0: return answer.integer(snapshot.source);
        case 1: return answer.integer(event.device);
        case 2: return answer.integer(saturatedSum(event.ts, m_shifts[m_rows[row].snapshot]));
        case 3: return answer.lastingText(kActions[static_cast<std::size_t>(event.action)]);
        case 4: return answer.integer(numberOf(event.address));
        case 5: return answer.integer(event.bytes);
        case 6: return answer.integer(m_held[row]);
        case 7: return answer.integer(numberOf(event.stream));
        case 8: return tellText(snapshot, event.category, answer);
        case 9: return tellFrames(snapshot, event.stack, 1, answer);
        default: return tellFrames(snapshot, event.stack, kAll, answer);
        }
    }

private:
    core::Result<core::Done> compute() override
    {
        SHARDSCOPE_TRY_DONE(collect([](const MemorySnapshot& snapshot) { return snapshot.events.size(); }));
        m_held.assign(m_rows.size(), 0);
        m_shifts.clear();
        std::size_t first = 0;
        for (const auto& snapshot : m_input.run().memory) {
            m_shifts.push_back(snapshot == nullptr ? 0 : shiftOf(m_input.timeline(), *snapshot));
            if (snapshot == nullptr)
                continue;
            // Backwards from what is held at the end: what was there before the history began is in it.
            std::map<std::int32_t, std::int64_t> held;
            for (const core::MemorySegment& segment : snapshot->segments) {
                for (std::uint32_t at = segment.firstBlock; at < segment.firstBlock + segment.blockCount;
                     ++at) {
                    const core::MemoryBlock& block = snapshot->blocks[at];
                    if (block.state == MemoryBlockState::Allocated)
                        held[segment.device] = saturatedSum(held[segment.device], block.requestedBytes);
                }
            }
            for (std::size_t at = snapshot->events.size(); at-- > 0;) {
                const core::SnapshotEvent& event = snapshot->events[at];
                std::int64_t& now = held[event.device];
                m_held[first + at] = now;
                const std::int64_t bytes = std::clamp(event.bytes, -core::kMaxTime, core::kMaxTime);
                if (event.action == core::MemoryAction::Alloc)
                    now = saturatedSum(now, -bytes);
                else if (event.action == core::MemoryAction::FreeRequested)
                    now = saturatedSum(now, bytes);
            }
            first += snapshot->events.size();
        }
        return core::Done{};
    }

    std::vector<std::int64_t> m_held;   ///< bytes after each row's event
    std::vector<std::int64_t> m_shifts; ///< from a snapshot's times to the run's, by snapshot
};

} // namespace

const ComputedFamily kAllocatorTables{
    kKinds, makeEach<AllocatorSegmentTable, AllocatorBlockTable, AllocatorEventTable>};

} // namespace shardscope::profiler::sql
