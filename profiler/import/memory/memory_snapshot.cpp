// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "core/base/phrase.h"
#include "profiler/import/bytes/archive_source.h"
#include "profiler/import/memory/memory_snapshot_rows.h"
#include "profiler/import/memory/pickle.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace shardscope::profiler {

namespace {

using core::MemoryAction;
using core::MemoryBlockState;
class SnapshotReader {
public:
    SnapshotReader(const Pickle& pickle, ImportTarget& target, const core::Task& task)
        : m_pickle(pickle)
        , m_target(target)
        , m_task(task)
    {
        m_snapshot.source = target.source;
        m_snapshot.stacks.emplace_back();
        m_stackIds.emplace(hashOf({}), 0);
    }

    core::Result<core::MemorySnapshot> read()
    {
        const Index root = m_pickle.root();
        const auto segments = m_pickle.find(root, "segments"); // else the root is their list
        SHARDSCOPE_TRY(const auto segmentsRead, readSegments(segments.value_or(root)));
        static_cast<void>(segmentsRead);
        if (const auto traces = m_pickle.find(root, "device_traces")) {
            SHARDSCOPE_TRY(const auto tracesRead, readTraces(*traces));
            static_cast<void>(tracesRead);
        }
        if (const auto annotations = m_pickle.find(root, "external_annotations")) {
            SHARDSCOPE_TRY(const auto annotationsRead, readAnnotations(*annotations));
            static_cast<void>(annotationsRead);
        }
        if (const auto settings = m_pickle.find(root, "allocator_settings"))
            readSettings(*settings);
        return std::move(m_snapshot);
    }

private:
    using Index = Pickle::Index;

    /// The items of a list that no other place walked: shared lists would let a small file unfold without
    /// bound.
    core::Result<std::span<const Index>> once(Index list)
    {
        if (m_pickle.kind(list) != PickleKind::List && m_pickle.kind(list) != PickleKind::Tuple) {
            core::Error error{core::ErrorCode::WrongType,
                              {core::phrase(W_("a list")), core::phrase(W_("another pickled value"))}};
            error.place.byteOffset = m_pickle.offset(list);
            return error;
        }
        if (!m_walked.insert(list).second) {
            core::Error error{core::ErrorCode::DataCorrupt,
                              {core::phrase(W_("a list that appears in two places"))}};
            error.place.byteOffset = m_pickle.offset(list);
            return error;
        }
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        return m_pickle.items(list);
    }

    bool isDict(Index value)
    {
        if (m_pickle.kind(value) == PickleKind::Dict)
            return true;
        m_target.remarks.note(RemarkKind::OddEntry, m_pickle.offset(value));
        return false;
    }

    /// Entries by the million have the same keys.
    std::optional<Index> find(Index dict, std::string_view key)
    {
        auto known = std::ranges::find_if(m_keys, [&](const Pickle::Key& one) {
            return one.text.data() == key.data(); // the same literal
        });
        if (known == m_keys.end())
            known = m_keys.insert(m_keys.end(), Pickle::Key{key});
        return m_pickle.find(dict, *known);
    }
    std::int64_t integer(Index dict, std::string_view key, std::int64_t otherwise = 0)
    {
        const auto found = find(dict, key);
        return found ? m_pickle.integer(*found).value_or(otherwise) : otherwise;
    }
    std::int64_t needed(Index dict, std::string_view key)
    {
        const auto found = find(dict, key);
        const auto value = found ? m_pickle.integer(*found) : std::nullopt;
        if (!value)
            m_target.remarks.note(RemarkKind::FieldMissing, m_pickle.offset(dict));
        return value.value_or(0);
    }
    std::string_view text(Index dict, std::string_view key)
    {
        const auto found = find(dict, key);
        return found ? m_pickle.text(*found) : std::string_view();
    }

    /// What was made of a list or dict before; 0: nothing yet.
    std::uint32_t& madeOf(Index container)
    {
        if (m_made.empty())
            m_made.resize(m_pickle.containers());
        return m_made[m_pickle.container(container)];
    }

