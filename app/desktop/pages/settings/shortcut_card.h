// SPDX-License-Identifier: GPL-3.0-or-later
// Shortcuts: each action with its keys, which can be pressed anew, given back, and taken from another action.
#pragma once

#include <QKeySequence>
#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace shardscope::app {

class Actions;
class KeyField;
struct Action;

class ShortcutCard final : public QWidget {
    Q_OBJECT

public:
    explicit ShortcutCard(QWidget* parent = nullptr);
    /// Once; they outlive it.
    void setActions(Actions& actions);
    /// The field of the action called \p id; null: there is none.
    [[nodiscard]] KeyField* field(const QString& id) const;
    [[nodiscard]] QLineEdit& filter() { return *m_filter; }
    /// What stands in the way of the key that was pressed last; empty: nothing.
    [[nodiscard]] QString trouble() const;
    [[nodiscard]] QPushButton& takeButton() { return *m_take; }
    [[nodiscard]] QPushButton* resetButton(const QString& id) const;
    [[nodiscard]] QPushButton& resetAllButton() { return *m_resetAll; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row {
        QString id;
        QLabel* words = nullptr;
        KeyField* field = nullptr;
        QPushButton* reset = nullptr;
    };
    void addRow(const Action& action);
    void press(const QString& id, const QKeySequence& key);
    void take();
    void tell(const QString& sentence, bool canTake);
    /// Lays the shown actions on as many columns as there is room for.
    void arrange();
    void refresh();
    void retranslate();

    Actions* m_actions = nullptr;
    QLineEdit* m_filter;
    QLabel* m_trouble;
    QPushButton* m_take; ///< the key from whoever has it
    QPushButton* m_resetAll;
    QGridLayout* m_grid;
    std::vector<QString> m_arranged; ///< as they stand there
    int m_columns = 0;
    std::vector<Row> m_rows;
    QString m_wantedBy; ///< an action, and the key that another one has
    QKeySequence m_wanted;
};

} // namespace shardscope::app
