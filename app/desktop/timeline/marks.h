// SPDX-License-Identifier: GPL-3.0-or-later
// What the user pointed at in a run: drawn over the lanes or by dimming the rest.
#pragma once

// First: moc 6.4 cannot read <concepts> unless a header of Qt was before it.
#include <QString>

#include "core/base/ids.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace shardscope::app {

/// A span of time on some tracks.
struct SelectedArea {
    std::int64_t begin = 0; ///< ns
    std::int64_t end = 0;
    std::vector<core::TrackId> tracks; ///< ascending; empty: all
    friend bool operator==(const SelectedArea&, const SelectedArea&) = default;
};

/// Critical paths, each in the order of time: where it runs through slices and where it waits between them.
struct PathMarks {
    struct Stretch {
        core::SliceId slice; ///< on whose lane it is drawn
        std::int64_t begin = 0;
        std::int64_t end = 0;
        bool wait = false; ///< a delay, not the slice's own time
    };
    std::vector<std::vector<Stretch>> paths; ///< one for each rank
};

/// What the reader keeps on a run: how long something takes, or words about a place.
struct TimelineNote {
    std::int64_t begin = 0; ///< ns
    std::int64_t end = 0;
    core::LaneId lane{}; ///< that its arrow points at; invalid: it is about the time, on all lanes
    QString text{};      ///< empty: only how long it is
    friend bool operator==(const TimelineNote&, const TimelineNote&) = default;
};

struct TimelineMarks {
    core::SliceId selected;
    core::SliceId hovered;
    std::vector<std::uint32_t> flows; ///< indices of the flows to draw
    std::vector<bool> matches;        ///< by name; empty: no search, nothing is dimmed
    std::optional<SelectedArea> area;
    std::shared_ptr<const PathMarks> path; ///< null: not shown
    std::optional<TimelineNote> measured;  ///< until another time is
    std::vector<TimelineNote> notes;       ///< kept with the run's files
};

} // namespace shardscope::app
