// SPDX-License-Identifier: GPL-3.0-or-later
// A scene in a widget that is as tall as the scene; made anew for each width and theme.
#pragma once

#include "app/desktop/charts/scene.h"

namespace shardscope::app {

class SceneFigure : public FigureWidget, public SceneSource {
    Q_OBJECT

public:
    using Maker = SceneMaker;

    explicit SceneFigure(QWidget* parent = nullptr);
    /// Null shows nothing.
    void setMaker(Maker maker);
    [[nodiscard]] const Scene& scene() const { return m_scene; }
    [[nodiscard]] SceneMaker sceneMaker() const override { return m_maker; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    std::vector<HotSpot> layOut() override;
    void paintFigure(QPainter& painter, const Theme& theme) override;

private:
    Maker m_maker;
    Scene m_scene;
};

} // namespace shardscope::app
