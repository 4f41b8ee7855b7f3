// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/kept_queries.h"

#include "core/base/text_mark.h"
#include "core/io/value.h"

#include <QSettings>

#include <algorithm>
#include <set>

namespace shardscope::app {
namespace {

const QString kSetting = QStringLiteral("sql/history");
constexpr const char* kStatement = "statement";
constexpr qsizetype kLongestName = 60;

QString statementOf(const core::ItemPtr& item)
{
    const auto body = core::parseJsonText(item->body, {});
    return body.ok() ? QString::fromStdString(textIn(*body, kStatement)) : QString();
}

/// An item of \p statement, called as it begins; \p taken: names that other items of the step have.
core::ItemChange made(Project& project, const QString& statement, std::set<std::string>& taken)
{
    const std::string wanted = statement.simplified().left(kLongestName).toStdString();
    std::string name = project.freshName(core::ItemKind::Query, wanted);
    for (int number = 2; !taken.insert(name).second; ++number)
        name = project.freshName(core::ItemKind::Query, wanted + " (" + std::to_string(number) + ")");
    return project.made(
        core::ItemKind::Query, name,
        core::jsonText(core::Value::ofMembers({{kStatement, core::Value::ofText(statement.toStdString())}}),
                       0));
}

} // namespace

bool KeptQueries::inProject() const { return m_history.kept() != nullptr; }

QStringList KeptQueries::all() const
{
    if (!inProject())
        return QSettings().value(kSetting).toStringList();
    std::vector<core::ItemPtr> items = m_history.project().itemsOf(core::ItemKind::Query);
    if (items != m_items) {
        m_statements.clear();
        for (const core::ItemPtr& item : items)
            m_statements << statementOf(item);
        m_items = std::move(items);
    }
    return m_statements;
}

void KeptQueries::add(const QString& statement)
{
    QStringList before = all();
    if (!before.isEmpty() && before.last() == statement)
        return;
    if (!inProject()) {
        before.removeAll(statement);
        before << statement;
        QSettings().setValue(kSetting, before.mid(std::max<qsizetype>(0, before.size() - kMost)));
        return;
    }
    Project& project = m_history.project();
    std::vector<core::ItemPtr> items = project.itemsOf(core::ItemKind::Query);
    std::vector<core::ItemChange> changes;
    std::set<std::string> taken;
    changes.push_back(made(project, statement, taken));
    auto tooMany = std::max<qsizetype>(0, static_cast<qsizetype>(items.size()) + 1 - kMost);
    for (const core::ItemPtr& item : items) {
        const bool again = statementOf(item) == statement;
        if (again || tooMany > 0)
            changes.push_back(Project::removed(item));
        if (!again)
            --tooMany;
    }
    static_cast<void>(m_history.push(std::move(changes), N_("Run a query"))); // of what there is
}

void KeptQueries::takeOver()
{
    QSettings settings;
    const QStringList former = settings.value(kSetting).toStringList();
    if (!inProject() || m_history.kept()->readOnly() || former.isEmpty())
        return;
    const QStringList known = all();
    std::vector<core::ItemChange> changes;
    std::set<std::string> taken;
    for (const QString& statement : former) {
        if (!known.contains(statement))
            changes.push_back(made(m_history.project(), statement, taken));
    }
    if (changes.empty() || m_history.push(std::move(changes), N_("Take over queries of before")).ok())
        settings.remove(kSetting);
}

} // namespace shardscope::app
