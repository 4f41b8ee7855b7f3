// SPDX-License-Identifier: GPL-3.0-or-later
// A run's timeline: immutable columns, ordered by track, depth, time. Shared without locks.
// A lane (one depth of one track) never overlaps itself; overlapping slices lie in overflow lanes.
#pragma once

#include "core/base/ids.h"
#include "core/base/string_pool.h"
#include "core/plan/mesh.h"
#include "core/timeline/timeline_column.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace shardscope::core {

/// Names of the processes and threads (or streams) a track belongs to. \c order: the file's own sort index.
struct Track {
    NameId process; ///< "python 4000", "GPU 0"
    NameId thread;  ///< "thread 4012 (main)", "stream 7"
    std::int64_t processOrder = 0;
    std::int64_t threadOrder = 0;
    NameId processKey; ///< pid as written
    NameId threadKey;  ///< tid as written
    NameId owner;      ///< of a device's: key of the host process that gives it work; invalid: not told
    std::uint32_t source = 0; ///< index of the file (Run::sources) it came from
    bool device = false;      ///< rows of an accelerator (streams), not of a host thread
    bool async = false;       ///< asynchronous operations: they overlap by nature and are packed, not nested
    std::int32_t rank = -1;   ///< -1: unknown
    std::optional<MeshCoordinate> mesh;
    std::uint32_t multiplicity = 1; ///< how many identical ranks it stands for (simulated runs)
    std::uint32_t firstLane = 0;
    std::uint32_t laneCount = 0;

    /// Calls visit(id) for each name, whether it is valid or not.
    template <class Visit>
    void forEachName(Visit visit)
    {
        for (NameId* const id : {&process, &thread, &processKey, &threadKey, &owner})
            visit(*id);
    }
};

struct Lane {
    TrackId track;
    std::uint32_t depth = 0; ///< of nesting; overflow lanes follow the deepest regular one
    bool overflow = false;
    std::uint32_t begin = 0; ///< first row
    std::uint32_t count = 0;
};

/// Summary of 64 consecutive slices of a lane, for exact occupancy at any zoom.
struct LaneBlock {
    std::int64_t firstTs = 0;
    std::int64_t busyBefore = 0; ///< sum of durations of the lane's slices before this block
    std::int64_t longest = 0;
    std::uint32_t longestRow = 0;
};
inline constexpr std::uint32_t kLaneBlockSlices = 64;

struct Instant {
    std::int64_t ts;
    NameId name;
    NameId category;
    TrackId track;
    std::uint64_t args;
};
/// One sample of a counter series.
struct CounterSample {
    std::int64_t ts;
    double value;
};
struct CounterTrack {
    NameId name;
    NameId series;
    NameId processKey;
    std::uint32_t begin;
    std::uint32_t count;
    std::uint32_t source = 0;
};
/// An arrow between two slices (rows; kNone where no slice encloses the end).
struct Flow {
    SliceId from;
    SliceId to;
    std::int64_t fromTs;
    std::int64_t toTs;
    NameId category;
    std::uint64_t id;
};
/// A step of training: ProfilerStep#k and the like.
struct StepMark {
    std::int64_t begin;
    std::int64_t end;
    NameId name;
    std::int32_t rank;
    std::uint32_t source = 0;
};

/// Times lie within +-kMaxTime ns (146 years) and durations end before kMaxTime, so that differences never
/// overflow.
inline constexpr std::int64_t kMaxTime = (std::int64_t{1} << 62) - 1;

/// Where a slice is found again: the file's index in the upper 16 bits, below it the byte offset of the event
/// in the (uncompressed) text. kNoArgs: no such place.
inline constexpr std::uint64_t kNoArgs = ~std::uint64_t{0};

/// What a Timeline is made of, for who builds or stores one. Slices lie in lane order, lanes in track order;
/// a lane's slices are sorted and do not overlap; \c blocks sum every kLaneBlockSlices of a lane, \c
/// firstBlock leads to a lane's and has one entry more; names are numbered in text order.
struct TimelineParts {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::size_t displaced = 0;
    TimelineColumn<std::int64_t> ts, dur;
    TimelineColumn<NameId> name, category;
    TimelineColumn<std::uint64_t> args;
    TimelineColumn<Track> tracks;
    TimelineColumn<Lane> lanes;
    TimelineColumn<LaneBlock> blocks;
    TimelineColumn<std::uint32_t> firstBlock;
    TimelineColumn<Instant> instants;
    TimelineColumn<CounterTrack> counterTracks;
    TimelineColumn<CounterSample> counterSamples;
    TimelineColumn<Flow> flows;
    TimelineColumn<StepMark> steps;
    StringPool names;
};

