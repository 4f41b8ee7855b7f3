// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/log_axes.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kLeft = 56;
constexpr double kRight = 24;
constexpr double kTop = 26;
constexpr double kWords = 42; ///< below the plot: values and what they are

void stretch(double value, double& low, double& high)
{
    if (!(value > 0) || !std::isfinite(value))
        return;
    low = low > 0 ? std::min(low, value) : value;
    high = std::max(high, value);
}

double shareOf(double value, double low, double high)
{
    if (!(high > low))
        return 0.5;
    return value > 0 ? std::log(value / low) / std::log(high / low) : 0;
}

void sortByValue(std::vector<AxisMark>& marks) { std::ranges::sort(marks, {}, &AxisMark::value); }

} // namespace

LogAxes::LogAxes(double width, double height)
    : m_area(kLeft, kTop, std::max(80.0, width - kLeft - kRight), height)
{
}

void LogAxes::include(double x, double y)
{
    stretch(x, m_lowX, m_highX);
    stretch(y, m_lowY, m_highY);
}

void LogAxes::widen(double left, double right, double below, double above)
{
    m_lowX /= left;
    m_highX *= right;
    m_lowY /= below;
    m_highY *= above;
}

QPointF LogAxes::at(double x, double y) const
{
    return {m_area.left() + shareOf(x, m_lowX, m_highX) * m_area.width(),
            m_area.bottom() - shareOf(y, m_lowY, m_highY) * m_area.height()};
}

std::vector<double> LogAxes::roundValuesUp() const
{
    std::vector<double> values;
    if (!(m_lowY > 0))
        return values;
    const bool fine = m_highY / m_lowY < 100;
    const auto first = static_cast<int>(std::floor(std::log10(m_lowY)));
    const auto last = static_cast<int>(std::floor(std::log10(m_highY)));
    for (int exponent = first; exponent <= last; ++exponent) {
        const double power = std::pow(10, exponent);
        for (const double step : {1.0, 2.0, 5.0}) {
            if ((fine || step == 1) && power * step >= m_lowY && power * step <= m_highY)
                values.push_back(power * step);
        }
    }
    return values;
}

double LogAxes::addTo(Scene& scene, std::vector<AxisMark> across, std::vector<AxisMark> up,
                      const QString& acrossTitle, const QString& upTitle, const Theme& theme) const
{
    const auto line = [&](QPointF from, QPointF to) { scene.line(from, to, theme.line).behind = true; };
    scene.text({0, 0, scene.width, 16}, upTitle, theme.textDim);
    scene.text({m_area.left(), m_area.bottom() + 24, m_area.width(), 14}, acrossTitle, theme.textDim,
               kTextMiddle);
    line(m_area.bottomLeft(), m_area.bottomRight());
    sortByValue(across);
    double last = -1e9;
    for (const AxisMark& mark : across) {
        const double x = at(mark.value, m_lowY).x();
        const double wide = textWidth(mark.text);
        if (x - wide / 2 - 5 < last)
            continue;
        last = x + wide / 2 + 5;
        scene.text({x - wide / 2 - 4, m_area.bottom() + 8, wide + 8, 14}, mark.text, theme.textDim,
                   kTextMiddle);
    }
    sortByValue(up);
    last = 1e9;
    for (const AxisMark& mark : up) {
        const double y = at(m_lowX, mark.value).y();
        if (last - y < 18)
            continue;
        last = y;
        line({m_area.left(), y}, {m_area.right(), y});
        scene.text({0, y - 8, m_area.left() - 8, 16}, mark.text, theme.textDim, kTextRight);
    }
    return m_area.bottom() + kWords;
}

} // namespace shardscope::app
