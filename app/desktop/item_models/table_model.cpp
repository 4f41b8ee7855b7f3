// SPDX-License-Identifier: GPL-3.0-or-later
// Cells to roles. Nothing is computed here but the text of the one cell asked for.
#include "app/desktop/item_models/table_model.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/messages.h"

namespace shardscope::app {
namespace {

bool isNumeric(core::CellKind kind) { return kind != core::CellKind::Text && kind != core::CellKind::Flag; }

QVariant rawValue(const core::Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return QString::fromStdString(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<qlonglong>(*whole);
    if (const auto* real = std::get_if<double>(&cell))
        return *real;
    if (const auto* flag = std::get_if<bool>(&cell))
        return *flag;
    return {};
}

} // namespace

TableModel::TableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void TableModel::setTable(std::shared_ptr<const core::Table> table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto columnIndex = static_cast<std::size_t>(index.column());
    const core::Column& column = m_table->columns[columnIndex];
    const core::Cell& cell = m_table->rows[row][columnIndex];
    switch (role) {
    case Qt::DisplayRole: return cellString(*m_table, row, columnIndex);
    case SortRole: return rawValue(cell);
    case RowRole: return index.row();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (isNumeric(column.kind) ? Qt::AlignRight : Qt::AlignLeft)));
    case Qt::ToolTipRole:
        if (column.kind == core::CellKind::Quantity && std::holds_alternative<double>(cell))
            return exactString(std::get<double>(cell), column.dimension);
        return cellString(*m_table, row, columnIndex);
    default: return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (!m_table || orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const core::Column& column = m_table->columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return translated(column.title);
    case Qt::ToolTipRole: return column.help.empty() ? QVariant() : translated(column.help);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (isNumeric(column.kind) ? Qt::AlignRight : Qt::AlignLeft)));
    default: return {};
    }
}

} // namespace shardscope::app
