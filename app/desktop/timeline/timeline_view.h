// SPDX-License-Identifier: GPL-3.0-or-later
// The one timeline view: shows any run, recorded or simulated. Owns the viewport; geometry and painting are
// elsewhere.
#pragma once

#include "app/desktop/timeline/painter.h"

#include <QAbstractScrollArea>
#include <QImage>

namespace shardscope::app {

class TimelineView final : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);

    void setRun(RunViewPtr run);
    [[nodiscard]] const RunViewPtr& run() const { return m_run; }
    [[nodiscard]] const core::TimeWindow& window() const { return m_window; }
    [[nodiscard]] const TrackLayout& layoutOfTracks() const { return m_layout; }
    [[nodiscard]] const TimelineMarks& marks() const { return m_marks; }

    void fitAll();
    /// The selected slice, or the selected area; a second time in a row: everything.
    void focusSelection();
    /// \p factor below 1 zooms in; \p x: the pixel of the axis whose time stays.
    void zoomBy(double factor, double x);
    void panBy(double pixels);
    void setCompact(bool compact);
    /// Selects, and brings it into view where \p reveal. An invalid id selects nothing.
    void selectSlice(core::SliceId slice, bool reveal);
    void selectArea(std::optional<std::pair<std::int64_t, std::int64_t>> area);
    /// The slice before (-1) or after (+1) the selected one on its lane.
    void selectNeighbour(int step);
    /// Along the first flow that leaves (+1) or enters (-1) the selected slice.
    void followFlow(int direction);
    /// Slices whose name matches keep their colour. Empty: all do.
    void setMatches(std::vector<bool> matches);
    void toggleRow(std::size_t row);

signals:
    void sliceSelected(shardscope::core::SliceId slice);
    /// begin == end: nothing.
    void areaSelected(qint64 beginNs, qint64 endNs);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Drag { None, Press, Area, Pan };
    [[nodiscard]] double axisWidth() const;
    [[nodiscard]] QRectF lanesRect() const;
    [[nodiscard]] TimelineViewport viewportOfLanes() const;
    [[nodiscard]] double mouseAxisX() const;
    void setWindow(std::int64_t begin, std::int64_t end);
    void relayout();
    void refresh();
    void reveal(core::SliceId slice);
    void showToolTip(const QPoint& position, const QPoint& globalPosition);
    void describe();
    bool handleKey(int key, Qt::KeyboardModifiers modifiers);

    RunViewPtr m_run;
    Folding m_folding;
    TrackLayout m_layout;
    core::TimeWindow m_window;
    TimelineGeometry m_geometry;
    TimelineMarks m_marks;
    TextMeter m_meter;
    QImage m_frame;
    bool m_stale = true;
    bool m_compact = false;
    bool m_focused = false; ///< the last command was a focus: the next one fits all
    Drag m_drag = Drag::None;
    QPoint m_dragFrom;
    core::TimeWindow m_dragWindow;
    int m_dragScroll = 0;
};

} // namespace shardscope::app
