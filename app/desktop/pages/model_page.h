// SPDX-License-Identifier: GPL-3.0-or-later
// The Model page: what the model is, and for a recommender the editor of its tables.
#pragma once

#include "app/desktop/item_models/embedding_table_model.h"
#include "app/desktop/pages/stacked_page.h"

#include <QSortFilterProxyModel>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace shardscope::app {

class FigureCard;
class SceneFigure;
class TableView;

class ModelPage final : public StackedPage {
    Q_OBJECT

public:
    explicit ModelPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] QTableView& editor() { return *m_editor; }
    [[nodiscard]] EmbeddingTableModel& tables() { return m_model; }
    [[nodiscard]] QLineEdit& filter() { return *m_filter; }
    /// The figures or the tables as they are shown, and what stands beside them.
    [[nodiscard]] std::shared_ptr<const core::Table> shown() const;
    [[nodiscard]] QStringList said() const;

    /// Rows of a spreadsheet behind the tables there are; an error is said, nothing is changed.
    void paste(const QString& text);
    void addTable();
    void removeSelected();
    /// The selected tables, or all, as text for a spreadsheet.
    [[nodiscard]] QString copied() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget& contentFront() override;
    QWidget* makeEditor();
    void apply(std::vector<core::EmbeddingTable> tables, const StepName& step);
    void say(const QString& sentence);
    void refresh();
    void refreshTotals();
    void retranslate();
    [[nodiscard]] std::vector<std::size_t> selectedRows() const;

    EmbeddingTableModel m_model;
    QSortFilterProxyModel m_sorted;
    QLabel* m_title = nullptr;
    QLabel* m_source = nullptr;
    QLabel* m_totals = nullptr;
    QLabel* m_message = nullptr;
    QLineEdit* m_filter = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_paste = nullptr;
    QPushButton* m_copy = nullptr;
    QTableView* m_editor = nullptr;
    QWidget* m_about = nullptr; ///< of a model that is no recommender
    TableView* m_figures;
    SceneFigure* m_strip; ///< its layers
    TableView* m_layers;
    FigureCard* m_stripCard;
};

} // namespace shardscope::app
