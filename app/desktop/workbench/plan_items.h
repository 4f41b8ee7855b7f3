// SPDX-License-Identifier: GPL-3.0-or-later
// What the Plan page edits as items of a project, both ways: the plan with the names of its model and
// machine, these two where they are none of the catalogue's, what was entered as costs, what a study is
// asked.
#pragma once

#include "app/desktop/workbench/plan_state.h"
#include "app/session/project/project.h"
#include "core/catalog/catalog.h"

#include <compare>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

/// Keys of a plan's body beside the plan: what it is laid over, and on.
inline constexpr const char* kPlanModel = "model";
inline constexpr const char* kPlanMachine = "hardware";
/// The key that says whether the plan's number of devices is held.
inline constexpr const char* kPlanHeld = "devices_held";
/// The text at \p key of \p document; empty where there is none.
[[nodiscard]] std::string textIn(const core::Value& document, const char* key);

class PlanItems {
public:
    explicit PlanItems(const core::Catalog& catalog)
        : m_catalog(catalog)
    {
    }

    /// The changes of \p project that make \p next of \p now, the state that its items say; none where they
    /// say the same.
    [[nodiscard]] std::vector<core::ItemChange> changes(Project& project, const PlanState& now,
                                                        const PlanState& next);
    struct Opened {
        PlanState state;
        std::optional<core::Error> problem; ///< what could not be read, and is left out of the state
    };
    /// What the items of \p project say; \p file: where it lies, for the names of what lies in it. Models and
    /// machines are the same values as before where their items are.
    [[nodiscard]] Opened state(const Project& project, const std::filesystem::path& file);

    /// What is edited where no plan is open: as a file has it that says nothing.
    [[nodiscard]] static PlanState nothingOpen();
    /// How the open plan's body has its model or machine (\p key), where \p reference is that of its state;
    /// else \p reference.
    [[nodiscard]] std::string inProject(const Project& project, const char* key,
                                        const QString& reference) const;
    /// The plan that is open; null: none was edited yet.
    [[nodiscard]] static core::ItemPtr openPlan(const Project& project);

private:
    struct Reference; ///< how a plan's body names a model or a machine
    Reference modelOf(Project& project, const PlanState& now, const PlanState& next);
    Reference machineOf(Project& project, const PlanState& now, const PlanState& next);
    [[nodiscard]] bool isOfCatalogue(const core::ModelSpec& model, const std::string& reference) const;
    [[nodiscard]] bool isOfCatalogue(const core::HardwareSpec& hardware, const std::string& reference) const;
    core::Result<std::shared_ptr<const core::ModelSpec>>
    readModel(const Project& project, const std::string& reference, const std::filesystem::path& file);
    core::Result<std::shared_ptr<const core::HardwareSpec>>
    readMachine(const Project& project, const std::string& reference, const std::filesystem::path& file);

    const core::Catalog& m_catalog;
    /// What a thing was made or read of: an item, or a name and, for machines, what was entered for it.
    struct Key {
        core::ItemPtr item;
        std::string name;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    std::map<Key, std::shared_ptr<const core::ModelSpec>> m_models;
    std::map<Key, std::shared_ptr<const core::HardwareSpec>> m_machines;
    std::map<core::ItemPtr, PlanState> m_plans; ///< by the plan's item: its names and the plan
};

} // namespace shardscope::app
