// SPDX-License-Identifier: GPL-3.0-or-later
// What one frame of the timeline shows: rectangles, texts and curves with the roles of their colours. A
// closed value that knows no run: the same one feeds the screen, PNG, SVG and PDF.
#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::app {

inline constexpr double kRulerHeight = 40;

/// Which of the theme's colours a shape is painted in.
enum class ColorRole : std::uint8_t { Page, Raised, Line, Selection, Text, TextDim, Accent };

struct FilledRect {
    QRectF rect;
    ColorRole color = ColorRole::Line;
};

/// One line, already shortened, centred between top and bottom of its area.
struct TextLine {
    QRectF area;
    QString text;
    ColorRole color = ColorRole::Text;
    bool strong = false;
    bool right = false; ///< aligned to the right end
};

struct SliceBox {
    QRectF rect;
    std::uint32_t row = 0;   ///< the slice, or the longest of the folded ones
    std::uint32_t count = 1; ///< 1: a slice of its own
    std::uint8_t color = 0;  ///< index into TimelineGeometry::fills
    bool dimmed = false;     ///< a search passed it over
};

struct SliceLabel {
    std::uint32_t box = 0; ///< index of its box in the same pane
    QString text;
};

struct CounterShape {
    QRectF area;
    std::vector<QPointF> line; ///< steps, left to right
};

/// Shows whether a row is folded, and turns it when clicked.
struct FoldArrow {
    QPointF center;
    bool folded = false;
};

/// Rows that scroll together, or the pinned ones. The header shapes have their own x, from the left end of
/// the column of names; all others count from the left end of the time axis.
struct TimelinePane {
    double top = 0; ///< what reaches beyond is cut off
    double height = 0;
    std::vector<FilledRect> grounds; ///< below the boxes
    std::vector<SliceBox> boxes;
    std::vector<SliceLabel> labels;
    std::vector<CounterShape> counters;
    std::vector<FilledRect> edges; ///< above the boxes
    std::vector<FilledRect> headerGrounds;
    std::vector<TextLine> headerTexts;
    std::vector<FoldArrow> headerArrows;
};

struct TimelineGeometry {
    double width = 0; ///< of the time axis
    double height = 0;
    std::vector<QColor> fills;       ///< of the slices
    std::vector<TimelinePane> panes; ///< the rows that scroll; then the pinned ones, if any
    std::vector<FilledRect> rulerMarks;
    std::vector<TextLine> rulerTexts;
};

struct Outline {
    QRectF rect;
    ColorRole color = ColorRole::Accent;
    double width = 1;
};

/// A Bézier curve with an arrow head at its end.
struct FlowCurve {
    QPointF from, leaving, arriving, to;
};

/// Words of the reader in a frame; with an arrow where they are about a place.
struct NoteBox {
    QRectF rect;
    QStringList lines;
    ColorRole edge = ColorRole::TextDim;
    std::optional<QPointF> points; ///< where the arrow ends
    std::size_t note = 0;          ///< of TimelineMarks::notes; past their end: what is measured
};

/// What the user pointed at, over the lanes.
struct MarksGeometry {
    std::vector<FilledRect> fills;
    std::vector<Outline> outlines;
    std::vector<FlowCurve> flows;
    std::vector<NoteBox> notes;
};

/// Colours with what they stand for.
struct LegendGeometry {
    struct Swatch {
        QRectF rect;
        QColor fill;
    };
    double height = 0;
    std::vector<Swatch> swatches;
    std::vector<TextLine> texts;
};

} // namespace shardscope::app
