// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/history.h"

#include "app/desktop/workbench/plan_seat.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/shown_text.h"
#include "core/storage/named_item.h"

#include <utility>

namespace shardscope::app {
namespace {

/// A project that says nothing of where it was left, a shared copy, opens at its first plan.
void openFirstPlan(Project& project)
{
    const std::vector<core::ItemPtr> plans = project.itemsOf(core::ItemKind::Plan);
    if (project.seat(kPlanSeat).empty() && project.steps().empty() && !plans.empty())
        project.setSeat(kPlanSeat, core::referenceTo(plans.front()->id));
}

} // namespace

History::History(const core::Catalog& catalog, QObject* parent)
    : QObject(parent)
    , m_catalog(catalog)
    , m_items(std::make_unique<PlanItems>(catalog))
{
}

PlanItems::Opened History::open(std::unique_ptr<KeptProject> project)
{
    m_kept = std::move(project);
    m_inMemory = Project();
    m_items = std::make_unique<PlanItems>(m_catalog);
    m_told.clear();
    setClean();
    openFirstPlan(this->project());
    PlanItems::Opened opened = m_items->state(std::as_const(*this).project(), file());
    tell();
    return opened;
}

std::filesystem::path History::file() const { return m_kept ? m_kept->file() : std::filesystem::path(); }

QString History::textOf(const core::StepPtr& step)
{
    if (!step)
        return {};
    QStringList with;
    for (const std::string& argument : step->with)
        with << shownText(translated(argument));
    return filled(translated(step->words), with);
}

void History::push(const PlanState& now, const PlanState& next, const StepName& name, int drag,
                   QStringList told)
{
    core::ProjectStep step;
    step.changes = m_items->changes(project(), now, next);
    step.words = name.words;
    step.with = name.with;
    step.drag = static_cast<std::uint64_t>(drag);
    if (step.changes.empty())
        return;
    // The changes are of what there is, and names are fresh: it cannot be refused.
    if (const auto done = project().apply(std::move(step)); done.ok() && !told.isEmpty())
        m_told[(*done)->id] = std::move(told);
    else if (done.ok())
        m_told.erase((*done)->id);
    tell();
}

core::Result<core::Done> History::push(std::vector<core::ItemChange> changes, const StepName& name, int drag)
{
    core::ProjectStep step;
    step.drag = static_cast<std::uint64_t>(drag);
    step.changes = std::move(changes);
    step.words = name.words;
    step.with = name.with;
    const auto done = project().apply(std::move(step));
    if (!done.ok())
        return done.error();
    tell();
    return core::Done{};
}

QString History::fromProject(const std::string& reference) const
{
    return QString::fromStdString(core::referredTo(reference) ? core::addressText({file(), reference})
                                                              : reference);
}

void History::undo()
{
    if (!project().undo())
        return;
    emit wentTo(m_items->state(project(), file()), {});
    tell();
}

void History::redo()
{
    const core::StepPtr step = project().redo();
    if (!step)
        return;
    const auto told = m_told.find(step->id);
    emit wentTo(m_items->state(project(), file()), told == m_told.end() ? QStringList() : told->second);
    tell();
}

void History::tell()
{
    emit canUndoChanged(canUndo());
    emit canRedoChanged(canRedo());
    emit changed();
}

} // namespace shardscope::app
