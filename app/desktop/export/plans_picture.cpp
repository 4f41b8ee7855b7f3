// SPDX-License-Identifier: GPL-3.0-or-later
// Plans side by side on one sheet, by the scene of the screen.
#include "app/desktop/charts/plan/plans_scene.h"
#include "app/desktop/export/picture.h"
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

} // namespace shardscope::app
