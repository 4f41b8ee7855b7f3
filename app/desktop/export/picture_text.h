// SPDX-License-Identifier: GPL-3.0-or-later
// Text and margins that all pictures share.
#pragma once

#include <QColor>
#include <QFont>
#include <QString>

class QPainter;

namespace shardscope::app {

inline constexpr double kPictureMargin = 32; ///< pixels at 1x around a picture

/// Text that grows downward from \p y, wrapped at \p width; returns the y below it.
double writeText(QPainter& painter, double x, double y, double width, const QFont& font, const QColor& color,
                 const QString& text);

} // namespace shardscope::app
