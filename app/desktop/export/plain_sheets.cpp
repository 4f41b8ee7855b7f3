// SPDX-License-Identifier: GPL-3.0-or-later
// Sheets of one picture: plans side by side; what was asked and answered.
#include "app/desktop/charts/plan/plans_scene.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/ask/question_card.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

namespace shardscope::app {

Drawing plansDrawing(const PlanState& state, const std::vector<ShownPlan>& plans)
{
    if (plans.empty() || !state.complete())
        return {};
    return [state, plans](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        sheet.title(Words::tr("%1 on %2").arg(titleOf(state.model), titleOf(state.hardware)));
        const Scene scene = plansScene(plans, std::nullopt, sheet.inner, sheet.colors);
        sheet.draw({kPictureMargin, sheet.y + 20}, scene);
        sheet.y += 20 + scene.height;
        return sheet.end(12, Words::tr("Model %1; hardware %2.")
                                 .arg(shownText(state.model->name), shownText(state.hardware->name)));
    };
}

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
