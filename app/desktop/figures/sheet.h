// SPDX-License-Identifier: GPL-3.0-or-later
// What all pictures share: margins, a title, texts and drawings one below the other, where it comes from.
#pragma once

#include "app/desktop/charts/scene.h"

namespace shardscope::app {

inline constexpr double kPictureMargin = 32; ///< pixels at 1x around a picture

class Sheet {
public:
    Sheet(QPainter& painter, double width, const Theme& theme);

    QPainter& painter;
    const Theme& colors;
    double inner;              ///< width between the margins
    double y = kPictureMargin; ///< what comes next begins here

    void title(const QString& text);
    /// A paragraph between the margins, \p above pixels below what is there.
    void say(double above, const QString& text, const QColor& color, TypeSize size = TypeSize::Body,
             Weight weight = Weight::Regular);
    /// A paragraph from \p at, wrapped at \p width; returns the y below.
    double write(QPointF at, double width, const QString& text, const QColor& color, TypeSize size,
                 Weight weight = Weight::Regular);
    /// \p paint with its zero at \p at.
    template <class Paint>
    void draw(QPointF at, const Paint& paint)
    {
        painter.save();
        painter.translate(at);
        paint();
        painter.restore();
    }
    void draw(QPointF at, const Scene& scene);
    /// Says at the foot where the picture comes from, by which program, and \p doubts; returns the picture's
    /// height.
    double end(double above, const QString& source, const QString& doubts = {});
};

} // namespace shardscope::app
