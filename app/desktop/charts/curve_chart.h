// SPDX-License-Identifier: GPL-3.0-or-later
// Curves on two logarithmic axes, with points that can be hovered: what a chart shows as data, painted by one
// function.
#pragma once

#include "app/desktop/charts/log_axes.h"

#include <functional>

namespace shardscope::app {

struct CurvePoint {
    double x = 0;
    double y = 0;
    QString hint{};      ///< of its dot; empty: it has none
    QString note{};      ///< below its dot: the knee
    bool chosen = false; ///< its dot stands out
};

struct Curve {
    std::vector<CurvePoint> points;
    QColor color;
    double width = 2;
    bool dashed = false;
    bool bounds = true; ///< the axes reach over it; else what lies beyond them is left out
    QString name{};     ///< at its end
    QColor nameColor{};
    bool dotsOnly = false; ///< measured points: no line between them
};

struct CurveChart {
    double height = 210; ///< of the plot
    double above = 1.5;  ///< room over the highest point, as a factor
    QString acrossTitle{};
    QString upTitle{};
    std::function<QString(double)> upText{};
    std::vector<AxisMark> across{};
    std::vector<Curve> curves{}; ///< the first one lowest
    /// A part of the axis across between two lines, with its name: what was measured. Empty where both are
    /// equal.
    double bandFrom = 0;
    double bandTo = 0;
    QString bandName{};
};

/// Draws from the top of \p scene; returns the y below.
double addCurves(Scene& scene, const CurveChart& chart, const Theme& theme);

} // namespace shardscope::app
