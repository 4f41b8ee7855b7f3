// SPDX-License-Identifier: GPL-3.0-or-later
// The few shapes that every control is made of, sharp at every scale.
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace shardscope::app {

struct Theme;

/// A box with round corners and an outline that lies within \p rect; either colour may be invalid.
void paintRounded(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& edge,
                  double corner, double width = 1);
/// The ring around what has the keyboard.
void paintFocus(QPainter& painter, const QRectF& rect, const Theme& colors, double corner);
/// "<", ">", "^" or "v" in the middle of \p rect.
void paintChevron(QPainter& painter, const QRectF& rect, const QColor& ink, Qt::ArrowType where);
/// The tick of a check box.
void paintTick(QPainter& painter, const QRectF& rect, const QColor& ink);
/// The white ground of a card.
void paintCard(QPainter& painter, const QRectF& rect, const Theme& colors);

} // namespace shardscope::app
