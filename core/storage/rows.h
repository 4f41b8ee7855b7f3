// SPDX-License-Identifier: GPL-3.0-or-later
// Items and steps as rows of a project's tables, both ways.
#pragma once

#include "core/storage/project_step.h"
#include "core/storage/sqlite.h"

#include <optional>

namespace shardscope::core {

/// Everything. Errors: DataCorrupt (pages, or an item of a kind that there is not), as Database::run.
[[nodiscard]] Result<ProjectContents> readContents(const Database& database);
[[nodiscard]] Result<Done> insertItem(const Database& database, const ProjectItem& item, std::int64_t at);
[[nodiscard]] Result<Done> insertStep(const Database& database, const ProjectStep& step, bool undone);

/// What a SELECT of kItemColumns has in its row; none where it makes no item.
inline constexpr const char* kItemColumns = "id, kind, name, body, revision";
[[nodiscard]] std::optional<ProjectItem> itemOfRow(const Statement& row);

/// A step and whether it is undone; its changes come from elsewhere.
struct StepRow {
    ProjectStep step;
    bool undone = false;
};
inline constexpr const char* kStepColumns = "id, at, words, arguments, undone";
[[nodiscard]] StepRow stepOfRow(const Statement& row);

/// A change, read from column \p first of a row on; none if it changes nothing that is there.
struct ChangeRow {
    std::uint64_t step = 0;
    ItemChange change;
};
inline constexpr const char* kChangeColumns = "step, item, kind, name_before, revision_before, before, "
                                              "name_after, revision_after, after";
[[nodiscard]] std::optional<ChangeRow> changeOfRow(const Statement& row, int first = 0);

} // namespace shardscope::core
