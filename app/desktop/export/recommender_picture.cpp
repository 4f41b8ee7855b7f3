// SPDX-License-Identifier: GPL-3.0-or-later
// The study of a recommender on one sheet, by the same scenes as on screen.
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/recommender/recommender_words.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kHeading = 28;
constexpr double kGap = 24;

/// Below the sheet's y, from \p x; returns its bottom.
double drawView(Sheet& sheet, const RecommenderView& view, const Study& study, double x, double width)
{
    sheet.painter.setFont(interfaceFont(TypeSize::Heading, Weight::Strong));
    sheet.painter.setPen(sheet.colors.text);
    sheet.painter.drawText(QRectF(x, sheet.y, width, kHeading), Qt::AlignLeft | Qt::AlignVCenter,
                           viewTitle(view, &study));
    const Scene scene = view.scene(study, width, sheet.colors);
    sheet.draw({x, sheet.y + kHeading + 4}, scene);
    return sheet.y + kHeading + 4 + scene.height;
}

} // namespace

Drawing recommenderDrawing(const PlanState& state, std::shared_ptr<const Study> study)
{
    return [state, study](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        double& y = sheet.y;
        const double column = (sheet.inner - kPictureMargin) / 2;
        sheet.title(studySubtitle(*study));
        sheet.say(8, studySentence(*study), studyFits(*study) ? sheet.colors.text : sheet.colors.bad,
                  TypeSize::Heading, Weight::Strong);
        y += kGap;
        double left = 0; // bottom of the picture that waits for its neighbour
        for (const RecommenderView& view : recommenderViews()) {
            if (!isShown(view, *study))
                continue;
            if (view.wide) {
                y = std::max(y, left) + (left > 0 ? kGap : 0);
                left = 0;
                y = drawView(sheet, view, *study, kPictureMargin, sheet.inner) + kGap;
            } else if (left == 0) {
                left = drawView(sheet, view, *study, kPictureMargin, column);
            } else {
                const double right = drawView(sheet, view, *study, 2 * kPictureMargin + column, column);
                y = std::max(left, right) + kGap;
                left = 0;
            }
        }
        y = std::max(y, left);
        const QStringList unverified = unverifiedOf(*study);
        return sheet.end(
            0,
            study->request.alone ? Words::tr("Model %1; cluster %2; plan %3.")
                                       .arg(shownText(state.model->name),
                                            shownText(study->request.cluster.name), planSummary(state.plan))
                                 : Words::tr("Model %1; hardware %2; cluster %3; plan %4.")
                                       .arg(shownText(state.model->name), shownText(state.hardware->name),
                                            shownText(study->request.cluster.name), planSummary(state.plan)),
            unverified.isEmpty()
                ? QString()
                : Words::tr("Unverified figures were used: %1").arg(unverified.join(QStringLiteral(", "))));
    };
}

} // namespace shardscope::app
