// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/percent.h"

#include "core/units/plain_number.h"

#include <cmath>

namespace shardscope::core {

std::string percentText(double fraction, int decimals)
{
    constexpr double kMost = 1e6;
    const double percent = fraction * 100;
    if (std::abs(percent) > kMost)
        return (percent < 0 ? "< -" : "> ") + fixedText(kMost, 0) + " %";
    return fixedText(percent, decimals) + " %";
}

} // namespace shardscope::core
