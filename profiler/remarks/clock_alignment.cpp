// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/remarks/clock_alignment.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

constexpr std::array<std::string_view, 7> kKeys{"reference", "agrees", "aligned",    "no_common",
                                                "too_few",   "spread", "implausible"};

} // namespace

std::string_view clockVerdictKey(ClockVerdict verdict) { return kKeys[static_cast<std::size_t>(verdict)]; }

bool isKnown(ClockVerdict verdict)
{
    return verdict == ClockVerdict::Reference || verdict == ClockVerdict::Agrees ||
           verdict == ClockVerdict::Aligned;
}

bool ClockAlignment::moves() const
{
    return std::ranges::any_of(clocks, [](const HostClock& clock) { return !clock.shift.none(); });
}

} // namespace shardscope::profiler
