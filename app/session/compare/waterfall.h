// SPDX-License-Identifier: GPL-3.0-or-later
// The bars from A's step to B's, for tables and pictures.
#pragma once

#include "app/session/compare/difference.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::app {

struct WaterfallBar {
    enum class Kind : std::uint8_t { From, Part, Rest, To };
    Kind kind = Kind::Part;
    std::size_t part = 0; ///< of Part: into StepDifference::parts
    std::string name;     ///< English, marked
    double seconds = 0;   ///< From and To: the step; else what is added to it
};

/// A's step, the parts, what is left, B's step; parts below a thousandth of the step are in the rest. Empty
/// where no steps are compared.
[[nodiscard]] std::vector<WaterfallBar> waterfallBars(const SideDifference& difference);

} // namespace shardscope::app
