// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a run numbers its tracks and slices anew: where those are in the whole.
#pragma once

#include "core/report/report.h"
#include "core/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace shardscope::profiler {

class WholePlaces {
public:
    /// \p part was cut out of \p whole, or is the same. Both must live as long as this.
    WholePlaces(const core::Timeline& part, const core::Timeline& whole);

    /// kNone stays, and becomes what is not found.
    [[nodiscard]] std::uint32_t trackOf(std::uint32_t track) const;
    [[nodiscard]] std::uint32_t rowOf(std::uint32_t row) const;
    /// Marks, evidence and columns of slices of a report on the part become the whole's; -1: a slice that is
    /// not found. Times in tables still count from the part's begin.
    void point(core::Report& report) const;

private:
    const core::Timeline& m_part;
    const core::Timeline& m_whole;
    std::vector<std::uint32_t> m_tracks; ///< by the part's
};

} // namespace shardscope::profiler
