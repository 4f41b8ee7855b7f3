// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader notes of a run: of all of it, and at places on its timeline. All notes of a run are one
// item of the project, so that each change is a step that can be undone.
#pragma once

#include "app/desktop/timeline/marks.h"
#include "app/desktop/timeline/run_view.h"
#include "app/desktop/workbench/history.h"

#include <QString>

#include <vector>

namespace shardscope::app {

struct RunNotes {
    QString ofAll{};                    ///< of the whole run; empty: nothing
    std::vector<TimelineNote> places{}; ///< those of lanes that the run does not have are left out
    friend bool operator==(const RunNotes&, const RunNotes&) = default;
};

[[nodiscard]] RunNotes notesOf(History& history, const RunView& run);
/// Replaces what was noted, as one step; writing the same again is none. \p title names the run.
void writeNotes(History& history, const RunView& run, const QString& title, RunNotes notes);
/// What the settings have of former versions becomes the project's, once and as one step.
void takeOverNotes(History& history, const RunView& run, const QString& title);

} // namespace shardscope::app
