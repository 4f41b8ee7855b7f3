// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/fold.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
        , m_blocks(timeline.blocks(lane))
        , m_laneBegin(timeline.lanes()[lane.index()].begin)
        , m_nsPerPixel(static_cast<double>(window.end - window.begin) / window.width)
        , m_pixelsPerNs(window.width / static_cast<double>(window.end - window.begin))
        , m_wideNs(static_cast<std::int64_t>(std::ceil(foldBelow * m_nsPerPixel)))
        , m_lastColumn(static_cast<std::int64_t>(std::ceil(window.width)))
        , m_firstBox(boxes.size())
        , m_summedTo(m_laneBegin)
    {
    }

    void run()
    {
        const auto [first, last] = m_timeline.rowsWithin(m_lane, m_window.begin, m_window.end);
        m_end = last;
        m_ahead = (first - m_laneBegin) / kLaneBlockSlices;
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
        auto column = static_cast<std::int64_t>(pixelOf(inside));
        // The edges decide, so that rounding cannot put a time outside its column.
        while (column > 0 && edge(column) > inside)
            --column;
        while (edge(column + 1) <= inside && column + 1 < m_lastColumn)
            ++column;
        return column;
    }
    /// timeToPixel with its quotient kept: the same value.
    [[nodiscard]] double pixelOf(std::int64_t ns) const
    {
        return static_cast<double>(ns - m_window.begin) * m_pixelsPerNs;
    }
    /// The first nanosecond of a pixel column.
    [[nodiscard]] std::int64_t edge(std::int64_t column) const
    {
        if (column >= m_lastColumn)
            return m_window.end;
        const double offset = static_cast<double>(column) * m_nsPerPixel;
        auto ns = static_cast<std::int64_t>(offset); // rounded up; std::ceil is a call on plain x86-64
        ns += static_cast<double>(ns) < offset ? 1 : 0;
        return std::min(m_window.end, m_window.begin + ns);
    }

    /// Whether the slice is at least a pixel wide, and neither neighbour touches its pixel columns.
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
        m_boxes.push_back({pixelOf(m_ts[row]), pixelOf(endOf(row)), row, 1, 1.0F, row, busy});
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
            fetchAhead(column + 2);
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

    /// A column costs what its rows take to come from memory: those around the end of \p column are sent for
    /// while an earlier one is summed. The blocks, which are few, tell about where that is.
    void fetchAhead(std::int64_t column)
    {
        const std::int64_t time = edge(column + 1);
        while (m_ahead + 1 < m_blocks.size() && m_blocks[m_ahead + 1].firstTs < time)
            ++m_ahead;
        const std::uint32_t first = m_laneBegin + static_cast<std::uint32_t>(m_ahead) * kLaneBlockSlices;
        if (m_ahead + 1 >= m_blocks.size() || first == m_fetched)
            return;
        m_fetched = first;
        const std::int64_t begin = m_blocks[m_ahead].firstTs;
        const double part =
            static_cast<double>(time - begin) /
            static_cast<double>(std::max<std::int64_t>(m_blocks[m_ahead + 1].firstTs - begin, 1));
        const auto within = static_cast<std::uint32_t>(std::clamp(part, 0.0, 1.0) * (kLaneBlockSlices - 1));
        constexpr std::uint32_t kLine = 64 / sizeof(std::int64_t);
        __builtin_prefetch(&m_ts[first + within]);
        __builtin_prefetch(&m_ts[first + within - std::min(within, kLine / 2)]);
        for (std::uint32_t row = 0; row < kLaneBlockSlices; row += kLine)
            __builtin_prefetch(&m_dur[first + row]);
    }

    void addColumn(std::uint32_t row, std::uint32_t next, std::int64_t from, std::int64_t until,
                   std::int64_t column, bool wideFollows)
    {
        const std::int64_t busy = busyWithin(row, next, from, until);
        // A column's first nanosecond lies a little behind its edge, so the box before may reach into it.
        const double before = m_boxes.size() > m_firstBox ? m_boxes.back().right : 0.0;
        const double left = std::max(before, static_cast<double>(column));
        const double right =
            wideFollows ? pixelOf(until) : std::min(static_cast<double>(column + 1), m_window.width);
        const std::int64_t span = until - from;
        const float occupancy =
            span > 0 ? static_cast<float>(static_cast<double>(busy) / static_cast<double>(span)) : 0.0F;
        m_boxes.push_back(
            {left, std::max(left, right), longestOf(row, next), next - row, occupancy, row, busy});
    }

    /// Busy ns of rows [row, next) inside [from, until): few rows directly, many by the block sums. Every row
    /// starts before \p until.
    [[nodiscard]] std::int64_t busyWithin(std::uint32_t row, std::uint32_t next, std::int64_t from,
                                          std::int64_t until)
    {
        if (next - row <= kFewRows) {
            std::int64_t busy = 0;
            for (std::uint32_t at = row; at < next; ++at)
                busy += std::max<std::int64_t>(0, std::min(endOf(at), until) - std::max(m_ts[at], from));
            return busy;
        }
        const std::int64_t before = durationsBefore(row);
        const std::int64_t all = durationsBefore(next) - before;
        // Slices of a lane do not overlap: only the first can begin, and only the last can end, outside.
        const std::int64_t early = std::clamp<std::int64_t>(from - m_ts[row], 0, m_dur[row]);
        return all - early - std::max<std::int64_t>(0, endOf(next - 1) - until);
    }

    /// The sum of the durations of the lane's rows before \p row. A column begins where the one before ended,
    /// or at that one's last row.
    [[nodiscard]] std::int64_t durationsBefore(std::uint32_t row)
    {
        if (row == m_summedTo)
            return m_sum;
        if (row + 1 == m_summedTo) {
            m_sum -= m_dur[row];
        } else {
            const std::uint32_t inLane = row - m_laneBegin;
            std::uint32_t block = inLane / kLaneBlockSlices;
            const std::uint32_t inBlock = inLane % kLaneBlockSlices;
            // Counts from the nearer end of the block; the last block has no sum behind it.
            if (inBlock > kLaneBlockSlices / 2 && block + 1 < m_blocks.size()) {
                const std::uint32_t end = m_laneBegin + (block + 1) * kLaneBlockSlices;
                m_sum = m_blocks[block + 1].busyBefore - sumOf(row, end);
            } else {
                block = std::min<std::uint32_t>(block, static_cast<std::uint32_t>(m_blocks.size()) - 1);
                m_sum = m_blocks[block].busyBefore + sumOf(m_laneBegin + block * kLaneBlockSlices, row);
            }
        }
        m_summedTo = row;
        return m_sum;
    }
    [[nodiscard]] std::int64_t sumOf(std::uint32_t from, std::uint32_t to) const
    {
        std::int64_t sum = 0;
        for (std::uint32_t row = from; row < to; ++row)
            sum += m_dur[row];
        return sum;
    }

    /// Timeline::longestRow, but looks at single rows only where a block's longest does not answer.
    [[nodiscard]] std::uint32_t longestOf(std::uint32_t row, std::uint32_t next) const
    {
        if (next - row <= kFewRows)
            return longestByRows(row, next, row);
        std::uint32_t best = row;
        for (std::uint32_t at = row; at < next;) {
            const std::uint32_t number = (at - m_laneBegin) / kLaneBlockSlices;
            const LaneBlock& block = m_blocks[number];
            const std::uint32_t end = std::min(next, m_laneBegin + (number + 1) * kLaneBlockSlices);
            if (block.longest > m_dur[best]) {
                const bool inside = block.longestRow >= at && block.longestRow < end;
                best = inside ? block.longestRow : longestByRows(at, end, best);
            }
            at = end;
        }
        return best;
    }
    [[nodiscard]] std::uint32_t longestByRows(std::uint32_t from, std::uint32_t to, std::uint32_t best) const
    {
        for (std::uint32_t row = from; row < to; ++row)
            best = m_dur[row] > m_dur[best] ? row : best;
        return best;
    }

    static constexpr std::uint32_t kFewRows = kLaneBlockSlices / 4;

    const Timeline& m_timeline;
    std::span<const std::int64_t> m_ts;
    std::span<const std::int64_t> m_dur;
    LaneId m_lane;
    TimeWindow m_window;
    std::vector<FoldedBox>& m_boxes;
    std::span<const LaneBlock> m_blocks;
    std::uint32_t m_laneBegin;
    double m_nsPerPixel;
    double m_pixelsPerNs;
    std::int64_t m_wideNs;
    std::int64_t m_lastColumn;
    std::size_t m_firstBox;
    std::uint32_t m_end = 0;
    std::size_t m_ahead = 0; ///< block that fetchAhead found last
    std::uint32_t m_fetched =
        std::numeric_limits<std::uint32_t>::max(); ///< first row of the block sent for last
    std::uint32_t m_summedTo;
    std::int64_t m_sum = 0; ///< durations of the lane's rows before m_summedTo
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
