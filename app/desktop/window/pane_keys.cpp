// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/pane_keys.h"

#include "app/desktop/charts/figure_widget.h"
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/charts/search/plan_scatter.h"
#include "app/desktop/memory/memory_pictures.h"
#include "app/desktop/pages/learn/lesson_view.h"
#include "app/desktop/pages/report/slide_list.h"
#include "app/desktop/report/presenter.h"
#include "app/desktop/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QKeyEvent>

namespace shardscope::app {

std::optional<Where> partOf(const QObject& widget)
{
    if (qobject_cast<const TimelineView*>(&widget) != nullptr)
        return Where::Timeline;
    if (qobject_cast<const ScheduleView*>(&widget) != nullptr)
        return Where::Schedule;
    if (qobject_cast<const MemoryCurve*>(&widget) != nullptr)
        return Where::Memory;
    if (qobject_cast<const PlanScatter*>(&widget) != nullptr)
        return Where::Plans;
    if (qobject_cast<const LessonView*>(&widget) != nullptr)
        return Where::Lesson;
    if (qobject_cast<const SlideList*>(&widget) != nullptr)
        return Where::Slides;
    if (qobject_cast<const Presenter*>(&widget) != nullptr)
        return Where::Presenter;
    if (qobject_cast<const FigureWidget*>(&widget) != nullptr)
        return Where::Figures;
    return std::nullopt;
}

PaneKeys::PaneKeys(const Actions& actions, QObject* parent)
    : QObject(parent)
    , m_actions(actions)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool PaneKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || m_sending)
        return false;
    const std::optional<Where> where = partOf(*watched);
    const QObject* above = watched;
    while (above != nullptr && above != parent())
        above = above->parent();
    if (!where || above == nullptr)
        return false;
    const auto& pressed = static_cast<const QKeyEvent&>(*event);
    const QKeySequence key(
        QKeyCombination(pressed.modifiers() & ~Qt::KeypadModifier, static_cast<Qt::Key>(pressed.key())));
    const QKeySequence meant = m_actions.usualOf(*where, key);
    if (meant == key)
        return false;
    if (meant.isEmpty())
        return true; // its action has another key now
    QKeyEvent usual(QEvent::KeyPress, meant[0].key(), meant[0].keyboardModifiers(), QString(),
                    pressed.isAutoRepeat());
    m_sending = true;
    QCoreApplication::sendEvent(watched, &usual);
    m_sending = false;
    return true;
}

} // namespace shardscope::app
