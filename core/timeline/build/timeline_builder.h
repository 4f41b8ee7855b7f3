// SPDX-License-Identifier: GPL-3.0-or-later
// Collects what an importer or a simulation tells, in any order, and lays it out once.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/timeline/build/row_blocks.h"
#include "core/timeline/timeline.h"

#include <array>
#include <memory>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// A slice as it was read; what importers hand over in bulk.
struct SliceRow {
    std::int64_t ts;
    std::int64_t dur;
    std::uint64_t args;
    NameId name;
    NameId category;
    TrackId track;
};

enum class FlowPhase : std::uint8_t { Begin, Step, End };

/// One end of an arrow. \c bindNext: it belongs to the next slice that starts, not to the one around it.
struct FlowRow {
    std::int64_t ts;
    std::uint64_t id;
    std::uint64_t args;
    NameId category;
    TrackId track;
    FlowPhase phase;
    bool bindNext = false;
};

/// What the numbers in rows that are handed over in bulk mean: their ids index \c names and \c tracks (an
/// invalid id stays one), \c shift is added to times and \c place to args.
struct RowMap {
    std::vector<NameId> names;
    std::vector<TrackId> tracks;
    std::int64_t shift = 0;
    std::uint64_t place = 0;
};

/// What the layout met; an importer turns it into remarks.
enum class LayoutOddity : std::uint8_t {
    Displaced,        ///< slices in overflow lanes
    EndWithoutBegin,  ///< dropped
    BeginWithoutEnd,  ///< kept, ended at the track's last time
    NegativeDuration, ///< kept with duration 0
    TimeOutOfRange,   ///< clamped to +-kMaxTime
    FlowWithoutBegin, ///< no arrow drawn
    FlowWithoutEnd,   ///< no arrow drawn
    FlowEndUnbound,   ///< no slice at that end; the arrow is kept
    Count_
};
inline constexpr std::size_t kLayoutOddities = static_cast<std::size_t>(LayoutOddity::Count_);

struct LayoutTally {
    struct Entry {
        std::uint64_t count = 0;
        std::uint64_t firstPlace = kNoArgs; ///< the smallest place (see kNoArgs) among them
    };
    std::array<Entry, kLayoutOddities> oddities{};
    std::vector<std::uint64_t> pairs; ///< per source: slices made of a begin and an end

    void note(LayoutOddity oddity, std::uint64_t place)
    {
        Entry& entry = oddities[static_cast<std::size_t>(oddity)];
        ++entry.count;
        entry.firstPlace = place < entry.firstPlace ? place : entry.firstPlace;
    }
    void add(const LayoutTally& other); ///< counts add up, the smallest places stay
    [[nodiscard]] const Entry& of(LayoutOddity oddity) const
    {
        return oddities[static_cast<std::size_t>(oddity)];
    }
};

class TimelineBuilder {
public:
    TimelineBuilder();
    ~TimelineBuilder();
    TimelineBuilder(const TimelineBuilder&) = delete;
    TimelineBuilder& operator=(const TimelineBuilder&) = delete;

    NameId intern(std::string_view text);
    [[nodiscard]] std::string_view text(NameId id) const; ///< of an interned name, until build
    /// The track of (process key, thread key) of a file; made when new. Tracks without content do not reach
    /// the timeline.
    TrackId track(std::string_view processKey, std::string_view threadKey, std::uint32_t source = 0);
    Track& describe(TrackId track); ///< names, order, rank, mesh, kind; valid until the next call of track
    [[nodiscard]] std::size_t trackCount() const;

    void slice(TrackId track, std::int64_t ts, std::int64_t dur, NameId name, NameId category,
               std::uint64_t args = kNoArgs);
    /// Many at once, without a copy. \p map is read when the timeline is built; null: ids are the builder's.
    void append(RowRun<SliceRow>&& rows, std::shared_ptr<const RowMap> map = {});
    /// Begin and end pair within (track, \p pairId), innermost first; an end with a name takes the innermost
    /// of that name.
    void sliceBegin(TrackId track, std::int64_t ts, NameId name, NameId category,
                    std::uint64_t args = kNoArgs, std::uint64_t pairId = 0);
    void sliceEnd(TrackId track, std::int64_t ts, NameId name, std::uint64_t args = kNoArgs,
                  std::uint64_t pairId = 0);
    void instant(TrackId track, std::int64_t ts, NameId name, NameId category, std::uint64_t args = kNoArgs);
    void counter(NameId processKey, NameId name, NameId series, std::int64_t ts, double value,
                 std::uint32_t source = 0);
    void flow(FlowPhase phase, TrackId track, std::int64_t ts, NameId category, std::uint64_t id,
              std::uint64_t args = kNoArgs, bool bindNext = false);
    void append(RowRun<FlowRow>&& rows, std::shared_ptr<const RowMap> map = {});
    /// Ids of arrows are the run's, not each source's own: arrows may lead from one source to another.
    void shareFlowIds();
    void step(std::int64_t begin, std::int64_t end, NameId name, std::int32_t rank, std::uint32_t source = 0);

    /// Sorts, pairs B with E, nests, opens overflow lanes, pairs and binds flows, sums blocks. The result
    /// depends on what was told and its order only. The builder is empty after. Errors: Cancelled;
    /// FileTooLarge above 2^32 - 2 slices.
    [[nodiscard]] Result<TimelinePtr> build(const Task& task, LayoutTally& tally);

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace shardscope::core
