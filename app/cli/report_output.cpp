// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_output.h"

#include "app/session/text/messages.h"
#include "app/session/text/printable.h"
#include "app/session/trace/analyses.h"

namespace shardscope::app {

void printReport(const Context& context, const core::Report& report, bool allRows)
{
    constexpr std::size_t kRowsShown = 40;
    for (const core::Finding& finding : report.findings)
        context.print(severityName(finding.severity).toStdString() + ": " +
                      printable(findingText(finding, context.style).toStdString()) + "\n");
    if (!report.findings.empty() && !report.tables.empty())
        context.print("\n");
    for (const core::Table& table : report.tables) {
        context.print(table, allRows ? 0 : kRowsShown);
        context.print("\n");
    }
}

} // namespace shardscope::app
