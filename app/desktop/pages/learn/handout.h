// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as one HTML file that needs no network and no program: its figures lie in it as SVG, one a value
// of each control, and its controls step through them.
#pragma once

#include "app/session/lesson/lesson.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"

namespace shardscope::app {

/// Writes in today's language; a name that ends in .pdf: on paper. Errors: FileUnwritable, Cancelled.
[[nodiscard]] core::Result<core::Done> writeHandout(const core::Catalog& catalog, const Lesson& lesson,
                                                    const QString& file, const core::Task& task = {});

/// A PDF of A4, a page a step: the figure as the step begins and, where another is shown then, as it is told.
/// Errors: as of writeHandout.
[[nodiscard]] core::Result<core::Done> writePaperHandout(const core::Catalog& catalog, const Lesson& lesson,
                                                         const QString& file, const core::Task& task = {});

} // namespace shardscope::app
