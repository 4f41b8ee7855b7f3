// SPDX-License-Identifier: GPL-3.0-or-later
// The question of the Ask page as a document of the project, both ways.
#include "app/desktop/pages/ask/ask_controls.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/workbench/kept_question.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>

namespace shardscope::app {

using core::Value;

std::vector<std::pair<const char*, QLineEdit*>> AskControls::fields() const
{
    return {{"devices", m_devices},
            {"tokens", m_tokens},
            {"price", m_price},
            {"global_batch", m_batch},
            {"sequence_length", m_sequence}};
}

Value AskControls::said() const
{
    History& history = m_workbench.undoStack();
    std::vector<Value::Member> said{{"model", Value::ofText(questionName(history, chosenModel()))}};
    std::vector<Value> machines;
    for (const QString& machine : ticked())
        machines.push_back(Value::ofText(questionName(history, machine)));
    said.emplace_back("machines", Value::ofItems(std::move(machines)));
    for (const auto& [key, edit] : fields())
        said.emplace_back(key, Value::ofText(edit->text().toStdString()));
    for (const auto& [row, box] : m_words)
        said.emplace_back(std::string(core::planField(row->key)->key.option),
                          Value::ofText(box->currentData().toString().toStdString()));
    return Value::ofMembers(std::move(said));
}

void AskControls::say(const Value& said)
{
    History& history = m_workbench.undoStack();
    m_own = true;
    m_priceTyped = true; // prices stay as they were asked with
    QStringList machines;
    const Value* list = said.find("machines");
    for (const Value& machine : list ? list->items : std::vector<Value>{})
        machines << history.fromProject(machine.text);
    m_filling = true;
    choose(history.fromProject(textIn(said, "model")));
    m_filling = false;
    for (int row = 0; row < m_machines->count(); ++row) {
        QListWidgetItem& item = *m_machines->item(row);
        const bool wanted = machines.contains(item.data(Qt::UserRole).toString());
        item.setCheckState(wanted ? Qt::Checked : Qt::Unchecked);
    }
    for (const auto& [key, edit] : fields())
        edit->setText(QString::fromStdString(textIn(said, key)));
    for (const auto& [row, box] : m_words) {
        const int index = box->findData(
            QString::fromStdString(textIn(said, std::string(core::planField(row->key)->key.option).c_str())));
        box->setCurrentIndex(std::max(0, index));
    }
    m_priceTyped = !m_price->text().isEmpty();
    emit changed();
}

void AskControls::letGo()
{
    m_own = false;
    m_priceTyped = false;
    for (int row = 0; row < m_machines->count(); ++row)
        m_machines->item(row)->setCheckState(Qt::Unchecked);
    takeOpenPlan();
}

} // namespace shardscope::app
