// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/plan_items.h"

#include "app/desktop/workbench/plan_seat.h"
#include "app/session/plan/commands.h"
#include "app/session/plan/entered_costs.h"
#include "app/session/plan/read_plan.h"
#include "app/session/recommender/recommender_choices.h"
#include "core/base/joined.h"
#include "core/catalog/model_file.h"
#include "core/hardware/hardware_file.h"
#include "core/io/files.h"
#include "core/io/text_file.h"
#include "core/io/value.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/model/recommender_file.h"
#include "core/storage/named_item.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace shardscope::app {
namespace {

using core::ItemChange;
using core::ItemKind;
using core::ItemPtr;
using core::Value;

constexpr const char* kPlanName = "Plan";      ///< of the first one
constexpr const char* kPricesName = "entered"; ///< what devices cost and draw, by machine
constexpr const char* kStudyName = "study";
constexpr std::size_t kMostKept = 200; ///< values read before

Value documentOf(const ItemPtr& item)
{
    auto document = item ? core::parseJsonText(item->body, {}) : core::Result<Value>(Value{});
    return document.ok() ? std::move(document).value() : Value{};
}

/// A plan is kept as it is, whatever is wrong with it: the Plan page says what.
core::Result<core::Done> anything(const core::Plan& /*plan*/, const core::ModelSpec& /*model*/)
{
    return core::Done{};
}

std::string planBody(const PlanState& state, const std::string& model, const std::string& machine)
{
    Value plan = core::planDocument(state.plan);
    // The degrees stand beside it and win: this one says what was meant by them.
    if (state.sharding != ShardingPreset::ByHand)
        plan.member("sharding").member("zero_stage") =
            Value::ofInteger(static_cast<std::int64_t>(state.sharding));
    std::vector<Value::Member> members;
    for (const auto& [key, reference] : {std::pair(kPlanModel, &model), std::pair(kPlanMachine, &machine)}) {
        if (!reference->empty())
            members.emplace_back(key, Value::ofText(*reference));
    }
    if (state.devicesHeld)
        members.emplace_back(kPlanHeld, Value::ofFlag(true));
    members.insert(members.end(), plan.members.begin(), plan.members.end());
    return core::jsonText(Value::ofMembers(std::move(members)), 0);
}

/// The prices with what is entered for \p machine; as they are where nothing changes.
std::string pricesBody(Value prices, const std::string& machine, const core::HardwareSpec& hardware)
{
    std::vector<Value::Member> said;
    if (const std::string price = enteredPrice(hardware); !price.empty())
        said.emplace_back("price", Value::ofText(price));
    if (const std::string power = enteredPower(hardware); !power.empty())
        said.emplace_back("power", Value::ofText(power));
    prices.kind = Value::Kind::Object;
    std::erase_if(prices.members, [&](const Value::Member& one) { return one.first == machine; });
    if (!said.empty())
        prices.members.emplace_back(machine, Value::ofMembers(std::move(said)));
    return core::jsonText(prices, 0);
}

std::string studyBody(const RecommenderChoices& choices)
{
    const RecommenderChoices usual;
    std::vector<Value::Member> members;
    for (const auto& [key, text] : {std::pair("cluster", &choices.cluster), std::pair("job", &choices.job)}) {
        if (!text->empty())
            members.emplace_back(key, Value::ofText(*text));
    }
    std::vector<Value::Member> set;
    for (const ChoiceField& field : choiceFields()) {
        if (field.get(choices) != field.get(usual))
            set.emplace_back(field.key, Value::ofReal(field.get(choices)));
    }
    members.emplace_back("set", Value::ofMembers(std::move(set)));
    return core::jsonText(Value::ofMembers(std::move(members)), 0);
}

std::shared_ptr<const RecommenderChoices> choicesIn(const ItemPtr& item)
{
    if (!item)
        return nullptr;
    const Value document = documentOf(item);
    RecommenderChoices choices;
    choices.cluster = textIn(document, "cluster");
    choices.job = textIn(document, "job");
    if (const Value* set = document.find("set")) {
        for (const ChoiceField& field : choiceFields()) {
            if (const Value* value = set->find(field.key))
                field.set(choices, value->real);
        }
    }
    return std::make_shared<const RecommenderChoices>(std::move(choices));
}

/// Writes only what changes; an item is made if there is none and \p body says something.
void rewriteNamed(Project& project, ItemKind kind, const char* name, const std::string& body,
                  const std::string& nothing, std::vector<ItemChange>& changes)
{
    const ItemPtr item = project.find(kind, name);
    if (!item && body != nothing)
        changes.push_back(project.made(kind, name, body));
    else if (item && item->body != body)
        changes.push_back(Project::rewritten(item, body));
}

ItemPtr referred(const Project& project, const std::string& reference)
{
    const auto id = core::referredTo(reference);
    return id ? project.find(*id) : nullptr;
}

/// Whether an item but \p plan and what it refers to itself names \p item: another plan, a search, a slide.
bool namedElsewhere(const Project& project, const ItemPtr& plan, const ItemPtr& item)
{
    const std::string reference = core::referenceTo(item->id);
    return std::ranges::any_of(project.items(), [&](const auto& one) {
        const std::string& body = one.second->body;
        if (one.second == plan || one.second == item)
            return false;
        for (std::size_t at = body.find(reference); at != std::string::npos;
             at = body.find(reference, at + 1)) {
            const std::size_t end = at + reference.size();
            if (end == body.size() || body[end] < '0' || body[end] > '9') // the number 12 is not in 123
                return true;
        }
        return false;
    });
}

std::string recommenderBody(const core::ModelSpec& model)
{
    Value document = core::recommenderDocument(model);
    if (!model.title.empty())
        document.member("title") = Value::ofText(model.title);
    return core::jsonText(document, 0);
}

/// The file that a model was read from as the body of an item; none where it can only be referred to: of
/// networks with their weights.
std::optional<std::string> fileBody(const std::string& reference)
{
    const auto text = core::readTextFile(reference);
    if (!text.ok() || core::looksLikeOnnx(*text))
        return std::nullopt;
    return core::bodyOf(*text);
}

template <class Kept>
void limit(Kept& kept)
{
    if (kept.size() > kMostKept)
        kept.clear();
}

} // namespace