    std::uint32_t frameId(Index frame)
    {
        std::uint32_t& made = madeOf(frame);
        if (made != 0)
            return made - 1;
        core::MemoryFrame place{.function = m_snapshot.names.intern(text(frame, "name")),
                                .file = m_snapshot.names.intern(text(frame, "filename")),
                                .line = integer(frame, "line")};
        const auto [at, added] = m_frameIds.try_emplace({place.function, place.file, place.line},
                                                        static_cast<std::uint32_t>(m_frames.size()));
        if (added)
            m_frames.push_back(place);
        made = at->second + 1;
        return at->second;
    }

    static std::size_t hashOf(std::span<const std::uint32_t> ids)
    {
        return std::hash<std::string_view>()({reinterpret_cast<const char*>(ids.data()), ids.size_bytes()});
    }

    std::uint32_t stackOf(Index dict)
    {
        const auto frames = find(dict, "frames");
        if (!frames)
            return 0;
        const std::span<const Index> items = m_pickle.items(*frames);
        if (items.empty())
            return 0;
        if (const std::uint32_t made = madeOf(*frames); made != 0)
            return made - 1;
        m_ids.clear();
        for (const Index frame : items) {
            if (isDict(frame))
                m_ids.push_back(frameId(frame));
        }
        const std::uint32_t stack = stackOf(std::span<const std::uint32_t>(m_ids));
        madeOf(*frames) = stack + 1;
        return stack;
    }

    std::uint32_t stackOf(std::span<const std::uint32_t> ids)
    {
        const std::size_t hash = hashOf(ids);
        const auto [first, last] = m_stackIds.equal_range(hash);
        for (auto at = first; at != last; ++at) {
            const core::MemoryStack& stack = m_snapshot.stacks[at->second];
            if (std::ranges::equal(std::span(m_frameIdsOfStacks).subspan(stack.begin, stack.count), ids))
                return at->second;
        }
        const auto number = static_cast<std::uint32_t>(m_snapshot.stacks.size());
        m_stackIds.emplace(hash, number);
        m_snapshot.stacks.push_back({static_cast<std::uint32_t>(m_snapshot.stackFrames.size()),
                                     static_cast<std::uint32_t>(ids.size())});
        for (const std::uint32_t id : ids) {
            m_snapshot.stackFrames.push_back(m_frames[id]);
            m_frameIdsOfStacks.push_back(id);
        }
        return number;
    }

    core::Result<core::Done> readSegments(Index list)
    {
        SHARDSCOPE_TRY(const std::span<const Index> segments, once(list));
        for (const Index entry : segments) {
            if (!isDict(entry))
                continue;
            core::MemorySegment segment;
            segment.device = static_cast<std::int32_t>(integer(entry, "device"));
            segment.address = static_cast<std::uint64_t>(needed(entry, "address"));
            segment.bytes = needed(entry, "total_size");
            segment.allocatedBytes = integer(entry, "allocated_size");
            segment.activeBytes = integer(entry, "active_size");
            segment.stream = static_cast<std::uint64_t>(integer(entry, "stream"));
            segment.type = m_snapshot.names.intern(std::string(text(entry, "segment_type")) + poolOf(entry));
            segment.expandable = integer(entry, "is_expandable") != 0;
            segment.stack = stackOf(entry);
            segment.firstBlock = static_cast<std::uint32_t>(m_snapshot.blocks.size());
            if (const auto blocks = find(entry, "blocks")) {
                SHARDSCOPE_TRY(const auto blocksRead, readBlocks(*blocks, segment.address));
                static_cast<void>(blocksRead);
            }
            segment.blockCount = static_cast<std::uint32_t>(m_snapshot.blocks.size()) - segment.firstBlock;
            m_snapshot.segments.push_back(segment);
        }
        return core::Done{};
    }

