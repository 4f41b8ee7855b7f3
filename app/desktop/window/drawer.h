// SPDX-License-Identifier: GPL-3.0-or-later
// The tables below the page: the import report, and what the selected time holds.
#pragma once

#include "app/desktop/timeline/marks.h"
#include "app/desktop/workbench/workbench.h"

#include <QTabWidget>

namespace shardscope::app {

class TableView;

class Drawer final : public QTabWidget {
    Q_OBJECT

public:
    explicit Drawer(Workbench& workbench, QWidget* parent = nullptr);

    /// Sums up the slices within; begin == end: nothing is selected.
    void showArea(const shardscope::app::SelectedArea& area);
    /// The import report: what each file gave, what was odd.
    [[nodiscard]] TableView& files() { return *m_files; }
    [[nodiscard]] TableView& remarks() { return *m_remarks; }
    [[nodiscard]] TableView& selection() { return *m_selection; }

signals:
    /// A name was opened: the timeline should find it.
    void nameWanted(const QString& name);
    /// There is something to read: the drawer should be seen.
    void wanted();

private:
    void showReport();
    void clearSelection();
    void retranslate();

    Workbench& m_workbench;
    TableView* m_files;
    TableView* m_remarks;
    TableView* m_tracks;
    TableView* m_selection;
    TableView* m_classes;
    TableView* m_selectedTracks;
    TableView* m_counters;
    SelectedArea m_area;
};

} // namespace shardscope::app
