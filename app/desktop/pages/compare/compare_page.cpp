// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/compare_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/pages/compare/plan_vs_run.h"
#include "app/desktop/pages/compare/run_vs_run.h"
#include "app/desktop/widgets/parts.h"

#include <QShowEvent>
#include <QStackedWidget>
#include <QTabBar>

namespace shardscope::app {
namespace {

enum Shown { kEmpty, kPlans, kRun, kRuns };

} // namespace

ComparePage::ComparePage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_tabs(new QTabBar(this))
    , m_plans(new PlanVsPlan(workbench, m_stack))
    , m_run(new PlanVsRun(workbench, m_stack))
    , m_runs(new RunVsRun(workbench, m_stack))
{
    for (int tab = 0; tab < 3; ++tab)
        m_tabs->addTab(QString());
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_stack->addWidget(m_plans);
    m_stack->addWidget(m_run);
    m_stack->addWidget(m_runs);
    auto* column = columnIn(this, 0);
    column->addWidget(m_tabs);
    column->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &ComparePage::refresh);
    connect(m_run, &PlanVsRun::openRequested, this, &Page::openRequested);
    connect(m_run, &PlanVsRun::sampleRequested, this, &Page::sampleRequested);
    connect(m_runs, &RunVsRun::openRequested, this, &Page::openRequested);
    connect(m_runs, &RunVsRun::sampleRequested, this, &Page::sampleRequested);
    for (const Page* tab : std::initializer_list<const Page*>{m_run, m_runs})
        connect(tab, &Page::canExportChanged, this, &Page::canExportChanged);
    connect(m_plans, &PlanVsPlan::hint, this, &Page::hint);
    connect(m_plans, &PlanVsPlan::shown, this, &Page::canExportChanged);
    connect(&m_workbench, &Workbench::stateChanged, this, &ComparePage::refresh);
    keepTranslated(*this, [this] { retranslate(); });
}

QString ComparePage::whyNoPicture() const
{
    switch (m_stack->currentIndex()) {
    case kRun: return m_run->whyNoPicture();
    case kRuns: return m_runs->whyNoPicture();
    case kPlans: return m_plans->plans().empty() ? tr("No plan is chosen.") : QString();
    default: return tr("Choose a model and a machine first.");
    }
}

int ComparePage::tab() const { return m_tabs->currentIndex(); }

QWidget& ComparePage::contentFront()
{
    switch (m_stack->currentIndex()) {
    case kRun: return m_run->front();
    case kRuns: return m_runs->front();
    default: return m_plans->choices();
    }
}

void ComparePage::showRuns() { m_tabs->setCurrentIndex(2); }

void ComparePage::refresh()
{
    switch (m_tabs->currentIndex()) {
    case 2: m_stack->setCurrentIndex(kRuns); break;
    case 1: m_stack->setCurrentIndex(kRun); break;
    default: m_stack->setCurrentIndex(m_workbench.state().complete() ? kPlans : kEmpty);
    }
    emit canExportChanged();
}

void ComparePage::retranslate()
{
    m_tabs->setTabText(0, tr("Plans side by side"));
    m_tabs->setTabText(1, tr("Plan and run"));
    m_tabs->setTabText(2, tr("Run and run"));
    m_tabs->setAccessibleName(tr("What is compared"));
    m_empty->setTexts(
        tr("Compare ways to lay a model out"),
        tr("Choose a model and a machine on the Plan page. Data parallelism, ZeRO, Megatron-LM, GPipe, "
           "Mesh-TensorFlow and phased execution then stand side by side, with what each asks of the "
           "program."),
        tr("Open…"), tr("Open a sample"));
    refresh();
}

/// Who opened a run and chose no plan has runs to compare.
void ComparePage::showEvent(QShowEvent* event)
{
    if (!event->spontaneous() && m_stack->currentIndex() == kEmpty && m_workbench.run())
        showRuns();
    Page::showEvent(event);
}

} // namespace shardscope::app
