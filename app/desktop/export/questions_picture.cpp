// SPDX-License-Identifier: GPL-3.0-or-later
// What was asked and answered, on one sheet.
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/ask/question_card.h"
#include "app/session/text/words.h"

namespace shardscope::app {

Drawing questionsDrawing(const QString& model, const std::vector<ShownQuestion>& shown)
{
    if (shown.empty())
        return {};
    return [model, shown](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        sheet.title(model);
        for (const ShownQuestion& one : shown) {
            sheet.say(20, one.question, sheet.colors.textDim);
            sheet.say(4, one.answer, one.bad ? sheet.colors.bad : sheet.colors.text, TypeSize::Heading,
                      Weight::Strong);
            sheet.say(4, one.doubts, sheet.colors.text);
            if (one.table.rows.empty())
                continue;
            sheet.y += 8;
            drawTable(sheet, one.table);
        }
        return sheet.end(16, Words::tr("Model %1.").arg(model));
    };
}

} // namespace shardscope::app
