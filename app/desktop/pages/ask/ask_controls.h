// SPDX-License-Identifier: GPL-3.0-or-later
// The column of the Ask page: a model, machines, how many devices, what the run sees and what a device costs.
// Every list is in sight, so that each choice is one click.
#pragma once

#include "app/desktop/widgets/control_column.h"
#include "app/session/search/plan_search_request.h"

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace shardscope::app {

class AskControls final : public ControlColumn {
    Q_OBJECT

public:
    explicit AskControls(Workbench& workbench, QWidget* parent = nullptr);

    /// "Which is the smallest device that holds it?", as the command line would say it.
    /// What has the keyboard on arrival: the list of models.
    [[nodiscard]] QWidget& front();
    [[nodiscard]] PlanSearchRequest smallest() const;
    /// "Which of these machines is the fastest, and what does the run cost?"
    [[nodiscard]] PlanSearchRequest fastest() const;
    /// What was asked is answered: its prices are known from now on.
    void learnPrices();
    [[nodiscard]] QListWidget& models() { return *m_models; }
    [[nodiscard]] QListWidget& machines() { return *m_machines; }
    [[nodiscard]] QLineEdit& devices() { return *m_devices; }
    [[nodiscard]] QLineEdit& tokens() { return *m_tokens; }
    [[nodiscard]] QLineEdit& price() { return *m_price; }

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();
    void openFileRequested();

private:
    QListWidget* addList(QLineEdit*& filter, Text title);
    QLineEdit* addText(Text title, Text hint);
    /// Model, machine and devices of what is open.
    void follow();
    void fill(QListWidget& list, const std::vector<std::string>& names, const QString& own);
    void toggle(QListWidgetItem& machine);
    void fillPrice();
    [[nodiscard]] QString chosenModel() const;
    [[nodiscard]] QStringList ticked() const;
    void retranslate() override;

    struct Field {
        QLineEdit* edit = nullptr;
        Text hint;
    };
    QLineEdit* m_modelFilter = nullptr;
    QLineEdit* m_machineFilter = nullptr;
    QListWidget* m_models = nullptr;
    QPushButton* m_openFile = nullptr;
    QListWidget* m_machines = nullptr;
    QLineEdit* m_devices = nullptr;
    QLineEdit* m_tokens = nullptr;
    QLineEdit* m_price = nullptr;
    bool m_priceTyped = false;
    QString m_followed; ///< the model that was open; another one is chosen here too
    std::vector<Field> m_fields;
};

} // namespace shardscope::app