    /// "segment_pool_id" is a pair, (0, 0) for the pool that all share (c10/core/CachingDeviceAllocator.h,
    /// MempoolId).
    std::string poolOf(Index segment)
    {
        std::string number;
        bool shared = true;
        if (const auto pool = find(segment, "segment_pool_id")) {
            for (const Index part :
                 m_pickle.items(*pool).first(std::min<std::size_t>(2, m_pickle.items(*pool).size()))) {
                const std::int64_t value = m_pickle.integer(part).value_or(0);
                shared = shared && value == 0;
                number += (number.empty() ? "" : "-") + std::to_string(value);
            }
        }
        return shared ? std::string() : std::string(kPrivatePool) + number;
    }

    core::Result<core::Done> readBlocks(Index list, std::uint64_t address)
    {
        SHARDSCOPE_TRY(const std::span<const Index> blocks, once(list));
        for (const Index entry : blocks) {
            if (!isDict(entry))
                continue;
            core::MemoryBlock block;
            block.bytes = needed(entry, "size");
            // Before PyTorch 2.1 a block has no address of its own; blocks lie one behind the other.
            block.address =
                find(entry, "address") ? static_cast<std::uint64_t>(needed(entry, "address")) : address;
            address = block.address + static_cast<std::uint64_t>(block.bytes);
            const std::string_view state = text(entry, "state");
            block.state = state == "active_allocated" ? MemoryBlockState::Allocated
                          : state == "active_pending_free" || state == "active_awaiting_free"
                              ? MemoryBlockState::PendingFree
                          : state == "inactive" ? MemoryBlockState::Inactive
                                                : MemoryBlockState::Unknown;
            const bool active =
                block.state == MemoryBlockState::Allocated || block.state == MemoryBlockState::PendingFree;
            block.requestedBytes = active ? integer(entry, "requested_size", block.bytes) : 0;
            block.stack = stackOf(entry);
            m_snapshot.blocks.push_back(block);
        }
        return core::Done{};
    }

    core::Result<core::Done> readTraces(Index list)
    {
        SHARDSCOPE_TRY(const std::span<const Index> devices, once(list));
        std::size_t untimed = 0;
        for (std::size_t device = 0; device < devices.size(); ++device) {
            SHARDSCOPE_TRY(const std::span<const Index> entries, once(devices[device]));
            m_snapshot.events.reserve(m_snapshot.events.size() + entries.size());
            for (const Index entry : entries) {
                if (isDict(entry))
                    untimed += readEvent(entry, static_cast<std::int32_t>(device)) ? 0 : 1;
            }
            m_task.report("read", static_cast<double>(device + 1) / static_cast<double>(devices.size()));
        }
        if (untimed == 0)
            return core::Done{};
        // One time axis or the other: the order is what all events have.
        m_snapshot.timed = false;
        m_target.remarks.note(RemarkKind::EventsWithoutTimes, 0, untimed);
        std::int32_t device = -1;
        std::int64_t position = 0;
        for (core::SnapshotEvent& event : m_snapshot.events) {
            position = event.device == device ? position + 1 : 0;
            device = event.device;
            event.ts = position * 1000;
        }
        return core::Done{};
    }

    /// Whether the event had a time.
    bool readEvent(Index entry, std::int32_t device)
    {
        core::SnapshotEvent event;
        const std::string_view name = text(entry, "action");
        const auto* known =
            std::ranges::find_if(kActions, [name](const NamedAction& named) { return named.name == name; });
        if (known != kActions.end())
            event.action = known->action;
        else
            m_target.remarks.note(RemarkKind::PhaseNotShown, m_pickle.offset(entry));
        event.device = device;
        event.address = static_cast<std::uint64_t>(
            integer(entry, event.action == MemoryAction::OutOfMemory ? "device_free" : "addr"));
        event.bytes = needed(entry, "size");
        event.stream = static_cast<std::uint64_t>(integer(entry, "stream"));
        event.stack = stackOf(entry);
        if (const std::string_view category = text(entry, "category"); !category.empty())
            event.category = m_snapshot.names.intern(category);
        const auto time = find(entry, "time_us");
        const auto us = time ? m_pickle.integer(*time) : std::nullopt;
        event.ts = nanosecondsOf(us.value_or(0));
        m_snapshot.events.push_back(event);
        return us.has_value();
    }

