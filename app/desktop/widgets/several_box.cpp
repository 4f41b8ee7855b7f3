// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/several_box.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QResizeEvent>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kArrow = 46; ///< pixels that the menu's arrow and the padding take

/// A menu that stays open while words are ticked.
class TickMenu final : public QMenu {
public:
    explicit TickMenu(QWidget* parent)
        : QMenu(parent)
    {
        setAttribute(Qt::WA_NoMouseReplay); // mousePressEvent does it, on every platform
    }

protected:
    /// A click beside the menu closes it and is a click on what lies there, too: not a click more only to be
    /// rid of it. On the box itself it closes the menu and nothing else.
    void mousePressEvent(QMouseEvent* event) override
    {
        const bool beside = !rect().contains(event->position().toPoint());
        const QPoint at = event->globalPosition().toPoint();
        QMenu::mousePressEvent(event);
        QWidget* const there = beside ? QApplication::widgetAt(at) : nullptr;
        if (there == nullptr || there == parentWidget() || there->window() != parentWidget()->window())
            return;
        there->setFocus(Qt::MouseFocusReason);
        for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            auto* click = new QMouseEvent(
                type, there->mapFromGlobal(QPointF(at)), QPointF(at), event->button(),
                type == QEvent::MouseButtonPress ? event->buttons() : Qt::NoButton, event->modifiers());
            QCoreApplication::postEvent(there, click);
        }
    }
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        QAction* action = activeAction();
        if (action && action->isCheckable() && action->isEnabled())
            action->trigger();
        else
            QMenu::mouseReleaseEvent(event);
    }
};

} // namespace

SeveralBox::SeveralBox(QWidget* parent)
    : QPushButton(parent)
    , m_menu(new TickMenu(this))
{
    setMenu(m_menu);
    m_menu->setToolTipsVisible(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SeveralBox::setWords(const QStringList& words, const QString& any)
{
    const std::vector<int> before = ticked();
    m_words = words;
    m_any = any;
    m_menu->clear();
    connect(m_menu->addAction(any), &QAction::triggered, this, [this] { toggle(-1); });
    m_menu->addSeparator();
    for (const QString& word : words) {
        QAction* action = m_menu->addAction(word);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this] {
            showText();
            emit changed();
        });
    }
    setTicked(before);
}

std::vector<int> SeveralBox::ticked() const
{
    std::vector<int> indices;
    const QList<QAction*> actions = m_menu->actions();
    for (int i = 2; i < actions.size(); ++i) {
        if (actions[i]->isChecked())
            indices.push_back(i - 2);
    }
    return indices;
}

void SeveralBox::setTicked(const std::vector<int>& ticked)
{
    const QList<QAction*> actions = m_menu->actions();
    for (QAction* action : actions)
        action->setChecked(false);
    for (const int index : ticked) {
        if (index >= 0 && index + 2 < actions.size())
            actions[index + 2]->setChecked(true);
    }
    showText();
}

void SeveralBox::setReason(int word, const QString& why)
{
    QAction* action = m_menu->actions().value(word + 2);
    if (action == nullptr)
        return;
    action->setEnabled(why.isEmpty() || action->isChecked());
    action->setToolTip(why.isEmpty() ? m_words.value(word) : why);
}

void SeveralBox::toggle(int word)
{
    if (word >= 0 && word + 2 < m_menu->actions().size())
        return m_menu->actions()[word + 2]->trigger();
    setTicked({});
    emit changed();
}

void SeveralBox::showText()
{
    QStringList shown;
    for (const int index : ticked())
        shown << m_words[index];
    const QString text = shown.isEmpty() ? m_any : shown.join(QStringLiteral(", "));
    setText(fontMetrics().elidedText(text, Qt::ElideRight, std::max(40, width() - kArrow)));
    setAccessibleDescription(text);
}

void SeveralBox::resizeEvent(QResizeEvent* event)
{
    QPushButton::resizeEvent(event);
    showText();
}

QSize SeveralBox::sizeHint() const { return {120, QPushButton::sizeHint().height()}; }

QSize SeveralBox::minimumSizeHint() const { return {60, QPushButton::sizeHint().height()}; }

} // namespace shardscope::app
