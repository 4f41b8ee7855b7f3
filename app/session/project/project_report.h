// SPDX-License-Identifier: GPL-3.0-or-later
// A project file as the command line tells of it: what it holds, one item of it, whether all of it can be
// used.
#pragma once

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/report/table.h"
#include "core/storage/project_step.h"

#include <filesystem>
#include <string>
#include <vector>

namespace shardscope::app {

/// One row for each item: number, kind, name, revision, what it refers to. Errors: those of Store::open and
/// Store::read.
[[nodiscard]] core::Result<core::Table> projectItems(const std::filesystem::path& file);
/// One row for each step, the oldest first: number, words, items, undone. Errors: the same.
[[nodiscard]] core::Result<core::Table> projectSteps(const std::filesystem::path& file);
/// {"file", "version", "items": [...], "steps": [...], }: both tables' rows as objects.
[[nodiscard]] core::Result<std::string> projectJson(const std::filesystem::path& file);

/// The item called \p name (or "#12") as a file of its kind; of \p kind where several are called so (empty:
/// the first). Errors: UnknownName, UnknownValue of \p kind, those of Store::open.
[[nodiscard]] core::Result<std::string> exportedItem(const std::filesystem::path& file,
                                                     const std::string& name, const std::string& kind);

struct ProjectProblem {
    std::string item; ///< its name; empty: of the whole file
    core::Error error;
};
struct ProjectCheck {
    std::size_t items = 0;
    std::size_t steps = 0;
    std::vector<ProjectProblem> problems;
};
/// Reads every page and every item: models, machines and plans as the verbs would. Errors: those of
/// Store::open but DataCorrupt, which is a problem.
[[nodiscard]] core::Result<ProjectCheck> checkProject(const core::Catalog& catalog,
                                                      const std::filesystem::path& file);
/// item, problem: of \p check.
[[nodiscard]] core::Table problemTable(const ProjectCheck& check);
/// {"ok", "items", "steps", "problems": [{"item", "sentence"}]}
[[nodiscard]] std::string checkJson(const ProjectCheck& check);

} // namespace shardscope::app
