// SPDX-License-Identifier: GPL-3.0-or-later
// A column of controls beside a page: what columns of controls have in common. Each control edits the
// workbench's state in one undo step; its words are asked for again when the language changes.
#pragma once

#include "app/desktop/theme/roles.h"
#include "app/desktop/workbench/workbench.h"

#include <QScrollArea>

#include <functional>
#include <string>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace shardscope::app {

class DegreeControl;

class ControlColumn : public QScrollArea {
    Q_OBJECT

protected:
    using Text = std::function<QString()>;
    /// Why something does not apply to a state; empty: it does.
    using Reason = std::function<QString(const PlanState&)>;
    /// One number of the state with its control; addDegree makes the control.
    struct Degree {
        DegreeControl* control = nullptr;
        const char* label = ""; ///< a marked text
        Text help;
        std::function<std::int64_t(const PlanState&)> get;
        std::function<void(PlanState&, std::int64_t)> set;
        std::function<std::vector<std::int64_t>(const PlanState&)> choices;
        std::int64_t highest = 0; ///< 0: the last choice
        Reason why{};             ///< it does not apply; null: it always does
    };

    explicit ControlColumn(Workbench& workbench, QWidget* parent);

    /// What is added from here on stands under \p title; where \p folded, only once the title is clicked.
    /// Returns its number among the folded ones; -1: it is not one.
    int addSection(Text title, bool folded = false);
    /// What a folded section tells behind its title; \p used: else it is not shown at all.
    void showSection(int fold, const QString& note, bool used);
    /// Unfolds the section that \p control is in.
    void openSectionOf(const QWidget* control);
    /// \p control with its label.
    void showControl(QWidget* control, bool shown);
    /// The end of the last section: what follows stands below it.
    void endSection() { m_column = m_whole; }
    /// \p control to the right of its name.
    void addRow(QWidget* control, Text title);
    /// \p control under its name, as wide as the column: where its words are long.
    void addUnder(QWidget* control, Text title);
    void addDegree(Degree degree);
    /// A control of a number that is a member of the plan.
    void addDegree(const char* label, Text help, std::function<std::int64_t&(core::Plan&)> number,
                   std::function<std::vector<std::int64_t>(const PlanState&)> choices, std::int64_t highest);
    /// A list of \p names; \p chosen gets what was picked. It belongs to the column and stands wherever it is
    /// put.
    QComboBox* makeCatalogue(const std::vector<std::string>& names,
                             std::function<void(const QString&)> chosen);
    /// The same below its title.
    QComboBox* addCatalogue(Text title, const std::vector<std::string>& names,
                            std::function<void(const QString&)> chosen);
    /// Shows \p reference in \p box; one that the catalogue does not have, a file of the user's, stands
    /// first.
    static void select(QComboBox* box, const QString& reference, const QString& title);

    void refreshDegrees();
    /// Enables \p control, or disables it and says \p why.
    static void allow(QWidget* control, const QString& why, const QString& help = {});
    /// Asks for all words again. Overriding ones begin with this.
    virtual void retranslate();

    Workbench& m_workbench;
    QVBoxLayout* m_column = nullptr; ///< of the section that is being filled
    std::vector<Degree> m_degrees;

private:
    /// A section that opens and closes.
    struct Fold {
        QPushButton* head = nullptr;
        QWidget* body = nullptr;
        Text title;
        QString note{};
    };
    void addFold(Text title);
    static void showFold(const Fold& fold);
    QLabel* addLabel(Role role, Text title);

    QVBoxLayout* m_whole = nullptr;
    std::vector<Fold> m_folds;
    std::vector<std::pair<QLabel*, Text>> m_labels;
    std::vector<std::pair<QWidget*, Text>> m_names; ///< accessible names of controls beside a label
    std::vector<QComboBox*> m_catalogues;
    int m_drag = 0;
};

} // namespace shardscope::app
