// SPDX-License-Identifier: GPL-3.0-or-later
// Times that are measured and kept, and words about places.
#include "app/desktop/timeline/notes.h"
#include "app/desktop/timeline/timeline_view.h"

#include <QMenu>

#include <algorithm>

namespace shardscope::app {

std::optional<TimelineNote> TimelineView::chosenSpan() const
{
    if (!m_run)
        return std::nullopt;
    if (m_marks.selected.valid()) {
        const std::int64_t begin = m_run->timeline().ts()[m_marks.selected.index()];
        return TimelineNote{begin, begin + m_run->timeline().dur()[m_marks.selected.index()]};
    }
    if (m_marks.area)
        return TimelineNote{m_marks.area->begin, m_marks.area->end};
    return std::nullopt;
}

void TimelineView::measure()
{
    const auto span = chosenSpan();
    if (span && m_marks.measured != span)
        m_marks.measured = span;
    else
        m_marks.measured.reset();
    viewport()->update();
}

void TimelineView::keepSpan()
{
    const auto span = chosenSpan();
    if (!span)
        return;
    if (m_marks.measured == span)
        m_marks.measured.reset(); // it would stand there twice
    const auto same = std::ranges::find_if(m_marks.notes, [&](const TimelineNote& note) {
        return note.begin == span->begin && note.end == span->end && !note.lane.valid();
    });
    if (same != m_marks.notes.end())
        return removeNote(static_cast<std::size_t>(same - m_marks.notes.begin()));
    putNote(m_marks.notes.size(), *span);
}

void TimelineView::askForNote()
{
    auto note = chosenSpan();
    if (!note)
        return;
    if (m_marks.selected.valid())
        note->lane = m_run->timeline().laneOf(m_marks.selected);
    const auto same = std::ranges::find_if(m_marks.notes, [&](const TimelineNote& other) {
        return other.begin == note->begin && other.end == note->end && other.lane == note->lane;
    });
    if (same != m_marks.notes.end())
        note = *same;
    emit noteWanted(static_cast<std::size_t>(same - m_marks.notes.begin()), *note);
}

void TimelineView::setNotes(std::vector<TimelineNote> notes)
{
    m_marks.notes = std::move(notes);
    describe();
    viewport()->update();
}

void TimelineView::putNote(std::size_t number, TimelineNote note)
{
    if (!m_run)
        return;
    if (note.lane.valid() && note.text.trimmed().isEmpty())
        return removeNote(number);
    if (number < m_marks.notes.size())
        m_marks.notes[number] = std::move(note);
    else
        m_marks.notes.push_back(std::move(note));
    setNotes(std::move(m_marks.notes));
    emit notesChanged();
}

void TimelineView::removeNote(std::size_t number)
{
    if (number >= m_marks.notes.size())
        return;
    m_marks.notes.erase(m_marks.notes.begin() + static_cast<std::ptrdiff_t>(number));
    setNotes(std::move(m_marks.notes));
    emit notesChanged();
}

void TimelineView::showNote(std::size_t number)
{
    if (!m_run || number >= m_marks.notes.size())
        return;
    const TimelineNote& note = m_marks.notes[number];
    if (note.lane.valid())
        revealLane(note.lane);
    const std::int64_t margin = std::max<std::int64_t>(10, note.end - note.begin);
    setWindow(note.begin - margin, note.end + margin);
}

std::optional<std::size_t> TimelineView::noteAt(const QPointF& point) const
{
    if (!m_run || m_marks.notes.empty() || point.y() < 0 || point.x() < 0)
        return std::nullopt;
    MarksGeometry geometry;
    addNotes(m_layout, viewportOfLanes(), m_marks, geometry);
    // The last one drawn lies above the others.
    for (auto box = geometry.notes.rbegin(); box != geometry.notes.rend(); ++box) {
        if (box->rect.contains(point) && box->note < m_marks.notes.size())
            return box->note;
    }
    return std::nullopt;
}

void TimelineView::addNoteActions(QMenu& menu, std::optional<std::size_t> note)
{
    if (note) {
        menu.addAction(tr("Change the note…"), this,
                       [this, note = *note] { emit noteWanted(note, m_marks.notes[note]); });
        menu.addAction(tr("Remove the note"), this, [this, note = *note] { removeNote(note); });
        menu.addSeparator();
    } else if (chosenSpan()) {
        menu.addAction(tr("Write a note…"), this, &TimelineView::askForNote);
        menu.addAction(tr("Measure this time"), this, &TimelineView::measure);
        menu.addAction(tr("Keep this time"), this, &TimelineView::keepSpan);
        menu.addSeparator();
    }
}

} // namespace shardscope::app
