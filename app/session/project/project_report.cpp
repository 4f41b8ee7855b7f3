// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/project/project_report.h"

#include "app/session/documents/documents.h"
#include "app/session/plan/read_plan.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "core/base/joined.h"
#include "core/base/refusals.h"
#include "core/io/value.h"
#include "core/report/columns.h"
#include "core/storage/named_item.h"
#include "core/storage/schema.h"
#include "core/storage/store.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

core::Result<core::ProjectContents> contentsOf(const std::filesystem::path& file)
{
    SHARDSCOPE_TRY(const core::Store store, core::Store::open(file, core::Store::Access::Read));
    return store.read().in(file.string());
}

std::string linksText(const core::ProjectItem& item)
{
    return core::joined(core::linksOf(item.body), ", ", [](const core::ItemLink& link) {
        return link.role + " " + core::referenceTo(link.target);
    });
}

core::Table itemTable(const core::ProjectContents& contents)
{
    core::Table table{"items",
                      N_("Items"),
                      {core::integerColumn("id", N_("Number")), core::textColumn("kind", N_("Kind")),
                       core::textColumn("name", N_("Name")),
                       core::integerColumn("revision", N_("Revision"), N_("How often it was written")),
                       core::textColumn("refers_to", N_("Refers to"))},
                      {}};
    for (const core::ItemPtr& item : contents.items)
        table.rows.push_back({std::int64_t{item->id.value}, std::string(core::nameOf(item->kind)), item->name,
                              static_cast<std::int64_t>(item->revision), linksText(*item)});
    return table;
}

std::string wordsOf(const core::ProjectStep& step)
{
    QStringList with;
    for (const std::string& argument : step.with)
        with << QString::fromStdString(argument);
    return filled(translated(step.words), with).toStdString();
}

core::Table stepTable(const core::ProjectContents& contents)
{
    core::Table table{"steps",
                      N_("Steps that can be undone"),
                      {core::integerColumn("id", N_("Number")), core::textColumn("words", N_("Step")),
                       core::textColumn("items", N_("Items")), core::flagColumn("undone", N_("Undone"))},
                      {}};
    for (std::size_t at = 0; at < contents.steps.size(); ++at) {
        const core::ProjectStep& step = *contents.steps[at];
        const std::string items =
            core::joined(step.changes, ", ", [](const core::ItemChange& one) { return one.either().name; });
        table.rows.push_back({static_cast<std::int64_t>(step.id), wordsOf(step), items, at >= contents.done});
    }
    return table;
}

Json rowsOf(const core::Table& table)
{
    Json rows = Json::array();
    for (const auto& row : table.rows) {
        Json object;
        for (std::size_t at = 0; at < row.size(); ++at) {
            std::visit(
                [&](const auto& cell) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(cell)>, std::monostate>)
                        object[table.columns[at].key] = nullptr;
                    else
                        object[table.columns[at].key] = cell;
                },
                row[at]);
        }
        rows.push_back(std::move(object));
    }
    return rows;
}

/// Reads \p item as the verbs do: whatever they would say.
core::Result<core::Done> usable(const core::Catalog& catalog, const std::filesystem::path& file,
                                const core::ProjectItem& item)
{
    const std::string address = core::addressText({file, core::referenceTo(item.id)});
    switch (item.kind) {
    case core::ItemKind::Model: SHARDSCOPE_TRY_DONE(catalog.model(address)); return core::Done{};
    case core::ItemKind::Machine:
    case core::ItemKind::Calibration: SHARDSCOPE_TRY_DONE(catalog.hardware(address)); return core::Done{};
    case core::ItemKind::Plan: break;
    default: SHARDSCOPE_TRY_DONE(core::parseJsonText(item.body, address)); return core::Done{};
    }
    SHARDSCOPE_TRY(const PlanDocument document, readPlanDocument(address));
    if (!document.hardware.empty())
        SHARDSCOPE_TRY_DONE(catalog.hardware(document.hardware));
    if (document.model.empty())
        return core::Done{};
    SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(document.model));
    SHARDSCOPE_TRY_DONE(readPlan(document.plan, address, {}, model));
    return core::Done{};
}

} // namespace

