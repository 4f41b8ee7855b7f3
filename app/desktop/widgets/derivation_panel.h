// SPDX-License-Identifier: GPL-3.0-or-later
// How a number came to be: formula, the same with values, source, and its parts, each of which can be opened
// in turn.
#pragma once

#include "app/desktop/item_models/derivation_model.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QTreeView;

namespace shardscope::app {

class DerivationPanel final : public QWidget {
    Q_OBJECT

public:
    explicit DerivationPanel(QWidget* parent = nullptr);

    /// Shows \p root under \p title and forgets where the reader was.
    void show(const QString& title, const core::DerivationPtr& root);
    /// The same number after an edit: stays at the part with the same label where there still is one.
    void update(const core::DerivationPtr& root);
    [[nodiscard]] core::DerivationPtr current() const;
    void openPart(const core::DerivationPtr& part);
    void back();

private:
    void fill();
    void retranslate();
    QLabel* addSection(QLabel*& heading);

    QString m_rootTitle;
    std::vector<core::DerivationPtr> m_path; ///< from the number asked for down to the part shown
    DerivationModel m_model;
    QPushButton* m_back;
    QLabel* m_title;
    QLabel* m_value;
    QLabel* m_formulaHeading = nullptr;
    QLabel* m_formula;
    QLabel* m_valuesHeading = nullptr;
    QLabel* m_values;
    QLabel* m_sourceHeading = nullptr;
    QLabel* m_source;
    QLabel* m_partsHeading = nullptr;
    QTreeView* m_parts;
};

} // namespace shardscope::app
