// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/note_button.h"

#include "app/desktop/pages/trace/run_notes.h"
#include "app/desktop/theme/roles.h"

#include <QInputDialog>
#include <QLabel>

namespace shardscope::app {

NoteButton::NoteButton(Workbench& workbench, QWidget* parent)
    : QPushButton(parent)
    , m_workbench(workbench)
    , m_shown(new QLabel(this))
{
    setRole(*m_shown, Role::Dim);
    m_shown->setTextFormat(Qt::PlainText);
    m_shown->setWordWrap(true);
    m_shown->hide();
    connect(this, &QPushButton::clicked, this, &NoteButton::ask);
    connect(&m_workbench, &Workbench::runChanged, this, &NoteButton::follow);
    connect(&m_workbench.undoStack(), &History::changed, this, &NoteButton::follow);
}

void NoteButton::follow()
{
    const RunViewPtr run = m_workbench.run();
    const QString note = run ? notesOf(m_workbench.undoStack(), *run).ofAll : QString();
    m_shown->setText(note);
    m_shown->setVisible(!note.isEmpty());
    setEnabled(run != nullptr);
}

void NoteButton::write(const QString& text)
{
    const RunViewPtr run = m_workbench.run();
    if (!run)
        return;
    RunNotes notes = notesOf(m_workbench.undoStack(), *run);
    notes.ofAll = text;
    writeNotes(m_workbench.undoStack(), *run, m_workbench.runTitle(), std::move(notes));
}

void NoteButton::ask()
{
    const RunViewPtr run = m_workbench.run();
    if (!run)
        return;
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setWindowTitle(tr("Note of the run"));
    dialog->setLabelText(tr("What is to be known of %1:").arg(m_workbench.runTitle()));
    dialog->setTextValue(notesOf(m_workbench.undoStack(), *run).ofAll);
    dialog->resize(520, 280);
    connect(dialog, &QInputDialog::textValueSelected, this, &NoteButton::write);
    dialog->open();
}

void NoteButton::retranslate()
{
    setText(tr("Note…"));
    setToolTip(tr("Write down what is to be known of this run; it is kept in the project"));
    m_shown->setAccessibleName(tr("Note of the run"));
    follow();
}

} // namespace shardscope::app
