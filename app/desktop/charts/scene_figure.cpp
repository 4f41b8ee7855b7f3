// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/scene_figure.h"

#include <cmath>

namespace shardscope::app {

SceneFigure::SceneFigure(QWidget* parent)
    : FigureWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SceneFigure::setMaker(Maker maker)
{
    m_maker = std::move(maker);
    refresh();
}

QSize SceneFigure::sizeHint() const
{
    return {480, m_scene.height > 0 ? static_cast<int>(std::ceil(m_scene.height)) : 200};
}

QSize SceneFigure::minimumSizeHint() const { return {240, sizeHint().height()}; }

std::vector<HotSpot> SceneFigure::layOut()
{
    const double before = m_scene.height;
    m_scene = m_maker ? m_maker(width(), themeOf(this)) : Scene{};
    if (m_scene.height != before)
        updateGeometry();
    return m_scene.spots;
}

void SceneFigure::paintFigure(QPainter& painter, const Theme& theme) { paintScene(painter, m_scene, theme); }

} // namespace shardscope::app
