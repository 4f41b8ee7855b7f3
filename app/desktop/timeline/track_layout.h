// SPDX-License-Identifier: GPL-3.0-or-later
// Where the rows of a timeline lie from top to bottom: processes, their tracks with lanes, their counters. A
// value.
#pragma once

#include "core/timeline/timeline.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace shardscope::app {

/// What the user has folded away: processes by their number in the layout, tracks by id.
struct Folding {
    std::set<std::uint32_t> processes;
    std::set<std::uint32_t> tracks;
};

enum class RowKind { Process, Track, Counter };

struct LayoutRow {
    RowKind kind = RowKind::Track;
    double top = 0; ///< pixels at 1x from the top of the content
    double height = 0;
    std::uint32_t process = 0;
    core::TrackId track;       ///< for RowKind::Track
    std::uint32_t counter = 0; ///< for RowKind::Counter: index of the counter track
    std::uint32_t lanesShown = 0;
    bool collapsible = false;
    bool collapsed = false;
};

struct ProcessRow {
    std::string name;
    std::int32_t rank = -1;
    bool device = false;
};

class TrackLayout {
public:
    /// \p rowHeight: of one lane, in pixels.
    [[nodiscard]] static TrackLayout make(const core::Timeline& timeline, const Folding& folding,
                                          double rowHeight);

    [[nodiscard]] const std::vector<LayoutRow>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<ProcessRow>& processes() const { return m_processes; }
    [[nodiscard]] double height() const { return m_height; }
    [[nodiscard]] double rowHeight() const { return m_rowHeight; }
    /// The row at \p y, none below the last.
    [[nodiscard]] std::optional<std::size_t> rowAt(double y) const;
    /// The lane at \p y, none on headers, counters and gaps.
    [[nodiscard]] std::optional<core::LaneId> laneAt(const core::Timeline& timeline, double y) const;
    /// The top of \p lane; none where it is folded away.
    [[nodiscard]] std::optional<double> laneTop(core::LaneId lane) const;

private:
    std::vector<LayoutRow> m_rows;
    std::vector<ProcessRow> m_processes;
    std::vector<float> m_laneTop; ///< below 0: hidden
    double m_height = 0;
    double m_rowHeight = 0;
};

/// What is folded at first: deep host threads where everything open would not fit into a few screens.
[[nodiscard]] Folding initialFolding(const core::Timeline& timeline);

} // namespace shardscope::app
