// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/compare_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/pages/compare/difference_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/widgets/parts.h"

#include <QListWidget>
#include <QShowEvent>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

enum Shown { kEmpty, kTwo, kPlans };
enum Tab { kTwoTab, kPlansTab };

} // namespace

ComparePage::ComparePage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_tabs(new QTabBar(this))
    , m_plans(new PlanVsPlan(workbench, m_stack))
    , m_two(new DifferencePage(workbench, m_stack))
{
    m_tabs->addTab(QString());
    m_tabs->addTab(QString());
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_stack->addWidget(m_two);
    m_stack->addWidget(m_plans);
    auto* column = columnIn(this, 0);
    column->addWidget(m_tabs);
    column->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, [this] {
        m_chosen = true;
        refresh();
    });
    connect(m_two, &Page::openRequested, this, &Page::openRequested);
    connect(m_two, &Page::sampleRequested, this, &Page::sampleRequested);
    connect(m_two, &Page::hint, this, &Page::hint);
    connect(m_two, &Page::canExportChanged, this, &Page::canExportChanged);
    connect(m_plans, &PlanVsPlan::hint, this, &Page::hint);
    connect(m_plans, &PlanVsPlan::shown, this, &Page::canExportChanged);
    connect(&m_workbench, &Workbench::stateChanged, this, &ComparePage::refresh);
    connect(&m_workbench, &Workbench::runsChanged, this, &ComparePage::refresh);
    keepTranslated(*this, [this] { retranslate(); });
}

QString ComparePage::whyNoPicture() const
{
    switch (m_stack->currentIndex()) {
    case kTwo: return m_two->whyNoPicture();
    case kPlans: return m_plans->plans().empty() ? tr("No plan is chosen.") : QString();
    default: return tr("Choose a model and a machine first.");
    }
}

bool ComparePage::showsPlans() const { return m_tabs->currentIndex() == kPlansTab; }

void ComparePage::showPlans(bool plans) { m_tabs->setCurrentIndex(plans ? kPlansTab : kTwoTab); }

QWidget& ComparePage::contentFront()
{
    if (m_stack->currentIndex() == kTwo)
        return m_two->front();
    return m_plans->choices();
}

/// If no run is open and nothing was chosen, the page compares the plan's layouts.
void ComparePage::refresh()
{
    if (!m_chosen) {
        const QSignalBlocker quiet(m_tabs);
        m_tabs->setCurrentIndex(m_workbench.state().complete() && !m_workbench.run() ? kPlansTab : kTwoTab);
    }
    m_stack->setCurrentIndex(!showsPlans() ? kTwo : m_workbench.state().complete() ? kPlans : kEmpty);
    emit canExportChanged();
}

void ComparePage::retranslate()
{
    m_tabs->setTabText(kTwoTab, tr("Two sides"));
    m_tabs->setTabText(kPlansTab, tr("Plans side by side"));
    m_tabs->setAccessibleName(tr("What is compared"));
    m_empty->setTexts(
        tr("Compare ways to lay a model out"),
        tr("Choose a model and a machine on the Plan page. Data parallelism, ZeRO, Megatron-LM, GPipe, "
           "Mesh-TensorFlow and phased execution then stand side by side, with what each asks of the "
           "program."),
        tr("Open…"), tr("Open a sample"));
    refresh();
}

void ComparePage::showEvent(QShowEvent* event)
{
    if (!event->spontaneous())
        refresh();
    Page::showEvent(event);
}

} // namespace shardscope::app
