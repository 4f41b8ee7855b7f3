// SPDX-License-Identifier: GPL-3.0-or-later
// Plans that were put aside to be compared: kept in the user's data folder from the moment they are kept, and
// there again at the next start.
#pragma once

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/io/value.h"

#include <QString>

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace shardscope::app {

struct ShelvedPlan {
    QString name;
    QString model; ///< that it was kept of: a name of the catalogue, or a file
    QString hardware;
    core::Value plan; ///< a plan's document (core::planDocument)
};

class PlanShelf {
public:
    PlanShelf();

    [[nodiscard]] const std::vector<ShelvedPlan>& plans() const { return m_plans; }
    /// Errors: FileUnwritable; the plan is then kept until the program ends.
    core::Result<core::Done> keep(ShelvedPlan plan);
    core::Result<core::Done> letGo(std::size_t index);
    /// "kept plan 3": what no other is called.
    [[nodiscard]] QString freshName() const;
    /// Why what was kept before could not be read, told once; the file then lies beside it, as it was.
    [[nodiscard]] std::optional<core::Error> takeProblem();

private:
    using Plans = std::vector<ShelvedPlan>;
    void read();
    /// Changes the file's own plans: another window may have kept some since.
    core::Result<core::Done> change(const std::function<void(Plans&)>& how);

    std::filesystem::path m_file;
    Plans m_plans;
    std::optional<core::Error> m_problem;
};

} // namespace shardscope::app
