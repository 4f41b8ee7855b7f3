// SPDX-License-Identifier: GPL-3.0-or-later
// What was found of the clocks of a run's machines: which were moved, by how much, how well it is known.
#pragma once

#include "core/base/enum_names.h"
#include "core/timeline/clock_shift.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

enum class ClockVerdict : std::uint8_t {
    Reference,   ///< the run's clock
    Agrees,      ///< differs from the run's clock by less than the ends of a collective do
    Aligned,     ///< moved
    NoCommon,    ///< shares no matched collective with a clock that is known
    TooFew,      ///< shares some, but fewer than three
    Spread,      ///< the shared collectives contradict each other: more spread than they last
    Implausible, ///< would drift more than clocks do
};
constexpr auto enumNames(ClockVerdict)
{
    return core::namesUpTo<ClockVerdict::Implausible>("reference", "agrees", "aligned", "no_common",
                                                      "too_few", "spread", "implausible");
}
/// Whether times of such a clock may be compared with the run's.
[[nodiscard]] bool isKnown(ClockVerdict verdict);

/// One clock: a machine's, or one file's where it does not say which machine it is from.
struct HostClock {
    std::string host; ///< "": the file does not say
    std::vector<std::uint32_t> sources;
    std::vector<std::int32_t> ranks; ///< one a source
    ClockVerdict verdict = ClockVerdict::NoCommon;
    core::ClockShift shift;      ///< what is added to its times; none unless Aligned
    std::size_t collectives = 0; ///< that it shares with clocks known before it
    std::int64_t residualNs = 0; ///< 1.4826 times the median distance from the fit: one standard deviation
    std::int64_t worstNs = 0;    ///< largest distance from the fit
    std::size_t violations = 0;  ///< of them: somebody leaves, by more than 3 residuals, before all have come
};

struct ClockAlignment {
    std::vector<HostClock> clocks; ///< by lowest rank; sources that take part in no collective are left out
};

} // namespace shardscope::profiler
