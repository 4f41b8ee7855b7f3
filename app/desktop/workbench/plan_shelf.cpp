// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/plan_shelf.h"

#include "app/session/documents/kept_file.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/io/files.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

/// Where they were kept before there were projects.
std::filesystem::path formerFile() { return dataFolder() / "kept_plans.json"; }

} // namespace

std::vector<core::ItemPtr> PlanShelf::items() const
{
    const Project& project = std::as_const(m_history).project();
    std::vector<core::ItemPtr> all = project.itemsOf(core::ItemKind::Plan);
    const core::ItemPtr open = PlanItems::openPlan(project);
    std::erase_if(all, [&](const core::ItemPtr& one) { return open && one->id == open->id; });
    return all;
}

ShelvedPlan PlanShelf::planOf(const core::ProjectItem& item) const
{
    ShelvedPlan plan;
    plan.name = QString::fromStdString(item.name);
    auto document = core::parseJsonText(item.body, item.name);
    if (!document.ok())
        return plan;
    plan.plan = std::move(document).value();
    plan.model = m_history.fromProject(textIn(plan.plan, kPlanModel));
    plan.hardware = m_history.fromProject(textIn(plan.plan, kPlanMachine));
    std::erase_if(plan.plan.members, [](const core::Value::Member& member) {
        return member.first == kPlanModel || member.first == kPlanMachine;
    });
    return plan;
}

const std::vector<ShelvedPlan>& PlanShelf::plans() const
{
    std::vector<core::ItemPtr> now = items();
    if (now != m_items) {
        m_plans.clear();
        for (const core::ItemPtr& item : now)
            m_plans.push_back(planOf(*item));
        m_items = std::move(now);
    }
    return m_plans;
}

core::ItemChange PlanShelf::change(const ShelvedPlan& plan)
{
    std::vector<core::Value::Member> members;
    for (const auto& [key, reference] :
         {std::pair(kPlanModel, &plan.model), std::pair(kPlanMachine, &plan.hardware)}) {
        if (!reference->isEmpty())
            members.emplace_back(key, core::Value::ofText(m_history.inProject(key, *reference)));
    }
    members.insert(members.end(), plan.plan.members.begin(), plan.plan.members.end());
    Project& project = m_history.project();
    return project.made(core::ItemKind::Plan,
                        project.freshName(core::ItemKind::Plan, plan.name.toStdString()),
                        core::jsonText(core::Value::ofMembers(std::move(members)), 0));
}

core::Result<core::Done> PlanShelf::keep(ShelvedPlan plan)
{
    return m_history.push({change(plan)}, N_("Keep a plan to compare"));
}

core::Result<core::Done> PlanShelf::letGo(std::size_t index)
{
    const std::vector<core::ItemPtr> all = items();
    if (index >= all.size())
        return core::Done{};
    return m_history.push({Project::removed(all[index])}, N_("Let go of a kept plan"));
}

QString PlanShelf::freshName() const
{
    const Project& project = std::as_const(m_history).project();
    for (std::size_t number = 1;; ++number) {
        QString name = Words::tr("kept plan %1").arg(number);
        if (!project.find(core::ItemKind::Plan, name.toStdString()))
            return name;
    }
}

core::Result<core::Done> PlanShelf::takeOver()
{
    const std::filesystem::path file = formerFile();
    if (!core::files::exists(file))
        return core::Done{};
    SHARDSCOPE_TRY(const core::Value document, readKeptFile(file));
    if (const core::Value* plans = document.find("plans")) {
        for (const core::Value& one : plans->items) {
            const core::Value* plan = one.find("plan");
            if (plan == nullptr)
                continue;
            const auto text = [&](const char* key) { return QString::fromStdString(textIn(one, key)); };
            SHARDSCOPE_TRY_DONE(keep({text("name"), text(kPlanModel), text(kPlanMachine), *plan}));
        }
    }
    const QString name = QString::fromStdString(file.string());
    QFile::remove(name + QStringLiteral(".old"));
    QFile::rename(name, name + QStringLiteral(".old"));
    return core::Done{};
}

} // namespace shardscope::app
