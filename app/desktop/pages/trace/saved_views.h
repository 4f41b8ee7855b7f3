// SPDX-License-Identifier: GPL-3.0-or-later
// Views of a timeline that got a name: where in time, which rows are pinned and folded, how they are grouped,
// filtered and coloured. Kept for the files of a run, so that they are there when it is opened again: in the
// project that is open, or where no file keeps one in the settings.
#pragma once

#include "app/desktop/timeline/run_view.h"
#include "app/desktop/timeline/track_layout.h"
#include "app/desktop/workbench/history.h"

#include <QJsonObject>

#include <vector>

namespace shardscope::app {

struct SavedView {
    QString name;
    std::int64_t begin = 0; ///< ns since the run's begin
    std::int64_t end = 0;
    Arrangement arrangement; ///< debug tracks are not kept
    ColorBy coloring = ColorBy::Operation;
};

/// Rows are told by file, process and thread, so that a view fits the same files read again.
[[nodiscard]] QJsonObject viewObject(const SavedView& view, const core::Timeline& timeline);
/// Rows that \p timeline does not have are left out.
[[nodiscard]] SavedView viewOfObject(const QJsonObject& object, const core::Timeline& timeline);

/// Views kept for the files of \p run, by name. \p history: of the project, null for none.
[[nodiscard]] std::vector<SavedView> keptViews(const RunView& run, History* history = nullptr);
/// Keeps \p view in place of one of the same name.
void keepView(const RunView& run, const SavedView& view, History* history = nullptr);
void forgetView(const RunView& run, const QString& name, History* history = nullptr);
/// What the settings have for \p run becomes the project's, once and as one step.
void takeOverViews(const RunView& run, History& history);

/// Where the timeline was left, for the next opening of the same run; none where nothing says.
[[nodiscard]] std::optional<SavedView> lastView(const RunView& run, History& history);
void rememberView(const RunView& run, const SavedView& view, History& history);

} // namespace shardscope::app
