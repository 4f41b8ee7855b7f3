// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/scene.h"

#include "app/desktop/base/unbroken.h"
#include "app/desktop/charts/hatching.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kLegendLine = 18;
constexpr double kSwatch = 12;

void paintBox(QPainter& painter, const SceneBox& box, const Theme& theme)
{
    const bool rounded = box.corner > 0;
    painter.setRenderHint(QPainter::Antialiasing, rounded);
    if (rounded) {
        painter.setPen(box.edge.isValid() ? QPen(box.edge, 1) : QPen(Qt::NoPen));
        painter.setBrush(box.fill);
        painter.drawRoundedRect(box.rect, box.corner, box.corner);
    } else {
        painter.fillRect(box.rect, box.fill);
    }
    if (box.hatch)
        hatch(painter, box.rect, inkOn(box.fill) == QColor(Qt::white) ? theme.panel : theme.text, 6,
              Hatching::Rising);
    if (!rounded && box.edge.isValid()) {
        painter.setPen(QPen(box.edge, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.rect);
    }
    if (box.label.isEmpty() || box.rect.height() < 11 || textWidth(box.label) + 4 > box.rect.width())
        return;
    painter.setFont(interfaceFont(TypeSize::Small));
    if (box.hatch) {
        const double width = textWidth(box.label) + 4;
        painter.fillRect(QRectF(box.rect.center().x() - width / 2, box.rect.center().y() - 7, width, 14),
                         box.fill);
    }
    painter.setPen(inkOn(box.fill));
    painter.drawText(box.rect, Qt::AlignCenter, box.label);
}

void paintLine(QPainter& painter, const SceneLine& line)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(line.color, line.width, line.dashed ? Qt::DashLine : Qt::SolidLine,
                        line.arrow ? Qt::FlatCap : Qt::SquareCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (!line.arrow || line.points.size() < 2) {
        painter.drawPolyline(line.points);
        return;
    }
    const QPointF end = line.points.back();
    const QPointF before = line.points[line.points.size() - 2];
    const double length = std::hypot(end.x() - before.x(), end.y() - before.y());
    if (length <= 0)
        return;
    const QPointF along = (end - before) / length;
    const QPointF across(-along.y(), along.x());
    const double head = 5 + line.width;
    QPolygonF shaft = line.points;
    shaft.back() = end - along * head;
    painter.drawPolyline(shaft);
    painter.setPen(Qt::NoPen);
    painter.setBrush(line.color);
    painter.drawPolygon(
        QPolygonF({end, end - along * head + across * head * 0.6, end - along * head - across * head * 0.6}));
}

void paintText(QPainter& painter, const SceneText& text, const Theme& theme)
{
    const QFont font = interfaceFont(text.size, text.weight);
    painter.setFont(font);
    QString shown = text.text;
    if (text.wrap)
        shown = linesWithin(shown, font, text.rect.width()).join(QLatin1Char('\n'));
    else
        shown = QFontMetricsF(font).elidedText(shown, Qt::ElideRight, text.rect.width() + 1);
    if (text.halo) {
        const double width = QFontMetricsF(font).horizontalAdvance(shown) + 4;
        const double x = text.align & Qt::AlignHCenter ? text.rect.center().x() - width / 2
                         : text.align & Qt::AlignRight ? text.rect.right() - width + 2
                                                       : text.rect.left() - 2;
        painter.fillRect(QRectF(x, text.rect.center().y() - 7, width, 14), theme.panel);
    }
    painter.setPen(text.color);
    // One line that is cut to the width needs no clipping, which would take the feet of its letters in a low
    // row.
    painter.drawText(text.rect,
                     static_cast<int>(text.align) | (text.wrap ? 0 : static_cast<int>(Qt::TextDontClip)),
                     shown);
}

} // namespace

SceneBox& Scene::box(const QRectF& rect, const QColor& fill)
{
    return boxes.emplace_back(SceneBox{rect, fill});
}

SceneLine& Scene::line(QPointF from, QPointF to, const QColor& color, double thickness)
{
    return lines.emplace_back(SceneLine{QPolygonF({from, to}), color, thickness});
}

SceneText& Scene::text(const QRectF& rect, const QString& words, const QColor& color, Qt::Alignment align,
                       Weight weight, TypeSize size)
{
    return texts.emplace_back(SceneText{rect, words, color, align, size, weight});
}

