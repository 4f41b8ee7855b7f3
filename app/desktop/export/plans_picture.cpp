// SPDX-License-Identifier: GPL-3.0-or-later
// Plans side by side on one sheet, by the scene of the screen.
#include "app/desktop/charts/plan/plans_scene.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/export/picture_text.h"

#include <QCoreApplication>
#include <QPainter>

namespace shardscope::app {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PlanPicture)
};

} // namespace

Drawing plansDrawing(const PlanState& state, const std::vector<ShownPlan>& plans, Scheme scheme)
{
    if (plans.empty() || !state.complete())
        return {};
    return [state, plans, scheme](QPainter& painter, double width) {
        const Theme& colors = theme(scheme);
        const double inner = width - 2 * kPictureMargin;
        double y = writeText(painter, kPictureMargin, kPictureMargin, inner,
                             interfaceFont(TypeSize::Title, Weight::Strong), colors.text,
                             Words::tr("%1 on %2").arg(titleOf(state.model), titleOf(state.hardware))) +
                   20;
        const Scene scene = plansScene(plans, std::nullopt, inner, colors);
        painter.save();
        painter.translate(kPictureMargin, y);
        paintScene(painter, scene, colors);
        painter.restore();
        y += scene.height + 12;
        const QString source =
            Words::tr("Model %1; hardware %2.")
                .arg(QString::fromStdString(state.model->name), QString::fromStdString(state.hardware->name));
        return writeText(painter, kPictureMargin, y, inner, interfaceFont(TypeSize::Small), colors.textDim,
                         source + QLatin1Char(' ') + programLine()) +
               kPictureMargin / 2;
    };
}

} // namespace shardscope::app
