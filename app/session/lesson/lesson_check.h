// SPDX-License-Identifier: GPL-3.0-or-later
// Whether all that a lesson says is so: each step at each value of its control, each assertion, each failure.
#pragma once

#include "app/session/lesson/lesson.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/report/table.h"

#include <vector>

namespace shardscope::app {

struct CheckedLesson {
    std::string file;
    std::string name;
    std::size_t steps = 0;
    std::size_t states = 0;            ///< plans that were evaluated
    std::size_t assertions = 0;        ///< and figures that were asked
    std::vector<core::Error> problems; ///< each with its file and place
};

[[nodiscard]] CheckedLesson checkLesson(const core::Catalog& catalog, const std::filesystem::path& file,
                                        const core::Task& task = {});
[[nodiscard]] CheckedLesson checkLesson(const core::Catalog& catalog, const Lesson& lesson,
                                        const core::Task& task = {});

/// name, steps, states, assertions, problems; one row for each lesson.
[[nodiscard]] core::Table checkTable(const std::vector<CheckedLesson>& checked);
/// {"lessons": [{"name", "file", "steps", "states", "assertions", "problems": [{"place", "sentence"}]}]}
[[nodiscard]] std::string checkJson(const std::vector<CheckedLesson>& checked);

} // namespace shardscope::app