    std::int64_t nanosecondsOf(std::int64_t us)
    {
        constexpr std::int64_t kMostUs = core::kMaxTime / 1000;
        if (us > kMostUs || us < -kMostUs)
            m_target.remarks.note(RemarkKind::TimeOutOfRange, 0);
        return saturatedProduct(us, 1000);
    }

    core::Result<core::Done> readAnnotations(Index list)
    {
        SHARDSCOPE_TRY(const std::span<const Index> entries, once(list));
        for (const Index entry : entries) {
            if (!isDict(entry))
                continue;
            const auto time = find(entry, "time_us");
            const auto us = time ? m_pickle.integer(*time) : std::nullopt;
            if (!us) {
                m_target.remarks.note(RemarkKind::EventWithoutTime, m_pickle.offset(entry));
                continue;
            }
            core::MemoryAnnotation annotation{.ts = nanosecondsOf(*us),
                                              .device = static_cast<std::int32_t>(integer(entry, "device")),
                                              .name = m_snapshot.names.intern(text(entry, "name")),
                                              .begin = text(entry, "stage") == "START"};
            m_snapshot.annotations.push_back(annotation);
        }
        return core::Done{};
    }

    void readSettings(Index dict)
    {
        const std::span<const Index> pairs = m_pickle.pairs(dict);
        for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
            const Index value = pairs[i + 1];
            std::string shown(m_pickle.text(value));
            if (m_pickle.kind(value) == PickleKind::Flag)
                shown = *m_pickle.integer(value) != 0 ? "true" : "false";
            else if (const auto number = m_pickle.integer(value))
                shown = std::to_string(*number);
            else if (const auto real = m_pickle.real(value))
                shown = std::to_string(*real);
            else if (m_pickle.kind(value) != PickleKind::Text)
                continue; // tables inside: the defaults of the allocator, by size
            m_snapshot.settings.emplace_back(m_pickle.text(pairs[i]), shown);
        }
    }

    const Pickle& m_pickle;
    ImportTarget& m_target;
    const core::Task& m_task;
    core::MemorySnapshot m_snapshot;
    std::unordered_set<Index> m_walked;
    std::vector<Pickle::Key> m_keys;
    std::vector<std::uint32_t> m_made; ///< by container: the number of its frame or stack, and one
    std::vector<core::MemoryFrame> m_frames;
    std::map<std::tuple<core::NameId, core::NameId, std::int64_t>, std::uint32_t> m_frameIds;
    std::unordered_multimap<std::size_t, std::uint32_t> m_stackIds; ///< by the hash of their frames
    std::vector<std::uint32_t> m_frameIdsOfStacks;                  ///< beside MemorySnapshot::stackFrames
    std::vector<std::uint32_t> m_ids;
};

bool holds(const Pickle& pickle)
{
    const Pickle::Index root = pickle.root();
    return pickle.kind(root) == PickleKind::List || pickle.find(root, "segments").has_value();
}

core::Result<core::Done> read(Pickle pickle, ImportTarget& target, const core::Task& task)
{
    std::shared_ptr<const core::MemorySnapshot> snapshot;
    { // the pickle's values are gone before the rows come
        const Pickle values = std::move(pickle);
        SHARDSCOPE_TRY(core::MemorySnapshot read, SnapshotReader(values, target, task).read());
        snapshot = std::make_shared<core::MemorySnapshot>(std::move(read));
    }
    addSnapshotRows(std::move(snapshot), target);
    return core::Done{};
}

} // namespace

const PickleFormat kMemorySnapshotFormat{"PyTorch memory snapshot", holds, read};

} // namespace shardscope::profiler
