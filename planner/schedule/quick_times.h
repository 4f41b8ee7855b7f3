// SPDX-License-Identifier: GPL-3.0-or-later
// An order that is timed again and again with other costs, as a search does: put into a sequence in which
// every action stands behind what it waits for, so that one pass over it tells when each ends.
#pragma once

#include "planner/schedule/schedules.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardscope::planner {

class QuickTimes {
public:
    /// Errors: timeSchedule()'s.
    [[nodiscard]] static core::Result<QuickTimes> of(const PipelineOrder& order);

    /// Chunks that \p rank holds at most until their weight gradients are done.
    [[nodiscard]] std::int64_t peakChunks(std::size_t rank) const { return m_peaks[rank]; }
    [[nodiscard]] std::size_t ranks() const { return m_peaks.size(); }
    [[nodiscard]] std::size_t actions() const { return m_steps.size(); }

    /// Durations if messages cost nothing. step: from the first action's start to the last one's end on any
    /// rank. ofRank: the same within one rank, for the rank where it is longest.
    struct Spans {
        double step = 0;
        double ofRank = 0;
    };
    [[nodiscard]] Spans spans(const ScheduleCosts& costs) const;

private:
    struct Step {
        ActionKind kind;
        std::uint16_t rank; ///< of at most 4,096
        std::int32_t first; ///< that it waits for on other ranks: a place in the sequence; -1: nothing
        std::int32_t second;
    };
    explicit QuickTimes(std::size_t ranks)
        : m_peaks(ranks)
    {
    }
    std::vector<Step> m_steps;
    std::vector<std::int64_t> m_peaks;
};

} // namespace shardscope::planner