core::Result<core::Table> projectItems(const std::filesystem::path& file)
{
    SHARDSCOPE_TRY(const core::ProjectContents contents, contentsOf(file));
    return itemTable(contents);
}

core::Result<core::Table> projectSteps(const std::filesystem::path& file)
{
    SHARDSCOPE_TRY(const core::ProjectContents contents, contentsOf(file));
    return stepTable(contents);
}

core::Result<std::string> projectJson(const std::filesystem::path& file)
{
    SHARDSCOPE_TRY(const core::ProjectContents contents, contentsOf(file));
    const Json document{{"file", file.string()},
                        {"version", core::kProjectVersion},
                        {"items", rowsOf(itemTable(contents))},
                        {"steps", rowsOf(stepTable(contents))}};
    return document.dump(2) + "\n";
}

core::Result<std::string> exportedItem(const std::filesystem::path& file, const std::string& name,
                                       const std::string& kind)
{
    std::vector<core::ItemKind> kinds;
    if (const auto known = core::fromName<core::ItemKind>(kind))
        kinds.push_back(*known);
    else if (!kind.empty())
        return core::unknownValue(kind, core::namesOf<core::ItemKind>()).in("--kind");
    else
        std::ranges::copy(core::valuesOf<core::ItemKind>(), std::back_inserter(kinds));
    SHARDSCOPE_TRY(core::NamedItem item, core::readNamedItem({file, name}, kinds));
    return std::move(item.text);
}

core::Result<ProjectCheck> checkProject(const core::Catalog& catalog, const std::filesystem::path& file)
{
    ProjectCheck check;
    const auto contents = [&]() -> core::Result<core::ProjectContents> {
        SHARDSCOPE_TRY(const core::Store store, core::Store::open(file, core::Store::Access::Read));
        SHARDSCOPE_TRY_DONE(store.check());
        return store.read().in(file.string());
    }();
    if (!contents.ok() && contents.error().code != core::ErrorCode::DataCorrupt)
        return contents.error();
    if (!contents.ok()) {
        check.problems.push_back({{}, contents.error()});
        return check;
    }
    check.items = contents->items.size();
    check.steps = contents->steps.size();
    for (const core::ItemPtr& item : contents->items) {
        for (const core::ItemLink& link : core::linksOf(item->body)) {
            if (std::ranges::none_of(contents->items,
                                     [&](const core::ItemPtr& one) { return one->id == link.target; }))
                check.problems.push_back(
                    {item->name, core::inconsistent(W_("it refers to %1, which is not there"),
                                                    {core::referenceTo(link.target)})
                                     .under("/" + link.role)});
        }
        if (const auto read = usable(catalog, file, *item); !read.ok())
            check.problems.push_back({item->name, read.error()});
    }
    return check;
}

core::Table problemTable(const ProjectCheck& check)
{
    core::Table table{"problems",
                      N_("What cannot be used"),
                      {core::textColumn("item", N_("Item")), core::textColumn("problem", N_("Problem"))},
                      {}};
    for (const ProjectProblem& problem : check.problems)
        table.rows.push_back({problem.item, errorText(problem.error).toStdString()});
    return table;
}

std::string checkJson(const ProjectCheck& check)
{
    Json problems = Json::array();
    for (const ProjectProblem& problem : check.problems)
        problems.push_back({{"item", problem.item}, {"sentence", errorText(problem.error).toStdString()}});
    const Json document{{"ok", check.problems.empty()},
                        {"items", check.items},
                        {"steps", check.steps},
                        {"problems", std::move(problems)}};
    return document.dump(2) + "\n";
}

} // namespace shardscope::app
