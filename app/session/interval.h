// SPDX-License-Identifier: GPL-3.0-or-later
// How far an uncalibrated prediction may be off: the 80 % interval of contract section 4.
#pragma once

#include <string_view>

namespace shardscope::app {

struct Interval {
    double low = 0;
    double high = 0;
};

/// The interval around \p predicted for the figure \p key (contract, section 4) in the specification regime.
/// Its widths are stated in docs/accuracy.md, with the coverage they reach on the cases there.
[[nodiscard]] Interval specificationInterval(std::string_view key, double predicted);

} // namespace shardscope::app