class Timeline {
public:
    Timeline() = default;
    /// Takes columns as they are; what they must be is told at their struct.
    explicit Timeline(TimelineParts&& parts)
        : m_parts(std::move(parts))
    {
    }

    [[nodiscard]] std::int64_t begin() const { return m_parts.begin; } ///< ns; 0 when empty
    [[nodiscard]] std::int64_t end() const { return m_parts.end; }
    [[nodiscard]] std::size_t sliceCount() const { return m_parts.ts.size(); }
    /// Rows in overflow lanes: slices that partially overlap another one of their track.
    [[nodiscard]] std::size_t displacedCount() const { return m_parts.displaced; }

    // Columns, one entry for each slice.
    [[nodiscard]] std::span<const std::int64_t> ts() const { return m_parts.ts.span(); }
    [[nodiscard]] std::span<const std::int64_t> dur() const { return m_parts.dur.span(); }
    [[nodiscard]] std::span<const NameId> name() const { return m_parts.name.span(); }
    [[nodiscard]] std::span<const NameId> category() const { return m_parts.category.span(); }
    [[nodiscard]] std::span<const std::uint64_t> args() const { return m_parts.args.span(); }

    [[nodiscard]] std::span<const Track> tracks() const { return m_parts.tracks.span(); }
    [[nodiscard]] std::span<const Lane> lanes() const { return m_parts.lanes.span(); }
    [[nodiscard]] std::span<const LaneBlock> blocks(LaneId lane) const;
    [[nodiscard]] std::span<const Instant> instants() const { return m_parts.instants.span(); } ///< by ts
    [[nodiscard]] std::span<const CounterTrack> counterTracks() const { return m_parts.counterTracks.span(); }
    [[nodiscard]] std::span<const CounterSample> counterSamples() const
    {
        return m_parts.counterSamples.span();
    }
    [[nodiscard]] std::span<const Flow> flows() const { return m_parts.flows.span(); }
    [[nodiscard]] std::span<const StepMark> steps() const { return m_parts.steps.span(); }
    [[nodiscard]] const StringPool& names() const { return m_parts.names; }
    /// A name's text; empty where there is no name.
    [[nodiscard]] std::string_view text(NameId name) const
    {
        return name.valid() ? names().text(name) : std::string_view();
    }

    /// Rows in overflow lanes of \p track.
    [[nodiscard]] std::size_t displacedOn(TrackId track) const;

    [[nodiscard]] LaneId laneOf(SliceId slice) const; ///< binary search over lanes
    /// The innermost slice of the track's nesting that holds \p slice whole.
    [[nodiscard]] std::optional<SliceId> parentOf(SliceId slice) const;
    /// Slices of \p lane that touch [from, to), as a row range.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> rowsWithin(LaneId lane, std::int64_t from,
                                                                     std::int64_t to) const;
    /// Exact busy nanoseconds of \p lane within [from, to).
    [[nodiscard]] std::int64_t busy(LaneId lane, std::int64_t from, std::int64_t to) const;
    /// Busy nanoseconds of \p lane before \p time, given that rows before \p row (of the lane) are those that
    /// start before it.
    [[nodiscard]] std::int64_t busyBefore(LaneId lane, std::uint32_t row, std::int64_t time) const;
    /// The first row of \p lane at or after \p from that starts at or after \p time; gallops, so near answers
    /// are cheap.
    [[nodiscard]] std::uint32_t firstStartingAt(LaneId lane, std::uint32_t from, std::int64_t time) const;
    /// The longest slice among rows [from, to) of \p lane (the first of equals).
    [[nodiscard]] std::uint32_t longestRow(LaneId lane, std::uint32_t from, std::uint32_t to) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    TimelineParts m_parts;
};

using TimelinePtr = std::shared_ptr<const Timeline>;

} // namespace shardscope::core
