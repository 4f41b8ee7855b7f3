// SPDX-License-Identifier: GPL-3.0-or-later
// The one item model for every core::Table: a sealed adaptor over a snapshot, with raw numbers under the sort
// role.
#pragma once

// First: moc 6.4 cannot read <concepts> unless a header of Qt was before it.
#include <QtGlobal>

#include "core/report/table.h"

#include <QAbstractTableModel>

#include <memory>

namespace shardscope::app {

/// Roles beside Qt's own, the same in every model of the window.
enum ItemRole {
    SortRole = Qt::UserRole, ///< the raw number or text, never the formatted one
    RowRole,                 ///< the row in the table, whatever the sorting
};

class TableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit TableModel(QObject* parent = nullptr);

    /// Shows \p table; null shows nothing.
    void setTable(std::shared_ptr<const core::Table> table);
    [[nodiscard]] const std::shared_ptr<const core::Table>& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::shared_ptr<const core::Table> m_table;
};

} // namespace shardscope::app
