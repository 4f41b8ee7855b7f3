// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged page ends whatever reads through it. Rows are therefore read from the lowest number up to the
// damage, from the highest down to it, and then one by one between.
#include "core/storage/recovery.h"

#include "core/storage/rows.h"
#include "core/storage/store.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace shardscope::core {
namespace {

constexpr std::int64_t kMostBetween = 100'000; ///< rows asked for one by one

using Taken = std::function<void(const Statement&)>;

/// Reads until the end or the damage; the last number that was read, or none.
bool readAlong(const Database& database, const std::string& sql, std::int64_t& last, const Taken& take)
{
    Result<Statement> rows = database.prepare(sql);
    while (rows.ok()) {
        const Result<bool> more = rows->next();
        if (!more.ok())
            return false;
        if (!*more)
            return true;
        last = rows->integer(0);
        take(*rows);
    }
    return false;
}

/// Every row of \p table that can be read, once each. Its number is the first of \p columns.
void readRows(const Database& database, const std::string& table, const char* columns, const Taken& take)
{
    const std::string select = std::string("SELECT ") + columns + " FROM " + table + " NOT INDEXED ";
    std::int64_t low = 0;
    if (readAlong(database, select + "WHERE id > 0 ORDER BY id", low, take))
        return;
    std::int64_t high = low;
    readAlong(database, select + "WHERE id > " + std::to_string(low) + " ORDER BY id DESC", high, take);
    const std::int64_t end = high > low ? high : low + kMostBetween;
    Result<Statement> one = database.prepare(select + "WHERE id = ?");
    for (std::int64_t id = low + 1; one.ok() && id < std::min(end, low + kMostBetween); ++id) {
        one->with(id);
        if (const Result<bool> found = one->next(); found.ok() && *found)
            take(*one);
        static_cast<void>(one->done());
    }
}

struct Salvage {
    std::map<ItemId, ItemPtr> items;
    std::map<std::uint64_t, StepRow> steps;
    std::map<std::uint64_t, std::vector<ItemChange>> changes;
    std::vector<std::pair<std::string, std::string>> seats;
};

Salvage salvaged(const Database& database)
{
    Salvage found;
    readRows(database, "item", kItemColumns, [&](const Statement& row) {
        if (auto item = itemOfRow(row))
            found.items[item->id] = std::make_shared<const ProjectItem>(*item);
    });
    readRows(database, "step", kStepColumns, [&](const Statement& row) {
        StepRow step = stepOfRow(row);
        found.steps[step.step.id] = std::move(step);
    });
    std::map<std::int64_t, ChangeRow> changes; // in the order that they were made in
    const std::string columns = std::string("id, ") + kChangeColumns;
    readRows(database, "change", columns.c_str(), [&](const Statement& row) {
        if (auto change = changeOfRow(row, 1))
            changes[row.integer(0)] = *std::move(change);
    });
    for (auto& [id, row] : changes)
        found.changes[row.step].push_back(std::move(row.change));
    std::int64_t unused = 0;
    readAlong(database, "SELECT 0, key, body FROM seat", unused,
              [&](const Statement& row) { found.seats.emplace_back(row.text(1), row.text(2)); });
    return found;
}

/// Items that are gone, from the last step that changed them and was not undone.
void rebuild(Salvage& found, RecoveryReport& report)
{
    std::map<ItemId, ItemPtr> last; // null: it was removed
    for (const auto& [id, changes] : found.changes) {
        const auto step = found.steps.find(id);
        const bool undone = step != found.steps.end() && step->second.undone;
        for (const ItemChange& change : changes) {
            if (!undone)
                last[change.either().id] = change.after;
            else if (!last.contains(change.either().id))
                last[change.either().id] = change.before;
        }
    }
    std::set<std::pair<ItemKind, std::string>> names;
    for (const auto& [id, item] : found.items)
        names.emplace(item->kind, item->name);
    for (const auto& [id, item] : last) {
        if (!item || found.items.contains(id))
            continue;
        ProjectItem again = *item;
        while (!names.emplace(again.kind, again.name).second)
            again.name += " (2)";
        report.rebuilt.push_back(again.name);
        found.items[id] = std::make_shared<const ProjectItem>(std::move(again));
    }
}

bool same(const ItemPtr& a, const ItemPtr& b)
{
    return (!a && !b) || (a && b && a->name == b->name && a->body == b->body);
}

/// The steps that can be walked back from what there is now, the latest first, without a gap.
std::vector<StepPtr> undoable(const Salvage& found)
{
    std::vector<StepPtr> kept;
    std::map<ItemId, ItemPtr> now = found.items;
    for (auto at = found.steps.rbegin(); at != found.steps.rend(); ++at) {
        if (at->second.undone)
            continue;
        const auto changes = found.changes.find(at->first);
        const bool next = kept.empty() || kept.back()->id == at->first + 1;
        if (!next || changes == found.changes.end() ||
            !std::ranges::all_of(changes->second, [&](const ItemChange& change) {
                const auto item = now.find(change.either().id);
                return same(item == now.end() ? nullptr : item->second, change.after);
            }))
            break;
        ProjectStep step = at->second.step;
        step.changes = changes->second;
        for (const ItemChange& change : step.changes)
            now[change.either().id] = change.before;
        kept.push_back(std::make_shared<const ProjectStep>(std::move(step)));
    }
    std::ranges::reverse(kept);
    return kept;
}

} // namespace

Result<RecoveryReport> recoverProject(const std::filesystem::path& damaged, const std::filesystem::path& file)
{
    RecoveryReport report;
    Salvage found;
    if (const auto database = Database::open(damaged, Database::Access::Read); database.ok())
        found = salvaged(*database);
    report.items = found.items.size();
    report.readable = !found.items.empty() || !found.steps.empty() || !found.changes.empty();
    rebuild(found, report);
    std::vector<StepPtr> steps = undoable(found);
    report.steps = steps.size();
    report.lostSteps = found.steps.size() - steps.size();

    SHARDSCOPE_TRY(Store store, Store::create(file));
    std::vector<ItemPtr> items;
    items.reserve(found.items.size());
    for (const auto& [id, item] : found.items)
        items.push_back(item);
    SHARDSCOPE_TRY_DONE(
        store.fill({std::move(items), std::move(steps), report.steps, std::move(found.seats)}));
    return report;
}

} // namespace shardscope::core
