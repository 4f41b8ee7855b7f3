// SPDX-License-Identifier: GPL-3.0-or-later
// Which lessons there are: the shipped ones (resources/lessons), and those of a teacher's own folder.
#pragma once

#include "app/session/lesson/lesson.h"
#include "core/catalog/catalog.h"
#include "core/report/table.h"

#include <filesystem>
#include <vector>

namespace shardscope::app {

/// Files of lessons in \p folder, by name: .json, .yaml, .yml.
[[nodiscard]] std::vector<std::filesystem::path> lessonFiles(const std::filesystem::path& folder);
/// Where the shipped lessons lie.
[[nodiscard]] std::filesystem::path shippedFolder(const core::Catalog& catalog);
/// The lessons of \p folder that can be read, in the order of their numbers, then names.
[[nodiscard]] std::vector<Lesson> lessonsIn(const std::filesystem::path& folder);

/// "zero:3": a lesson and a step, counted from 1; the first where none is named.
struct LessonPlace {
    std::string lesson;
    std::size_t step = 0; ///< counted from 0
};
/// Errors: NumberMalformed.
[[nodiscard]] core::Result<LessonPlace> lessonPlace(const std::string& text);
/// The lesson called \p nameOrFile: a shipped one, or a file. Errors: UnknownName with the nearest; those of
/// the file.
[[nodiscard]] core::Result<Lesson> findLesson(const core::Catalog& catalog, const std::string& nameOrFile);

/// Sorts lessons by their numbers, those without one behind the others.
void inTheirOrder(std::vector<Lesson>& lessons);
/// name, title, minutes, steps, goal; in English, as every table's cells.
[[nodiscard]] core::Table lessonTable(const std::vector<Lesson>& lessons);

} // namespace shardscope::app
