// SPDX-License-Identifier: GPL-3.0-or-later
// The tables below the page: the import report, and what the selected time holds.
#pragma once

#include "app/desktop/workbench.h"

#include <QTabWidget>

class QLabel;

namespace shardscope::app {

class TableView;

class Drawer final : public QTabWidget {
    Q_OBJECT

public:
    explicit Drawer(Workbench& workbench, QWidget* parent = nullptr);

    /// Sums up the slices within; begin == end: nothing is selected.
    void showArea(qint64 beginNs, qint64 endNs);
    [[nodiscard]] TableView& remarks() { return *m_remarks; }
    [[nodiscard]] TableView& selection() { return *m_selection; }

signals:
    /// There is something to read: the drawer should be seen.
    void wanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showReport();
    void retranslate();

    Workbench& m_workbench;
    TableView* m_files;
    TableView* m_remarks;
    TableView* m_tracks;
    TableView* m_selection;
};

} // namespace shardscope::app