std::string textIn(const core::Value& document, const char* key)
{
    const core::Value* value = document.find(key);
    return value ? value->text : std::string();
}

struct PlanItems::Reference {
    std::string text;                 ///< "gpt2", "#12", a file; empty: none
    std::optional<ItemChange> change; ///< of the item that it refers to
};

ItemPtr PlanItems::openPlan(const Project& project)
{
    const ItemPtr open = referred(project, project.seat(kPlanSeat));
    return open && open->kind == ItemKind::Plan ? open : nullptr;
}

PlanState PlanItems::nothingOpen()
{
    PlanState state;
    core::fillFormats(state.plan, {}, planner::defaultsOf(state.plan.implementation));
    return state;
}

std::string PlanItems::inProject(const Project& project, const char* key, const QString& reference) const
{
    const ItemPtr plan = openPlan(project);
    const auto known = m_plans.find(plan);
    const bool its = known != m_plans.end() &&
                     (std::string_view(key) == kPlanModel ? known->second.modelReference == reference
                                                          : known->second.hardwareReference == reference);
    const std::string said = its ? textIn(documentOf(plan), key) : std::string();
    return said.empty() ? reference.toStdString() : said;
}

bool PlanItems::isOfCatalogue(const core::ModelSpec& model, const std::string& reference) const
{
    if (core::files::exists(reference) || core::itemAddress(reference))
        return std::ranges::binary_search(m_catalog.modelNames(), reference);
    if (model.recommender() == nullptr)
        return true;
    const auto own = m_catalog.model(reference);
    return own.ok() && core::jsonText(core::recommenderDocument(*own)) ==
                           core::jsonText(core::recommenderDocument(model));
}

bool PlanItems::isOfCatalogue(const core::HardwareSpec& hardware, const std::string& reference) const
{
    if ((core::files::exists(reference) || core::itemAddress(reference)) &&
        !std::ranges::binary_search(m_catalog.hardwareNames(), reference))
        return false;
    auto own = m_catalog.hardware(reference);
    if (!own.ok())
        return false;
    const auto number = [](const std::string& text) { return core::parseNumber(text).value_or(0); };
    const core::HardwareSpec entered = withEnteredCosts(
        std::move(own).value(), number(enteredPrice(hardware)), number(enteredPower(hardware)));
    return hardwareJson(entered) == hardwareJson(hardware);
}

