// SPDX-License-Identifier: GPL-3.0-or-later
// Collects what an importer or a simulation tells, in any order, and lays it out once.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/timeline/timeline.h"

#include <string_view>

namespace shardscope::core {

/// What the layout met; an importer turns it into remarks.
struct LayoutTally {
    std::uint64_t displaced = 0;        ///< slices in overflow lanes
    std::uint64_t endsWithoutBegin = 0;
    std::uint64_t beginsWithoutEnd = 0; ///< kept, ended at the track's last time
    std::uint64_t negativeDurations = 0;
    std::uint64_t flowsWithoutBegin = 0;
    std::uint64_t flowsWithoutEnd = 0;
    std::uint64_t flowEndsUnbound = 0;  ///< no slice encloses that end
    std::uint64_t firstOffset[7] = {};  ///< byte offset of the first of each, in the order above; ~0: none
};

class TimelineBuilder {
public:
    TimelineBuilder();
    ~TimelineBuilder();
    TimelineBuilder(const TimelineBuilder&) = delete;
    TimelineBuilder& operator=(const TimelineBuilder&) = delete;

    NameId intern(std::string_view text);
    /// The track of (process key, thread key) as written in the file; made when new.
    TrackId track(std::string_view processKey, std::string_view threadKey);
    Track& describe(TrackId track); ///< names, order, rank, mesh

    void slice(TrackId track, std::int64_t ts, std::int64_t dur, NameId name, NameId category, std::uint64_t args = kNoArgs);
    void sliceBegin(TrackId track, std::int64_t ts, NameId name, NameId category, std::uint64_t args = kNoArgs);
    void sliceEnd(TrackId track, std::int64_t ts, NameId name, std::uint64_t args = kNoArgs);
    void instant(TrackId track, std::int64_t ts, NameId name, NameId category, std::uint64_t args = kNoArgs);
    void counter(NameId processKey, NameId name, NameId series, std::int64_t ts, double value);
    enum class FlowPhase { Begin, Step, End };
    void flow(FlowPhase phase, TrackId track, std::int64_t ts, NameId category, NameId name, std::uint64_t id);
    void step(std::int64_t begin, std::int64_t end, NameId name, std::int32_t rank);

    /// Sorts, pairs B with E, nests, opens overflow lanes, pairs and binds flows, sums blocks. The builder is empty after.
    [[nodiscard]] Result<TimelinePtr> build(const Task& task, LayoutTally& tally);

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace shardscope::core
