// SPDX-License-Identifier: GPL-3.0-or-later
// How large recommendation models became from year to year, as told by their papers and by the article on
// PERSIA.
#pragma once

#include "core/report/table.h"

#include <span>

namespace shardscope::app {

struct YearPoint {
    const char* name;
    int year;
    double parameters;
    const char* source;
    bool secondHand; ///< not seen in the paper itself
};

[[nodiscard]] std::span<const YearPoint> parameterYears(); ///< by year
[[nodiscard]] core::Table yearTable();

} // namespace shardscope::app
