// SPDX-License-Identifier: GPL-3.0-or-later
// What was done to the plan and can be undone: the steps of the project that is open.
#pragma once

#include "app/desktop/workbench/plan_items.h"
#include "app/desktop/workbench/step_name.h"
#include "app/session/project/kept_project.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>

namespace shardscope::app {

class History final : public QObject {
    Q_OBJECT

public:
    explicit History(const core::Catalog& catalog, QObject* parent = nullptr);

    /// The project in the place of the one that is open, and what it says. One that lies in no file is kept
    /// in memory until this is called.
    PlanItems::Opened open(std::unique_ptr<KeptProject> project);
    /// Null: it lies in no file.
    [[nodiscard]] KeptProject* kept() { return m_kept.get(); }
    [[nodiscard]] Project& project() { return m_kept ? m_kept->project() : m_inMemory; }
    [[nodiscard]] const Project& project() const { return m_kept ? m_kept->project() : m_inMemory; }

    /// Makes \p next of \p now in one step called \p name, which becomes one with the latest of the same drag
    /// (0: none). \p told: what the step changed beside what was asked for.
    void push(const PlanState& now, const PlanState& next, const StepName& name, int drag, QStringList told);
    /// A step of other items, which becomes one with the latest of the same drag. Errors: Project::apply's.
    [[nodiscard]] core::Result<core::Done> push(std::vector<core::ItemChange> changes, const StepName& name,
                                                int drag = 0);

    /// How the open plan names its model or machine in the project: PlanItems::inProject().
    [[nodiscard]] std::string inProject(const char* key, const QString& reference) const
    {
        return m_items->inProject(project(), key, reference);
    }
    /// "plans.shardscope#12" of "#12"; any other name as it is.
    [[nodiscard]] QString fromProject(const std::string& reference) const;

    void undo();
    void redo();
    [[nodiscard]] bool canUndo() const { return project().nextUndo() != nullptr; }
    [[nodiscard]] bool canRedo() const { return project().nextRedo() != nullptr; }
    /// What would be undone or done again, as the step is called in the reader's language; empty: nothing.
    [[nodiscard]] QString undoText() const { return textOf(project().nextUndo()); }
    [[nodiscard]] QString redoText() const { return textOf(project().nextRedo()); }
    [[nodiscard]] int count() const { return static_cast<int>(project().steps().size()); }
    [[nodiscard]] int index() const { return static_cast<int>(project().done()); }
    /// Whether nothing was done since setClean(), or it was undone.
    [[nodiscard]] bool isClean() const { return project().nextUndo() == m_clean; }
    void setClean() { m_clean = project().nextUndo(); }

signals:
    /// Other steps can be undone or done again than before.
    void changed();
    void canUndoChanged(bool can);
    void canRedoChanged(bool can);
    /// What undo or redo led to. \p told: as it was pushed.
    void wentTo(const shardscope::app::PlanItems::Opened& opened, const QStringList& told);

private:
    [[nodiscard]] static QString textOf(const core::StepPtr& step);
    [[nodiscard]] std::filesystem::path file() const;
    void tell();

    const core::Catalog& m_catalog;
    std::unique_ptr<PlanItems> m_items; ///< of the project that is open
    Project m_inMemory;
    std::unique_ptr<KeptProject> m_kept;
    core::StepPtr m_clean;
    std::map<std::uint64_t, QStringList> m_told; ///< by step
};

} // namespace shardscope::app
