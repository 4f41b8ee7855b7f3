// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/report/slide_drawing.h"

#include "app/desktop/base/unbroken.h"
#include "app/desktop/figures/picture_file.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTransform>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kSide = 48; ///< left and right of what a slide says
constexpr double kTop = 34;
constexpr double kFootHeight = 50;     ///< of two lines, and room below
constexpr double kLargestFigure = 1.6; ///< times its usual size
constexpr double kSmallestFigure = 0.2;

/// Lines of \p text from \p top, at most \p most of them; returns the y below.
double say(QPainter& painter, double top, const QString& text, const QFont& font, const QColor& color,
           qsizetype most)
{
    const double width = kSlideSize.width() - 2 * kSide;
    const QFontMetricsF metrics(font);
    QStringList lines = linesWithin(text, font, width);
    if (lines.size() > most) {
        QString rest = lines.mid(most - 1).join(QLatin1Char(' '));
        lines = lines.mid(0, most - 1) << metrics.elidedText(rest, Qt::ElideRight, width);
    }
    painter.setFont(font);
    painter.setPen(color);
    for (const QString& line : lines) {
        // Letters of other scripts stand higher than those of the font.
        const double height =
            metrics.boundingRect(QRectF(0, 0, 2 * width, 2 * width), Qt::AlignLeft, line).height();
        painter.drawText(QRectF(kSide, top, width, height), Qt::AlignLeft | Qt::TextDontClip, line);
        top += std::max(metrics.lineSpacing(), height);
    }
    return top;
}

/// Title and caption; returns the y below.
double sayHead(QPainter& painter, const ShownSlide& shown, const Theme& theme)
{
    double y =
        say(painter, kTop, titleOf(shown), interfaceFont(TypeSize::Display, Weight::Strong), theme.text, 2);
    if (const QString caption = captionOf(shown); !caption.isEmpty())
        y = say(painter, y + 2, caption, interfaceFont(TypeSize::Heading), theme.textDim, 2);
    return y + 14;
}

/// How large \p scene may be to stay within \p room.
double factorWithin(const SceneMaker& scene, const QSizeF& room, const Theme& theme)
{
    const auto fits = [&](double factor) {
        return scene(room.width() / factor, theme).height * factor <= room.height();
    };
    if (fits(kLargestFigure))
        return kLargestFigure;
    double least = kSmallestFigure;
    double most = kLargestFigure;
    constexpr int kHalvings = 8;
    for (int round = 0; round < kHalvings; ++round) {
        const double middle = std::sqrt(least * most);
        (fits(middle) ? least : most) = middle;
    }
    return least;
}

struct PlacedFigure {
    QPointF at;
    double factor = 1;
    Scene scene;
};

PlacedFigure placed(const ShownSlide& shown, double top, const Theme& theme, double moment)
{
    const QSizeF room(kSlideSize.width() - 2 * kSide, kSlideSize.height() - kFootHeight - top);
    const SceneMaker scene = shown.made.sceneAt(moment);
    const double factor = shown.factor > 0 ? shown.factor : factorWithin(scene, room, theme);
    return {{kSide, top}, factor, scene(room.width() / factor, theme)};
}

/// Where the figure begins.
double headBottom(const ShownSlide& shown, const Theme& theme)
{
    QImage unseen(1, 1, QImage::Format_RGB32);
    QPainter measuring(&unseen);
    return sayHead(measuring, shown, theme);
}

} // namespace

double figureFactor(const ShownSlide& shown, const Theme& theme)
{
    return shown.made.figure.scene ? placed(shown, headBottom(shown, theme), theme, 1).factor : 0;
}

QString titleOf(const ShownSlide& shown)
{
    return shown.slide.title.empty() ? shown.made.figure.title : shownText(shown.slide.title);
}

QString captionOf(const ShownSlide& shown)
{
    return shown.slide.caption.empty() ? shown.made.figure.sentence : shownText(shown.slide.caption);
}

QString footOf(const ShownSlide& shown)
{
    QStringList parts;
    if (!shown.made.source.isEmpty())
        parts << shown.made.source;
    if (!shown.slide.asOf.empty())
        parts << Words::tr("as of %1").arg(shownText(shown.slide.asOf));
    parts << programLine() << Words::tr("%1 of %2").arg(shown.number).arg(shown.count);
    return parts.join(QStringLiteral(" · "));
}

