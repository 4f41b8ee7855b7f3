// SPDX-License-Identifier: GPL-3.0-or-later
// Diagonal lines over an area: what is computed again, and what is beyond a capacity.
#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>

namespace shardscope::app {

enum class Hatching { Rising, Crossed };

/// Diagonals \p pitch pixels apart over \p area. As lines: pattern brushes come out black in some readers of
/// SVG.
void hatch(QPainter& painter, const QRectF& area, const QColor& color, double pitch, Hatching hatching);

} // namespace shardscope::app
