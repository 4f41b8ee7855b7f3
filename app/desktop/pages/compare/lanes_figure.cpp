// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/lanes_figure.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope::app {
namespace {

constexpr double kStep = 0.8;    ///< of the window, a turn of the wheel or a key
constexpr double kLeast = 1000;  ///< ns that are seen at least
constexpr double kMargin = 1.02; ///< of the longer step, when all is seen
constexpr double kIsDrag = 4;    ///< pixels

} // namespace

LanesFigure::LanesFigure(QWidget* parent)
    : SceneFigure(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void LanesFigure::setShown(ShownDifferencePtr shown)
{
    m_shown = std::move(shown);
    m_marked.clear();
    m_window = {0, m_shown ? kMargin * static_cast<double>(m_shown->lanes.length()) : 0};
    draw();
}

void LanesFigure::mark(std::vector<core::StepTerm> terms)
{
    m_marked = std::move(terms);
    draw();
}

void LanesFigure::setWindow(RulerWindow window)
{
    if (!m_shown)
        return;
    const double all = kMargin * static_cast<double>(m_shown->lanes.length());
    const double length = std::clamp(window.end - window.begin, std::min(kLeast, all), all);
    const double begin = std::clamp(window.begin, 0.0, all - length);
    m_window = {begin, begin + length};
    draw();
}

double LanesFigure::nanosAPixel() const
{
    return (m_window.end - m_window.begin) / std::max(1.0, width() - kRulerNames);
}

void LanesFigure::zoomBy(double factor, double x)
{
    const double at = m_window.begin + (std::max(x, kRulerNames) - kRulerNames) * nanosAPixel();
    setWindow({at - (at - m_window.begin) * factor, at + (m_window.end - at) * factor});
}

void LanesFigure::zoomIn() { zoomBy(kStep, kRulerNames + (width() - kRulerNames) / 2); }

void LanesFigure::zoomOut() { zoomBy(1 / kStep, kRulerNames + (width() - kRulerNames) / 2); }

void LanesFigure::fit()
{
    setWindow({0, kMargin * static_cast<double>(m_shown ? m_shown->lanes.length() : 0)});
}

void LanesFigure::panBy(double pixels)
{
    const double by = pixels * nanosAPixel();
    setWindow({m_window.begin + by, m_window.end + by});
}

void LanesFigure::draw()
{
    if (!m_shown)
        return setMaker(nullptr);
    setMaker([shown = m_shown, window = m_window, marked = m_marked](double width, const Theme& theme) {
        return lanesScene(shown->lanes, window, marked, width, theme);
    });
}

/// Ctrl and the wheel zoom, as on the timeline; without Ctrl the page scrolls.
void LanesFigure::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        panBy(-event->angleDelta().y());
    else if (event->modifiers().testFlag(Qt::ControlModifier))
        zoomBy(event->angleDelta().y() > 0 ? kStep : 1 / kStep, event->position().x());
    else
        return event->ignore();
    event->accept();
}

void LanesFigure::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position().x();
    m_dragged = 0;
    setFocus(Qt::MouseFocusReason);
}

void LanesFigure::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed < 0 || !event->buttons().testFlag(Qt::LeftButton))
        return SceneFigure::mouseMoveEvent(event);
    const double by = event->position().x() - m_pressed;
    m_pressed = event->position().x();
    m_dragged += std::abs(by);
    panBy(-by);
}

void LanesFigure::mouseReleaseEvent(QMouseEvent* event)
{
    const bool dragged = m_dragged > kIsDrag;
    m_pressed = -1;
    if (!dragged)
        SceneFigure::mouseReleaseEvent(event);
}

} // namespace shardscope::app
