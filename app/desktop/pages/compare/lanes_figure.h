// SPDX-License-Identifier: GPL-3.0-or-later
// Both steps on one ruler, which zooms and pans all lanes at once: wheel with Ctrl, drag, and
// buttons beside it.
#pragma once

#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/compare/difference_scenes.h"

namespace shardscope::app {

class LanesFigure final : public SceneFigure {
    Q_OBJECT

public:
    explicit LanesFigure(QWidget* parent = nullptr);
    void setShown(ShownDifferencePtr shown); ///< null: nothing
    /// The boxes of these terms keep their colour; empty: all do. The window shows the first of them.
    void mark(std::vector<core::StepTerm> terms);
    [[nodiscard]] const RulerWindow& window() const { return m_window; }
    void setWindow(RulerWindow window);
    void zoomBy(double factor, double x); ///< below 1: in; the time at \p x stays
    void panBy(double pixels);
    void zoomIn();
    void zoomOut();
    void fit(); ///< all of both steps

protected:
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void draw();
    [[nodiscard]] double nanosAPixel() const;

    ShownDifferencePtr m_shown;
    RulerWindow m_window;
    std::vector<core::StepTerm> m_marked;
    double m_pressed = -1; ///< where the mouse went down; -1: nowhere
    double m_dragged = 0;  ///< pixels since
};

} // namespace shardscope::app
