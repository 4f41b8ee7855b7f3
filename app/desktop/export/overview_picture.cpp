// SPDX-License-Identifier: GPL-3.0-or-later
// What the overview of a run says, on one sheet.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/step_shares.h"
#include "app/desktop/export/picture.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

void drawFindings(Sheet& sheet, const profiler::Overview& overview)
{
    sheet.say(16, Words::tr("What costs most"), sheet.colors.text, TypeSize::Heading, Weight::Strong);
    if (overview.findings.empty())
        sheet.say(6, noCostText(overview), sheet.colors.text);
    for (std::size_t at = 0; at < std::min(overview.findings.size(), kCostsTold); ++at) {
        const profiler::CostFinding& finding = overview.findings[at];
        sheet.say(6, QStringLiteral("%1. %2").arg(at + 1).arg(costSentence(finding)), sheet.colors.text);
        sheet.say(2, confidenceSentence(finding) + QLatin1Char(' ') + adviceSentence(finding),
                  sheet.colors.textDim, TypeSize::Small);
    }
    const int more = static_cast<int>(overview.findings.size()) - static_cast<int>(kCostsTold);
    if (more > 0)
        sheet.say(6, Words::tr("and %n more", nullptr, more), sheet.colors.textDim, TypeSize::Small);
}

} // namespace

Drawing overviewDrawing(const RunViewPtr& run, const QString& title,
                        std::shared_ptr<const profiler::Overview> overview)
{
    if (!run || !overview)
        return nullptr;
    return [run, title, overview = std::move(overview)](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        sheet.title(title);
        const core::Table facts = overviewFacts(*overview);
        for (std::size_t row = 0; row < facts.rows.size(); ++row)
            sheet.say(2, cellString(facts, row, 0) + QStringLiteral(": ") + cellString(facts, row, 1),
                      sheet.colors.textDim);
        if (!overview->parts.empty()) {
            const QString seconds = quantityString(overview->stepSeconds, core::kSecond);
            sheet.say(
                16,
                (overview->steps == 0 ? Words::tr("The recording takes %1") : Words::tr("A step takes %1"))
                    .arg(seconds),
                sheet.colors.text, TypeSize::Heading, Weight::Strong);
            sheet.y += 8;
            const Scene shares = stepSharesScene(*overview, sheet.inner, sheet.colors);
            sheet.draw({kPictureMargin, sheet.y}, shares);
            sheet.y += shares.height;
        }
        drawFindings(sheet, *overview);
        return sheet.end(16, filesOf(*run->run));
    };
}

} // namespace shardscope::app
