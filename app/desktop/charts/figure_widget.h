// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of our own painter in a widget: hot spots can be hovered, clicked, and reached by the keyboard.
#pragma once

#include "app/desktop/theme/theme.h"

#include <QPainter>
#include <QPolygonF>
#include <QWidget>

#include <optional>
#include <vector>

namespace shardscope::app {

/// A part of a picture that stands for something.
struct HotSpot {
    QPolygonF area;
    QString path; ///< of the derivation it opens; may be empty
    QString text; ///< what it shows, one sentence; empty where the figure's spotText makes it
};

class FigureWidget : public QWidget {
    Q_OBJECT

public:
    explicit FigureWidget(QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<HotSpot>& hotSpots() const { return m_hotSpots; }
    /// What spot \p index shows. Figures of many spots make it when it is asked for.
    [[nodiscard]] virtual QString spotText(std::size_t index) const { return m_hotSpots[index].text; }
    /// Index of the spot under the mouse or the keyboard's cursor.
    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }

signals:
    /// A spot was clicked, or Enter pressed on it.
    void activated(const QString& path);
    /// The text of the current spot; empty: none.
    void hovered(const QString& text);

protected:
    /// Lays the picture out for the current size and says where its spots are, topmost last.
    virtual std::vector<HotSpot> layOut() = 0;
    virtual void paintFigure(QPainter& painter, const Theme& theme) = 0;

    /// The content changed: lay out and paint again.
    void refresh();

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    void setCurrent(std::optional<std::size_t> spot);
    [[nodiscard]] std::optional<std::size_t> spotAt(QPointF point) const;
    /// Says what the current spot shows, where that is not what was said last.
    void tell();

    std::vector<HotSpot> m_hotSpots;
    std::optional<std::size_t> m_current;
    QString m_told; ///< the last text that was hovered
};

} // namespace shardscope::app
