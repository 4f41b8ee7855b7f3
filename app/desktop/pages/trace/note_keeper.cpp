// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/note_keeper.h"

#include "app/desktop/pages/trace/run_notes.h"

#include <QInputDialog>

namespace shardscope::app {

NoteKeeper::NoteKeeper(Workbench& workbench, TimelineView& view)
    : QObject(&view)
    , m_workbench(workbench)
    , m_view(view)
{
    connect(&m_workbench.undoStack(), &History::changed, this, &NoteKeeper::load);
    connect(&m_view, &TimelineView::notesChanged, this, &NoteKeeper::save);
    connect(&m_view, &TimelineView::noteWanted, this, &NoteKeeper::ask);
}

void NoteKeeper::load()
{
    const RunViewPtr run = m_view.run();
    History& history = m_workbench.undoStack();
    std::vector<TimelineNote> notes = run ? notesOf(history, *run).places : std::vector<TimelineNote>();
    if (notes != m_view.notes())
        m_view.setNotes(std::move(notes));
}

void NoteKeeper::save()
{
    const RunViewPtr run = m_view.run();
    if (!run || run->partial) // of which rows there are not all yet
        return;
    RunNotes notes = notesOf(m_workbench.undoStack(), *run);
    notes.places = m_view.notes();
    writeNotes(m_workbench.undoStack(), *run, m_workbench.runTitle(), std::move(notes));
}

void NoteKeeper::ask(std::size_t number, const TimelineNote& note)
{
    auto* dialog = new QInputDialog(&m_view);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Note"));
    dialog->setLabelText(note.lane.valid() ? tr("What is to be seen here; without words the note goes:")
                                           : tr("What is to be seen in this time:"));
    dialog->setTextValue(note.text);
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, number, note, run = m_view.run()](const QString& text) {
                if (run != m_view.run())
                    return; // another one was opened meanwhile
                TimelineNote written = note;
                written.text = text.trimmed();
                m_view.putNote(number, std::move(written));
                m_view.setFocus();
            });
    dialog->open();
}

} // namespace shardscope::app