PlanItems::Reference PlanItems::modelOf(Project& project, const PlanState& now, const PlanState& next)
{
    if (!next.model)
        return {};
    const std::string before = textIn(documentOf(openPlan(project)), kPlanModel);
    if (next.model == now.model && !before.empty())
        return {before, {}};
    const std::string reference = next.modelReference.toStdString();
    if (!next.modelDocument && isOfCatalogue(*next.model, reference)) {
        m_models[{nullptr, reference}] = next.model;
        return {reference, {}};
    }
    std::optional<std::string> body;
    if (next.model->recommender() != nullptr)
        body = recommenderBody(*next.model);
    else if (next.modelDocument)
        body = core::jsonText(*next.modelDocument, 0);
    else if (const ItemPtr own = referred(project, before); own && next.modelReference == now.modelReference)
        return {before, {}};
    else
        body = fileBody(reference);
    if (!body) {
        m_models[{nullptr, reference}] = next.model;
        return {core::files::whole(reference).string(), {}};
    }
    const ItemPtr known = referred(project, before);
    const bool edited = known && next.modelReference == now.modelReference;
    Reference made{before, {}};
    if (!edited || known->body != *body)
        made.change = edited ? Project::rewritten(known, *body)
                             : project.made(ItemKind::Model,
                                            project.freshName(ItemKind::Model, next.model->name), *body);
    const ItemPtr item = made.change ? made.change->after : known;
    made.text = core::referenceTo(item->id);
    m_models[{item, {}}] = next.model;
    return made;
}

PlanItems::Reference PlanItems::machineOf(Project& project, const PlanState& now, const PlanState& next)
{
    if (!next.hardware)
        return {};
    const std::string before = textIn(documentOf(openPlan(project)), kPlanMachine);
    if (next.hardware == now.hardware && !before.empty())
        return {before, {}};
    const std::string reference = next.hardwareReference.toStdString();
    if (isOfCatalogue(*next.hardware, reference)) {
        m_machines[{nullptr, core::joined(std::array{reference, enteredPrice(*next.hardware),
                                                     enteredPower(*next.hardware)},
                                          "|")}] = next.hardware;
        return {reference, {}};
    }
    const std::string body = hardwareJson(*next.hardware);
    const ItemPtr known = referred(project, before);
    const bool edited = known && next.hardwareReference == now.hardwareReference;
    Reference made{before, {}};
    if (!edited || known->body != body)
        made.change = edited ? Project::rewritten(known, body)
                             : project.made(ItemKind::Machine,
                                            project.freshName(ItemKind::Machine, next.hardware->name), body);
    const ItemPtr item = made.change ? made.change->after : known;
    made.text = core::referenceTo(item->id);
    m_machines[{item, {}}] = next.hardware;
    return made;
}

std::vector<ItemChange> PlanItems::changes(Project& project, const PlanState& now, const PlanState& next)
{
    std::vector<ItemChange> changes;
    const ItemPtr plan = openPlan(project);
    Reference model = modelOf(project, now, next);
    Reference machine = machineOf(project, now, next);
    for (Reference* one : {&model, &machine}) {
        if (one->change)
            changes.push_back(*std::move(one->change));
    }
    // A copy of the machine whose figures were all taken back is no copy any more.
    const ItemPtr copy = referred(project, textIn(documentOf(plan), kPlanMachine));
    if (copy && next.hardware && !core::referredTo(machine.text) &&
        next.hardwareReference == now.hardwareReference && !namedElsewhere(project, plan, copy))
        changes.push_back(Project::removed(copy));
    if (next.hardware && !core::referredTo(machine.text))
        rewriteNamed(
            project, ItemKind::Prices, kPricesName,
            pricesBody(documentOf(project.find(ItemKind::Prices, kPricesName)), machine.text, *next.hardware),
            "{}", changes);
    if (next.choices)
        rewriteNamed(project, ItemKind::Study, kStudyName, studyBody(*next.choices), {}, changes);
    else if (const ItemPtr study = project.find(ItemKind::Study, kStudyName))
        changes.push_back(Project::removed(study));
    const std::string body = planBody(next, model.text, machine.text);
    ItemPtr kept = plan;
    if (!plan)
        changes.push_back(project.made(ItemKind::Plan, project.freshName(ItemKind::Plan, kPlanName), body));
    else if (plan->body != body)
        changes.push_back(Project::rewritten(plan, body));
    if (!plan || plan->body != body)
        kept = changes.back().after;
    if (!plan)
        project.setSeat(kPlanSeat, core::referenceTo(kept->id));
    limit(m_plans);
    limit(m_models);
    limit(m_machines);
    m_plans[kept] = next;
    return changes;
}

