// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as a value: boxes, lines and texts with their colours, and what can be hovered. Laid out by one
// function for the screen and for exports, painted by one painter.
#pragma once

#include "app/desktop/charts/figure_widget.h"

#include <functional>

namespace shardscope::app {

/// Where a text stands in its rectangle, in the middle of its height.
inline constexpr Qt::Alignment kTextLeft = Qt::AlignLeft | Qt::AlignVCenter;
inline constexpr Qt::Alignment kTextRight = Qt::AlignRight | Qt::AlignVCenter;
inline constexpr Qt::Alignment kTextMiddle = Qt::AlignHCenter | Qt::AlignVCenter;

struct SceneBox {
    QRectF rect;
    QColor fill;
    QColor edge{};      ///< invalid: none
    bool hatch = false; ///< diagonal lines over the fill
    double corner = 0;
    QString label{}; ///< inside, where it fits
};

struct SceneLine {
    QPolygonF points;
    QColor color;
    double width = 1;
    bool dashed = false;
    bool arrow = false;  ///< a head at the last point
    bool behind = false; ///< under the boxes: a grid, or what boxes stand on
};

struct SceneText {
    QRectF rect;
    QString text;
    QColor color;
    Qt::Alignment align = kTextLeft;
    TypeSize size = TypeSize::Small;
    Weight weight = Weight::Regular;
    bool halo = false; ///< on the page's colour, where lines run behind it
    bool wrap = false;
};

/// Painted in this order: what is painted by hand, lines behind, boxes, lines, texts.
struct Scene {
    double width = 0;
    double height = 0;
    std::function<void(QPainter&, const Theme&)>
        byHand{}; ///< what is neither box, line nor text; null: nothing
    std::vector<SceneBox> boxes{};
    std::vector<SceneLine> lines{};
    std::vector<SceneText> texts{};
    std::vector<HotSpot> spots{}; ///< topmost last

    SceneBox& box(const QRectF& rect, const QColor& fill);
    SceneLine& line(QPointF from, QPointF to, const QColor& color, double thickness = 1);
    SceneText& text(const QRectF& rect, const QString& words, const QColor& color,
                    Qt::Alignment align = kTextLeft, Weight weight = Weight::Regular,
                    TypeSize size = TypeSize::Small);

    /// Adds all of \p other, \p by away; this becomes as tall as both need.
    void append(const Scene& other, QPointF by);

    /// A text over the whole width, on as many lines as it needs; returns the y below.
    double paragraph(double top, const QString& text, const QColor& color);
    void spot(const QRectF& area, QString text, QString path = {});
    /// A row of coloured squares with their words, wrapped to the scene's width from \p top; returns the y
    /// below.
    double legend(double top, const std::vector<std::pair<QColor, QString>>& entries, const Theme& theme);
    /// The sequential colours from 0, left of \p left, to \p most.
    void colorScale(double left, double top, const QString& most, const Theme& theme);
};

/// Width of \p text in the interface font.
[[nodiscard]] double textWidth(const QString& text, TypeSize size = TypeSize::Small,
                               Weight weight = Weight::Regular);
/// The same colour, \p share of the way to the page.
[[nodiscard]] QColor paler(const QColor& color, double share, const Theme& theme);

void paintScene(QPainter& painter, const Scene& scene, const Theme& theme);

/// A picture that lays itself out at any width of pixels, in any theme.
using SceneMaker = std::function<Scene(double width, const Theme& theme)>;

/// What shows a picture and can tell it, for wherever else it is wanted: enlarged, copied, in a file.
class SceneSource {
public:
    virtual ~SceneSource() = default;
    /// What is shown now; null: nothing.
    [[nodiscard]] virtual SceneMaker sceneMaker() const = 0;

protected:
    SceneSource() = default;
    SceneSource(const SceneSource&) = default;
    SceneSource& operator=(const SceneSource&) = default;
};

} // namespace shardscope::app
