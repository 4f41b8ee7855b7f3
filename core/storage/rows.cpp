// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/rows.h"

#include "core/base/phrase.h"
#include "core/io/value.h"
#include "core/storage/item_links.h"

#include <map>
#include <string>

namespace shardscope::core {
namespace {

std::string argumentsText(const std::vector<std::string>& arguments)
{
    std::vector<Value> items;
    items.reserve(arguments.size());
    for (const std::string& argument : arguments)
        items.push_back(Value::ofText(argument));
    return jsonText(Value::ofItems(std::move(items)), 0);
}

std::vector<std::string> argumentsOf(const std::string& text)
{
    std::vector<std::string> arguments;
    if (const auto list = parseJsonText(text, {}); list.ok()) {
        for (const Value& argument : list->items)
            arguments.push_back(argument.text);
    }
    return arguments;
}

/// One side of a change, in three columns from \p first on; null where there is none.
ItemPtr sideOf(const Statement& row, int first, ItemId id, ItemKind kind)
{
    if (row.isNull(first))
        return nullptr;
    return std::make_shared<const ProjectItem>(ProjectItem{
        id, kind, row.text(first), row.text(first + 2), static_cast<std::uint64_t>(row.integer(first + 1))});
}

void withSide(Statement& insert, const ItemPtr& side)
{
    if (side)
        insert.with(side->name).with(static_cast<std::int64_t>(side->revision)).with(side->body);
    else
        insert.withNothing().withNothing().withNothing();
}

Error notOurs(const char* what) { return {ErrorCode::DataCorrupt, {phrase(what)}}; }

std::string selected(const char* columns, const char* from)
{
    return std::string("SELECT ") + columns + " FROM " + from;
}

} // namespace

std::optional<ProjectItem> itemOfRow(const Statement& row)
{
    const auto kind = fromName<ItemKind>(row.text(1));
    if (!kind || row.integer(0) <= 0)
        return std::nullopt;
    return ProjectItem{ItemId(static_cast<std::size_t>(row.integer(0))), *kind, row.text(2), row.text(3),
                       static_cast<std::uint64_t>(row.integer(4))};
}

StepRow stepOfRow(const Statement& row)
{
    StepRow read;
    read.step.id = static_cast<std::uint64_t>(row.integer(0));
    read.step.at = row.integer(1);
    read.step.words = row.text(2);
    read.step.with = argumentsOf(row.text(3));
    read.undone = row.integer(4) != 0;
    return read;
}

std::optional<ChangeRow> changeOfRow(const Statement& row, int first)
{
    const auto kind = fromName<ItemKind>(row.text(first + 2));
    const ItemId id(static_cast<std::size_t>(row.integer(first + 1)));
    if (!kind || row.integer(first + 1) <= 0 || (row.isNull(first + 3) && row.isNull(first + 6)))
        return std::nullopt;
    return ChangeRow{static_cast<std::uint64_t>(row.integer(first)),
                     {sideOf(row, first + 3, id, *kind), sideOf(row, first + 6, id, *kind)}};
}

Result<ProjectContents> readContents(const Database& database)
{
    ProjectContents contents;
    SHARDSCOPE_TRY(Statement items, database.prepare(selected(kItemColumns, "item ORDER BY id")));
    while (true) {
        SHARDSCOPE_TRY(const bool more, items.next());
        if (!more)
            break;
        std::optional<ProjectItem> item = itemOfRow(items);
        if (!item)
            return notOurs(W_("the project file: an item of a kind that there is not"));
        contents.items.push_back(std::make_shared<const ProjectItem>(*std::move(item)));
    }
    std::map<std::uint64_t, std::vector<ItemChange>> changes;
    SHARDSCOPE_TRY(Statement changeRows, database.prepare(selected(kChangeColumns, "change ORDER BY id")));
    while (true) {
        SHARDSCOPE_TRY(const bool more, changeRows.next());
        if (!more)
            break;
        std::optional<ChangeRow> row = changeOfRow(changeRows);
        if (!row)
            return notOurs(W_("the project file: a change of nothing"));
        changes[row->step].push_back(std::move(row->change));
    }
    SHARDSCOPE_TRY(Statement steps, database.prepare(selected(kStepColumns, "step ORDER BY id")));
    while (true) {
        SHARDSCOPE_TRY(const bool more, steps.next());
        if (!more)
            break;
        StepRow row = stepOfRow(steps);
        row.step.changes = std::move(changes[row.step.id]);
        contents.done += row.undone ? 0 : 1;
        contents.steps.push_back(std::make_shared<const ProjectStep>(std::move(row.step)));
    }
    SHARDSCOPE_TRY(Statement seats, database.prepare("SELECT key, body FROM seat ORDER BY key"));
    while (true) {
        SHARDSCOPE_TRY(const bool more, seats.next());
        if (!more)
            break;
        contents.seats.emplace_back(seats.text(0), seats.text(1));
    }
    return contents;
}

Result<Done> insertItem(const Database& database, const ProjectItem& item, std::int64_t at)
{
    SHARDSCOPE_TRY(Statement insert, database.prepare("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)"));
    SHARDSCOPE_TRY_DONE(insert.with(std::int64_t{item.id.value})
                            .with(nameOf(item.kind))
                            .with(item.name)
                            .with(item.body)
                            .with(static_cast<std::int64_t>(item.revision))
                            .with(at)
                            .done());
    SHARDSCOPE_TRY(Statement link, database.prepare("INSERT OR REPLACE INTO link VALUES (?, ?, ?)"));
    for (const ItemLink& one : linksOf(item.body)) {
        SHARDSCOPE_TRY_DONE(link.with(std::int64_t{item.id.value})
                                .with(one.role)
                                .with(std::int64_t{one.target.value})
                                .done());
    }
    return Done{};
}

Result<Done> insertStep(const Database& database, const ProjectStep& step, bool undone)
{
    SHARDSCOPE_TRY(Statement insert, database.prepare("INSERT INTO step VALUES (?, ?, ?, ?, ?)"));
    SHARDSCOPE_TRY_DONE(insert.with(static_cast<std::int64_t>(step.id))
                            .with(step.at)
                            .with(step.words)
                            .with(argumentsText(step.with))
                            .with(std::int64_t{undone ? 1 : 0})
                            .done());
    SHARDSCOPE_TRY(Statement change,
                   database.prepare("INSERT INTO change VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (const ItemChange& one : step.changes) {
        change.with(static_cast<std::int64_t>(step.id))
            .with(std::int64_t{one.either().id.value})
            .with(nameOf(one.either().kind));
        withSide(change, one.before);
        withSide(change, one.after);
        SHARDSCOPE_TRY_DONE(change.done());
    }
    return Done{};
}

} // namespace shardscope::core
