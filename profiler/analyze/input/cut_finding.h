// SPDX-License-Identifier: GPL-3.0-or-later
// Says that a ranking was cut, so that nobody takes its rows for all there are.
#pragma once

#include "core/report/report.h"

#include <string>
#include <utility>

namespace shardscope::profiler {

/// \p rows of the table \p title are left out, since only the first were asked for.
[[nodiscard]] inline core::Finding cutFinding(std::string title, std::size_t rows)
{
    return {"report.cut", core::Severity::Info, {std::move(title), std::to_string(rows)}, {}};
}

} // namespace shardscope::profiler
