// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/run_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/widgets/empty_state.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace shardscope::app {

RunPage::RunPage(Workbench& workbench, QWidget* parent)
    : Page(parent)
    , m_workbench(workbench)
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(m_stack))
{
    m_stack->addWidget(m_empty);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_stack);
    connect(m_empty, &EmptyState::primaryClicked, this, &Page::openRequested);
    connect(m_empty, &EmptyState::secondaryClicked, this, &Page::sampleRequested);
}

void RunPage::begin(QWidget* content)
{
    m_stack->addWidget(content);
    connect(&m_workbench, &Workbench::runChanged, this, [this] { showRun(); });
    keepTranslated(*this, [this] { retranslate(); });
    showRun();
}

} // namespace shardscope::app
