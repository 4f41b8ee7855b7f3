// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/report/growing_field.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr int kLeastLines = 4;

} // namespace

GrowingField::GrowingField(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabChangesFocus(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSizePolicy(policy);
    connect(this, &QPlainTextEdit::textChanged, this, [this] { updateGeometry(); });
}

int GrowingField::neededHeight() const
{
    // A plain text's document counts its height in lines.
    const int lines = std::max(kLeastLines, static_cast<int>(std::ceil(document()->size().height())));
    return lines * fontMetrics().lineSpacing() +
           2 * static_cast<int>(std::ceil(document()->documentMargin() + frameWidth())) + 4;
}

QSize GrowingField::sizeHint() const { return {160, neededHeight()}; }
QSize GrowingField::minimumSizeHint() const { return {80, neededHeight()}; }

void GrowingField::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    emit left();
}

void GrowingField::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    updateGeometry();
}

void GrowingField::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Undo) && !document()->isUndoAvailable())
        return event->ignore(); // the window's
    QPlainTextEdit::keyPressEvent(event);
}

} // namespace shardscope::app
