// SPDX-License-Identifier: GPL-3.0-or-later
// The study of a recommender on one sheet, by the same scenes as on screen.
#include "app/desktop/export/picture.h"
#include "app/desktop/export/picture_text.h"

#include "app/desktop/pages/recommender/recommender_words.h"
#include "app/desktop/plan/plan_words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace shardscope::app {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(RecommenderPage)
};

constexpr double kHeading = 28;
constexpr double kGap = 24;

double drawView(QPainter& painter, const RecommenderView& view, const Study& study, const QRectF& place,
                const Theme& theme)
{
    painter.setFont(interfaceFont(TypeSize::Heading, Weight::Strong));
    painter.setPen(theme.text);
    painter.drawText(QRectF(place.left(), place.top(), place.width(), kHeading),
                     Qt::AlignLeft | Qt::AlignVCenter, view.title());
    const Scene scene = view.scene(study, place.width(), theme);
    painter.save();
    painter.translate(place.left(), place.top() + kHeading + 4);
    paintScene(painter, scene, theme);
    painter.restore();
    return place.top() + kHeading + 4 + scene.height;
}

} // namespace

Drawing recommenderDrawing(const PlanState& state, std::shared_ptr<const Study> study, Scheme scheme)
{
    return [state, study, scheme](QPainter& painter, double width) {
        const Theme& colors = theme(scheme);
        const double inner = width - 2 * kPictureMargin;
        const double column = (inner - kPictureMargin) / 2;
        const bool fits = study->step.placement.verdict.feasible();
        double y = writeText(painter, kPictureMargin, kPictureMargin, inner,
                             interfaceFont(TypeSize::Title, Weight::Strong), colors.text,
                             Words::tr("%1 on %2, and on %3")
                                 .arg(titleOf(state.model), titleOf(state.hardware),
                                      QString::fromStdString(study->request.cluster.title)));
        y = writeText(painter, kPictureMargin, y + 8, inner, interfaceFont(TypeSize::Heading, Weight::Strong),
                      fits ? colors.text : colors.bad, studySentence(*study)) +
            kGap;
        double left = 0; // bottom of the picture that waits for its neighbour
        for (const RecommenderView& view : recommenderViews()) {
            if (view.wide) {
                y = std::max(y, left) + (left > 0 ? kGap : 0);
                left = 0;
                y = drawView(painter, view, *study, QRectF(kPictureMargin, y, inner, 0), colors) + kGap;
            } else if (left == 0) {
                left = drawView(painter, view, *study, QRectF(kPictureMargin, y, column, 0), colors);
            } else {
                const double right = drawView(painter, view, *study,
                                              QRectF(2 * kPictureMargin + column, y, column, 0), colors);
                y = std::max(left, right) + kGap;
                left = 0;
            }
        }
        y = std::max(y, left);
        QString footer =
            Words::tr("Model %1; hardware %2; cluster %3; plan %4.")
                .arg(QString::fromStdString(state.model->name), QString::fromStdString(state.hardware->name),
                     QString::fromStdString(study->request.cluster.name), planSummary(state.plan));
        footer += QLatin1Char(' ') + programLine();
        const QStringList unverified = unverifiedOf(*study);
        if (!unverified.isEmpty())
            footer +=
                QLatin1Char(' ') +
                Words::tr("Unverified figures were used: %1").arg(unverified.join(QStringLiteral(", ")));
        y = writeText(painter, kPictureMargin, y, inner, interfaceFont(TypeSize::Small), colors.textDim,
                      footer);
        return y + kPictureMargin / 2;
    };
}

} // namespace shardscope::app
