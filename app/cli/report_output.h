// SPDX-License-Identifier: GPL-3.0-or-later
// A report as the terminal shows it.
#pragma once

#include "app/cli/context.h"
#include "core/report/report.h"

namespace shardscope::app {

/// Findings, then tables, each cut to a screen's height unless \p allRows.
void printReport(const Context& context, const core::Report& report, bool allRows);

} // namespace shardscope::app
