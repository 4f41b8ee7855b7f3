// SPDX-License-Identifier: GPL-3.0-or-later
// The one timeline view: shows any run, recorded or simulated. Owns the viewport; geometry and painting are
// elsewhere.
#pragma once

#include "app/desktop/timeline/geometry_builder.h"

#include <QAbstractScrollArea>
#include <QImage>

class QMenu;

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
    void setWindow(std::int64_t begin, std::int64_t end);
    /// \p factor below 1 zooms in; \p x: the pixel of the axis whose time stays.
    void zoomBy(double factor, double x);
    void panBy(double pixels);
    void setCompact(bool compact);
    void setColoring(ColorBy by);
    [[nodiscard]] const ColoringPtr& coloring() const { return m_coloring; } ///< null without a run

    [[nodiscard]] const Arrangement& arrangement() const { return m_arrangement; }
    void setGrouping(Grouping grouping);
    void setFilter(const QString& words);
    void foldAll(bool folded);
    void toggleRow(std::size_t row);
    /// Pins a row, or lets it go.
    void togglePin(const PinnedRow& row);

    /// Shows \p debug above the run's rows, until it is removed or another run is shown.
    void addDebugTrack(const DebugTrackPtr& debug);
    void removeDebugTrack(const DebugTrackPtr& debug);
    /// Sets all at once, as a saved view says.
    void setArrangement(Arrangement arrangement);

    /// Selects, and brings it into view where \p reveal. An invalid id selects nothing.
    void selectSlice(core::SliceId slice, bool reveal);
    void selectArea(std::optional<SelectedArea> area);
    /// Shows \p mark: its span with some room around, its track in view, and selected.
    void showSpan(std::int64_t begin, std::int64_t end, std::optional<core::TrackId> track);
    /// The slice before (-1) or after (+1) the selected one on its lane; without one, the first that is seen.
    void selectNeighbour(int step);
    /// The slice at the selected one's middle on the next lane below (+1) or above (-1).
    void selectAcross(int step);
    /// Along the first flow that leaves (+1) or enters (-1) the selected slice.
    void followFlow(int direction);
    /// Slices whose name matches keep their colour. Empty: all do.
    void setMatches(std::vector<bool> matches);
    /// Measures the time of the selected slice, else the selected time; the same again: no longer.
    void measure();
    /// Keeps that time with its length on the run; the same again: no longer.
    void keepSpan();
    /// Asks for words about the selected slice, or time: noteWanted.
    void askForNote();
    [[nodiscard]] const std::vector<TimelineNote>& notes() const { return m_marks.notes; }
    /// Sets all notes at once, as they were kept of the run.
    void setNotes(std::vector<TimelineNote> notes);
    /// Puts \p note in the place of \p number, or behind all; words about a place that are empty go.
    void putNote(std::size_t number, TimelineNote note);
    void removeNote(std::size_t number);
    /// Moves to what the note is about.
    void showNote(std::size_t number);
    /// Draws critical paths over the lanes; null: none.
    void setPath(std::shared_ptr<const PathMarks> path);

signals:
    void sliceSelected(shardscope::core::SliceId slice);
    /// begin == end: nothing.
    void areaSelected(const shardscope::app::SelectedArea& area);
    void windowChanged();
    void coloringChanged();
    /// The reader changed one.
    void notesChanged();
    /// The words of \p note, in the place of \p number, are to be asked for.
    void noteWanted(std::size_t number, const shardscope::app::TimelineNote& note);

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
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    enum class Drag { None, Press, Area, Pan };
    [[nodiscard]] double axisWidth() const;
    [[nodiscard]] QRectF lanesRect() const;
    [[nodiscard]] TimelineViewport viewportOfLanes() const;
    [[nodiscard]] double mouseAxisX() const;
    void relayout();
    void refresh();
    void reveal(core::SliceId slice);
    /// Opens what hides \p lane and scrolls to it.
    void revealLane(core::LaneId lane);
    [[nodiscard]] std::optional<std::size_t> rowSeenAt(double y) const; ///< y below the ruler
    [[nodiscard]] std::vector<core::TrackId> tracksBetween(double a, double b) const;
    void dragArea(const QPoint& at);
    /// The time of the selected slice, else the selected time; none: nothing is selected.
    [[nodiscard]] std::optional<TimelineNote> chosenSpan() const;
    void addNoteActions(QMenu& menu, std::optional<std::size_t> note);
    [[nodiscard]] std::optional<std::size_t> noteAt(const QPointF& point) const; ///< of the lanes
    bool handleSelectionKey(int key, Qt::KeyboardModifiers modifiers);
    void showToolTip(const QPoint& position, const QPoint& globalPosition);
    void describe();
    bool handleKey(int key, Qt::KeyboardModifiers modifiers);

    RunViewPtr m_run;
    Arrangement m_arrangement;
    TrackLayout m_layout;
    ColoringPtr m_coloring;
    ColorBy m_colorBy = ColorBy::Operation;
    core::TimeWindow m_window;
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
