// SPDX-License-Identifier: GPL-3.0-or-later
// What all pictures share: margins, a title, texts and drawings one below the other, where it comes from.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/desktop/timeline/run_view.h"
#include "core/report/table.h"

namespace shardscope::app {

inline constexpr double kPictureMargin = 32; ///< pixels at 1x around a picture

class Sheet {
public:
    Sheet(QPainter& painter, double width, Scheme scheme);

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

/// What \p run did in [\p begin, \p end) ns, at most \p tallest pixels of its rows.
void drawSpan(Sheet& sheet, const RunView& run, std::int64_t begin, std::int64_t end, double tallest);
/// The files of \p run, for the sheet's last line; empty of a simulation.
[[nodiscard]] QString filesOf(const core::Run& run);
/// The first rows of a table; what is left out is said.
void drawTable(Sheet& sheet, const core::Table& table);

} // namespace shardscope::app
