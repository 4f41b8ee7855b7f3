// SPDX-License-Identifier: GPL-3.0-or-later
// The whole run above the timeline, with a frame around the part that is seen below.
#pragma once

#include "app/desktop/timeline/overview.h"
#include "core/timeline/fold.h"

#include <QWidget>

#include <optional>

namespace shardscope::app {

class Minimap final : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t kColumns = 1024;

    explicit Minimap(QWidget* parent = nullptr);

    void setOverview(std::optional<Overview> overview);
    void setWindow(const core::TimeWindow& window);
    [[nodiscard]] QSize sizeHint() const override;
    /// Where a time lies on the widget, in pixels, and back.
    [[nodiscard]] double pixelOf(std::int64_t time) const;
    [[nodiscard]] std::int64_t timeAt(double pixel) const;

signals:
    /// The reader wants to see [begin, end).
    void windowWanted(qint64 begin, qint64 end);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    enum class Drag { None, Move, Span };
    [[nodiscard]] QRectF axis() const;
    void describe();

    std::optional<Overview> m_overview;
    core::TimeWindow m_window;
    Drag m_drag = Drag::None;
    double m_from = 0;
    core::TimeWindow m_fromWindow;
};

} // namespace shardscope::app
