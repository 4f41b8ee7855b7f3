// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/project/project.h"

#include "core/base/refusals.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace shardscope::app {
namespace {

using core::ItemChange;
using core::ItemPtr;
using core::ProjectStep;
using core::StepPtr;
using What = core::StoreRecord::What;

std::int64_t nowMs()
{
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

std::size_t bytesOf(const ProjectStep& step)
{
    std::size_t bytes = 0;
    for (const ItemChange& change : step.changes) {
        for (const ItemPtr& side : {change.before, change.after})
            bytes += side ? side->name.size() + side->body.size() : 0;
    }
    return bytes;
}

bool same(const ItemPtr& a, const ItemPtr& b) { return a == b || (a && b && *a == *b); }

/// \p later done behind \p earlier, as one step.
ProjectStep joined(const ProjectStep& earlier, const ProjectStep& later)
{
    ProjectStep both = earlier;
    both.at = later.at;
    for (const ItemChange& change : later.changes) {
        const auto known = std::ranges::find_if(
            both.changes, [&](const ItemChange& one) { return one.either().id == change.either().id; });
        if (known == both.changes.end())
            both.changes.push_back(change);
        else if (known->before || change.after)
            known->after = change.after;
        else
            both.changes.erase(known); // made and removed again
    }
    return both;
}

ItemChange changed(const ItemPtr& item, const std::function<void(core::ProjectItem&)>& how)
{
    core::ProjectItem next = *item;
    ++next.revision;
    how(next);
    return {item, std::make_shared<const core::ProjectItem>(std::move(next))};
}

} // namespace

Project::Project(core::ProjectContents contents)
    : m_steps(std::move(contents.steps))
    , m_done(contents.done)
{
    for (const ItemPtr& item : contents.items) {
        m_items[item->id] = item;
        m_lastId = std::max(m_lastId, item->id.value);
    }
    for (const StepPtr& step : m_steps) {
        m_bytes += bytesOf(*step);
        for (const ItemChange& change : step->changes)
            m_lastId = std::max(m_lastId, change.either().id.value);
    }
    for (auto& [key, body] : contents.seats)
        m_seats[key] = std::move(body);
}

std::vector<ItemPtr> Project::itemsOf(core::ItemKind kind) const
{
    std::vector<ItemPtr> found;
    for (const auto& [id, item] : m_items) {
        if (item->kind == kind)
            found.push_back(item);
    }
    return found;
}

ItemPtr Project::find(core::ItemId id) const
{
    const auto found = m_items.find(id);
    return found == m_items.end() ? nullptr : found->second;
}

ItemPtr Project::find(core::ItemKind kind, const std::string& name) const
{
    const auto found = std::ranges::find_if(
        m_items, [&](const auto& entry) { return entry.second->kind == kind && entry.second->name == name; });
    return found == m_items.end() ? nullptr : found->second;
}

std::string Project::freshName(core::ItemKind kind, const std::string& name) const
{
    std::string fresh = name;
    for (int number = 2; find(kind, fresh); ++number)
        fresh = name + " (" + std::to_string(number) + ")";
    return fresh;
}

ItemChange Project::made(core::ItemKind kind, std::string name, std::string body)
{
    return {nullptr, std::make_shared<const core::ProjectItem>(core::ProjectItem{
                         core::ItemId(++m_lastId), kind, std::move(name), std::move(body)})};
}

ItemChange Project::rewritten(const ItemPtr& item, std::string body)
{
    return changed(item, [&](core::ProjectItem& next) { next.body = std::move(body); });
}

ItemChange Project::renamed(const ItemPtr& item, std::string name)
{
    return changed(item, [&](core::ProjectItem& next) { next.name = std::move(name); });
}

ItemChange Project::removed(const ItemPtr& item) { return {item, nullptr}; }

core::Result<core::Done> Project::fits(const ProjectStep& step) const
{
    std::map<core::ItemId, ItemPtr> next = m_items;
    for (const ItemChange& change : step.changes) {
        if (!change.before && !change.after)
            return core::inconsistent(W_("a change of nothing"));
        const core::ItemId id = change.either().id;
        if (!same(find(id), change.before) || (change.before && change.after && change.before->id != id))
            return core::inconsistent(W_("\"%1\" is not what is changed any more"), {change.either().name});
        next[id] = change.after;
    }
    std::set<std::pair<core::ItemKind, std::string>> names;
    for (const auto& [id, item] : next) {
        if (item && !names.emplace(item->kind, item->name).second)
            return core::inconsistent(W_("two of a kind are called \"%1\""), {item->name});
    }
    return core::Done{};
}

void Project::take(const ProjectStep& step, bool back)
{
    for (const ItemChange& change : step.changes) {
        const ItemPtr& item = back ? change.before : change.after;
        if (item)
            m_items[item->id] = item;
        else
            m_items.erase(change.either().id);
    }
}

std::vector<std::uint64_t> Project::forgetUndone()
{
    std::vector<std::uint64_t> forgot;
    for (std::size_t at = m_done; at < m_steps.size(); ++at) {
        forgot.push_back(m_steps[at]->id);
        m_bytes -= bytesOf(*m_steps[at]);
    }
    m_steps.resize(m_done);
    return forgot;
}

void Project::forgetOldest(std::vector<std::uint64_t>& forgot)
{
    std::size_t gone = 0;
    while (m_steps.size() - gone > 1 && (m_steps.size() - gone > kMostSteps || m_bytes > kMostBytes)) {
        forgot.push_back(m_steps[gone]->id);
        m_bytes -= bytesOf(*m_steps[gone]);
        ++gone;
    }
    m_steps.erase(m_steps.begin(), m_steps.begin() + static_cast<std::ptrdiff_t>(gone));
    m_done = m_steps.size();
}

core::Result<StepPtr> Project::apply(ProjectStep step)
{
    SHARDSCOPE_TRY_DONE(fits(step));
    take(step, false);
    step.at = nowMs();
    core::StoreRecord record;
    record.forgot = forgetUndone();
    const bool goesOn = step.drag != 0 && !m_steps.empty() && m_steps.back()->drag == step.drag;
    if (goesOn) {
        record.what = What::Replaced;
        m_bytes -= bytesOf(*m_steps.back());
        step = joined(*m_steps.back(), step);
        m_steps.pop_back();
    } else {
        step.id = m_steps.empty() ? 1 : m_steps.back()->id + 1;
    }
    m_bytes += bytesOf(step);
    m_steps.push_back(std::make_shared<const ProjectStep>(std::move(step)));
    StepPtr done = m_steps.back();
    forgetOldest(record.forgot);
    record.step = done;
    tell(std::move(record));
    return done;
}

StepPtr Project::nextUndo() const { return m_done == 0 ? nullptr : m_steps[m_done - 1]; }
StepPtr Project::nextRedo() const { return m_done == m_steps.size() ? nullptr : m_steps[m_done]; }

StepPtr Project::undo()
{
    StepPtr step = nextUndo();
    if (!step)
        return nullptr;
    --m_done;
    take(*step, true);
    core::StoreRecord record;
    record.what = What::Undone;
    record.step = step;
    tell(std::move(record));
    return step;
}

StepPtr Project::redo()
{
    StepPtr step = nextRedo();
    if (!step)
        return nullptr;
    ++m_done;
    take(*step, false);
    core::StoreRecord record;
    record.what = What::Redone;
    record.step = step;
    tell(std::move(record));
    return step;
}

std::string Project::seat(const std::string& key) const
{
    const auto found = m_seats.find(key);
    return found == m_seats.end() ? std::string() : found->second;
}

void Project::setSeat(const std::string& key, std::string body)
{
    if (seat(key) == body)
        return;
    m_seats[key] = body;
    core::StoreRecord record;
    record.what = What::Seat;
    record.key = key;
    record.body = std::move(body);
    tell(std::move(record));
}

core::ProjectContents Project::contents() const
{
    core::ProjectContents all;
    for (const auto& [id, item] : m_items)
        all.items.push_back(item);
    all.steps = m_steps;
    all.done = m_done;
    all.seats.assign(m_seats.begin(), m_seats.end());
    return all;
}

void Project::tell(core::StoreRecord record) const
{
    if (m_sink)
        m_sink(std::move(record));
}

} // namespace shardscope::app
