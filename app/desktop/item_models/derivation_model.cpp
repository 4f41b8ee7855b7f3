// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a derivation level by level.
#include "app/desktop/item_models/derivation_model.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/item_models/table_model.h"
#include "app/session/text/formula_words.h"
#include "app/session/text/messages.h"

#include <algorithm>

namespace shardscope::app {

DerivationModel::DerivationModel(QObject* parent)
    : QAbstractItemModel(parent)
{
}

void DerivationModel::setRoot(core::DerivationPtr root)
{
    beginResetModel();
    m_nodes.clear();
    m_root = root ? make(std::move(root), nullptr, 0) : nullptr;
    if (m_root) {
        const auto parts = partsOf(*m_root);
        for (const core::DerivationPtr& part : parts)
            m_root->children.push_back(make(part, m_root, static_cast<int>(m_root->children.size())));
        m_root->fetched = true;
    }
    endResetModel();
}

core::DerivationPtr DerivationModel::derivation(const QModelIndex& index) const
{
    return index.isValid() ? nodeAt(index)->derivation : core::DerivationPtr{};
}

std::vector<core::DerivationPtr> DerivationModel::partsOf(const Node& node)
{
    // The names in the node's own formula: unnamed arithmetic is walked through, a name is not.
    std::vector<core::DerivationPtr> parts;
    std::vector<core::DerivationPtr> open(node.derivation->operands.rbegin(),
                                          node.derivation->operands.rend());
    while (!open.empty()) {
        const core::DerivationPtr next = open.back();
        open.pop_back();
        const bool isName =
            next->operation == core::Operation::Leaf || next->operation == core::Operation::Named;
        if (!isName)
            open.insert(open.end(), next->operands.rbegin(), next->operands.rend());
        else if (std::ranges::find(parts, next) == parts.end() && next->source != core::SourceKind::Constant)
            parts.push_back(next);
    }
    return parts;
}

DerivationModel::Node* DerivationModel::make(core::DerivationPtr derivation, Node* parent, int row)
{
    m_nodes.push_back(Node{std::move(derivation), parent, row, false, {}});
    return &m_nodes.back();
}

DerivationModel::Node* DerivationModel::nodeAt(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root;
}

QModelIndex DerivationModel::index(int row, int column, const QModelIndex& parent) const
{
    const Node* node = nodeAt(parent);
    if (!node || column < 0 || column >= ColumnCount || row < 0 ||
        row >= static_cast<int>(node->children.size()))
        return {};
    return createIndex(row, column, node->children[static_cast<std::size_t>(row)]);
}

QModelIndex DerivationModel::parent(const QModelIndex& index) const
{
    Node* parentNode = index.isValid() ? nodeAt(index)->parent : nullptr;
    return parentNode && parentNode != m_root ? createIndex(parentNode->row, 0, parentNode) : QModelIndex();
}

int DerivationModel::rowCount(const QModelIndex& parent) const
{
    const Node* node = parent.column() > 0 ? nullptr : nodeAt(parent);
    return node ? static_cast<int>(node->children.size()) : 0;
}

int DerivationModel::columnCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : ColumnCount;
}

bool DerivationModel::hasChildren(const QModelIndex& parent) const
{
    const Node* node = parent.column() > 0 ? nullptr : nodeAt(parent);
    return node && (node->fetched ? !node->children.empty() : !partsOf(*node).empty());
}

bool DerivationModel::canFetchMore(const QModelIndex& parent) const
{
    const Node* node = parent.column() > 0 ? nullptr : nodeAt(parent);
    return node && !node->fetched && !partsOf(*node).empty();
}

void DerivationModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent))
        return;
    Node* node = nodeAt(parent);
    const auto parts = partsOf(*node);
    node->fetched = true;
    beginInsertRows(parent, 0, static_cast<int>(parts.size()) - 1);
    for (const core::DerivationPtr& part : parts)
        node->children.push_back(make(part, node, static_cast<int>(node->children.size())));
    endInsertRows();
}

QVariant DerivationModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const core::Derivation& node = *nodeAt(index)->derivation;
    if (role == SortRole && index.column() == ValueColumn)
        return node.value;
    if (role == Qt::TextAlignmentRole && index.column() == ValueColumn)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole) {
        return index.column() == ValueColumn ? exactString(node.value, node.dimension)
                                             : citationText(node.citation);
    }
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (index.column()) {
    case LabelColumn: return labelText(node.label);
    case ValueColumn: return quantityString(node.value, node.dimension, 4);
    default: {
        const QString kind = sourceKindName(node.source);
        return node.citation.empty() ? kind : tr("%1: %2").arg(kind, citationText(node.citation));
    }
    }
}

QVariant DerivationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case LabelColumn: return tr("Part");
    case ValueColumn: return tr("Value");
    case SourceColumn: return tr("Source");
    default: return {};
    }
}

} // namespace shardscope::app
