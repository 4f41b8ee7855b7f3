// SPDX-License-Identifier: GPL-3.0-or-later
// An import that lost data opens the drawer; one that only noticed something waits to be asked.
#include "app/desktop/widgets/drawer.h"

#include "app/desktop/timeline/slice_details.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/tables.h"

#include <QEvent>

#include <algorithm>

namespace shardscope::app {

Drawer::Drawer(Workbench& workbench, QWidget* parent)
    : QTabWidget(parent)
    , m_workbench(workbench)
    , m_files(new TableView(this))
    , m_remarks(new TableView(this))
    , m_tracks(new TableView(this))
    , m_selection(new TableView(this))
{
    setDocumentMode(true);
    addTab(m_selection, QString());
    addTab(m_remarks, QString());
    addTab(m_files, QString());
    addTab(m_tracks, QString());
    connect(&m_workbench, &Workbench::runChanged, this, &Drawer::showReport);
    retranslate();
}

void Drawer::showReport()
{
    const RunViewPtr run = m_workbench.run();
    m_selection->setTable(nullptr);
    if (!run) {
        for (TableView* table : {m_files, m_remarks, m_tracks})
            table->setTable(nullptr);
        return;
    }
    const profiler::ImportedRun imported{run->run, run->report};
    m_files->setTable(std::make_shared<const core::Table>(fileTable(imported)));
    m_remarks->setTable(std::make_shared<const core::Table>(remarkTable(imported)));
    m_tracks->setTable(std::make_shared<const core::Table>(trackTable(*run->run)));
    retranslate();
    const bool lost = std::any_of(
        run->report.remarks.begin(), run->report.remarks.end(), [](const profiler::Remark& remark) {
            return remark.severity == core::Severity::DataLoss || remark.severity == core::Severity::Error;
        });
    if (lost) {
        setCurrentWidget(m_remarks);
        emit wanted();
    }
}

void Drawer::showArea(qint64 beginNs, qint64 endNs)
{
    const RunViewPtr run = m_workbench.run();
    m_workbench.jobs().cancel(QStringLiteral("selection"));
    if (!run || endNs <= beginNs) {
        m_selection->setTable(nullptr);
        return;
    }
    m_workbench.jobs().start(
        QStringLiteral("selection"), QString(),
        [run, beginNs, endNs](const core::Task& task) { return summaryTable(*run, beginNs, endNs, task); },
        [this](core::Result<core::Table> table) {
            if (!table.ok())
                return;
            m_selection->setTable(std::make_shared<const core::Table>(std::move(table).value()));
            setCurrentWidget(m_selection);
            emit wanted();
        });
}

void Drawer::retranslate()
{
    const auto remarks = m_workbench.run() ? m_workbench.run()->report.remarks.size() : 0;
    setTabText(0, tr("Selected time"));
    setTabText(1, remarks == 0 ? tr("Import report")
                               : tr("Import report (%n)", nullptr, static_cast<int>(remarks)));
    setTabText(2, tr("Files"));
    setTabText(3, tr("Tracks"));
}

void Drawer::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        if (m_workbench.run())
            showReport(); // the tables' words are made in the reader's language
    }
    QTabWidget::changeEvent(event);
}

} // namespace shardscope::app
