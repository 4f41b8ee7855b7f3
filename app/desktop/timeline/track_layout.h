// SPDX-License-Identifier: GPL-3.0-or-later
// Where the rows of a timeline lie from top to bottom: pinned ones, then groups with their tracks and
// counters. A value.
#pragma once

#include "app/desktop/timeline/debug_track.h"
#include "app/desktop/timeline/run_places.h"
#include "core/timeline/timeline.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace shardscope::app {

/// What stands together under one heading.
enum class Grouping {
    Device,   ///< each device and each process of the host: by rank, then process, its devices first
    Rank,     ///< all processes of a rank
    Kind,     ///< accelerators, then hosts
    Thread,   ///< the same stream or thread of every rank
    Pipeline, ///< by mesh coordinate, where tracks have one
    Tensor,
    Replica,
};
inline constexpr std::size_t kGroupings = 7;

enum class RowKind { Group, Track, Counter, Debug };

struct PinnedRow {
    RowKind kind = RowKind::Track;
    std::uint32_t index = 0; ///< of the track or counter track
    friend bool operator==(const PinnedRow&, const PinnedRow&) = default;
};

/// How the reader wants the rows: everything but what the run holds.
struct Arrangement {
    Grouping grouping = Grouping::Device;
    std::string filter;               ///< words that a row must hold, without regard to case; empty: all rows
    std::set<std::string> groups;     ///< folded ones, by GroupRow::key
    std::set<std::uint32_t> tracks;   ///< folded to one lane
    std::vector<PinnedRow> pinned;    ///< stay on top while the rest scrolls
    std::vector<DebugTrackPtr> debug; ///< rows beside the run's, above them
    RunPlaces places;                 ///< the run's own: no choice of the reader's
};

struct LayoutRow {
    RowKind kind = RowKind::Track;
    double top = 0; ///< pixels at 1x from the top of the content
    double height = 0;
    std::uint32_t group = 0; ///< index into TrackLayout::groups; of pinned rows: where they belong
    core::TrackId track;     ///< for RowKind::Track; of a folded group: the track that stands for it, if any
    std::uint32_t counter = 0; ///< for RowKind::Counter: index of the counter track
    DebugTrackPtr debug;       ///< for RowKind::Debug and its group: whose \c debugTrack is shown
    core::TrackId debugTrack;  ///< of the debug track's timeline
    std::uint32_t lanesShown = 0;
    std::uint32_t firstShown =
        0; ///< of the track's lanes: what lies in a folded one's step, where that says all
    bool collapsible = false;
    bool collapsed = false;
    bool pinned = false;
};

struct GroupRow {
    std::string key;         ///< stable while the grouping is
    std::string name;        ///< as the file says; empty where the grouping and value tell
    std::string host;        ///< of a device: the process it works for, where that is not told otherwise
    std::int64_t value = -1; ///< rank, 1 for accelerators, or mesh coordinate; -1: none
    std::int32_t rank = -1;
    std::int32_t job = -1;             ///< of several; -1: there is one only
    bool device = false;               ///< holds rows of an accelerator
    std::vector<std::uint32_t> tracks; ///< that pass the filter, without pinned ones
};

class TrackLayout {
public:
    /// \p rowHeight: of one lane, in pixels.
    [[nodiscard]] static TrackLayout make(const core::Timeline& timeline, const Arrangement& arrangement,
                                          double rowHeight);

    [[nodiscard]] const std::vector<LayoutRow>& rows() const { return m_rows; } ///< by top, pinned ones first
    [[nodiscard]] const std::vector<GroupRow>& groups() const { return m_groups; }
    [[nodiscard]] Grouping grouping() const { return m_grouping; }
    [[nodiscard]] double height() const { return m_height; }
    [[nodiscard]] double rowHeight() const { return m_rowHeight; }
    [[nodiscard]] std::size_t pinnedRows() const { return m_pinnedRows; }
    /// Rows above this content y do not scroll.
    [[nodiscard]] double pinnedHeight() const { return m_pinnedHeight; }
    /// Where a content y is seen when the rest is scrolled by \p scroll, and back.
    [[nodiscard]] double seenY(double content, double scroll) const
    {
        return content < m_pinnedHeight ? content : content - scroll;
    }
    [[nodiscard]] double contentY(double seen, double scroll) const
    {
        return seen < m_pinnedHeight ? seen : seen + scroll;
    }
    /// The row at content \p y, none below the last.
    [[nodiscard]] std::optional<std::size_t> rowAt(double y) const;
    /// The lane at content \p y, none on headings, counters and gaps.
    [[nodiscard]] std::optional<core::LaneId> laneAt(const core::Timeline& timeline, double y) const;
    /// Where a debug track is hit: its rows' timeline and the lane at content \p y.
    struct DebugLane {
        DebugTrackPtr debug;
        core::LaneId lane;
    };
    [[nodiscard]] std::optional<DebugLane> debugLaneAt(double y) const;
    /// Where lane \p depth of a debug row lies.
    [[nodiscard]] double debugLaneTop(const LayoutRow& row, std::uint32_t depth) const;
    /// The content top of \p lane; none where it is folded away or filtered out.
    [[nodiscard]] std::optional<double> laneTop(core::LaneId lane) const;

private:
    friend class TrackLayoutMaker;
    std::vector<LayoutRow> m_rows;
    std::vector<GroupRow> m_groups;
    std::vector<float> m_laneTop; ///< below 0: hidden
    Grouping m_grouping = Grouping::Device;
    double m_height = 0;
    double m_rowHeight = 0;
    std::size_t m_pinnedRows = 0;
    double m_pinnedHeight = 0;
};

/// What is folded at first: deep host threads where everything open would not fit into a few screens, and
/// whole groups where even that would not.
[[nodiscard]] Arrangement initialArrangement(const core::Timeline& timeline, RunPlaces places = {});
/// The groupings that tell rows of this run apart: always Device; Rank where there are several; mesh axes
/// along which tracks differ.
[[nodiscard]] std::vector<Grouping> usefulGroupings(const core::Timeline& timeline);

} // namespace shardscope::app
