// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a recommender for an editor: a sealed adaptor over a snapshot. An edit is announced, never
// made here: the document decides, and hands a new snapshot back.
#pragma once

#include "app/desktop/item_models/table_model.h"
#include "core/model/recommender.h"
#include "core/plan/embedding.h"

#include <map>
#include <vector>

namespace shardscope::app {

class EmbeddingTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// The columns in their order; the last three are computed.
    enum Column {
        Name,
        Rows,
        Dim,
        Pooling,
        Format,
        Optimizer,
        Count,
        Skew,
        Placement, ///< what the plan allows it: shardings, kernels, a device
        Parameters,
        Weights,
        State,
        kColumns
    };

    explicit EmbeddingTableModel(QObject* parent = nullptr);

    /// The selection survives where the number of tables stays.
    void setTables(std::vector<core::EmbeddingTable> tables,
                   std::map<std::string, core::TableConstraint> placement = {});
    [[nodiscard]] const std::vector<core::EmbeddingTable>& tables() const { return m_tables; }
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Announces the edit; false where the value cannot be read as what the column holds.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    /// The user wants these tables.
    void edited(const std::vector<core::EmbeddingTable>& tables);
    /// The user allows this table no more than that; empty: anything.
    void constrained(const std::string& table, const core::TableConstraint& constraint);
    /// A value that the column cannot hold, in words.
    void refused(const QString& sentence);

private:
    [[nodiscard]] QString placementOf(const core::EmbeddingTable& table) const;
    bool constrain(const core::EmbeddingTable& table, const std::string& text);

    std::vector<core::EmbeddingTable> m_tables;
    std::map<std::string, core::TableConstraint> m_placement; ///< by table
};

} // namespace shardscope::app
