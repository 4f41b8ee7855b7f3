// SPDX-License-Identifier: GPL-3.0-or-later
// A list to choose a model or a machine from, in which one types: what was chosen last first, the others by
// family or maker.
#pragma once

#include <QComboBox>

#include <functional>
#include <vector>

class QFrame;
class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace shardscope::app {

/// One line of the list.
struct PickerEntry {
    QString group; ///< a family, a maker; empty: of none
    QString text;
    QString also;  ///< other words that it is found by
    int index = 0; ///< of the box
};

/// \p entries as they are listed: groups of two and more by their first, each with its title; the others
/// last.
[[nodiscard]] std::vector<PickerEntry> grouped(std::vector<PickerEntry> entries);
/// "Llama" of "Llama 3 70B", "GPT" of "GPT-3 175B".
[[nodiscard]] QString familyOf(const QString& title);

class CataloguePicker final : public QComboBox {
    Q_OBJECT

public:
    /// All that can be chosen, asked for when the list opens; those chosen lately first, in a group of their
    /// own.
    using Entries = std::function<std::vector<PickerEntry>()>;
    explicit CataloguePicker(QWidget* parent = nullptr);
    void setEntries(Entries entries) { m_entries = std::move(entries); }

    void showPopup() override;
    void hidePopup() override;
    /// Null while the list is closed.
    [[nodiscard]] QLineEdit* filter() const;
    [[nodiscard]] QListWidget* list() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void make();
    void fill();
    void move(int steps);
    void choose(const QListWidgetItem* item);

    Entries m_entries;
    std::vector<PickerEntry> m_all;
    QFrame* m_popup = nullptr;
    QLineEdit* m_filter = nullptr;
    QListWidget* m_list = nullptr;
};

} // namespace shardscope::app
