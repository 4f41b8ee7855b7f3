// SPDX-License-Identifier: GPL-3.0-or-later
// The column of the Search page: model, machines, devices, what is to be least, and what must be kept.
#pragma once

#include "app/desktop/widgets/control_column.h"
#include "app/session/search/plan_search_request.h"

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace shardscope::app {

class SeveralBox;

class SearchControls final : public ControlColumn {
    Q_OBJECT

public:
    explicit SearchControls(Workbench& workbench, QWidget* parent = nullptr);

    /// What is asked, as the command line would say it.
    [[nodiscard]] PlanSearchRequest request() const;
    /// The question becomes that of the open plan: its model, machine, devices and batch.
    void takeOpenPlan();
    /// The same as long as nobody has said or asked anything here; the lists know what is open in any case.
    void follow();
    /// What is asked now is the reader's own: the open plan does not change it any more.
    void keepQuestion() { m_own = true; }
    /// All that stands here, to be kept for another start; say() puts it back as the reader's own question.
    [[nodiscard]] core::Value said() const;
    void say(const core::Value& said);
    /// Forgets what was typed: from now on the question follows the open plan.
    void letGo();
    void setSearching(bool searching);
    /// How many tokens the run sees ("15T") and how many days it may take; empty: nothing is said.
    void setRun(const QString& tokens, const QString& days);
    /// What was asked is searched: its prices are known from now on.
    void learnPrices();
    [[nodiscard]] QComboBox& model() { return *m_model; }
    [[nodiscard]] SeveralBox& machines() { return *m_machines; }
    [[nodiscard]] QLineEdit& devices() { return *m_devices; }
    [[nodiscard]] QLineEdit& globalBatch() { return *m_globalBatch; }
    [[nodiscard]] QLineEdit& price() { return *m_price; }
    [[nodiscard]] QLineEdit& keys() { return *m_keys; }
    [[nodiscard]] QComboBox& objective() { return *m_objective; }
    [[nodiscard]] QComboBox& question() { return *m_question; }
    [[nodiscard]] QLineEdit& sweep() { return *m_sweep; }
    [[nodiscard]] QPushButton& button() { return *m_button; }

signals:
    void searchWanted();
    /// Something else is said than before, by the reader.
    void changed();

private:
    struct Field {
        QLineEdit* edit = nullptr;
        Text hint;
    };
    /// A line of text beside its name, or under it; Enter in it searches.
    QLineEdit* addText(Text title, Text hint, bool under = false);
    void showSweep(bool shown);
    QCheckBox* addCheck();
    void fillMachines();
    /// The known prices of the machines, unless others were typed.
    void fillPrice();
    [[nodiscard]] bool cheapest() const; ///< of the questions
    [[nodiscard]] QStringList tickedMachines() const;
    /// The machines that are ticked; when the cheapest is asked for and none is, those that have a price.
    [[nodiscard]] QStringList machineNames() const;
    void hear();
    /// The fields, ticks and choices of one word by their keys.
    [[nodiscard]] std::vector<std::pair<const char*, QLineEdit*>> fields() const;
    [[nodiscard]] std::vector<std::pair<const char*, QCheckBox*>> checks() const;
    void retranslate() override;

    QComboBox* m_model = nullptr;
    SeveralBox* m_machines;
    std::vector<QString> m_machineNames; ///< catalogue names; last a file that is open
    QLineEdit* m_devices = nullptr;
    QLineEdit* m_globalBatch = nullptr;
    QComboBox* m_question; ///< the best plan, a sweep, the largest model, the smallest device, the cheapest
    QLineEdit* m_sweep = nullptr;
    QComboBox* m_objective;
    SeveralBox* m_front;
    QLineEdit* m_tokens = nullptr;
    QLineEdit* m_price = nullptr;
    QLineEdit* m_deadline = nullptr;
    QLineEdit* m_budget = nullptr;
    QLineEdit* m_energy = nullptr;
    QLineEdit* m_headroom = nullptr;
    QLineEdit* m_keys = nullptr;
    QCheckBox* m_withinNode = nullptr;
    QCheckBox* m_pessimistic = nullptr;
    QCheckBox* m_anyFramework = nullptr;
    QPushButton* m_button;
    bool m_searching = false;
    bool m_priceTyped = false;
    bool m_own = false; ///< somebody has said or asked something here
    QPushButton* m_take = nullptr;
    std::vector<Field> m_fields;
};

} // namespace shardscope::app
