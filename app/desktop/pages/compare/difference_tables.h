// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a difference, one at a time, and from a sum to the operations behind it.
#pragma once

#include "app/desktop/pages/compare/difference_scenes.h"
#include "app/desktop/widgets/figure_card.h"
#include "core/report/report.h"

#include <optional>
#include <string>
#include <vector>

class QPushButton;
class QTabBar;

namespace shardscope::app {

class TableView;

class DifferenceTables final : public FigureCard {
    Q_OBJECT

public:
    explicit DifferenceTables(QWidget* parent = nullptr);
    void setShown(const ShownDifferencePtr& shown);
    /// "categories" (by part), "places", "rows" (by operation), "memory" and what else the session tells.
    void showTable(const std::string& key);
    [[nodiscard]] std::string shownTable() const;
    /// Shows all operations where some were chosen, and all rows where only the first were shown.
    void showAll();
    /// The operations that the term is spent on.
    void showTerm(core::StepTerm term);
    [[nodiscard]] TableView& table() { return *m_table; }

signals:
    /// A row of work was opened.
    void termWanted(shardscope::core::StepTerm term);

protected:
    void retranslate() override;

private:
    void show();
    void showOnly(std::vector<std::size_t> rows, const QString& why);
    void open(int row);

    QTabBar* m_tabs;
    QPushButton* m_all;
    TableView* m_table;
    ShownDifferencePtr m_shown;
    std::vector<core::Table> m_tables;
    std::vector<std::vector<std::size_t>> m_ofPlaces; ///< operations behind the rows of "places"
    bool m_whole = false;                             ///< all rows, not the first
    std::optional<std::vector<std::size_t>> m_only;   ///< of "rows"; none: all
};

} // namespace shardscope::app
