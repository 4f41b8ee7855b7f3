// SPDX-License-Identifier: GPL-3.0-or-later
// The column of the Ask page: a model, machines, how many devices, how they train (batch, sequence, format,
// framework), what the run sees and what a device costs.
// Every list is in sight, so that each choice is one click.
#pragma once

#include "app/desktop/widgets/control_column.h"
#include "app/session/search/plan_search_request.h"

class QComboBox;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace shardscope::app {

struct PlanControlRow;

class AskControls final : public ControlColumn {
    Q_OBJECT

public:
    explicit AskControls(Workbench& workbench, QWidget* parent = nullptr);

    /// What has the keyboard on arrival: the list of models.
    [[nodiscard]] QWidget& front();
    /// "Which is the smallest device that holds it?", as the command line would say it.
    [[nodiscard]] PlanSearchRequest smallest() const;
    /// "Which of these machines is the fastest, and what does the run cost?"
    [[nodiscard]] PlanSearchRequest fastest() const;
    /// All that stands here, to be kept for another start; say() puts it back as the reader's own question.
    [[nodiscard]] core::Value said() const;
    void say(const core::Value& said);
    /// Forgets what was typed: from now on the question follows the open plan.
    void letGo();
    /// The question becomes that of the open plan: its model and devices.
    void takeOpenPlan();
    /// What was asked is answered: its prices are known from now on.
    void learnPrices();
    [[nodiscard]] QListWidget& models() { return *m_models; }
    [[nodiscard]] QListWidget& machines() { return *m_machines; }
    [[nodiscard]] QLineEdit& devices() { return *m_devices; }
    [[nodiscard]] QLineEdit& tokens() { return *m_tokens; }
    [[nodiscard]] QLineEdit& price() { return *m_price; }
    [[nodiscard]] QLineEdit& globalBatch() { return *m_batch; }
    [[nodiscard]] QLineEdit& sequence() { return *m_sequence; }
    [[nodiscard]] QComboBox& format() { return *m_format; }
    [[nodiscard]] QComboBox& framework() { return *m_framework; }

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();
    /// The same, by the reader.
    void ownSaid();
    void openFileRequested();

private:
    QListWidget* addList(QLineEdit*& filter, Text title);
    QLineEdit* addText(Text title, Text hint);
    QComboBox* addWords(const char* key);
    /// Puts what is open into the lists; until somebody has said something here it is what is asked.
    void follow();
    void choose(const QString& model);
    void fill(QListWidget& list, const std::vector<std::string>& names, const QString& own);
    void toggle(QListWidgetItem& machine);
    void fillPrice();
    [[nodiscard]] std::vector<std::pair<const char*, QLineEdit*>> fields() const;
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
    QLineEdit* m_batch = nullptr;
    QLineEdit* m_sequence = nullptr;
    QComboBox* m_format = nullptr;
    QComboBox* m_framework = nullptr;
    std::vector<std::pair<const PlanControlRow*, QComboBox*>> m_words;
    bool m_priceTyped = false;
    bool m_own = false;     ///< somebody has said something here
    bool m_filling = false; ///< the lists are made anew
    std::vector<Field> m_fields;
};

} // namespace shardscope::app
