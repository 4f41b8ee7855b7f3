// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over something that is presented: a light around the mouse, a pointer in its place, and what is
// drawn on it by hand.
#pragma once

#include <QPointer>
#include <QPolygonF>
#include <QWidget>
#include <QWindow>

#include <vector>

namespace shardscope::app {

class LightOverlay final : public QWidget {
    Q_OBJECT

public:
    /// Over all of \p shown, whatever its size becomes.
    explicit LightOverlay(QWidget& shown);

    [[nodiscard]] bool spotlight() const { return m_spotlight; }
    [[nodiscard]] bool laser() const { return m_laser; }
    /// Whether the pen is in hand: then the mouse draws, and reaches nothing beneath.
    [[nodiscard]] bool pen() const { return m_pen; }
    void setSpotlight(bool on);
    void setLaser(bool on);
    void setPen(bool on);
    /// Lines that were drawn.
    [[nodiscard]] std::size_t strokes() const { return m_strokes.size(); }
    void wipe();
    /// The mouse is at \p place, in pixels of what is shown.
    void point(QPointF place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void drawTo(QPointF place);

    QWidget& m_shown;
    QPointer<QWindow> m_window; ///< whose mouse is followed, over all widgets in it
    bool m_spotlight = false;
    bool m_laser = false;
    bool m_pen = false;
    QPointF m_mouse;
    std::vector<QPolygonF> m_strokes; ///< in fractions of the size, so that they stay where they belong
};

} // namespace shardscope::app