QRectF areaOf(const SlideMark& mark)
{
    const QPointF from(mark.x * kSlideSize.width(), mark.y * kSlideSize.height());
    if (mark.kind != MarkKind::Text)
        return QRectF(from, QPointF(mark.toX * kSlideSize.width(), mark.toY * kSlideSize.height()))
            .normalized();
    const QFont font = interfaceFont(TypeSize::Heading, Weight::Strong);
    const QFontMetricsF metrics(font);
    const double room = std::max(120.0, kSlideSize.width() - from.x() - 12);
    double width = 0;
    const QStringList lines = linesWithin(shownText(mark.words), font, room);
    for (const QString& line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    return {from, QSizeF(width + 16, static_cast<double>(lines.size()) * metrics.lineSpacing() + 8)};
}

void paintMark(QPainter& painter, const SlideMark& mark, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = areaOf(mark);
    if (mark.kind == MarkKind::Text) {
        painter.setPen(QPen(theme.accent, 1.5));
        painter.setBrush(theme.panel);
        painter.drawRoundedRect(area, 6, 6);
        const QFont font = interfaceFont(TypeSize::Heading, Weight::Strong);
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(area.adjusted(8, 4, -8, -4), Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip,
                         linesWithin(shownText(mark.words), font, area.width()).join(QLatin1Char('\n')));
    } else if (mark.kind == MarkKind::Frame) {
        painter.setPen(QPen(theme.bad, 3));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(area, 6, 6);
    } else {
        Scene scene;
        SceneLine& line =
            scene.line({mark.x * kSlideSize.width(), mark.y * kSlideSize.height()},
                       {mark.toX * kSlideSize.width(), mark.toY * kSlideSize.height()}, theme.bad, 4);
        line.arrow = true;
        paintScene(painter, scene, theme);
    }
    painter.restore();
}

void paintSlide(QPainter& painter, const ShownSlide& shown, const Theme& theme, double moment, Marks marks)
{
    painter.save();
    painter.fillRect(QRectF(QPointF(), kSlideSize), theme.panel);
    const double top = sayHead(painter, shown, theme);
    if (shown.made.figure.scene) {
        const PlacedFigure figure = placed(shown, top, theme, moment);
        painter.save();
        painter.translate(figure.at);
        painter.scale(figure.factor, figure.factor);
        paintScene(painter, figure.scene, theme);
        painter.restore();
    } else {
        const QString why =
            shown.made.problem.isEmpty() ? Words::tr("This figure is being computed.") : shown.made.problem;
        say(painter, top, why, interfaceFont(TypeSize::Heading),
            shown.made.problem.isEmpty() ? theme.textDim : theme.bad, 8);
    }
    const QString foot = footOf(shown).replace(QStringLiteral(" \u00b7 "), QStringLiteral("\u00a0\u00b7 "));
    say(painter, kSlideSize.height() - kFootHeight + 6, foot, interfaceFont(TypeSize::Small), theme.textDim,
        2); // no line begins with the point
    if (marks == Marks::Drawn) {
        for (const SlideMark& mark : shown.slide.marks)
            paintMark(painter, mark, theme);
    }
    painter.restore();
}

Drawing slideDrawing(ShownSlide shown)
{
    return [shown = std::move(shown)](QPainter& painter, double width, const Theme& theme) {
        const double factor = width / kSlideSize.width();
        painter.save();
        painter.scale(factor, factor);
        paintSlide(painter, shown, theme);
        painter.restore();
        return kSlideSize.height() * factor;
    };
}

std::vector<HotSpot> spotsOf(const ShownSlide& shown, const Theme& theme)
{
    if (!shown.made.figure.scene)
        return {};
    const PlacedFigure figure = placed(shown, headBottom(shown, theme), theme, 1);
    QTransform into = QTransform::fromTranslate(figure.at.x(), figure.at.y());
    into.scale(figure.factor, figure.factor);
    std::vector<HotSpot> spots = figure.scene.spots;
    for (HotSpot& spot : spots)
        spot.area = into.map(spot.area);
    return spots;
}

} // namespace shardscope::app