void Scene::append(const Scene& other, QPointF by)
{
    if (other.byHand)
        byHand = [first = std::move(byHand), second = other.byHand, by](QPainter& painter,
                                                                        const Theme& theme) {
            if (first)
                first(painter, theme);
            painter.translate(by);
            second(painter, theme);
        };
    for (SceneBox one : other.boxes) {
        one.rect.translate(by);
        boxes.push_back(std::move(one));
    }
    for (SceneLine one : other.lines) {
        one.points.translate(by);
        lines.push_back(std::move(one));
    }
    for (SceneText one : other.texts) {
        one.rect.translate(by);
        texts.push_back(std::move(one));
    }
    for (HotSpot one : other.spots) {
        one.area.translate(by);
        spots.push_back(std::move(one));
    }
    height = std::max(height, by.y() + other.height);
}

double Scene::paragraph(double top, const QString& words, const QColor& color)
{
    constexpr double kEndless = 1e5;
    const QRectF room(0, top, std::max(40.0, width), kEndless);
    const QFont font = interfaceFont(TypeSize::Small);
    const double needed = QFontMetricsF(font)
                              .boundingRect(room, Qt::AlignLeft | Qt::AlignTop,
                                            linesWithin(words, font, room.width()).join(QLatin1Char('\n')))
                              .height();
    text(QRectF(0, top, room.width(), needed), words, color, Qt::AlignLeft | Qt::AlignTop).wrap = true;
    return top + needed;
}

void Scene::spot(const QRectF& area, QString text, QString path)
{
    // Thin marks stay within reach of a mouse.
    const double grow = std::max(0.0, (4 - std::min(area.width(), area.height())) / 2);
    spots.push_back({QPolygonF(area.adjusted(-grow, -grow, grow, grow)), std::move(path), std::move(text)});
}

double Scene::legend(double top, const std::vector<std::pair<QColor, QString>>& entries, const Theme& theme)
{
    double x = 0;
    double y = top;
    for (const auto& [color, word] : entries) {
        const double needed = kSwatch + 6 + textWidth(word) + 14;
        if (x > 0 && x + needed > width) {
            x = 0;
            y += kLegendLine;
        }
        box(QRectF(x, y + 3, kSwatch, kSwatch), color);
        text(QRectF(x + kSwatch + 6, y, needed, kLegendLine), word, theme.text);
        x += needed;
    }
    return entries.empty() ? top : y + kLegendLine;
}

void Scene::colorScale(double left, double top, const QString& most, const Theme& theme)
{
    constexpr int kSteps = 48;
    const double length = std::min(240.0, width - left - 90);
    for (int i = 0; i < kSteps; ++i)
        box(QRectF(left + length * i / kSteps, top + 3, length / kSteps + 1, 10),
            sequentialColor((i + 0.5) / kSteps));
    text(QRectF(0, top, left - 6, 16), QStringLiteral("0"), theme.textDim, kTextRight);
    text(QRectF(left + length + 6, top, 120, 16), most, theme.textDim);
}

double textWidth(const QString& text, TypeSize size, Weight weight)
{
    return QFontMetricsF(interfaceFont(size, weight)).horizontalAdvance(text);
}

QColor paler(const QColor& color, double share, const Theme& theme)
{
    const auto mix = [&](float a, float b) { return a + (b - a) * static_cast<float>(share); };
    return QColor::fromRgbF(mix(color.redF(), theme.panel.redF()), mix(color.greenF(), theme.panel.greenF()),
                            mix(color.blueF(), theme.panel.blueF()));
}

void paintScene(QPainter& painter, const Scene& scene, const Theme& theme)
{
    painter.save();
    if (scene.byHand) {
        painter.save();
        scene.byHand(painter, theme);
        painter.restore();
    }
    const auto paintLines = [&](bool behind) {
        for (const SceneLine& line : scene.lines) {
            if (line.behind == behind)
                paintLine(painter, line);
        }
    };
    paintLines(true);
    for (const SceneBox& box : scene.boxes)
        paintBox(painter, box, theme);
    paintLines(false);
    for (const SceneText& text : scene.texts)
        paintText(painter, text, theme);
    painter.restore();
}

} // namespace shardscope::app
