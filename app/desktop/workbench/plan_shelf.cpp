// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/plan_shelf.h"

#include "app/session/documents/kept_file.h"
#include "app/session/text/words.h"
#include "core/io/files.h"

#include <QFile>
#include <QLockFile>

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

constexpr int kLockMs = 1000;

core::Value documentOf(const std::vector<ShelvedPlan>& plans)
{
    std::vector<core::Value> items;
    for (const ShelvedPlan& one : plans)
        items.push_back(core::Value::ofMembers({{"name", core::Value::ofText(one.name.toStdString())},
                                                {"model", core::Value::ofText(one.model.toStdString())},
                                                {"hardware", core::Value::ofText(one.hardware.toStdString())},
                                                {"plan", one.plan}}));
    return core::Value::ofMembers({{"plans", core::Value::ofItems(std::move(items))}});
}

std::vector<ShelvedPlan> plansOf(const core::Value& document)
{
    std::vector<ShelvedPlan> plans;
    const core::Value* items = document.find("plans");
    if (items == nullptr)
        return plans;
    for (const core::Value& item : items->items) {
        const auto text = [&](const char* key) {
            const core::Value* value = item.find(key);
            return value ? QString::fromStdString(value->text) : QString();
        };
        const core::Value* plan = item.find("plan");
        if (plan != nullptr)
            plans.push_back({text("name"), text("model"), text("hardware"), *plan});
    }
    return plans;
}

bool same(const ShelvedPlan& a, const ShelvedPlan& b)
{
    return a.name == b.name && a.model == b.model && a.hardware == b.hardware &&
           core::jsonText(a.plan) == core::jsonText(b.plan);
}

/// A name beside \p file that nothing has yet.
std::filesystem::path asideOf(const std::filesystem::path& file)
{
    std::filesystem::path aside = file;
    for (int number = 1; core::files::exists(aside); ++number)
        aside = file.parent_path() /
                (file.stem().string() + ".damaged-" + std::to_string(number) + file.extension().string());
    return aside;
}

} // namespace

PlanShelf::PlanShelf()
    : m_file(dataFolder() / "kept_plans.json")
{
    read();
}

void PlanShelf::read()
{
    const auto document = readKeptFile(m_file);
    if (document.ok()) {
        m_plans = plansOf(*document);
        return;
    }
    if (document.error().code == core::ErrorCode::FileNotFound)
        return;
    // What cannot be read is not written over.
    const std::filesystem::path aside = asideOf(m_file);
    const bool moved =
        QFile::rename(QString::fromStdString(m_file.string()), QString::fromStdString(aside.string()));
    m_problem = document.error();
    m_problem->place.file = (moved ? aside : m_file).string();
}

core::Result<core::Done> PlanShelf::change(const std::function<void(Plans&)>& how)
{
    static_cast<void>(core::files::makeFolders(m_file.parent_path())); // told by the writing
    QLockFile lock(QString::fromStdString(m_file.string()) + QStringLiteral(".lock"));
    static_cast<void>(lock.tryLock(kLockMs)); // a folder that takes no lock may take the file
    if (const auto document = readKeptFile(m_file); document.ok())
        m_plans = plansOf(*document);
    how(m_plans);
    return writeKeptFile(m_file, documentOf(m_plans));
}

core::Result<core::Done> PlanShelf::keep(ShelvedPlan plan)
{
    return change([&](Plans& plans) { plans.push_back(std::move(plan)); });
}

core::Result<core::Done> PlanShelf::letGo(std::size_t index)
{
    if (index >= m_plans.size())
        return core::Done{};
    const ShelvedPlan gone = m_plans[index];
    return change([&](Plans& plans) {
        const auto found =
            std::ranges::find_if(plans, [&](const ShelvedPlan& one) { return same(one, gone); });
        if (found != plans.end())
            plans.erase(found);
    });
}

QString PlanShelf::freshName() const
{
    for (std::size_t number = 1;; ++number) {
        const QString name = Words::tr("kept plan %1").arg(number);
        if (std::ranges::none_of(m_plans, [&](const ShelvedPlan& one) { return one.name == name; }))
            return name;
    }
}

std::optional<core::Error> PlanShelf::takeProblem() { return std::exchange(m_problem, std::nullopt); }

} // namespace shardscope::app
