// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a ranking, and says so: nobody takes its rows for all there are.
#pragma once

#include "core/report/report.h"

#include <cstddef>
#include <string>
#include <utility>

namespace shardscope::profiler {

/// Keeps the first \p top of \p rows, all where that is 0. \p title: of their table.
template <class Rows>
void keepTop(Rows& rows, std::size_t top, std::string title, core::Report& report)
{
    if (top == 0 || rows.size() <= top)
        return;
    report.findings.push_back(
        {"report.cut", core::Severity::Info, {std::move(title), std::to_string(rows.size() - top)}, {}});
    rows.resize(top);
}

} // namespace shardscope::profiler