core::Result<std::shared_ptr<const core::ModelSpec>>
PlanItems::readModel(const Project& project, const std::string& reference, const std::filesystem::path& file)
{
    const ItemPtr item = referred(project, reference);
    const Key key{item, item ? std::string() : reference};
    if (const auto known = m_models.find(key); known != m_models.end())
        return known->second;
    auto model = item ? core::parseModel(core::textOf(*item), core::addressText({file, reference}))
                      : m_catalog.model(reference);
    if (!model.ok())
        return model.error();
    m_models[key] = std::make_shared<const core::ModelSpec>(std::move(model).value());
    return m_models[key];
}

core::Result<std::shared_ptr<const core::HardwareSpec>>
PlanItems::readMachine(const Project& project, const std::string& reference,
                       const std::filesystem::path& file)
{
    const ItemPtr item = referred(project, reference);
    const Value prices = documentOf(project.find(ItemKind::Prices, kPricesName));
    const Value* entered = prices.find(reference);
    const std::string price = entered ? textIn(*entered, "price") : std::string();
    const std::string power = entered ? textIn(*entered, "power") : std::string();
    const Key key{item, item ? std::string() : core::joined(std::array{reference, price, power}, "|")};
    if (const auto known = m_machines.find(key); known != m_machines.end())
        return known->second;
    auto machine = item ? core::parseHardware(core::textOf(*item), core::addressText({file, reference}),
                                              m_catalog.devices())
                        : m_catalog.hardware(reference);
    if (!machine.ok())
        return machine.error();
    const auto number = [](const std::string& text) { return core::parseNumber(text).value_or(0); };
    m_machines[key] = std::make_shared<const core::HardwareSpec>(
        item ? std::move(machine).value()
             : withEnteredCosts(std::move(machine).value(), number(price), number(power)));
    return m_machines[key];
}

PlanItems::Opened PlanItems::state(const Project& project, const std::filesystem::path& file)
{
    const ItemPtr plan = openPlan(project);
    Opened opened{nothingOpen(), {}};
    PlanState& state = opened.state;
    const Value document = documentOf(plan);
    const auto known = m_plans.find(plan);
    const bool cached = known != m_plans.end();
    if (cached)
        state = known->second;
    const auto keepProblem = [&](const core::Error& error) {
        if (!opened.problem)
            opened.problem = error;
    };
    const auto named = [&](const std::string& reference) {
        return QString::fromStdString(core::referredTo(reference) ? core::addressText({file, reference})
                                                                  : reference);
    };
    state.model = nullptr;
    state.hardware = nullptr;
    if (const std::string reference = textIn(document, kPlanModel); !reference.empty()) {
        const auto model = readModel(project, reference, file);
        model.ok() ? void(state.model = *model) : keepProblem(model.error());
        if (!cached)
            state.modelReference = named(reference);
    }
    if (const std::string reference = textIn(document, kPlanMachine); !reference.empty()) {
        const auto machine = readMachine(project, reference, file);
        machine.ok() ? void(state.hardware = *machine) : keepProblem(machine.error());
        if (!cached)
            state.hardwareReference = named(reference);
    }
    state.choices = choicesIn(project.find(ItemKind::Study, kStudyName));
    if (cached || !plan)
        return opened;
    Value alone = document;
    std::erase_if(alone.members, [](const Value::Member& one) {
        return one.first == kPlanModel || one.first == kPlanMachine || one.first == kPlanHeld;
    });
    const Value* held = document.find(kPlanHeld);
    state.devicesHeld = held != nullptr && held->flag;
    const std::string place = core::addressText({file, plan->name});
    const auto read =
        planner::parsePlan(alone, place, {}, state.model ? *state.model : core::ModelSpec{}, anything);
    if (!read.ok()) {
        keepProblem(read.error());
        return opened;
    }
    state.plan = *read;
    const Value* sharding = alone.find("sharding");
    const Value* stage = sharding ? sharding->find("zero_stage") : nullptr;
    state.sharding = stage ? static_cast<ShardingPreset>(std::clamp<std::int64_t>(stage->integer, 0, 3))
                           : presetOf(state.plan.sharding, state.plan.axes.replicas());
    m_plans[plan] = state;
    return opened;
}

} // namespace shardscope::app
