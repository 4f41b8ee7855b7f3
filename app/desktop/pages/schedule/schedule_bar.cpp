// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/schedule/schedule_bar.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"

#include <QEvent>
#include <QHBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kBarHeight = 44;

} // namespace

ScheduleBar::ScheduleBar(QWidget& overflow, QWidget* parent)
    : QFrame(parent)
    , m_row(rowIn(this, metrics::kGrid))
    , m_overflow(overflow)
{
    setRole(*this, Role::Head);
    setFixedHeight(kBarHeight);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // it takes what it is given
    m_row->setContentsMargins(metrics::kGrid * 2, 0, metrics::kGrid * 2, 0);
}

void ScheduleBar::add(QWidget* control, int leaves)
{
    m_row->addWidget(control);
    m_entries.push_back({control, leaves});
}

void ScheduleBar::addStretch()
{
    m_row->addStretch(1);
    m_entries.push_back({});
}

void ScheduleBar::move(Entry& entry, bool leave)
{
    const bool hidden = entry.control->isHidden();
    entry.left = leave;
    if (leave) {
        m_row->removeWidget(entry.control);
        m_overflow.layout()->addWidget(entry.control);
    } else {
        m_overflow.layout()->removeWidget(entry.control);
        int at = 0; // behind those that stand before it
        for (const Entry& other : m_entries) {
            if (&other == &entry)
                break;
            at += other.left ? 0 : 1;
        }
        m_row->insertWidget(at, entry.control);
    }
    entry.control->setVisible(!hidden); // a new parent hides it
}

void ScheduleBar::fit()
{
    const QMargins margins = m_row->contentsMargins();
    int width = margins.left() + margins.right();
    std::vector<std::size_t> mayLeave;
    std::vector<bool> leave(m_entries.size(), false);
    const auto widthOf = [this](const Entry& entry) {
        return std::max(entry.control->sizeHint().width(), entry.control->minimumWidth()) + m_row->spacing();
    };
    for (std::size_t at = 0; at < m_entries.size(); ++at) {
        if (m_entries[at].control == nullptr || m_entries[at].control->isHidden())
            continue;
        width += widthOf(m_entries[at]);
        if (m_entries[at].leaves > 0)
            mayLeave.push_back(at);
    }
    std::ranges::sort(mayLeave, std::ranges::greater(),
                      [this](std::size_t at) { return m_entries[at].leaves; });
    for (const std::size_t at : mayLeave) {
        if (width <= this->width())
            break;
        leave[at] = true;
        width -= widthOf(m_entries[at]);
    }
    for (std::size_t at = 0; at < m_entries.size(); ++at) {
        if (m_entries[at].left != leave[at])
            move(m_entries[at], leave[at]);
    }
    const bool any = std::ranges::any_of(m_entries, &Entry::left);
    if (m_overflow.isHidden() == any)
        m_overflow.setVisible(any);
}

void ScheduleBar::resizeEvent(QResizeEvent*) { fit(); }

bool ScheduleBar::event(QEvent* event)
{
    const bool done = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return done;
}

} // namespace shardscope::app
