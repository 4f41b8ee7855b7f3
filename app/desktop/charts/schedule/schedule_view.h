// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules on screen: zoom and pan in time, what an action waits for, a moment that is played.
#pragma once

#include "app/desktop/charts/schedule/schedule_painter.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QPixmap>
#include <QTimer>

namespace shardscope::app {

class ScheduleView final : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ScheduleView(QWidget* parent = nullptr);

    /// Until a time is chosen, the first of it is seen, so far that passes can be told apart and read; then
    /// what is seen stays where the ends stay, else all of it is seen.
    void setSchedules(std::vector<ShownSchedule> shown);
    [[nodiscard]] const std::vector<ShownSchedule>& schedules() const { return m_shown; }
    [[nodiscard]] const ScheduleGeometry& geometryOfSchedules() const { return m_geometry; }
    [[nodiscard]] const ScheduleFrame& frame() const { return m_frame; }
    /// The action under the pointer or the keyboard's cursor.
    [[nodiscard]] const std::optional<ActionAt>& current() const { return m_current; }
    void setCurrent(std::optional<ActionAt> at);
    /// One sentence on the action at \p at: when it runs, and what it waited for.
    [[nodiscard]] QString describe(const ActionAt& at) const;
    [[nodiscard]] QString describe(const StripAt& at) const;
    /// Traffic and the like under the pointer or the keyboard's cursor: then no action is current.
    [[nodiscard]] const std::optional<StripAt>& currentStrip() const { return m_strip; }
    /// The schedule that is meant where one of several is: of what is current, else the last that was
    /// clicked.
    [[nodiscard]] std::size_t chosenBand() const;

    /// The moment that is played; the end of all shows everything.
    [[nodiscard]] double moment() const { return m_moment; }
    [[nodiscard]] double end() const { return endOf(m_shown); }
    void setMoment(double time);
    [[nodiscard]] bool playing() const { return m_timer.isActive(); }
    /// Plays on, or from the begin if it stands at the end.
    void setPlaying(bool playing);
    /// How long the whole step plays, in seconds of the reader.
    void setPlayTime(double seconds) { m_playSeconds = seconds; }
    void step(bool forward);
    void showAll();
    /// Shows what one sees at first.
    void seeOpening();
    [[nodiscard]] bool seesAll() const;
    void seeTime(double begin, double end);
    void zoom(double factor, double aroundX);
    /// Scrolls to \p rect of the content: to its top where it is higher than the view.
    void ensureVisible(const QRectF& rect);
    [[nodiscard]] QPointF inViewport(QPointF content) const;

signals:
    void momentChanged(double time);
    /// Another part of the time is seen.
    void sightChanged();
    void playingChanged(bool playing);
    /// \p text tells of the action under the pointer; it is empty where there is none.
    void hovered(const QString& text);
    void actionActivated(std::size_t band, std::size_t rank, std::size_t index);
    void stripActivated(std::size_t band, std::size_t rank, std::size_t index);
    void bandChosen(std::size_t band);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void layOut();
    void pointAt(QPointF viewportPoint);
    void setPointed(std::optional<ActionAt> action, std::optional<StripAt> strip);
    void pin();
    void chooseBand(std::size_t band);
    /// What is current is asked to explain itself.
    void activate();
    void tell(const QString& text, std::int32_t rank);
    /// What \p at does, for which micro-batch or batch.
    [[nodiscard]] QString nameOf(const ActionAt& at) const;
    void pan(double pixels);
    /// Moves to the neighbour in its row, or to the row above or beneath; to the first action if none is
    /// current.
    void moveInRow(int way);
    void moveToRow(int way);
    [[nodiscard]] bool startMoving();
    [[nodiscard]] bool enterRow(std::size_t band, std::size_t rank, bool strips, double time);
    void bringIntoSight();
    void play();
    [[nodiscard]] double top() const;
    [[nodiscard]] QPointF inContent(QPointF viewportPoint) const;
    [[nodiscard]] ScheduleMarks marks() const;

    std::vector<ShownSchedule> m_shown;
    ScheduleFrame m_frame;
    ScheduleGeometry m_geometry;
    QPixmap m_picture; ///< of what is exposed, without marks; null: to be painted
    std::optional<ActionAt> m_current;
    std::optional<StripAt> m_strip;
    std::optional<ActionAt> m_pinned; ///< what was clicked: current where nothing is pointed at
    std::optional<StripAt> m_pinnedStrip;
    std::size_t m_band = 0; ///< that was clicked last
    double m_moment = 1;
    bool m_opening = true; ///< nobody has chosen what is seen yet
    bool m_atEnd = true;   ///< the moment follows the end of what is shown
    double m_playSeconds = 10;
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::optional<QPointF> m_panFrom;
    std::optional<QPointF> m_pressed;
};

} // namespace shardscope::app
