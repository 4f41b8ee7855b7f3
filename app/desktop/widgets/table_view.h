// SPDX-License-Identifier: GPL-3.0-or-later
// A core::Table on screen: sortable by raw numbers, copied and saved as CSV, one signal for the cell that was
// opened.
#pragma once

#include "app/desktop/figures/figure.h"
#include "app/desktop/item_models/table_model.h"

#include <QSortFilterProxyModel>
#include <QTableView>

namespace shardscope::app {

class TableView final : public QTableView, public SceneSource {
    Q_OBJECT

public:
    explicit TableView(QWidget* parent = nullptr);

    void setTable(std::shared_ptr<const core::Table> table);
    void setTable(core::Table table) { setTable(std::make_shared<const core::Table>(std::move(table))); }
    [[nodiscard]] const std::shared_ptr<const core::Table>& table() const { return m_model.table(); }
    [[nodiscard]] SceneMaker sceneMaker() const override { return tableScene(table()); }
    /// As tall as the rows need, at most \p most rows; without this the table fills what it is given.
    void setRowsShown(int most);
    [[nodiscard]] QSize sizeHint() const override;
    /// \p row is the table's own, whatever it is sorted by.
    void showRow(int row);

signals:
    /// Row and column of the table, whatever the sorting.
    void cellActivated(int row, int column);
    /// A cell was opened behind which there is a derivation.
    void explainRequested(const QString& path);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void copy() const;
    void saveCsv();
    void fitColumns();
    void widenColumns();

    TableModel m_model;
    QSortFilterProxyModel m_sorted;
    int m_mostRows = 0;
};

} // namespace shardscope::app
