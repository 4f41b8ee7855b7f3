// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/fold.h"

#include <algorithm>
#include <cmath>

namespace shardscope::core {

double timeToPixel(const TimeWindow& window, std::int64_t ns)
{
    return static_cast<double>(ns - window.begin) *
           (window.width / static_cast<double>(window.end - window.begin));
}

std::int64_t pixelToTime(const TimeWindow& window, double pixel)
{
    const double offset = pixel * (static_cast<double>(window.end - window.begin) / window.width);
    constexpr double kReach = 4.6e18; // below 2^62, so that begin + offset stays inside int64
    if (std::isnan(offset))
        return window.begin;
    return std::clamp<std::int64_t>(window.begin + std::llround(std::clamp(offset, -kReach, kReach)),
                                    -kMaxTime, kMaxTime);
}

namespace {

/// Walks a lane from left to right through a window.
class Folder {
public:
    Folder(const Timeline& timeline, LaneId lane, const TimeWindow& window, double foldBelow,
           std::vector<FoldedBox>& boxes)
        : m_timeline(timeline)
        , m_ts(timeline.ts())
        , m_dur(timeline.dur())
        , m_lane(lane)
        , m_window(window)
        , m_boxes(boxes)
        , m_nsPerPixel(static_cast<double>(window.end - window.begin) / window.width)
        , m_wideNs(static_cast<std::int64_t>(std::ceil(foldBelow * m_nsPerPixel)))
        , m_lastColumn(static_cast<std::int64_t>(std::ceil(window.width)))
        , m_firstBox(boxes.size())
    {
    }

    void run()
    {
        const auto [first, last] = m_timeline.rowsWithin(m_lane, m_window.begin, m_window.end);
        m_end = last;
        std::uint32_t row = first;
        std::int64_t freeFrom = m_window.begin; // no box reaches beyond
        while (row < m_end) {
            if (isWide(row) || standsAlone(row, freeFrom)) {
                freeFrom = own(row);
                ++row;
            } else {
                row = fold(row, freeFrom);
            }
        }
    }

private:
    [[nodiscard]] std::int64_t endOf(std::uint32_t row) const { return m_ts[row] + m_dur[row]; }
    [[nodiscard]] bool isWide(std::uint32_t row) const { return m_dur[row] >= m_wideNs && m_dur[row] > 0; }
    [[nodiscard]] std::int64_t columnOf(std::int64_t time) const
    {
        const std::int64_t inside = std::clamp(time, m_window.begin, m_window.end);
        auto column = static_cast<std::int64_t>(timeToPixel(m_window, inside));
        // The edges decide, so that rounding cannot put a time outside its column.
        while (column > 0 && edge(column) > inside)
            --column;
        while (edge(column + 1) <= inside && column + 1 < m_lastColumn)
            ++column;
        return column;
    }
    /// The first nanosecond of a pixel column.
    [[nodiscard]] std::int64_t edge(std::int64_t column) const
    {
        if (column >= m_lastColumn)
            return m_window.end;
        return std::min(m_window.end, m_window.begin + static_cast<std::int64_t>(std::ceil(
                                                           static_cast<double>(column) * m_nsPerPixel)));
    }

    /// At least a pixel wide, and neither neighbour touches its pixel columns.
    [[nodiscard]] bool standsAlone(std::uint32_t row, std::int64_t freeFrom) const
    {
        if (static_cast<double>(m_dur[row]) < m_nsPerPixel || m_dur[row] == 0)
            return false;
        const std::int64_t left = edge(columnOf(m_ts[row]));
        if (left < freeFrom && m_ts[row] > m_window.begin)
            return false;
        return row + 1 >= m_end || m_ts[row + 1] >= edge(columnOf(endOf(row) - 1) + 1);
    }

    std::int64_t own(std::uint32_t row)
    {
        const std::int64_t busy = std::min(endOf(row), m_window.end) - std::max(m_ts[row], m_window.begin);
        m_boxes.push_back(
            {timeToPixel(m_window, m_ts[row]), timeToPixel(m_window, endOf(row)), row, 1, 1.0F, busy});
        return endOf(row);
    }

    /// Folds columns from \p row on until nothing of a narrow slice is left over; returns the next row.
    std::uint32_t fold(std::uint32_t row, std::int64_t& freeFrom)
    {
        std::int64_t column = columnOf(m_ts[row]);
        while (true) {
            const std::int64_t from = std::max({edge(column), freeFrom, m_window.begin});
            const std::int64_t to = std::max(edge(column + 1), from);
            std::uint32_t next = m_timeline.firstStartingAt(m_lane, row, to);
            next = std::min(std::max(next, row + 1), m_end);
            // Only the last slice to start in a column can be wide; it gets a box of its own.
            const bool wideFollows = next - row > 1 && isWide(next - 1);
            next -= wideFollows ? 1 : 0;
            const std::int64_t until = wideFollows ? m_ts[next] : to;
            addColumn(row, next, from, until, column, wideFollows);
            freeFrom = until;
            if (endOf(next - 1) <= to)
                return next;
            // The last narrow slice goes on in the next column.
            row = next - 1;
            ++column;
            if (column >= m_lastColumn)
                return next;
        }
    }

    void addColumn(std::uint32_t row, std::uint32_t next, std::int64_t from, std::int64_t until,
                   std::int64_t column, bool wideFollows)
    {
        const std::int64_t busy = busyWithin(row, next, from, until);
        // A column's first nanosecond lies a little behind its edge, so the box before may reach into it.
        const double before = m_boxes.size() > m_firstBox ? m_boxes.back().right : 0.0;
        const double left = std::max(before, static_cast<double>(column));
        const double right = wideFollows ? timeToPixel(m_window, until)
                                         : std::min(static_cast<double>(column + 1), m_window.width);
        const std::int64_t span = until - from;
        const float occupancy =
            span > 0 ? static_cast<float>(static_cast<double>(busy) / static_cast<double>(span)) : 0.0F;
        m_boxes.push_back({left, std::max(left, right), m_timeline.longestRow(m_lane, row, next), next - row,
                           occupancy, busy});
    }

    /// Busy ns of rows [row, next) inside [from, until): few rows directly, many by the block sums.
    [[nodiscard]] std::int64_t busyWithin(std::uint32_t row, std::uint32_t next, std::int64_t from,
                                          std::int64_t until) const
    {
        if (next - row > kLaneBlockSlices) {
            const std::int64_t before = m_timeline.busyBefore(m_lane, row + 1, std::max(from, m_ts[row]));
            return m_timeline.busyBefore(m_lane, next, until) - before;
        }
        std::int64_t busy = 0;
        for (std::uint32_t at = row; at < next; ++at)
            busy += std::max<std::int64_t>(0, std::min(endOf(at), until) - std::max(m_ts[at], from));
        return busy;
    }

    const Timeline& m_timeline;
    std::span<const std::int64_t> m_ts;
    std::span<const std::int64_t> m_dur;
    LaneId m_lane;
    TimeWindow m_window;
    std::vector<FoldedBox>& m_boxes;
    double m_nsPerPixel;
    std::int64_t m_wideNs;
    std::int64_t m_lastColumn;
    std::size_t m_firstBox;
    std::uint32_t m_end = 0;
};

} // namespace

void foldLane(const Timeline& timeline, LaneId lane, const TimeWindow& window, std::vector<FoldedBox>& boxes,
              double foldBelow)
{
    if (window.begin >= window.end || !(window.width > 0) || timeline.lanes()[lane.index()].count == 0)
        return;
    Folder(timeline, lane, window, foldBelow, boxes).run();
}

} // namespace shardscope::core
