// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/settings/key_field.h"

#include <QKeyEvent>

namespace shardscope::app {
namespace {

bool isModifier(int key)
{
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt || key == Qt::Key_Meta ||
           key == Qt::Key_AltGr || key == Qt::Key_unknown;
}

/// The keyboard must be able to leave the field.
bool leaves(const QKeyEvent& event) { return event.key() == Qt::Key_Tab || event.key() == Qt::Key_Backtab; }

} // namespace

KeyField::KeyField(QWidget* parent)
    : QLineEdit(parent)
{
    setReadOnly(true);
    setContextMenuPolicy(Qt::NoContextMenu);
}

void KeyField::setKeys(const QList<QKeySequence>& keys)
{
    m_keys = keys;
    show(hasFocus());
}

void KeyField::show(bool listening)
{
    QStringList said;
    for (const QKeySequence& key : m_keys)
        said << key.toString(QKeySequence::NativeText);
    setText(said.join(QStringLiteral(", ")));
    setPlaceholderText(listening ? tr("Press the keys") : tr("none"));
    setToolTip(tr("Press the keys here; Backspace: none, Esc: as it was"));
}

bool KeyField::event(QEvent* event)
{
    // Every shortcut can be pressed here without its being done.
    if (event->type() == QEvent::ShortcutOverride && !leaves(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void KeyField::keyPressEvent(QKeyEvent* event)
{
    if (isModifier(event->key()) || leaves(*event))
        return;
    if (event->key() == Qt::Key_Escape)
        return clearFocus();
    if (event->modifiers() == Qt::NoModifier &&
        (event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete)) {
        emit pressed(QKeySequence());
        return;
    }
    // A character that Shift makes is that character: "?" and not Shift+/.
    const bool letter = event->key() >= Qt::Key_A && event->key() <= Qt::Key_Z;
    const bool printed = event->key() < Qt::Key_Escape && !letter && event->key() != Qt::Key_Space;
    const Qt::KeyboardModifiers held = printed ? event->modifiers() & ~Qt::ShiftModifier : event->modifiers();
    emit pressed(
        QKeySequence(QKeyCombination(held & ~Qt::KeypadModifier, static_cast<Qt::Key>(event->key()))));
}

void KeyField::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    show(true);
}

void KeyField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    show(false);
}

} // namespace shardscope::app
