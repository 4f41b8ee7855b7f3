// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pickers/catalogue_picker.h"

#include "app/desktop/theme/theme.h"

#include <QFrame>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace shardscope::app {
namespace {

constexpr int kNoIndex = -1; ///< of the title of a group
constexpr int kLeastWidth = 360;
constexpr int kMostHeight = 420;

bool matches(const QString& asked, const PickerEntry& entry)
{
    const QString all = entry.text + QLatin1Char(' ') + entry.also + QLatin1Char(' ') + entry.group;
    for (const QString& word : asked.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!all.contains(word, Qt::CaseInsensitive))
            return false;
    }
    return true;
}

} // namespace

QString familyOf(const QString& title)
{
    const QString first = title.section(QLatin1Char(' '), 0, 0);
    const auto end = std::ranges::find_if(first, [](QChar letter) { return !letter.isLetter(); });
    const QString letters = first.left(end - first.begin());
    return letters.size() < 2 ? first : letters;
}

std::vector<PickerEntry> grouped(std::vector<PickerEntry> entries)
{
    std::map<QString, int> size;
    std::map<QString, int> place; // of groups, by their first entry
    // "GPT" and "gpt" are one.
    std::map<QString, QString> written;
    for (PickerEntry& entry : entries)
        entry.group = written.try_emplace(entry.group.toLower(), entry.group).first->second;
    for (const PickerEntry& entry : entries) {
        ++size[entry.group];
        place.try_emplace(entry.group, static_cast<int>(place.size()));
    }
    for (PickerEntry& entry : entries) {
        if (size[entry.group] < 2)
            entry.group.clear();
    }
    constexpr int kLast = 1 << 20;
    std::ranges::stable_sort(entries, {}, [&](const PickerEntry& entry) {
        return entry.group.isEmpty() ? kLast : place[entry.group];
    });
    return entries;
}

CataloguePicker::CataloguePicker(QWidget* parent)
    : QComboBox(parent)
{
}

QLineEdit* CataloguePicker::filter() const { return m_popup && m_popup->isVisible() ? m_filter : nullptr; }
QListWidget* CataloguePicker::list() const { return m_popup && m_popup->isVisible() ? m_list : nullptr; }

void CataloguePicker::make()
{
    m_popup = new QFrame(this, Qt::Popup);
    m_popup->setFrameShape(QFrame::StyledPanel);
    m_filter = new QLineEdit(m_popup);
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_list = new QListWidget(m_popup);
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps the keyboard
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    auto* column = new QVBoxLayout(m_popup);
    column->setContentsMargins(metrics::kGrid, metrics::kGrid, metrics::kGrid, metrics::kGrid);
    column->setSpacing(metrics::kGrid);
    column->addWidget(m_filter);
    column->addWidget(m_list, 1);
    connect(m_filter, &QLineEdit::textChanged, this, &CataloguePicker::fill);
    connect(m_list, &QListWidget::itemClicked, this, &CataloguePicker::choose);
}

void CataloguePicker::showPopup()
{
    if (count() == 0 || !m_entries)
        return;
    if (m_popup == nullptr)
        make();
    m_all = m_entries();
    m_filter->setPlaceholderText(tr("Type a part of the name"));
    m_filter->setAccessibleName(tr("Type a part of the name"));
    m_list->setAccessibleName(accessibleName());
    m_filter->clear();
    fill();
    const QRect free = screen()->availableGeometry();
    const QSize size(std::max(kLeastWidth, width()), std::min(kMostHeight, free.height()));
    QPoint at = mapToGlobal(QPoint(0, height()));
    at.setX(std::clamp(at.x(), free.left(), std::max(free.left(), free.right() - size.width())));
    if (at.y() + size.height() > free.bottom())
        at.setY(std::max(free.top(), mapToGlobal(QPoint(0, 0)).y() - size.height()));
    m_popup->setGeometry(QRect(at, size));
    m_popup->show();
    m_filter->setFocus(Qt::PopupFocusReason);
    // What is chosen is in sight.
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(Qt::UserRole).toInt() == currentIndex() && currentIndex() >= 0) {
            m_list->setCurrentRow(row);
            m_list->scrollToItem(m_list->item(row), QAbstractItemView::PositionAtCenter);
            break;
        }
    }
}

void CataloguePicker::hidePopup()
{
    if (m_popup != nullptr)
        m_popup->hide();
    QComboBox::hidePopup();
}

void CataloguePicker::fill()
{
    m_list->clear();
    const QString asked = m_filter->text().trimmed();
    QString group;
    bool first = true;
    for (const PickerEntry& entry : m_all) {
        if (!matches(asked, entry))
            continue;
        if (entry.group != group || first) {
            group = entry.group;
            if (!group.isEmpty() || !first) {
                auto* title = new QListWidgetItem(group.isEmpty() ? tr("Others") : group, m_list);
                title->setData(Qt::UserRole, kNoIndex);
                title->setFlags(Qt::NoItemFlags);
                QFont font = interfaceFont(TypeSize::Small, Weight::Strong);
                title->setFont(font);
            }
            first = false;
        }
        auto* item = new QListWidgetItem(entry.text, m_list);
        item->setData(Qt::UserRole, entry.index);
        item->setToolTip(entry.also);
    }
    m_list->setCurrentRow(-1);
    move(1);
}

/// Goes to the next line that can be chosen.
void CataloguePicker::move(int steps)
{
    for (int row = m_list->currentRow() + steps; row >= 0 && row < m_list->count(); row += steps) {
        if (m_list->item(row)->flags() & Qt::ItemIsSelectable)
            return m_list->setCurrentRow(row);
    }
}

void CataloguePicker::choose(const QListWidgetItem* item)
{
    const int index = item == nullptr ? kNoIndex : item->data(Qt::UserRole).toInt();
    if (index < 0 || index >= count())
        return;
    hidePopup();
    setFocus(Qt::PopupFocusReason);
    setCurrentIndex(index);
    emit activated(index);
}

bool CataloguePicker::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_filter || event->type() != QEvent::KeyPress)
        return QComboBox::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down: move(1); return true;
    case Qt::Key_Up: move(-1); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: choose(m_list->currentItem()); return true;
    case Qt::Key_Escape: hidePopup(); return true;
    default: return QComboBox::eventFilter(watched, event);
    }
}

} // namespace shardscope::app
