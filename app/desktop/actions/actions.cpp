// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/actions/actions.h"

#include <QAction>
#include <QRegularExpression>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

/// A key that the user gave an action; no such entry: the usual ones.
QString settingOf(const QString& id) { return QStringLiteral("shortcuts/") + id; }

} // namespace

QString whereText(Where where)
{
    switch (where) {
    case Where::Window: return Actions::tr("Everywhere");
    case Where::Timeline: return Actions::tr("In the timeline");
    case Where::Schedule: return Actions::tr("In a schedule");
    case Where::Memory: return Actions::tr("In memory over time");
    case Where::Plans: return Actions::tr("Among the plans found");
    case Where::Lesson: return Actions::tr("In a lesson");
    case Where::Slides: return Actions::tr("In the list of slides");
    case Where::Presenter: return Actions::tr("While slides are presented");
    case Where::Figures: break;
    }
    return Actions::tr("In other figures");
}

bool overlap(Where a, Where b) { return a == b || a == Where::Window || b == Where::Window; }

QList<QKeySequence> keysOf(const QString& text)
{
    QList<QKeySequence> keys = QKeySequence::listFromString(text, QKeySequence::PortableText);
    keys.removeAll(QKeySequence()); // of no text
    return keys;
}

QString Action::plainWords() const
{
    // "Open" of "&Open", and of what other scripts write: "開く" of "開く(&O)".
    static const QRegularExpression letter(QStringLiteral("\\(&.\\)"));
    return words().remove(letter).remove(QLatin1Char('&'));
}

QString Action::keysText() const
{
    QStringList said;
    for (const QKeySequence& key : keys)
        said << key.toString(QKeySequence::NativeText);
    if (gesture)
        said << gesture();
    return said.join(QStringLiteral(", "));
}

void Actions::add(Action action)
{
    action.keys = action.usual;
    if (const QSettings settings; action.canChange() && settings.contains(settingOf(action.id)))
        action.keys = keysOf(settings.value(settingOf(action.id)).toString());
    m_all.push_back(std::move(action));
    apply(m_all.back());
}

void Actions::apply(Action& action)
{
    if (action.made != nullptr)
        action.made->setShortcuts(action.keys);
}

const Action* Actions::find(const QString& id) const
{
    const auto found = std::ranges::find(m_all, id, &Action::id);
    return found == m_all.end() ? nullptr : &*found;
}

Action* Actions::at(const QString& id)
{
    const auto found = std::ranges::find(m_all, id, &Action::id);
    return found == m_all.end() ? nullptr : &*found;
}

std::vector<const Action*> Actions::clashes(const QString& id, const QKeySequence& key) const
{
    std::vector<const Action*> found;
    const Action* own = find(id);
    for (const Action& other : m_all) {
        if (own != nullptr && &other != own && overlap(own->where, other.where) && other.keys.contains(key))
            found.push_back(&other);
    }
    return found;
}

QKeySequence Actions::usualOf(Where where, const QKeySequence& pressed) const
{
    QKeySequence meant = pressed;
    for (const Action& action : m_all) {
        if (action.where != where || !action.isChanged())
            continue;
        if (action.keys.contains(pressed))
            return action.usual.front();
        if (action.usual.contains(pressed))
            meant = {};
    }
    return meant;
}

void Actions::setKeys(const QString& id, const QList<QKeySequence>& keys)
{
    Action* action = at(id);
    if (action == nullptr || !action->canChange() || action->keys == keys)
        return;
    action->keys = keys;
    apply(*action);
    QSettings settings;
    if (!action->isChanged())
        settings.remove(settingOf(id));
    else
        settings.setValue(settingOf(id), QKeySequence::listToString(keys, QKeySequence::PortableText));
    emit keysChanged();
}

bool Actions::reset(const QString& id)
{
    const Action* action = find(id);
    if (action == nullptr)
        return false;
    for (const QKeySequence& key : action->usual) {
        if (!clashes(id, key).empty())
            return false;
    }
    setKeys(id, action->usual);
    return true;
}

void Actions::resetAll()
{
    for (const Action& action : m_all)
        setKeys(action.id, action.usual);
}

void Actions::retranslate()
{
    for (const Action& action : m_all) {
        if (action.made != nullptr)
            action.made->setText(action.words());
    }
}

} // namespace shardscope::app
