// SPDX-License-Identifier: GPL-3.0-or-later
// An import that lost data opens the drawer; one that only noticed something waits to be asked.
#include "app/desktop/window/drawer.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/timeline/details/slice_details.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/tables/tables.h"
#include "app/session/text/shown_text.h"

#include <algorithm>

namespace shardscope::app {

Drawer::Drawer(Workbench& workbench, QWidget* parent)
    : QTabWidget(parent)
    , m_workbench(workbench)
    , m_files(new TableView(this))
    , m_remarks(new TableView(this))
    , m_tracks(new TableView(this))
    , m_selection(new TableView(this))
    , m_classes(new TableView(this))
    , m_selectedTracks(new TableView(this))
    , m_counters(new TableView(this))
{
    setDocumentMode(true);
    setUsesScrollButtons(true);
    for (TableView* table :
         {m_selection, m_classes, m_selectedTracks, m_counters, m_remarks, m_files, m_tracks})
        addTab(table, QString());
    connect(m_selection, &TableView::cellActivated, this, [this](int row, int) {
        const auto& name = m_selection->table()->rows[static_cast<std::size_t>(row)][0];
        if (const auto* text = std::get_if<std::string>(&name))
            emit nameWanted(shownText(*text));
    });
    connect(&m_workbench, &Workbench::runChanged, this, &Drawer::showReport);
    onLanguageChange(*this, [this] {
        retranslate();
        if (m_workbench.run())
            showReport(); // the tables' words are made in the reader's language
        showArea(m_area);
    });
    retranslate();
}

void Drawer::showReport()
{
    const RunViewPtr run = m_workbench.run();
    clearSelection();
    if (!run) {
        for (TableView* table : {m_files, m_remarks, m_tracks})
            table->setTable(nullptr);
        return;
    }
    const profiler::ImportedRun imported{run->run, run->report};
    m_files->setTable(fileTable(imported));
    m_remarks->setTable(remarkTable(imported));
    m_tracks->setTable(trackTable(*run->run));
    retranslate();
    const bool lost = std::ranges::any_of(run->report.remarks, [](const profiler::Remark& remark) {
        return remark.severity == core::Severity::DataLoss || remark.severity == core::Severity::Error;
    });
    if (lost) {
        setCurrentWidget(m_remarks);
        emit wanted();
    }
}

void Drawer::clearSelection()
{
    for (TableView* table : {m_selection, m_classes, m_selectedTracks, m_counters})
        table->setTable(nullptr);
}

void Drawer::showArea(const SelectedArea& area)
{
    const RunViewPtr run = m_workbench.run();
    m_workbench.jobs().cancel(QStringLiteral("selection"));
    m_area = area;
    retranslate(); // the tab says how long the area is
    if (!run || area.end <= area.begin) {
        clearSelection();
        return;
    }
    m_workbench.jobs().start(
        QStringLiteral("selection"), tr("Summing what is selected"),
        [run, area](const core::Task& task) { return areaTables(*run, area, task); },
        [this](core::Result<AreaTables> tables) {
            if (!tables.ok())
                return;
            const auto show = [](TableView* view, core::Table& table) { view->setTable(std::move(table)); };
            show(m_selection, tables->names);
            show(m_classes, tables->classes);
            show(m_selectedTracks, tables->tracks);
            show(m_counters, tables->counters);
            if (currentIndex() > 3)
                setCurrentWidget(m_selection);
            emit wanted();
        });
}

void Drawer::retranslate()
{
    const auto remarks = m_workbench.run() ? m_workbench.run()->report.remarks.size() : 0;
    const std::int64_t length = m_area.end - m_area.begin;
    setTabText(0, length > 0 ? tr("Selected time: %1").arg(nanosString(length)) : tr("Selected time"));
    setTabText(1, tr("by class"));
    setTabText(2, tr("by track"));
    setTabText(3, tr("counters"));
    setTabText(4, remarks == 0 ? tr("Import report")
                               : tr("Import report (%n)", nullptr, static_cast<int>(remarks)));
    setTabText(5, tr("Files"));
    setTabText(6, tr("Tracks"));
}

} // namespace shardscope::app
