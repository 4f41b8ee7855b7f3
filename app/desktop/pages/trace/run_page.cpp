// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/run_page.h"

#include "app/desktop/base/language.h"

#include <QStackedWidget>

namespace shardscope::app {

RunPage::RunPage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
{
    fillPage();
}

void RunPage::begin(QWidget* content)
{
    m_stack->addWidget(content);
    connect(&m_workbench, &Workbench::runChanged, this, [this] { showRun(); });
    keepTranslated(*this, [this] { retranslate(); });
    showRun();
}

} // namespace shardscope::app
