// SPDX-License-Identifier: GPL-3.0-or-later
// The question of the Search page as a document of the project, both ways.
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/widgets/several_box.h"
#include "app/desktop/workbench/kept_question.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>

#include <algorithm>
#include <array>

namespace shardscope::app {
namespace {

using core::Value;

/// Keys in the order of the box.
constexpr std::array kQuestionKeys{"best_plan", "sweep", "largest_model", "smallest_device",
                                   "cheapest_machine"};

std::string objectiveKey(int index)
{
    return std::string(
        planner::nameOf(planner::kPlanObjectives[static_cast<std::size_t>(std::max(0, index))]));
}

int objectiveOf(const std::string& key)
{
    int index = 0;
    while (index < static_cast<int>(planner::kPlanObjectives.size()) && objectiveKey(index) != key)
        ++index;
    return index < static_cast<int>(planner::kPlanObjectives.size()) ? index : 0;
}

} // namespace

std::vector<std::pair<const char*, QLineEdit*>> SearchControls::fields() const
{
    return {{"sweep_values", m_sweep}, {"devices", m_devices}, {"global_batch", m_globalBatch},
            {"tokens", m_tokens},      {"price", m_price},     {"deadline", m_deadline},
            {"budget", m_budget},      {"energy", m_energy},   {"headroom", m_headroom},
            {"keys", m_keys}};
}

std::vector<std::pair<const char*, QCheckBox*>> SearchControls::checks() const
{
    return {{"tensor_within_node", m_withinNode},
            {"pessimistic", m_pessimistic},
            {"any_framework", m_anyFramework}};
}

Value SearchControls::said() const
{
    History& history = m_workbench.undoStack();
    const auto question = static_cast<std::size_t>(std::max(0, m_question->currentIndex()));
    std::vector<Value::Member> said{
        {"question", Value::ofText(kQuestionKeys[std::min(question, kQuestionKeys.size() - 1)])},
        {"model", Value::ofText(questionName(history, m_model->currentData().toString()))}};
    std::vector<Value> machines;
    for (const QString& machine : tickedMachines())
        machines.push_back(Value::ofText(questionName(history, machine)));
    said.emplace_back("machines", Value::ofItems(std::move(machines)));
    said.emplace_back("objective", Value::ofText(objectiveKey(m_objective->currentIndex())));
    std::vector<Value> front;
    for (const int objective : m_front->ticked())
        front.push_back(Value::ofText(objectiveKey(objective)));
    said.emplace_back("front", Value::ofItems(std::move(front)));
    for (const auto& [key, edit] : fields())
        said.emplace_back(key, Value::ofText(edit->text().toStdString()));
    for (const auto& [key, box] : checks())
        said.emplace_back(key, Value::ofFlag(box->isChecked()));
    return Value::ofMembers(std::move(said));
}

void SearchControls::say(const Value& said)
{
    History& history = m_workbench.undoStack();
    m_own = true;
    m_priceTyped = true; // prices stay as they were asked with
    const auto question = std::ranges::find(kQuestionKeys, textIn(said, "question"));
    m_question->setCurrentIndex(
        question == kQuestionKeys.end() ? 0 : static_cast<int>(question - kQuestionKeys.begin()));
    const QString model = history.fromProject(textIn(said, "model"));
    select(m_model, model, m_workbench.catalogTitle(model.toStdString()));
    fillMachines();
    const auto ticks = [&](const char* key, const auto& placeOf) {
        std::vector<int> ticked;
        const Value* list = said.find(key);
        for (const Value& one : list ? list->items : std::vector<Value>{}) {
            if (const int place = placeOf(one.text); place >= 0)
                ticked.push_back(place);
        }
        return ticked;
    };
    m_machines->setTicked(ticks("machines", [&](const std::string& name) {
        const auto place = std::ranges::find(m_machineNames, history.fromProject(name));
        return place == m_machineNames.end() ? -1 : static_cast<int>(place - m_machineNames.begin());
    }));
    m_objective->setCurrentIndex(objectiveOf(textIn(said, "objective")));
    m_front->setTicked(ticks("front", objectiveOf));
    for (const auto& [key, edit] : fields())
        edit->setText(QString::fromStdString(textIn(said, key)));
    for (const auto& [key, box] : checks()) {
        const Value* flag = said.find(key);
        box->setChecked(flag != nullptr && flag->flag);
    }
    m_priceTyped = !m_price->text().isEmpty();
    follow();
}

void SearchControls::letGo()
{
    m_own = false;
    m_priceTyped = false;
    follow();
}

} // namespace shardscope::app
