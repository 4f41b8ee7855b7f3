// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/run_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/theme/theme.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kBeside = 2; ///< behind the values of RunFrom: runs of Workbench::beside()

} // namespace

RunPage::RunPage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_runs(new QComboBox(this))
{
    m_runs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_runs->setMinimumContentsLength(60);
    m_runs->hide();
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(metrics::kGrid * 2, 0, metrics::kGrid * 2, 0);
    bar->addWidget(m_runs, 0, Qt::AlignLeft);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_stack, 1);
    connect(m_runs, &QComboBox::activated, this, [this](int index) {
        const int chosen = m_runs->itemData(index).toInt();
        const auto beside = static_cast<std::size_t>(std::max(0, chosen - kBeside));
        if (chosen < kBeside)
            m_workbench.showRun(static_cast<RunFrom>(chosen));
        else if (beside < m_workbench.beside().size())
            m_workbench.showBeside(m_workbench.beside()[beside]);
    });
}

void RunPage::begin(QWidget* content)
{
    m_stack->addWidget(content);
    connect(&m_workbench, &Workbench::runChanged, this, [this] { showRun(); });
    connect(&m_workbench, &Workbench::runsChanged, this, &RunPage::fillRuns);
    keepTranslated(*this, [this] {
        retranslate();
        fillRuns();
    });
    showRun();
}

void RunPage::fillRuns()
{
    const QSignalBlocker quiet(m_runs);
    m_runs->clear();
    for (const RunFrom from : {RunFrom::Files, RunFrom::Simulation}) {
        if (!m_workbench.run(from))
            continue;
        const QString title = from == RunFrom::Files ? m_workbench.titleOfOpen(m_workbench.run(from))
                                                     : m_workbench.runTitle(from);
        m_runs->addItem(from == RunFrom::Files ? tr("Recorded: %1").arg(title)
                                               : tr("Simulated: %1").arg(title),
                        static_cast<int>(from));
        if (from == m_workbench.front())
            m_runs->setCurrentIndex(m_runs->count() - 1);
    }
    for (std::size_t at = 0; at < m_workbench.beside().size(); ++at)
        m_runs->addItem(tr("Recorded: %1").arg(m_workbench.titleOfOpen(m_workbench.beside()[at])),
                        kBeside + static_cast<int>(at));
    m_runs->setAccessibleName(tr("Run that is shown"));
    m_runs->setToolTip(m_runs->accessibleName());
    m_runs->setVisible(m_runs->count() > 1);
}

QString RunPage::whyNoRun() const { return m_workbench.run() ? QString() : tr("No run is open."); }

} // namespace shardscope::app
