// SPDX-License-Identifier: GPL-3.0-or-later
// Two logarithmic axes: where a value lies, their lines, marks and words.
#pragma once

#include "app/desktop/charts/scene.h"

#include <vector>

namespace shardscope::app {

/// A mark of an axis; marks that would crowd are left out.
struct AxisMark {
    double value = 0;
    QString text;
};

class LogAxes {
public:
    /// Makes axes for a picture of \p width, with a plot \p height tall.
    LogAxes(double width, double height);

    /// Both axes reach over (\p x, \p y). What is not above 0 has no place on them and stretches nothing.
    void include(double x, double y);
    /// Room beyond what was included, as factors.
    void widen(double left, double right, double below, double above);

    [[nodiscard]] const QRectF& area() const { return m_area; }
    [[nodiscard]] double lowY() const { return m_lowY; }
    [[nodiscard]] double highY() const { return m_highY; }
    /// The middle of an axis without extent; the axis' beginning for what is not above 0.
    [[nodiscard]] QPointF at(double x, double y) const;
    /// Powers of ten on the upright axis, with 2 and 5 between where they would be few.
    [[nodiscard]] std::vector<double> roundValuesUp() const;

    /// Lines and words under everything else; returns the y below.
    double addTo(Scene& scene, std::vector<AxisMark> across, std::vector<AxisMark> up,
                 const QString& acrossTitle, const QString& upTitle, const Theme& theme) const;

private:
    QRectF m_area;
    double m_lowX = 0; ///< 0: nothing was included
    double m_highX = 0;
    double m_lowY = 0;
    double m_highY = 0;
};

} // namespace shardscope::app
