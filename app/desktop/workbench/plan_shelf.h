// SPDX-License-Identifier: GPL-3.0-or-later
// Plans that were put aside to be compared: the plans of the project but the one that is open. Putting one
// there and taking one away is a step that can be undone.
#pragma once

#include "app/desktop/workbench/history.h"
#include "core/base/result.h"
#include "core/io/value.h"

#include <QString>

#include <vector>

namespace shardscope::app {

struct ShelvedPlan {
    QString name;
    QString model; ///< that it was kept of: a name of the catalogue, a file, or an item of the project
    QString hardware;
    core::Value plan; ///< a plan's document (core::planDocument)
};

class PlanShelf {
public:
    explicit PlanShelf(History& history)
        : m_history(history)
    {
    }

    /// The plans in the order in which they were kept.
    [[nodiscard]] const std::vector<ShelvedPlan>& plans() const;
    /// Under its name, or one like it where another plan has that. Errors: Project::apply's.
    core::Result<core::Done> keep(ShelvedPlan plan);
    core::Result<core::Done> letGo(std::size_t index);
    /// "kept plan 3": what no other is called.
    [[nodiscard]] QString freshName() const;
    /// Takes over what was kept before there were projects, once, and renames its file. Errors: DataCorrupt,
    /// FileUnreadable; the file then stays.
    core::Result<core::Done> takeOver();

private:
    [[nodiscard]] std::vector<core::ItemPtr> items() const;
    [[nodiscard]] ShelvedPlan planOf(const core::ProjectItem& item) const;
    [[nodiscard]] core::ItemChange change(const ShelvedPlan& plan);

    History& m_history;
    mutable std::vector<core::ItemPtr> m_items; ///< that m_plans was made of
    mutable std::vector<ShelvedPlan> m_plans;
};

} // namespace shardscope::app
