// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/several_box.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QWidgetAction>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kArrow = 46;     ///< pixels that the menu's arrow and the padding take
constexpr int kTypedFrom = 12; ///< words: more are not looked through

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
    m_filter = nullptr;
    if (words.size() > kTypedFrom)
        addFilter();
    connect(m_menu->addAction(any), &QAction::triggered, this, [this] { toggle(-1); });
    m_menu->addSeparator();
    m_first = static_cast<int>(m_menu->actions().size());
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

void SeveralBox::addFilter()
{
    auto* line = new QWidgetAction(m_menu);
    m_filter = new QLineEdit;
    m_filter->setClearButtonEnabled(true);
    m_filter->setPlaceholderText(tr("Type a part of the name"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    line->setDefaultWidget(m_filter);
    m_menu->addAction(line);
    connect(m_filter, &QLineEdit::textChanged, this, &SeveralBox::narrow);
    connect(m_menu, &QMenu::aboutToShow, m_filter, [this] {
        m_filter->clear();
        m_filter->setFocus();
    });
    // Return ticks the one that is left, or the first.
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        const QList<QAction*> actions = m_menu->actions();
        for (int i = m_first; i < actions.size(); ++i) {
            if (actions[i]->isVisible() && actions[i]->isEnabled())
                return actions[i]->trigger();
        }
    });
}

void SeveralBox::narrow(const QString& asked)
{
    const QList<QAction*> actions = m_menu->actions();
    for (int i = m_first; i < actions.size(); ++i) {
        const QStringList wanted = asked.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        actions[i]->setVisible(std::ranges::all_of(wanted, [&](const QString& word) {
            return actions[i]->text().contains(word, Qt::CaseInsensitive);
        }));
    }
}

std::vector<int> SeveralBox::ticked() const
{
    std::vector<int> indices;
    const QList<QAction*> actions = m_menu->actions();
    for (int i = m_first; i < actions.size(); ++i) {
        if (actions[i]->isChecked())
            indices.push_back(i - m_first);
    }
    return indices;
}

void SeveralBox::setTicked(const std::vector<int>& ticked)
{
    const QList<QAction*> actions = m_menu->actions();
    for (QAction* action : actions)
        action->setChecked(false);
    for (const int index : ticked) {
        if (index >= 0 && index + m_first < actions.size())
            actions[index + m_first]->setChecked(true);
    }
    showText();
}

void SeveralBox::setReason(int word, const QString& why)
{
    QAction* action = m_menu->actions().value(word + m_first);
    if (action == nullptr)
        return;
    action->setEnabled(why.isEmpty() || action->isChecked());
    action->setToolTip(why.isEmpty() ? m_words.value(word) : why);
}

void SeveralBox::toggle(int word)
{
    if (word >= 0 && word + m_first < m_menu->actions().size())
        return m_menu->actions()[word + m_first]->trigger();
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
