// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/item_models/embedding_table_model.h"

#include "app/desktop/base/number_text.h"
#include "app/session/recommender/table_edit.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/joined.h"

namespace shardscope::app {
namespace {

/// The cell as the user types it: all digits, no units.
QVariant typed(const core::EmbeddingTable& table, int column)
{
    switch (column) {
    case EmbeddingTableModel::Name: return QString::fromStdString(table.name);
    case EmbeddingTableModel::Rows: return static_cast<qlonglong>(table.rows);
    case EmbeddingTableModel::Dim: return static_cast<qlonglong>(table.dim);
    case EmbeddingTableModel::Pooling: return table.pooling;
    case EmbeddingTableModel::Format: return QString::fromUtf8(core::nameOf(table.dtype).data());
    case EmbeddingTableModel::Optimizer: return QString::fromUtf8(core::nameOf(table.optimizer).data());
    case EmbeddingTableModel::Count: return static_cast<qlonglong>(table.count);
    case EmbeddingTableModel::Skew: return table.skew;
    case EmbeddingTableModel::Parameters: return table.parameters();
    case EmbeddingTableModel::Weights: return table.weightBytes().value();
    case EmbeddingTableModel::State: return table.optimizerBytes().value();
    default: return {};
    }
}

QVariant shown(const core::EmbeddingTable& table, int column)
{
    switch (column) {
    case EmbeddingTableModel::Name: return shownText(table.name);
    case EmbeddingTableModel::Rows: return integerString(table.rows);
    case EmbeddingTableModel::Dim: return integerString(table.dim);
    case EmbeddingTableModel::Pooling: return quantityString(table.pooling, core::kNumber);
    case EmbeddingTableModel::Count: return integerString(table.count);
    case EmbeddingTableModel::Skew: return quantityString(table.skew, core::kNumber);
    case EmbeddingTableModel::Parameters: return countString(table.parameters());
    case EmbeddingTableModel::Weights: return quantityString(table.weightBytes());
    case EmbeddingTableModel::State: return quantityString(table.optimizerBytes());
    default: return typed(table, column);
    }
}

bool isText(int column)
{
    return column == EmbeddingTableModel::Name || column == EmbeddingTableModel::Format ||
           column == EmbeddingTableModel::Optimizer || column == EmbeddingTableModel::Placement;
}

QString joined(const std::vector<std::string>& names)
{
    return QString::fromStdString(core::joined(names, ", "));
}

} // namespace

EmbeddingTableModel::EmbeddingTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void EmbeddingTableModel::setTables(std::vector<core::EmbeddingTable> tables,
                                    std::map<std::string, core::TableConstraint> placement)
{
    m_placement = std::move(placement);
    if (tables.size() != m_tables.size()) {
        beginResetModel();
        m_tables = std::move(tables);
        endResetModel();
        return;
    }
    m_tables = std::move(tables);
    if (!m_tables.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

void EmbeddingTableModel::retranslate() { emit headerDataChanged(Qt::Horizontal, 0, kColumns - 1); }

QString EmbeddingTableModel::placementOf(const core::EmbeddingTable& table) const
{
    const auto found = m_placement.find(table.name);
    return found == m_placement.end() ? QString() : QString::fromStdString(core::textOf(found->second));
}

bool EmbeddingTableModel::constrain(const core::EmbeddingTable& table, const std::string& text)
{
    if (text == placementOf(table).toStdString())
        return false;
    core::TableConstraint constraint;
    if (!text.empty()) {
        auto read = core::tableConstraintFromText(text);
        if (!read.ok()) {
            emit refused(sentence(read.error()));
            return false;
        }
        constraint = std::move(read).value();
    }
    emit constrained(table.name, constraint);
    return true;
}

int EmbeddingTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tables.size());
}

int EmbeddingTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(kColumns);
}

QVariant EmbeddingTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const core::EmbeddingTable& table = m_tables[static_cast<std::size_t>(index.row())];
    if (index.column() == Placement &&
        (role == Qt::DisplayRole || role == Qt::EditRole || role == SortRole || role == Qt::ToolTipRole)) {
        const QString text = placementOf(table);
        return text.isEmpty() && role == Qt::DisplayRole ? tr("any") : text;
    }
    switch (role) {
    case Qt::DisplayRole: return shown(table, index.column());
    case Qt::EditRole:
    case SortRole: return typed(table, index.column());
    case RowRole: return index.row();
    case Qt::TextAlignmentRole:
        return static_cast<int>((isText(index.column()) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return isText(index.column()) ? QVariant() : typed(table, index.column()).toString();
    default: return {};
    }
}

QVariant EmbeddingTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isText(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case Pooling: return tr("Mean ids that a sample looks up in the table");
        case Count: return tr("How many equal tables the row stands for");
        case Skew: return tr("Exponent of a Zipf law over the rows; 0: all equally often");
        case Placement:
            return tr("Shardings and kernels that the plan may choose from, and \"device N\"; empty: any. "
                      "Shardings: %1. Kernels: %2")
                .arg(joined(core::namesOf<core::TableSharding>()),
                     joined(core::namesOf<core::LookupKernel>()));
        case Parameters:
        case Weights:
        case State: return tr("Of all tables that the row stands for; computed");
        default: return {};
        }
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Table");
    case Rows: return tr("Rows");
    case Dim: return tr("Dim");
    case Pooling: return tr("Pooling");
    case Format: return tr("Format");
    case Optimizer: return tr("Optimizer");
    case Count: return tr("Count");
    case Skew: return tr("Skew");
    case Placement: return tr("Allowed");
    case Parameters: return tr("Parameters");
    case Weights: return tr("Weights");
    case State: return tr("Optimizer state");
    default: return {};
    }
}

Qt::ItemFlags EmbeddingTableModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() <= Placement)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool EmbeddingTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) ||
        index.column() > Placement)
        return false;
    if (index.column() == Placement)
        return constrain(m_tables[static_cast<std::size_t>(index.row())],
                         value.toString().simplified().toStdString());
    std::vector<core::EmbeddingTable> next = m_tables;
    core::EmbeddingTable& table = next[static_cast<std::size_t>(index.row())];
    const std::string text = value.toString().trimmed().toStdString();
    if (index.column() == Name) {
        table.name = text;
    } else {
        // Read like a row pasted from a spreadsheet, so that both take and refuse the same.
        std::string row = tablesAsText({table});
        row.replace(0, row.find('\n') + 1, "");
        QStringList cells = QString::fromStdString(row).trimmed().split(QLatin1Char('\t'));
        cells[index.column()] = QString::fromStdString(text);
        const auto read = pastedTables(cells.join(QLatin1Char('\t')).toStdString() + "\t", table);
        if (!read.ok()) {
            emit refused(sentence(read.error()));
            return false;
        }
        table = read->front();
    }
    if (next == m_tables)
        return false;
    emit edited(next);
    return true;
}

} // namespace shardscope::app
