// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/stacked_page.h"

#include "app/desktop/widgets/parts.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace shardscope::app {

StackedPage::StackedPage(Workbench& workbench, QWidget* parent)
    : Page(parent)
    , m_workbench(workbench)
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(m_stack))
{
    m_stack->addWidget(m_empty);
    connect(m_empty, &EmptyState::primaryClicked, this, [this] { startFromEmpty(); });
    connect(m_empty, &EmptyState::secondaryClicked, this, &Page::sampleRequested);
}

bool StackedPage::isEmpty() const { return m_stack->currentWidget() == m_empty; }

QWidget& StackedPage::front()
{
    if (!isEmpty())
        return contentFront();
    return m_empty->primary();
}

void StackedPage::fillPage(QWidget* controls, QWidget* head)
{
    auto* column = columnIn(this, 0);
    if (head)
        column->addWidget(head);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    column->addLayout(row, 1);
    if (controls)
        row->addWidget(controls);
    row->addWidget(m_stack, 1);
}

} // namespace shardscope::app
