// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>
#include <QTabBar>

namespace shardscope::app {
namespace {

bool editedByTheWheel(const QObject* watched)
{
    if (qobject_cast<const QAbstractSlider*>(watched))
        return qobject_cast<const QScrollBar*>(watched) == nullptr;
    return qobject_cast<const QAbstractSpinBox*>(watched) || qobject_cast<const QComboBox*>(watched) ||
           qobject_cast<const QTabBar*>(watched);
}

} // namespace

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Wheel || !editedByTheWheel(watched))
        return QObject::eventFilter(watched, event);
    event->ignore(); // Qt then asks the widget that this one lies in
    return true;
}

} // namespace shardscope::app
