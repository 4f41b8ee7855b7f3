// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a number as a tree: each named result or leaf with its value and where it comes from.
#pragma once

#include "core/explain/derivation.h"

#include <QAbstractItemModel>

#include <deque>
#include <vector>

namespace shardscope::app {

class DerivationModel final : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { LabelColumn, ValueColumn, SourceColumn, ColumnCount };

    explicit DerivationModel(QObject* parent = nullptr);

    /// Shows the names in \p root's formula, not the root itself; each opens to the names in its own.
    void setRoot(core::DerivationPtr root);
    /// The part at \p index; null for the root.
    [[nodiscard]] core::DerivationPtr derivation(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex& parent = {}) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

private:
    /// One row. A derivation is a graph whose unfolded tree can be large, so children are made when first
    /// opened.
    struct Node {
        core::DerivationPtr derivation;
        Node* parent = nullptr;
        int row = 0;
        bool fetched = false;
        std::vector<Node*> children;
    };
    [[nodiscard]] Node* nodeAt(const QModelIndex& index) const;
    [[nodiscard]] static std::vector<core::DerivationPtr> partsOf(const Node& node);
    Node* make(core::DerivationPtr derivation, Node* parent, int row);

    std::deque<Node> m_nodes; ///< addresses stay
    Node* m_root = nullptr;
};

} // namespace shardscope::app
